/** Operations that a process executes at once: more would only wait for its one thread and its connections to the database. */
const atOnce = 32

/** Maximum number of concurrent executions of one caller, so that long ones leave room for other callers. */
const atOncePerCaller = 16

/** Begins when it is its turn. */
type Waiter = () => void

interface Caller {
  readonly key: string
  running: number
  /** In the order in which they came. */
  readonly waiting: Set<Waiter>
}

/**
 * Gives operations their turns, one caller after another: a caller that sends thousands waits behind its own, and any other for a few
 * operations at most. Where nobody waits, a turn costs two look-ups and no wait.
 */
export class ExecutionTurns {
  #running = 0
  readonly #callers = new Map<string, Caller>()
  /** Callers who wait and may run another, in the order of their turns. */
  readonly #line = new Set<Caller>()

  /**
   * Takes a turn and returns the function that ends it, to be called once; a promise of it if the caller must wait. @throws the signal's
   * reason, also while it waits
   */
  take(key: string, signal?: AbortSignal): (() => void) | Promise<() => void> {
    signal?.throwIfAborted()
    const caller = this.#callerOf(key)
    return this.#running < atOnce && caller.running < atOncePerCaller
      ? this.#begin(caller)
      : this.#wait(caller, signal)
  }

  async #wait(caller: Caller, signal?: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const begin = () => resolve(this.#begin(caller))
    const leave = () => {
      caller.waiting.delete(begin)
      this.#settle(caller)
      reject(signal?.reason)
    }
    caller.waiting.add(begin)
    this.#settle(caller)
    signal?.addEventListener('abort', leave)
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #callerOf(key: string): Caller {
    const known = this.#callers.get(key)
    if (known) return known
    const caller: Caller = { key, running: 0, waiting: new Set() }
    this.#callers.set(key, caller)
    return caller
  }

  #begin(caller: Caller): () => void {
    this.#running += 1
    caller.running += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#running -= 1
      caller.running -= 1
      this.#settle(caller)
      this.#beginNext()
    }
  }

  #beginNext(): void {
    if (this.#running >= atOnce) return
    for (const caller of this.#line) {
      const [begin] = caller.waiting
      this.#line.delete(caller)
      if (begin === undefined) continue
      caller.waiting.delete(begin)
      begin()
      this.#settle(caller)
      return
    }
  }

  /** Has a caller in line where it can have a turn, at the end of it where it was not, and forgets one that has nothing here. */
  #settle(caller: Caller): void {
    if (caller.waiting.size > 0 && caller.running < atOncePerCaller) this.#line.add(caller)
    else this.#line.delete(caller)
    if (caller.waiting.size === 0 && caller.running === 0) this.#callers.delete(caller.key)
  }
}

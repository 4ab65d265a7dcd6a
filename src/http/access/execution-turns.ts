export interface TurnLimits {
  /** What a process does at once: more would only wait for its one thread and its connections to the database. */
  readonly atOnce: number
  /** What it does at once for one caller, so that long work leaves room for other callers. */
  readonly atOncePerCaller: number
  /** Time for turns that begin one after another, in milliseconds: then whatever else has arrived comes first. */
  readonly sliceMs: number
  /** Milliseconds of a clock that only goes forward. Default: that of the process. */
  readonly now?: () => number
}

const forOperations: TurnLimits = { atOnce: 32, atOncePerCaller: 16, sliceMs: 5 }

/** Begins when it is its turn. */
interface Waiter {
  readonly begin: () => void
  readonly since: number
}

interface Caller {
  readonly key: string
  running: number
  /** By lane, in the order of their turns; those of a lane in the order in which they came. */
  readonly lanes: Map<string, Set<Waiter>>
}

interface Taking {
  /** Callers behind one key that take turns among themselves. */
  readonly lane?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Gives work its turns, one caller after another: a caller that sends thousands waits behind its own, and any other for a few turns at most.
 * Where nobody waits, a turn costs two look-ups and no wait.
 */
export class ExecutionTurns {
  readonly #limits: TurnLimits
  readonly #now: () => number
  #running = 0
  readonly #callers = new Map<string, Caller>()
  /** Callers who wait and may run another, in the order of their turns. */
  readonly #line = new Set<Caller>()
  /** When the first turn of this round of the event loop began; null before it. */
  #sliceBegan: number | null = null

  constructor(limits: TurnLimits = forOperations) {
    this.#limits = limits
    this.#now = limits.now ?? (() => performance.now())
  }

  /**
   * Takes a turn and returns the function that ends it, to be called once; a promise of it if the caller must wait. @throws the signal's
   * reason, also while it waits
   */
  take(key: string, { lane = '', signal }: Taking = {}): (() => void) | Promise<() => void> {
    signal?.throwIfAborted()
    const caller = this.#callerOf(key)
    const { atOnce, atOncePerCaller } = this.#limits
    const isFree = this.#running < atOnce && caller.running < atOncePerCaller
    // Nobody passes by those who wait for the next slice.
    return isFree && this.#line.size === 0 && !this.#isSliceOver()
      ? this.#begin(caller)
      : this.#wait(caller, { lane, signal })
  }

  /** For how long the first of those that wait for a turn of a caller has waited, in milliseconds. */
  waitedMs(key: string): number {
    const lanes = this.#callers.get(key)?.lanes.values() ?? []
    const sinces = [...lanes].flatMap(([first]) => (first === undefined ? [] : [first.since]))
    return sinces.length === 0 ? 0 : this.#now() - Math.min(...sinces)
  }

  async #wait(caller: Caller, { lane = '', signal }: Taking): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const waiter = { begin: () => resolve(this.#begin(caller)), since: this.#now() }
    const waiting = caller.lanes.get(lane) ?? new Set()
    const leave = () => {
      waiting.delete(waiter)
      if (waiting.size === 0 && caller.lanes.get(lane) === waiting) caller.lanes.delete(lane)
      this.#settle(caller)
      reject(signal?.reason)
    }
    waiting.add(waiter)
    caller.lanes.set(lane, waiting)
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
    const caller: Caller = { key, running: 0, lanes: new Map() }
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
    if (this.#running >= this.#limits.atOnce || this.#line.size === 0 || this.#isSliceOver()) return
    const [caller] = this.#line
    if (caller === undefined) return
    this.#line.delete(caller)
    const waiter = nextOf(caller)
    waiter?.begin()
    this.#settle(caller)
  }

  /** Whether this round of the event loop has done enough. The next one begins after what has arrived meanwhile. */
  #isSliceOver(): boolean {
    if (this.#sliceBegan !== null) return this.#now() - this.#sliceBegan >= this.#limits.sliceMs
    this.#sliceBegan = this.#now()
    setImmediate(() => {
      this.#sliceBegan = null
      // One alone: whether there is time for another is known when it has ended, or waits.
      this.#beginNext()
    })
    return false
  }

  /** Has a caller in line where it can have a turn, at the end of it where it was not, and forgets one that has nothing here. */
  #settle(caller: Caller): void {
    const waits = caller.lanes.size > 0
    if (waits && caller.running < this.#limits.atOncePerCaller) this.#line.add(caller)
    else this.#line.delete(caller)
    if (!waits && caller.running === 0) this.#callers.delete(caller.key)
  }
}

/** Takes the first that waits in the first lane, which is the last one from then on. */
function nextOf({ lanes }: Caller): Waiter | undefined {
  for (const [lane, waiting] of lanes) {
    const [waiter] = waiting
    lanes.delete(lane)
    if (waiter === undefined) continue
    waiting.delete(waiter)
    if (waiting.size > 0) lanes.set(lane, waiting)
    return waiter
  }
  return undefined
}

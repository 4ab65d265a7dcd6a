/**
 * The results of the operations that share a socket: one is sent at a time, the others wait in line. So a client with many operations does
 * not count as slow because of results at the same moment, and each operation has one message in the queue.
 */
export class SendQueue {
  #line: Promise<void> = Promise.resolve()
  #held = 0
  #isDraining = false
  readonly #drained = Promise.withResolvers<void>()

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async take(): Promise<() => void> {
    const before = this.#line
    const release = this.hold()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#line = promise
    await before
    return () => {
      resolve()
      release()
    }
  }

  /** Keeps `drain` waiting until it is released. */
  hold(): () => void {
    let isHeld = true
    this.#held += 1
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#held -= 1
      this.#settle()
    }
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Reads nothing more from subscriptions. Resolves when everything read before is sent, answers to queries included. */
  drain(): Promise<void> {
    this.#isDraining = true
    this.#settle()
    return this.#drained.promise
  }

  #settle(): void {
    if (this.#isDraining && this.#held === 0) this.#drained.resolve()
  }
}

/** Results of an operation, and the function to call once an answer that `drain` waits for is sent or no longer wanted. */
interface Results<Result> {
  readonly results: AsyncIterator<Result>
  readonly release?: () => void
}

/** The results of an operation, each in its turn, which lasts until the next is asked for. */
export function inSendOrder<Result>(
  turns: SendQueue,
  { results, release }: Results<Result>,
): AsyncIterableIterator<Result, void, void> {
  const over = Promise.withResolvers<IteratorReturnResult<void>>()
  let isOver = false
  let endTurn = () => {}
  const iterator: AsyncIterableIterator<Result, void, void> = {
    async next() {
      endTurn()
      // Neither a value nor the end: an end would mean to the client that the subscription is complete.
      if (turns.isDraining && release === undefined) return over.promise
      const result = await results.next()
      if (result.done) {
        release?.()
        return ended
      }
      const end = await turns.take()
      if (!isOver) endTurn = end
      else end()
      return isOver ? ended : result
    },
    async return() {
      isOver = true
      endTurn()
      release?.()
      over.resolve(ended)
      await results.return?.()
      return ended
    },
    [Symbol.asyncIterator]() {
      return iterator
    },
  }
  return iterator
}

const ended: IteratorReturnResult<void> = { done: true, value: undefined }

/** A call that waits for its answer. */
export interface StreamWatch {
  /** With what broke the stream of the answer. */
  readonly onEnd: (error?: unknown) => void
  /** Aborts when the call is over. */
  readonly over: AbortSignal
}

/** Time in which a client opens such a stream again, in milliseconds. */
const reopenMs = 5000

/** An answer that was to come otherwise is here within this time, in milliseconds, or nowhere. */
const strayMs = 2000

/**
 * The stream of events that a client has open beside its calls. A server may take a request with an empty answer, and write the result there:
 * it is waited for as long as there is such a stream, or it is being opened.
 */
export class SharedStream {
  readonly #awaited = new Set<StreamWatch>()
  #open = 0
  #reopening: NodeJS.Timeout | null = null

  /** A stream is asked for. Its headers may come with its first message only. */
  begin(): void {
    this.#open += 1
    this.#stopWaiting()
  }

  /** It is over. The client opens another. */
  end(): void {
    this.#open -= 1
    if (this.#open === 0) this.#reopening = setTimeout(() => this.#giveUp(), reopenMs)
  }

  /** A server that has no such stream, or is away, is not waited for. */
  refuse(): void {
    this.#open -= 1
    if (this.#open === 0) this.#giveUp()
  }

  /** Tells the call when no stream is left that could have its answer. */
  await(watch: StreamWatch): void {
    if (this.#open === 0 && this.#reopening === null) {
      watch.onEnd()
      return
    }
    this.#awaited.add(watch)
    watch.over.addEventListener('abort', () => this.#awaited.delete(watch), { once: true })
  }

  /** The same for a call whose own stream has ended without an answer: some servers write it here all the same, and soon. */
  awaitStray(watch: StreamWatch): void {
    this.await(watch)
    if (!this.#awaited.has(watch)) return
    const timer = setTimeout(() => watch.onEnd(), strayMs)
    watch.over.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  close(): void {
    this.#stopWaiting()
  }

  #giveUp(): void {
    this.#stopWaiting()
    for (const watch of this.#awaited) watch.onEnd()
  }

  #stopWaiting(): void {
    if (this.#reopening !== null) clearTimeout(this.#reopening)
    this.#reopening = null
  }
}

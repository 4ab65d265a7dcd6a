import type { Clock } from '../../domain/clock.ts'

interface Options<Value> {
  /** Follows the data that the value depends on: each item is a change. From the moment that it resolves, no change is missed. */
  readonly follow: (signal: AbortSignal) => Promise<readonly AsyncIterable<unknown>[]>
  readonly read: () => Promise<Value>
  /** Two values of the same digest are the same to readers. */
  readonly digest: (value: Value) => string
  /** Least time between two reads, in milliseconds. */
  readonly pauseMs: number
  readonly clock: Pick<Clock, 'sleep'>
  /** Called once, when nobody may join any more. */
  readonly onClose: () => void
}

/** The latest value read: `number` increases with each different digest, `read` with each read. */
interface Latest<Value> {
  readonly value: Value
  readonly digest: string
  readonly number: number
  readonly read: number
}

/**
 * The latest value of something that changes, for any number of readers. It is read once for all of them, after a change, and at most once
 * in a pause. A slow reader skips values. It lives from its first reader to its last, or until a read fails.
 */
export class SharedLatest<Value> {
  readonly #options: Options<Value>
  readonly #closing = new AbortController()
  readonly #waiting = new Set<() => void>()
  #readers = 0
  #isClosed = false
  #state: 'IDLE' | 'READING' | 'PAUSED' = 'IDLE'
  #isChanged = false
  #latest: Latest<Value> | null = null
  #failure: { readonly error: unknown } | null = null

  constructor(options: Options<Value>) {
    this.#options = options
  }

  /**
   * The value as it is now, then each different one, until `signal` aborts. A reader who has a value already, of the digest `known`, gets
   * the first different one. @throws the errors of `follow` and `read`
   */
  values(signal: AbortSignal, known: string | null = null): AsyncGenerator<Value, void, void> {
    const outdated = this.#join()
    // A generator that was never read is not notified of its end.
    if (signal.aborted) this.#leave()
    else signal.addEventListener('abort', () => this.#leave(), { once: true })
    return this.#valuesAfter(outdated, signal, known)
  }

  async *#valuesAfter(
    outdated: number,
    signal: AbortSignal,
    known: string | null,
  ): AsyncGenerator<Value, void, void> {
    let seen: number | null = null
    while (!signal.aborted) {
      if (this.#failure !== null) throw this.#failure.error
      const latest = this.#latest
      if (latest === null || latest.read <= outdated || latest.number === seen) {
        await this.#change()
      } else {
        const isKnown = seen === null && latest.digest === known
        seen = latest.number
        if (!isKnown) yield latest.value
      }
    }
  }

  /** The last read that is too old for a new reader: while nothing changes nothing is read, and the period moves on. */
  #join(): number {
    this.#readers += 1
    if (this.#state === 'PAUSED') return 0
    if (this.#state === 'IDLE') this.#note()
    if (this.#readers === 1) void this.#run()
    return this.#latest?.read ?? 0
  }

  #leave(): void {
    this.#readers -= 1
    if (this.#readers === 0) {
      this.#close()
      this.#closing.abort()
    }
    this.#wake()
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    try {
      const changes = await this.#options.follow(signal)
      await Promise.all([...changes.map((of) => this.#noteEach(of)), this.#readRepeatedly(signal)])
    } catch (error) {
      if (signal.aborted) return
      this.#failure = { error }
      this.#close()
      this.#wake()
    }
  }

  async #noteEach(changes: AsyncIterable<unknown>): Promise<void> {
    for await (const _ of changes) this.#note()
  }

  async #readRepeatedly(signal: AbortSignal): Promise<void> {
    const { clock, pauseMs } = this.#options
    while (!signal.aborted) {
      if (this.#isChanged) {
        this.#state = 'READING'
        await this.#read()
        this.#state = 'PAUSED'
        await clock.sleep(pauseMs, signal)
        this.#state = 'IDLE'
      } else await this.#change()
    }
  }

  async #read(): Promise<void> {
    this.#isChanged = false
    const value = await this.#options.read()
    const digest = this.#options.digest(value)
    const { digest: last, number = 0, read = 0 } = this.#latest ?? {}
    this.#latest = { value, digest, number: digest === last ? number : number + 1, read: read + 1 }
    this.#wake()
  }

  #note(): void {
    this.#isChanged = true
    this.#wake()
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#options.onClose()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

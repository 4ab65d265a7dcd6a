import type { ServerWatch } from './server-watch.ts'

/** The delay before a poll, in milliseconds; `idle` is the number of polls in a row that woke no reader. */
type Delay = (idle: number) => number

/** Wakeups may be lost. So one query for all readers of this process polls this often, with jitter. */
export const idleDelay: Delay = () => 500 + Math.random() * 500

/** For a moment that has no wakeup and mostly comes soon: polls at once, then less and less often. */
export const activeDelay: Delay = (idle) => Math.min(10 * 2 ** idle, 200)

interface PollOptions<Reader> {
  readonly delay: Delay
  /** All readers are woken when another server answers: they compare their places with it. */
  readonly servers: Pick<ServerWatch, 'onChange'>
  /** The readers that have something to read, of all that wait. */
  readonly poll: (readers: readonly Reader[]) => Promise<readonly Reader[]>
  readonly report: (message: string, error?: unknown) => void
}

/** A waiting reader. */
interface WaitingReader {
  readonly wake: () => void
}

/** Polls for all waiting readers. Costs nothing while none waits. */
export class Poll<Reader extends WaitingReader> {
  readonly #options: PollOptions<Reader>
  readonly #readers = new Set<Reader>()
  #timer: NodeJS.Timeout | null = null
  #dueAt = 0
  #looking = false
  #idle = 0

  constructor(options: PollOptions<Reader>) {
    this.#options = options
    options.servers.onChange(() => {
      for (const reader of [...this.#readers]) reader.wake()
    })
  }

  /** Joins until the returned function is called. */
  join(reader: Reader): () => void {
    this.#readers.add(reader)
    this.#idle = 0
    this.#schedule()
    return () => this.#readers.delete(reader)
  }

  /** Schedules the next poll, or moves a later one forward. */
  #schedule(): void {
    if (this.#looking) return
    const delayMs = this.#options.delay(this.#idle)
    const dueAt = performance.now() + delayMs
    if (this.#timer !== null) {
      if (this.#dueAt <= dueAt) return
      clearTimeout(this.#timer)
    }
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => void this.#poll(), delayMs).unref()
  }

  async #poll(): Promise<void> {
    this.#timer = null
    if (this.#readers.size === 0) return
    this.#looking = true
    try {
      const woken = await this.#options.poll([...this.#readers])
      this.#idle = woken.length === 0 ? this.#idle + 1 : 0
      for (const reader of woken) reader.wake()
    } catch (error) {
      this.#idle++
      this.#options.report('Readers could not poll for new events; trying again.', error)
    } finally {
      this.#looking = false
      this.#schedule()
    }
  }
}

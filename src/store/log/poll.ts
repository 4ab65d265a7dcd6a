/** How long a poll waits before it looks, in milliseconds; `idle` is how often in a row it looked and woke nobody. */
type Delay = (idle: number) => number

/** Hints may be lost: beneath them, one query for all readers of this process looks this often, spread out by the jitter. */
export const idleDelay: Delay = () => 500 + Math.random() * 500

/** What waits for a moment that nobody hints at, and that mostly comes soon: looks at once, then less and less often. */
export const activeDelay: Delay = (idle) => Math.min(10 * 2 ** idle, 200)

interface PollOptions<Reader> {
  readonly delay: Delay
  /** Those who have something to read, of all who wait. */
  readonly poll: (readers: readonly Reader[]) => Promise<readonly Reader[]>
  readonly report: (message: string, error?: unknown) => void
}

/** Somebody who waits. */
interface Waiting {
  readonly wake: () => void
}

/** Looks for all who wait, as long as anybody does. Costs nothing while nobody waits. */
export class Poll<Reader extends Waiting> {
  readonly #options: PollOptions<Reader>
  readonly #readers = new Set<Reader>()
  #timer: NodeJS.Timeout | null = null
  #dueAt = 0
  #looking = false
  #idle = 0

  constructor(options: PollOptions<Reader>) {
    this.#options = options
  }

  /** Joins until the returned function is called. */
  join(reader: Reader): () => void {
    this.#readers.add(reader)
    this.#idle = 0
    this.#schedule()
    return () => this.#readers.delete(reader)
  }

  /** Looks in a while; one that looks later than that looks sooner now. */
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
      this.#options.report('Readers could not look for new events; trying again.', error)
    } finally {
      this.#looking = false
      this.#schedule()
    }
  }
}

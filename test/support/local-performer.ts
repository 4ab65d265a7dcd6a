import { type Lane, lanes } from '../../src/domain/dispatch.ts'

/** A lane's jobs that are performed at once. */
const atOnce = 5
/** Maximum delay of a timer of Node.js. */
export const longestTimerMs = 2 ** 31 - 1

/** A job that waits in memory. */
export interface WaitingJob {
  readonly key: string
  readonly priority: number
  readonly group: string | null
  /** Milliseconds since 1970. */
  readonly dueAt: number
  /** Number of failures. */
  readonly failures: number
}

/** Performs the jobs of one lane as they come due. */
export class LocalPerformer {
  readonly #lane: Lane
  readonly #jobs: Map<string, WaitingJob>
  readonly #perform: (key: string) => Promise<void>
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(lane: Lane, jobs: Map<string, WaitingJob>, perform: (key: string) => Promise<void>) {
    this.#lane = lane
    this.#jobs = jobs
    this.#perform = perform
  }

  /** Begins what is due and has a place, and comes back when the next is due. */
  look(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    const now = Date.now()
    const inOrder = [...this.#jobs.values()].toSorted((a, b) => b.priority - a.priority)
    for (const job of inOrder) if (job.dueAt <= now && this.#running.size < atOnce) this.#begin(job)
    if (this.#running.size >= atOnce || this.#jobs.size === 0) return
    const nextAt = Math.min(...[...this.#jobs.values()].map(({ dueAt }) => dueAt))
    this.#timer = setTimeout(() => this.look(), Math.min(Math.max(0, nextAt - now), longestTimerMs)).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all(this.#running)
  }

  #begin(job: WaitingJob): void {
    this.#jobs.delete(job.key)
    const done = this.#perform(job.key)
      .catch(() => this.#again(job))
      .then(() => {
        this.#running.delete(done)
        this.look()
      })
    this.#running.add(done)
  }

  #again(job: WaitingJob): void {
    const { retries, retryDelayMs } = lanes[this.#lane]
    if (job.failures >= retries || this.#jobs.has(job.key)) return
    const dueAt = Date.now() + retryDelayMs * 2 ** job.failures
    this.#jobs.set(job.key, { ...job, dueAt, failures: job.failures + 1 })
  }
}

import type { Clock } from '../domain/clock.ts'

interface Options {
  /** One turn; a turn that fails is reported, and the next one follows as usual. */
  readonly perform: () => Promise<void>
  /** The pause after each turn, in milliseconds. */
  readonly pauseMs: () => number
  /** The longest of these. */
  readonly everyMs: number
  /** Message to the operator if a turn fails. */
  readonly failure: string
}

/** Something that a process does again and again until it is closed. */
export interface PeriodicTask {
  start(): void
  /** Resolves when the turn in flight has ended. */
  close(): Promise<void>
  /** Whether it is still running. */
  readonly heartbeat: Heartbeat
}

export function createPeriodicTask(
  { perform, pauseMs, everyMs, failure }: Options,
  { clock, report }: { readonly clock: Clock; readonly report: (message: string, error?: unknown) => void },
): PeriodicTask {
  const heartbeat = new Heartbeat({ everyMs })
  const closing = new AbortController()
  let performing: Promise<void> = Promise.resolve()

  async function performRepeatedly(): Promise<void> {
    while (!closing.signal.aborted) {
      await perform().then(
        () => heartbeat.beat(),
        (error: unknown) => report(failure, error),
      )
      await clock.sleep(pauseMs(), closing.signal).catch(() => undefined) // closed
    }
  }

  return {
    heartbeat,
    start: () => {
      heartbeat.beat()
      performing = performRepeatedly()
    },
    close: async () => {
      closing.abort()
      await performing
      heartbeat.end()
    },
  }
}

/** Work that made no progress for this long is stalled, in milliseconds. A readiness check each second reports it within 15 seconds. */
export const stalledAfterMs = 12_000

/** Number of turns that a task may miss. */
const missedTurns = 3

/**
 * Reports whether a loop of this process still works: a process can answer requests while its loop hangs in a lock or fails again
 * and again. Only a successful iteration counts, by the monotonic clock.
 */
export class Heartbeat {
  readonly #limitMs: number
  readonly #now: () => number
  #lastAt: number | null = null

  /** `everyMs`: how often it comes round at least, in milliseconds. */
  constructor({ everyMs, now = () => performance.now() }: { everyMs: number; now?: () => number }) {
    this.#limitMs = Math.max(stalledAfterMs, everyMs * missedTurns)
    this.#now = now
  }

  /** It begins, or has come round. */
  beat(): void {
    this.#lastAt = this.#now()
  }

  /** It is not to come round any more. */
  end(): void {
    this.#lastAt = null
  }

  /** Whether its process is ready, as far as it goes. */
  readonly readiness = (): PulseReadiness => {
    const sinceMs = this.#lastAt === null ? 0 : this.#now() - this.#lastAt
    if (sinceMs <= this.#limitMs) return { status: 'ready' }
    return { status: 'unready', reason: `it has not come round for ${Math.floor(sinceMs / 1_000)} s` }
  }
}

export type PulseReadiness =
  | { readonly status: 'ready' }
  | { readonly status: 'unready'; readonly reason: string }

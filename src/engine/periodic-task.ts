import type { Clock } from '../domain/clock.ts'
import type { Dispatch, Lane } from '../domain/dispatch.ts'

interface Options {
  /** What is done in each round; one that fails is told and done again in the next. */
  readonly look: () => Promise<void>
  /** How long it rests after each, in milliseconds. */
  readonly pauseMs: () => number
  /** The longest of these. */
  readonly everyMs: number
  /** What the operator is told of a round that failed. */
  readonly failure: string
}

/** Something that a process looks after round by round until it is closed. */
export interface Rounds {
  start(): void
  /** Resolves when the round that is under way has ended. */
  close(): Promise<void>
  /** Whether it still comes round. */
  readonly pulse: Heartbeat
}

/** Rounds that only find what the jobs beside them missed. */
export interface DuePeriodicTask {
  start(): Promise<void>
  close(): Promise<void>
  readonly pulse: Heartbeat
}

export function createPeriodicTask(
  { look, pauseMs, everyMs, failure }: Options,
  { clock, report }: { readonly clock: Clock; readonly report: (message: string, error?: unknown) => void },
): Rounds {
  const pulse = new Heartbeat({ everyMs })
  const closing = new AbortController()
  let looking: Promise<void> = Promise.resolve()

  async function goRound(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().then(
        () => pulse.beat(),
        (error: unknown) => report(failure, error),
      )
      await clock.sleep(pauseMs(), closing.signal).catch(() => undefined) // closed
    }
  }

  return {
    pulse,
    start: () => {
      pulse.beat()
      looking = goRound()
    },
    close: async () => {
      closing.abort()
      await looking
      pulse.end()
    },
  }
}

/** The rounds together with the jobs of a lane, each of which does at its time what a round would do later. */
export function withJobs(
  rounds: Rounds,
  { lane, perform }: { readonly lane: Lane; readonly perform: (key: string) => Promise<void> },
  { dispatch }: { readonly dispatch: Dispatch },
): DuePeriodicTask {
  let stopJobs: () => Promise<void> = async () => undefined
  return {
    pulse: rounds.pulse,
    start: async () => {
      rounds.start()
      stopJobs = await dispatch.work(lane, perform)
    },
    close: async () => {
      const closed = rounds.close()
      await stopJobs()
      await closed
    },
  }
}

/** What has not come round for this long stands still. Whoever asks each second hears of it within 15 seconds. */
const patienceMs = 12_000

/** What comes round rarely may miss two turns. */
const turns = 3

/**
 * Tells whether something that goes on for as long as its process still does: a process that answers, and whose loop hangs in
 * a lock or fails again and again, does nothing. Only a turn that succeeded counts, by a clock that nobody sets.
 */
export class Heartbeat {
  readonly #limitMs: number
  readonly #now: () => number
  #lastAt: number | null = null

  /** `everyMs`: how often it comes round at least, in milliseconds. */
  constructor({ everyMs, now = () => performance.now() }: { everyMs: number; now?: () => number }) {
    this.#limitMs = Math.max(patienceMs, everyMs * turns)
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

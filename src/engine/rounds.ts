import type { Clock } from '../domain/clock.ts'
import type { Dispatch, Lane } from '../domain/dispatch.ts'
import { Pulse } from './pulse.ts'

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
  readonly pulse: Pulse
}

/** Rounds that only find what the jobs beside them missed. */
export interface DueRounds {
  start(): Promise<void>
  close(): Promise<void>
  readonly pulse: Pulse
}

export function createRounds(
  { look, pauseMs, everyMs, failure }: Options,
  { clock, report }: { readonly clock: Clock; readonly report: (message: string, error?: unknown) => void },
): Rounds {
  const pulse = new Pulse({ everyMs })
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
): DueRounds {
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

import { runJob } from '../domain/dispatch.ts'
import { topics } from '../domain/wakeups.ts'
import { Pulse } from './pulse.ts'
import type { EngineServices } from './run-context.ts'

/** Queue and rows differ for no longer than this, and the runs of a dead worker are found within it; spread out, as every process sweeps. */
const pauseMs = { least: 750, spread: 500 }
/** So many runs of a project get their jobs at once. */
const limit = 100

type Services = Pick<EngineServices, 'runs' | 'dispatch' | 'wakeups' | 'clock' | 'random' | 'report'>

/** Keeps jobs and rows together: what could be claimed, and has no job, gets one (DUR-1). */
export interface Sweep {
  start(): void
  close(): Promise<void>
  /** Whether it still sweeps. */
  readonly pulse: Pulse
}

export function createSweep(services: Services): Sweep {
  const pulse = new Pulse({ everyMs: pauseMs.least + pauseMs.spread })
  const closing = new AbortController()
  let sweeping: Promise<void> = Promise.resolve()

  async function sweep(): Promise<void> {
    while (!closing.signal.aborted) {
      await sweepOnce(services).then(
        () => pulse.beat(),
        (error: unknown) =>
          services.report('Runs without a job could not be looked for; trying again.', error),
      )
      const waitMs = pauseMs.least + services.random() * pauseMs.spread
      await services.clock.sleep(waitMs, closing.signal).catch(() => undefined) // closed
    }
  }

  return {
    pulse,
    start: () => {
      pulse.beat()
      sweeping = sweep()
    },
    close: async () => {
      closing.abort()
      await sweeping
      pulse.end()
    },
  }
}

/**
 * Finds runs whose owner is gone, and runs whose job came when they could not be claimed or was lost. A place that became free without
 * its worker's doing, a larger limit, an earlier run of the session that was aborted: all of it is found here.
 */
export async function sweepOnce({ runs, dispatch, wakeups }: Services): Promise<void> {
  const found = await runs.claimable(limit)
  if (found.length === 0) return
  const added = await dispatch.enqueue(found.map(runJob))
  if (added > 0) wakeups.publish(topics.queue)
}

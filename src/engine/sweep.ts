import { runJob } from '../domain/dispatch.ts'
import { topics } from '../domain/wakeups.ts'
import { QueueWatch } from './queue-watch.ts'
import { createRounds, type Rounds } from './rounds.ts'
import type { EngineServices } from './run-context.ts'

/** Queue and rows differ for no longer than this, and the runs of a dead worker are found within it; spread out, as every process sweeps. */
const pauseMs = { least: 750, spread: 500 }
/** So many runs of a project get their jobs at once. */
const limit = 100

type Services = Pick<EngineServices, 'runs' | 'dispatch' | 'wakeups' | 'clock' | 'random' | 'report'>

/** Keeps jobs and rows together: what could be claimed, and has no job, gets one (DUR-1). */
export interface Sweep extends Rounds {
  /** Whether what it finds is claimed. */
  readonly queue: QueueWatch
}

/** `hasPlace`: whether this process could execute one more run. */
export function createSweep(services: Services, hasPlace: () => boolean): Sweep {
  const queue = new QueueWatch({ hasPlace })
  const rounds = createRounds(
    {
      look: () => sweepOnce(services, queue),
      pauseMs: () => pauseMs.least + services.random() * pauseMs.spread,
      everyMs: pauseMs.least + pauseMs.spread,
      failure: 'Runs without a job could not be looked for; trying again.',
    },
    services,
  )
  return {
    ...rounds,
    queue,
    close: async () => {
      await rounds.close()
      queue.found([])
    },
  }
}

/**
 * Finds runs whose owner is gone, and runs whose job came when they could not be claimed or was lost. A place that became free without
 * its worker's doing, a larger limit, an earlier run of the session that was aborted: all of it is found here.
 */
export async function sweepOnce(
  { runs, dispatch, wakeups }: Services,
  queue: Pick<QueueWatch, 'found'>,
): Promise<void> {
  const found = await runs.claimable(limit)
  queue.found(found)
  if (found.length === 0) return
  const added = await dispatch.enqueue(found.map(runJob))
  if (added > 0) wakeups.publish(topics.queue)
}

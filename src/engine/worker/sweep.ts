import { runJob } from '../../domain/dispatch.ts'
import { topics } from '../../domain/wakeups.ts'
import { createPeriodicTask, type PulseReadiness, type Rounds } from '../periodic-task.ts'
import type { EngineServices } from '../run/run-context.ts'

/** Queue and rows differ for no longer than this, and the runs of a dead worker are found within it; spread out, as every process sweeps. */
const pauseMs = { least: 750, spread: 500 }

/** So many runs of a project get their jobs at once. */
const limit = 100

type Services = Pick<EngineServices, 'runs' | 'dispatch' | 'wakeups' | 'clock' | 'random' | 'report'>

/** Keeps jobs and rows together: what could be claimed, and has no job, gets one (DUR-1). */
interface Sweep extends Rounds {
  /** Whether what it finds is claimed. */
  readonly queue: QueueWatch
}

/** `hasPlace`: whether this process could execute one more run. */
export function createSweep(services: Services, hasPlace: () => boolean): Sweep {
  const queue = new QueueWatch({ hasPlace })
  const rounds = createPeriodicTask(
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

/** What could be claimed for so long, and was not, stalls. Whoever asks each second hears of it within 15 seconds. */
const patienceMs = 12_000

/** A run that a claim would find. */
interface Claimable {
  readonly id: string
  /** Its owners died again and again: it waits until its turn among those, however many places are free. */
  readonly isSuspect: boolean
}

/**
 * Tells whether the queue moves: claims may come round, find nothing and still leave runs behind, whatever holds them. Only what this
 * process has had a free place for all the time counts: a long queue before busy workers is no stall.
 */
export class QueueWatch {
  readonly #hasPlace: () => boolean
  readonly #now: () => number
  /** Since when each of them was found by every look. */
  #since: ReadonlyMap<string, number> = new Map()

  constructor({ hasPlace, now = () => performance.now() }: { hasPlace: () => boolean; now?: () => number }) {
    this.#hasPlace = hasPlace
    this.#now = now
  }

  /** Somebody looked, and this is what could be claimed at that moment. */
  found(runs: readonly Claimable[]): void {
    const now = this.#now()
    const waiting = this.#hasPlace() ? runs.filter(({ isSuspect }) => !isSuspect) : []
    this.#since = new Map(waiting.map(({ id }) => [id, this.#since.get(id) ?? now]))
  }

  /** Whether its process is ready, as far as the queue goes. */
  readonly readiness = (): PulseReadiness => {
    const oldest = Math.min(...this.#since.values())
    const waitedMs = this.#now() - oldest
    if (!(waitedMs > patienceMs)) return { status: 'ready' }
    const reason = `a run could be claimed for ${Math.floor(waitedMs / 1_000)} s, a place is free, and nobody takes it`
    return { status: 'unready', reason }
  }
}

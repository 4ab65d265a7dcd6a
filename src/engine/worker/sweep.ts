import { type DueJobs, dueNow, runJob } from '../../domain/dispatch.ts'
import { topics } from '../../domain/wakeups.ts'
import {
  createPeriodicTask,
  type PeriodicTask,
  type PulseReadiness,
  stalledAfterMs,
} from '../periodic-task.ts'
import type { EngineServices } from '../run/run-context.ts'

/** Longest time that queue and rows differ, and that the runs of a lost worker go unnoticed; spread out, as every process sweeps. */
const pauseMs = { least: 500, spread: 500 }

/** Everything but runs is looked for each so many times: a job is rarely lost. */
const slowEvery = 2

/** So many runs of a project get their jobs at once. */
const claimableLimit = 100

type Services = Pick<EngineServices, 'runs' | 'dispatch' | 'wakeups' | 'clock' | 'random' | 'report'>

/** Keeps jobs and rows together: a due row without a job gets one (DUR-1). It is the only search by rows. */
interface Sweep extends PeriodicTask {
  /** Whether the runs that it finds are claimed. */
  readonly queue: QueueWatch
}

interface SweepOptions {
  /** Whether this process could execute one more run. */
  readonly hasSlot: () => boolean
  /** Further sources of due jobs, besides runs. */
  readonly others: readonly DueJobs[]
}

export function createSweep(services: Services, { hasSlot, others }: SweepOptions): Sweep {
  const queue = new QueueWatch({ hasSlot })
  let turns = 0
  const task = createPeriodicTask(
    {
      perform: async () => {
        await sweepOnce(services, queue)
        if (turns++ % slowEvery === 0) await enqueueDue(others, services)
      },
      pauseMs: () => pauseMs.least + services.random() * pauseMs.spread,
      everyMs: pauseMs.least + pauseMs.spread,
      failure: 'What is due could not be looked for; trying again.',
    },
    services,
  )
  return {
    ...task,
    queue,
    close: async () => {
      await task.close()
      queue.found([])
    },
  }
}

/**
 * Finds runs whose owner is gone, and runs whose job was dropped when they could not be claimed, or was lost. A larger limit of a
 * project, a job that was lost: all of it is found here.
 */
export async function sweepOnce(
  { runs, dispatch, wakeups }: Services,
  queue: Pick<QueueWatch, 'found'>,
): Promise<void> {
  const found = await runs.claimable(claimableLimit)
  queue.found(found)
  if (found.length === 0) return
  const added = await dispatch.enqueue(found.map(runJob))
  if (added > 0) wakeups.publish(topics.queue)
}

/** One kind that cannot be looked for does not hold up the others. */
export async function enqueueDue(
  others: readonly DueJobs[],
  { dispatch, report }: Pick<Services, 'dispatch' | 'report'>,
): Promise<void> {
  for (const dueJobs of others) {
    try {
      const jobs = await dueJobs()
      if (jobs.length > 0) await dispatch.enqueue(jobs.map(dueNow))
    } catch (error) {
      report('What is due could not be looked for; trying again.', error)
    }
  }
}

/** A run that a claim would find. */
interface Claimable {
  readonly id: string
  /** Its owners were lost again and again: it waits until its turn among those, however many slots are free. */
  readonly isSuspect: boolean
}

/**
 * Reports whether the queue moves: claims can succeed, find nothing and still leave runs behind. A run counts only if this process
 * had a free slot for it all the time: a long queue before busy workers is no stall.
 */
export class QueueWatch {
  readonly #hasSlot: () => boolean
  readonly #now: () => number
  /** Since when each of them was found by every look. */
  #since: ReadonlyMap<string, number> = new Map()

  constructor({ hasSlot, now = () => performance.now() }: { hasSlot: () => boolean; now?: () => number }) {
    this.#hasSlot = hasSlot
    this.#now = now
  }

  /** A sweep has looked, and these runs could be claimed at that moment. */
  found(runs: readonly Claimable[]): void {
    const now = this.#now()
    const waiting = this.#hasSlot() ? runs.filter(({ isSuspect }) => !isSuspect) : []
    this.#since = new Map(waiting.map(({ id }) => [id, this.#since.get(id) ?? now]))
  }

  /** Whether its process is ready, as far as the queue goes. */
  readonly readiness = (): PulseReadiness => {
    const oldest = Math.min(...this.#since.values())
    const waitedMs = this.#now() - oldest
    if (!(waitedMs > stalledAfterMs)) return { status: 'ready' }
    const reason = `a run could be claimed for ${Math.floor(waitedMs / 1_000)} s, a slot is free, and no worker claims it`
    return { status: 'unready', reason }
  }
}

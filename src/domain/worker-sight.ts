import type { WorkerRow, WorkerState } from './queue.ts'
import { type QueueDepth, waitingRuns } from './queue-depth.ts'

/** What the database shows of the workers, and of the runs that wait for one, over all projects. */
export interface WorkerSight {
  readonly workers: readonly WorkerRow[]
  readonly queue: QueueDepth
}

/** Number of workers by state. */
export function countWorkers(workers: WorkerSight['workers']): Readonly<Record<WorkerState, number>> {
  const count = (state: WorkerState) => workers.filter((worker) => worker.state === state).length
  return { ACTIVE: count('ACTIVE'), DRAINING: count('DRAINING'), LOST: count('LOST') }
}

export function lostWorkers(workers: WorkerSight['workers']): readonly WorkerRow[] {
  return workers.filter(({ state }) => state === 'LOST')
}

/** Whether nobody executes runs. */
export function isNobodyAlive(workers: WorkerSight['workers']): boolean {
  return workers.every(({ state }) => state === 'LOST')
}

/** Names at most a few workers, each with what is known of it: `web-1:4711 (its lock is free, last report at …)`. */
export function nameWorkers(workers: WorkerSight['workers']): string {
  const shown = workers.slice(0, mostNamed).map(({ name, isLocked, lastSeenAt }) => {
    const what = isLocked ? 'it holds its lock and reports nothing' : 'its lock is free'
    return `${name} (${what}, last report at ${lastSeenAt.toISOString()})`
  })
  const more = workers.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const mostNamed = 5

/** Such as `3 runs wait for a worker, the oldest for 61 s`; `null` if none waits. */
export function describeWaiting(queue: QueueDepth): string | null {
  const count = waitingRuns(queue)
  if (count === 0) return null
  const runs = count === 1 ? '1 run waits' : `${count} runs wait`
  const oldest = `the oldest for ${Math.round(queue.oldestMs / 1_000)} s`
  const orphaned = queue.orphaned === 0 ? '' : `; ${queue.orphaned} of them lost their owner`
  return `${runs} for a worker, ${oldest}${orphaned}`
}

import { type DueJobs, idOfKey } from '../domain/dispatch.ts'
import { type EvaluationRow, evaluationJob } from '../domain/evaluation.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { drive, type Hold } from './drive.ts'
import type { DriveServices } from './drive-services.ts'

/** Evaluations that one process drives at once. */
const drivenAtOnce = 10

/** So many that nobody drives are found at once. */
const pageSize = 100

/** How long a process that says nothing is believed to drive an evaluation, in milliseconds. */
export const defaultLeaseMs = 15_000

type Services = DriveServices & Pick<EngineServices, 'dispatch' | 'random'>

/** Drives evaluations in this process. */
export interface DrivenEvaluations {
  start(): Promise<void>
  /** Releases the evaluations that it drives, for other processes to continue. */
  close(): Promise<void>
}

/** Evaluations that nobody drives: new ones, and those of a process that died (EVAL-3). */
export function dueEvaluations({ evaluations }: Pick<Services, 'evaluations'>): DueJobs {
  return async () => (await evaluations.due(pageSize)).map(evaluationJob)
}

/**
 * Drives evaluations, each in one process at a time. A job only says that there is one: driving it may take hours, while a job that
 * takes so long would count as lost.
 */
export function driveEvaluations(
  services: Services,
  { leaseMs = defaultLeaseMs }: { readonly leaseMs?: number } = {},
): DrivenEvaluations {
  const { dispatch, newId, report } = services
  const owner = newId()
  const lease = { owner, leaseMs }
  const closing = new AbortController()
  const driven = new Map<string, Promise<void>>()
  let stop: () => Promise<void> = async () => undefined

  async function take(id: string): Promise<void> {
    if (closing.signal.aborted || driven.has(id) || driven.size >= drivenAtOnce) return
    const evaluation = await services.evaluations.claim(id, lease)
    // The same job may have come twice.
    if (evaluation === null || driven.has(id)) return
    const driving = perform(evaluation)
      .catch((error: unknown) => report('An evaluation could not be driven; another attempt follows.', error))
      .finally(() => driven.delete(id))
    driven.set(id, driving)
  }

  async function perform(evaluation: EvaluationRow): Promise<void> {
    const lost = new AbortController()
    const over = new AbortController()
    const signal = AbortSignal.any([closing.signal, lost.signal])
    const isHeld = () => services.evaluations.renew(evaluation.id, lease)
    const hold: Hold = { owner, isHeld, signal }
    const renewing = keepRenewing(hold, lost, over.signal)
    try {
      await drive(evaluation, hold, services)
    } finally {
      over.abort()
      await renewing
      await services.evaluations.release(evaluation.id, owner)
    }
  }

  /** A judge in code may take longer than a lease lasts. */
  async function keepRenewing(hold: Hold, lost: AbortController, over: AbortSignal): Promise<void> {
    const pauseMs = leaseMs / 3
    while (!over.aborted) {
      await services.clock.sleep(pauseMs, over).catch(() => undefined) // it is over
      if (over.aborted) return
      const isHeld = await hold.isHeld().catch((error: unknown) => {
        report('The lease of an evaluation could not be renewed; trying again.', error)
        return true
      })
      if (!isHeld) lost.abort()
    }
  }

  return {
    start: async () => {
      stop = await dispatch.work('evaluations', (key) => take(idOfKey(key)))
    },
    close: async () => {
      closing.abort()
      await stop()
      await Promise.all(driven.values())
    },
  }
}

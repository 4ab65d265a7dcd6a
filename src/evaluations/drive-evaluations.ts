import pLimit from 'p-limit'
import { type DueJobs, idOfKey } from '../domain/dispatch.ts'
import { errorTable, isRungraphError } from '../domain/errors.ts'
import {
  type EndedResult,
  type EvaluationLease,
  type EvaluationRow,
  evaluationJob,
  type PendingResult,
} from '../domain/evaluation.ts'
import { topics } from '../domain/wakeups.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { Signal } from '../engine/signal.ts'
import { abortRuns, castOf, type Driven, type DriveServices, startTrial } from './evaluation-runs.ts'
import { endAsError, judgeResult } from './judge-result.ts'

/** Evaluations that one process drives at once. */
const drivenAtOnce = 10

/** So many that nobody drives are found at once. */
const pageSize = 100

/** How long a process that says nothing is believed to drive an evaluation, in milliseconds. */
export const defaultLeaseMs = 15_000

/** Drives evaluations in this process. */
export interface DrivenEvaluations {
  start(): Promise<void>
  /** Releases the evaluations that it drives, for other processes to continue. */
  close(): Promise<void>
}

/** Evaluations that nobody drives: new ones, and those of a process that died (EVAL-3). */
export function dueEvaluations({ evaluations }: Pick<DriveServices, 'evaluations'>): DueJobs {
  return async () => (await evaluations.due(pageSize)).map(evaluationJob)
}

/**
 * Drives evaluations, each in one process at a time. A job only says that there is one: driving it may take hours, while a job that
 * takes so long would count as lost.
 */
export function driveEvaluations(
  services: DriveServices & Pick<EngineServices, 'dispatch'>,
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
    const over = new AbortController()
    const renewing = keepRenewing(evaluation.id, over)
    try {
      const signal = AbortSignal.any([closing.signal, over.signal])
      await drive(evaluation, { ...lease, signal }, services)
    } finally {
      over.abort()
      await renewing
      await services.evaluations.release(evaluation.id, owner)
    }
  }

  /** A judge in code may take longer than a lease lasts. A lease that is lost ends the work. */
  async function keepRenewing(id: string, over: AbortController): Promise<void> {
    while (!over.signal.aborted) {
      await services.clock.sleep(leaseMs / 3, over.signal).catch(() => undefined) // it is over
      if (over.signal.aborted) return
      const isHeld = await services.evaluations.renew(id, lease).catch((error: unknown) => {
        report('The lease of an evaluation could not be renewed; trying again.', error)
        return true
      })
      if (!isHeld) over.abort()
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

/** The lease of an evaluation; the signal aborts when the process closes, or the lease is lost. */
interface Hold extends EvaluationLease {
  readonly signal: AbortSignal
}

/** How far the looks at an evaluation are apart, in milliseconds: at least, and where nothing wakes it. */
const pauseMs = { least: 50, most: 1_000 } as const

/** Results of one evaluation that are judged at once. */
const judgedAtOnce = 5

/**
 * Drives an evaluation until it ends, or the hold on it does: begins the runs of its results, as many as may be active at once, and writes
 * the outcome of each. All progress is in rows, so that another process continues from any point (EVAL-3).
 */
async function drive(evaluation: EvaluationRow, hold: Hold, services: DriveServices): Promise<void> {
  const { evaluations, clock, wakeups } = services
  const { id, projectId } = evaluation
  const woken = new Signal()
  const stopListening = wakeups.listen(topics.runs(projectId), () => woken.raise())
  try {
    const cast = await castOf(evaluation, services)
    if (typeof cast === 'string') return await giveUp(evaluation, hold, cast, services)
    const driven = { evaluation, cast, signal: hold.signal }
    while (!hold.signal.aborted && (await evaluations.renew(id, hold))) {
      woken.clear()
      await endResults(driven, services)
      const isOpen = await beginResults(driven, services)
      if (!isOpen && (await evaluations.complete(id, hold.owner))) return
      await clock.sleep(pauseMs.least, hold.signal).catch(() => undefined) // the hold is over
      await woken.wait(pauseMs.most, clock, hold.signal)
    }
  } finally {
    stopListening()
  }
}

async function giveUp(
  { id, projectId }: EvaluationRow,
  { owner }: Hold,
  why: string,
  services: DriveServices,
): Promise<void> {
  const active = await services.evaluations.fail(id, owner, why)
  await abortRuns(projectId, active, 'Its evaluation has failed.', services)
}

/** Writes the outcomes of results whose runs have ended; those that a judge is asked about stay open. */
async function endResults(driven: Driven, services: DriveServices): Promise<void> {
  const { evaluation, signal } = driven
  const { evaluations } = services
  const active = await evaluations.active(evaluation.id)
  const inTurn = pLimit(judgedAtOnce)
  const endOne = async (resultId: string) => {
    const result = signal.aborted ? null : await evaluations.running(resultId)
    const ended = result && (await judgeResult(result, driven, services))
    if (ended) await evaluations.end(evaluation.id, resultId, ended)
  }
  await Promise.all(active.filter(({ isEnded }) => isEnded).map(({ id }) => inTurn(() => endOne(id))))
}

/** Begins as many as may be active at once; gives whether anything of the evaluation is open. */
async function beginResults(driven: Driven, services: DriveServices): Promise<boolean> {
  const { evaluation, signal } = driven
  const { evaluations } = services
  const active = await evaluations.active(evaluation.id)
  const room = evaluation.concurrency - active.length
  if (room <= 0) return true
  const pending = await evaluations.pending(evaluation.id, room)
  for (const result of pending) {
    if (signal.aborted) return true
    const ended = await begin(result, driven, services)
    if (ended) await evaluations.end(evaluation.id, result.id, ended)
  }
  return active.length + pending.length > 0
}

/** Begins the run of a result; gives the outcome, where none can be begun. */
async function begin(
  result: PendingResult,
  { evaluation, cast }: Driven,
  services: DriveServices,
): Promise<EndedResult | null> {
  try {
    const runId = await startTrial(evaluation, result, cast.agent, services)
    // It was cancelled meanwhile: nobody would look at the run any more.
    if (!(await services.evaluations.begun(result.id, runId)))
      await abortRuns(evaluation.projectId, [runId], 'Its evaluation was cancelled.', services)
    return null
  } catch (error) {
    if (!isRungraphError(error)) throw error
    const row = errorTable[error.code]
    if (row.audience !== 'client' || row.retryable) throw error
    return endAsError(error.message, null)
  }
}

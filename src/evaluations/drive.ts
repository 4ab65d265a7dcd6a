import pLimit from 'p-limit'
import { errorTable, isRungraphError } from '../domain/errors.ts'
import type { EndedResult, EvaluationRow, PendingResult } from '../domain/evaluation.ts'
import { topics } from '../domain/wakeups.ts'
import { abortIfLive } from '../engine/actions/abort-run.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { Signal } from '../engine/signal.ts'
import { type Cast, castOf, type DriveServices } from './drive-services.ts'
import { endAsError, judgeResult } from './judge-result.ts'
import { NoRecord, startTrial } from './start-trial.ts'

/** The hold on an evaluation: who, and until when the hold is over. */
export interface Hold {
  readonly owner: string
  /** Whether it is still this owner's. */
  readonly isHeld: () => Promise<boolean>
  /** Aborted when the process closes, or the hold is lost. */
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
export async function drive(evaluation: EvaluationRow, hold: Hold, services: DriveServices): Promise<void> {
  const { evaluations, clock, wakeups } = services
  const { id, projectId } = evaluation
  const woken = new Signal()
  const stopListening = wakeups.listen(topics.runs(projectId), () => woken.raise())
  try {
    const cast = await castOf(evaluation, services)
    if (typeof cast === 'string') return await giveUp(evaluation, hold, cast, services)
    while (!hold.signal.aborted && (await hold.isHeld())) {
      woken.clear()
      await endResults(evaluation, hold, cast, services)
      const isOpen = await beginResults(evaluation, hold, cast, services)
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

/** Aborts those of the runs that have not ended. */
export async function abortRuns(
  projectId: string,
  runIds: readonly string[],
  reason: string,
  services: Pick<EngineServices, 'runs' | 'log' | 'clock' | 'wakeups'>,
): Promise<void> {
  const abort = async (runId: string) => {
    try {
      await abortIfLive({ projectId, runId, reason }, services)
    } catch (error) {
      // Retention removed it.
      if (!isRungraphError(error) || error.code !== 'NOT_FOUND') throw error
    }
  }
  await Promise.all(runIds.map(abort))
}

/** Writes the outcomes of results whose runs have ended; those that a judge is asked about stay open. */
async function endResults(
  evaluation: EvaluationRow,
  hold: Hold,
  cast: Cast,
  services: DriveServices,
): Promise<void> {
  const { evaluations } = services
  const active = await evaluations.active(evaluation.id)
  const inTurn = pLimit(judgedAtOnce)
  const endOne = async (resultId: string) => {
    const result = hold.signal.aborted ? null : await evaluations.running(resultId)
    const ended = result && (await judgeResult(result, { evaluation, cast, signal: hold.signal }, services))
    if (ended) await evaluations.end(evaluation.id, resultId, ended)
  }
  await Promise.all(active.filter(({ isEnded }) => isEnded).map(({ id }) => inTurn(() => endOne(id))))
}

/** Begins as many as may be active at once; gives whether anything of the evaluation is open. */
async function beginResults(
  evaluation: EvaluationRow,
  hold: Hold,
  cast: Cast,
  services: DriveServices,
): Promise<boolean> {
  const { evaluations } = services
  const active = await evaluations.active(evaluation.id)
  const room = evaluation.concurrency - active.length
  if (room <= 0) return true
  const pending = await evaluations.pending(evaluation.id, room)
  for (const result of pending) {
    if (hold.signal.aborted) return true
    const ended = await begin(evaluation, result, cast, services)
    if (ended) await evaluations.end(evaluation.id, result.id, ended)
  }
  return active.length + pending.length > 0
}

/** Begins the run of a result; gives the outcome, where none can be begun. */
async function begin(
  evaluation: EvaluationRow,
  result: PendingResult,
  { agent }: Cast,
  services: DriveServices,
): Promise<EndedResult | null> {
  try {
    const runId = await startTrial(evaluation, result, agent, services)
    // It was cancelled meanwhile: nobody would look at the run any more.
    if (!(await services.evaluations.begun(result.id, runId)))
      await abortRuns(evaluation.projectId, [runId], 'Its evaluation was cancelled.', services)
    return null
  } catch (error) {
    if (error instanceof NoRecord) return endAsError(error.message, null)
    if (
      isRungraphError(error) &&
      errorTable[error.code].audience === 'client' &&
      !errorTable[error.code].retryable
    )
      return endAsError(error.message, null)
    throw error
  }
}

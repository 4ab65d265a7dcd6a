import pLimit from 'p-limit'
import { errorTable, isRungraphError } from '../domain/errors.ts'
import type { EndedResult, EvaluationRow, ResultInHand } from '../domain/evaluation.ts'
import { topics } from '../domain/wakeups.ts'
import { createPeriodicTask } from '../engine/periodic-task.ts'
import { wakingTurns } from '../engine/signal.ts'
import { abortRuns, castOf, type Driven, type DriveServices, startTrial } from './evaluation-runs.ts'
import { endAsError, judgeResult } from './judge-result.ts'

/** Evaluations that one process drives at once. */
const drivenAtOnce = 10

/** How long a process that says nothing is believed to drive an evaluation, in milliseconds. */
const defaultLeaseMs = 15_000

/** How far the looks for evaluations are apart, in milliseconds. */
const lookMs = 500

/** Drives evaluations in this process. */
export interface DrivenEvaluations {
  start(): void
  /** Releases the evaluations that it drives, for other processes to continue. */
  close(): Promise<void>
}

/**
 * Drives evaluations, each in one process at a time: new ones, and those of a process that died (EVAL-3). A lease that is lost ends the
 * work.
 */
export function driveEvaluations(
  services: DriveServices,
  { leaseMs = defaultLeaseMs }: { readonly leaseMs?: number } = {},
): DrivenEvaluations {
  const { evaluations, report } = services
  const lease = { owner: services.newId(), leaseMs }
  const driven = new Map<string, { readonly over: AbortController; readonly ended: Promise<void> }>()

  /** Whether this process may have leases to renew: of a claim without an answer, it may. */
  let mayHold = false

  async function look(): Promise<void> {
    const kept = mayHold ? await evaluations.renew(lease) : []
    mayHold = true
    const room = drivenAtOnce - kept.length
    const held = room > 0 ? [...kept, ...(await evaluations.claim(lease, room))] : kept
    mayHold = held.length > 0
    for (const [id, { over }] of driven) if (!held.some((one) => one.id === id)) over.abort()
    for (const evaluation of held) if (!driven.has(evaluation.id)) begin(evaluation)
  }

  function begin(evaluation: EvaluationRow): void {
    const over = new AbortController()
    const ended = drive(evaluation, { owner: lease.owner, signal: over.signal }, services)
      .catch((error: unknown) => report('An evaluation could not be driven; another attempt follows.', error))
      .finally(() => driven.delete(evaluation.id))
    driven.set(evaluation.id, { over, ended })
  }

  const failure = 'Evaluations could not be looked for; trying again.'
  const everyMs = Math.min(lookMs, leaseMs / 3)
  const looking = createPeriodicTask({ perform: look, pauseMs: () => everyMs, everyMs, failure }, services)
  return {
    start: () => looking.start(),
    close: async () => {
      await looking.close()
      for (const { over } of driven.values()) over.abort()
      await Promise.all([...driven.values()].map(({ ended }) => ended))
      await evaluations.release(lease.owner)
    },
  }
}

/** The lease of an evaluation; the signal aborts when it is lost, or the process closes. */
interface Hold {
  readonly owner: string
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
  const { id, projectId } = evaluation
  const { owner, signal } = hold
  const cast = await castOf(evaluation, services)
  if (typeof cast === 'string') return giveUp(evaluation, hold, cast, services)
  const driven = { evaluation, cast, signal }
  for await (const _ of wakingTurns(topics.runs(projectId), pauseMs, { ...services, signal })) {
    let looked = await advance(driven, services)
    // What ends makes room for others.
    while (looked.hasMoved && !signal.aborted) looked = await advance(driven, services)
    if (!looked.isOpen && (await services.evaluations.complete(id, owner))) return
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

/** Takes as many results as may be active at once each a step further, if they can go on. */
async function advance(driven: Driven, services: DriveServices) {
  const { id, concurrency } = driven.evaluation
  const open = await services.evaluations.open(id, concurrency)
  const ready = open.filter(({ isReady }) => isReady)
  const inTurn = pLimit(judgedAtOnce)
  await Promise.all(ready.map((result) => inTurn(() => takeOn(result.id, driven, services))))
  return { isOpen: open.length > 0, hasMoved: ready.length > 0 }
}

/** Begins the run of a result, or writes the outcome where that has ended; one that a judge is asked about stays open. */
async function takeOn(resultId: string, driven: Driven, services: DriveServices): Promise<void> {
  const { evaluations } = services
  const result = driven.signal.aborted ? null : await evaluations.take(resultId)
  if (result === null) return
  const ended =
    result.runId === null
      ? await begin(result, driven, services)
      : await judgeResult(result, driven, services)
  if (ended) await evaluations.end(driven.evaluation.id, resultId, ended)
}

/** Begins the run of a result; gives the outcome, where none can be begun. */
async function begin(
  result: ResultInHand,
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
    return endAsError(error.message)
  }
}

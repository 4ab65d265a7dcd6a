import { isSettled } from '../../domain/action.ts'
import { durationBetween } from '../../domain/clock.ts'
import { cleanText } from '../../domain/json.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import {
  type ActionResult,
  type AttemptResult,
  actionStarted,
  type Denied,
  type EndResult,
  type Failed,
  interruption,
  reportsAudit,
  truncateOutput,
} from '../run/action-result.ts'
import { isHeld } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import { limitResult } from '../run/limit-result.ts'
import type { RunCore, StepCore } from '../run/run-context.ts'
import { isHandover, Stop } from '../stop.ts'
import { isRecorded } from './attempts.ts'
import { holdForOutcome, rememberedWith } from './hold-action.ts'
import { asBegun } from './prepare-action.ts'

/** A result of more bytes is in its action's row alone: its event in the log has `null` in its place. */
const maxEventBytes = 16 * 1024

/** Ends an attempted action, unless a gate holds it or its next owner continues it. @throws the Stop of a run that another continues */
export async function finalizeAction({ action, result }: AttemptResult, ctx: StepCore): Promise<ActionRow> {
  // The next owner of the run finds the action as it would after a crash.
  if (result.kind === 'stopped' && isHandover(result.stop)) throw result.stop
  if (result.kind === 'held') return action
  // A policy denies the retry by now.
  if (result.kind === 'denied') return endRefused(action, result, ctx)
  if (isToBeAsked(result, ctx)) return holdForOutcome(action, ctx).action
  return settleOutput(endAction(action, result, ctx), ctx)
}

/** A call that was cut off in transit, by the death of a server or of a connection, is as unknown as one that was cut off here (TAS-5). */
function isToBeAsked(result: ActionResult, { run }: RunCore): boolean {
  const isUnknown = result.kind === 'failed' && result.code === 'OUTCOME_UNKNOWN'
  return isUnknown && run.agent.definition.onUnknownOutcome === 'GATE'
}

/** Ends an action without performing it. A denied action never begins; an interrupted one has already begun. */
export function endRefused(action: ActionRow, result: Denied | Failed, ctx: StepCore): ActionRow {
  // A proposal that a human refused is an attempt, as one that a policy denied is: the one before it has a row of its own (DAG-10).
  const isNext = result.kind === 'denied' && isRecorded(action, ctx.state)
  const next = { attempt: action.attempt + 1, startedAt: new Date(ctx.clock.now()) }
  return endAction(isNext ? { ...action, ...next } : action, result, ctx, rememberedWith(action, ctx.state))
}

/**
 * Waits until a large result is durable, so that there are never more of them in memory than calls in flight, and keeps the part that is
 * shown. An answer is kept whole: the run ends with it.
 */
export async function settleOutput(action: ActionRow, ctx: RunCore): Promise<ActionRow> {
  if (resultBytes(action) <= maxEventBytes) return action
  await ctx.journal.durable()
  return isDone(action)
    ? action
    : truncateOutput(action, ctx.run.agent.definition.maxToolResultChars, ctx.secrets)
}

function resultBytes({ audit }: ActionRow): number {
  return audit.resultBytes ?? 0
}

/** Ends an action that is not performed. One that has begun, and then waits for a human, is cut off. */
export function endUnperformed(
  action: ActionRow,
  status: 'SKIPPED' | 'CANCELLED',
  reason: string,
  ctx: StepCore,
): ActionRow {
  if (action.status === 'RUNNING')
    return endBegun(action, { kind: 'stopped', stop: new Stop('ABORTED', reason) }, ctx, {})
  const stepNumber = ctx.step.row.number
  const error = ctx.secrets.incoming.text(reason)
  const skipped: ActionRow = { ...action, status, error, completedAt: new Date(ctx.clock.now()) }
  const data = { actionId: action.id, name: action.name, reason: error }
  ctx.journal.write({ actions: [skipped], events: [{ type: 'ActionSkipped', stepNumber, data }] })
  return skipped
}

/** Ends an action that an earlier owner or a stop left unfinished: never started, or started and cut off. */
export function abandonAction(action: ActionRow, stop: Stop, ctx: StepCore): ActionRow {
  // A FIRE_AND_FORGET action, running or waiting for approval, ends on its own or by the abort that reaches it (DAG-4).
  const isFired = action.mode === 'FIRE_AND_FORGET' && (action.status === 'RUNNING' || isHeld(action))
  if (isSettled(action.status) || isFired) return action
  return endAction(action, { kind: 'stopped', stop }, ctx)
}

/** Whether the action ended the run with its output as the answer (LOOP-3). */
export function isDone(action: ActionRow): boolean {
  return action.audit.done === true
}

/**
 * Records the end of an action, with the state that the run is to remember and the events before it. One that succeeds or fails without
 * having begun, such as a decision by conditions, begins with its end; one that the run stops before it begins is skipped (EVT-3).
 */
export function endAction(
  given: ActionRow,
  result: EndResult,
  ctx: StepCore,
  also: Pick<Entry, 'run' | 'attempts' | 'events'> = {},
): ActionRow {
  if (given.status === 'RUNNING' || result.kind === 'denied') return endBegun(given, result, ctx, also)
  if (result.kind === 'stopped') return endUnperformed(given, 'SKIPPED', result.stop.message, ctx)
  const action = asBegun(given, ctx)
  const begun = actionStarted(action, ctx.step.row.number, ctx)
  return endBegun(action, result, ctx, { ...also, events: [...(also.events ?? []), begun] })
}

function endBegun(
  action: ActionRow,
  result: EndResult,
  ctx: StepCore,
  also: Pick<Entry, 'run' | 'attempts' | 'events'>,
): ActionRow {
  const completedAt = new Date(ctx.clock.now())
  const durationMs = durationBetween(action.startedAt ?? completedAt, completedAt)
  const ended: ActionRow = {
    ...action,
    ...columnsOfResult(action, result, ctx),
    ...{ retryAt: null, completedAt, durationMs },
  }
  const events = [...(also.events ?? []), endEvent(ended, durationMs, ctx.step.row.number)]
  ctx.journal.write({ ...also, actions: [ended], events })
  return ended
}

type Result = Pick<ActionRow, 'status' | 'output' | 'error' | 'errorCode' | 'audit'>

function columnsOfResult(action: ActionRow, result: EndResult, ctx: RunCore): Result {
  const { audit } = action
  switch (result.kind) {
    case 'succeeded': {
      const { output, bytes: resultBytes, done } = result
      const found = { ...audit, resultBytes, ...(done && { done }), ...reportsAudit(result.reports) }
      return { status: 'SUCCEEDED', output, error: null, errorCode: null, audit: found }
    }
    case 'failed': {
      const { error, code, reports } = result
      return unsuccessful('FAILED', code, errorText(error, ctx), { ...audit, ...reportsAudit(reports) })
    }
    case 'denied':
      return unsuccessful('DENIED', result.code, errorText(result.error, ctx), audit)
    case 'stopped': {
      const [errorCode, error] = interruption(action, result.stop)
      return unsuccessful('CANCELLED', errorCode, ctx.secrets.incoming.text(error), audit)
    }
    default:
      return result satisfies never
  }
}

function unsuccessful(
  status: ActionRow['status'],
  errorCode: string,
  error: string,
  audit: ActionRow['audit'],
): Result {
  return { status, output: null, error, errorCode, audit }
}

/** An error as it is stored and shown: without secrets, within its limit. */
export function errorText(error: string, ctx: RunCore): string {
  const text = ctx.secrets.incoming.text(cleanText(error))
  const limited = (errorText: string) => limitResult(errorText, maxErrorBytes(ctx)).output
  return limited(text) === text ? text : ctx.secrets.shorten(text, limited)
}

/** The model reads the error: the part that it would not be shown is not kept. */
function maxErrorBytes({ run }: RunCore): number {
  return Math.min(run.effectiveLimits.maxResultBytes.value, run.agent.definition.maxToolResultChars)
}

function endEvent(action: ActionRow, durationMs: number, stepNumber: number): NewEvent {
  const { id: actionId, name, attempt } = action
  if (action.status === 'SUCCEEDED') {
    const output = resultBytes(action) > maxEventBytes ? null : action.output
    return { type: 'ActionCompleted', stepNumber, data: { actionId, name, output, attempt, durationMs } }
  }
  if (action.status === 'DENIED')
    return { type: 'ActionDenied', stepNumber, data: { actionId, name, reason: action.error ?? '' } }
  const data = {
    actionId,
    name,
    error: action.error ?? '',
    errorCode: action.errorCode ?? 'TOOL_FAILED',
    attempt,
  }
  return { type: 'ActionFailed', stepNumber, data }
}

import { isSettled } from '../../domain/action.ts'
import { durationBetween } from '../../domain/clock.ts'
import { describe } from '../../domain/errors.ts'
import { cleanText } from '../../domain/json.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { type ActionResult, actionStarted, reportsAudit, truncateOutput } from '../run/action-result.ts'
import { isHeld } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import { limitResult } from '../run/limit-result.ts'
import type { RunContext, StepContext } from '../run/run-context.ts'
import { Stop } from '../stop.ts'

/** A result of more bytes is in its action's row alone: its event in the log has `null` in its place. */
const maxEventBytes = 16 * 1024

/**
 * Waits until a large result is durable, so that there are never more of them in memory than calls in flight, and keeps the part that is
 * shown. An answer is kept whole: the run ends with it.
 */
export async function settleOutput(action: ActionRow, ctx: RunContext): Promise<ActionRow> {
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
  ctx: StepContext,
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
export function abandonAction(action: ActionRow, stop: Stop, ctx: StepContext): ActionRow {
  // A FIRE_AND_FORGET action, running or waiting for approval, ends on its own or by the abort that reaches it (DAG-4).
  const isFired = action.mode === 'FIRE_AND_FORGET' && (action.status === 'RUNNING' || isHeld(action))
  if (isSettled(action.status) || isFired) return action
  return end(action, { kind: 'stopped', stop }, ctx)
}

/** Whether the action ended the run with its output as the answer (LOOP-3). */
export function isDone(action: ActionRow): boolean {
  return action.audit.done === true
}

/** Begins the next attempt of an action. */
export function begin(
  action: ActionRow,
  ctx: StepContext,
  also: Pick<Entry, 'attempts' | 'events'> = {},
): ActionRow {
  const started = asBegun(action, ctx)
  const events = [...(also.events ?? []), actionStarted(started, ctx.step.row.number, ctx)]
  ctx.journal.write({ ...also, actions: [started], events })
  return started
}

function asBegun(action: ActionRow, { clock }: RunContext): ActionRow {
  const { attempt, ...before } = action
  return {
    ...before,
    ...{ status: 'RUNNING', attempt: attempt + 1, retryAt: null, startedAt: new Date(clock.now()) },
  }
}

/**
 * Records the end of an action, with the state that the run is to remember and the events before it. One that succeeds or fails without
 * having begun, such as a decision by conditions, begins with its end; one that the run stops before it begins is skipped (EVT-3).
 */
export function end(
  given: ActionRow,
  result: ActionResult,
  ctx: StepContext,
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
  result: ActionResult,
  ctx: StepContext,
  also: Pick<Entry, 'run' | 'attempts' | 'events'>,
): ActionRow {
  const completedAt = new Date(ctx.clock.now())
  const durationMs = durationBetween(action.startedAt ?? completedAt, completedAt)
  const ended: ActionRow = {
    ...action,
    ...resultOf(action, result, ctx),
    ...{ retryAt: null, completedAt, durationMs },
  }
  const events = [...(also.events ?? []), endEvent(ended, durationMs, ctx.step.row.number)]
  ctx.journal.write({ ...also, actions: [ended], events })
  return ended
}

type Result = Pick<ActionRow, 'status' | 'output' | 'error' | 'errorCode' | 'audit'>

function resultOf(action: ActionRow, result: ActionResult, ctx: RunContext): Result {
  switch (result.kind) {
    case 'succeeded': {
      const { output, bytes, done } = result
      const audit = {
        ...action.audit,
        ...(done ? { resultBytes: bytes, done: true } : { resultBytes: bytes }),
        ...reportsAudit(result.reports),
      }
      return { status: 'SUCCEEDED', output, error: null, errorCode: null, audit }
    }
    case 'failed':
      return {
        status: 'FAILED',
        output: null,
        error: errorText(result.error, ctx),
        errorCode: result.code,
        audit: { ...action.audit, ...reportsAudit(result.reports) },
      }
    case 'denied': {
      const error = errorText(result.error, ctx)
      return { status: 'DENIED', output: null, error, errorCode: result.code, audit: action.audit }
    }
    case 'held':
      throw new Error(`The action ${action.name} waits, and was to end.`)
    case 'stopped': {
      const [errorCode, error] = interruption(action, result.stop)
      return {
        status: 'CANCELLED',
        output: null,
        error: ctx.secrets.incoming.text(error),
        errorCode,
        audit: action.audit,
      }
    }
    default:
      return result satisfies never
  }
}

/** An error as it is stored and shown: without secrets, within its limit. */
export function errorText(error: string, ctx: RunContext): string {
  const text = ctx.secrets.incoming.text(cleanText(error))
  const limited = (errorText: string) => limitResult(errorText, maxErrorBytes(ctx)).output
  return limited(text) === text ? text : ctx.secrets.shorten(text, limited)
}

/** The model reads the error: the part that it would not be shown is not kept. */
function maxErrorBytes({ run }: RunContext): number {
  return Math.min(run.effectiveLimits.maxResultBytes.value, run.agent.definition.maxToolResultChars)
}

/** A call that must not happen twice may have taken effect before it was stopped (TAS-5). */
export function interruption(
  { effect, target, retryAt }: ActionRow,
  stop: Stop,
): readonly [code: string, error: string] {
  return effect === 'once' && retryAt === null
    ? ['OUTCOME_UNKNOWN', describe('OUTCOME_UNKNOWN', { tool: target })]
    : ['TOOL_INTERRUPTED', describe('TOOL_INTERRUPTED', { reason: stop.message })]
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

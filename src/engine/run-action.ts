import { isSettled } from '../domain/action.ts'
import { describe } from '../domain/errors.ts'
import { cleanText, isJsonObject, type Json } from '../domain/json.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { limitResult } from './limit-result.ts'
import { type Performed, performTool } from './perform-tool.ts'
import { recordedOutcome } from './recorded-actions.ts'
import type { RunContext } from './run-context.ts'
import { isHandedOn, type Stop } from './stop.ts'
import { reportsAudit } from './tool-reports.ts'
import { lighten } from './tool-result.ts'

/**
 * Takes one action to its one final status and records it: started, performed, ended.
 * One that an earlier owner ended stays as it is; one that it left running is repeated only if its effect allows (TAS-5).
 * Throws only the Stop of a run that another goes on with.
 */
export async function runAction(
  action: ActionRow,
  signal: AbortSignal,
  stepNumber: number,
  ctx: RunContext,
): Promise<ActionRow> {
  if (isSettled(action.status)) return action
  const perform = async (started: ActionRow) => ({
    action: started,
    performed: await performTool(started, signal, stepNumber, ctx),
  })
  return letGo(await carryOut(action, perform, stepNumber, ctx), ctx)
}

/** What came of an action, and the action as it was last tried. */
export interface Tried {
  readonly action: ActionRow
  readonly performed: Performed
}

/** Starts an action, performs it unless it must not be, and records its end. The row has its output whole. */
export async function carryOut(
  action: ActionRow,
  perform: (started: ActionRow) => Promise<Tried>,
  stepNumber: number,
  ctx: RunContext,
): Promise<ActionRow> {
  const refused = refusalOf(action)
  const started = start(action, stepNumber, ctx)
  if (refused) return end(started, refused, stepNumber, ctx)
  // An effect must not begin unrecorded: `once` is not to happen twice, and an idempotency key is to stay with its arguments.
  if (action.effect === 'once' || action.effect === 'idempotent') await ctx.journal.durable()
  const recorded = await recordedOutcome(started, stepNumber, ctx)
  const { action: tried, performed } = recorded ?? (await perform(started))
  // Whoever goes on with the run finds the action as it would after a crash.
  if (performed.kind === 'stopped' && isHandedOn(performed.stop)) throw performed.stop
  return end(tried, performed, stepNumber, ctx)
}

/** A result of more bytes stands in its action's row alone: its event in the log has `null` in its place. */
const maxEventBytes = 16 * 1024

/**
 * Waits until a large result is durable, so that no more of them are under way than calls are, and keeps what is shown of it.
 * An answer is kept whole: the run ends with it.
 */
export async function letGo(action: ActionRow, ctx: RunContext): Promise<ActionRow> {
  if (resultBytes(action) <= maxEventBytes) return action
  await ctx.journal.durable()
  return isDone(action) ? action : lighten(action, ctx.run.agent.definition.maxToolResultChars)
}

function resultBytes({ audit }: ActionRow): number {
  return isJsonObject(audit) ? Number(audit.resultBytes ?? 0) : 0
}

/** Ends an action that was never started, because the run stops. */
export function skipAction(action: ActionRow, stop: Stop, stepNumber: number, ctx: RunContext): ActionRow {
  return passBy(action, 'SKIPPED', stop.message, stepNumber, ctx)
}

/** Ends an action that is not performed. */
export function passBy(
  action: ActionRow,
  status: 'SKIPPED' | 'CANCELLED',
  reason: string,
  stepNumber: number,
  ctx: RunContext,
): ActionRow {
  const skipped: ActionRow = { ...action, status, error: reason, completedAt: new Date(ctx.clock.now()) }
  const data = { actionId: action.id, name: action.name, reason }
  ctx.journal.write({ actions: [skipped], events: [{ type: 'ActionSkipped', stepNumber, data }] })
  return skipped
}

/** Ends what an earlier owner or a stop left unfinished: never started, or started and cut off. */
export function abandonAction(action: ActionRow, stop: Stop, stepNumber: number, ctx: RunContext): ActionRow {
  // What was fired ends by itself, or by the abort that reaches it (DAG-4).
  const isFired = action.mode === 'FIRE_AND_FORGET' && action.status === 'RUNNING'
  if (isSettled(action.status) || isFired) return action
  if (action.status === 'PENDING') return skipAction(action, stop, stepNumber, ctx)
  return end(action, { kind: 'stopped', stop }, stepNumber, ctx)
}

/** Whether the action ended the run with its output as the answer (LOOP-3). */
export function isDone(action: ActionRow): boolean {
  return isJsonObject(action.audit) && action.audit.done === true
}

/** Why an action is not executed at all: it repeats itself, or nobody knows whether it took effect. */
function refusalOf(action: ActionRow): Performed | null {
  if (action.status === 'RUNNING' && action.effect === 'once') {
    return {
      kind: 'failed',
      code: 'OUTCOME_UNKNOWN',
      error: describe('OUTCOME_UNKNOWN', { tool: action.target }),
    }
  }
  if (!isJsonObject(action.audit) || action.audit.decision !== 'REFUSED') return null
  const count = Number(action.audit.identicalCalls)
  return {
    kind: 'failed',
    code: 'TOOL_REPEATED',
    error: describe('TOOL_REPEATED', { tool: action.target, count }),
  }
}

function start(action: ActionRow, stepNumber: number, ctx: RunContext): ActionRow {
  const started: ActionRow = {
    ...action,
    status: 'RUNNING',
    attempt: action.attempt + 1,
    startedAt: new Date(ctx.clock.now()),
  }
  const { id: actionId, name, type: actionType, mode, target, parameters } = action
  const data = { actionId, name, actionType, mode, target, parameters }
  ctx.journal.write({ actions: [started], events: [{ type: 'ActionStarted', stepNumber, data }] })
  return started
}

/** Records the end of an action. */
export function end(action: ActionRow, performed: Performed, stepNumber: number, ctx: RunContext): ActionRow {
  const completedAt = new Date(ctx.clock.now())
  const durationMs = completedAt.getTime() - (action.startedAt ?? completedAt).getTime()
  const ended: ActionRow = { ...action, ...resultOf(action, performed, ctx), completedAt, durationMs }
  ctx.journal.write({ actions: [ended], events: [endEvent(ended, durationMs, stepNumber)] })
  return ended
}

type Result = Pick<ActionRow, 'status' | 'output' | 'error' | 'errorCode' | 'audit'>

function resultOf(action: ActionRow, performed: Performed, ctx: RunContext): Result {
  switch (performed.kind) {
    case 'succeeded': {
      const { output, bytes, done } = performed
      const audit = withAudit(action.audit, {
        ...(done ? { resultBytes: bytes, done: true } : { resultBytes: bytes }),
        ...reportsAudit(performed.reports),
      })
      return { status: 'SUCCEEDED', output, error: null, errorCode: null, audit }
    }
    case 'failed':
      return {
        status: 'FAILED',
        output: null,
        error: limitResult(cleanText(performed.error), maxErrorBytes(ctx)).output,
        errorCode: performed.code,
        audit: withAudit(action.audit, reportsAudit(performed.reports)),
      }
    case 'stopped': {
      const [errorCode, error] = interruption(action, performed.stop)
      return { status: 'CANCELLED', output: null, error, errorCode, audit: action.audit }
    }
    default:
      return performed satisfies never
  }
}

/** The error is what the model reads: what it would not be shown is not kept. */
function maxErrorBytes({ run }: RunContext): number {
  return Math.min(run.effectiveLimits.maxResultBytes.value, run.agent.definition.maxToolResultChars)
}

/** A call that must not happen twice may have taken effect before it was stopped (TAS-5). */
function interruption({ effect, target }: ActionRow, stop: Stop): readonly [code: string, error: string] {
  return effect === 'once'
    ? ['OUTCOME_UNKNOWN', describe('OUTCOME_UNKNOWN', { tool: target })]
    : ['TOOL_INTERRUPTED', describe('TOOL_INTERRUPTED', { reason: stop.message })]
}

function withAudit(audit: Json, more: { readonly [key: string]: Json }): Json {
  return isJsonObject(audit) ? { ...audit, ...more } : more
}

function endEvent(action: ActionRow, durationMs: number, stepNumber: number): NewEvent {
  const { id: actionId, name, attempt } = action
  if (action.status === 'SUCCEEDED') {
    const output = resultBytes(action) > maxEventBytes ? null : action.output
    return { type: 'ActionCompleted', stepNumber, data: { actionId, name, output, durationMs } }
  }
  const data = {
    actionId,
    name,
    error: action.error ?? '',
    errorCode: action.errorCode ?? 'TOOL_FAILED',
    attempt,
  }
  return { type: 'ActionFailed', stepNumber, data }
}

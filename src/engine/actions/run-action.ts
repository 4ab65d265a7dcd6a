import { isSettled } from '../../domain/action.ts'
import { describe } from '../../domain/errors.ts'
import { cleanText } from '../../domain/json.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { withEmptyMarks } from '../../redaction/marker.ts'
import { cutText } from '../context/show.ts'
import { type Replayed, recordedAttempts, recordedOutcome } from '../replay/recorded-actions.ts'
import { type ActionResult, type AttemptResult, reportsAudit, truncateOutput } from '../run/action-result.ts'
import { actionStarted } from '../run/action-started.ts'
import { isAttached, isHeld } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import { limitResult } from '../run/limit-result.ts'
import type { RunContext } from '../run/run-context.ts'
import type { RunState } from '../run/run-state.ts'
import { isHandover, Stop } from '../stop.ts'
import { isRecorded, recordAttempt } from './attempts.ts'
import { performChild } from './child-run.ts'
import { clearAction } from './clear-action.ts'
import { holdForOutcome, holdForPermission, type Pass, rememberedWith } from './clearance.ts'
import { specialistInput } from './permission.ts'

/** How one action is performed, once it is clear that it may be. */
type Perform = (started: ActionRow) => Promise<AttemptResult>

/**
 * Takes one action to its one final status and records it: cleared, started, performed, ended. One that waits for a human, here or
 * in its child run, is given as it stands (JDG-4). What an earlier owner left running is repeated only if its effect allows (TAS-5).
 * The row has its output whole. Throws only the Stop of a run that another goes on with.
 */
export async function executeAction(
  action: ActionRow,
  perform: Perform,
  pass: Pass,
  ctx: RunContext,
): Promise<ActionRow> {
  const recorded = await recordedOutcome(action, pass.stepNumber, ctx)
  if (recorded && 'reason' in recorded)
    return passBy(action, 'SKIPPED', recorded.reason, pass.stepNumber, ctx)
  if (recorded) return replay(recorded, pass, ctx)
  const clearance = isUnderWay(action)
    ? ({ kind: 'go', action } as const)
    : await clearAction(action, pass, ctx)
  switch (clearance.kind) {
    case 'held':
      return clearance.action
    case 'refused':
      return refuse(clearance.action, clearance.performed, pass, ctx)
    case 'specialist':
      return bySpecialist(clearance.action, clearance.slug, pass, ctx)
    case 'go':
      return performCleared(clearance.action, perform, pass, ctx)
    default:
      return clearance satisfies never
  }
}

/** What the record says of an action takes the place of all that could be decided about it or done for it (RUN-9). */
function replay({ action, performed, earlier }: Replayed, { stepNumber }: Pass, ctx: RunContext): ActionRow {
  const before = recordedAttempts(action, earlier, stepNumber, ctx)
  if (performed.kind === 'denied') return end(action, performed, stepNumber, ctx, before)
  // The last attempt is the only one that the record has as a whole.
  const first = { ...action, attempt: Math.max(0, action.attempt - 1) }
  const started = action.status === 'RUNNING' ? action : begin(first, stepNumber, ctx, before)
  if (performed.kind === 'stopped' && isHandover(performed.stop)) throw performed.stop
  return end({ ...started, attempt: action.attempt }, performed, stepNumber, ctx)
}

/** What a specialist was asked for is the specialist's, also where a crash came before its run: the agent may not make the call. */
function isUnderWay(action: ActionRow): boolean {
  return isAttached(action) || (action.status === 'RUNNING' && specialistOf(action) !== null)
}

async function performCleared(
  action: ActionRow,
  perform: Perform,
  pass: Pass,
  ctx: RunContext,
): Promise<ActionRow> {
  const { stepNumber } = pass
  const specialist = specialistOf(action)
  if (specialist !== null) return bySpecialist(action, specialist, pass, ctx)
  const started = isAttached(action) || action.retryAt !== null ? action : start(action, pass, ctx)
  if (hasSideEffect(action)) await ctx.journal.durable()
  const { action: tried, performed } = await perform(started)
  // Whoever goes on with the run finds the action as it would after a crash.
  if (performed.kind === 'stopped' && isHandover(performed.stop)) throw performed.stop
  if (performed.kind === 'held') return tried
  return isToBeAsked(performed, ctx)
    ? holdForOutcome(tried, pass, ctx).action
    : end(tried, performed, stepNumber, ctx)
}

/** A call that was cut off on its way, by the death of a server or of a connection, is as unknown as one that was cut off here (TAS-5). */
function isToBeAsked(performed: ActionResult, { run }: RunContext): boolean {
  const isUnknown = performed.kind === 'failed' && performed.code === 'OUTCOME_UNKNOWN'
  return isUnknown && run.agent.definition.onUnknownOutcome === 'GATE'
}

/** An effect must not begin unrecorded: `once` is not to happen twice, and an idempotency key is to stay with its arguments (TAS-5). */
export function hasSideEffect({ effect }: ActionRow): boolean {
  return effect === 'once' || effect === 'idempotent'
}

/** What was denied is over before it began, and what was cut off has begun already; what failed for itself begins here. */
function refuse(
  action: ActionRow,
  performed: Extract<ActionResult, { kind: 'denied' | 'failed' }>,
  { stepNumber, state }: Pass,
  ctx: RunContext,
): ActionRow {
  const isNew = performed.kind === 'failed' && action.status !== 'RUNNING'
  const begun = isNew ? begin(action, stepNumber, ctx) : asProposed(action, performed, state, ctx)
  return end(begun, performed, stepNumber, ctx, rememberedWith(action, state))
}

/** A proposal that a human refused is an attempt, as one that a policy denied is: the one before it has a row of its own (DAG-10). */
function asProposed(
  action: ActionRow,
  { kind }: ActionResult,
  state: RunState,
  { clock }: RunContext,
): ActionRow {
  if (kind !== 'denied' || !isRecorded(action, state)) return action
  return { ...action, attempt: action.attempt + 1, startedAt: new Date(clock.now()) }
}

/** Another agent makes the call (TAS-3). Where it cannot either, a human decides about it. */
async function bySpecialist(
  action: ActionRow,
  slug: string,
  pass: Pass,
  ctx: RunContext,
): Promise<ActionRow> {
  const { stepNumber, state, signal } = pass
  const agent = await ctx.agents.find(ctx.run.projectId, { slug })
  if (!agent)
    return holdForPermission(withoutChild(action), `the specialist "${slug}" is gone`, pass, ctx).action
  const started = isUnderWay(action) ? action : start(action, pass, ctx)
  const input = specialistInput(action, ctx.run.agent.slug)
  const { projectLimits } = agent
  const child = {
    ...{ agent, projectLimits, input, context: {}, model: null },
    ...{ plan: null, workflow: null, wishes: {} },
  }
  const { action: tried, performed } = await performChild(started, child, stepNumber, signal, state, ctx)
  if (performed.kind === 'held') return tried
  if (performed.kind === 'stopped' && isHandover(performed.stop)) throw performed.stop
  const failure = await failureOfSpecialist(tried, performed, ctx)
  if (failure === null) return end(tried, performed, stepNumber, ctx)
  const why = `the specialist "${slug}" ${failure}`
  return holdForPermission(withoutChild(tried), why, pass, ctx).action
}

/** Why what a specialist answered is not what was called for; `null` where it is. One that only says why not has made no call. */
async function failureOfSpecialist(
  { type, target, childRunId }: ActionRow,
  performed: ActionResult,
  { runs }: RunContext,
): Promise<string | null> {
  if (performed.kind === 'failed') return `could not make the call: ${performed.error}`
  if (performed.kind !== 'succeeded' || childRunId === null) return null
  if (await runs.hasMade(childRunId, { type, target })) return null
  const said = typeof performed.output === 'string' ? performed.output : JSON.stringify(performed.output)
  return `did not make the call. It says: ${cutText(said, 1_000)}`
}

function specialistOf({ audit }: ActionRow): string | null {
  return audit.specialist ?? null
}

/** The action as it is tried anew: by another child, or by none. */
export function withoutChild(action: ActionRow): ActionRow {
  const { child: _child, childStatus: _status, specialist: _specialist, ...audit } = action.audit
  return { ...action, audit }
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
  return isDone(action)
    ? action
    : truncateOutput(action, ctx.run.agent.definition.maxToolResultChars, ctx.secrets)
}

function resultBytes({ audit }: ActionRow): number {
  return audit.resultBytes ?? 0
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
  const error = ctx.redactor.text(reason)
  const skipped: ActionRow = { ...action, status, error, completedAt: new Date(ctx.clock.now()) }
  const data = { actionId: action.id, name: action.name, reason: error }
  ctx.journal.write({ actions: [skipped], events: [{ type: 'ActionSkipped', stepNumber, data }] })
  return skipped
}

/** Ends what an earlier owner or a stop left unfinished: never started, or started and cut off. */
export function abandonAction(action: ActionRow, stop: Stop, stepNumber: number, ctx: RunContext): ActionRow {
  // What was fired, or is to be when a human approves, ends by itself, or by the abort that reaches it (DAG-4).
  const isFired = action.mode === 'FIRE_AND_FORGET' && (action.status === 'RUNNING' || isHeld(action))
  if (isSettled(action.status) || isFired) return action
  if (action.status === 'PENDING') return skipAction(action, stop, stepNumber, ctx)
  return end(action, { kind: 'stopped', stop }, stepNumber, ctx)
}

/** Whether the action ended the run with its output as the answer (LOOP-3). */
export function isDone(action: ActionRow): boolean {
  return action.audit.done === true
}

/** Begins the next attempt. One that was cut off, here or by the death of its process, is recorded with it. */
function start(action: ActionRow, { stepNumber, state }: Pass, ctx: RunContext): ActionRow {
  if (action.status !== 'RUNNING' || isRecorded(action, state)) return begin(action, stepNumber, ctx)
  const [errorCode, error] = interruption(action, new Stop('SHUTDOWN', 'Its process ended.'))
  const cutOff = recordAttempt(action, { status: 'CANCELLED', error, errorCode, at: null }, state)
  return begin(action, stepNumber, ctx, { attempts: [cutOff] })
}

export function begin(
  action: ActionRow,
  stepNumber: number,
  ctx: RunContext,
  also: Pick<Entry, 'attempts' | 'events'> = {},
): ActionRow {
  const started: ActionRow = {
    ...action,
    status: 'RUNNING',
    attempt: action.attempt + 1,
    retryAt: null,
    startedAt: new Date(ctx.clock.now()),
  }
  const events = [...(also.events ?? []), actionStarted(started, stepNumber, ctx)]
  ctx.journal.write({ ...also, actions: [started], events })
  return started
}

/** Records the end of an action, with what the run is to remember and what came before it. */
export function end(
  action: ActionRow,
  performed: ActionResult,
  stepNumber: number,
  ctx: RunContext,
  also: Pick<Entry, 'run' | 'attempts' | 'events'> = {},
): ActionRow {
  const completedAt = new Date(ctx.clock.now())
  const durationMs = completedAt.getTime() - (action.startedAt ?? completedAt).getTime()
  const ended: ActionRow = {
    ...action,
    ...resultOf(action, performed, ctx),
    ...{ retryAt: null, completedAt, durationMs },
  }
  const events = [...(also.events ?? []), endEvent(ended, durationMs, stepNumber)]
  ctx.journal.write({ ...also, actions: [ended], events })
  return ended
}

type Result = Pick<ActionRow, 'status' | 'output' | 'error' | 'errorCode' | 'audit'>

function resultOf(action: ActionRow, performed: ActionResult, ctx: RunContext): Result {
  switch (performed.kind) {
    case 'succeeded': {
      const { output, bytes, done } = performed
      const audit = {
        ...action.audit,
        ...(done ? { resultBytes: bytes, done: true } : { resultBytes: bytes }),
        ...reportsAudit(performed.reports),
      }
      return { status: 'SUCCEEDED', output, error: null, errorCode: null, audit }
    }
    case 'failed':
      return {
        status: 'FAILED',
        output: null,
        error: errorText(performed.error, ctx),
        errorCode: performed.code,
        audit: { ...action.audit, ...reportsAudit(performed.reports) },
      }
    case 'denied': {
      const error = errorText(performed.error, ctx)
      return { status: 'DENIED', output: null, error, errorCode: performed.code, audit: action.audit }
    }
    case 'held':
      throw new Error(`The action ${action.name} waits, and was to end.`)
    case 'stopped': {
      const [errorCode, error] = interruption(action, performed.stop)
      return {
        status: 'CANCELLED',
        output: null,
        error: ctx.redactor.text(error),
        errorCode,
        audit: action.audit,
      }
    }
    default:
      return performed satisfies never
  }
}

/** An error as it is stored and shown: without secrets, within its limit. */
export function errorText(error: string, ctx: RunContext): string {
  const text = withEmptyMarks(ctx.redactor).text(cleanText(error))
  const limited = (whole: string) => limitResult(whole, maxErrorBytes(ctx)).output
  return limited(text) === text ? text : ctx.secrets.shorten(text, limited)
}

/** The error is what the model reads: what it would not be shown is not kept. */
function maxErrorBytes({ run }: RunContext): number {
  return Math.min(run.effectiveLimits.maxResultBytes.value, run.agent.definition.maxToolResultChars)
}

/** A call that must not happen twice may have taken effect before it was stopped (TAS-5). */
function interruption(
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

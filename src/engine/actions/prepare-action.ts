import type { Decision } from '../../domain/decide-call.ts'
import { type GateRow, isOfCall } from '../../domain/gate.ts'
import { copyJson } from '../../domain/json.ts'
import type { Call } from '../../domain/permission.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { metGate, readGiven, wasRefused } from '../gates/gate-outcome.ts'
import { closeGatesWithin } from '../gates/resolve-gate.ts'
import {
  actionStarted,
  type Denied,
  denied,
  type Failed,
  failed,
  interruption,
} from '../run/action-result.ts'
import { audited, canGoOn, gateOf, isAttached } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import type { RunCore, StepContext, StepCore, TargetContext } from '../run/run-context.ts'
import { Stop } from '../stop.ts'
import { isRecorded, recordAttempt } from './attempts.ts'
import { afterWait } from './call-steps.ts'
import {
  applyDecision,
  type Clearance,
  hold,
  holdForOutcome,
  holdForPermission,
  outcomeUnknown,
  withoutSteps,
} from './hold-action.ts'
import { isTakenRaw } from './perform-action.ts'
import {
  callOf,
  createPermits,
  denialKey,
  findSpecialist,
  type Permits,
  permittedNames,
} from './permission.ts'

/** A step whose actions are executed: with the rulings about them, and those of its gates that were decided. */
export interface ActionContext extends StepContext {
  readonly permits: Permits
  readonly decided: ReadonlyMap<string, GateRow>
}

/** Creates the context in which actions are executed: anew when one was held, as its gate was decided and rules may have changed. */
export async function actionContext(actions: readonly ActionRow[], ctx: StepContext): Promise<ActionContext> {
  const gateIds = actions.flatMap((action) => gateOf(action) ?? [])
  const decided = gateIds.length === 0 ? [] : await ctx.runs.gates.decided(gateIds)
  return { ...ctx, permits: createPermits(ctx), decided: new Map(decided.map((gate) => [gate.id, gate])) }
}

/** An action of which an attempt has begun, or that another agent makes the call for (TAS-3); else why it is not performed now. */
type Prepared =
  | { readonly kind: 'begun'; readonly action: ActionRow }
  | Specialist
  | Exclude<Clearance, { kind: 'go' }>

interface Specialist {
  readonly kind: 'specialist'
  readonly action: ActionRow
  readonly slug: string
}

/** The first phase of an action: it is cleared, and begun where it is. `onChanged` gets it as it begins. */
export async function prepareAction(
  action: ActionRow,
  onChanged: (begun: ActionRow) => void,
  ctx: ActionContext,
): Promise<Prepared> {
  const clearance = isDelegated(action) ? ({ kind: 'go', action } as const) : await clearAction(action, ctx)
  if (clearance.kind !== 'go') return clearance
  const { action: cleared } = clearance
  const { specialist } = cleared.audit
  if (specialist !== undefined) return { kind: 'specialist', action: cleared, slug: specialist }
  const isUnderWay = isAttached(cleared) || cleared.retryAt !== null || clearance.isContinued === true
  const begun = isUnderWay ? cleared : beginAttempt(cleared, ctx)
  // Its gate is not to be met again once it may have taken effect (ELICIT-1).
  if (clearance.isContinued && begun.effect === 'once' && !isResumable(begun, ctx))
    ctx.journal.write({ actions: [begun] })
  onChanged(begun)
  if (hasSideEffect(begun)) await ctx.journal.durable()
  return { kind: 'begun', action: begun }
}

/**
 * A call that was handed to a specialist stays with the specialist, even if a crash came before the specialist's run began: the agent
 * itself may not make the call.
 */
export function isDelegated(action: ActionRow): boolean {
  return isAttached(action) || (action.status === 'RUNNING' && action.audit.specialist !== undefined)
}

/**
 * Decides on one action before it is performed (TAS-1, TAS-3, TAS-5, JDG-4): by the gate that was decided about it, by the outcome of an
 * earlier attempt, by hook and policies. A question for a human is written here, as an open gate.
 */
async function clearAction(action: ActionRow, ctx: ActionContext): Promise<Clearance | Specialist> {
  const gateId = gateOf(action)
  if (gateId !== null) {
    const gate = ctx.decided.get(gateId)
    return gate ? afterDecision(action, gate, ctx) : { kind: 'held', action }
  }
  const refusal = refusalOfCall(action)
  if (refusal) return { kind: 'refused', action, result: refusal }
  if (action.status === 'RUNNING') return afterCrash(action, ctx)
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action: audited(action, { agent: ctx.run.agent.slug }) }
  const ruling = await rulingOn(action, call, ctx)
  const judged = judgedBy(ruling, action, ctx)
  return ruling.permission === 'DENY'
    ? afterDenial(judged, call, ruling, ctx)
    : whereNotDenied(judged, ruling, ctx)
}

/** A decision lets a call pass the check of today, and never past it. */
async function afterDecision(action: ActionRow, gate: GateRow, ctx: ActionContext): Promise<Clearance> {
  if (isOfCall(gate.kind)) return whereWaited(action, gate, ctx)
  const outcome = metGate(gate, ctx)
  if (!outcome) return { kind: 'held', action }
  const decided = applyDecision(action, gate, outcome, ctx.state)
  if (decided.kind !== 'go') return decided
  return permitAgain(decided.action, gate.kind === 'OUTCOME_UNKNOWN', ctx)
}

/** A call that waited continues where the policies of today permit it. The outcome of the wait is no permission. */
async function whereWaited(action: ActionRow, gate: GateRow, ctx: ActionContext): Promise<Clearance> {
  if (gate.status === 'OPEN') return { kind: 'held', action }
  ctx.trace.waited(gate)
  const answer = readGiven('answer', gate, ctx) ?? null
  // It was given, and nobody can read it any more: to say that none came would be false.
  if (gate.status === 'ANSWERED' && answer === null)
    return {
      kind: 'refused',
      action,
      result: failed('SECRET_LOST', { action: action.name, of: gate.kind === 'EVENT' ? 'EVENT' : 'ANSWER' }),
    }
  const continued = afterWait(action, gate, answer)
  if (!continued) {
    const result = denied('CALL_REJECTED', { target: action.target, note: gate.note })
    return { kind: 'refused', action, result }
  }
  // Beside the wait a step was running, and nobody knows its end.
  if (continued.effect === 'once' && !canGoOn(continued)) return afterCrash(continued, ctx)
  const cleared = await permitAgain(continued, false, ctx)
  return cleared.kind === 'go' ? { ...cleared, isContinued: true } : cleared
}

/**
 * Decides anew, with the policies of today, on a call that was cleared before: one that a human let continue, with their arguments or
 * its own, one that a crash cut off, and one that failed and is repeated unchanged (TAS-1). A human's approval is as good as the one that
 * is wanted now; a denial holds, unless it is the one that the human was asked about.
 */
export async function permitAgain(
  action: ActionRow,
  wasCutOff: boolean,
  ctx: ActionContext,
): Promise<Clearance> {
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action }
  const ruling = await rulingOn(action, call, ctx)
  if (ruling.permission === 'ALLOW' || isAnsweredByHuman(ruling, action)) return { kind: 'go', action }
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission === 'REQUIRE_APPROVAL') return whereNotDenied(judged, ruling, ctx)
  noteDenial(call, ctx)
  const denial = await denialOf(action, ruling, ctx)
  const isUnknown = wasCutOff && action.effect !== 'read'
  return {
    kind: 'refused',
    action: judged,
    result: isUnknown ? outcomeUnknown(action, ` ${denial.error}`) : denial,
  }
}

/** Whether the human who let the call continue had decided about this ruling. The check in code sees arguments: it denies others anew. */
function isAnsweredByHuman({ permission, rule, denials, isFinal }: Decision, { audit }: ActionRow): boolean {
  if (audit.gateStatus === undefined || isFinal) return false
  if (permission === 'REQUIRE_APPROVAL') return true
  if (audit.decision !== 'DENY') return false
  const overruled = [audit.rule, ...(audit.alsoDenied ?? [])]
  const isSameDenial = denials.every((denial) => overruled.includes(denial))
  return isSameDenial && (rule !== 'hook' || audit.isRevised !== true)
}

function rulingOn(action: ActionRow, call: Call, ctx: ActionContext): Promise<Decision> {
  const { permits, stepSignal: signal } = ctx
  const { parameters } = action
  const timeoutMs = action.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  return permits.permit({ ...call, parameters, signal, timeoutMs })
}

/**
 * Decides on a call that was planned anew after another failed (DAG-10): the decision about that one does not apply to it (TAS-1). A denial
 * is one more failure, after which the next plan is made.
 */
export async function clearReplanned(replanned: ActionRow, ctx: ActionContext): Promise<Clearance> {
  const action = withoutSteps(withoutDecision(replanned))
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action }
  const ruling = await rulingOn(action, call, ctx)
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission !== 'DENY') return whereNotDenied(judged, ruling, ctx)
  const denial = await denialOf(action, ruling, ctx)
  return { kind: 'refused', action: judged, result: { ...denial, kind: 'failed' } }
}

/** The ruling is in the audit, with the agent whose policy it is (TAS-2). */
function judgedBy(ruling: Decision, action: ActionRow, { run }: RunCore): ActionRow {
  const { permission, rule, ruleAgent, reason, denials } = ruling
  const { reason: _before, ruleAgent: _agent, alsoDenied: _others, ...audit } = action.audit
  const others = denials.filter((denial) => denial !== rule)
  const judged = {
    ...{ agent: run.agent.slug, decision: permission, rule },
    ...(ruleAgent !== null && { ruleAgent }),
    ...(reason && { reason }),
    ...(others.length > 0 && { alsoDenied: others }),
  }
  return { ...action, audit: { ...audit, ...judged } }
}

async function whereNotDenied(
  action: ActionRow,
  { permission, reason }: Decision,
  ctx: ActionContext,
): Promise<Exclude<Clearance, { kind: 'refused' }>> {
  const why = permission === 'REQUIRE_APPROVAL' ? (reason ?? '') : await reapprovalReason(action, ctx)
  // A call with invalid arguments would be refused anyway, so no gate opens for it.
  if (why === null || !(await areArgumentsValid(action, ctx))) return { kind: 'go', action }
  const words = `A call of "${action.target}" is to be approved. ${why}`
  return hold(action, 'ACTION_APPROVAL', words.trimEnd(), ctx)
}

/**
 * A replay does not perform on its own an action that a human did not approve in the replayed run (RUN-9); `null`: it was approved, or
 * needed no approval.
 */
async function reapprovalReason(
  { name }: ActionRow,
  { recording, step }: ActionContext,
): Promise<string | null> {
  const isRefused = recording?.tools === 'LIVE' && (await wasRefused(name, step.row.number, recording))
  return isRefused ? 'It was not approved as it stands in the run that this one replays.' : null
}

/** TAS-3: first the model reads the alternatives; then another agent makes the call; then a human decides. */
async function afterDenial(
  action: ActionRow,
  call: Call,
  ruling: Decision,
  ctx: ActionContext,
): Promise<Clearance | Specialist> {
  // Calls of one turn were made before the model could read of the first.
  if (ruling.isFinal || noteDenial(call, ctx) === ctx.step.row.number)
    return { kind: 'refused', action, result: await denialOf(action, ruling, ctx) }
  const slug = await findSpecialist(call, ctx.permits, ctx)
  if (slug !== null) return { kind: 'specialist', action: audited(action, { specialist: slug }), slug }
  return holdForPermission(action, 'nobody else may make the call', ctx)
}

/** Gives the step in which the call was denied first. */
function noteDenial(call: Call, { state, step }: ActionContext): number {
  const key = denialKey(call)
  const first = state.approvals.denials[key] ?? step.row.number
  state.approvals = { ...state.approvals, denials: { ...state.approvals.denials, [key]: first } }
  return first
}

async function denialOf({ target }: ActionRow, { reason }: Decision, ctx: ActionContext): Promise<Denied> {
  const permitted = await permittedNames(ctx.permits, ctx)
  return denied('PERMISSION_DENIED', { target, reason, permitted })
}

/** An attempt of an earlier owner that nobody knows the end of. */
async function afterCrash(action: ActionRow, ctx: ActionContext): Promise<Clearance> {
  if (action.type === 'TOOL') await closeGatesWithin(action.id, ctx)
  // Between two attempts nothing of it is running.
  if (action.retryAt !== null) return { kind: 'go', action }
  if (action.effect !== 'once' || isResumable(action, ctx)) return permitAgain(action, true, ctx)
  if (ctx.run.agent.definition.onUnknownOutcome === 'GATE') return holdForOutcome(action, ctx)
  return { kind: 'refused', action, result: outcomeUnknown(action) }
}

/** Whether a `once` call that was cut off may begin again: all that it does is in steps, and none of them was running (TAS-13). */
function isResumable(action: ActionRow, { tools }: TargetContext): boolean {
  if (action.type !== 'TOOL' || tools.find(action.target)?.isResumable !== true) return false
  return action.audit.steps === undefined || canGoOn(action)
}

/** LIM-6, LOOP-10: why an action is not executed at all. */
function refusalOfCall({ audit, target: tool }: ActionRow): Failed | null {
  if (audit.decision !== 'REFUSED') return null
  if (audit.truncated === true) return failed('CALL_TRUNCATED', { tool })
  const { identicalCalls = 0, cycle = { period: 1, round: identicalCalls } } = audit
  return failed('TOOL_REPEATED', { tool, period: cycle.period, count: cycle.round })
}

/** An action as it was before anybody decided about it. */
function withoutDecision(action: ActionRow): ActionRow {
  const { gate: _gate, gateStatus: _status, decidedBy: _by, ...rest } = action.audit
  const { note: _note, isRevised: _revised, ...audit } = rest
  return { ...action, audit }
}

/** Whether the arguments fit the schema of the tool: a call with others will be refused for that. */
async function areArgumentsValid(
  { type, target, parameters }: ActionRow,
  { tools }: TargetContext,
): Promise<boolean> {
  const tool = type === 'TOOL' ? tools.find(target) : null
  return tool === null || isTakenRaw(tool, parameters) || (await tool.check(copyJson(parameters))).ok
}

/** Begins the next attempt. One that was cut off, here or by the death of its process, is recorded with it. */
export function beginAttempt(action: ActionRow, ctx: StepCore): ActionRow {
  const { state } = ctx
  if (action.status !== 'RUNNING' || isRecorded(action, state)) return writeBeginning(action, ctx)
  const [errorCode, error] = interruption(action, new Stop('SHUTDOWN', 'Its process ended.'))
  const cutOff = recordAttempt(action, { status: 'CANCELLED', error, errorCode, at: null }, state)
  return writeBeginning(action, ctx, { attempts: [cutOff] })
}

/** Writes the beginning of an attempt, with the attempts before it. */
export function writeBeginning(
  action: ActionRow,
  ctx: StepCore,
  also: Pick<Entry, 'attempts' | 'events'> = {},
): ActionRow {
  const started = asBegun(action, ctx)
  const events = [...(also.events ?? []), actionStarted(started, ctx.step.row.number, ctx)]
  ctx.journal.write({ ...also, actions: [started], events })
  return started
}

export function asBegun(action: ActionRow, { clock }: RunCore): ActionRow {
  const { attempt, ...before } = action
  return {
    ...before,
    ...{ status: 'RUNNING', attempt: attempt + 1, retryAt: null, startedAt: new Date(clock.now()) },
  }
}

/** An effect must not begin unrecorded: `once` is not to happen twice, and an idempotency key is to stay with its arguments (TAS-5). */
export function hasSideEffect({ effect }: ActionRow): boolean {
  return effect === 'once' || effect === 'idempotent'
}

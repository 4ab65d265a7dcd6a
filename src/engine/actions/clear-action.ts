import { describe } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import type { Json } from '../../domain/json.ts'
import type { Call, Ruling } from '../../domain/permission.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { type GateOutcome, metGate, wasRefused } from '../gates/gate-outcome.ts'
import type { ActionResult } from '../run/action-result.ts'
import { audited, gateOf } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import type { RunState } from '../run/run-state.ts'
import { type ActionContext, type Clearance, hold, holdForOutcome, holdForPermission } from './clearance.ts'
import { areArgumentsValid, callOf, denialKey, findSpecialist, permittedNames } from './permission.ts'

/**
 * Decides on one action before it is performed (TAS-1, TAS-3, TAS-5, JDG-4): by the gate that was decided about it, by the outcome of an
 * earlier attempt, by hook and policies. A question for a human is written here, as an open gate.
 */
export async function clearAction(action: ActionRow, ctx: ActionContext): Promise<Clearance> {
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
  return ruled(action, call, await rulingOn(action, call, ctx), ctx)
}

/** A decision lets a call pass the check of today, and never past it. */
async function afterDecision(action: ActionRow, gate: GateRow, ctx: ActionContext): Promise<Clearance> {
  const outcome = metGate(gate, ctx)
  if (!outcome) return { kind: 'held', action }
  const decided = afterGate(action, gate, outcome, ctx)
  if (decided.kind !== 'go') return decided
  return permitAgain(decided.action, gate.kind === 'OUTCOME_UNKNOWN', ctx)
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
): Promise<Exclude<Clearance, { kind: 'specialist' }>> {
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action }
  const ruling = await rulingOn(action, call, ctx)
  if (ruling.permission === 'ALLOW' || isAnsweredByHuman(ruling, action)) return { kind: 'go', action }
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission === 'REQUIRE_APPROVAL') return whereNotDenied(judged, ruling, ctx)
  noteDenial(call, ctx)
  const error = await denialOf(action, ruling.reason, ctx)
  if (!wasCutOff || action.effect === 'read')
    return {
      kind: 'refused',
      action: judged,
      result: { kind: 'denied', code: 'PERMISSION_DENIED', error },
    }
  const unknown = outcomeUnknown(action)
  return { kind: 'refused', action: judged, result: { ...unknown, error: `${unknown.error} ${error}` } }
}

/** Whether the human who let the call continue had decided about this ruling. The check in code sees arguments: it denies others anew. */
function isAnsweredByHuman({ permission, rule }: Ruling, { audit }: ActionRow): boolean {
  if (audit.gateStatus === undefined) return false
  if (permission === 'REQUIRE_APPROVAL') return true
  const isSameDenial = audit.decision === 'DENY' && audit.rule === rule
  return isSameDenial && (rule !== 'hook' || audit.isRevised !== true)
}

function rulingOn(action: ActionRow, call: Call, ctx: ActionContext): Promise<Ruling> {
  const { permits, stepSignal: signal } = ctx
  const { parameters } = action
  const timeoutMs = action.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  return permits.permit({ ...call, parameters, signal, timeoutMs })
}

/**
 * Decides on a call that was planned anew after another failed (DAG-10): the decision about that one does not apply to it (TAS-1). A denial
 * is one more failure, after which the next plan is made.
 */
export async function clearReplanned(
  replanned: ActionRow,
  ctx: ActionContext,
): Promise<Exclude<Clearance, { kind: 'specialist' }>> {
  const action = withoutDecision(replanned)
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action }
  const ruling = await rulingOn(action, call, ctx)
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission !== 'DENY') return whereNotDenied(judged, ruling, ctx)
  const error = await denialOf(action, ruling.reason, ctx)
  return { kind: 'refused', action: judged, result: { kind: 'failed', code: 'PERMISSION_DENIED', error } }
}

async function ruled(action: ActionRow, call: Call, ruling: Ruling, ctx: ActionContext): Promise<Clearance> {
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission === 'DENY') return denied(judged, call, ruling.reason, ctx)
  return whereNotDenied(judged, ruling, ctx)
}

/** The ruling is in the audit (TAS-2). */
function judgedBy({ permission, rule, reason }: Ruling, action: ActionRow, { run }: RunContext): ActionRow {
  const { reason: _before, ...audit } = action.audit
  const judged = { agent: run.agent.slug, decision: permission, rule, ...(reason && { reason }) }
  return { ...action, audit: { ...audit, ...judged } }
}

async function whereNotDenied(
  action: ActionRow,
  { permission, reason }: Ruling,
  ctx: ActionContext,
): Promise<Clearance & { readonly kind: 'go' | 'held' }> {
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
  const stepNumber = step.row.number
  const isRefused = recording?.tools === 'LIVE' && (await wasRefused(name, stepNumber, recording))
  return isRefused ? 'It was not approved as it stands in the run that this one replays.' : null
}

/** TAS-3: first the model reads the alternatives; then another agent makes the call; then a human decides. */
async function denied(
  action: ActionRow,
  call: Call,
  reason: string | null,
  ctx: ActionContext,
): Promise<Clearance> {
  // Calls of one turn were made before the model could read of the first.
  if (noteDenial(call, ctx) === ctx.step.row.number) {
    const error = await denialOf(action, reason, ctx)
    return { kind: 'refused', action, result: { kind: 'denied', code: 'PERMISSION_DENIED', error } }
  }
  const specialist = await findSpecialist(call, ctx.permits, ctx)
  if (specialist !== null)
    return { kind: 'specialist', action: audited(action, { specialist }), slug: specialist }
  return holdForPermission(action, 'nobody else may make the call', ctx)
}

/** Gives the step in which the call was denied first. */
function noteDenial(call: Call, ctx: ActionContext): number {
  const { state, step } = ctx
  const stepNumber = step.row.number
  const key = denialKey(call)
  const first = state.approvals.denials[key] ?? stepNumber
  state.approvals = { ...state.approvals, denials: { ...state.approvals.denials, [key]: first } }
  return first
}

async function denialOf({ target }: ActionRow, reason: string | null, ctx: ActionContext): Promise<string> {
  const { permits } = ctx
  return describe('PERMISSION_DENIED', { target, reason, permitted: await permittedNames(permits, ctx) })
}

/** An attempt of an earlier owner that nobody knows the end of. */
async function afterCrash(action: ActionRow, ctx: ActionContext): Promise<Clearance> {
  // Between two attempts nothing of it is running.
  if (action.retryAt !== null) return { kind: 'go', action }
  if (action.effect !== 'once') return permitAgain(action, true, ctx)
  if (ctx.run.agent.definition.onUnknownOutcome === 'GATE') return holdForOutcome(action, ctx)
  return { kind: 'refused', action, result: outcomeUnknown(action) }
}

/** LIM-6, LOOP-10: why an action is not executed at all. */
function refusalOfCall({ audit, target }: ActionRow): (ActionResult & { readonly kind: 'failed' }) | null {
  if (audit.decision !== 'REFUSED') return null
  if (audit.truncated === true)
    return { kind: 'failed', code: 'CALL_TRUNCATED', error: describe('CALL_TRUNCATED', { tool: target }) }
  const { identicalCalls = 0, cycle = { period: 1, round: identicalCalls } } = audit
  return {
    kind: 'failed',
    code: 'TOOL_REPEATED',
    error: describe('TOOL_REPEATED', { tool: target, period: cycle.period, count: cycle.round }),
  }
}

/** Applies a person's decision to this action only. */
function afterGate(action: ActionRow, gate: GateRow, outcome: GateOutcome, ctx: ActionContext): Clearance {
  const passed = withoutGate(action, gate, outcome.note)
  if (outcome.kind === 'proceed') {
    const { revised } = outcome
    if (revised === undefined) return { kind: 'go', action: passed }
    const changed = withArguments(passed, revised)
    // Another call than the one that may have been made: a key stays with its arguments.
    const isOther = gate.kind === 'OUTCOME_UNKNOWN'
    return { kind: 'go', action: isOther ? audited(changed, { keyedBy: gate.id }) : changed }
  }
  if (outcome.kind === 'revision-requested') return sentBack(passed, gate, outcome.note)
  if (gate.kind === 'OUTCOME_UNKNOWN')
    return { kind: 'refused', action: passed, result: outcomeUnknown(action) }
  // Nothing waits for a fired action: it ends, and its run continues (DAG-4).
  if (gate.kind === 'PERMISSION' && action.mode !== 'FIRE_AND_FORGET') block(action, outcome, ctx.state)
  const { target } = action
  const { isExpired, note } = outcome
  const result = isExpired
    ? ({ kind: 'denied', code: 'CALL_EXPIRED', error: describe('CALL_EXPIRED', { target }) } as const)
    : ({ kind: 'denied', code: 'CALL_REJECTED', error: describe('CALL_REJECTED', { target, note }) } as const)
  return { kind: 'refused', action: passed, result }
}

/** The call is not made as it stands; the model reads how it should be. */
function sentBack(action: ActionRow, { kind }: GateRow, note: string): Clearance {
  const { target } = action
  if (kind === 'OUTCOME_UNKNOWN') {
    const unknown = outcomeUnknown(action)
    return {
      kind: 'refused',
      action,
      result: { ...unknown, error: `${unknown.error} A human says: ${note}` },
    }
  }
  const error = describe('CALL_REVISION_REQUESTED', { target, note })
  return { kind: 'refused', action, result: { kind: 'denied', code: 'CALL_REVISION_REQUESTED', error } }
}

/** Blocks a call that the run depends on and that the last authority has refused (TAS-3). */
function block(
  { target }: ActionRow,
  { isExpired, note }: GateOutcome & { kind: 'refused' },
  state: RunState,
): void {
  const fault = isExpired
    ? ({
        reason: 'TIMEOUT',
        code: 'GATE_EXPIRED',
        error: describe('GATE_EXPIRED', { reason: `It needs "${target}".` }),
      } as const)
    : ({
        reason: 'PERMISSION_BLOCKED',
        code: 'PERMISSION_BLOCKED',
        error: describe('PERMISSION_BLOCKED', { target, note }),
      } as const)
  state.fault = fault
}

/** Replaces the arguments as a whole; nothing of the old ones is kept. */
function withArguments(action: ActionRow, parameters: Json): ActionRow {
  return audited({ ...action, parameters }, { isRevised: true })
}

/** An action as it was before anybody decided about it. */
function withoutDecision(action: ActionRow): ActionRow {
  const {
    gate: _gate,
    gateStatus: _status,
    decidedBy: _by,
    note: _note,
    isRevised: _revised,
    ...audit
  } = action.audit
  return { ...action, audit }
}

/** The gate no longer holds the action and becomes part of its audit (TAS-2). */
function withoutGate(action: ActionRow, gate: GateRow, note: string | null): ActionRow {
  const { gateId, ...audit } = action.audit
  const decided = {
    ...audit,
    gate: gateId ?? gate.id,
    gateStatus: gate.status,
    decidedBy: gate.resolvedBy,
    ...(note !== null && { note }),
  }
  // A proposal that waited is not waited for any more.
  return { ...action, retryAt: null, audit: decided }
}

function outcomeUnknown({ target }: ActionRow): ActionResult & { readonly kind: 'failed' } {
  return { kind: 'failed', code: 'OUTCOME_UNKNOWN', error: describe('OUTCOME_UNKNOWN', { tool: target }) }
}

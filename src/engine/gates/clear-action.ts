import { describe } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { Call, Ruling } from '../../domain/permission.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { Performed } from '../performed.ts'
import type { RunContext } from '../run-context.ts'
import { afterGate, outcomeUnknown, withoutDecision } from './after-gate.ts'
import { areArgumentsValid, callOf, denialKey, permittedNames } from './call-of.ts'
import { gateOutcome } from './gate-outcome.ts'
import { gateOf } from './held.ts'
import { hold, holdForOutcome, holdForPermission } from './hold.ts'
import { audited, type Clearance, type Pass } from './pass.ts'
import { wasRefused } from './recorded-gates.ts'
import { findSpecialist } from './specialist.ts'

/**
 * Decides on one action before it is performed (TAS-1, TAS-3, TAS-5, JDG-4): by the gate that was decided about it, by what is
 * known of an earlier attempt, by hook and policies. What is to be asked of a human is written here, as an open gate.
 */
export async function clearAction(action: ActionRow, pass: Pass, ctx: RunContext): Promise<Clearance> {
  const gateId = gateOf(action)
  if (gateId !== null) {
    const gate = pass.decided.get(gateId)
    return gate ? afterDecision(action, gate, pass, ctx) : { kind: 'held', action }
  }
  const refusal = refusalOfCall(action)
  if (refusal) return { kind: 'refused', action, performed: refusal }
  if (action.status === 'RUNNING') return afterCrash(action, pass, ctx)
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action: audited(action, { agent: ctx.run.agent.slug }) }
  return ruled(action, call, await rulingOn(action, call, pass, ctx), pass, ctx)
}

/** A decision lets a call pass the check of today, and never past it. */
async function afterDecision(
  action: ActionRow,
  gate: GateRow,
  pass: Pass,
  ctx: RunContext,
): Promise<Clearance> {
  const outcome = gateOutcome(gate, ctx)
  if (!outcome) return { kind: 'held', action }
  const decided = afterGate(action, gate, outcome, pass)
  if (decided.kind !== 'go') return decided
  return permitAgain(decided.action, gate.kind === 'OUTCOME_UNKNOWN', pass, ctx)
}

/**
 * Decides anew, with the policies of today, on a call that was cleared before: one that a human let go on, with their arguments or
 * its own, and one that a crash cut off (TAS-1). A human's approval is as good as the one that is wanted now; a denial holds, unless
 * it is the one that the human was asked about.
 */
async function permitAgain(
  action: ActionRow,
  wasCutOff: boolean,
  pass: Pass,
  ctx: RunContext,
): Promise<Clearance> {
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action }
  const ruling = await rulingOn(action, call, pass, ctx)
  if (ruling.permission === 'ALLOW' || isAnsweredByHuman(ruling, action)) return { kind: 'go', action }
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission === 'REQUIRE_APPROVAL') return whereNotDenied(judged, ruling, pass, ctx)
  noteDenial(call, pass)
  const error = await denialOf(action, ruling.reason, pass, ctx)
  if (!wasCutOff || action.effect === 'read')
    return {
      kind: 'refused',
      action: judged,
      performed: { kind: 'denied', code: 'PERMISSION_DENIED', error },
    }
  const unknown = outcomeUnknown(action)
  return { kind: 'refused', action: judged, performed: { ...unknown, error: `${unknown.error} ${error}` } }
}

/** Whether the human who let the call go on had decided about this ruling. The check in code sees arguments: it denies others anew. */
function isAnsweredByHuman({ permission, rule }: Ruling, { audit }: ActionRow): boolean {
  const { gateStatus, isRevised, ...before } = isJsonObject(audit) ? audit : {}
  if (typeof gateStatus !== 'string') return false
  if (permission === 'REQUIRE_APPROVAL') return true
  const isSameDenial = before.decision === 'DENY' && before.rule === rule
  return isSameDenial && (rule !== 'hook' || isRevised !== true)
}

function rulingOn(
  action: ActionRow,
  call: Call,
  { permits, signal }: Pass,
  ctx: RunContext,
): Promise<Ruling> {
  const { parameters } = action
  const timeoutMs = action.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  return permits.permit({ ...call, parameters, signal, timeoutMs })
}

/**
 * Decides on a call that was planned anew after another failed (DAG-10): what was decided about that one says nothing about it
 * (TAS-1). A denial is one more failure, which the next plan is made after.
 */
export async function clearReplanned(
  replanned: ActionRow,
  pass: Pass,
  ctx: RunContext,
): Promise<Exclude<Clearance, { kind: 'specialist' }>> {
  const action = withoutDecision(replanned)
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action }
  const ruling = await rulingOn(action, call, pass, ctx)
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission !== 'DENY') return whereNotDenied(judged, ruling, pass, ctx)
  const error = await denialOf(action, ruling.reason, pass, ctx)
  return { kind: 'refused', action: judged, performed: { kind: 'failed', code: 'PERMISSION_DENIED', error } }
}

async function ruled(
  action: ActionRow,
  call: Call,
  ruling: Ruling,
  pass: Pass,
  ctx: RunContext,
): Promise<Clearance> {
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission === 'DENY') return denied(judged, call, ruling.reason, pass, ctx)
  return whereNotDenied(judged, ruling, pass, ctx)
}

/** The ruling stands in the audit (TAS-2). */
function judgedBy({ permission, rule, reason }: Ruling, action: ActionRow, { run }: RunContext): ActionRow {
  const { reason: _before, ...audit } = isJsonObject(action.audit) ? action.audit : {}
  const judged = { agent: run.agent.slug, decision: permission, rule, ...(reason && { reason }) }
  return { ...action, audit: { ...audit, ...judged } }
}

async function whereNotDenied(
  action: ActionRow,
  { permission, reason }: Ruling,
  pass: Pass,
  ctx: RunContext,
): Promise<Clearance & { readonly kind: 'go' | 'held' }> {
  const why = permission === 'REQUIRE_APPROVAL' ? (reason ?? '') : await whyAskedAgain(action, pass, ctx)
  // What would be refused for its arguments is not put before a human.
  if (why === null || !(await areArgumentsValid(action, ctx))) return { kind: 'go', action }
  const words = `A call of "${action.target}" is to be approved. ${why}`
  return hold(action, 'ACTION_APPROVAL', words.trimEnd(), pass, ctx)
}

/** A replay does not do by itself what a human did not approve in the run that it replays (RUN-9); `null`: they did, or nobody asked. */
async function whyAskedAgain(
  { name }: ActionRow,
  { stepNumber }: Pass,
  { recording }: RunContext,
): Promise<string | null> {
  const isRefused = recording?.tools === 'LIVE' && (await wasRefused(name, stepNumber, recording))
  return isRefused ? 'It was not approved as it stands in the run that this one replays.' : null
}

/** TAS-3: first the alternatives are told; then another agent makes the call; then a human decides. */
async function denied(
  action: ActionRow,
  call: Call,
  reason: string | null,
  pass: Pass,
  ctx: RunContext,
): Promise<Clearance> {
  // Calls of one turn were made before the model could read of the first.
  if (noteDenial(call, pass) === pass.stepNumber) {
    const error = await denialOf(action, reason, pass, ctx)
    return { kind: 'refused', action, performed: { kind: 'denied', code: 'PERMISSION_DENIED', error } }
  }
  const specialist = await findSpecialist(call, pass.permits, ctx)
  if (specialist !== null)
    return { kind: 'specialist', action: audited(action, { specialist }), slug: specialist }
  return holdForPermission(action, 'nobody else may make the call', pass, ctx)
}

/** Gives the step in which the call was denied first. */
function noteDenial(call: Call, { state, stepNumber }: Pass): number {
  const key = denialKey(call)
  const first = state.humans.denials[key] ?? stepNumber
  state.humans = { ...state.humans, denials: { ...state.humans.denials, [key]: first } }
  return first
}

async function denialOf(
  { target }: ActionRow,
  reason: string | null,
  { permits }: Pass,
  ctx: RunContext,
): Promise<string> {
  return describe('PERMISSION_DENIED', { target, reason, permitted: await permittedNames(permits, ctx) })
}

/** An attempt of an earlier owner that nobody knows the end of. */
async function afterCrash(action: ActionRow, pass: Pass, ctx: RunContext): Promise<Clearance> {
  // Between two attempts nothing of it is under way.
  if (action.retryAt !== null) return { kind: 'go', action }
  if (action.effect !== 'once') return permitAgain(action, true, pass, ctx)
  if (ctx.run.agent.definition.onUnknownOutcome === 'ASK') return holdForOutcome(action, pass, ctx)
  return { kind: 'refused', action, performed: outcomeUnknown(action) }
}

/** LIM-6, LOOP-10: why an action is not executed at all. */
function refusalOfCall({ audit, target }: ActionRow): (Performed & { readonly kind: 'failed' }) | null {
  if (!isJsonObject(audit) || audit.decision !== 'REFUSED') return null
  if (audit.truncated === true)
    return { kind: 'failed', code: 'CALL_TRUNCATED', error: describe('CALL_TRUNCATED', { tool: target }) }
  const { identicalCalls, cycle } = audit
  const { period, round } = isJsonObject(cycle) ? cycle : { period: 1, round: identicalCalls }
  return {
    kind: 'failed',
    code: 'TOOL_REPEATED',
    error: describe('TOOL_REPEATED', { tool: target, period: Number(period), count: Number(round) }),
  }
}

import { describe } from '../../domain/errors.ts'
import type { CallGateKind, GateRow } from '../../domain/gate.ts'
import type { Call, Ruling } from '../../domain/permission.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { type GateOutcome, metGate, wasRefused } from '../gates/gate-outcome.ts'
import { gateOpened, openGate } from '../gates/open-gate.ts'
import { type Denied, denied, type Failed, failed } from '../run/action-result.ts'
import { audited, gateOf } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { RunContext, StepContext } from '../run/run-context.ts'
import type { RunState } from '../run/run-state.ts'
import {
  areArgumentsValid,
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

/** Whether an action is performed now, and how. */
type Clearance =
  | Permission
  /** Another agent makes the call for it (TAS-3). */
  | { readonly kind: 'specialist'; readonly action: ActionRow; readonly slug: string }

type Permission =
  | { readonly kind: 'go'; readonly action: ActionRow }
  | { readonly kind: 'refused'; readonly action: ActionRow; readonly result: Denied | Failed }
  | HeldUp

/** A gate holds it up. */
interface HeldUp {
  readonly kind: 'held'
  readonly action: ActionRow
}

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
  const ruling = await rulingOn(action, call, ctx)
  const judged = judgedBy(ruling, action, ctx)
  return ruling.permission === 'DENY'
    ? afterDenial(judged, call, ruling, ctx)
    : whereNotDenied(judged, ruling, ctx)
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
): Promise<Permission> {
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
export async function clearReplanned(replanned: ActionRow, ctx: ActionContext): Promise<Permission> {
  const action = withoutDecision(replanned)
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action }
  const ruling = await rulingOn(action, call, ctx)
  const judged = judgedBy(ruling, action, ctx)
  if (ruling.permission !== 'DENY') return whereNotDenied(judged, ruling, ctx)
  const denial = await denialOf(action, ruling, ctx)
  return { kind: 'refused', action: judged, result: { ...denial, kind: 'failed' } }
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
): Promise<Extract<Permission, { kind: 'go' | 'held' }>> {
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
  ruling: Ruling,
  ctx: ActionContext,
): Promise<Clearance> {
  // Calls of one turn were made before the model could read of the first.
  if (noteDenial(call, ctx) === ctx.step.row.number)
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

async function denialOf({ target }: ActionRow, { reason }: Ruling, ctx: ActionContext): Promise<Denied> {
  const permitted = await permittedNames(ctx.permits, ctx)
  return denied('PERMISSION_DENIED', { target, reason, permitted })
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
function refusalOfCall({ audit, target: tool }: ActionRow): Failed | null {
  if (audit.decision !== 'REFUSED') return null
  if (audit.truncated === true) return failed('CALL_TRUNCATED', { tool })
  const { identicalCalls = 0, cycle = { period: 1, round: identicalCalls } } = audit
  return failed('TOOL_REPEATED', { tool, period: cycle.period, count: cycle.round })
}

/** Applies a person's decision to this action only. */
function afterGate(action: ActionRow, gate: GateRow, outcome: GateOutcome, ctx: ActionContext): Permission {
  const passed = withoutGate(action, gate, outcome.note)
  const isUnknown = gate.kind === 'OUTCOME_UNKNOWN'
  const { target } = action
  switch (outcome.kind) {
    case 'proceed': {
      const { revised } = outcome
      if (revised === undefined) return { kind: 'go', action: passed }
      // Nothing of the old arguments is kept. It is another call than one that may have been made: a key stays with its arguments.
      const audit = { isRevised: true, ...(isUnknown && { keyedBy: gate.id }) }
      return { kind: 'go', action: audited({ ...passed, parameters: revised }, audit) }
    }
    // The call is not made as it stands; the model reads how it should be.
    case 'revision-requested': {
      const { note } = outcome
      const result = isUnknown
        ? outcomeUnknown(action, ` A human says: ${note}`)
        : denied('CALL_REVISION_REQUESTED', { target, note })
      return { kind: 'refused', action: passed, result }
    }
    case 'refused': {
      if (isUnknown) return { kind: 'refused', action: passed, result: outcomeUnknown(action) }
      // Nothing waits for a fired action: it ends, and its run continues (DAG-4).
      if (gate.kind === 'PERMISSION' && action.mode !== 'FIRE_AND_FORGET') block(action, outcome, ctx.state)
      const { isExpired, note } = outcome
      const result = isExpired
        ? denied('CALL_EXPIRED', { target })
        : denied('CALL_REJECTED', { target, note })
      return { kind: 'refused', action: passed, result }
    }
    default:
      return outcome satisfies never
  }
}

/** Blocks a call that the run depends on and that the last authority has refused (TAS-3). */
function block(
  { target }: ActionRow,
  { isExpired, note }: GateOutcome & { kind: 'refused' },
  state: RunState,
): void {
  const needed = { reason: `It needs "${target}".` }
  const code = 'PERMISSION_BLOCKED'
  state.fault = isExpired
    ? { reason: 'TIMEOUT', code: 'GATE_EXPIRED', error: describe('GATE_EXPIRED', needed) }
    : { reason: code, code, error: describe(code, { target, note }) }
}

/** An action as it was before anybody decided about it. */
function withoutDecision(action: ActionRow): ActionRow {
  const { gate: _gate, gateStatus: _status, decidedBy: _by, ...rest } = action.audit
  const { note: _note, isRevised: _revised, ...audit } = rest
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

function outcomeUnknown({ target }: ActionRow, more = ''): Failed {
  const unknown = failed('OUTCOME_UNKNOWN', { tool: target })
  return { ...unknown, error: unknown.error + more }
}

/** The last resort: a human. Also where the specialist could not do it. */
export function holdForPermission(action: ActionRow, why: string, ctx: ActionContext): HeldUp {
  const { reason } = action.audit
  const because = reason !== undefined ? ` (${reason.replace(/\.$/, '')})` : ''
  const words = `"${action.target}" is not permitted${because}, and ${why.replace(/\.$/, '')}.`
  return hold(action, 'PERMISSION', words, ctx)
}

/** Asks a human whether a call that was cut off is to be made again (TAS-5). */
export function holdForOutcome(action: ActionRow, ctx: ActionContext): HeldUp {
  const reason = `The call of "${action.target}" was cut off. Whether it took effect is unknown: is it to be made again?`
  return hold(action, 'OUTCOME_UNKNOWN', reason, ctx)
}

/** Opens a gate about the action; it is durable before the run waits. */
function hold(action: ActionRow, kind: CallGateKind, reason: string, ctx: ActionContext): HeldUp {
  const { state, step, journal } = ctx
  const stepNumber = step.row.number
  const { target, type, parameters, stepId, id: actionId, name } = action
  const context = { kind, stepNumber, action: name, type, target, arguments: parameters }
  const gate = openGate({ kind, reason, stepId, actionId, context }, ctx)
  const held = audited(action, { gateId: gate.id })
  state.approvals = { ...state.approvals, gatesOpened: state.approvals.gatesOpened + 1 }
  const events = [gateOpened(gate, stepNumber)]
  journal.write({ actions: [held], gates: [gate], ...rememberedWith(action, state), events })
  return { kind: 'held', action: held }
}

/**
 * Part of the run's state that a decision changes, to be committed together with the changed action. FIRE_AND_FORGET actions are excluded:
 * their entries are committed later and would overwrite newer state (DAG-4).
 */
export function rememberedWith({ mode }: ActionRow, state: RunState): Pick<Entry, 'run'> {
  return mode === 'FIRE_AND_FORGET' ? {} : { run: { loopState: toLoopState(state) } }
}

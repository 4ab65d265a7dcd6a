import { describe } from '../../domain/errors.ts'
import type { GateKind, GateRow } from '../../domain/gate.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Call, Ruling } from '../../domain/permission.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { Entry } from '../journal.ts'
import { gateOpened, openGate } from '../open-gate.ts'
import type { Performed } from '../performed.ts'
import { createPermits, type Permits } from '../permission.ts'
import type { RunContext } from '../run-context.ts'
import { type OpenStep, type RunState, toLoopState } from '../run-state.ts'
import { areArgumentsValid, callOf, denialKey, permittedNames } from './call-of.ts'
import { type GateOutcome, gateOutcome } from './gate-outcome.ts'
import { gateOf } from './held.ts'
import { findSpecialist } from './specialist.ts'

/** What one pass over a step decides with: the rulings, and those of its gates that were decided. */
export interface Pass {
  readonly permits: Permits
  readonly decided: ReadonlyMap<string, GateRow>
  readonly stepNumber: number
  readonly state: RunState
  /** Aborted when what runs is to stop. */
  readonly signal: AbortSignal
}

/** What a pass over the step begins with. */
export async function createPass(
  step: OpenStep,
  state: RunState,
  signal: AbortSignal,
  ctx: RunContext,
): Promise<Pass> {
  const gateIds = (step.actions ?? []).flatMap((action) => gateOf(action) ?? [])
  const decided = await ctx.runs.gates.decided(gateIds)
  return {
    permits: createPermits(ctx),
    decided: new Map(decided.map((gate) => [gate.id, gate])),
    stepNumber: step.row.number,
    state,
    signal,
  }
}

/** Whether an action is performed now, and how. */
export type Clearance =
  | { readonly kind: 'go'; readonly action: ActionRow }
  /** Another agent makes the call for it (TAS-3). */
  | { readonly kind: 'specialist'; readonly action: ActionRow; readonly slug: string }
  | {
      readonly kind: 'refused'
      readonly action: ActionRow
      readonly performed: Extract<Performed, { kind: 'denied' | 'failed' }>
    }
  /** A gate holds it up. */
  | { readonly kind: 'held'; readonly action: ActionRow }

/**
 * Decides on one action before it is performed (TAS-1, TAS-3, TAS-5, JDG-4): by the gate that was decided about it, by what is
 * known of an earlier attempt, by hook and policies. What is to be asked of a human is written here, as an open gate.
 */
export async function clearAction(action: ActionRow, pass: Pass, ctx: RunContext): Promise<Clearance> {
  const gateId = gateOf(action)
  if (gateId !== null) {
    const gate = pass.decided.get(gateId)
    const outcome = gate ? gateOutcome(gate, ctx) : null
    return gate && outcome ? afterGate(action, gate, outcome, pass) : { kind: 'held', action }
  }
  const repeated = refusalOfRepeat(action)
  if (repeated) return { kind: 'refused', action, performed: repeated }
  if (action.status === 'RUNNING') return afterCrash(action, pass, ctx)
  const call = callOf(action, ctx)
  if (!call) return { kind: 'go', action: audited(action, { agent: ctx.run.agent.slug }) }
  return ruled(action, call, await rulingOn(action, call, pass, ctx), pass, ctx)
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
  action: ActionRow,
  pass: Pass,
  ctx: RunContext,
): Promise<Exclude<Clearance, { kind: 'specialist' }>> {
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
  return audited(action, { agent: run.agent.slug, decision: permission, rule, ...(reason && { reason }) })
}

async function whereNotDenied(
  action: ActionRow,
  { permission, reason }: Ruling,
  pass: Pass,
  ctx: RunContext,
): Promise<Clearance & { readonly kind: 'go' | 'held' }> {
  // What would be refused for its arguments is not put before a human.
  const isAsked = permission === 'REQUIRE_APPROVAL' && (await areArgumentsValid(action, ctx))
  if (!isAsked) return { kind: 'go', action }
  return hold(action, 'ACTION_APPROVAL', approvalReason(action, reason), pass, ctx)
}

function approvalReason({ target }: ActionRow, reason: string | null): string {
  return `A call of "${target}" is to be approved.${reason === null ? '' : ` ${reason}`}`
}

/** TAS-3: first the alternatives are told; then another agent makes the call; then a human decides. */
async function denied(
  action: ActionRow,
  call: Call,
  reason: string | null,
  pass: Pass,
  ctx: RunContext,
): Promise<Clearance> {
  const { state } = pass
  const key = denialKey(call)
  const { stepNumber } = pass
  const first = state.humans.denials[key] ?? stepNumber
  state.humans = { ...state.humans, denials: { ...state.humans.denials, [key]: first } }
  // Calls of one turn were made before the model could read of the first.
  if (first === stepNumber) {
    const error = await denialOf(action, reason, pass, ctx)
    return { kind: 'refused', action, performed: { kind: 'denied', code: 'PERMISSION_DENIED', error } }
  }
  const specialist = await findSpecialist(call, pass.permits, ctx)
  if (specialist !== null)
    return { kind: 'specialist', action: audited(action, { specialist }), slug: specialist }
  return holdForPermission(action, 'nobody else may make the call', pass, ctx)
}

async function denialOf(
  { target }: ActionRow,
  reason: string | null,
  { permits }: Pass,
  ctx: RunContext,
): Promise<string> {
  return describe('PERMISSION_DENIED', { target, reason, permitted: await permittedNames(permits, ctx) })
}

/** The last way: a human. Also where the specialist could not do it. */
export function holdForPermission(
  action: ActionRow,
  why: string,
  pass: Pass,
  ctx: RunContext,
): Clearance & { readonly kind: 'held' } {
  const { reason } = isJsonObject(action.audit) ? action.audit : {}
  const because = typeof reason === 'string' ? ` (${reason.replace(/\.$/, '')})` : ''
  const words = `"${action.target}" is not permitted${because}, and ${why.replace(/\.$/, '')}.`
  return hold(action, 'PERMISSION', words, pass, ctx)
}

/** An attempt of an earlier owner that nobody knows the end of. */
function afterCrash(action: ActionRow, pass: Pass, ctx: RunContext): Clearance {
  if (action.effect !== 'once') return { kind: 'go', action }
  if (ctx.run.agent.definition.onUnknownOutcome === 'ASK') return holdForOutcome(action, pass, ctx)
  return { kind: 'refused', action, performed: outcomeUnknown(action) }
}

/** Asks a human whether a call that was cut off is to be made again (TAS-5). */
export function holdForOutcome(
  action: ActionRow,
  pass: Pass,
  ctx: RunContext,
): Clearance & { readonly kind: 'held' } {
  const reason = `The call of "${action.target}" was cut off. Whether it took effect is unknown: is it to be made again?`
  return hold(action, 'OUTCOME_UNKNOWN', reason, pass, ctx)
}

function outcomeUnknown({ target }: ActionRow): Performed & { readonly kind: 'failed' } {
  return { kind: 'failed', code: 'OUTCOME_UNKNOWN', error: describe('OUTCOME_UNKNOWN', { tool: target }) }
}

/** LIM-6: why an action is not executed at all. */
function refusalOfRepeat({ audit, target }: ActionRow): (Performed & { readonly kind: 'failed' }) | null {
  if (!isJsonObject(audit) || audit.decision !== 'REFUSED') return null
  const count = Number(audit.identicalCalls)
  return {
    kind: 'failed',
    code: 'TOOL_REPEATED',
    error: describe('TOOL_REPEATED', { tool: target, count }),
  }
}

/** What a human decided lands on this action and no other. */
function afterGate(action: ActionRow, gate: GateRow, outcome: GateOutcome, pass: Pass): Clearance {
  const passed = withoutGate(action, gate, outcome.note)
  if (outcome.kind === 'proceed') {
    const { revised } = outcome
    if (revised === undefined) return { kind: 'go', action: passed }
    const changed = withArguments(passed, revised)
    // Another call than the one that may have been made: a key stays with its arguments.
    const isOther = gate.kind === 'OUTCOME_UNKNOWN'
    return { kind: 'go', action: isOther ? audited(changed, { keyedBy: gate.id }) : changed }
  }
  if (outcome.kind === 'sent-back') return sentBack(passed, gate, outcome.note)
  if (gate.kind === 'OUTCOME_UNKNOWN')
    return { kind: 'refused', action: passed, performed: outcomeUnknown(action) }
  if (gate.kind === 'PERMISSION') block(action, outcome, pass.state)
  const { target } = action
  const { isExpired, note } = outcome
  const performed = isExpired
    ? ({ kind: 'denied', code: 'CALL_EXPIRED', error: describe('CALL_EXPIRED', { target }) } as const)
    : ({ kind: 'denied', code: 'CALL_REJECTED', error: describe('CALL_REJECTED', { target, note }) } as const)
  return { kind: 'refused', action: passed, performed }
}

/** The call is not made as it stands; the model reads how it should be. */
function sentBack(action: ActionRow, { kind }: GateRow, note: string): Clearance {
  const { target } = action
  if (kind === 'OUTCOME_UNKNOWN') {
    const unknown = outcomeUnknown(action)
    return {
      kind: 'refused',
      action,
      performed: { ...unknown, error: `${unknown.error} A human says: ${note}` },
    }
  }
  const error = describe('CALL_SENT_BACK', { target, note })
  return { kind: 'refused', action, performed: { kind: 'denied', code: 'CALL_SENT_BACK', error } }
}

/** What the run cannot do without was refused by the last who could permit it (TAS-3). */
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

/** Opens a gate about the action; it is durable before the run waits. */
function hold(
  action: ActionRow,
  kind: GateKind,
  reason: string,
  { stepNumber, state }: Pass,
  ctx: RunContext,
): Clearance & { readonly kind: 'held' } {
  const { target, type, parameters, stepId, id: actionId, name } = action
  const context = { kind, stepNumber, action: name, type, target, arguments: parameters }
  const gate = openGate({ kind, reason, stepId, actionId, context }, ctx)
  const held = audited(action, { gateId: gate.id })
  state.humans = { ...state.humans, gatesOpened: state.humans.gatesOpened + 1 }
  ctx.journal.write({
    actions: [held],
    gates: [gate],
    ...rememberedWith(action, state),
    events: [gateOpened(gate, stepNumber)],
  })
  return { kind: 'held', action: held }
}

/**
 * What the run must remember of a decision, to be durable with what it did to the action. Not of what is fired: its entries come
 * into the log when they come, and would put back what was remembered since (DAG-4).
 */
export function rememberedWith({ mode }: ActionRow, state: RunState): Pick<Entry, 'run'> {
  return mode === 'FIRE_AND_FORGET' ? {} : { run: { loopState: toLoopState(state) } }
}

/** What stands in the place of the arguments is whole: nothing of the old ones is needed any more. */
function withArguments(action: ActionRow, parameters: Json): ActionRow {
  const audit = isJsonObject(action.audit) ? action.audit : {}
  return { ...action, parameters, audit: { ...audit, isRevised: true } }
}

/** The gate moves from what holds the action up to what its audit tells (TAS-2). */
function withoutGate(action: ActionRow, gate: GateRow, note: string | null): ActionRow {
  const { gateId, ...audit } = isJsonObject(action.audit) ? action.audit : {}
  const told = {
    ...audit,
    gate: gateId ?? gate.id,
    gateStatus: gate.status,
    decidedBy: gate.resolvedBy,
    ...(note !== null && { note }),
  }
  return { ...action, audit: told }
}

export function audited(action: ActionRow, more: JsonObject): ActionRow {
  const audit: { readonly [key: string]: Json } = isJsonObject(action.audit) ? action.audit : {}
  return { ...action, audit: { ...audit, ...more } }
}

import { describe } from '../../domain/errors.ts'
import type { CallGateKind, GateRow } from '../../domain/gate.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { GateOutcome } from '../gates/gate-outcome.ts'
import { type GateSubject, gateOpened, openGate } from '../gates/open-gate.ts'
import { type Denied, denied, type Failed, failed } from '../run/action-result.ts'
import { audited } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { StepCore } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'

/** Whether an action is performed now, and where it is not, why. */
export type Clearance =
  /** `isContinued`: the attempt that waited continues, and no other begins (TAS-13). */
  | { readonly kind: 'go'; readonly action: ActionRow; readonly isContinued?: true }
  | { readonly kind: 'refused'; readonly action: ActionRow; readonly result: Denied | Failed }
  | HeldUp

/** A gate holds it up. */
interface HeldUp {
  readonly kind: 'held'
  readonly action: ActionRow
}

/** The last resort: a human. Also where the specialist could not do it. */
export function holdForPermission(action: ActionRow, why: string, ctx: StepCore): HeldUp {
  const { reason } = action.audit
  const because = reason !== undefined ? ` (${reason.replace(/\.$/, '')})` : ''
  const words = `"${action.target}" is not permitted${because}, and ${why.replace(/\.$/, '')}.`
  return hold(action, 'PERMISSION', words, ctx)
}

/** Asks a human whether a call that was cut off is to be made again (TAS-5). */
export function holdForOutcome(action: ActionRow, ctx: StepCore): HeldUp {
  const reason = `The call of "${action.target}" was cut off. Whether it took effect is unknown: is it to be made again?`
  return hold(action, 'OUTCOME_UNKNOWN', reason, ctx)
}

/** Opens a gate about the action; it is durable before the run waits. */
export function hold(action: ActionRow, kind: CallGateKind, reason: string, ctx: StepCore): HeldUp {
  const stepNumber = ctx.step.row.number
  const { target, type, parameters, stepId, id: actionId, name } = action
  const context = { kind, stepNumber, action: name, type, target, arguments: parameters }
  return holdAt(action, openGate({ kind, reason, stepId, actionId, context }, ctx), ctx)
}

/** A wait of a call, as its gate opens. */
export type WaitSubject = Omit<GateSubject, 'stepId' | 'actionId'>

/** The same where the call itself waits, for an answer, a time or an event (TAS-13). */
export function holdForWait(action: ActionRow, subject: WaitSubject, ctx: StepCore): HeldUp {
  return holdAt(action, openGate({ ...subject, stepId: action.stepId, actionId: action.id }, ctx), ctx)
}

function holdAt(action: ActionRow, gate: GateRow, ctx: StepCore): HeldUp {
  const held = audited(action, { gateId: gate.id })
  writeOpened(held, gate, { actions: [held] }, ctx)
  return { kind: 'held', action: held }
}

/** Opens a gate beside a call that goes on meanwhile (ELICIT-3). */
export function askBeside(action: ActionRow, subject: WaitSubject, ctx: StepCore): GateRow {
  const gate = openGate({ ...subject, stepId: action.stepId, actionId: action.id }, ctx)
  writeOpened(action, gate, {}, ctx)
  return gate
}

function writeOpened(
  action: ActionRow,
  gate: GateRow,
  also: Pick<Entry, 'actions'>,
  { state, step, journal }: StepCore,
): void {
  state.approvals = { ...state.approvals, gatesOpened: state.approvals.gatesOpened + 1 }
  const events = [gateOpened(gate, step.row.number)]
  journal.write({ ...also, gates: [gate], ...rememberedWith(action, state), events })
}

/** Applies a person's decision to this action only. */
export function applyDecision(
  action: ActionRow,
  gate: GateRow,
  outcome: GateOutcome,
  state: LiveRun,
): Clearance {
  const passed = withoutGate(action, gate, outcome.note)
  const isUnknown = gate.kind === 'OUTCOME_UNKNOWN'
  const { target } = action
  switch (outcome.kind) {
    case 'proceed': {
      const { revised } = outcome
      if (revised === undefined) return { kind: 'go', action: passed }
      // Nothing of the old arguments is kept. It is another call than one that may have been made: a key stays with its arguments.
      const audit = { isRevised: true, ...(isUnknown && { keyedBy: gate.id }) }
      return { kind: 'go', action: audited({ ...withoutSteps(passed), parameters: revised }, audit) }
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
      if (gate.kind === 'PERMISSION' && action.mode !== 'FIRE_AND_FORGET') block(action, outcome, state)
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
  state: LiveRun,
): void {
  const needed = { reason: `It needs "${target}".` }
  const code = 'PERMISSION_BLOCKED'
  state.fault = isExpired
    ? { reason: 'TIMEOUT', code: 'GATE_EXPIRED', error: describe('GATE_EXPIRED', needed) }
    : { reason: code, code, error: describe(code, { target, note }) }
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

/** What a call did with other arguments is nothing to it. */
export function withoutSteps(action: ActionRow): ActionRow {
  const { steps: _steps, ...audit } = action.audit
  return { ...action, audit }
}

export function outcomeUnknown({ target }: ActionRow, more = ''): Failed {
  const unknown = failed('OUTCOME_UNKNOWN', { tool: target })
  return { ...unknown, error: unknown.error + more }
}

/**
 * Part of the run's state that a decision changes, to be committed together with the changed action. FIRE_AND_FORGET actions are excluded:
 * their entries are committed later and would overwrite newer state (DAG-4).
 */
export function rememberedWith({ mode }: ActionRow, state: LiveRun): Pick<Entry, 'run'> {
  return mode === 'FIRE_AND_FORGET' ? {} : { run: { loopState: toLoopState(state) } }
}

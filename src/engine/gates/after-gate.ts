import { describe } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { Performed } from '../performed.ts'
import type { RunState } from '../run-state.ts'
import type { GateOutcome } from './gate-outcome.ts'
import { audited, type Clearance, type Pass } from './pass.ts'

/** What a human decided lands on this action and no other. */
export function afterGate(action: ActionRow, gate: GateRow, outcome: GateOutcome, pass: Pass): Clearance {
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
  // Nothing waits for what is fired: it ends, and its run goes on (DAG-4).
  if (gate.kind === 'PERMISSION' && action.mode !== 'FIRE_AND_FORGET') block(action, outcome, pass.state)
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

/** What stands in the place of the arguments is whole: nothing of the old ones is needed any more. */
function withArguments(action: ActionRow, parameters: Json): ActionRow {
  const audit = isJsonObject(action.audit) ? action.audit : {}
  return { ...action, parameters, audit: { ...audit, isRevised: true } }
}

/** An action as it was before anybody decided about it. */
export function withoutDecision(action: ActionRow): ActionRow {
  const {
    gate: _gate,
    gateStatus: _status,
    decidedBy: _by,
    note: _note,
    isRevised: _revised,
    ...audit
  } = isJsonObject(action.audit) ? action.audit : {}
  return { ...action, audit }
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
  // A proposal that waited is not waited for any more.
  return { ...action, retryAt: null, audit: told }
}

export function outcomeUnknown({ target }: ActionRow): Performed & { readonly kind: 'failed' } {
  return { kind: 'failed', code: 'OUTCOME_UNKNOWN', error: describe('OUTCOME_UNKNOWN', { tool: target }) }
}

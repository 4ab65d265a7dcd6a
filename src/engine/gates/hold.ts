import type { GateKind } from '../../domain/gate.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { Entry } from '../journal.ts'
import { gateOpened, openGate } from '../open-gate.ts'
import type { RunContext } from '../run-context.ts'
import { type RunState, toLoopState } from '../run-state.ts'
import { audited, type Clearance, type Pass } from './pass.ts'

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

/** Asks a human whether a call that was cut off is to be made again (TAS-5). */
export function holdForOutcome(
  action: ActionRow,
  pass: Pass,
  ctx: RunContext,
): Clearance & { readonly kind: 'held' } {
  const reason = `The call of "${action.target}" was cut off. Whether it took effect is unknown: is it to be made again?`
  return hold(action, 'OUTCOME_UNKNOWN', reason, pass, ctx)
}

/** Opens a gate about the action; it is durable before the run waits. */
export function hold(
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

import type { CallGateKind, GateRow } from '../../domain/gate.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { gateOpened, openGate } from '../gates/open-gate.ts'
import type { ActionResult } from '../run/action-result.ts'
import { audited, gateOf } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { RunState } from '../run/run-state.ts'
import type { StepContext } from '../run/step-context.ts'
import { createPermits, type Permits } from './permission.ts'

/** A step whose actions are executed: with the rulings about them, and those of its gates that were decided. */
export interface ActionContext extends StepContext {
  readonly permits: Permits
  readonly decided: ReadonlyMap<string, GateRow>
}

/** Creates the context in which the actions of a step are executed. */
export async function actionContext(ctx: StepContext): Promise<ActionContext> {
  const gateIds = (ctx.step.actions ?? []).flatMap((action) => gateOf(action) ?? [])
  return { ...ctx, permits: createPermits(ctx), decided: await decidedAmong(gateIds, ctx) }
}

/** The same for one action that was held: its gate was decided meanwhile, and the rules for calls may have changed. */
export async function renewedContext(action: ActionRow, ctx: ActionContext): Promise<ActionContext> {
  const gateId = gateOf(action)
  const decided = await decidedAmong(gateId === null ? [] : [gateId], ctx)
  return { ...ctx, permits: createPermits(ctx), decided }
}

async function decidedAmong(
  gateIds: readonly string[],
  { runs }: StepContext,
): Promise<ReadonlyMap<string, GateRow>> {
  const decided = gateIds.length === 0 ? [] : await runs.gates.decided(gateIds)
  return new Map(decided.map((gate) => [gate.id, gate]))
}

/** Whether an action is performed now, and how. */
export type Clearance =
  | { readonly kind: 'go'; readonly action: ActionRow }
  /** Another agent makes the call for it (TAS-3). */
  | { readonly kind: 'specialist'; readonly action: ActionRow; readonly slug: string }
  | {
      readonly kind: 'refused'
      readonly action: ActionRow
      readonly result: Extract<ActionResult, { kind: 'denied' | 'failed' }>
    }
  /** A gate holds it up. */
  | { readonly kind: 'held'; readonly action: ActionRow }

/** The last resort: a human. Also where the specialist could not do it. */
export function holdForPermission(
  action: ActionRow,
  why: string,
  ctx: ActionContext,
): Clearance & { readonly kind: 'held' } {
  const { reason } = action.audit
  const because = reason !== undefined ? ` (${reason.replace(/\.$/, '')})` : ''
  const words = `"${action.target}" is not permitted${because}, and ${why.replace(/\.$/, '')}.`
  return hold(action, 'PERMISSION', words, ctx)
}

/** Asks a human whether a call that was cut off is to be made again (TAS-5). */
export function holdForOutcome(action: ActionRow, ctx: ActionContext): Clearance & { readonly kind: 'held' } {
  const reason = `The call of "${action.target}" was cut off. Whether it took effect is unknown: is it to be made again?`
  return hold(action, 'OUTCOME_UNKNOWN', reason, ctx)
}

/** Opens a gate about the action; it is durable before the run waits. */
export function hold(
  action: ActionRow,
  kind: CallGateKind,
  reason: string,
  ctx: ActionContext,
): Clearance & { readonly kind: 'held' } {
  const { state, step } = ctx
  const stepNumber = step.row.number
  const { target, type, parameters, stepId, id: actionId, name } = action
  const context = { kind, stepNumber, action: name, type, target, arguments: parameters }
  const gate = openGate({ kind, reason, stepId, actionId, context }, ctx)
  const held = audited(action, { gateId: gate.id })
  state.approvals = { ...state.approvals, gatesOpened: state.approvals.gatesOpened + 1 }
  ctx.journal.write({
    actions: [held],
    gates: [gate],
    ...rememberedWith(action, state),
    events: [gateOpened(gate, stepNumber)],
  })
  return { kind: 'held', action: held }
}

/**
 * Part of the run's state that a decision changes, to be committed together with the changed action. FIRE_AND_FORGET actions are excluded:
 * their entries are committed later and would overwrite newer state (DAG-4).
 */
export function rememberedWith({ mode }: ActionRow, state: RunState): Pick<Entry, 'run'> {
  return mode === 'FIRE_AND_FORGET' ? {} : { run: { loopState: toLoopState(state) } }
}

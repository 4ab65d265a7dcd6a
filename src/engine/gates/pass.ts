import type { GateRow } from '../../domain/gate.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { Performed } from '../performed.ts'
import { createPermits, type Permits } from '../permission.ts'
import type { RunContext } from '../run-context.ts'
import type { OpenStep, RunState } from '../run-state.ts'
import { gateOf } from './held.ts'

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

/** The same for one action that was held: its gate was decided meanwhile, and what holds for calls may have changed. */
export async function renewedPass(pass: Pass, action: ActionRow, ctx: RunContext): Promise<Pass> {
  const gateId = gateOf(action)
  const decided = gateId === null ? [] : await ctx.runs.gates.decided([gateId])
  return { ...pass, permits: createPermits(ctx), decided: new Map(decided.map((gate) => [gate.id, gate])) }
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

export function audited(action: ActionRow, more: JsonObject): ActionRow {
  const audit: { readonly [key: string]: Json } = isJsonObject(action.audit) ? action.audit : {}
  return { ...action, audit: { ...audit, ...more } }
}

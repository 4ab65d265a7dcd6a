import type { ActionStatus } from '../../domain/action.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { CheckedPlan, PlanNode } from './checked-plan.ts'

export type FinalStatus = Exclude<ActionStatus, 'PENDING' | 'RUNNING'>

/** How an action ended: its one final status, and what its row shows. */
export interface ActionOutcome {
  readonly status: FinalStatus
  readonly output: Json
  readonly error: string | null
  readonly errorCode: string | null
}

/** What an earlier owner of the run recorded of an action that it started or ended. */
export type RecordedAction = { readonly status: 'RUNNING' } | ActionOutcome

/** What those that depend on an action read of it; absent: nothing, they cannot go on (DAG-6). */
export function readableOutput({ action }: PlanNode, outcome: ActionOutcome | undefined): Json | undefined {
  if (outcome?.status === 'SUCCEEDED') return outcome.output
  const hasFailed = outcome?.status === 'FAILED' || outcome?.status === 'DENIED'
  return hasFailed && action.skipOnError ? null : undefined
}

/** The context as the plan leaves it: outputs in plan order, so that it never depends on who was faster (DAG-5). */
export function contextAfter(
  { nodes }: CheckedPlan,
  before: JsonObject,
  outcomes: ReadonlyMap<string, ActionOutcome>,
): JsonObject {
  const written = nodes.flatMap((node) => {
    const { name, mode, outputKey } = node.action
    const value = readableOutput(node, outcomes.get(name))
    const isWritten = outputKey !== null && mode !== 'FIRE_AND_FORGET' && value !== undefined
    return isWritten ? [[outputKey, value] as const] : []
  })
  return written.length === 0 ? before : { ...before, ...Object.fromEntries(written) }
}

export function succeeded(output: Json): ActionOutcome {
  return { status: 'SUCCEEDED', output, error: null, errorCode: null }
}

export function skipped(reason: string): ActionOutcome {
  return { status: 'SKIPPED', output: null, error: reason, errorCode: null }
}

export function cancelled(reason: string): ActionOutcome {
  return { status: 'CANCELLED', output: null, error: reason, errorCode: null }
}

/** Why an action failed before it was performed, or with what it was performed to. */
export type PlanFailureCode = 'REFERENCE_MISSING' | 'CONDITION_FAILED' | 'BRANCH_UNKNOWN'

export function failed(errorCode: PlanFailureCode, error: string): ActionOutcome {
  return { status: 'FAILED', output: null, error, errorCode }
}

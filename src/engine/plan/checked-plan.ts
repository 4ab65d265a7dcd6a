import type { ActionType } from '../../domain/action.ts'
import type { Plan, PlanAction } from '../../domain/plan.ts'
import type { Condition } from './expressions.ts'

/** What a plan's names may mean besides its own actions. */
export interface PlanSurroundings {
  /** Whether there is such a target, for each type. */
  readonly knows: Readonly<Record<ActionType, (target: string) => boolean>>
  /** The keys that the context has before the plan. */
  readonly contextKeys: ReadonlySet<string>
}

/** A plan that may be executed: `checkPlan` gives it. A place is an action's index in the plan. */
export interface CheckedPlan {
  readonly plan: Plan
  readonly nodes: readonly PlanNode[]
  /** All places, each after everything that it waits for. */
  readonly order: readonly number[]
}

/** An action with what its names mean. */
export interface PlanNode {
  readonly action: PlanAction
  /** Its `dependsOn`; `waitForAll` says whether it needs each of them or one. */
  readonly needs: readonly number[]
  /** What must have ended before it starts, however that ended. */
  readonly after: readonly Wait[]
  /** The context keys that it reads, and which actions write them for it; none: the context as the plan found it. */
  readonly sources: ReadonlyMap<string, readonly number[]>
  /** The keys among them that its parameters cannot do without. */
  readonly required: readonly string[]
  readonly condition: Condition | null
  readonly branch: { readonly decision: number; readonly name: string } | null
  /** Of a DECISION; a `null` condition is the branch that is taken when none before it was. */
  readonly branches: readonly { readonly name: string; readonly condition: Condition | null }[]
  /** From 0: one more than the highest wave of what it depends on; a barrier is no dependency. */
  readonly wave: number
}

/** Why an action waits for another that it does not name in `dependsOn`. */
export type WaitReason = 'BARRIER' | 'BRANCH' | 'DATA' | 'CONDITION'

export interface Wait {
  readonly place: number
  readonly why: WaitReason
}

/** A DECISION whose branches have conditions is taken by them, any other by the model (DAG-7). */
export function decidesByExpression({ action, branches }: PlanNode): boolean {
  return action.type === 'DECISION' && branches.some(({ condition }) => condition !== null)
}

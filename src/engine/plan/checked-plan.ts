import type { ActionType } from '../../domain/action.ts'
import { mapSliced, type Sliced } from '../../domain/in-slices.ts'
import { type Json, type JsonObject, toJson } from '../../domain/json.ts'
import { type ParsedPlan, type Plan, type PlanAction, parsePlan } from '../../domain/plan.ts'
import type { Condition } from './expressions.ts'

/** Names that a plan can refer to besides its own actions. */
export interface PlanSurroundings {
  /** Whether there is such a target, for each type. */
  readonly knows: Readonly<Record<ActionType, (target: string) => boolean>>
  /** The keys that the context has before the plan. */
  readonly contextKeys: ReadonlySet<string>
}

/** A plan that may be executed: `checkPlan` gives it. A position is an action's index in the plan. */
export interface CheckedPlan {
  readonly plan: Plan
  readonly nodes: readonly PlanNode[]
  /** All positions, each after everything that it waits for. */
  readonly order: readonly number[]
  /** The positions of the actions that name each one in `dependsOn`. */
  readonly neededBy: readonly (readonly number[])[]
  /** The positions of the actions that wait for each one besides, by their `after`. */
  readonly awaitedBy: readonly (readonly number[])[]
}

/** An action with the objects that its names refer to. */
export interface PlanNode {
  readonly action: PlanAction
  /** The positions of its `dependsOn`. With `waitForAll: false` one successful dependency is enough (DAG-3). */
  readonly needs: readonly number[]
  /** Actions that must have ended, with any status, before it starts. */
  readonly after: readonly Wait[]
  /** The context keys that it reads, and which actions write them for it; none: the context as the plan found it. */
  readonly sources: ReadonlyMap<string, readonly number[]>
  /** The keys among them that its parameters cannot do without. */
  readonly required: readonly string[]
  /** Whether its parameters are taken as they stand: no text in them has a `$`. */
  readonly isLiteral: boolean
  readonly condition: Condition | null
  readonly branch: { readonly decision: number; readonly name: string } | null
  /** Branches of a DECISION. The branch with a `null` condition is chosen if no earlier one was. */
  readonly branches: readonly { readonly name: string; readonly condition: Condition | null }[]
  /** From 0: one more than the highest wave of its dependencies; a barrier is no dependency. */
  readonly wave: number
}

/** Why an action waits for another that it does not name in `dependsOn`. */
type WaitReason = 'BARRIER' | 'BRANCH' | 'DATA' | 'CONDITION'

export interface Wait {
  readonly position: number
  readonly why: WaitReason
}

/** The plan of calls that depend on nothing. Their arguments are in their rows, and are no references. */
export function flatPlan(calls: readonly Pick<PlanAction, 'name' | 'type'>[]): CheckedPlan {
  const actions = calls.map(({ name, type }) => ({ ...independent, name, type }))
  return {
    plan: { reasoning: null, maxParallel: null, failFast: false, dynamicParallelism: false, actions },
    nodes: actions.map((action) => ({ ...unconditional, action })),
    order: [...actions.keys()],
    neededBy: [],
    awaitedBy: [],
  }
}

const independent: Omit<PlanAction, 'name' | 'type'> = {
  mode: 'ASYNC',
  target: '',
  parameters: {},
  dependsOn: [],
  waitForAll: true,
  branch: null,
  when: null,
  outputKey: null,
  timeoutMs: null,
  retry: { maxAttempts: 1, backoffMs: 0 },
  skipOnError: false,
  priority: 0,
  cache: null,
  outputSchema: null,
  branches: [],
}

const unconditional: Omit<PlanNode, 'action'> = {
  needs: [],
  after: [],
  sources: new Map(),
  required: [],
  isLiteral: true,
  condition: null,
  branch: null,
  branches: [],
  wave: 0,
}

/** A DECISION whose branches have conditions is taken by them, any other by the model (DAG-7). */
export function decidesByExpression({ action, branches }: PlanNode): boolean {
  return action.type === 'DECISION' && branches.some(({ condition }) => condition !== null)
}

/** The plan with other parameters for the actions that are named; those take the place of the action's own. */
export function revisePlan(plan: Plan, revised: JsonObject): ParsedPlan {
  return parsePlan({
    ...plan,
    actions: plan.actions.map((action) => {
      return Object.hasOwn(revised, action.name) ? { ...action, parameters: revised[action.name] } : action
    }),
  })
}

/**
 * Fingerprint of a plan, by which repeated plans are detected (LIM-6): its actions, the context keys that they read, and the whole context,
 * which tools may read. Names of actions and output keys do not count: the same result under another key is the same result.
 */
export function* planPrint({ nodes }: CheckedPlan, context: JsonObject): Sliced<Json> {
  const does = yield* mapSliced(
    nodes,
    ({ action: { type, target, parameters, when, branches, outputSchema } }) => {
      return toJson([type, target, parameters, when, branches, outputSchema])
    },
  )
  const keys = [...new Set(nodes.flatMap(({ sources }) => [...sources.keys()]))].sort()
  const reads = keys.map((key) => [key, Object.hasOwn(context, key) ? (context[key] ?? null) : null])
  const holds = [...new Set(Object.values(context).map((value) => JSON.stringify(value)))].sort()
  return [does, reads, holds]
}

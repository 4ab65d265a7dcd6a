import { inSlices, mapSliced, type Sliced } from '../domain/in-slices.ts'
import type { Json } from '../domain/json.ts'
import { type ActionState, type PlanShape, type ShapeNode, shapeSliced } from '../domain/plan/plan-shape.ts'
import { type Plan, readPlan } from '../domain/plan.ts'
import type { StoredStepPlan } from '../domain/reads.ts'

/** A step's plan and where its actions stand. */
export interface StepPlan {
  readonly plan: Plan
  readonly shape: PlanShape
  /** Those of the shape, with the ids of the actions. */
  readonly nodes: readonly (ShapeNode & { readonly actionId: string })[]
  readonly step: { readonly runId: string; readonly number: number }
}

type State = ActionState & { readonly id: string }

/**
 * The plans of these steps, in their order; `null` where a step has none. One that is named several times is shaped once: under each
 * alias of a query it is the same plan.
 */
export async function shapeStepPlans(
  stored: readonly (StoredStepPlan | null)[],
): Promise<readonly (StepPlan | null)[]> {
  const plans = new Map<StoredStepPlan | null, StepPlan | null>([[null, null]])
  for (const row of stored) if (row && !plans.has(row)) plans.set(row, await inSlices(shaped(row)))
  return stored.map((row) => plans.get(row) ?? null)
}

function* shaped({ runId, number, plan: planText, actions }: StoredStepPlan): Sliced<StepPlan> {
  const stored: Json = JSON.parse(planText)
  yield
  const states: readonly State[] = JSON.parse(actions)
  yield
  const parsed = yield* readPlan(stored)
  if (!parsed.ok) throw new Error(`The stored plan of step ${number} of run ${runId} cannot be read.`)
  const { plan } = parsed
  const shape = yield* shapeSliced(plan, states)
  const nodes = yield* mapSliced(shape.nodes, (node, place) => ({
    ...node,
    actionId: states[place]?.id ?? '',
  }))
  return { plan, shape, nodes, step: { runId, number } }
}

import { inSlices, mapSliced, type Sliced } from '../domain/in-slices.ts'
import type { Json } from '../domain/json.ts'
import { type ActionState, type PlanShape, type ShapeNode, shapeSliced } from '../domain/plan/plan-shape.ts'
import { type Plan, readPlan } from '../domain/plan.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'

/** A step's plan and where its actions stand. */
export interface StepPlan {
  readonly plan: Plan
  readonly shape: PlanShape
  /** Those of the shape, with the ids of the actions. */
  readonly nodes: readonly (ShapeNode & { readonly actionId: string })[]
  readonly step: { readonly runId: string; readonly number: number }
}

interface Row {
  readonly id: string
  readonly runId: string
  readonly number: number
  /** JSON as text: it may be of megabytes, and is read with a pause. */
  readonly plan: string
  /** The states of its actions in plan order, as JSON. */
  readonly actions: string
}

type State = ActionState & { readonly id: string }

/**
 * The plans of these steps, by their ids and in their order; `null` where a step has none. One statement. A step that is named several
 * times is read once and shaped once: under each alias of a query it is the same plan.
 */
export async function readStepPlans(
  { prisma, projectId }: { readonly prisma: PrismaClient; readonly projectId: string },
  stepIds: readonly string[],
): Promise<readonly (StepPlan | null)[]> {
  const rows = await prisma.$queryRaw<Row[]>`
    select s.id, s."runId", s.number, s.plan::text as plan, coalesce((
      select json_agg(json_build_object('id', a.id, 'status', a.status, 'wave', a.wave, 'durationMs', a."durationMs") order by a.position)
      from "Action" a where a."stepId" = s.id
    ), '[]')::text as actions
    from "Step" s
    where s.id = any(${[...new Set(stepIds)]}::uuid[]) and s."projectId" = ${projectId}::uuid and s.plan is not null`
  const plans = new Map<string, StepPlan>()
  for (const row of rows) plans.set(row.id, await inSlices(shaped(row)))
  return stepIds.map((id) => plans.get(id) ?? null)
}

function* shaped({ runId, number, plan: planText, actions }: Row): Sliced<StepPlan> {
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

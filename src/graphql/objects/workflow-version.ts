import { toMermaid } from '../../domain/plan/plan-mermaid.ts'
import { type PlanShape, shapeOf } from '../../domain/plan/plan-shape.ts'
import { planWaves } from '../../domain/plan/plan-waves.ts'
import type { Plan } from '../../domain/plan.ts'
import { parameterNames, type WorkflowDefinition, workflowDefinition } from '../../domain/workflow.ts'
import { builder } from '../builder.ts'
import { PlannedActionObject } from './action.ts'
import { PlanEdge, wavesOf } from './plan.ts'

/** The plan of a workflow, which nothing executes. */
interface WorkflowPlan {
  readonly plan: Plan
  readonly shape: PlanShape
}

const WorkflowPlanObject = builder.objectRef<WorkflowPlan>('WorkflowPlan').implement({
  description: 'The plan of a workflow as a graph.',
  fields: (t) => ({
    actions: t.field({
      type: [PlannedActionObject],
      description: 'Its actions, in plan order.',
      resolve: ({ shape }) => shape.nodes.map(({ action, wave }) => ({ ...action, wave })),
    }),
    edges: t.field({
      type: [PlanEdge],
      description: 'Which action waits for which, each pair once.',
      resolve: ({ shape }) => shape.edges,
    }),
    waves: t.field({
      type: t.listRef(t.listRef('String')),
      description: 'The names of its actions by level: each depends on some of the level before.',
      resolve: ({ shape }) => wavesOf(shape),
    }),
    mermaid: t.string({
      description: 'The graph as the text of a Mermaid flowchart.',
      resolve: ({ shape }) => toMermaid(shape),
    }),
    json: t.field({
      type: 'JSON',
      description: 'The plan itself, with all its defaults; `planSchema` is its schema.',
      resolve: ({ plan }) => plan,
    }),
  }),
})

export const WorkflowVersion = builder.prismaObject('WorkflowVersion', {
  description: 'One immutable state of a workflow. A run of it is pinned to the version that it began with.',
  select: { definition: true },
  fields: (t) => ({
    number: t.int({
      description: 'Its number, from 1.',
      select: { version: true },
      resolve: ({ version }) => version,
    }),
    name: t.string({
      description: 'The name for people that the workflow had.',
      resolve: ({ definition }) => read(definition).name,
    }),
    description: t.string({
      description: 'What it was for.',
      nullable: true,
      resolve: ({ definition }) => read(definition).description,
    }),
    parameters: t.field({
      type: 'JSON',
      description: 'The JSON Schema of what it is given; its plan refers to each property by its name.',
      resolve: ({ definition }) => read(definition).parameters,
    }),
    plan: t.field({
      type: WorkflowPlanObject,
      description: 'What it does.',
      extensions: { weight: 10 },
      resolve: ({ definition }) => toPlan(definition),
    }),
    output: t.field({
      type: 'JSON',
      description:
        'What it gives: a template with references to parameters and outputs; null stands for all outputs by their keys.',
      nullable: true,
      resolve: ({ definition }) => read(definition).output,
    }),
    agent: t.string({
      description: 'The slug of the agent that runs it where none is named.',
      nullable: true,
      resolve: ({ definition }) => read(definition).agent,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

/** It was checked before it was stored. */
function read(stored: unknown): WorkflowDefinition {
  return once(definitions, stored, () => workflowDefinition.parse(stored))
}

/** By what was read from the row: several fields, and a field under several names, ask for the same. */
const definitions = new WeakMap<object, WorkflowDefinition>()

const plans = new WeakMap<object, WorkflowPlan>()

function once<Value>(known: WeakMap<object, Value>, stored: unknown, make: () => Value): Value {
  if (typeof stored !== 'object' || stored === null) return make()
  const value = known.get(stored) ?? make()
  known.set(stored, value)
  return value
}

function toPlan(stored: unknown): WorkflowPlan {
  return once(plans, stored, () => shapedPlan(read(stored)))
}

function shapedPlan(definition: WorkflowDefinition): WorkflowPlan {
  const { plan } = definition
  const waves = planWaves(plan, new Set(parameterNames(definition)))
  const states = waves.map((wave) => ({ status: 'PENDING', wave, durationMs: null }) as const)
  return { plan, shape: shapeOf(plan, states) }
}

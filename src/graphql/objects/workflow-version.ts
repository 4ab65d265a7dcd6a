import { isJsonObject } from '../../domain/json.ts'
import { madeOnce } from '../../domain/made-once.ts'
import { toMermaid } from '../../domain/plan/plan-mermaid.ts'
import { type PlanShape, shapeOf } from '../../domain/plan/plan-shape.ts'
import { planWaves } from '../../domain/plan/plan-waves.ts'
import type { Plan } from '../../domain/plan.ts'
import { parameterNames, type WorkflowDefinition, workflowDefinition } from '../../domain/workflow.ts'
import { builder } from '../builder.ts'
import { rowFields } from '../fields.ts'
import { changesOfVersion } from '../paging/versions.ts'
import { PlannedActionObject } from './action.ts'
import { DefinitionChangeObject } from './definition.ts'
import { PlanEdge, wavesOf } from './plan.ts'

/** The plan of a workflow, which nothing executes. */
interface WorkflowPlan {
  readonly plan: Plan
  readonly shape: PlanShape
}

const WorkflowPlanObject = builder.objectRef<WorkflowPlan>('WorkflowPlan').implement({
  description: 'Plan of a workflow as a graph.',
  fields: (t) => ({
    actions: t.field({
      type: [PlannedActionObject],
      description: 'Actions of the plan, in plan order.',
      resolve: ({ shape }) => shape.nodes.map(({ action, wave }) => ({ ...action, wave })),
    }),
    edges: t.field({
      type: [PlanEdge],
      description: 'Edges between the actions. Each pair occurs once.',
      resolve: ({ shape }) => shape.edges,
    }),
    waves: t.field({
      type: t.listRef(t.listRef('String')),
      description: 'Names of the actions by level. Each action depends on an action of the level before.',
      resolve: ({ shape }) => wavesOf(shape),
    }),
    mermaid: t.string({
      description: 'Graph as the text of a Mermaid flowchart.',
      resolve: ({ shape }) => toMermaid(shape),
    }),
    json: t.field({
      type: 'JSON',
      description: 'Plan as JSON, with all its defaults. `planSchema` is its schema.',
      resolve: ({ plan }) => plan,
    }),
  }),
})

export const WorkflowVersionObject = builder.prismaObject('WorkflowVersion', {
  description: 'Immutable version of a workflow. A run of the workflow is pinned to one version.',
  select: { definition: true },
  fields: (t) => ({
    ...rowFields(t, {
      createdAt: 'Time when the version was created.',
      createdBy:
        'Caller that created the version: the name of an API key, or `loopback`. Null if it is not known.',
    }),
    number: t.int({
      description: 'Number of the version, from 1.',
      select: { version: true },
      resolve: ({ version }) => version,
    }),
    name: t.string({
      description: 'Display name of the workflow in this version.',
      resolve: ({ definition }) => read(definition).name,
    }),
    description: t.string({
      description: 'Purpose of the workflow in this version. Null if none is given.',
      nullable: true,
      resolve: ({ definition }) => read(definition).description,
    }),
    parameters: t.field({
      type: 'JSON',
      description: 'JSON Schema of the parameters. The plan refers to each property by its name.',
      resolve: ({ definition }) => read(definition).parameters,
    }),
    plan: t.field({
      type: WorkflowPlanObject,
      description: 'Plan of the workflow.',
      extensions: { weight: 10 },
      resolve: ({ definition }) => toPlan(definition),
    }),
    output: t.field({
      type: 'JSON',
      description:
        'Template of the output, with references to parameters and outputs. Null stands for all outputs by their keys.',
      nullable: true,
      resolve: ({ definition }) => read(definition).output,
    }),
    agent: t.string({
      description:
        'Slug of the agent that executes the workflow if `runWorkflow` names none. Null if there is none.',
      nullable: true,
      resolve: ({ definition }) => read(definition).agent,
    }),
    changes: t.field({
      type: [DefinitionChangeObject],
      description:
        'Fields whose value differs from the version before, by name. Empty for the first version.',
      extensions: { weight: 10 },
      select: { workflowId: true, version: true },
      resolve: ({ workflowId: id, version, definition }, _, ctx, info) =>
        changesOfVersion({ of: 'WORKFLOW', parse: read }, { id, version }, read(definition), { ctx, info }),
    }),
  }),
})

export const WorkflowVersionConnection = builder.connectionObject(
  {
    type: WorkflowVersionObject,
    name: 'WorkflowVersionConnection',
    description: 'Page of versions of a workflow.',
  },
  { name: 'WorkflowVersionEdge', description: 'Version of a workflow and its position in the list.' },
)

/** It was checked before it was stored. */
function read(stored: unknown): WorkflowDefinition {
  const parse = (from: unknown) => workflowDefinition.parse(from)
  return isJsonObject(stored) ? madeOnce(definitions, stored, parse) : parse(stored)
}

/** By the value that was read from the row: several fields, and a field under several names, ask for the same. */
const definitions = new WeakMap<object, WorkflowDefinition>()

const plans = new WeakMap<WorkflowDefinition, WorkflowPlan>()

function toPlan(stored: unknown): WorkflowPlan {
  return madeOnce(plans, read(stored), shapedPlan)
}

function shapedPlan(definition: WorkflowDefinition): WorkflowPlan {
  const { plan } = definition
  const waves = planWaves(plan, new Set(parameterNames(definition)))
  const states = waves.map((wave) => ({ status: 'PENDING', wave, durationMs: null }) as const)
  return { plan, shape: shapeOf(plan, states) }
}

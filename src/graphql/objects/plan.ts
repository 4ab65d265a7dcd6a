import { itemsInSlices } from '../../domain/in-slices.ts'
import { toMermaid } from '../../domain/plan/plan-mermaid.ts'
import type { PlanShape, ShapeEdge } from '../../domain/plan/plan-shape.ts'
import { planJsonSchema } from '../../domain/plan.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { Scope } from '../loaders.ts'
import type { StepPlan } from '../step-plans.ts'
import { Action, ActionStatus } from './action.ts'
import { Step } from './step.ts'

const PlanSource = describedEnum('PlanSource', 'Author of a plan.', {
  MODEL: 'The model of the agent wrote the plan.',
  CALLER: 'The caller gave the plan with the run.',
  WORKFLOW: 'The plan comes from the stored workflow that the run executes.',
})

const PlanEdgeKind = describedEnum('PlanEdgeKind', 'Reason why an action starts only after another action.', {
  DEPENDENCY: 'The action names the other action in `dependsOn`.',
  DATA: 'The parameters of the action read the output of the other action.',
  BRANCH: 'The other action decides whether the action runs.',
  CONDITION: 'The condition of the action reads the output or the status of the other action.',
  BARRIER: 'The other action is SYNC and precedes the action in the plan.',
})

export const PlanEdge = builder.objectRef<ShapeEdge>('PlanEdge').implement({
  description: 'Edge of a plan: one action waits for another action.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'Name of the action that comes first.' }),
    to: t.exposeString('to', { description: 'Name of the action that waits.' }),
    kind: t.expose('kind', { type: PlanEdgeKind, description: 'Reason why the action waits.' }),
  }),
})

const PlanObject = builder.objectRef<StepPlan>('Plan').implement({
  description: 'Plan of a step as a graph, with the state of its execution.',
  fields: (t) => ({
    nodes: t.field({
      type: [PlanNode],
      description: 'Actions of the plan, in plan order.',
      extensions: { listSize: 20 },
      resolve: ({ nodes }) => listed(nodes),
    }),
    edges: t.field({
      type: [PlanEdge],
      description: 'Edges between the actions. Each pair occurs once.',
      extensions: { listSize: 20 },
      resolve: ({ shape }) => listed(shape.edges),
    }),
    criticalPath: t.field({
      type: ['String'],
      description:
        'Names of the actions on the longest path, from first to last, by their durations. An action that has not ended counts with the mean duration of the ended actions.',
      extensions: { weight: 2 },
      resolve: ({ shape }) => shape.criticalPath,
    }),
    mermaid: t.string({
      description: 'Graph with the status of each action, as the text of a Mermaid flowchart.',
      extensions: { weight: 10 },
      resolve: ({ shape }) => once(drawings, shape, toMermaid),
    }),
    waves: t.field({
      type: t.listRef(t.listRef('String')),
      description: 'Names of the actions by level. Each action depends on an action of the level before.',
      extensions: { weight: 2 },
      resolve: ({ shape }) => once(levels, shape, wavesOf),
    }),
    maxParallel: t.int({
      description: 'Maximum number of actions that run at once. Null if the limit of the run applies.',
      nullable: true,
      resolve: ({ plan }) => plan.maxParallel,
    }),
    failFast: t.boolean({
      description: 'Whether the first failure cancels the rest of the plan.',
      resolve: ({ plan }) => plan.failFast,
    }),
    reasoning: t.string({
      description: 'Reasoning of the author of the plan. Null if there is none.',
      nullable: true,
      resolve: ({ plan }) => plan.reasoning,
    }),
    source: t.field({
      type: PlanSource,
      description: 'Author of the plan.',
      resolve: async ({ step: { runId, number } }, _, ctx, info) => {
        // A caller's plan is the first of its run.
        if (number !== 1) return 'MODEL'
        const planned = ctx.loaders.ofField(info, 'planned', (runIds: readonly string[]) =>
          readPlannedRuns({ prisma: ctx.prisma, projectId: ctx.project.id }, runIds),
        )
        return planned.load(runId)
      },
    }),
  }),
})

/** A list that is longer holds up others while its items are read: they have their turns in between. */
const longList = 1_000

function listed<Item>(items: readonly Item[]): readonly Item[] | AsyncIterable<Item> {
  return items.length > longList ? itemsInSlices(items) : items
}

/** A plan is asked for under several names, and drawn once. */
const drawings = new WeakMap<PlanShape, string>()

const levels = new WeakMap<PlanShape, ReturnType<typeof wavesOf>>()

function once<Value>(
  known: WeakMap<PlanShape, Value>,
  shape: PlanShape,
  make: (shape: PlanShape) => Value,
): Value {
  const value = known.get(shape) ?? make(shape)
  known.set(shape, value)
  return value
}

builder.prismaObjectField(Step, 'plan', (t) =>
  t.field({
    type: PlanObject,
    description: 'Plan that the step executes. Null if the model called tools without a plan.',
    nullable: true,
    select: { id: true },
    // As much work as some objects, for any selection.
    extensions: { weight: 10 },
    resolve: ({ id }, _, ctx, info) => ctx.loaders.plan(info).load(id),
  }),
)

builder.queryField('planSchema', (t) =>
  t.field({
    type: 'JSON',
    description: 'JSON Schema of a plan that `triggerRun` accepts.',
    resolve: () => planJsonSchema,
  }),
)

/** The names of a plan's actions by level. */
export function wavesOf({ nodes }: PlanShape): readonly (readonly string[])[] {
  const waves: string[][] = []
  for (const { wave, action } of nodes) {
    const names = waves[wave] ?? []
    names.push(action.name)
    waves[wave] = names
  }
  return waves
}

const PlanNode = builder.objectRef<StepPlan['nodes'][number]>('PlanNode').implement({
  description: 'Action in the graph of its plan.',
  fields: (t) => ({
    action: t.field({
      type: Action,
      description: 'Action of the node, in its current state.',
      resolve: ({ actionId }) => ({ id: actionId }),
    }),
    name: t.string({ description: 'Name of the action.', resolve: ({ action }) => action.name }),
    wave: t.exposeInt('wave', {
      description:
        'Level of the action, from 0: one more than the highest level that it depends on. A barrier is not a dependency.',
    }),
    status: t.expose('status', { type: ActionStatus, description: 'Status of the action.' }),
    blockedBy: t.exposeStringList('blockedBy', {
      description: 'Names of the actions that this action still waits for. Empty after it has started.',
    }),
    dependsOn: t.stringList({
      description: 'Names of the actions that this action depends on.',
      resolve: ({ action }) => action.dependsOn,
    }),
    waitForAll: t.boolean({
      description: 'Whether the action needs all actions that it depends on. If false, one is sufficient.',
      resolve: ({ action }) => action.waitForAll,
    }),
    condition: t.string({
      description: 'CEL condition that must be true; otherwise the action is skipped. Null if there is none.',
      nullable: true,
      resolve: ({ action }) => action.when,
    }),
    branch: t.string({
      description:
        'Branch that must be chosen, as `decision/branch`; otherwise the action is skipped. Null if there is none.',
      nullable: true,
      resolve: ({ action }) => action.branch,
    }),
    outputKey: t.string({
      description:
        "Key of the run's context under which the output is stored. Null if the output is not stored there.",
      nullable: true,
      resolve: ({ action }) => action.outputKey,
    }),
    isCritical: t.exposeBoolean('isCritical', {
      description:
        'Whether the action is on the critical path: the chain of actions with the longest duration.',
    }),
  }),
})

/** Returns the author of the first plan of these runs, in their order. */
async function readPlannedRuns(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly ('MODEL' | 'CALLER' | 'WORKFLOW')[]> {
  const rows = await prisma.run.findMany({
    where: { projectId, id: { in: [...new Set(runIds)] }, plan: { not: Prisma.DbNull } },
    select: { id: true, workflowId: true },
  })
  const sources = new Map(
    rows.map(({ id, workflowId }) => [id, workflowId === null ? 'CALLER' : 'WORKFLOW'] as const),
  )
  return runIds.map((id) => sources.get(id) ?? 'MODEL')
}

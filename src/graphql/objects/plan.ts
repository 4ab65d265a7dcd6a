import type { GraphQLResolveInfo } from 'graphql'
import { actionStatus } from '../../domain/action.ts'
import { itemsInSlices } from '../../domain/in-slices.ts'
import { madeOnce } from '../../domain/made-once.ts'
import { toMermaid } from '../../domain/plan/plan-mermaid.ts'
import { type PlanShape, shapeEdge } from '../../domain/plan/plan-shape.ts'
import { planJsonSchema } from '../../domain/plan.ts'
import type { Reads } from '../../domain/reads.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import type { ProjectScope } from '../loaders.ts'
import { readReferences } from '../paging/plain-rows.ts'
import { type PlainSelection, selectionBelow } from '../paging/plain-selection.ts'
import { enumOf, objectOf } from '../shape.ts'
import type { StepPlan } from '../step-plans.ts'
import { Action } from './action.ts'
import { StepObject } from './step.ts'

const PlanSource = describedEnum('PlanSource', 'Author of a plan.', {
  MODEL: 'The model of the agent wrote the plan.',
  CALLER: 'The caller gave the plan with the run.',
  WORKFLOW: 'The plan comes from the stored workflow that the run executes.',
})

export const PlanEdge = objectOf(shapeEdge)

const PlanObject = builder.objectRef<StepPlan>('Plan').implement({
  description: 'Plan of a step as a graph, with the state of its execution.',
  fields: (t) => ({
    nodes: t.field({
      type: [PlanNode],
      description: 'Actions of the plan, in plan order.',
      extensions: { listSize: 20 },
      resolve: async ({ nodes }, _, ctx, info) => {
        const { times, selection } = selectionBelow(info, 'action')
        ctx.answer?.addObjects(nodes.length * (1 + times))
        // Here all at once, where they are read as rows: items that come one after another would have them read in many pieces.
        const actions = selection && (await actionsOf(ctx, info, selection).load(nodes))
        return listed(
          nodes.map((node) => ({ node, stored: actions?.get(node.actionId) ?? { id: node.actionId } })),
          ctx,
        )
      },
    }),
    edges: t.field({
      type: [PlanEdge],
      description: 'Edges between the actions. Each pair occurs once.',
      extensions: { listSize: 20 },
      resolve: ({ shape: { edges } }, _, ctx) => {
        ctx.answer?.addObjects(edges.length)
        return listed(edges, ctx)
      },
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
      resolve: ({ shape }) => madeOnce(drawings, shape, toMermaid),
    }),
    waves: t.field({
      type: t.listRef(t.listRef('String')),
      description: 'Names of the actions by level. Each action depends on an action of the level before.',
      extensions: { weight: 2 },
      resolve: ({ shape }) => madeOnce(levels, shape, wavesOf),
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

function listed<Item>(
  items: readonly Item[],
  { signal, answer }: GraphQLContext,
): readonly (Item | Promise<Item>)[] {
  const isOver = () => signal?.aborted === true || (answer?.refusal ?? null) !== null
  return items.length > longList ? itemsInSlices(items, isOver) : items
}

/** A plan is asked for under several names, and drawn once. */
const drawings = new WeakMap<PlanShape, string>()

const levels = new WeakMap<PlanShape, ReturnType<typeof wavesOf>>()

builder.prismaObjectField(StepObject, 'plan', (t) =>
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

interface NodeOfPlan {
  readonly node: Nodes[number]
  /** The row of the action, with the columns that the operation selects, or its id alone. */
  readonly stored: { readonly id: string }
}

const PlanNode = builder.objectRef<NodeOfPlan>('PlanNode').implement({
  description: 'Action in the graph of its plan.',
  fields: (t) => ({
    action: t.field({
      type: Action,
      description: 'Action of the node, in its current state.',
      resolve: ({ stored }) => stored,
    }),
    name: t.string({ description: 'Name of the action.', resolve: ({ node }) => node.action.name }),
    wave: t.int({
      description:
        'Level of the action, from 0: one more than the highest level that it depends on. A barrier is not a dependency.',
      resolve: ({ node }) => node.wave,
    }),
    status: t.field({
      type: enumOf(actionStatus),
      description: 'Status of the action.',
      resolve: ({ node }) => node.status,
    }),
    blockedBy: t.stringList({
      description: 'Names of the actions that this action still waits for. Empty after it has started.',
      resolve: ({ node }) => node.blockedBy,
    }),
    dependsOn: t.stringList({
      description: 'Names of the actions that this action depends on.',
      resolve: ({ node }) => node.action.dependsOn,
    }),
    waitForAll: t.boolean({
      description: 'Whether the action needs all actions that it depends on. If false, one is sufficient.',
      resolve: ({ node }) => node.action.waitForAll,
    }),
    condition: t.string({
      description: 'CEL condition that must be true; otherwise the action is skipped. Null if there is none.',
      nullable: true,
      resolve: ({ node }) => node.action.when,
    }),
    branch: t.string({
      description:
        'Branch that must be chosen, as `decision/branch`; otherwise the action is skipped. Null if there is none.',
      nullable: true,
      resolve: ({ node }) => node.action.branch,
    }),
    outputKey: t.string({
      description:
        "Key of the run's context under which the output is stored. Null if the output is not stored there.",
      nullable: true,
      resolve: ({ node }) => node.action.outputKey,
    }),
    isCritical: t.boolean({
      description:
        'Whether the action is on the critical path: the chain of actions with the longest duration.',
      resolve: ({ node }) => node.isCritical,
    }),
  }),
})

type Nodes = StepPlan['nodes']

/** The stored actions of plans, by id; those of all plans that have the field are read together. */
function actionsOf({ loaders, reads }: GraphQLContext, info: GraphQLResolveInfo, selection: PlainSelection) {
  return loaders.ofField(info, 'actions', async (plans: readonly Nodes[]) => {
    const ids = new Set(plans.flatMap((nodes) => nodes.map(({ actionId }) => actionId)))
    const actions = await readActions(reads, [...ids], selection)
    return plans.map(() => actions)
  })
}

/** So many actions are read with one statement. */
const readAtOnce = 1_000

/** The rows of actions, by id, with the columns that the operation selects. */
async function readActions(
  reads: Reads,
  ids: readonly string[],
  selection: PlainSelection,
): Promise<ReadonlyMap<string, NodeOfPlan['stored']>> {
  const rows = new Map<string, NodeOfPlan['stored']>()
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const read = await reads.rowsById('Action', selection.columns, ids.slice(from, from + readAtOnce))
    await readReferences(reads, read, selection)
    for (const row of read) rows.set(row.id, row)
  }
  return rows
}

/** Returns the author of the first plan of these runs, in their order. */
async function readPlannedRuns(
  { prisma, projectId }: ProjectScope,
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

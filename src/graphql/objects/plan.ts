import { toMermaid } from '../../domain/plan/plan-mermaid.ts'
import { type PlanShape, type ShapeEdge, type ShapeNode, shapeOf } from '../../domain/plan/plan-shape.ts'
import { type Plan, parsePlan, planJsonSchema } from '../../domain/plan.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { Scope } from '../scope.ts'
import { Action, ActionStatus } from './action.ts'
import { Step } from './step.ts'

/** A step's plan and where its actions stand. */
interface StepPlan {
  readonly plan: Plan
  readonly shape: PlanShape
  readonly actionIds: readonly string[]
  readonly step: { readonly runId: string; readonly number: number }
}

const PlanSource = describedEnum('PlanSource', 'Who wrote a plan.', {
  MODEL: 'The model of the agent.',
  CALLER: 'The caller, who gave it with the run.',
  WORKFLOW: 'The stored workflow that the run executes.',
})

const PlanEdgeKind = describedEnum('PlanEdgeKind', 'Why an action starts only after another.', {
  DEPENDENCY: 'It names the other in `dependsOn`.',
  DATA: 'Its parameters read what the other gives.',
  BRANCH: 'The other decides whether it runs.',
  CONDITION: 'Its condition reads what the other gives, or how it ended.',
  BARRIER: 'The other is SYNC and listed before it.',
})

export const PlanEdge = builder.objectRef<ShapeEdge>('PlanEdge').implement({
  description: 'That one action waits for another.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The name of the action that comes first.' }),
    to: t.exposeString('to', { description: 'The name of the action that waits for it.' }),
    kind: t.expose('kind', { type: PlanEdgeKind, description: 'Why it waits.' }),
  }),
})

const PlanObject = builder.objectRef<StepPlan>('Plan').implement({
  description: 'The plan of a step as a graph, and how far its execution has come.',
  fields: (t) => ({
    nodes: t.field({
      type: [PlanNode],
      description: 'Its actions, in plan order.',
      extensions: { listSize: 20 },
      resolve: ({ shape, actionIds }) =>
        shape.nodes.map((node, place) => ({ ...node, actionId: actionIds[place] ?? '' })),
    }),
    edges: t.field({
      type: [PlanEdge],
      description: 'Which action waits for which, each pair once.',
      extensions: { listSize: 20 },
      resolve: ({ shape }) => shape.edges,
    }),
    criticalPath: t.field({
      type: ['String'],
      description:
        'The names of the longest way through it, first to last: by how long the actions took; what has not ended counts as the mean of what has.',
      extensions: { weight: 2 },
      resolve: ({ shape }) => shape.criticalPath,
    }),
    mermaid: t.string({
      description: 'The graph with the status of each action as the text of a Mermaid flowchart.',
      extensions: { weight: 10 },
      resolve: ({ shape }) => toMermaid(shape),
    }),
    waves: t.field({
      type: t.listRef(t.listRef('String')),
      description: 'The names of its actions by level: each depends on some of the level before.',
      extensions: { weight: 2 },
      resolve: ({ shape }) => wavesOf(shape),
    }),
    maxParallel: t.int({
      description: 'How many of its actions may run at once; null leaves it to the limit of the run.',
      nullable: true,
      resolve: ({ plan }) => plan.maxParallel,
    }),
    failFast: t.boolean({
      description: 'Whether the first failure cancels the rest.',
      resolve: ({ plan }) => plan.failFast,
    }),
    reasoning: t.string({
      description: 'Why this plan, in the words of who wrote it.',
      nullable: true,
      resolve: ({ plan }) => plan.reasoning,
    }),
    source: t.field({
      type: PlanSource,
      description: 'Who wrote it.',
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

/** By the rows of its actions as they were read: under each alias of the field they are the same. */
const shaped = new WeakMap<object, StepPlan>()

builder.prismaObjectField(Step, 'plan', (t) =>
  t.field({
    type: PlanObject,
    description: 'The plan that it executes; null where its model called tools without one.',
    nullable: true,
    select: {
      runId: true,
      number: true,
      plan: true,
      actions: {
        select: { id: true, status: true, wave: true, durationMs: true },
        orderBy: { position: 'asc' },
      },
    },
    // As much work as some objects, whatever is asked of it.
    extensions: { weight: 10 },
    resolve: ({ plan: stored, actions, runId, number }): StepPlan | null => {
      if (stored === null) return null
      const known = shaped.get(actions)
      if (known) return known
      const parsed = parsePlan(stored)
      if (!parsed.ok) throw new Error(`The stored plan of step ${number} of run ${runId} cannot be read.`)
      const { plan } = parsed
      const shape = shapeOf(plan, actions)
      const drawn = { plan, shape, actionIds: actions.map(({ id }) => id), step: { runId, number } }
      shaped.set(actions, drawn)
      return drawn
    },
  }),
)

builder.queryField('planSchema', (t) =>
  t.field({
    type: 'JSON',
    description: 'The JSON Schema of a plan, as `triggerRun` takes one.',
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

const PlanNode = builder.objectRef<ShapeNode & { readonly actionId: string }>('PlanNode').implement({
  description: 'An action in the graph of its plan.',
  fields: (t) => ({
    action: t.field({
      type: Action,
      description: 'The action, as it is executed.',
      resolve: ({ actionId }) => ({ id: actionId }),
    }),
    name: t.string({ description: 'Its name.', resolve: ({ action }) => action.name }),
    wave: t.exposeInt('wave', {
      description:
        'Its level, from 0: one more than the highest that it depends on; a barrier is no dependency.',
    }),
    status: t.expose('status', { type: ActionStatus, description: 'Where it stands.' }),
    blockedBy: t.exposeStringList('blockedBy', {
      description: 'The names of those that it still waits for; empty once it has started.',
    }),
    dependsOn: t.stringList({
      description: 'The names of the actions that it depends on.',
      resolve: ({ action }) => action.dependsOn,
    }),
    waitForAll: t.boolean({
      description: 'Whether it needs all that it depends on; false: one is enough.',
      resolve: ({ action }) => action.waitForAll,
    }),
    condition: t.string({
      description: 'The CEL condition without which it is skipped.',
      nullable: true,
      resolve: ({ action }) => action.when,
    }),
    branch: t.string({
      description: 'The `decision/branch` without which it is skipped.',
      nullable: true,
      resolve: ({ action }) => action.branch,
    }),
    outputKey: t.string({
      description: 'The key of the context under which its output is kept.',
      nullable: true,
      resolve: ({ action }) => action.outputKey,
    }),
    isCritical: t.exposeBoolean('isCritical', {
      description:
        'Whether it is on the critical path: the chain of actions that the plan took, or will take, longest for.',
    }),
  }),
})

/** Who wrote the first plan of these runs, by id and in their order. */
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

import type { Json } from '../../domain/json.ts'
import { everything, type List } from '../../domain/row-list.ts'
import { traceIdOfRun } from '../../domain/trace-context.ts'
import { toUsage } from '../../domain/usage.ts'
import { builder, describedEnum } from '../builder.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { Agent } from './agent.ts'
import { runsOf } from './run-list.ts'
import { Session } from './session.ts'
import { StepConnection } from './step.ts'
import { UsageObject } from './usage.ts'

export const RunStatus = describedEnum('RunStatus', 'Where a run stands.', {
  QUEUED: 'It is accepted and waits to be taken up.',
  RUNNING: 'It is at work.',
  WAITING: 'It waits for a human to decide at a gate.',
  PAUSED: 'It reached a limit and can be resumed with more.',
  COMPLETED: 'It gave its answer. Final.',
  FAILED: 'It ended in an error. Final.',
  CANCELLED: 'It was aborted. Final.',
})

export const TerminationReason = describedEnum('TerminationReason', 'Why a run ended or rests.', {
  FINAL_ANSWER: 'The model answered.',
  DONE_TOOL: 'A tool ended it.',
  GOAL_ACHIEVED: 'Its criteria are met.',
  MAX_STEPS: 'It took all the steps that it may.',
  TIMEOUT: 'Its time was up.',
  COST_LIMIT: 'It spent all that it may.',
  TOKEN_LIMIT: 'It used all the tokens that it may.',
  DOOM_LOOP: 'It made the same call again and again.',
  NO_PROGRESS: 'It did not come further.',
  LOW_CONFIDENCE: 'The agent was not sure enough.',
  GATE_REJECTED: 'A human decided against it.',
  PERMISSION_BLOCKED: 'What it needed was not permitted.',
  MODELS_EXHAUSTED: 'No model gave an answer.',
  ABORTED: 'A caller stopped it.',
  ERROR: 'Something failed.',
})

const RunOrderField = describedEnum('RunOrderField', 'What runs are ordered by; equal ones by id.', {
  CREATED_AT: 'When they were accepted.',
  DURATION: 'How long they ran; a run that has not come to rest counts as the longest.',
  COST: 'What their own model calls cost.',
})

const OrderDirection = describedEnum('OrderDirection', 'Which way an order goes.', {
  ASC: 'From the least.',
  DESC: 'From the most.',
})

const RunError = builder.objectRef<{ code: string; message: string }>('RunError').implement({
  description: 'Why a run failed.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A stable code of the error table.' }),
    message: t.exposeString('message', { description: 'What went wrong and what to do.' }),
  }),
})

export const Run = builder.prismaObject('Run', {
  description: 'One execution of an agent on an input.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Run', id) }),
    status: t.expose('status', { type: RunStatus, description: 'Where it stands.' }),
    terminationReason: t.expose('terminationReason', {
      type: TerminationReason,
      description: 'Why it ended or rests; null while it runs.',
      nullable: true,
    }),
    input: t.exposeString('input', { description: 'What it was asked.' }),
    summary: t.exposeString('summary', {
      description: 'Its answer; the text so far where it was stopped.',
      nullable: true,
    }),
    error: t.field({
      type: RunError,
      description: 'Why it failed; null where it did not.',
      nullable: true,
      select: { errorCode: true, errorMessage: true },
      resolve: ({ errorCode: code, errorMessage: message }) =>
        code === null ? null : { code, message: message ?? code },
    }),
    abortReason: t.exposeString('abortReason', {
      description: 'What the caller said who aborted it; null where nobody did, or said nothing.',
      nullable: true,
    }),
    abortedBy: t.exposeString('abortedBy', {
      description: 'Who aborted it: the name of an API key, or `loopback`; null where no caller did.',
      nullable: true,
    }),
    triggeredBy: t.exposeString('triggeredBy', {
      description:
        'Who triggered it: the name of an API key, or `loopback`; null where a run or a schedule did.',
      nullable: true,
    }),
    stepCount: t.exposeInt('stepCount', {
      description: 'How many steps it has taken, those that a fork took over among them.',
    }),
    effectiveLimits: t.expose('effectiveLimits', {
      type: 'JSON',
      description: 'Each limit in force: its `value` (null: unlimited) and the `source` that it came from.',
    }),
    priority: t.exposeInt('priority', {
      description: 'Among the runs of the project that wait for a place, higher goes first.',
    }),
    startAt: t.expose('startAt', {
      type: 'DateTime',
      description: 'The run was not to begin before this time; when it did is `startedAt`.',
    }),
    context: t.expose('context', { type: 'JSON', description: 'The data that its actions share.' }),
    artifacts: t.expose('artifacts', { type: 'JSON', description: 'What it made.' }),
    progress: t.exposeFloat('progress', {
      description: 'How far it has come, from 0 to 1; null where nobody judged.',
      nullable: true,
    }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      description: 'The key that it was triggered with.',
      nullable: true,
    }),
    recoveries: t.exposeInt('recoveries', {
      description: 'How often another process took it over from a dead one.',
    }),
    durationMs: t.exposeInt('durationMs', {
      description: 'How long it ran, in milliseconds, without the time that it rested; null until it rests.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When it was first taken up.',
      nullable: true,
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      description: 'When it came to rest.',
      nullable: true,
    }),
    deltasPrunedAt: t.expose('deltasPrunedAt', {
      type: 'DateTime',
      description:
        'When the increments of its log were removed, as they are not kept for ever; null while they are there.',
      nullable: true,
    }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      description:
        'When the run had ended and every FIRE_AND_FORGET action of it had a final status; null until then.',
      nullable: true,
    }),
  }),
})

export const RunConnection = builder.connectionObject(
  { type: Run, name: 'RunConnection', description: 'A page of runs.' },
  { name: 'RunEdge', description: 'A run and its place in the list.' },
)

export const RunFilterInput = builder.inputType('RunFilter', {
  description: 'Which runs are meant: those for which everything that is given holds.',
  fields: (t) => ({
    status: t.field({ type: [RunStatus], description: 'They stand in one of these.' }),
    agent: t.id({ description: 'They execute this agent, by its slug or global id.' }),
    sessionKey: t.string({ description: 'They belong to the session with this key.' }),
    terminationReason: t.field({
      type: [TerminationReason],
      description: 'They ended or rest for one of these.',
    }),
    createdAfter: t.field({ type: 'DateTime', description: 'They were accepted after this moment.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'They were accepted before this moment.' }),
    search: t.string({
      description:
        'The first 10,000 characters of their input or summary contain this text, whatever its case.',
    }),
    rootsOnly: t.boolean({ description: 'Nobody but a caller started them. Default false.' }),
  }),
})

const RunOrderInput = builder.inputType('RunOrder', {
  description: 'The order of a list of runs.',
  fields: (t) => ({
    field: t.field({ type: RunOrderField, description: 'What they are ordered by.', required: true }),
    direction: t.field({ type: OrderDirection, description: 'Which way.', required: true }),
  }),
})

builder.prismaObjectFields(Run, (t) => ({
  agent: t.relation('agent', { description: 'The agent that it executes.' }),
  agentVersion: t.exposeInt('agentVersion', {
    description: 'The version of the agent that it is pinned to.',
  }),
  session: t.relation('session', { description: 'The conversation that it belongs to.', nullable: true }),
  parent: t.relation('parent', { description: 'The run that started it.', nullable: true }),
  root: t.relation('root', {
    description: 'The top-level run of its tree; itself where nobody started it.',
  }),
  threadId: t.string({
    description: 'What it shares with the runs that it starts, and others of the caller.',
    select: { threadId: true, rootId: true },
    resolve: ({ threadId, rootId }) => threadId ?? rootId,
  }),
  traceId: t.string({
    description:
      "The trace that its spans belong to: that of the `traceparent` it was triggered with, else one of its tree's own. There are spans where an exporter is set up.",
    select: { traceparent: true, rootId: true },
    resolve: ({ traceparent, rootId }) => traceIdOfRun(rootId, traceparent === null ? null : { traceparent }),
  }),
  depth: t.exposeInt('depth', { description: 'How many runs stand above it.' }),
  usage: t.field({
    type: UsageObject,
    description: 'What its model calls used.',
    args: {
      includeDescendants: t.arg.boolean({
        description: 'Whether those of the runs below it count too. Default false.',
      }),
    },
    resolve: async ({ id }, { includeDescendants }, { loaders }) =>
      includeDescendants === true
        ? toUsage(...(await loaders.costLeaves.load(id)))
        : loaders.usage('runId').load(id),
  }),
  gates: t.relation('gates', {
    description: 'Where a human must decide or has decided, oldest first.',
    query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  }),
  children: t.field({
    type: RunConnection,
    description: 'The runs that it started, oldest first.',
    args: t.arg.connectionArgs(),
    resolve: ({ id }, args, ctx, info) =>
      connect({ ctx, info, args }, runsOf(ctx, { column: 'parentId', id }, null, oldestFirst), (query, ids) =>
        ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
  steps: t.field({
    type: StepConnection,
    description: 'Its steps, in order.',
    args: t.arg.connectionArgs(),
    resolve: ({ id }, args, ctx, info) =>
      connect({ ctx, info, args }, stepsOf(id), (query, ids) =>
        ctx.prisma.step.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

builder.prismaObjectField(Agent, 'runs', (t) =>
  t.field({
    type: RunConnection,
    description: 'Its runs, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: RunFilterInput, description: 'Which of them.' }),
    },
    resolve: ({ id }, args, ctx, info) =>
      connect({ ctx, info, args }, runsOf(ctx, { column: 'agentId', id }, args.filter), (query, ids) =>
        ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

builder.prismaObjectField(Session, 'runs', (t) =>
  t.field({
    type: RunConnection,
    description: 'Its runs, newest first.',
    args: t.arg.connectionArgs(),
    resolve: ({ id }, args, ctx, info) =>
      connect({ ctx, info, args }, runsOf(ctx, { column: 'sessionId', id }), (query, ids) =>
        ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

builder.queryFields((t) => ({
  run: t.prismaField({
    type: Run,
    description: 'A run by its id; null where the project has none.',
    nullable: true,
    args: { id: t.arg.id({ description: 'Its global id.', required: true }) },
    resolve: (query, _, args, { prisma, project }) =>
      prisma.run.findUnique({ ...query, where: { id: readId('Run', args.id, 'id'), projectId: project.id } }),
  }),
  runs: t.field({
    type: RunConnection,
    description: 'The runs of the project, newest first where no order is given.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: RunFilterInput, description: 'Which of them.' }),
      orderBy: t.arg({ type: RunOrderInput, description: 'In which order.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect(
        { ctx, info, args },
        runsOf(ctx, { column: 'projectId', id: ctx.project.id }, args.filter, args.orderBy ?? undefined),
        (query, ids) => ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

const oldestFirst = { field: 'CREATED_AT', direction: 'ASC' } as const

function stepsOf(runId: string): List & { of: string } {
  return {
    of: runId,
    table: 'Step',
    parent: 'runId',
    where: everything,
    order: { name: 'NUMBER', column: 'number', type: 'int', nullable: false, direction: 'ASC' },
  }
}

builder.prismaObjectField(Run, 'output', (t) =>
  t.field({
    type: 'JSON',
    description:
      "The answer of a COMPLETED run as data, where the agent's definition has an `outputSchema`, or the run executed a workflow. Who is no more than VIEWER reads marks in the place of secrets.",
    nullable: true,
    select: {
      ...{ status: true, summary: true, agentId: true, agentVersion: true, workflowId: true },
      ...{ projectId: true, rootId: true, sessionId: true },
    },
    resolve: async (run, _, ctx) => {
      const { status, summary, agentId, agentVersion: version, workflowId } = run
      if (status !== 'COMPLETED' || summary === null) return null
      const { projectId, rootId, sessionId } = run
      const shown = (output: Json) =>
        ctx.operations.shownOutput({ caller: ctx.caller, projectId, rootId, sessionId, output })
      if (workflowId !== null) return shown(JSON.parse(summary))
      const { outputSchema } = await ctx.loaders.definition.load({ agentId, version })
      // The run completed because its answer fits the schema.
      return outputSchema === null ? null : shown(JSON.parse(summary))
    },
  }),
)

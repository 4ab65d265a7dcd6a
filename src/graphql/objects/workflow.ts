import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { RungraphError } from '../../domain/errors.ts'
import type { RunWorkflow } from '../../domain/operations.ts'
import { byCreation, everything, type List } from '../../domain/row-list.ts'
import type { WorkflowKey } from '../../domain/workflow.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, parseGlobalId, readId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { toAgentKey } from './binding.ts'
import { Run, RunConnection } from './run.ts'
import { runsOf } from './run-list.ts'
import { findRun, given, limitsIn } from './run-mutations.ts'
import { WorkflowVersion } from './workflow-version.ts'

const Workflow = builder.prismaObject('Workflow', {
  description:
    'A stored plan with parameters, which agents execute as it stands. Each change makes a new, immutable version.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Workflow', id) }),
    slug: t.exposeString('slug', { description: 'Its short name, unique in the project.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'What it is for.', nullable: true }),
    version: t.exposeInt('version', { description: 'The number of its newest version, from 1.' }),
    latest: t.field({
      type: WorkflowVersion,
      description: 'Its newest version.',
      select: (_args, _ctx, nested) => ({
        versions: nested({ orderBy: { version: 'desc' }, take: 1 }),
      }),
      resolve: ({ versions: [latest] }) => {
        if (!latest) throw new Error('A workflow has no version.')
        return latest
      },
    }),
    versions: t.relation('versions', {
      description: 'Its versions, newest first.',
      query: { orderBy: { version: 'desc' } },
    }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      description: 'When it was put away; null while it is in use.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    runs: t.field({
      type: RunConnection,
      description: 'The runs that execute it, newest first.',
      args: t.arg.connectionArgs(),
      resolve: ({ id }, args, ctx, info) =>
        connect({ ctx, info, args }, runsOf(ctx, { column: 'workflowId', id }), (query, ids) =>
          ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
        ),
    }),
  }),
})

builder.prismaObjectFields(Run, (t) => ({
  workflow: t.relation('workflow', {
    description: 'The stored workflow that it executes; null where its agent plans by itself.',
    nullable: true,
  }),
  workflowVersion: t.exposeInt('workflowVersion', {
    description: 'The version of the workflow that it is pinned to.',
    nullable: true,
  }),
}))

const WorkflowConnection = builder.connectionObject(
  { type: Workflow, name: 'WorkflowConnection', description: 'A page of workflows.' },
  { name: 'WorkflowEdge', description: 'A workflow and its place in the list.' },
)

builder.queryFields((t) => ({
  workflow: t.prismaField({
    type: Workflow,
    description: 'A workflow by its id or its slug; null where the project has none.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Its global id.' }),
      slug: t.arg.string({ description: 'Its slug.' }),
    },
    resolve: (query, _, args, ctx) => ctx.prisma.workflow.findUnique({ ...query, where: toWhere(args, ctx) }),
  }),
  workflows: t.field({
    type: WorkflowConnection,
    description: 'The workflows of the project, in the order of their creation.',
    args: {
      ...t.arg.connectionArgs(),
      includeArchived: t.arg.boolean({ description: 'Also those that were put away. Default false.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, workflowsOf(ctx, args.includeArchived === true), (query, ids) =>
        ctx.prisma.workflow.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

/** A global id, or else a slug. */
function toWorkflowKey(workflow: string): WorkflowKey {
  const key = parseGlobalId(workflow)
  return key?.kind === 'Workflow' ? { id: key.id } : { slug: workflow }
}

function workflowsOf({ project }: GraphQLContext, all: boolean): List & { readonly of: string } {
  return {
    of: project.id,
    table: 'Workflow',
    parent: 'projectId',
    where: all ? everything : { kind: 'active' },
    order: byCreation,
  }
}

interface Key {
  readonly id?: string | null | undefined
  readonly slug?: string | null | undefined
}

function toWhere({ id, slug }: Key, { project }: GraphQLContext) {
  if (id != null && slug == null) return { id: readId('Workflow', id, 'id'), projectId: project.id }
  if (slug != null && id == null) return { projectId_slug: { projectId: project.id, slug } }
  throw new RungraphError('INVALID_INPUT', { message: 'workflow takes either `id` or `slug`.', path: ['id'] })
}

const WorkflowDefinitionInput = builder.inputType('WorkflowDefinitionInput', {
  description: 'What a workflow is. In a change, what is left out stays.',
  fields: (t) => ({
    name: t.string({ description: 'Its name for people; the slug where it is left out.' }),
    description: t.string({ description: 'What it is for.' }),
    parameters: t.field({
      type: 'JSON',
      description:
        'The JSON Schema of an object: what it is given. Its plan refers to each property by its name. One that is left out has the `default` of its schema, or is null.',
    }),
    plan: t.field({ type: 'JSON', description: 'What it does; `planSchema` is its schema.' }),
    output: t.field({
      type: 'JSON',
      description:
        'What it gives: a template such as `"$report"` or `{ "text": "$report.text" }`; null stands for all outputs by their keys.',
    }),
    agent: t.string({ description: 'The slug of the agent that runs it where none is named.' }),
  }),
})

const CreateWorkflowInput = builder.inputType('CreateWorkflowInput', {
  description: 'A new workflow.',
  fields: (t) => ({
    slug: t.string({
      description: 'Its short name: lower case letters, digits and hyphens.',
      required: true,
    }),
    definition: t.field({ type: WorkflowDefinitionInput, description: 'What it is.', required: true }),
  }),
})

const UpdateWorkflowInput = builder.inputType('UpdateWorkflowInput', {
  description: 'A change of a workflow.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    definition: t.field({ type: WorkflowDefinitionInput, description: 'What changes.', required: true }),
  }),
})

const ArchiveWorkflowInput = builder.inputType('ArchiveWorkflowInput', {
  description: 'A workflow to put away.',
  fields: (t) => ({ id: t.id({ description: 'Its global id.', required: true }) }),
})

const RunWorkflowInput = builder.inputType('RunWorkflowInput', {
  description: 'A workflow to run.',
  fields: (t) => ({
    workflow: t.string({ description: "The workflow's global id or slug.", required: true }),
    parameters: t.field({ type: 'JSON', description: 'What it is given, as an object.' }),
    agent: t.string({
      description:
        "The global id or slug of the agent that runs it; the workflow's own where it is left out.",
    }),
    idempotencyKey: t.string({
      description:
        'The same key gives the same run, however often it is sent. All else belongs to it: with any other it is refused.',
    }),
    timeoutMs: t.int({
      description:
        "The time limit in milliseconds; the agent's, else the project's, where it is left out. Null is unlimited.",
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description:
        "The budget in US dollars; the agent's, else the project's, where it is left out. Null is unlimited.",
    }),
  }),
})

const CreateWorkflowResult = resultOf('CreateWorkflowResult', Workflow, {
  description: 'The new workflow, or why there is none.',
  errors: ['InvalidInput', 'Conflict'],
})

const UpdateWorkflowResult = resultOf('UpdateWorkflowResult', Workflow, {
  description: 'The changed workflow, or why it was not changed.',
  errors: ['InvalidInput', 'NotFound'],
})

const ArchiveWorkflowResult = resultOf('ArchiveWorkflowResult', Workflow, {
  description: 'The workflow that was put away, or why it was not.',
  errors: ['NotFound'],
})

const RunWorkflowResult = resultOf('RunWorkflowResult', Run, {
  description: 'The accepted run, or why it was not.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

builder.mutationFields((t) => ({
  createWorkflow: t.field({
    type: CreateWorkflowResult,
    description: 'Stores a workflow.',
    args: { input: t.arg({ type: CreateWorkflowInput, description: 'The workflow.', required: true }) },
    resolve: (_, { input: { slug, definition } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, slug, definition }
        return find(await ctx.operations.workflows.createWorkflow(call), ctx, info)
      }),
  }),
  updateWorkflow: t.field({
    type: UpdateWorkflowResult,
    description: 'Changes a workflow: a new version, for the runs that start from now on.',
    args: { input: t.arg({ type: UpdateWorkflowInput, description: 'The change.', required: true }) },
    resolve: (_, { input: { id, definition } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, workflowId: findId('Workflow', id), definition }
        return find(await ctx.operations.workflows.updateWorkflow(call), ctx, info)
      }),
  }),
  archiveWorkflow: t.field({
    type: ArchiveWorkflowResult,
    description: 'Puts a workflow away: it cannot be run any more. Its runs go on, and its slug stays taken.',
    args: { input: t.arg({ type: ArchiveWorkflowInput, description: 'The workflow.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, workflowId: findId('Workflow', id) }
        return find(await ctx.operations.workflows.archiveWorkflow(call), ctx, info)
      }),
  }),
  runWorkflow: t.field({
    type: RunWorkflowResult,
    description:
      'Starts a run of an agent that executes the newest version of a workflow as it stands. It is durable when this answers.',
    args: { input: t.arg({ type: RunWorkflowInput, description: 'The run.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () =>
        findRun(await ctx.operations.workflows.runWorkflow(toCall(ctx, input)), ctx, info),
      ),
  }),
}))

function toCall(ctx: GraphQLContext, input: typeof RunWorkflowInput.$inferInput): RunWorkflow {
  const { agent, workflow, ...wishes } = input
  return {
    ...given(wishes),
    ...limitsIn(wishes),
    projectId: ctx.project.id,
    by: ctx.caller.name,
    trace: ctx.trace ?? null,
    workflow: toWorkflowKey(workflow),
    ...(agent != null && { agent: toAgentKey(agent) }),
  }
}

/** The workflow with what the operation selects of it. */
function find({ workflowId }: { workflowId: string }, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Workflow', select: { id: true } })
  return ctx.prisma.workflow.findUniqueOrThrow({
    select,
    where: { id: workflowId, projectId: ctx.project.id },
  })
}

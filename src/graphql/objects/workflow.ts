import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { RungraphError } from '../../domain/errors.ts'
import { workflowFilter } from '../../domain/filters.ts'
import type { RunWorkflow } from '../../domain/operations.ts'
import type { WorkflowKey } from '../../domain/workflow.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { canBeName, readId, toGlobalId, toKey } from '../global-id.ts'
import { defineList } from '../paging/list.ts'
import { connectVersions } from '../paging/versions.ts'
import { toAgentKey } from './binding.ts'
import { definitionOrder } from './definition.ts'
import { Run } from './run.ts'
import { runs } from './run-list.ts'
import { findRun, limitsIn, withoutNulls } from './run-mutations.ts'
import { WorkflowVersion, WorkflowVersionConnection } from './workflow-version.ts'

export const Workflow = builder.prismaObject('Workflow', {
  description:
    'Stored plan with parameters that agents execute as it stands. Each change creates a new, immutable version.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the workflow.', resolve: ({ id }) => toGlobalId('Workflow', id) }),
    slug: t.exposeString('slug', { description: 'Short name of the workflow, unique in the project.' }),
    name: t.exposeString('name', { description: 'Display name of the workflow.' }),
    description: t.exposeString('description', {
      description: 'Purpose of the workflow. Null if none is given.',
      nullable: true,
    }),
    version: t.exposeInt('version', { description: 'Number of the newest version, from 1.' }),
    latest: t.field({
      type: WorkflowVersion,
      description: 'Newest version of the workflow.',
      select: (_args, _ctx, nested) => ({
        versions: nested({ orderBy: { version: 'desc' }, take: 1 }),
      }),
      resolve: ({ versions: [latest] }) => {
        if (!latest) throw new Error('A workflow has no version.')
        return latest
      },
    }),
    versions: t.field({
      type: WorkflowVersionConnection,
      description: 'Versions of the workflow, newest first.',
      args: t.arg.connectionArgs(),
      resolve: ({ id }, args, ctx, info) =>
        connectVersions(
          { ctx, info, args },
          {
            ...{ of: 'WORKFLOW', id },
            find: async ({ select }, keys) => {
              const versions = keys.map((key) => ({ workflowId: key.id, version: key.version }))
              const rows = await ctx.prisma.workflowVersion.findMany({
                select: { ...select, definition: true, workflowId: true },
                where: { projectId: ctx.project.id, OR: versions },
              })
              return rows.map((row) => ({ ...row, id: row.workflowId }))
            },
          },
        ),
    }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      description: 'Time when the workflow was archived. Null if it is not archived.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the workflow was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the workflow was last changed.',
    }),
    runs: t.field(
      runs.field({
        description: 'Runs that execute the workflow, newest first.',
        ...{ column: 'workflowId', takes: [] },
      }),
    ),
  }),
})

builder.prismaObjectFields(Run, (t) => ({
  workflow: t.relation('workflow', {
    description: 'Stored workflow that the run executes. Null if the run executes none.',
    nullable: true,
  }),
  workflowVersion: t.exposeInt('workflowVersion', {
    description: 'Version of the workflow that the run is pinned to. Null if the run executes no workflow.',
    nullable: true,
  }),
}))

const workflows = defineList(Workflow, {
  table: 'Workflow',
  words: ['workflow', 'workflows'],
  filter: workflowFilter,
  unfiltered: 'workflows that are not archived',
  where: ({ project }, filter) => ({
    ...{ kind: 'workflows', projectId: project.id },
    filter: { archived: 'ACTIVE', ...filter },
  }),
  ...definitionOrder('workflow'),
})

builder.queryFields((t) => ({
  workflow: t.prismaField({
    type: Workflow,
    description: 'Workflow with this id or slug. Null if the project has no such workflow.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the workflow.' }),
      slug: t.arg.string({ description: 'Slug of the workflow.' }),
    },
    resolve: (query, _, args, ctx) => {
      const where = toWhere(args, ctx)
      return where && ctx.prisma.workflow.findUnique({ ...query, where })
    },
  }),
  workflows: t.field(
    workflows.field({
      description: 'Workflows of the project, in the order of their creation if you give no order.',
    }),
  ),
}))

/** A global id, or else a slug. */
function toWorkflowKey(workflow: string): WorkflowKey {
  return toKey('Workflow', workflow)
}

interface Key {
  readonly id?: string | null | undefined
  readonly slug?: string | null | undefined
}

function toWhere({ id, slug }: Key, { project }: GraphQLContext) {
  if (id != null && slug == null) return { id: readId('Workflow', id, 'id'), projectId: project.id }
  if (slug != null && id == null)
    return canBeName(slug) ? { projectId_slug: { projectId: project.id, slug } } : null
  throw new RungraphError('INVALID_INPUT', { message: 'workflow takes either `id` or `slug`.', path: ['id'] })
}

const WorkflowDefinitionInput = builder.inputType('WorkflowDefinitionInput', {
  description: 'Definition of a workflow. In an update, a field that you leave out stays unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Display name of the workflow. Default: its slug.' }),
    description: t.string({ description: 'Purpose of the workflow.' }),
    parameters: t.field({
      type: 'JSON',
      description:
        'JSON Schema of an object that holds the parameters. The plan refers to each property by its name. A parameter that is left out has the `default` of its schema, or is null.',
    }),
    plan: t.field({
      type: 'JSON',
      description: 'Plan of the workflow. `planSchema` is the schema of a plan.',
    }),
    output: t.field({
      type: 'JSON',
      description:
        'Template of the output, such as `"$report"` or `{ "text": "$report.text" }`. Null stands for all outputs by their keys.',
    }),
    agent: t.string({
      description: 'Slug of the agent that executes the workflow if `runWorkflow` names none.',
    }),
  }),
})

const CreateWorkflowInput = builder.inputType('CreateWorkflowInput', {
  description: 'Input of `createWorkflow`.',
  fields: (t) => ({
    slug: t.string({
      description: 'Short name of the workflow: lower case letters, digits and hyphens.',
      required: true,
    }),
    definition: t.field({
      type: WorkflowDefinitionInput,
      description: 'Definition of the workflow.',
      required: true,
    }),
  }),
})

const UpdateWorkflowInput = builder.inputType('UpdateWorkflowInput', {
  description: 'Input of `updateWorkflow`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the workflow.', required: true }),
    definition: t.field({
      type: WorkflowDefinitionInput,
      description: 'Changes to the definition of the workflow.',
      required: true,
    }),
    expectedVersion: t.int({
      description:
        'Version that the change is made to. The update is a conflict if the workflow has another version. If you leave it out, the newest version is changed.',
    }),
  }),
})

const RunWorkflowInput = builder.inputType('RunWorkflowInput', {
  description: 'Input of `runWorkflow`.',
  fields: (t) => ({
    workflow: t.id({ description: 'Global id or slug of the workflow.', required: true }),
    parameters: t.field({ type: 'JSON', description: 'Parameters of the workflow, as an object.' }),
    agent: t.id({
      description:
        'Global id or slug of the agent that executes the workflow. If you leave it out, the agent of the workflow executes it.',
    }),
    tags: t.stringList({
      description:
        'Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags.',
    }),
    metadata: t.field({
      type: 'JSON',
      description:
        'Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata.',
    }),
    idempotencyKey: t.string({
      description:
        'Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too; otherwise the request is refused.',
    }),
    timeoutMs: t.int({
      description:
        'Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description:
        'Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    }),
  }),
})

const CreateWorkflowResult = resultOf('CreateWorkflowResult', Workflow, {
  description: 'New workflow, or the error.',
  errors: ['InvalidInput', 'Conflict'],
})

const UpdateWorkflowResult = resultOf('UpdateWorkflowResult', Workflow, {
  description: 'Changed workflow, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const RunWorkflowResult = resultOf('RunWorkflowResult', Run, {
  description: 'Accepted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

builder.mutationFields((t) => ({
  createWorkflow: t.field({
    type: CreateWorkflowResult,
    description: 'Creates a workflow.',
    args: { input: t.arg({ type: CreateWorkflowInput, description: 'Workflow to create.', required: true }) },
    resolve: (_, { input: { slug, definition } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, slug, definition, by: ctx.caller.name }
        return findChanged(await ctx.operations.workflows.createWorkflow(call), ctx, info)
      }),
  }),
  updateWorkflow: t.field({
    type: UpdateWorkflowResult,
    description: 'Changes a workflow. The change creates a new version, which runs use from now on.',
    args: {
      input: t.arg({ type: UpdateWorkflowInput, description: 'Workflow, and its changes.', required: true }),
    },
    resolve: (_, { input: { id, definition, expectedVersion } }, ctx, info) =>
      outcome(info, async () => {
        const call = {
          ...{ projectId: ctx.project.id, workflowId: readId('Workflow', id, 'id'), definition },
          ...{ expectedVersion: expectedVersion ?? undefined, by: ctx.caller.name },
        }
        return findChanged(await ctx.operations.workflows.updateWorkflow(call), ctx, info)
      }),
  }),
  runWorkflow: t.field({
    type: RunWorkflowResult,
    description:
      'Starts a run of an agent that executes the newest version of a workflow as it stands. The run is durable when the mutation returns.',
    args: {
      input: t.arg({
        type: RunWorkflowInput,
        description: 'Workflow to run, and its parameters.',
        required: true,
      }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () =>
        findRun(await ctx.operations.workflows.runWorkflow(toCall(ctx, input)), ctx, info),
      ),
  }),
}))

function toCall(ctx: GraphQLContext, input: typeof RunWorkflowInput.$inferInput): RunWorkflow {
  const { agent, workflow, ...options } = input
  return {
    ...withoutNulls(options),
    ...limitsIn(options),
    projectId: ctx.project.id,
    by: ctx.caller.name,
    trace: ctx.trace ?? null,
    workflow: toWorkflowKey(workflow),
    ...(agent != null && { agent: toAgentKey(agent) }),
  }
}

/** The workflow with the fields that the operation selects. */
export function findChanged(
  { workflowId }: { workflowId: string },
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Workflow', select: { id: true } })
  return ctx.prisma.workflow.findUniqueOrThrow({
    select,
    where: { id: workflowId, projectId: ctx.project.id },
  })
}

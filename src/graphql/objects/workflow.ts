import { workflowFilter } from '../../domain/filters.ts'
import { workflowTrigger } from '../../domain/run-calls.ts'
import { workflowDefinition } from '../../domain/workflow.ts'
import { builder } from '../builder.ts'
import { rowFields } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { connectVersions } from '../paging/versions.ts'
import { queryByKey, rowObject } from '../row-object.ts'
import { changesOf, inputFields } from '../shape.ts'
import { definitionOrder } from './definition.ts'
import { Run } from './run.ts'
import { runs } from './run-list.ts'
import { actor } from './run-mutations.ts'
import { WorkflowVersionConnection, WorkflowVersionObject } from './workflow-version.ts'

export const Workflow = rowObject(
  'Workflow',
  'Stored plan with parameters that agents execute as it stands. Each change creates a new, immutable version.',
  {
    slug: 'Short name of the workflow, unique in the project.',
    name: 'Display name of the workflow.',
    description: 'Purpose of the workflow. Null if none is given.',
    version: 'Number of the newest version, from 1.',
    archivedAt: 'Time when the workflow was archived. Null if it is not archived.',
    createdAt: 'Time when the workflow was created.',
    updatedAt: 'Time when the workflow was last changed.',
  },
  (t) => ({
    latest: t.field({
      type: WorkflowVersionObject,
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
    runs: t.field(
      runs.field({
        description: 'Runs that execute the workflow, newest first.',
        ...{ column: 'workflowId', takes: [] },
      }),
    ),
  }),
)

builder.prismaObjectFields(Run, (t) => ({
  ...rowFields(t, {
    workflow: 'Stored workflow that the run executes. Null if the run executes none.',
    workflowVersion:
      'Version of the workflow that the run is pinned to. Null if the run executes no workflow.',
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

queryByKey('Workflow', Workflow, 'slug')

workflows.query('workflows', 'Workflows of the project, in the order of their creation if you give no order.')

export const WorkflowDefinitionChanges = changesOf(
  workflowDefinition,
  'In an update, a field that you leave out stays unchanged. So does one that is null, unless null has a meaning for it. `name` and `plan` cannot be null there.',
)

mutation('runWorkflow', {
  description:
    'Starts a run of an agent that executes the newest version of a workflow as it stands. The run is durable when the mutation returns.',
  argument: 'Workflow to run, and its parameters.',
  input: inputFields(workflowTrigger),
  result: Run,
  gives: 'Accepted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async (run, ctx) => (await ctx.operations.workflows.runWorkflow({ ...run, ...actor(ctx) })).runId,
})

import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { findChanged, Workflow } from './workflow.ts'

const RollBackWorkflowInput = builder.inputType('RollBackWorkflowInput', {
  description: 'Input of `rollBackWorkflow`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the workflow.', required: true }),
    version: t.int({
      description: 'Number of the version whose definition the workflow gets again.',
      required: true,
    }),
    expectedVersion: t.int({
      description:
        'Newest version as you know it. The mutation is a conflict if the workflow has another one. If you leave it out, the newest version is not checked.',
    }),
  }),
})

const RollBackWorkflowResult = resultOf('RollBackWorkflowResult', Workflow, {
  description: 'Changed workflow, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const ArchiveWorkflowInput = builder.inputType('ArchiveWorkflowInput', {
  description: 'Input of `archiveWorkflow`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the workflow.', required: true }) }),
})

const ArchiveWorkflowResult = resultOf('ArchiveWorkflowResult', Workflow, {
  description: 'Archived workflow, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

const RestoreWorkflowInput = builder.inputType('RestoreWorkflowInput', {
  description: 'Input of `restoreWorkflow`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the workflow.', required: true }) }),
})

const RestoreWorkflowResult = resultOf('RestoreWorkflowResult', Workflow, {
  description: 'Restored workflow, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

const { Input: DeleteWorkflowInput, Result: DeleteWorkflowResult } = deletion('Workflow', [
  'InvalidInput',
  'NotFound',
  'Conflict',
])

builder.mutationFields((t) => ({
  rollBackWorkflow: t.field({
    type: RollBackWorkflowResult,
    description:
      'Gives a workflow the definition of an earlier version, as a new version that runs use from now on.',
    args: {
      input: t.arg({
        type: RollBackWorkflowInput,
        description: 'Workflow, and the version.',
        required: true,
      }),
    },
    resolve: (_, { input: { id, version, expectedVersion } }, ctx, info) =>
      outcome(info, async () => {
        const call = { ...named(id, ctx), version, expectedVersion: expectedVersion ?? undefined }
        return findChanged(
          await ctx.operations.workflows.rollBackWorkflow({ ...call, by: ctx.caller.name }),
          ctx,
          info,
        )
      }),
  }),
  archiveWorkflow: t.field({
    type: ArchiveWorkflowResult,
    description:
      'Archives a workflow, which can no longer be run. Its runs continue, and its slug stays reserved.',
    args: {
      input: t.arg({ type: ArchiveWorkflowInput, description: 'Workflow to archive.', required: true }),
    },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () =>
        findChanged(await ctx.operations.workflows.archiveWorkflow(named(id, ctx)), ctx, info),
      ),
  }),
  restoreWorkflow: t.field({
    type: RestoreWorkflowResult,
    description: 'Restores an archived workflow, which can be run again.',
    args: {
      input: t.arg({ type: RestoreWorkflowInput, description: 'Workflow to restore.', required: true }),
    },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () =>
        findChanged(await ctx.operations.workflows.restoreWorkflow(named(id, ctx)), ctx, info),
      ),
  }),
  deleteWorkflow: t.field({
    type: DeleteWorkflowResult,
    description: 'Deletes a workflow with its versions. A workflow that has runs is a conflict.',
    args: { input: t.arg({ type: DeleteWorkflowInput, description: 'Workflow to delete.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => {
        await ctx.operations.workflows.deleteWorkflow(named(id, ctx))
        return { id }
      }),
  }),
}))

/** @throws NOT_FOUND */
function named(id: string, { project }: GraphQLContext) {
  return { projectId: project.id, workflowId: readId('Workflow', id, 'id') }
}

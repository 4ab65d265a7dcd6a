import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { Agent } from './agent.ts'
import { findChanged } from './agent-mutations.ts'

const RollBackAgentInput = builder.inputType('RollBackAgentInput', {
  description: 'Input of `rollBackAgent`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the agent.', required: true }),
    version: t.int({
      description: 'Number of the version whose definition the agent gets again.',
      required: true,
    }),
    expectedVersion: t.int({
      description:
        'Newest version as you know it. The mutation is a conflict if the agent has another one. If you leave it out, the newest version is not checked.',
    }),
  }),
})

const RollBackAgentResult = resultOf('RollBackAgentResult', Agent, {
  description: 'Changed agent, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const ArchiveAgentInput = builder.inputType('ArchiveAgentInput', {
  description: 'Input of `archiveAgent`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the agent.', required: true }) }),
})

const ArchiveAgentResult = resultOf('ArchiveAgentResult', Agent, {
  description: 'Archived agent, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const RestoreAgentInput = builder.inputType('RestoreAgentInput', {
  description: 'Input of `restoreAgent`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the agent.', required: true }) }),
})

const RestoreAgentResult = resultOf('RestoreAgentResult', Agent, {
  description: 'Restored agent, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

const { Input: DeleteAgentInput, Result: DeleteAgentResult } = deletion('Agent', [
  'InvalidInput',
  'NotFound',
  'Conflict',
])

builder.mutationFields((t) => ({
  rollBackAgent: t.field({
    type: RollBackAgentResult,
    description:
      'Gives an agent the definition of an earlier version, as a new version that runs use from now on.',
    args: {
      input: t.arg({ type: RollBackAgentInput, description: 'Agent, and the version.', required: true }),
    },
    resolve: (_, { input: { id, version, expectedVersion } }, ctx, info) =>
      outcome(info, async () => {
        const call = { ...named(id, ctx), version, expectedVersion: expectedVersion ?? undefined }
        return findChanged(await ctx.operations.rollBackAgent({ ...call, by: ctx.caller.name }), ctx, info)
      }),
  }),
  archiveAgent: t.field({
    type: ArchiveAgentResult,
    description:
      'Archives an agent. Triggers, schedules, bindings and other agents that name it receive an error. Its runs continue, and its slug stays reserved.',
    args: { input: t.arg({ type: ArchiveAgentInput, description: 'Agent to archive.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => findChanged(await ctx.operations.archiveAgent(named(id, ctx)), ctx, info)),
  }),
  restoreAgent: t.field({
    type: RestoreAgentResult,
    description: 'Restores an archived agent, which can be triggered again.',
    args: { input: t.arg({ type: RestoreAgentInput, description: 'Agent to restore.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => findChanged(await ctx.operations.restoreAgent(named(id, ctx)), ctx, info)),
  }),
  deleteAgent: t.field({
    type: DeleteAgentResult,
    description:
      'Deletes an agent with its versions and policies. An agent that has runs, schedules or bindings is a conflict. Its usage stays in `usage`.',
    args: { input: t.arg({ type: DeleteAgentInput, description: 'Agent to delete.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => {
        await ctx.operations.deleteAgent(named(id, ctx))
        return { id }
      }),
  }),
}))

/** @throws NOT_FOUND */
function named(id: string, { project }: GraphQLContext) {
  return { projectId: project.id, agentId: readId('Agent', id, 'id') }
}

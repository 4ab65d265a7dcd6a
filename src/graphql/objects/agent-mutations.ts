import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { Agent } from './agent.ts'
import { agentDefinitionShape } from './agent-definition.ts'

const CreateAgentInput = builder.inputType('CreateAgentInput', {
  description: 'Input of `createAgent`.',
  fields: (t) => ({
    slug: t.string({
      description: 'Short name of the agent: lower case letters, digits and hyphens.',
      required: true,
    }),
    definition: t.field({
      type: agentDefinitionShape.input,
      description: 'Definition of the agent.',
      required: true,
    }),
  }),
})

const UpdateAgentInput = builder.inputType('UpdateAgentInput', {
  description: 'Input of `updateAgent`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the agent.', required: true }),
    definition: t.field({
      type: agentDefinitionShape.input,
      description: 'Changes to the definition of the agent.',
      required: true,
    }),
    expectedVersion: t.int({
      description:
        'Version that the change is made to. The update is a conflict if the agent has another version. If you leave it out, the newest version is changed.',
    }),
  }),
})

const CreateAgentResult = resultOf('CreateAgentResult', Agent, {
  description: 'New agent, or the error.',
  errors: ['InvalidInput', 'Conflict'],
})

const UpdateAgentResult = resultOf('UpdateAgentResult', Agent, {
  description: 'Changed agent, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  createAgent: t.field({
    type: CreateAgentResult,
    description: 'Creates an agent.',
    args: { input: t.arg({ type: CreateAgentInput, description: 'Agent to create.', required: true }) },
    resolve: (_, { input: { slug, definition } }, ctx, info) =>
      outcome(info, async () =>
        findChanged(
          await ctx.operations.createAgent({
            projectId: ctx.project.id,
            slug,
            definition,
            by: ctx.caller.name,
          }),
          ctx,
          info,
        ),
      ),
  }),
  updateAgent: t.field({
    type: UpdateAgentResult,
    description: 'Changes an agent. The change creates a new version, which runs use from now on.',
    args: {
      input: t.arg({ type: UpdateAgentInput, description: 'Agent, and its changes.', required: true }),
    },
    resolve: (_, { input: { id, definition, expectedVersion } }, ctx, info) =>
      outcome(info, async () => {
        const call = {
          ...{ projectId: ctx.project.id, agentId: readId('Agent', id, 'id'), definition },
          ...{ expectedVersion: expectedVersion ?? undefined, by: ctx.caller.name },
        }
        return findChanged(await ctx.operations.updateAgent(call), ctx, info)
      }),
  }),
}))

/** The agent with the fields that the operation selects. */
export function findChanged({ agentId }: { agentId: string }, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Agent', select: { id: true } })
  return ctx.prisma.agent.findUniqueOrThrow({ select, where: { id: agentId, projectId: ctx.project.id } })
}

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
  }),
})

const CreateAgentResult = resultOf('CreateAgentResult', Agent, {
  description: 'New agent, or the error.',
  errors: ['InvalidInput', 'Conflict'],
})

const UpdateAgentResult = resultOf('UpdateAgentResult', Agent, {
  description: 'Changed agent, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationFields((t) => ({
  createAgent: t.field({
    type: CreateAgentResult,
    description: 'Creates an agent.',
    args: { input: t.arg({ type: CreateAgentInput, description: 'Agent to create.', required: true }) },
    resolve: (_, { input: { slug, definition } }, ctx, info) =>
      outcome(info, async () =>
        find(await ctx.operations.createAgent({ projectId: ctx.project.id, slug, definition }), ctx, info),
      ),
  }),
  updateAgent: t.field({
    type: UpdateAgentResult,
    description: 'Changes an agent. The change creates a new version, which runs use from now on.',
    args: {
      input: t.arg({ type: UpdateAgentInput, description: 'Agent, and its changes.', required: true }),
    },
    resolve: (_, { input: { id, definition } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, agentId: readId('Agent', id, 'id'), definition }
        return find(await ctx.operations.updateAgent(call), ctx, info)
      }),
  }),
}))

/** The agent with what the operation selects of it. */
function find({ agentId }: { agentId: string }, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Agent', select: { id: true } })
  return ctx.prisma.agent.findUniqueOrThrow({ select, where: { id: agentId, projectId: ctx.project.id } })
}

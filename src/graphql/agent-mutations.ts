import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { Agent } from './agent.ts'
import { AgentDefinitionInput } from './agent-definition-input.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { outcome, resultOf } from './error.ts'
import { readId } from './global-id.ts'

const CreateAgentInput = builder.inputType('CreateAgentInput', {
  description: 'A new agent.',
  fields: (t) => ({
    slug: t.string({
      description: 'Its short name: lower case letters, digits and hyphens.',
      required: true,
    }),
    definition: t.field({ type: AgentDefinitionInput, description: 'What it is.', required: true }),
  }),
})

const UpdateAgentInput = builder.inputType('UpdateAgentInput', {
  description: 'A change of an agent.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    definition: t.field({ type: AgentDefinitionInput, description: 'What changes.', required: true }),
  }),
})

const CreateAgentResult = resultOf('CreateAgentResult', Agent, {
  description: 'The new agent, or why there is none.',
  errors: ['InvalidInput', 'Conflict'],
})

const UpdateAgentResult = resultOf('UpdateAgentResult', Agent, {
  description: 'The changed agent, or why it was not changed.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationFields((t) => ({
  createAgent: t.field({
    type: CreateAgentResult,
    description: 'Creates an agent.',
    args: { input: t.arg({ type: CreateAgentInput, description: 'The agent.', required: true }) },
    resolve: (_, { input: { slug, definition } }, ctx, info) =>
      outcome(info, async () =>
        find(await ctx.operations.createAgent({ projectId: ctx.project.id, slug, definition }), ctx, info),
      ),
  }),
  updateAgent: t.field({
    type: UpdateAgentResult,
    description: 'Changes an agent: a new version, for the runs that start from now on.',
    args: { input: t.arg({ type: UpdateAgentInput, description: 'The change.', required: true }) },
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

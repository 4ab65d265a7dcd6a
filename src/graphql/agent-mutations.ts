import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { Agent, FlowType, Planner } from './agent.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  memberOf,
  NotFoundError,
  outcome,
} from './error.ts'
import { readId } from './global-id.ts'

const AgentDefinitionInput = builder.inputType('AgentDefinitionInput', {
  description: 'What an agent is. An omitted field keeps its default (create) or its value (update).',
  fields: (t) => ({
    name: t.string({ description: 'Its name for people. Default: its slug.' }),
    description: t.string({ description: 'What it is for.' }),
    systemPrompt: t.string({ description: 'What the model is told before everything else.' }),
    flowType: t.field({ type: FlowType, description: 'How it goes through its work. Default SINGLE.' }),
    planner: t.field({ type: Planner, description: 'How its turns decide what to do. Default TOOL_CALLS.' }),
    model: t.string({
      description: '`provider/model`, for example `anthropic/claude-sonnet-5`. A new agent needs one.',
    }),
    fallbackModels: t.stringList({
      description: 'The models that are asked, in this order, when the one before gives no answer.',
    }),
    temperature: t.float({
      description:
        'From 0 to 2; null leaves it to the provider. Anthropic takes none: there it is left out, with a Warning event.',
    }),
    tools: t.stringList({ description: 'The names of the tools that it may call.' }),
    maxSteps: t.int({ description: 'Null: unlimited for a top-level run, 50 for a sub-agent.' }),
    defaultTimeoutMs: t.int({ description: 'The time limit of a run, in milliseconds; null is unlimited.' }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description: 'The budget of a run, in US dollars; null is unlimited.',
    }),
    requireDoneTool: t.boolean({ description: 'Whether only the `done` tool ends a run. Default false.' }),
    acceptanceCriteria: t.stringList({ description: 'What must hold before a run is complete.' }),
    subagents: t.stringList({ description: 'The agents that it may start, by slug.' }),
  }),
})

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

const CreateAgentResult = builder.unionType('CreateAgentResult', {
  description: 'The new agent, or why there is none.',
  types: [Agent, InvalidInputError, ConflictError, ForbiddenError],
  resolveType: memberOf('Agent'),
})

const UpdateAgentResult = builder.unionType('UpdateAgentResult', {
  description: 'The changed agent, or why it was not changed.',
  types: [Agent, InvalidInputError, NotFoundError, ForbiddenError],
  resolveType: memberOf('Agent'),
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

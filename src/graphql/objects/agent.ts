import type { AgentDefinition } from '../../domain/agent.ts'
import { agentFilter } from '../../domain/filters.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { one } from '../fields.ts'
import { defineList } from '../paging/list.ts'
import { queryByKey, rowObject } from '../row-object.ts'
import { definitionOrder } from './definition.ts'
import { UsageObject } from './usage.ts'

export const FlowType = describedEnum('FlowType', 'Flow of an agent.', {
  SINGLE: 'The loop runs once.',
  SEQUENTIAL: 'Named stages run in order. The output of a stage is the input of the next stage.',
  LOOP: 'The body repeats until its exit condition is true.',
})

export const Planner = describedEnum('Planner', 'Method by which a turn decides what to do.', {
  TOOL_CALLS: 'The tool calls of the model are the plan.',
  PLAN: 'The model writes a plan of dependent actions.',
})

export const ProtocolMode = describedEnum(
  'ProtocolMode',
  'Behaviour of an agent with the planner PLAN after a plan.',
  {
    STRICT: 'The run executes one plan as it stands. No other plan follows.',
    DEFAULT: 'The agent plans again after each plan, until it answers.',
    AUTONOMOUS: 'Like DEFAULT, and the agent decides by itself that its goal is achieved.',
  },
)

const AgentSource = describedEnum('AgentSource', 'Place where the definition of an agent is maintained.', {
  API: 'The API, or the console. Mutations change it.',
  CODE: 'The code of the server (`RUNGRAPH_AGENTS`). Mutations that change the definition are refused.',
})

export const Agent = rowObject(
  'Agent',
  'Named definition that runs execute. Each change creates a new, immutable version.',
  {
    slug: 'Short name of the agent, unique in the project.',
    name: 'Display name of the agent.',
    description: 'Purpose of the agent. Null if none is given.',
    version: 'Number of the newest version, from 1.',
    archivedAt: 'Time when the agent was archived. Null if it is not archived.',
    createdAt: 'Time when the agent was created.',
    updatedAt: 'Time when the agent was last changed.',
    source: one(AgentSource, 'Place where the definition of the agent is maintained.'),
  },
  (t) => ({
    usage: t.field({
      type: UsageObject,
      description: 'Usage of the runs of the agent.',
      args: {
        since: t.arg({
          type: 'DateTime',
          description: 'Start of the period, inclusive. If you leave it out, the period has no start.',
        }),
        until: t.arg({
          type: 'DateTime',
          description: 'End of the period, exclusive. If you leave it out, the period has no end.',
        }),
      },
      resolve: ({ id }, range, ctx) => ctx.loaders.usage('agentId', range).load(id),
    }),
  }),
)

builder.prismaObjectFields(Agent, (t) => ({
  systemPrompt: t.string({
    description: 'System prompt of the agent. Null if it has none.',
    nullable: true,
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).systemPrompt,
  }),
  flowType: t.field({
    type: FlowType,
    description: 'Flow of the agent.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).flowType,
  }),
  planner: t.field({
    type: Planner,
    description: 'Method by which a turn decides what to do.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).planner,
  }),
  protocolMode: t.field({
    type: ProtocolMode,
    description: 'Behaviour of the agent after a plan.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).protocolMode,
  }),
  model: t.string({
    description: 'Model of the agent: `provider/model`.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).model,
  }),
  fallbackModels: t.stringList({
    description: 'Models that are called in this order if the previous model fails.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).fallbackModels,
  }),
  maxSteps: t.int({
    description:
      "Step limit of a run. Null if the project's default applies or if there is no limit; the definition says which. A sub-agent then has at most 50 steps.",
    nullable: true,
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).maxSteps,
  }),
  defaultTimeoutMs: t.int({
    description:
      "Time limit of a run, in milliseconds. Null if the project's default applies or if there is no limit.",
    nullable: true,
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).defaultTimeoutMs,
  }),
}))

const agents = defineList(Agent, {
  table: 'Agent',
  words: ['agent', 'agents'],
  filter: agentFilter,
  unfiltered: 'agents that are not archived',
  where: ({ project }, filter) => ({
    ...{ kind: 'agents', projectId: project.id },
    filter: { archived: 'ACTIVE', ...filter },
  }),
  ...definitionOrder('agent'),
})

queryByKey('Agent', Agent, 'slug')

builder.queryField('agents', (t) =>
  t.field(
    agents.field({
      description: 'Agents of the project, in the order of their creation if you give no order.',
    }),
  ),
)

/** The definition of the newest version. */
export function definitionOf(
  agent: { id: string; version: number },
  ctx: GraphQLContext,
): Promise<AgentDefinition> {
  return ctx.loaders.definition.load({ agentId: agent.id, version: agent.version })
}

import type { AgentDefinition } from '../../domain/agent.ts'
import { RungraphError } from '../../domain/errors.ts'
import { agentFilter } from '../../domain/filters.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { rowFields } from '../fields.ts'
import { canBeName, readId, toGlobalId } from '../global-id.ts'
import { defineList } from '../paging/list.ts'
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

export const Agent = builder.prismaObject('Agent', {
  description: 'Named definition that runs execute. Each change creates a new, immutable version.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the agent.', resolve: ({ id }) => toGlobalId('Agent', id) }),
    ...rowFields(t, {
      slug: 'Short name of the agent, unique in the project.',
      name: 'Display name of the agent.',
      description: 'Purpose of the agent. Null if none is given.',
      version: 'Number of the newest version, from 1.',
      archivedAt: 'Time when the agent was archived. Null if it is not archived.',
      createdAt: 'Time when the agent was created.',
      updatedAt: 'Time when the agent was last changed.',
    }),
    source: t.expose('source', {
      type: AgentSource,
      description: 'Place where the definition of the agent is maintained.',
    }),
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
})

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

builder.queryFields((t) => ({
  agent: t.prismaField({
    type: Agent,
    description: 'Agent with this id or slug. Null if the project has no such agent.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the agent.' }),
      slug: t.arg.string({ description: 'Slug of the agent.' }),
    },
    resolve: (query, _, args, ctx) => {
      const where = toWhere(args, ctx)
      return where && ctx.prisma.agent.findUnique({ ...query, where })
    },
  }),
  agents: t.field(
    agents.field({
      description: 'Agents of the project, in the order of their creation if you give no order.',
    }),
  ),
}))

/** The definition of the newest version. */
export function definitionOf(
  agent: { id: string; version: number },
  ctx: GraphQLContext,
): Promise<AgentDefinition> {
  return ctx.loaders.definition.load({ agentId: agent.id, version: agent.version })
}

interface AgentKey {
  readonly id?: string | null | undefined
  readonly slug?: string | null | undefined
}

function toWhere({ id, slug }: AgentKey, { project }: GraphQLContext) {
  if (id != null && slug == null) return { id: readId('Agent', id, 'id'), projectId: project.id }
  if (slug != null && id == null)
    return canBeName(slug) ? { projectId_slug: { projectId: project.id, slug } } : null
  throw new RungraphError('INVALID_INPUT', { message: 'agent takes either `id` or `slug`.', path: ['id'] })
}

import type { AgentDefinition } from '../../domain/agent.ts'
import { RungraphError } from '../../domain/errors.ts'
import { byCreation, everything } from '../../domain/row-list.ts'
import type { Tool } from '../../domain/tool.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { UsageObject } from './usage.ts'

export const FlowType = describedEnum('FlowType', 'How an agent goes through its work.', {
  SINGLE: 'The loop runs once.',
  SEQUENTIAL: 'Named stages in order, the output of one being the input of the next.',
  LOOP: 'The body repeats until its exit condition holds.',
})

export const Planner = describedEnum('Planner', 'How a turn decides what to do.', {
  TOOL_CALLS: "The model's tool calls are the plan.",
  PLAN: 'The model writes a plan of dependent actions.',
})

export const ProtocolMode = describedEnum('ProtocolMode', 'How an agent that plans goes on after a plan.', {
  STRICT: 'One plan is executed as it stands; there is no other after it.',
  DEFAULT: 'It plans anew after each plan, until it answers.',
  AUTONOMOUS: 'As DEFAULT, and it decides by itself that its goal is met.',
})

export const Agent = builder.prismaObject('Agent', {
  description: 'A named definition that runs execute. Each change makes a new, immutable version.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Agent', id) }),
    slug: t.exposeString('slug', { description: 'Its short name, unique in the project.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'What it is for.', nullable: true }),
    version: t.exposeInt('version', { description: 'The number of its newest version, from 1.' }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      description: 'When it was put away; null while it is in use.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    usage: t.field({
      type: UsageObject,
      description: 'What its runs used.',
      args: {
        since: t.arg({ type: 'DateTime', description: 'Only model calls from this moment on.' }),
        until: t.arg({ type: 'DateTime', description: 'Only model calls before this moment.' }),
      },
      resolve: ({ id }, range, ctx) => ctx.loaders.usage('agentId', range).load(id),
    }),
  }),
})

builder.prismaObjectFields(Agent, (t) => ({
  definition: t.field({
    type: 'JSON',
    description: 'The whole definition of the newest version.',
    select: { version: true },
    resolve: (agent, _, ctx) => definitionOf(agent, ctx),
  }),
  systemPrompt: t.string({
    description: 'What the model is told before everything else.',
    nullable: true,
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).systemPrompt,
  }),
  flowType: t.field({
    type: FlowType,
    description: 'How it goes through its work.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).flowType,
  }),
  planner: t.field({
    type: Planner,
    description: 'How its turns decide what to do.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).planner,
  }),
  protocolMode: t.field({
    type: ProtocolMode,
    description: 'How it goes on after a plan.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).protocolMode,
  }),
  model: t.string({
    description: 'The model that it asks: `provider/model`.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).model,
  }),
  fallbackModels: t.stringList({
    description: 'The models that are asked, in this order, when the one before gives no answer.',
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).fallbackModels,
  }),
  maxSteps: t.int({
    description:
      "The step limit; null where the project's default holds, or none: the definition tells which. A sub-agent has 50.",
    nullable: true,
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).maxSteps,
  }),
  defaultTimeoutMs: t.int({
    description: "The time limit of a run, in milliseconds; null where the project's default holds, or none.",
    nullable: true,
    select: { version: true },
    resolve: async (agent, _, ctx) => (await definitionOf(agent, ctx)).defaultTimeoutMs,
  }),
  tools: t.field({
    type: [ToolObject],
    description: 'The tools that it may call; names that this server has no tool for are left out.',
    select: { version: true },
    resolve: async (agent, _, ctx) =>
      (await definitionOf(agent, ctx)).tools.flatMap((name) => ctx.tools.find(name) ?? []),
  }),
}))

const AgentConnection = builder.connectionObject(
  { type: Agent, name: 'AgentConnection', description: 'A page of agents.' },
  { name: 'AgentEdge', description: 'An agent and its place in the list.' },
)

builder.queryFields((t) => ({
  agent: t.prismaField({
    type: Agent,
    description: 'An agent by its id or its slug; null where the project has none.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Its global id.' }),
      slug: t.arg.string({ description: 'Its slug.' }),
    },
    resolve: (query, _, args, ctx) => ctx.prisma.agent.findUnique({ ...query, where: toWhere(args, ctx) }),
  }),
  agents: t.field({
    type: AgentConnection,
    description: 'The agents of the project, in the order of their creation.',
    args: t.arg.connectionArgs(),
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, { ...agentsOf(ctx), order: byCreation }, (query, ids) =>
        ctx.prisma.agent.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

function definitionOf(agent: { id: string; version: number }, ctx: GraphQLContext): Promise<AgentDefinition> {
  return ctx.loaders.definition.load({ agentId: agent.id, version: agent.version })
}

interface AgentKey {
  readonly id?: string | null | undefined
  readonly slug?: string | null | undefined
}

function agentsOf({ project }: GraphQLContext) {
  return { of: project.id, table: 'Agent', parent: 'projectId', where: everything }
}

function toWhere({ id, slug }: AgentKey, { project }: GraphQLContext) {
  if (id != null && slug == null) return { id: readId('Agent', id, 'id'), projectId: project.id }
  if (slug != null && id == null) return { projectId_slug: { projectId: project.id, slug } }
  throw new RungraphError('INVALID_INPUT', { message: 'agent takes either `id` or `slug`.', path: ['id'] })
}

const ToolEffectEnum = describedEnum('ToolEffect', 'What a crash in the middle of a call means.', {
  READ: 'It changes nothing: it is repeated.',
  IDEMPOTENT: 'Twice is as once: it is repeated, with the same key.',
  ONCE: 'It is never repeated: the model is told, or a human is asked.',
})

const toolEffects = { read: 'READ', idempotent: 'IDEMPOTENT', once: 'ONCE' } as const

const ToolObject = builder.objectRef<Tool>('Tool').implement({
  description: 'A function that agents may be given.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name under which agents and models know it.' }),
    description: t.exposeString('description', { description: 'What it does, as models read it.' }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', description: 'The JSON Schema of its arguments.' }),
    effect: t.field({
      type: ToolEffectEnum,
      description: 'What a crash in the middle of a call means.',
      resolve: ({ effect }) => toolEffects[effect],
    }),
    source: t.exposeString('source', {
      description:
        'Where it comes from: `built-in`, `module`, `mcp:` and the name of a server, or `openapi:` and that of a document.',
    }),
  }),
})

builder.queryField('tools', (t) =>
  t.field({
    type: [ToolObject],
    description: 'Every tool of this server.',
    resolve: (_, _args, ctx) => ctx.tools.list(),
  }),
)

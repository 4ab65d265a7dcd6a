import { queryFromInfo } from '@pothos/plugin-prisma'
import type { Origin } from '../../domain/binding.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { AgentKey, SaveBinding } from '../../domain/operations.ts'
import { byCreation, everything, type List } from '../../domain/row-list.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { isUuid, parseGlobalId } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { connect } from '../paging/connection.ts'
import { Agent } from './agent.ts'

const Binding = builder.prismaObject('Binding', {
  description:
    'Which agent answers messages of an origin. A field that is null matches any; of several bindings that match, the one decides that names the peer, then the guild, then the account, then the channel.',
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toBindingId(id) }),
    agent: t.relation('agent', { description: 'The agent that answers.' }),
    channel: t.exposeString('channel', { description: 'The channel that it is for.', nullable: true }),
    accountId: t.exposeString('accountId', {
      description: 'Our account on the channel that it is for.',
      nullable: true,
    }),
    guildId: t.exposeString('guildId', { description: 'The guild or group that it is for.', nullable: true }),
    peer: t.exposeString('peer', { description: 'The correspondent that it is for.', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first saved.' }),
  }),
})

export const OriginInput = builder.inputType('OriginInput', {
  description: 'Where a message came from. At least one field says it.',
  fields: (t) => ({
    channel: t.string({ description: 'The channel: a chat service, for example.' }),
    accountId: t.string({ description: 'Our account there.' }),
    guildId: t.string({ description: 'The guild or group that it was written in.' }),
    peer: t.string({ description: 'Who wrote it.' }),
  }),
})

const BindingConnection = builder.connectionObject(
  { type: Binding, name: 'BindingConnection', description: 'A page of bindings.' },
  { name: 'BindingEdge', description: 'A binding and its place in the list.' },
)

builder.queryFields((t) => ({
  bindings: t.field({
    type: BindingConnection,
    description: 'The bindings of the project, in the order in which they were first saved.',
    args: t.arg.connectionArgs(),
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, bindingsOf(ctx), (query, ids) =>
        ctx.prisma.binding.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
  resolveAgent: t.prismaField({
    type: Agent,
    description: 'The agent that a run of this origin gets; null where no binding matches.',
    nullable: true,
    args: { origin: t.arg({ type: OriginInput, description: 'The origin.', required: true }) },
    resolve: async (query, _, { origin }, ctx) => {
      const call = { projectId: ctx.project.id, origin: toOrigin(origin) }
      const found = await ctx.operations.sessions.resolveAgent(call)
      if (found === null) return null
      return ctx.prisma.agent.findUnique({
        ...query,
        where: { id: found.agentId, projectId: ctx.project.id },
      })
    },
  }),
}))

/** The origin with what was left out as null. */
export function toOrigin({
  channel = null,
  accountId = null,
  guildId = null,
  peer = null,
}: {
  readonly [Name in keyof Origin]?: string | null | undefined
}): Origin {
  return { channel, accountId, guildId, peer }
}

/** A global id, or else a slug. */
export function toAgentKey(agent: string): AgentKey {
  const key = parseGlobalId(agent)
  return key?.kind === 'Agent' ? { id: key.id } : { slug: agent }
}

const prefix = 'Binding:'

/** The id under which clients know a binding. */
export function toBindingId(id: string): string {
  return Buffer.from(`${prefix}${id}`).toString('base64')
}

/** The UUID of a binding; an id that is none is as unknown as one that never existed. @throws NOT_FOUND */
function findBindingId(globalId: string): string {
  const text = Buffer.from(globalId, 'base64').toString()
  const id = text.slice(prefix.length)
  if (text.startsWith(prefix) && isUuid(id)) return id
  throw new RungraphError('NOT_FOUND', { kind: 'binding', key: globalId })
}

function bindingsOf({ project }: GraphQLContext): List & { readonly of: string } {
  return {
    of: project.id,
    table: 'Binding',
    parent: 'projectId',
    where: everything,
    order: byCreation,
  }
}

const SaveBindingInput = builder.inputType('SaveBindingInput', {
  description:
    'Which agent answers messages of an origin. A field of the origin that is left out matches any.',
  fields: (t) => ({
    id: t.id({ description: 'The global id of the binding to replace; a new one where it is left out.' }),
    agent: t.string({ description: "The agent's global id or slug.", required: true }),
    channel: t.string({ description: 'The channel that it is for.' }),
    accountId: t.string({ description: 'Our account on the channel that it is for.' }),
    guildId: t.string({ description: 'The guild or group that it is for.' }),
    peer: t.string({ description: 'The correspondent that it is for.' }),
  }),
})

const BindingDeletion = deletion('Binding')

const SaveBindingResult = resultOf('SaveBindingResult', Binding, {
  description: 'The saved binding, or why it was not saved.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  saveBinding: t.field({
    type: SaveBindingResult,
    description: 'Says which agent answers messages of an origin; no two bindings have the same fields.',
    args: { input: t.arg({ type: SaveBindingInput, description: 'The binding.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { bindingId: id } = await ctx.operations.sessions.saveBinding(toSave(ctx, input))
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Binding', select: { id: true } })
        return ctx.prisma.binding.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deleteBinding: t.field({
    type: BindingDeletion.Result,
    description: 'Removes a binding. Runs that it gave an agent keep it.',
    args: { input: t.arg({ type: BindingDeletion.Input, description: 'The binding.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, bindingId: findBindingId(input.id) }
        const { bindingId } = await ctx.operations.sessions.deleteBinding(call)
        return { id: toBindingId(bindingId) }
      }),
  }),
}))

function toSave(ctx: GraphQLContext, input: typeof SaveBindingInput.$inferInput): SaveBinding {
  const { id, agent } = input
  return {
    projectId: ctx.project.id,
    bindingId: id == null ? undefined : findBindingId(id),
    agent: toAgentKey(agent),
    origin: toOrigin(input),
  }
}

import { queryFromInfo } from '@pothos/plugin-prisma'
import type { Origin } from '../../domain/binding.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { AgentKey, SaveBinding } from '../../domain/operations.ts'
import { byCreation } from '../../domain/row-list.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { isUuid, toKey } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { Agent } from './agent.ts'

const Binding = builder.prismaObject('Binding', {
  description:
    'Rule that selects the agent for messages of an origin. A field that is null matches any value. If several bindings match, a binding with a peer takes precedence, then one with a guild, then one with an account, then one with a channel.',
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the binding.', resolve: ({ id }) => toBindingId(id) }),
    agent: t.relation('agent', { description: 'Agent that answers the messages.' }),
    channel: t.exposeString('channel', {
      description: 'Channel of the messages. Null matches any channel.',
      nullable: true,
    }),
    accountId: t.exposeString('accountId', {
      description: 'Account of yours on the channel. Null matches any account.',
      nullable: true,
    }),
    guildId: t.exposeString('guildId', {
      description: 'Guild or group of the messages. Null matches any guild.',
      nullable: true,
    }),
    peer: t.exposeString('peer', {
      description: 'Correspondent. Null matches any correspondent.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the binding was first saved.',
    }),
  }),
})

export const OriginInput = builder.inputType('OriginInput', {
  description: 'Origin of a message. At least one field must be given.',
  fields: (t) => ({
    channel: t.string({ description: 'Channel of the message, for example a chat service.' }),
    accountId: t.string({ description: 'Account of yours on the channel.' }),
    guildId: t.string({ description: 'Guild or group in which the message was written.' }),
    peer: t.string({ description: 'Author of the message.' }),
  }),
})

const bindings = defineList(Binding, {
  table: 'Binding',
  words: ['binding', 'bindings'],
  order: byCreation,
})

builder.queryFields((t) => ({
  bindings: t.field(
    bindings.field({ description: 'Bindings of the project, in the order in which they were first saved.' }),
  ),
  resolveAgent: t.prismaField({
    type: Agent,
    description: 'Agent that a run with this origin gets. Null if no binding matches.',
    nullable: true,
    args: { origin: t.arg({ type: OriginInput, description: 'Origin to resolve.', required: true }) },
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

/** The origin with absent fields as null. */
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
  return toKey('Agent', agent)
}

const prefix = 'Binding:'

/** The id under which clients know a binding. */
export function toBindingId(id: string): string {
  return Buffer.from(`${prefix}${id}`).toString('base64')
}

/** The UUID of a binding, from its id or itself. @throws INVALID_ID */
function readBindingId(globalId: string): string {
  const text = Buffer.from(globalId, 'base64').toString()
  const id = text.slice(prefix.length)
  if (text.startsWith(prefix) && isUuid(id)) return id
  if (isUuid(globalId.toLowerCase())) return globalId.toLowerCase()
  throw new RungraphError('INVALID_ID', { field: 'id', value: globalId, expected: 'Binding', path: ['id'] })
}

const SaveBindingInput = builder.inputType('SaveBindingInput', {
  description: 'Input of `saveBinding`. A field of the origin that you leave out matches any value.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the binding to replace. If you leave it out, a new binding is created.',
    }),
    agent: t.id({ description: 'Global id or slug of the agent.', required: true }),
    channel: t.string({ description: 'Channel of the messages. Null matches any channel.' }),
    accountId: t.string({ description: 'Account of yours on the channel. Null matches any account.' }),
    guildId: t.string({ description: 'Guild or group of the messages. Null matches any guild.' }),
    peer: t.string({ description: 'Correspondent. Null matches any correspondent.' }),
  }),
})

const BindingDeletion = deletion('Binding')

const SaveBindingResult = resultOf('SaveBindingResult', Binding, {
  description: 'Saved binding, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  saveBinding: t.field({
    type: SaveBindingResult,
    description:
      'Saves a binding, which selects the agent for messages of an origin. Two bindings cannot have the same origin.',
    args: { input: t.arg({ type: SaveBindingInput, description: 'Binding to save.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { bindingId: id } = await ctx.operations.sessions.saveBinding(toSave(ctx, input))
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Binding', select: { id: true } })
        return ctx.prisma.binding.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deleteBinding: t.field({
    type: BindingDeletion.Result,
    description: 'Deletes a binding. Runs that it selected an agent for keep that agent.',
    args: {
      input: t.arg({ type: BindingDeletion.Input, description: 'Binding to delete.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, bindingId: readBindingId(input.id) }
        const { bindingId } = await ctx.operations.sessions.deleteBinding(call)
        return { id: toBindingId(bindingId) }
      }),
  }),
}))

function toSave(ctx: GraphQLContext, input: typeof SaveBindingInput.$inferInput): SaveBinding {
  const { id, agent } = input
  return {
    projectId: ctx.project.id,
    bindingId: id == null ? undefined : readBindingId(id),
    agent: toAgentKey(agent),
    origin: toOrigin(input),
  }
}

import { givenOrigin, type Origin } from '../../domain/binding.ts'
import { RungraphError } from '../../domain/errors.ts'
import { byCreation } from '../../domain/row-list.ts'
import { parseWordId, toWordId } from '../../domain/word-id.ts'
import { builder } from '../builder.ts'
import { id, required, rowFields, string } from '../fields.ts'
import { isUuid } from '../global-id.ts'
import { deletesBy, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { inputObjectOf } from '../shape.ts'
import { Agent } from './agent.ts'

const Binding = builder.prismaObject('Binding', {
  description:
    'Rule that selects the agent for messages of an origin. A field that is null matches any value. If several bindings match, a binding with a peer takes precedence, then one with a guild, then one with an account, then one with a channel.',
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the binding.', resolve: ({ id }) => toBindingId(id) }),
    ...rowFields(t, {
      agent: 'Agent that answers the messages.',
      channel: 'Channel of the messages. Null matches any channel.',
      accountId: 'Account of yours on the channel. Null matches any account.',
      guildId: 'Guild or group of the messages. Null matches any guild.',
      peer: 'Correspondent. Null matches any correspondent.',
      createdAt: 'Time when the binding was first saved.',
    }),
  }),
})

const bindings = defineList(Binding, {
  table: 'Binding',
  words: ['binding', 'bindings'],
  order: byCreation,
})

bindings.query('bindings', 'Bindings of the project, in the order in which they were first saved.')

builder.queryField('resolveAgent', (t) =>
  t.prismaField({
    type: Agent,
    description: 'Agent that a run with this origin gets. Null if no binding matches.',
    nullable: true,
    args: {
      origin: t.arg({ type: inputObjectOf(givenOrigin), description: 'Origin to resolve.', required: true }),
    },
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
)

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

/** The id under which clients know a binding. */
export function toBindingId(id: string): string {
  return toWordId('binding', id)
}

const oldPrefix = 'Binding:'

/** The UUID of a binding, from its id or itself. @throws INVALID_ID */
function readBindingId(globalId: string): string {
  const { word, id: named = '' } = parseWordId(globalId) ?? {}
  if (word === 'binding' && isUuid(named)) return named
  // As ids were once, and clients may have kept them.
  const text = Buffer.from(globalId, 'base64').toString()
  const id = text.slice(oldPrefix.length)
  if (text.startsWith(oldPrefix) && isUuid(id)) return id
  if (isUuid(globalId.toLowerCase())) return globalId.toLowerCase()
  throw new RungraphError('INVALID_ID', { field: 'id', value: globalId, expected: 'Binding', path: ['id'] })
}

mutation('saveBinding', {
  description:
    'Saves a binding, which selects the agent for messages of an origin. Two bindings cannot have the same origin.',
  argument: 'Binding to save.',
  note: 'A field of the origin that you leave out matches any value.',
  input: {
    id: {
      ...id('Global id of the binding to replace. If you leave it out, a new binding is created.'),
      read: readBindingId,
    },
    agent: required.keyOf('Agent', 'Global id or slug of the agent.'),
    channel: string('Channel of the messages. Null matches any channel.'),
    accountId: string('Account of yours on the channel. Null matches any account.'),
    guildId: string('Guild or group of the messages. Null matches any guild.'),
    peer: string('Correspondent. Null matches any correspondent.'),
  },
  result: Binding,
  gives: 'Saved binding, or the error.',
  resolve: async ({ id: bindingId, agent, ...origin }, ctx) => {
    const call = { projectId: ctx.project.id, bindingId, agent, origin: toOrigin(origin) }
    return (await ctx.operations.sessions.saveBinding(call)).bindingId
  },
})

deletesBy(
  'Binding',
  {
    description: 'Deletes a binding. Runs that it selected an agent for keep that agent.',
    remove: (bindingId, ctx) =>
      ctx.operations.sessions.deleteBinding({ projectId: ctx.project.id, bindingId }),
  },
  { read: readBindingId, show: toBindingId },
)

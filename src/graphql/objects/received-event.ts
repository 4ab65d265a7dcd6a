import type { GraphQLResolveInfo } from 'graphql'
import { resolverOf, sentEvent } from '../../domain/received-event.ts'
import { byReceipt } from '../../domain/row-list.ts'
import type { GraphQLContext } from '../context.ts'
import { mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryById, type Row, rowObject } from '../row-object.ts'
import { inputFields } from '../shape.ts'
import { Gate } from './gate.ts'
import { Run } from './run.ts'

/** So many of the gates that an event resolved are shown. */
const maxGates = 100

const ReceivedEvent = rowObject(
  'ReceivedEvent',
  'Event of the world, sent with `sendEvent`. It continues the calls that wait for it, and starts the runs of event triggers.',
  {
    name: 'Name of the event.',
    key: 'Id that the sender has for the event, unique in the project.',
    data: 'Data of the event, without secrets.',
    sentBy: 'Caller that sent the event, as its credentials say. Null if it is not known.',
    receivedAt: 'Time when the server received the event.',
    deliveredAt: 'Time when all that waited for the event had it. Null until then.',
    expiresAt: 'Time until which the event is kept.',
  },
  (t) => ({
    gates: t.field({
      type: [Gate],
      description: `Gates that the event has resolved so far, oldest first, at most ${maxGates}.`,
      select: { id: true },
      resolve: ({ id }, _, ctx, info) => gatesOf(id, ctx, info),
    }),
    runs: t.field({
      type: [Run],
      description: 'Runs that event triggers started for the event, at most one for each trigger.',
      select: { startedRunIds: true },
      resolve: ({ startedRunIds }) => startedRunIds.map((id) => ({ id })),
    }),
  }),
)

/** Gates of all events of a list, read together. */
function gatesOf(eventId: string, ctx: GraphQLContext, info: GraphQLResolveInfo): Promise<Row[]> {
  const loader = ctx.loaders.ofField<string, Row[]>(info, 'gates', async (ids) => {
    const resolvers = ids.map((id) => resolverOf({ id }))
    const gates = await ctx.prisma.gate.findMany({
      select: { id: true, resolvedBy: true },
      where: { projectId: ctx.project.id, kind: 'EVENT', resolvedBy: { in: resolvers } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: maxGates * ids.length,
    })
    return resolvers.map((resolver) =>
      gates.filter(({ resolvedBy }) => resolvedBy === resolver).slice(0, maxGates),
    )
  })
  return loader.load(eventId)
}

const receivedEvents = defineList(ReceivedEvent, {
  table: 'ReceivedEvent',
  words: ['event', 'events'],
  order: byReceipt,
})

queryById('ReceivedEvent', ReceivedEvent)

receivedEvents.query('receivedEvents', 'Events of the world that the project received, newest first.')

mutation('sendEvent', {
  description:
    'Sends an event: each call that waits for it continues, and each event trigger that it fits starts a run. The event is durable when the mutation returns. An event that is sent twice with the same `key` is one event.',
  argument: 'Event to send.',
  input: inputFields(sentEvent),
  result: ReceivedEvent,
  gives: 'Event, with what it continued so far, or the error.',
  errors: ['InvalidInput'],
  resolve: async (event, ctx) =>
    (await ctx.operations.events.sendEvent({ ...event, projectId: ctx.project.id, by: ctx.caller.name }))
      .eventId,
})

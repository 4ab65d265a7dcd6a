import { maxEventGates, sentEvent } from '../../domain/received-event.ts'
import { byReceipt } from '../../domain/row-list.ts'
import { mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryById, rowObject } from '../row-object.ts'
import { inputFields } from '../shape.ts'
import { Gate } from './gate.ts'
import { Run } from './run.ts'
import { findStoredRuns } from './run-by-id.ts'

const ReceivedEvent = rowObject(
  'ReceivedEvent',
  'Received event, sent with `sendEvent` or by a signed webhook. It continues the calls that wait for it, and starts the runs of event triggers.',
  {
    name: 'Name of the event.',
    key: 'Id that the sender has for the event, unique in the project.',
    data: 'Data of the event, without secrets.',
    sentBy:
      'Caller that sent the event, as its credentials say, or `webhook` and the slug of its event source. Null if it is not known.',
    receivedAt: 'Time when the server received the event.',
    deliveredAt: 'Time when all that waited for the event had it. Null until then.',
    expiresAt: 'Time until which the event is kept.',
  },
  (t) => ({
    gates: t.field({
      type: [Gate],
      description: `Gates that the event has resolved so far, oldest first, at most ${maxEventGates}.`,
      select: { id: true },
      resolve: async ({ id }, _, { loaders }, info) =>
        (await loaders.read(info, 'gatesOfEvents').load(id)).map((gateId) => ({ id: gateId })),
    }),
    runs: t.field({
      type: [Run],
      description:
        'Runs that event triggers started for the event, at most one for each trigger, without those that were removed.',
      select: { startedRunIds: true },
      resolve: ({ startedRunIds }, _, ctx, info) => findStoredRuns(startedRunIds, ctx, info),
    }),
  }),
)

const receivedEvents = defineList(ReceivedEvent, {
  table: 'ReceivedEvent',
  words: ['event', 'events'],
  order: byReceipt,
})

queryById('ReceivedEvent', ReceivedEvent)

receivedEvents.query('receivedEvents', 'Received events of the project, newest first.')

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

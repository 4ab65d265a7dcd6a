import { savedEventTrigger } from '../../domain/event-trigger.ts'
import { byCreation } from '../../domain/row-list.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryById, rowObject } from '../row-object.ts'
import { inputFields } from '../shape.ts'
import { storedDeadline, storedPricing } from '../stored-pricing.ts'

const EventTrigger = rowObject(
  'EventTrigger',
  'Rule that starts a run of an agent for each event of a name.',
  {
    name: 'Name of the trigger, unique in the project.',
    event: 'Name of the events.',
    condition: 'CEL expression over `event` that an event must fulfil. Null for every event of the name.',
    agent: 'Agent that the trigger runs, in the version that new runs get at that time.',
    input: 'Input of the runs. `${event.data.order}` stands for a value of the event.',
    sessionKey: 'Key of the session that the runs share. Null if each run has no session.',
    tags: 'Tags that the runs get, in alphabetical order.',
    metadata: 'Metadata that the runs get.',
    batchDeadlineMs: storedDeadline,
    enabled: 'Whether the trigger is enabled.',
    lastAt:
      'Time when the trigger started its last run; of runs within a second, the first. Null if it started none.',
    lastError: 'Reason why the last event started no run. Null if it started one.',
    createdAt: 'Time when the trigger was created.',
  },
  (t) => ({ pricing: t.field(storedPricing) }),
)

const eventTriggers = defineList(EventTrigger, {
  table: 'EventTrigger',
  words: ['event trigger', 'event triggers'],
  order: byCreation,
})

queryById('EventTrigger', EventTrigger)

eventTriggers.query('eventTriggers', 'Event triggers of the project, in the order of their creation.')

mutation('saveEventTrigger', {
  description:
    'Creates an event trigger, or changes the one of this name. Each event that fits starts one run of its agent, however often it is sent, with the event as `event` of its context.',
  argument: 'Event trigger to save.',
  note: 'A field that you leave out stays unchanged.',
  input: inputFields(savedEventTrigger),
  result: EventTrigger,
  gives: 'Saved event trigger, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async (trigger, ctx) =>
    (await ctx.operations.events.saveEventTrigger({ ...trigger, projectId: ctx.project.id })).triggerId,
})

deletes('EventTrigger', {
  description: 'Deletes an event trigger. The runs that it started stay.',
  remove: (triggerId, ctx) =>
    ctx.operations.events.deleteEventTrigger({ projectId: ctx.project.id, triggerId }),
})

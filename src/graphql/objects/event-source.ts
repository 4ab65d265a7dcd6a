import { savedEventSource, signatureEncoding, signatureScheme } from '../../domain/event-source.ts'
import { byCreation } from '../../domain/row-list.ts'
import { nullable, valueObject } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryById, rowObject, rowOf } from '../row-object.ts'
import { enumOf, inputFields } from '../shape.ts'

const EventSource = rowObject(
  'EventSource',
  'Sender of signed webhooks. Each webhook that is signed as the source says becomes an event of the project, once.',
  {
    slug: 'Slug of the source, unique in the project.',
    signatureHeader: 'Header of the signature. Null if it is that of the scheme.',
    eventName: 'Name of every event of the source. Null if each webhook has the name of its event.',
    nameAt: 'Place of the name of the event in the body or the headers. Null if it is that of the scheme.',
    idAt: 'Place of the id of the event in the body or the headers. Null if it is that of the scheme.',
    toleranceSeconds:
      'A webhook is refused if the time that was signed is further from that of the server, in seconds.',
    maxPerMinute: 'Maximum number of events that the source sends in a minute.',
    previousSecretUntil:
      'Time until which the secret before the last change counts, too. Null if there was none.',
    createdAt: 'Time when the source was created.',
  },
  (t) => ({
    scheme: t.field({
      type: enumOf(signatureScheme),
      description: 'Form of the signatures.',
      select: { scheme: true },
      resolve: ({ scheme }) => signatureScheme.parse(scheme),
    }),
    signatureEncoding: t.field({
      type: enumOf(signatureEncoding),
      nullable: true,
      description: 'Encoding of the signature. Null if it is that of the scheme.',
      select: { signatureEncoding: true },
      resolve: ({ signatureEncoding: encoding }) => signatureEncoding.nullable().parse(encoding),
    }),
    path: t.string({
      description: 'Path at this server to which the sender POSTs its webhooks.',
      select: { slug: true },
      resolve: ({ slug }, _, { project }) => `/api/projects/${project.slug}/events/${slug}`,
    }),
  }),
)

const eventSources = defineList(EventSource, {
  table: 'EventSource',
  words: ['event source', 'event sources'],
  order: byCreation,
})

queryById('EventSource', EventSource)

eventSources.query('eventSources', 'Event sources of the project, in the order of their creation.')

const SavedEventSource = valueObject<{ sourceId: string; secret: string | null }>(
  'SavedEventSource',
  'Event source as it was saved.',
  {
    secret: nullable.string(
      'Secret that the sender is to sign with. It is shown here and never again. Null if you gave it, or if it did not change.',
    ),
  },
  {
    fields: (t) => ({
      source: rowOf(t, EventSource, 'Event source that was saved.', ({ sourceId }) => sourceId),
    }),
  },
)

mutation('saveEventSource', {
  description:
    'Creates an event source, or changes the one of this slug. Its sender POSTs signed webhooks to the path of the source.',
  argument: 'Event source to save.',
  note: 'A field that you leave out stays unchanged.',
  input: inputFields(savedEventSource),
  result: SavedEventSource,
  gives: 'Saved event source, or the error.',
  errors: ['InvalidInput', 'Conflict', 'LimitExceeded'],
  resolve: (source, ctx) => ctx.operations.events.saveEventSource({ ...source, projectId: ctx.project.id }),
})

deletes('EventSource', {
  description: 'Deletes an event source. Its events stay; what it sends from now on is refused.',
  remove: (sourceId, ctx) => ctx.operations.events.deleteEventSource({ projectId: ctx.project.id, sourceId }),
})

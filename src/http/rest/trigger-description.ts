import { type GraphQLInputField, isInputObjectType, isObjectType, Kind } from 'graphql'
import { schema } from '../../graphql/schema.ts'
import { fragmentsIn } from '../limits/operation-shape.ts'
import { runDocument } from '../trigger/triggered-run.ts'
import type { JsonSchema, JsonSchemas } from './json-schemas.ts'
import { type Operation, objectParameter, projectReference, refusals } from './route-description.ts'

/** The addresses of trigger-endpoint.ts, which wait for a run or stream its events, as OpenAPI describes them. */
export function describeTriggerRoutes(schemas: JsonSchemas) {
  const run = runSchema(schemas)
  return [
    { route: { method: 'POST', path: 'agents/{agent}/trigger' }, operation: trigger(run, schemas) },
    { route: { method: 'GET', path: 'runs/{run}' }, operation: show(run) },
  ]
}

function trigger(run: JsonSchema, schemas: JsonSchemas): Operation {
  return {
    ...{ operationId: 'triggerRun', tags: ['agents'], summary: 'Start a run, and wait for it or follow it' },
    description:
      'A body with the field `input` has the options of the run beside it. Any other JSON is the input of the run itself.',
    parameters: [
      ...[projectReference, objectParameter('agent'), waitParameter],
      {
        ...{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
        description: 'Makes the request safe to repeat: the same key gives the same run.',
      },
      lastEventId,
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { anyOf: [schemas.ofInputFields(triggerFields()), {}] } } },
    },
    responses: {
      200: { description: 'The run has stopped, or its events follow.', content: runOrEvents(run) },
      202: {
        description: 'The run is active, or waits for a person.',
        headers: { Location: { description: 'The address of the run.', schema: { type: 'string' } } },
        content: { 'application/json': { schema: run } },
      },
      ...refusals([409, 413, 415, 422]),
    },
  }
}

function show(run: JsonSchema): Operation {
  return {
    ...{ operationId: 'getRun', tags: ['runs'], summary: 'Read a run, wait for it, or follow its events' },
    description:
      'With `Accept: text/event-stream` the answer is the log of the run, and then its events as they happen. `complete` comes last, with the run.',
    parameters: [projectReference, objectParameter('run'), waitParameter, lastEventId],
    responses: {
      200: { description: 'The run, or its events.', content: runOrEvents(run) },
      202: {
        description: 'The run is still active after the wait, or waits for a person.',
        content: { 'application/json': { schema: run } },
      },
      204: { description: 'No event comes after `Last-Event-ID`.' },
      ...refusals([410]),
    },
  }
}

const waitParameter = {
  ...{ name: 'wait', in: 'query', schema: { type: 'string', pattern: '^(true|false|[1-9][0-9]{0,2})$' } },
  description: 'Seconds, from 1 to 600, to wait for the run. `true`: 50 seconds. `false`: the run as it is.',
}

const lastEventId = {
  ...{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } },
  description:
    'With `Accept: text/event-stream`: the `id` of the last event that the client has. The next one follows.',
}

function runOrEvents(run: JsonSchema): JsonSchema {
  const events = {
    type: 'string',
    description:
      'Server-sent events: the type of the event as `event`, its cursor as `id`, and its fields as JSON (the schema Event) as `data`.',
  }
  return { 'application/json': { schema: run }, 'text/event-stream': { schema: events } }
}

function runSchema(schemas: JsonSchemas): JsonSchema {
  const fragments = fragmentsIn(runDocument)
  const type = schema.getType('Run')
  const spread = { kind: Kind.FRAGMENT_SPREAD, name: { kind: Kind.NAME, value: 'RunFields' } } as const
  if (!isObjectType(type)) throw new Error('The schema has no Run.')
  return schemas.ofSelection(type, { kind: Kind.SELECTION_SET, selections: [spread] }, fragments)
}

/** As trigger-request.ts reads them. */
function triggerFields(): readonly GraphQLInputField[] {
  const type = schema.getType('TriggerRunInput')
  if (!isInputObjectType(type)) throw new Error('The graph has no TriggerRunInput.')
  const elsewhere = ['agent', 'idempotencyKey', 'prompt']
  return Object.values(type.getFields()).filter(({ name }) => !elsewhere.includes(name))
}

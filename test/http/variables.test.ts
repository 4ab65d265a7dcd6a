import { afterAll, describe, expect, it } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { openBareSocket } from './bare-socket.ts'
import { messagesOf } from './event-messages.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())
afterAll(() => expect(open.graph.reports).toEqual([]))

interface Asked {
  readonly query: string
  readonly variables: object
}

async function post(asked: Asked, accept: string) {
  const response = await fetch(open.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(asked),
  })
  return { status: response.status, text: await response.text() }
}

async function overSocket({ query, variables }: Asked) {
  const socket = await openBareSocket(open.endpoint)
  socket.subscribe('1', query, variables)
  const message = await socket.next()
  socket.close()
  return message
}

const run = 'query($id: ID!) { run(id: $id) { id } }'
const runs = 'query($first: Int, $filter: RunFilter) { runs(first: $first, filter: $filter) { totalCount } }'
const trigger = 'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { __typename } }'
const follow =
  'subscription($id: ID!, $types: [RunEventType!]) { runEvents(runId: $id, types: $types) { seq } }'

/** A document that does not fit the schema, and variables that cannot be coerced. */
const invalid: readonly (readonly [string, Asked, string])[] = [
  ['is no field', { query: '{ nope }', variables: {} }, 'GRAPHQL_VALIDATION_FAILED'],
  ['is absent', { query: run, variables: {} }, 'BAD_REQUEST'],
  ['is null', { query: run, variables: { id: null } }, 'BAD_REQUEST'],
  ['is of another type', { query: runs, variables: { first: 'x' } }, 'BAD_REQUEST'],
  ['is above a range', { query: runs, variables: { first: 2 ** 31 } }, 'BAD_REQUEST'],
  ['has an unknown member', { query: runs, variables: { filter: { nope: 1 } } }, 'BAD_REQUEST'],
  [
    'has a text that is no moment',
    { query: runs, variables: { filter: { createdAfter: 'x' } } },
    'INVALID_INPUT',
  ],
  ['is of a mutation', { query: trigger, variables: { input: { agent: 1.5, input: 'x' } } }, 'BAD_REQUEST'],
  ['is of a subscription', { query: follow, variables: { id: null } }, 'BAD_REQUEST'],
  [
    'is an unknown value of an enum',
    { query: follow, variables: { id: 'x', types: ['Nope'] } },
    'BAD_REQUEST',
  ],
]

describe('API-15 a variable that cannot be coerced', () => {
  it.for(invalid)(
    'API-15 is answered over every transport as a validation error is: %s',
    async ([, asked, code]) => {
      const errors = [{ extensions: { code } }]
      const json = await post(asked, 'application/json')
      expect([json.status, JSON.parse(json.text)]).toMatchObject([200, { errors }])
      const typed = await post(asked, 'application/graphql-response+json')
      expect([typed.status, JSON.parse(typed.text)]).toMatchObject([400, { errors }])
      for (const { text } of [json, typed]) expect(JSON.parse(text)).not.toHaveProperty('data')
      const stream = await post(asked, 'text/event-stream')
      expect([stream.status, messagesOf(stream.text)]).toMatchObject([
        200,
        [{ event: 'next', data: { errors } }, { event: 'complete' }],
      ])
      expect(await overSocket(asked)).toMatchObject({ id: '1', type: 'error', payload: errors })
    },
  )
})

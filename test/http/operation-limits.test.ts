import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationLimits } from '../../src/http/limits/operation-limits.ts'
import { forFile } from '../support/for-file.ts'
import { openBareSocket } from './bare-socket.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())
afterAll(async () => {
  // A mistake of a caller is not reported to the operator.
  expect(open.graph.reports).toEqual([])
})

async function post(body: unknown, accept = 'application/json') {
  const response = await fetch(open.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

async function ask(query: string, variables: object = {}) {
  const { data, errors } = JSON.parse((await post({ query, variables })).text)
  return { data, error: errors?.[0] }
}

const many = (count: number, part: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => part(nth)).join(' ')

/** So many fields within fields. */
const deep = (depth: number) =>
  `{ run(id: "x") ${'{ parent '.repeat(depth - 2)} { id } ${'}'.repeat(depth - 2)} }`

/** A hundred runs, each with ninety-nine events of five objects, and a few more. */
const costly = (few: number) =>
  `{ runs(first: 100) { edges { node { ${many(few, () => 'agent { id }')} events(first: 99) { edges { node {
    ${many(4, () => 'run { id }')} } } } } } } }`

interface Case {
  readonly limit: keyof typeof operationLimits
  readonly most: string
  readonly more: string
  readonly value: number
}

const cases: readonly Case[] = [
  {
    limit: 'tokens',
    most: `{ ${many(4_998, () => 'id')} }`,
    more: `{ ${many(4_999, () => 'id')} }`,
    value: 5_001,
  },
  { limit: 'depth', most: deep(20), more: deep(21), value: 21 },
  {
    limit: 'aliases',
    most: `{ project { ${many(100, (nth) => `a${nth}: id`)} } }`,
    more: `{ project { ${many(101, (nth) => `a${nth}: id`)} } }`,
    value: 101,
  },
  {
    limit: 'rootFields',
    most: `{ ${many(50, (nth) => `a${nth}: __typename`)} }`,
    more: `{ ${many(51, (nth) => `a${nth}: __typename`)} }`,
    value: 51,
  },
  {
    limit: 'directives',
    most: `{ project { ${many(100, () => 'id @include(if: true)')} } }`,
    more: `{ project { ${many(101, () => 'id @include(if: true)')} } }`,
    value: 101,
  },
  {
    limit: 'cost',
    most: costly(4),
    more: costly(5),
    value: 50_100,
  },
]

describe('API-5 an operation', () => {
  test.for(cases)(
    'that asks for more than its limit of $limit is refused with that',
    async ({ limit, most, more, value }) => {
      const max = operationLimits[limit]
      const refusal = { code: 'OPERATION_TOO_LARGE', limit, value, max }
      expect((await ask(most)).error?.extensions).not.toMatchObject({ limit })
      const { data, error } = await ask(more)
      expect([data, error.extensions]).toEqual([undefined, refusal])
      expect(error.message).toContain(` is ${value}; the maximum is ${max}. `)
      const socket = await openBareSocket(open.endpoint)
      socket.subscribe('1', more)
      expect(await socket.next()).toEqual({
        type: 'error',
        id: '1',
        payload: [expect.objectContaining({ extensions: expect.objectContaining(refusal) })],
      })
      socket.close()
      const stream = await post({ query: more }, 'text/event-stream')
      expect(stream.text).toContain(`"code":"OPERATION_TOO_LARGE","limit":"${limit}"`)
    },
  )

  test('is as costly as its variables make it', async () => {
    const query =
      'query($n: Int = 100) { runs(first: $n) { edges { node { events(first: $n) { edges { node { run { parent { parent { parent { id } } } } } } } } } } }'
    expect((await ask(query)).error.extensions).toMatchObject({ limit: 'cost', value: 50_100 })
    expect((await ask(query, { n: 99 })).error).toBeUndefined()
  })

  test('is reported in the accepted media type: 400 in the newer type, 200 in the older', async () => {
    const query = deep(21)
    expect((await post({ query }, 'application/graphql-response+json')).status).toBe(400)
    expect((await post({ query })).status).toBe(200)
    const asked = await fetch(`${open.endpoint}?query=${encodeURIComponent(query)}`)
    expect(await asked.json()).toMatchObject({ errors: [{ extensions: { limit: 'depth' } }] })
  })

  test('whose document is nested as deep as its length allows is refused, and is no fault of the server', async () => {
    for (const depth of [1_000, 2_400, 100_000]) {
      const { error } = await ask('{a'.repeat(depth))
      expect(error.extensions.code).toMatch(/^(GRAPHQL_PARSE_FAILED|OPERATION_TOO_LARGE)$/)
    }
  })

  test('whose variables are nested too deep is refused', async () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    const query =
      'mutation($context: JSON!) { triggerRun(input: { agent: "x", input: "y", context: $context }) { __typename } }'
    expect((await ask(query, { context: nested(200) })).error.extensions).toEqual({
      code: 'OPERATION_TOO_LARGE',
      limit: 'variableDepth',
      value: 201,
      max: 200,
    })
  })

  test('that is the introspection of a client is answered', async () => {
    const { data } = await ask(
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
    )
    expect(data.__schema.queryType.name).toBe('Query')
  })
})

describe('API-5 a batch', () => {
  const batch = (size: number) => post(Array(size).fill({ query: '{ __typename }' }))

  test('is answered in its order, each operation separately', async () => {
    const answer = await post([
      { query: '{ __typename }' },
      { query: deep(21) },
      { query: '{ project { slug } }' },
    ])
    expect(JSON.parse(answer.text)).toMatchObject([
      { data: { __typename: 'Query' } },
      { errors: [{ extensions: { limit: 'depth' } }] },
      { data: { project: { slug: 'default' } } },
    ])
  })

  test('of more than ten is refused', async () => {
    expect(JSON.parse((await batch(10)).text)).toHaveLength(10)
    const { status, text } = await batch(11)
    expect([status, JSON.parse(text).errors[0].extensions]).toEqual([
      200,
      { code: 'OPERATION_TOO_LARGE', limit: 'batch', value: 11, max: 10 },
    ])
  })
})

describe('API-7 an answer that becomes too large', () => {
  const large = 'x'.repeat(1_000_000)
  const inputs = 'runs(first: 40) { edges { node { input } } }'

  beforeAll(async () => {
    const { make } = open.graph
    const made = await make.agent({ slug: 'large' })
    for (let nth = 0; nth < 40; nth++) await make.run(made, { input: large })
  })

  test('is given up, and refused with how much it was; one that is not is given', async () => {
    const { error } = await ask(`{ ${inputs} }`)
    expect(error.extensions).toMatchObject({ code: 'OPERATION_TOO_LARGE', limit: 'answer', max: 33_554_432 })
    expect(error.message).toMatch(
      /^The number of characters that were read for the response is \d+; the maximum is 33554432/,
    )
    const { data } = await ask(`{ ${inputs.replace('40', '30')} }`)
    expect(data.runs.edges).toHaveLength(30)
  })

  test('is given up over a WebSocket, and counted for each operation of it', async () => {
    const socket = await openBareSocket(open.endpoint)
    socket.subscribe('1', `{ ${inputs} }`)
    expect(await socket.next()).toMatchObject({
      payload: { errors: [{ extensions: { code: 'OPERATION_TOO_LARGE', limit: 'answer' } }] },
    })
    socket.subscribe('2', '{ project { slug } }')
    const messages = [await socket.next(), await socket.next()]
    expect(messages).toContainEqual({
      id: '2',
      type: 'next',
      payload: { data: { project: { slug: 'default' } } },
    })
    socket.close()
  })

  test('is counted for all operations of a batch together', async () => {
    const half = { query: `{ ${inputs.replace('40', '20')} }` }
    const { text } = await post([half, half])
    expect(text).toContain('"limit":"answer"')
  })
})

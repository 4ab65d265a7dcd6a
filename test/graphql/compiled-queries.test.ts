import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { expandedFields } from '../../src/http/limits/expanded-fields.ts'
import { createGraphQLServer } from '../../src/http/yoga/graphql-server.ts'
import { compiledFrom } from '../../src/http/yoga/use-compiled-queries.ts'
import { forFile } from '../support/for-file.ts'
import { graphqlOptions } from '../support/graphql-options.ts'
import { openGraph, question } from './open-graph.ts'

const graph = forFile(await openGraph())
const { make } = graph
const agent = await make.agent({}, { tools: ['calculator'] })
const run = await make.run(agent, { context: { city: 'Bern' }, durationMs: 3 })
for (const number of [1, 2]) {
  const step = await make.step(run, number)
  await make.action(step, { position: 0 })
  await make.modelCall(run, step)
}
await make.gate(run)
const runId = toGlobalId('Run', run.id)
const server = createGraphQLServer({ ...graphqlOptions(), ...graph.sources, report: () => undefined })

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const response = await server.fetch('http://localhost/graphql', question(query, variables), {
    admission: graph.admission,
  })
  return response.json()
}

const fields = 'fragment Fields on Run { id status createdAt context agent { slug } ... on Node { id } }'

describe('API-12 a query that comes again has the answer that it had first', () => {
  test.for<readonly [string, string, object?]>([
    [
      'a page of plain rows',
      '{ runs { totalCount pageInfo { endCursor } edges { cursor node { id durationMs usage { costUsd } } } } }',
    ],
    [
      'pages within pages',
      '{ runs { nodes { id steps(first: 1) { pageInfo { hasNextPage } nodes { number success startedAt } } } } }',
    ],
    [
      'relations, unions and interfaces',
      `{ runs { nodes { ...Fields gates { kind context { __typename ... on CallContext { target } } } } } } ${fields}`,
    ],
    [
      'fragments that a variable leaves out',
      `query Q($with: Boolean!) { runs { nodes { status ...Fields @include(if: $with) } } } ${fields}`,
      { with: false },
    ],
    [
      'fragments that a variable brings in',
      `query Q($with: Boolean!) { runs { nodes { status ...Fields @include(if: $with) } } } ${fields}`,
      { with: true },
    ],
    [
      'a variable that has a default in place of null',
      'query Q($field: RunOrderField! = CREATED_AT) { runs(orderBy: { field: $field, direction: DESC }) { nodes { id } } }',
    ],
    [
      'an argument by variable, with a default',
      'query Q($first: Int = 1) { runs(first: $first) { nodes { id } } }',
    ],
    ['nothing', '{ run(id: "0190e4a0-0000-7000-8000-000000000000") { id } }'],
    ['an error of a resolver', '{ runs(first: -1) { nodes { id } } }'],
    [
      'an error beside data',
      '{ agents { nodes { slug } } runs(filter: { model: "nonsense" }) { nodes { id } } }',
    ],
    [
      'an invalid variable',
      'query Q($first: Int!) { runs(first: $first) { nodes { id } } }',
      { first: 'many' },
    ],
    ['a missing variable', 'query Q($filter: RunFilter!) { runs(filter: $filter) { nodes { id } } }'],
    [
      'an enum and a moment by variable',
      'query Q($filter: RunFilter) { runs(filter: $filter) { nodes { id status } } }',
      { filter: { status: ['COMPLETED', 'RUNNING', 'QUEUED'], createdAfter: '2020-01-01T00:00:00Z' } },
    ],
  ])('%s', async ([, query, variables = {}]) => {
    const first = await ask(query, variables)
    for (let times = 1; times <= compiledFrom; times++) expect(await ask(query, variables)).toEqual(first)
    expect(first).toHaveProperty(JSON.stringify(first).includes('"errors"') ? 'errors' : 'data')
  })

  test('also for each of the operations of one document', async () => {
    const query = `query A { run(id: "${runId}") { id } } query B { run(id: "${runId}") { status } }`
    const named = async (operationName: string) => {
      const request = { ...question(query), body: JSON.stringify({ query, operationName }) }
      const response = await server.fetch('http://localhost/graphql', request, { admission: graph.admission })
      return response.json()
    }
    for (let times = 0; times <= compiledFrom; times++) {
      expect(await named('A')).toEqual({ data: { run: { id: runId } } })
      expect(await named('B')).toEqual({ data: { run: { status: expect.any(String) } } })
    }
  })
})

test('API-12 rows that are read without Prisma have the values that Prisma gives', async () => {
  const plain =
    'id input createdAt startedAt durationMs progress context metadata priority recoveries error { code } terminationReason'
  const byPrisma = await ask(`{ runs { nodes { ${plain} agent { id } } } }`)
  expect(await ask(`{ runs { nodes { ${plain} } } }`)).toMatchObject(
    JSON.parse(JSON.stringify(byPrisma, (key, value) => (key === 'agent' ? undefined : value))),
  )
})

test('API-5 counting the fields of a document that spreads fragments in fragments ends at the bound', () => {
  const spread = Array.from(
    { length: 18 },
    (_, n) => `fragment F${n} on Run { parent { ...F${n + 1} } root { ...F${n + 1} } }`,
  )
  const document = parse(
    `query Q { runs { nodes { ...F0 } } } ${spread.join(' ')} fragment F18 on Run { id }`,
  )
  const [operation] = document.definitions
  if (operation?.kind !== 'OperationDefinition') throw new Error('The first definition is the operation.')
  expect(expandedFields(schema, document, operation, 300)).toBeLessThan(400)
})

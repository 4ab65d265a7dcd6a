import { isCompositeType, isObjectType, parse } from 'graphql'
import { expect, test, vi } from 'vitest'
import { followingFields, followingTypes, readsFollowing } from '../../src/graphql/following-rows.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { createBringUpTo } from '../../src/log/project/project-rows.ts'
import { sequence } from '../../src/models/scripted.ts'
import { testTool } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { serveEngine } from './serve-engine.ts'

const held = Promise.withResolvers<string>()

const open = forFile(
  await serveEngine({
    tools: [
      testTool('note', async () => 'noted', { effect: 'read' }),
      testTool('hold', async () => held.promise, { effect: 'read' }),
    ],
  }),
)

test('DUR-5 what is said to follow from logs is in the schema', () => {
  expect([...followingTypes].filter((name) => !isCompositeType(schema.getType(name)))).toEqual([])
  for (const place of followingFields) {
    const [name = '', field = ''] = place.split('.')
    const type = schema.getType(name)
    expect(isObjectType(type) && Object.keys(type.getFields())).toContain(field)
  }
})

test('DUR-5 a query shows no less of a run that goes on than its events did', async () => {
  const runId = await open.engine.trigger(
    sequence(
      { text: 'First.', toolCalls: [{ name: 'note', arguments: {} }] },
      { text: 'Second.', toolCalls: [{ name: 'hold', arguments: {} }] },
      { text: 'Done.' },
    ),
  )
  await expect
    .poll(async () => {
      const events = await open.engine.services.log.read(runId, { after: 0, limit: 100 })
      return events.filter(({ type }) => type === 'ActionStarted').length
    })
    .toBe(2)
  const events = await open.engine.services.log.read(runId, { after: 0, limit: 100 })
  const started = events.findLast(({ type }) => type === 'ActionStarted')
  const byNode = await postJson(open.endpoint, {
    query: 'query($id: ID!) { node(id: $id) { ... on Action { status } } }',
    variables: { id: toGlobalId('Action', Object(started?.data).actionId) },
  })
  expect(await byNode.json()).toEqual({ data: { node: { status: 'RUNNING' } } })
  const response = await postJson(open.endpoint, {
    query: `query($id: ID!) { node(id: $id) { ... on Run {
      steps(first: 5) { nodes { number success actions { name status output } } } usage { requests } messages(first: 9) { totalCount } } } }`,
    variables: { id: toGlobalId('Run', runId) },
  })
  held.resolve('held')
  expect(await response.json()).toMatchObject({
    data: {
      node: {
        steps: {
          nodes: [
            { number: 1, success: true, actions: [{ name: 'note', status: 'SUCCEEDED', output: 'noted' }] },
            { number: 2, success: null, actions: [{ name: 'hold', status: 'RUNNING', output: null }] },
          ],
        },
        usage: { requests: 2 },
        messages: { totalCount: 4 },
      },
    },
  })
  await open.engine.finished(runId)
})

test('DUR-5 EVT-6 rows are written for the first of the events that they follow from, and not asked for again', async () => {
  const { events, runId } = await open.engine.run(sequence({ text: 'Hello.' }))
  const query = vi.spyOn(open.database.pool, 'query')
  const bringUpTo = createBringUpTo(open.database.pool)
  const seqs = events.map(({ seq }) => ({ runId, seq }))
  await bringUpTo(seqs.slice(0, 2))
  expect(query).toHaveBeenCalledTimes(1)
  await bringUpTo(seqs)
  expect(query).toHaveBeenCalledTimes(1)
  await bringUpTo([{ runId, seq: events.length + 1 }])
  expect(query).toHaveBeenCalledTimes(2)
  query.mockRestore()
})

test.for([
  ['{ status stepCount }', false],
  ['{ usage { requests } }', true],
  ['{ ...Own }', false],
  ['{ ... on Node { id ...Rows } }', true],
] as const)(
  'DUR-5 a run in an event has its rows written only where they are read: %s',
  ([selection, reads]) => {
    const document = parse(`{ run(id: "1") ${selection} }
    fragment Own on Run { status agent { slug } } fragment Rows on Run { steps { totalCount } }`)
    const [operation, ...rest] = document.definitions
    const field = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections[0] : undefined
    const selected = field?.kind === 'Field' ? field.selectionSet : undefined
    const fragments = Object.fromEntries(
      rest.flatMap((one) => (one.kind === 'FragmentDefinition' ? [[one.name.value, one]] : [])),
    )
    const parent = schema.getType('Run')
    expect(selected && parent && readsFollowing(schema, selected, { parent, fragments })).toBe(reads)
  },
)

test('API-5 fragments that spread each other twice are read once each', () => {
  const fragments = Array.from({ length: 40 }, (_, index) => {
    const inner = index === 39 ? 'status' : `...F${index + 1} ...F${index + 1}`
    const [definition] = parse(`fragment F${index} on Run { ${inner} }`).definitions
    return [`F${index}`, definition] as const
  })
  const known = Object.fromEntries(
    fragments.flatMap(([name, one]) => (one?.kind === 'FragmentDefinition' ? [[name, one]] : [])),
  )
  const parent = schema.getType('Run')
  const [first] = Object.values(known)
  expect(first && parent && readsFollowing(schema, first.selectionSet, { parent, fragments: known })).toBe(
    false,
  )
})

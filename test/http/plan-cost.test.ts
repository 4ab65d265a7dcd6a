import { parse } from 'graphql'
import { expect, test, vi } from 'vitest'
import { shapeSliced } from '../../src/domain/plan/plan-shape.ts'
import { parsePlan } from '../../src/domain/plan.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { operationCost } from '../../src/http/limits/operation-cost.ts'
import { at, openGraph } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'

vi.mock(import('../../src/domain/plan/plan-shape.ts'), async (original) => {
  const real = await original()
  return { ...real, shapeSliced: vi.fn(real.shapeSliced) }
})

const graph = forFile(await openGraph())

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `p${index}: ${field}`).join(' ')

/** A step whose plan is a chain of so many actions. */
async function chainOf(length: number): Promise<string> {
  const names = Array.from({ length }, (_, index) => `a${index}`)
  const parsed = parsePlan({
    actions: names.map((name, index) => ({
      name,
      type: 'TOOL',
      target: 'clock',
      dependsOn: names.slice(Math.max(0, index - 1), index),
    })),
  })
  if (!parsed.ok) throw new Error('The plan is not right.')
  const { plan } = parsed
  const step = await graph.make.step(await graph.make.run(await graph.make.agent()), 1, { plan })
  for (const [position, { name, type, mode, target, dependsOn }] of plan.actions.entries())
    await graph.make.action(step, {
      ...{ name, type, mode, target, dependsOn, position, wave: position },
      ...{ status: 'SUCCEEDED', durationMs: 5 },
    })
  return toGlobalId('Step', step.id)
}

test('DAG-2 a plan that is asked for under 95 names is worked out once', async () => {
  const id = await chainOf(30)
  vi.mocked(shapeSliced).mockClear()
  const fields = aliases(95, 'plan { criticalPath mermaid }')
  const read = await graph.read(`query($id: ID!) { node(id: $id) { ... on Step { ${fields} } } }`, { id })
  expect(at(read, 'node.p94.criticalPath')).toHaveLength(30)
  expect(at(read, 'node.p0')).toEqual(at(read, 'node.p94'))
  expect(vi.mocked(shapeSliced)).toHaveBeenCalledTimes(1)
})

test('DAG-2 a plan that is asked for of a step named twice is worked out once, and anew by the next request', async () => {
  const id = await chainOf(3)
  vi.mocked(shapeSliced).mockClear()
  const step = 'node(id: $id) { ... on Step { plan { criticalPath waves } } }'
  const query = `query($id: ID!) { a: ${step} b: ${step} }`
  const first = await graph.read(query, { id })
  expect(at(first, 'a')).toEqual(at(first, 'b'))
  expect(vi.mocked(shapeSliced)).toHaveBeenCalledTimes(1)
  await graph.read(query, { id })
  expect(vi.mocked(shapeSliced)).toHaveBeenCalledTimes(2)
})

test('DAG-2 a plan that a query comes to in several ways is worked out once', async () => {
  const id = await chainOf(3)
  const run = at(await graph.read('{ runs(first: 1) { edges { node { id } } } }'), 'runs.edges.0.node.id')
  vi.mocked(shapeSliced).mockClear()
  const steps = 'steps(first: 1) { edges { node { plan { criticalPath } } } }'
  const query = `query($id: ID!, $run: ID!) {
    a: run(id: $run) { ${steps} }
    b: node(id: $run) { ... on Run { x: ${steps} y: ${steps} } }
    c: node(id: $id) { ... on Step { plan { criticalPath } } }
    d: runs(first: 1) { edges { node { ${steps} } } }
  }`
  const read = await graph.read(query, { id, run })
  expect(at(read, 'a.steps.edges.*.node.plan')).toEqual([at(read, 'c.plan')])
  expect(at(read, 'b.y')).toEqual(at(read, 'a.steps'))
  expect(vi.mocked(shapeSliced)).toHaveBeenCalledTimes(1)
})

test('DAG-2 a query that reads more plans than it keeps gives each of them', async () => {
  const lengths = Array.from({ length: 14 }, (_, place) => place + 1)
  const ids = await Promise.all(lengths.map(chainOf))
  const ask = (name: string) =>
    ids
      .map((id, place) => `${name}${place}: node(id: "${id}") { ... on Step { plan { criticalPath } } }`)
      .join(' ')
  const read = await graph.read(`{ ${ask('a')} ${ask('b')} }`)
  const lengthOf = (name: string) =>
    lengths.map((_, place) => Object(at(read, `${name}${place}.plan.criticalPath`)).length)
  expect(lengthOf('a')).toEqual(lengths)
  expect(lengthOf('b')).toEqual(lengths)
})

test('DAG-2 a plan of more actions than a list gives at once is given whole', async () => {
  const id = await chainOf(1_100)
  const read = await graph.read(
    'query($id: ID!) { node(id: $id) { ... on Step { plan { nodes { name blockedBy } edges { from to } } } } }',
    { id },
  )
  const names = Array.from({ length: 1_100 }, (_, index) => `a${index}`)
  expect(at(read, 'node.plan.nodes.*.name')).toEqual(names)
  expect(at(read, 'node.plan.edges.*.to')).toEqual(names.slice(1))
})

test('API-1 a plan counts as the work that it takes, under each of its names', () => {
  const costOf = (fields: string) =>
    operationCost(schema, parse(`query($id: ID!) { node(id: $id) { ... on Step { ${fields} } } }`))
  const one = costOf('plan { criticalPath }')
  expect(one).toBeGreaterThan(10)
  expect(costOf(aliases(95, 'plan { criticalPath }'))).toBeGreaterThan(90 * (one - 2))
  expect(costOf('plan { mermaid }')).toBeGreaterThan(20)
})

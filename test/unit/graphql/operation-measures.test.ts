import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getIntrospectionQuery, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { operationCost } from '../../../src/http/limits/operation-cost.ts'
import { operationLimits } from '../../../src/http/limits/operation-limits.ts'
import { measureShape } from '../../../src/http/limits/operation-shape.ts'

import { root } from '../../checks/run-command.ts'

const shapeOf = (text: string) => measureShape(parse(text))
const costOf = (text: string, variables: Readonly<Record<string, unknown>> = {}) =>
  operationCost(schema, parse(text), { variables })

/** Thirty fragments, each of which spreads the next one twice. */
const bomb = Array.from(
  { length: 30 },
  (_, nth) => `fragment F${nth} on Run { a: parent { ...F${nth + 1} } root { ...F${nth + 1} } }`,
).join('\n')

describe('API-5 the shape of an operation', () => {
  test('has the fields of its fragments, as often as they are spread', () => {
    const query =
      '{ a: run(id: "1") { ...R } run(id: "2") { ...R ... on Run { b: id } } } fragment R on Run { c: id @include(if: true) }'
    expect(shapeOf(query)).toEqual({ depth: 2, aliases: 4, directives: 2, rootFields: 2 })
  })

  test('counts the root fields of fragments', () => {
    expect(
      shapeOf('{ ...Q ... { c: __typename } } fragment Q on Query { a: __typename b: __typename }')
        .rootFields,
    ).toBe(3)
  })

  test('is that of the largest of the operations of a document', () => {
    expect(shapeOf('query A { a: id b: id } query B { a { b { c } } }')).toMatchObject({
      depth: 3,
      aliases: 2,
    })
  })

  test('is known at once of fragments that double with each', () => {
    const shape = shapeOf(`{ run(id: "1") { ...F0 } } ${bomb} fragment F30 on Run { a: id }`)
    expect(shape).toMatchObject({ depth: 32, aliases: 1e9 })
  })

  test('is known of fragments that spread themselves, which validation refuses', () => {
    expect(shapeOf('{ ...A } fragment A on Query { x { ...B } } fragment B on X { y { ...A } }').depth).toBe(
      2,
    )
  })
})

describe('API-5 the cost of an operation', () => {
  test.for([
    ['{ __typename }', 0],
    ['{ project { id slug } }', 1],
    ['{ runs { edges { node { id } } } }', 20],
    [
      '{ runs(first: 7) { edges { cursor node { id agent { slug } } } pageInfo { hasNextPage } totalCount } }',
      14,
    ],
    [
      '{ runs(last: 3) { edges { node { id steps(first: 2) { edges { node { actions { id } } } } } } } }',
      3 + 3 * 2 * (1 + 5),
    ],
    ['{ runs(first: 7) { nodes { id agent { slug } } } }', 14],
    ['{ runs(first: 2) { ...R } } fragment R on RunConnection { edges { node { id } } }', 2],
    ['{ runs(first: 2) { ... { edges { node { id } } } } }', 2],
    ['{ runs(first: 1000000) { edges { node { id } } } }', 100],
    ['{ runs(first: null, last: 4) { edges { node { id } } } }', 4],
    ['{ nodes(ids: ["a", "b", "c"]) { id } }', 3],
    ['{ run(id: "1") { a: id b: id id } }', 3],
  ] as const)('%s', ([query, cost]) => {
    expect(costOf(query)).toBe(cost)
  })

  test.for([
    [{}, 30],
    [{ n: 4 }, 4],
    [{ n: null }, 20],
    [{ n: 'many' }, 100],
    [{ n: -1 }, 100],
  ] as const)('with a default of 30 and the variables %o', ([variables, cost]) => {
    expect(costOf('query($n: Int = 30) { runs(first: $n) { edges { node { id } } } }', variables)).toBe(cost)
  })

  test('counts ids that come as a variable', () => {
    expect(costOf('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: Array(42).fill('x') })).toBe(42)
  })

  test('is that of the operation which is asked for, and nothing where there is none', () => {
    const document = parse('query A { project { id } } query B { runs { edges { node { id } } } }')
    expect(operationCost(schema, document, { operationName: 'B' })).toBe(20)
    expect(operationCost(schema, document)).toBe(0)
  })

  test('is known at once of fragments that double with each', () => {
    expect(costOf(`{ run(id: "1") { ...F0 } } ${bomb} fragment F30 on Run { id }`)).toBeGreaterThan(1e8)
  })
})

describe('API-5 an operation of the documents', () => {
  const documents = ['README.md', ...globSync('docs/{,internals/}*.md', { cwd: root })].flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^```graphql\n(.*?)^```$/gms)].map(
      ([, text = '']) => text,
    ),
  )
  test('has a fifth of the limit, at most', () => {
    expect(documents.length).toBeGreaterThan(20)
    for (const text of [...documents, getIntrospectionQuery()]) {
      const { depth, aliases, rootFields, directives } = shapeOf(text)
      expect(costOf(text)).toBeLessThan(operationLimits.cost / 5)
      expect(depth).toBeLessThan(operationLimits.depth)
      expect(Math.max(aliases, rootFields, directives)).toBeLessThan(10)
    }
  })
})

import * as apollo from '@apollo/composition'
import * as guild from '@theguild/federation-composition'
import * as cosmo from '@wundergraph/composition'
import { isObjectType, Kind, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { clientSchema } from '../../src/graphql/client-schema.ts'
import { customersSdl } from '../support/customers-subgraph.ts'
import { forFile } from '../support/for-file.ts'
import { isWhole, trialSeed } from '../support/trials.ts'
import { openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
/** The text of the subgraph, as it is served. */
const sdl = textAt(await graph.read('{ _service { sdl } }'), '_service.sdl')
const types = parse(sdl).definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION)
/** The fields of its types, by the names of the types. */
const fields = new Map(
  types.map((type) => [type.name.value, (type.fields ?? []).map(({ name }) => name.value)]),
)

interface Subgraph {
  readonly name: string
  readonly url: string
  readonly text: string
}

/** What composes subgraphs, each with the messages of its errors. */
const composers: Readonly<Record<string, (subgraphs: readonly Subgraph[]) => readonly string[]>> = {
  '@theguild/federation-composition, of Hive and Mesh': (subgraphs) =>
    messages(guild.composeServices(subgraphs.map(toService)).errors),
  '@apollo/composition': (subgraphs) => messages(apollo.composeServices(subgraphs.map(toService)).errors),
  '@wundergraph/composition, of Cosmo': (subgraphs) => {
    const result = cosmo.federateSubgraphs({
      subgraphs: subgraphs.map(({ text, ...rest }) => ({ ...rest, definitions: cosmo.parse(text) })),
      version: cosmo.ROUTER_COMPATIBILITY_VERSION_ONE,
    })
    return result.success ? [] : messages(result.errors)
  },
}

function toService({ text, ...rest }: Subgraph) {
  return { ...rest, typeDefs: parse(text) }
}

function messages(errors: readonly { readonly message: string }[] = []): readonly string[] {
  return errors.map(({ message }) => message)
}

/** With the subgraph as it is served, and another one. */
function subgraphsWith(other: string): readonly Subgraph[] {
  return [
    { name: 'rungraph', url: 'http://rungraph/graphql', text: sdl },
    { name: 'customers', url: 'http://customers/graphql', text: other },
  ]
}

const link = (...directives: readonly string[]) => `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.4", import: ${JSON.stringify(directives)})`

/** A subgraph by Relay's rules, with the types that it refers to. */
const relayLike = (directive: string, areNodes: boolean) => `
  ${link('@key', '@shareable')}
  type Query {
    customers(first: Int, after: String): CustomerConnection!
    node(id: ID!): Node ${directive}
    nodes(ids: [ID!]!): [Node]! ${directive}
  }
  interface Node { id: ID! }
  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
  type CustomerConnection { edges: [CustomerEdge!]! pageInfo: PageInfo! }
  type CustomerEdge { cursor: String! node: Customer! }
  type Customer implements Node @key(fields: "id") { id: ID! name: String! lastRun: Run }
  ${['Run', 'Agent', 'Session', 'Gate', 'Project']
    .map((name) => `type ${name} ${areNodes ? 'implements Node ' : ''}@key(fields: "id") { id: ID! }`)
    .join('\n')}`

/** Other subgraphs that people have, each in a phrase: the supergraph composes with each of them. */
const others: Readonly<Record<string, string>> = {
  'the one of docs/api.md': customersSdl.plain,
  'the one of docs/api.md whose `node` answers for all': customersSdl.withNode,
  'one that refers to a run without resolving it': `
    ${link('@key')}
    type Query { customer: Customer }
    type Customer @key(fields: "id") { id: ID! lastRun: Run }
    type Run @key(fields: "id", resolvable: false) { id: ID! }`,
  'one that adds fields to each type with a key': `
    ${link('@key')}
    type Query { stars: Int }
    ${['Run', 'Agent', 'Session', 'Gate', 'Project']
      .map((name) => `type ${name} @key(fields: "id") { id: ID! stars: Int }`)
      .join('\n')}`,
  'one whose field of a run requires another field of it': `
    ${link('@key', '@external', '@requires')}
    type Query { longest: Int }
    type Run @key(fields: "id") {
      id: ID!
      summary: String @external
      words: Int @requires(fields: "summary")
    }`,
  'one that shares `node`, `nodes` and pages': relayLike('@shareable', true),
  'one with pages and `Node`, and without `node`': relayLike('', false).replace(/^ *nodes?\(.*$/gm, ''),
  'one with scalars and an enum of the same names': `
    ${link('@key')}
    scalar DateTime
    scalar JSON
    enum OrderDirection { ASC DESC }
    type Query { customers(direction: OrderDirection): [JSON] now: DateTime }`,
  'one with a mutation and a subscription': `
    ${link('@key')}
    type Query { customer: String }
    type Mutation { addCustomer: Run }
    type Subscription { customerAdded: Run }
    type Run @key(fields: "id", resolvable: false) { id: ID! }`,
  'one of Federation 1': `
    type Query { customer: Customer }
    type Customer @key(fields: "id") { id: ID! lastRun: Run }
    extend type Run @key(fields: "id") { id: ID! @external }`,
}

/** `npm test` composes with each of them by one composer, another one at each run. */
const othersOf = (composer: string) => {
  const place = Object.keys(composers).indexOf(composer)
  const isDue = (index: number) => (index + place + trialSeed) % Object.keys(composers).length === 0
  return Object.entries(others).filter((_, index) => isWhole || isDue(index))
}

describe.for(Object.entries(composers))('API-47 by %s the subgraph composes', ([composer, compose]) => {
  test('alone', () => {
    expect(compose(subgraphsWith(customersSdl.plain).slice(0, 1))).toEqual([])
  })

  test.for(othersOf(composer))('with %s', ([, other]) => {
    expect(compose(subgraphsWith(other))).toEqual([])
  })
})

describe('API-47 the schema of the subgraph', () => {
  test('has every field of schema.graphql but those that lead back to the root of the queries', () => {
    const objects = Object.values(clientSchema().getTypeMap()).filter((type) => isObjectType(type))
    const missing = objects
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) =>
        Object.keys(type.getFields())
          .filter((name) => !fields.get(type.name)?.includes(name))
          .map((name) => `${type.name}.${name}`),
      )
    expect(missing.toSorted()).toEqual([
      'GateUpdate.query',
      'RunDeletion.query',
      'RunUpdate.query',
      'UpdateCursors.query',
    ])
  })

  test('has a key for each type of an object that others refer to', () => {
    const withKey = parse(sdl).definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && node.directives?.some(({ name }) => name.value === 'key')
        ? [node.name.value]
        : [],
    )
    expect(withKey).toEqual(['Agent', 'Gate', 'Project', 'Run', 'Session'])
  })
})

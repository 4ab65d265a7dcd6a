import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSchema, createYoga } from 'graphql-yoga'
import { codeIn } from './document-code.ts'

const [text = '', ofNodes = ''] = codeIn('docs/api.md', 'graphqls')

/** The subgraphs of docs/api.md, which refer to runs; the `node` of one answers for all types. */
export const customersSdl = {
  plain: text,
  withNode: text.replace('"@key"', '"@key", "@override"') + ofNodes,
}

/** What its library adds to the text of a subgraph. */
const ofItsLibrary = `
  directive @link(url: String!, import: [String!]) repeatable on SCHEMA
  directive @key(fields: String!) repeatable on OBJECT
  directive @override(from: String!) on FIELD_DEFINITION
  extend type Query { _entities(representations: [_Any!]!): [_Entity]! }
  scalar _Any
  union _Entity = Customer | Run
`

interface Customer {
  readonly __typename: 'Customer'
  readonly id: string
  readonly name: string
  readonly lastRun: { readonly id: string } | null
}

interface Representation {
  readonly __typename: string
  readonly id: string
}

/** Serves one of the subgraphs with these customers, which name their runs by global ids. */
export async function serveCustomers(
  kind: keyof typeof customersSdl,
  customers: readonly Omit<Customer, '__typename'>[],
) {
  const all = customers.map((customer): Customer => ({ __typename: 'Customer', ...customer }))
  const customerOf = (id: string) => all.find((one) => one.id === id) ?? null
  const nodeOf = (id: string) => (id.startsWith('run_') ? { __typename: 'Run', id } : customerOf(id))
  const ofKind = {
    plain: {},
    withNode: {
      node: (_: unknown, { id }: { readonly id: string }) => nodeOf(id),
      nodes: (_: unknown, { ids }: { readonly ids: readonly string[] }) => ids.map(nodeOf),
    },
  }[kind]
  const yoga = createYoga({
    schema: createSchema({
      typeDefs: customersSdl[kind] + ofItsLibrary,
      resolvers: {
        Query: {
          ...ofKind,
          customer: (_, { id }: { readonly id: string }) => customerOf(id),
          _entities: (_, { representations }: { readonly representations: readonly Representation[] }) =>
            representations.map(({ __typename, id }) =>
              __typename === 'Run' ? { __typename, id } : customerOf(id),
            ),
        },
        Run: { customer: ({ id }: Representation) => all.find(({ lastRun }) => lastRun?.id === id) ?? null },
      },
    }),
    logging: false,
  })
  const server = createServer(yoga).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/graphql`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

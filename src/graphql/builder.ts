import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { Json } from '../domain/json.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { GraphQLContext } from './context.ts'

/** What every type of the graph is built with. */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  /** Read only when it is selected: a connection's parts are getters. */
  Connection: { readonly totalCount: Promise<number> }
  DefaultEdgesNullability: { list: false; items: false }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    Decimal: { Input: string; Output: string }
    JSON: { Input: Json; Output: unknown }
  }
}>({
  plugins: [RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.prisma, dmmf: getDatamodel() },
  relay: {
    nodeTypeOptions: { description: 'An object with an id that stays the same everywhere.' },
    idFieldOptions: { description: 'Global id: give it back to `node`, or as an `id` of an input.' },
    // The one way from an id to an object is node.ts: scoped to the caller's project.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there is more after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before this page.' },
    startCursorFieldOptions: { description: 'The place of the first edge: give it back as `before`.' },
    endCursorFieldOptions: { description: 'The place of the last edge: give it back as `after`.' },
    firstArgOptions: { description: 'At most so many from the start of the list, 1 to 100; default 20.' },
    afterArgOptions: { description: 'Only what comes after this cursor; goes with `first`.' },
    lastArgOptions: { description: 'At most so many from the end of the list, 1 to 100.' },
    beforeArgOptions: { description: 'Only what comes before this cursor; goes with `last`.' },
    pageInfoFieldOptions: { description: 'Where this page stands in the list.' },
    edgesFieldOptions: {
      description: 'The objects of this page, each with its place.',
      nullable: { list: false, items: false },
    },
    nodeFieldOptions: { description: 'The object.', nullable: false },
    cursorFieldOptions: { description: 'The place of the object in the list. Opaque.' },
  },
})

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'How many there are on all pages. Counted only when it is selected.',
    resolve: (connection) => connection.totalCount,
  }),
)

/** What the builder knows of types, for functions that build them. */
export type Types =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer SchemaTypes> ? SchemaTypes : never

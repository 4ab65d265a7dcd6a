import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'

/**
 * The schema that clients read: without what gateways alone ask for (federation/). Introspection and schema.graphql give this one, as a
 * generator of types would need a setting for the scalar `_Any`, and no client selects `_entities`. Nothing of it is executed but
 * introspection. It is built at the first call, when all fields are known.
 */
export function clientSchema(): GraphQLSchema {
  known ??= withoutFederation(builder.toSchema({ sortSchema: false }))
  return known
}

let known: GraphQLSchema | undefined

function withoutFederation(schema: GraphQLSchema): GraphQLSchema {
  for (const names of [schema.getTypeMap(), schema.getQueryType()?.getFields() ?? {}])
    for (const name of Object.keys(names)) if (isOfFederation(name)) delete names[name]
  return schema
}

/** Federation reserves names with one underscore. */
function isOfFederation(name: string): boolean {
  return /^_[^_]/.test(name)
}

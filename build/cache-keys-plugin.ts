import { type GraphQLSchema, isObjectType } from 'graphql'

/**
 * Plugin of GraphQL Code Generator (codegen.ts). Caches that normalise find an object by its `id`. An object without one belongs to the
 * object that contains it: the plugin writes the settings for that for Apollo Client and for urql's Graphcache.
 */
export function plugin(schema: GraphQLSchema): string {
  const names = valueTypes(schema)
  const entries = (value: string) => names.map((name) => `  ${name}: ${value},\n`).join('')
  return `/** \`typePolicies\` of Apollo Client: what is read of such an object by different operations is merged. */
export const typePolicies = {
${entries('{ merge: true }')}} as const

/** \`keys\` of the cache of urql. */
export const keys = {
${entries('() => null')}} as const
`
}

function valueTypes(schema: GraphQLSchema): readonly string[] {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !roots.has(type) && !type.name.startsWith('__'))
    .filter((type) => isObjectType(type) && type.getFields().id === undefined)
    .map(({ name }) => name)
    .toSorted()
}

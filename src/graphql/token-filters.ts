import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
} from 'graphql'
import type { TokenAccess } from '../domain/access-token.ts'
import type { GraphQLContext } from './context.ts'
import { refuseToken } from './token-refusal.ts'
import { openFilters } from './token-rules.ts'

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>

/**
 * Wraps the resolver of a field to refuse access tokens the fields of its filters that are not open to them; unchanged without a filter.
 */
export function askingFilters(
  field: GraphQLField<unknown, GraphQLContext>,
  name: string,
  resolve: Resolve,
): Resolve {
  const filters = field.args
    .map((arg) => ({ name: arg.name, type: getNamedType(arg.type) }))
    .filter(({ type }) => isInputObjectType(type) && type.name.endsWith('Filter'))
  if (filters.length === 0) return resolve
  return (parent, args, ctx, info) => {
    const { access } = ctx.caller
    if (access !== null)
      for (const filter of filters)
        checkFilter(args[filter.name], `${name} with a filter by`, filter.type.name, access)
    return resolve(parent, args, ctx, info)
  }
}

/** @throws FORBIDDEN naming the field of the filter */
function checkFilter(filter: unknown, what: string, type: string, access: TokenAccess): void {
  if (typeof filter !== 'object' || filter === null) return
  const open = openFilters[type]
  const closed = Object.entries(filter).find(([name, value]) => value !== undefined && !open?.has(name))
  if (closed !== undefined) throw refuseToken(`${what} \`${closed[0]}\``, access)
}

/** Fields of open filters that the schema does not have. */
export function unknownFilters(schema: GraphQLSchema): readonly string[] {
  return Object.entries(openFilters).flatMap(([name, fields]) => {
    const type = schema.getType(name)
    const known = isInputObjectType(type) ? type.getFields() : {}
    return [...fields].filter((field) => known[field] === undefined).map((field) => `${name}.${field}`)
  })
}

import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql'
import type { ScopeKind } from '../../../src/domain/access-token.ts'
import { openFields, openRoots, openTypes } from '../../../src/graphql/token-rules.ts'
import { callOf, findWays, type Given } from './schema-walk.ts'

type Field = GraphQLField<unknown, unknown>

/** A document that asks for fields of one type with a token. */
export interface TokenQuestion {
  readonly type: string
  readonly fields: readonly string[]
  /** Whether the rules let the token read them. */
  readonly isOpen: boolean
  readonly query: string
}

/**
 * Every field of every type that a token of a kind of scope gets to: the open ones of a type in one document, but for those of the root,
 * and each refused one in its own, as one that may not be null would hide what the fields beside it say. Of what a field leads to it
 * asks for all that is open.
 */
export function questionsWith(kind: ScopeKind, given: Given): readonly TokenQuestion[] {
  const ways = findWays(given, (of, field) => leadsOn(kind, of, field))
  return [...ways].flatMap(([of, way]) => {
    const { open = [], refused = [] } = Object.groupBy(Object.values(of.getFields()), (field) =>
      isOpen(kind, of, field) ? 'open' : 'refused',
    )
    const together = of.name === 'Query' || open.length === 0 ? open.map((field) => [field]) : [open]
    return [...together, ...refused.map((field) => [field])].map((fields) => ({
      type: of.name,
      fields: fields.map(({ name }) => name),
      isOpen: !fields.some((field) => refused.includes(field)),
      query: `{ ${way(`__typename ${fields.map((field) => asked(kind, of, field, given)).join(' ')}`)} }`,
    }))
  })
}

function asked(kind: ScopeKind, of: GraphQLObjectType, field: Field, given: Given): string {
  const call = callOf(of, field, given)
  const target = getNamedType(field.type)
  return isLeafType(target) ? call : `${call} { ${openLeaves(kind, target)} }`
}

function openLeaves(kind: ScopeKind, type: unknown): string {
  if (!isObjectType(type)) return '__typename'
  const leaves = Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && field.args.length === 0 && isOpen(kind, type, field),
  )
  return ['__typename', ...leaves.map(({ name }) => name)].join(' ')
}

function leadsOn(kind: ScopeKind, of: GraphQLObjectType, field: Field): boolean {
  // These lead to whatever their ids name, or to the context of one gate.
  if (of.name === 'Query' && ['node', 'nodes', 'gate'].includes(field.name)) return false
  // Null for tokens of other scopes.
  if (ruleOf(of, field) === 'SESSION_OR_NULL' && kind !== 'SESSION') return false
  return isOpen(kind, of, field)
}

function isOpen(kind: ScopeKind, of: GraphQLObjectType, field: Field): boolean {
  if (of.name === 'Query') {
    const root = openRoots[`Query.${field.name}`]
    return root !== undefined && (root.scopes ?? [kind]).includes(kind)
  }
  if (openTypes.has(of.name) || of.getInterfaces().some(({ name }) => name === 'RunEvent')) return true
  const rule = ruleOf(of, field)
  return typeof rule === 'string' || rule?.includes(kind) === true
}

function ruleOf(of: GraphQLObjectType, field: Field) {
  return openFields[of.name]?.[field.name]
}

import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql'
import type { ScopeKind } from '../../../src/domain/access-token.ts'
import { openFields, openRoots, openTypes } from '../../../src/graphql/token-rules.ts'
import { callOf, findWays, type Given } from './schema-walk.ts'

type Field = GraphQLField<unknown, unknown>

/** A document that asks for one field of one type with a token. */
export interface TokenQuestion {
  readonly type: string
  readonly field: string
  /** Whether the rules let the token read it. */
  readonly isOpen: boolean
  readonly query: string
}

/**
 * Every field of every type that a token of a kind of scope gets to, each in a document of its own: a refused field that may not be null
 * would hide what the fields beside it say. Of what a field leads to it asks for all that is open.
 */
export function questionsWith(kind: ScopeKind, given: Given): readonly TokenQuestion[] {
  const ways = findWays(given, (of, field) => leadsOn(kind, of, field))
  return [...ways].flatMap(([of, way]) =>
    Object.values(of.getFields()).map((field) => {
      const call = callOf(of, field, given)
      const target = getNamedType(field.type)
      const asked = isLeafType(target) ? call : `${call} { ${openLeaves(kind, target)} }`
      const query = `{ ${way(`__typename ${asked}`)} }`
      return { type: of.name, field: field.name, isOpen: isOpen(kind, of, field), query }
    }),
  )
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

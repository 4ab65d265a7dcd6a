import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { getDatamodel } from '../../generated/pothos.ts'

/**
 * Returns the columns that the nodes of a connection need for what the operation selects of them; `null` if it selects a relation, or anything that only
 * Prisma can read. It depends on the document alone (a field that `@skip` leaves out is read all the same), so it is found once for each.
 */
export function plainColumns(info: GraphQLResolveInfo): readonly string[] | null {
  const [field] = info.fieldNodes
  if (field === undefined || info.fieldNodes.length > 1) return null
  const known = found.get(field)
  if (known !== undefined) return known
  const columns = findColumns(field, info)
  found.set(field, columns)
  return columns
}

const found = new WeakMap<FieldNode, readonly string[] | null>()

type Fragments = GraphQLResolveInfo['fragments']

function findColumns(
  field: FieldNode,
  { fragments, returnType }: GraphQLResolveInfo,
): readonly string[] | null {
  const connection = objectOf(returnType)
  if (connection === null) return null
  const nodes = selectionsAt([field], connection, { fragments, path: ['nodes'] })
  const edges = selectionsAt([field], connection, { fragments, path: ['edges', 'node'] })
  const columns = new Set(['id'])
  for (const { node, parent } of [...nodes, ...edges]) {
    const added = columnsOfField(parent, node.name.value)
    if (added === null) return null
    for (const column of added) columns.add(column)
  }
  return [...columns]
}

interface Selected {
  readonly node: FieldNode
  readonly parent: GraphQLObjectType
}

/** The fields that are selected of the object at the end of a path of fields. */
function selectionsAt(
  fields: readonly FieldNode[],
  type: GraphQLObjectType,
  { fragments, path }: { readonly fragments: Fragments; readonly path: readonly string[] },
): readonly Selected[] {
  const selected = fields.flatMap(({ selectionSet }) => fieldsOf(selectionSet, type, fragments))
  const [name, ...rest] = path
  if (name === undefined) return selected.map((node) => ({ node, parent: type }))
  const below = objectOf(type.getFields()[name]?.type)
  const matching = selected.filter((node) => node.name.value === name)
  return below === null ? [] : selectionsAt(matching, below, { fragments, path: rest })
}

/** The fields of a selection set with those of its fragments on the type, or on an interface of it. */
function fieldsOf(
  set: SelectionSetNode | undefined,
  type: GraphQLObjectType,
  fragments: Fragments,
): readonly FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection
    const on = fragment?.typeCondition?.name.value ?? type.name
    const applies = on === type.name || type.getInterfaces().some(({ name }) => name === on)
    return applies ? fieldsOf(fragment?.selectionSet, type, fragments) : []
  })
}

function objectOf(type: GraphQLOutputType | undefined): GraphQLObjectType | null {
  const named = type === undefined ? null : getNamedType(type)
  return isObjectType(named) ? named : null
}

const models = getDatamodel().datamodel.models

/** Types of columns that PostgreSQL's driver gives as Prisma does. */
const sameInBoth = new Set(['String', 'Int', 'Float', 'Boolean', 'DateTime', 'Json'])

function columnsOfField(type: GraphQLObjectType, name: string): readonly string[] | null {
  if (name === '__typename') return []
  const extensions: Readonly<Record<string, unknown>> = type.getFields()[name]?.extensions ?? {}
  const selection = extensions.pothosPrismaSelect
  if (selection === undefined)
    return Object.keys(extensions).some((key) => key.startsWith('pothosPrisma')) ? null : []
  if (typeof selection !== 'object' || selection === null) return null
  const columns = models[String(type.extensions.pothosPrismaModel)]?.fields ?? []
  const isPlain = Object.entries(selection).every(([column, selected]) => {
    const { kind, type: typeName = '', isList = false } = columns.find((one) => one.name === column) ?? {}
    return (
      selected === true && !isList && (kind === 'enum' || (kind === 'scalar' && sameInBoth.has(typeName)))
    )
  })
  return isPlain ? Object.keys(selection) : null
}

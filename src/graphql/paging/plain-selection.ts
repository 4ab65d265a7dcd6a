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

/** Columns to read from the rows of a table, and the objects that some of them reference. */
export interface PlainSelection {
  /** With `id`, and with the columns that name objects. */
  readonly columns: readonly string[]
  readonly references: readonly Reference[]
}

/** An object that a column names by its id. */
interface Reference {
  /** The property of the row that holds the object. */
  readonly name: string
  readonly column: string
  readonly table: string
  readonly selection: PlainSelection
}

/**
 * Returns the selection of the operation on the nodes of a connection; `null` if it selects a list of other rows, or anything else that
 * only Prisma can read. It depends on the document alone (a field that `@skip` leaves out is read all the same), so it is found once for
 * each.
 */
export function plainSelection(info: GraphQLResolveInfo): PlainSelection | null {
  const [field] = info.fieldNodes
  if (field === undefined || info.fieldNodes.length > 1) return null
  const known = found.get(field)
  if (known !== undefined) return known
  const selection = ofConnection(field, info)
  found.set(field, selection)
  return selection
}

const found = new WeakMap<FieldNode, PlainSelection | null>()

/** The uses of a field that gives an object, in the items of a list. */
interface Below {
  /** How often the operation selects it. */
  readonly times: number
  /** All that it selects there; `null` where that is nothing, or something that only Prisma can read. */
  readonly selection: PlainSelection | null
}

/** Returns what the operation selects at a field of the items of a list, found once for each document. */
export function selectionBelow(info: GraphQLResolveInfo, name: string): Below {
  const [field] = info.fieldNodes
  const type = objectOf(info.returnType)
  if (field === undefined || type === null) return { times: 0, selection: null }
  const known = info.fieldNodes.length === 1 ? below.get(field) : undefined
  if (known !== undefined) return known
  const items = selectionsAt(info.fieldNodes, type, { fragments: info.fragments, path: [] })
  const uses = items.filter(({ node }) => node.name.value === name)
  const of = selectionsAt(info.fieldNodes, type, { fragments: info.fragments, path: [name] })
  const result = {
    times: uses.length,
    selection: uses.length === 0 ? null : ofFields(of, info.fragments),
  }
  if (info.fieldNodes.length === 1) below.set(field, result)
  return result
}

/** One field of the schema has such items. */
const below = new WeakMap<FieldNode, Below>()

type Fragments = GraphQLResolveInfo['fragments']

function ofConnection(
  field: FieldNode,
  { fragments, returnType }: GraphQLResolveInfo,
): PlainSelection | null {
  const connection = objectOf(returnType)
  if (connection === null) return null
  const nodes = selectionsAt([field], connection, { fragments, path: ['nodes'] })
  const edges = selectionsAt([field], connection, { fragments, path: ['edges', 'node'] })
  return ofFields([...nodes, ...edges], fragments)
}

function ofFields(fields: readonly Selected[], fragments: Fragments): PlainSelection | null {
  const columns = new Set(['id'])
  const referring = new Map<string, Selected[]>()
  for (const field of fields) {
    const use = useOf(field)
    if (use === null) return null
    if (use.kind === 'columns') for (const column of use.columns) columns.add(column)
    else referring.set(field.node.name.value, [...(referring.get(field.node.name.value) ?? []), field])
  }
  const references: Reference[] = []
  for (const [first, ...others] of referring.values()) {
    const use = first === undefined ? null : useOf(first)
    if (first === undefined || use?.kind !== 'reference') continue
    const below = selectionsAt([first.node, ...others.map(({ node }) => node)], use.type, {
      fragments,
      path: [],
    })
    const selection = ofFields(below, fragments)
    if (selection === null) return null
    columns.add(use.column)
    references.push({ name: use.name, column: use.column, table: use.table, selection })
  }
  return { columns: [...columns], references }
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

type Use =
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  | {
      readonly kind: 'reference'
      readonly type: GraphQLObjectType
      readonly name: string
      readonly column: string
      readonly table: string
    }

/** The columns or the reference that a field is resolved from, according to the builder; `null` where only Prisma can read it. */
function useOf({ node, parent }: Selected): Use | null {
  if (node.name.value === '__typename') return { kind: 'columns', columns: [] }
  const field = parent.getFields()[node.name.value]
  const extensions: Readonly<Record<string, unknown>> = field?.extensions ?? {}
  const relation = extensions.pothosPrismaRelationField
  if (field !== undefined && isReference(relation)) {
    const type = objectOf(field.type)
    const [column] = relation.relationFromFields
    if (type === null || column === undefined || field.args.length > 0) return null
    return { kind: 'reference', type, name: relation.name, column, table: relation.type }
  }
  const selection = extensions.pothosPrismaSelect
  if (selection === undefined)
    return Object.keys(extensions).some((key) => key.startsWith('pothosPrisma'))
      ? null
      : { kind: 'columns', columns: [] }
  if (typeof selection !== 'object' || selection === null) return null
  const columns = models[String(parent.extensions.pothosPrismaModel)]?.fields ?? []
  const isPlain = Object.entries(selection).every(([column, selected]) => {
    const { kind, type = '', isList = false } = columns.find((one) => one.name === column) ?? {}
    return selected === true && !isList && (kind === 'enum' || (kind === 'scalar' && sameInBoth.has(type)))
  })
  return isPlain ? { kind: 'columns', columns: Object.keys(selection) } : null
}

interface Relation {
  readonly name: string
  readonly type: string
  readonly relationFromFields: readonly string[]
}

/** Whether a relation leads to one object by one column, which holds its id. */
function isReference(relation: unknown): relation is Relation {
  return (
    typeof relation === 'object' &&
    relation !== null &&
    'isList' in relation &&
    relation.isList === false &&
    'relationFromFields' in relation &&
    Array.isArray(relation.relationFromFields) &&
    relation.relationFromFields.length === 1
  )
}

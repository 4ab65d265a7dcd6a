import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { defaultPageSize, maxPageSize } from '../../graphql/paging/page-arguments.ts'
import { fragmentsIn } from './operation-shape.ts'

/** Assumed length of a list that has no pages, is not requested by ids, and declares no `listSize`. */
const assumedListSize = 5

/** An object of the introspection is in memory already: a hundred of them are as much as one. */
const introspectionWeight = 0.01

interface Asked {
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
}

/**
 * Returns the maximum number of objects in the answer of a valid operation, if all its pages are full; 0 if the document has no such
 * operation. A connection counts its page, `nodes` its ids, `_entities` its representations, any other list five or the number of its
 * field (`extensions.listSize`). An aliased scalar counts as an object: it may be selected again and again. A field that takes work says
 * how many objects that is worth (`extensions.weight`). A field selected twice counts twice, and each fragment is computed once, however
 * often it is spread.
 *
 * Not by @pothos/plugin-complexity: its multiplier for the page of a connection would also count the fields beside its edges, and it counts
 * neither aliases nor the introspection.
 */
export function operationCost(schema: GraphQLSchema, document: DocumentNode, asked: Asked = {}): number {
  const operation = getOperationAST(document, asked.operationName)
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) return 0
  const { selectionSet } = operation
  return Math.ceil(
    createEstimate(schema, document, argumentsOf(operation, asked)).ofSet(selectionSet, { type: root }),
  )
}

/** Context of a selection. `page`, within a connection: the number of edges of its page. */
interface SelectionContext {
  readonly type: GraphQLCompositeType
  readonly page?: number
}

function createEstimate(schema: GraphQLSchema, document: DocumentNode, read: ReadArgument) {
  const fragments = fragmentsIn(document)
  const known = new Map<string, number>()

  function ofSet(set: SelectionSetNode, context: SelectionContext): number {
    let sum = 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) sum += ofField(selection, context)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) sum += ofFragment(selection.name.value, context)
      else sum += ofSet(selection.selectionSet, within(context, selection.typeCondition?.name.value))
    }
    return Math.min(sum, 1e9)
  }

  function ofFragment(name: string, context: SelectionContext): number {
    const key = `${name} ${context.page ?? ''}`
    const before = known.get(key)
    if (before !== undefined) return before
    const fragment = fragments.get(name)
    if (fragment === undefined) return 0
    const cost = ofSet(fragment.selectionSet, within(context, fragment.typeCondition.name.value))
    known.set(key, cost)
    return cost
  }

  function within(context: SelectionContext, condition: string | undefined): SelectionContext {
    const type = condition === undefined ? undefined : schema.getType(condition)
    return isCompositeType(type) ? { ...context, type } : context
  }

  function ofField(node: FieldNode, context: SelectionContext): number {
    const field = schema.getField(context.type, node.name.value)
    if (field === undefined) return 0
    const type = getNamedType(field.type)
    const { weight } = field.extensions
    const own = typeof weight === 'number' ? weight : 0
    if (!isCompositeType(type) || node.selectionSet === undefined)
      return own + (node.alias === undefined ? 0 : 1)
    const page = isConnection(type) ? read.page(node) : undefined
    const inner = ofSet(node.selectionSet, page === undefined ? { type } : { type, page })
    return own + sizeOf(node, field, context) * (weightOf(type) + inner)
  }

  function sizeOf(
    node: FieldNode,
    field: GraphQLField<unknown, unknown>,
    { page }: SelectionContext,
  ): number {
    if (!isList(field.type)) return 1
    if (page !== undefined && (field.name === 'edges' || field.name === 'nodes')) return page
    // The introspection of a type is asked for all types at once.
    if (field.name === 'types' && getNamedType(field.type).name === '__Type')
      return Object.keys(schema.getTypeMap()).length
    const { listSize } = field.extensions
    const given = read.count(node, 'ids') ?? read.count(node, 'representations')
    return given ?? (typeof listSize === 'number' ? listSize : assumedListSize)
  }

  return { ofSet }
}

/** The types that wrap the objects of a page do not count as objects. */
function weightOf(type: GraphQLCompositeType): number {
  if (type.name.startsWith('__')) return introspectionWeight
  return isConnection(type) || type.name === 'PageInfo' || type.name.endsWith('Edge') ? 0 : 1
}

function isConnection(type: GraphQLCompositeType): boolean {
  if (!isObjectType(type) && !isInterfaceType(type)) return false
  const fields = type.getFields()
  return 'edges' in fields && 'pageInfo' in fields
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type))
}

type ReadArgument = ReturnType<typeof argumentsOf>

/** The arguments that bound the size of a list, with the variables of this request. */
function argumentsOf(operation: OperationDefinitionNode, { variables }: Asked) {
  const defaults = new Map<string, ValueNode | undefined>(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )
  function read(node: FieldNode, name: string): unknown {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value
    if (value?.kind !== Kind.VARIABLE) return toPlain(value)
    const variableValue = variables?.[value.name.value]
    return variableValue === undefined ? toPlain(defaults.get(value.name.value)) : variableValue
  }
  return {
    /** Returns the page size. The field itself refuses an invalid one. */
    page(node: FieldNode): number {
      const size = read(node, 'first') ?? read(node, 'last') ?? defaultPageSize
      // An empty page is read, too.
      return typeof size === 'number' && size >= 0 && size <= maxPageSize ? Math.max(1, size) : maxPageSize
    },
    /** Returns the number of values in a list argument. A single value counts as a list of one. */
    count(node: FieldNode, name: string): number | null {
      const value = read(node, name)
      if (value === null || value === undefined) return null
      return Array.isArray(value) ? value.length : 1
    },
  }
}

function toPlain(value: ValueNode | undefined): unknown {
  if (value?.kind === Kind.LIST) return value.values
  if (value?.kind === Kind.INT) return Number(value.value)
  return value?.kind === Kind.NULL ? null : value
}

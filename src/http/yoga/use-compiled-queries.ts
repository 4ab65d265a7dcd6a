import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import { expandedFields } from '../limits/expanded-fields.ts'
import { fragmentsIn, measureShape } from '../limits/operation-shape.ts'

/**
 * Executes a query that comes often as a function, which graphql-jit generates from the document and the schema: the generic executor
 * takes half of the processor time of a page. A function lives as long as its document, and the cache of documents is bounded. The
 * generic executor executes all others: mutations and subscriptions, introspection, large queries, those with directives (graphql-jit
 * 0.8.9 fails on a spread fragment that `@include` leaves out), and those whose variables are invalid, as its messages name them.
 */
export function useCompiledQueries(): Plugin<GraphQLContext> {
  const known = new WeakMap<DocumentNode, Map<string, Known>>()
  const stateOf = (
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): Known => {
    const operations = known.get(document) ?? new Map<string, Known>()
    known.set(document, operations)
    const name = operation.name?.value ?? ''
    const before = operations.get(name) ?? { kind: 'seen', times: 0 }
    if (before.kind !== 'seen') return before
    const times = before.times + 1
    const state: Known = times < compiledFrom ? { kind: 'seen', times } : compile(schema, document, operation)
    operations.set(name, state)
    return state
  }
  return {
    onExecute({ args, setExecuteFn }) {
      const { schema, document, operationName, variableValues } = args
      const operation = getOperationAST(document, operationName)
      if (operation?.operation !== OperationTypeNode.QUERY) return
      const state = stateOf(schema, document, operation)
      if (state.kind !== 'compiled' || !areValid(schema, operation, variableValues)) return
      setExecuteFn(async ({ rootValue, contextValue }: Execution) => {
        const result = await state.query(rootValue, contextValue, withDefaults(operation, variableValues))
        // In the order of the generic executor: a caller may compare texts.
        return result.errors
          ? { errors: result.errors.map(located(document, operation)), data: result.data }
          : result
      })
    },
  }
}

/** State of an operation: it is executed too seldom, it stays with the generic executor, or it is compiled. */
type Known =
  | { readonly kind: 'seen'; readonly times: number }
  | { readonly kind: 'generic' }
  | ({ readonly kind: 'compiled' } & Pick<CompiledQuery, 'query'>)

/** The execution from which on a function is used. To compile takes as long as a few executions. */
export const compiledFrom = 4

const generic: Known = { kind: 'generic' }

/** Largest number of fields that is compiled, with fragments where they are spread: 0.1 ms each, in which the process does nothing else. */
const maxFields = 300

function compile(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Known {
  if (
    introspects(operation) ||
    measureShape(document).directives > 0 ||
    expandedFields(schema, document, operation, maxFields) > maxFields
  )
    return generic
  const compiled = compileQuery(schema, document, operation.name?.value)
  return isCompiledQuery(compiled) ? { kind: 'compiled', query: compiled.query } : generic
}

function introspects({ selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.selections.some(
    (selection) => selection.kind !== Kind.FIELD || ['__schema', '__type'].includes(selection.name.value),
  )
}

/** Gives an error of a compiled query the nodes of its field, from which its locations follow; graphql-jit names lines and columns only. */
function located(document: DocumentNode, operation: OperationDefinitionNode) {
  const fragments = fragmentsIn(document)
  const fieldsOf = (set: SelectionSetNode | undefined): readonly FieldNode[] =>
    (set?.selections ?? []).flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      return fieldsOf(fragment?.selectionSet)
    })
  return (error: GraphQLError): GraphQLError => {
    let sets: readonly (SelectionSetNode | undefined)[] = [operation.selectionSet]
    let nodes: readonly FieldNode[] = []
    for (const key of error.path ?? []) {
      if (typeof key === 'number') continue
      nodes = sets.flatMap(fieldsOf).filter(({ name, alias }) => (alias ?? name).value === key)
      sets = nodes.map(({ selectionSet }) => selectionSet)
    }
    return new GraphQLError(error.message, { nodes, path: error.path, originalError: error.originalError })
  }
}

/** The arguments of an execution. */
interface Execution {
  readonly rootValue?: unknown
  readonly contextValue?: unknown
}

/**
 * The variables, with the defaults of those that may not be null: graphql-jit 0.8.9 takes such a variable for missing where it was left out.
 */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, values: Variables): Variables {
  const defaults = variableDefinitions.flatMap(({ type, defaultValue, variable: { name } }) =>
    type.kind === Kind.NON_NULL_TYPE && defaultValue && values?.[name.value] === undefined
      ? [[name.value, valueFromASTUntyped(defaultValue)]]
      : [],
  )
  return defaults.length === 0 ? values : { ...values, ...Object.fromEntries(defaults) }
}

type Variables = Readonly<Record<string, unknown>> | null | undefined

function areValid(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Variables,
): boolean {
  if (variableDefinitions.length === 0) return true
  return getVariableValues(schema, variableDefinitions, values ?? {}).errors === undefined
}

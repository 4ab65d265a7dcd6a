import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'

/**
 * Objects that are read from rows which follow from the logs of runs. While a run goes on, these rows are written about once a second; its
 * log has everything at once.
 */
export const followingTypes: ReadonlySet<string> = new Set([
  'Action',
  'ActionAttempt',
  'Compaction',
  'CostBreakdown',
  'DaySpending',
  'Message',
  'MessageConnection',
  'ModelCall',
  'Plan',
  'RunDiff',
  'Step',
  'StepConnection',
  'Usage',
  'UsageBucket',
])

/** Fields of other objects that are. */
export const followingFields: ReadonlySet<string> = new Set(['ActionCompleted.output'])

/** Makes rows as new as the logs before an operation reads them: a query never shows less of a run than its events did (API-12). */
export function useCurrentRows(report: (message: string, error?: unknown) => void): Plugin<GraphQLContext> {
  const known = new WeakMap<DocumentNode, boolean>()
  return {
    async onExecute({ args: { schema, document, operationName, contextValue } }) {
      if (getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION) return
      const reads = known.get(document) ?? readsFollowing(schema, document)
      known.set(document, reads)
      if (!reads) return
      // A database that is not there refuses the query too; of one that only reads, what it has is better than nothing.
      await contextValue.reads
        .bringUp(contextValue.project.id)
        .catch((error: unknown) => report('Rows may be older than the logs that they follow from.', error))
    },
  }
}

function readsFollowing(schema: GraphQLSchema, document: DocumentNode): boolean {
  const info = new TypeInfo(schema)
  let isFound = false
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({ name }) => {
        const type = getNamedType(info.getType())
        isFound ||=
          (type != null && followingTypes.has(type.name)) ||
          followingFields.has(`${info.getParentType()?.name}.${name.value}`)
      },
    }),
  )
  return isFound
}

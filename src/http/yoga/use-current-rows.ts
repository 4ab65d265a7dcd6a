import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { madeOnce } from '../../domain/made-once.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { readsFollowing } from '../../graphql/following-rows.ts'

/** Makes rows as new as the logs before an operation reads them: a query never shows less of a run than its events did (DUR-5). */
export function useCurrentRows(report: (message: string, error?: unknown) => void): Plugin<GraphQLContext> {
  const known = new WeakMap<DocumentNode, boolean>()
  return {
    async onExecute({ args: { schema, document, operationName, contextValue } }) {
      if (getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION) return
      if (!madeOnce(known, document, () => readsFollowing(schema, document))) return
      // A database that is not there refuses the query too; of one that only reads, what it has is better than nothing.
      await contextValue.reads
        .bringUp(contextValue.project.id)
        .catch((error: unknown) => report('Rows may be older than the logs that they follow from.', error))
    },
  }
}

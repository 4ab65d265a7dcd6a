import { type ExecutionResult, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RungraphError } from '../domain/errors.ts'
import type { GraphQLContext } from '../graphql/context.ts'

/**
 * Executes a query no further when its client has left, or when its answer has become too large. What a mutation has begun is done to
 * its end.
 */
export function useGivingUp(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { document, operationName, contextValue } = args
      if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return
      const { signal, answer } = contextValue
      const reasons = [signal, answer?.signal].filter((reason) => reason !== undefined)
      setExecuteFn(async (asked): Promise<ExecutionResult> => {
        const given = { ...asked, signal: AbortSignal.any(reasons) }
        try {
          const result = await executeFn(given)
          if (!given.signal.aborted) return result
        } catch (error) {
          if (!given.signal.aborted) throw error
        }
        return answer?.refusal ? refused(answer.refusal) : toNobody
      })
    },
  }
}

function refused(error: RungraphError): ExecutionResult {
  return { errors: [new GraphQLError(error.message, { originalError: error })] }
}

/** Who asked is not there any more. */
const toNobody: ExecutionResult = { data: null }

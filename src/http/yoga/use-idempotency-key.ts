import { getOperationAST } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../../domain/errors.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { toCallerError } from '../../graphql/errors.ts'
import { keyProblem } from '../../graphql/idempotency.ts'
import { readIdempotencyKey } from '../asked-operation.ts'

/**
 * Takes the header `Idempotency-Key` for the one mutation of a request. Where it cannot be that of a mutation, the request is refused: its
 * sender would repeat it, and take the repetition for harmless (RUN-8).
 */
export function useIdempotencyKey(): Plugin<GraphQLContext> {
  const batches = new WeakSet<Request>()
  return {
    onRequestParse: ({ request }) => ({
      onRequestParseDone({ requestParserResult: asked }) {
        if (Array.isArray(asked) && asked.length > 1) batches.add(request)
      },
    }),
    onExecute({ args, extendContext, setExecuteFn }) {
      const { document, operationName, schema, contextValue } = args
      const { request } = contextValue
      // A WebSocket has no request: its operations have no headers.
      const idempotencyKey = request && readIdempotencyKey(request.headers)
      const operation = getOperationAST(document, operationName)
      if (idempotencyKey === undefined || operation?.operation !== 'mutation') return
      const problem = batches.has(request) ? ofBatch : keyProblem(schema, operation, document)
      if (problem === null) return extendContext({ idempotencyKey })
      const error = new RungraphError('REQUEST_MALFORMED', { problem, remedy })
      setExecuteFn(() => ({ errors: [toCallerError(error)] }))
    },
  }
}

const ofBatch = 'The request is a batch, and has one Idempotency-Key.'
const remedy =
  'Send one mutation that takes `idempotencyKey` in its input with the header, or leave the header out and give each input a key of its own.'

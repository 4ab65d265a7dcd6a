import { GraphQLError } from 'graphql'
import { errorTable, isRungraphError, type RungraphError } from '../domain/errors.ts'

/** The error of the table behind a GraphQL error that a caller may see; `null` where there is none. */
function clientErrorOf(error: unknown): RungraphError | null {
  const origin = error instanceof GraphQLError ? (error.cause ?? error.originalError) : error
  return isRungraphError(origin) && errorTable[origin.code].audience === 'client' ? origin : null
}

/** Tells whether an error is one of the server, of which a caller is told nothing. */
export function isUnexpected(error: unknown): boolean {
  return clientErrorOf(error) === null && !isOfGraphQL(error)
}

/**
 * An error as callers see it: of the table with its code, GraphQL's own as they are (a document that does not parse or fit),
 * and nothing of any other but that it happened.
 */
export function toClientError(error: unknown): GraphQLError {
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  const known = clientErrorOf(error)
  if (known !== null) {
    return new GraphQLError(known.message, { ...place, extensions: { code: known.code } })
  }
  if (isOfGraphQL(error)) return withoutOrigin(error)
  return new GraphQLError('Something went wrong in the server; its log tells what.', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true },
  })
}

function isOfGraphQL(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && (error.cause ?? error.originalError) == null
}

/** Yoga passes on what its parser of JSON said of a body; by that it also knows that the status is not 200. */
function withoutOrigin(error: GraphQLError): GraphQLError {
  if (!('originalError' in error.extensions)) return error
  return new GraphQLError(error.message, {
    extensions: { code: error.extensions.code, http: { status: 400 } },
  })
}

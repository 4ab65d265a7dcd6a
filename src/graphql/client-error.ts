import { GraphQLError, Kind } from 'graphql'
import { isDatabaseAway } from '../domain/database-away.ts'
import { errorTable, isRungraphError, RungraphError } from '../domain/errors.ts'

/** The error of the table behind a GraphQL error that a caller may see; `null` where there is none. */
function clientErrorOf(error: unknown): RungraphError | null {
  const origin = error instanceof GraphQLError ? (error.cause ?? error.originalError) : error
  if (isDatabaseAway(origin)) return new RungraphError('DATABASE_UNAVAILABLE', {}, origin)
  return isRungraphError(origin) && errorTable[origin.code].audience === 'client' ? origin : null
}

/** Tells whether an error is the server's own, which its operator is to know of. */
export function isUnexpected(error: unknown): boolean {
  const known = clientErrorOf(error)
  return known === null ? !isOfGraphQL(error) : known.code === 'DATABASE_UNAVAILABLE'
}

/**
 * An error as callers see it: of the table with its code, GraphQL's own as they are (a document that does not parse or fit),
 * and nothing of any other but that it happened.
 */
export function toClientError(error: unknown): GraphQLError {
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  const known = clientErrorOf(error)
  if (known !== null) {
    const passing = errorTable[known.code].retryable ? { retryable: true, http: { status: 503 } } : {}
    return new GraphQLError(known.message, { ...place, extensions: { code: known.code, ...passing } })
  }
  if (isOfGraphQL(error)) return ofGraphQL(error)
  return new GraphQLError('Something went wrong in the server; its log tells what.', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true },
  })
}

function isOfGraphQL(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false
  return (error.cause ?? error.originalError) == null || isOfVariable(error)
}

/** A variable's value that does not fit always comes with what its scalar or input type said. */
function isOfVariable({ nodes }: GraphQLError): boolean {
  return (
    nodes !== undefined && nodes.length > 0 && nodes.every(({ kind }) => kind === Kind.VARIABLE_DEFINITION)
  )
}

/** Always with a code, and without what a parser or a scalar said of its own. */
function ofGraphQL(error: GraphQLError): GraphQLError {
  const { nodes, source, positions, path } = error
  const { originalError, code, http } = error.extensions
  const isOfRequest = originalError !== undefined || isOfVariable(error)
  return new GraphQLError(error.message, {
    nodes,
    source,
    positions,
    path,
    extensions: {
      code: code ?? 'BAD_REQUEST',
      ...(isOfRequest ? { http: { status: 400 } } : http ? { http } : {}),
    },
  })
}

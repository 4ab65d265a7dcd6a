import { GraphQLError, Kind } from 'graphql'
import { errorTable, isRungraphError, RungraphError } from '../domain/errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { isDatabaseAway } from './database-fault.ts'

/** The error of the table behind a GraphQL error that a caller may see; `null` where there is none. */
function clientErrorOf(error: unknown): RungraphError | null {
  const origin = error instanceof GraphQLError ? (error.cause ?? error.originalError) : error
  if (isGone(origin)) return new RungraphError('GONE', {}, origin)
  return isRungraphError(origin) && errorTable[origin.code].audience === 'client' ? origin : null
}

/** Whether an object was not found any more that had been there when its place was read (EVT-7). */
function isGone(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025'
}

/** Tells whether an error is one of the server, which its operator is to hear of. */
export function isUnexpected(error: unknown): boolean {
  return clientErrorOf(error) === null && !isOfGraphQL(error)
}

/**
 * An error as callers see it: of the table with its code, GraphQL's own as they are (a document that does not parse or fit),
 * of a database that is away that trying again may help, and nothing of any other but that it happened.
 */
export function toClientError(error: unknown): GraphQLError {
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  const known = clientErrorOf(error) ?? (isDatabaseAway(error) ? unavailable : null)
  if (known !== null) {
    return new GraphQLError(known.message, { ...place, extensions: extensionsOf(known) })
  }
  if (isOfGraphQL(error)) return ofGraphQL(error)
  return new GraphQLError('Something went wrong in the server; its log tells what.', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true },
  })
}

const unavailable = new RungraphError('DATABASE_UNAVAILABLE', {})

/** What passes by itself is told as HTTP does, too. */
function extensionsOf({ code }: RungraphError) {
  return errorTable[code].retryable
    ? { code, retryable: true, http: { status: 503, headers: { 'retry-after': '2' } } }
    : { code }
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

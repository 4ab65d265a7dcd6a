import { GraphQLError, Kind } from 'graphql'
import {
  type ErrorCode,
  errorTable,
  isRungraphError,
  RungraphError,
  retryAfterSeconds,
} from '../domain/errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { isDatabaseAway, unstorableText } from './database-fault.ts'

/** The error of the table behind a GraphQL error that a caller may see; `null` where there is none. */
function clientErrorOf(error: unknown): RungraphError | null {
  const origin = error instanceof GraphQLError ? (error.cause ?? error.originalError) : error
  if (isGone(origin)) return new RungraphError('GONE', {}, origin)
  if (isRungraphError(origin)) return errorTable[origin.code].audience === 'client' ? origin : null
  return unstorableText(origin)
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
  if (error instanceof GraphQLError && shown.has(error)) return error
  const seen = show(error)
  shown.add(seen)
  return seen
}

/** An error may pass through several hands that each see to it. */
const shown = new WeakSet<GraphQLError>()

function show(error: unknown): GraphQLError {
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

/** What passes by itself is told as HTTP does, too; what is wrong with a request as a whole, as one that is not valid. */
function extensionsOf({ code, data }: RungraphError) {
  if (code === 'RATE_LIMITED')
    return passing(code, 429, 'retryAfterSeconds' in data ? data.retryAfterSeconds : retryAfterSeconds)
  if (errorTable[code].retryable) return passing(code, 503, retryAfterSeconds)
  if (code === 'OPERATION_TOO_LARGE' && 'limit' in data) {
    const { limit, value, max } = data
    return { code, limit, value, max, http: invalid }
  }
  if (code === 'REQUEST_MALFORMED') return { code, http: { status: 400 } }
  return ofDocuments.has(code) ? { code, http: invalid } : { code }
}

/** Raised before anything of an operation is executed, and never by a field of it. */
const ofDocuments: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'OPERATION_NOT_ALLOWED',
  'PERSISTED_QUERY_NOT_FOUND',
])

/** 400, but 200 where an answer of the type `application/json` is wanted, as GraphQL over HTTP has it. */
const invalid = { status: 400, spec: true }

function passing(code: ErrorCode, status: number, seconds: number) {
  return { code, retryable: true, http: { status, headers: { 'retry-after': String(seconds) } } }
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

/** The code of one of GraphQL: that which it has, but one for all that HTTP alone would have refused, by whichever way it came. */
function codeOf({ nodes, source, extensions }: GraphQLError): unknown {
  if (extensions.http?.status === 405) return 'REQUEST_MALFORMED'
  // A document that cannot be read has places, and nodes of nothing; over a WebSocket nobody gave it a code yet.
  const isOfSyntax = source !== undefined && nodes === undefined
  return extensions.code ?? (isOfSyntax ? 'GRAPHQL_PARSE_FAILED' : 'BAD_REQUEST')
}

/** What GraphQL says of a value that does not fit holds the value. */
const maxMessage = 500

function shorten({ message, originalError }: GraphQLError): string {
  if (message.length <= maxMessage) return message
  const why = originalError?.message ?? ''
  // The name of the variable, the value, the place in it, and why.
  const [, variable] = /^(Variable "\$\w+") /.exec(message) ?? []
  const [, place = ''] = / at "([\w.[\]]+)"$/.exec(message.slice(0, -`; ${why}`.length)) ?? []
  const named = variable && why ? `${variable} has an invalid value at "${place}"; ${why}` : message
  return named.length <= maxMessage ? named : `${named.slice(0, maxMessage - 1)}…`
}

/** Always with a code, and without what a parser or a scalar said of its own. */
function ofGraphQL(error: GraphQLError): GraphQLError {
  const { nodes, source, positions, path } = error
  const { originalError, http } = error.extensions
  const isOfRequest = originalError !== undefined || isOfVariable(error)
  return new GraphQLError(shorten(error), {
    nodes,
    source,
    positions,
    path,
    extensions: {
      code: codeOf(error),
      ...(isOfRequest ? { http: { status: 400 } } : http ? { http } : {}),
    },
  })
}

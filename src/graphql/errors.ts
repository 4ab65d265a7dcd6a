import type { ObjectRef } from '@pothos/core'
import { GraphQLError, type GraphQLResolveInfo, getNamedType, isUnionType, Kind } from 'graphql'
import { codesOf, isDatabaseUnavailable, layersOf } from '../domain/database-unavailable.ts'
import type { ErrorKind } from '../domain/errors/rows.ts'
import {
  type ErrorCode,
  errorTable,
  isRungraphError,
  RungraphError,
  retryAfterSeconds,
} from '../domain/errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { builder, type Types } from './builder.ts'

/** An error as a member of a mutation's result. */
export interface ErrorResult {
  readonly __typename: string
  readonly code: string
  readonly message: string
  readonly path: readonly string[] | null
}

const MutationError = builder.interfaceRef<ErrorResult>('Error').implement({
  description: 'Error that the caller can act on.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable code of the error, from the error table.' }),
    message: t.exposeString('message', { description: 'Error message for people, with the remedy.' }),
  }),
})

const InvalidInputError = builder.objectRef<ErrorResult>('InvalidInputError').implement({
  description: 'The input is invalid.',
  interfaces: [MutationError],
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'Path of the invalid part of the input, from the argument inwards. Null if no part of the input is named.',
      nullable: true,
    }),
  }),
})

const errorTypes = {
  InvalidInput: InvalidInputError,
  NotFound: errorType('NotFoundError', 'The project has no such object.'),
  Conflict: errorType('ConflictError', 'The state of the object does not allow the operation.'),
  Forbidden: errorType('ForbiddenError', "The caller's role does not permit the operation."),
  LimitExceeded: errorType('LimitExceededError', 'A limit of the project or the server is reached.'),
} satisfies Record<ErrorKind, unknown>

/** Returns the result of a mutation: its object, or an error that the union of its result contains. Other errors are thrown. */
export async function outcome<Result>(
  info: GraphQLResolveInfo,
  run: () => Promise<Result>,
): Promise<Result | ErrorResult> {
  try {
    return await run()
  } catch (error) {
    const known = isRungraphError(error) ? error : unstorableText(error)
    const result = known && toResult(known)
    if (result === null || !isMember(info, result.__typename)) throw error
    return result
  }
}

/**
 * The union that a mutation gives: its object, or one of these errors. `Forbidden` needs no mention: any caller may lack
 * the role.
 */
export function resultUnion<Member extends ObjectRef<Types, object>>(
  name: string,
  object: Member,
  { description, errors }: { description: string; errors: readonly Exclude<ErrorKind, 'Forbidden'>[] },
) {
  return builder.unionType(name, {
    description,
    types: [object, ...errors.map((kind) => errorTypes[kind]), errorTypes.Forbidden],
    resolveType: (value) => ('__typename' in value ? String(value.__typename) : object.name),
  })
}

/** Errors for callers only; the others are for those who run the server. */
function toResult({ code, message, data }: RungraphError): ErrorResult | null {
  const row = errorTable[code]
  if (row.audience !== 'client' || row.result === null) return null
  const path = 'path' in data && data.path !== undefined ? ['input', ...data.path] : null
  return { __typename: `${row.result}Error`, code, message, path }
}

/** Whether the union that the field returns has this error type as a member (API-11). */
function isMember(info: GraphQLResolveInfo, name: string): boolean {
  const type = getNamedType(info.returnType)
  return isUnionType(type) && type.getTypes().some((member) => member.name === name)
}

function errorType(name: string, description: string) {
  return builder.objectRef<ErrorResult>(name).implement({ description, interfaces: [MutationError] })
}

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

/** Whether an error is a fault of the server, which is reported to its operator. */
export function isUnexpected(error: unknown): boolean {
  return clientErrorOf(error) === null && !isOfGraphQL(error)
}

/**
 * An error as callers see it: of the table with its code, GraphQL's own as they are (a document that does not parse or fit),
 * of a database that is away that trying again may help, and nothing of any other but that it happened.
 */
export function toCallerError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && shown.has(error)) return error
  const seen = show(error)
  shown.add(seen)
  return seen
}

/** An error may pass through several hands that each see to it. */
const shown = new WeakSet<GraphQLError>()

function show(error: unknown): GraphQLError {
  const location = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  const known = clientErrorOf(error) ?? (isDatabaseUnavailable(error) ? unavailable : null)
  if (known !== null) {
    return new GraphQLError(known.message, { ...location, extensions: extensionsOf(known) })
  }
  if (isOfGraphQL(error)) return ofGraphQL(error)
  return new GraphQLError('Something went wrong in the server; its log tells what.', {
    ...location,
    extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true },
  })
}

/** An error without the HTTP status, which means nothing in a stream or over a socket. */
export function withoutHttp({
  message,
  nodes,
  source,
  positions,
  path,
  extensions,
}: GraphQLError): GraphQLError {
  const { http: _, ...others } = extensions
  return new GraphQLError(message, { nodes, source, positions, path, extensions: others })
}

const unavailable = new RungraphError('DATABASE_UNAVAILABLE', {})

/** A temporary error has its HTTP status; an error of a whole request has that of an invalid one. */
function extensionsOf({ code, data }: RungraphError) {
  if (code === 'RATE_LIMITED')
    return passing(code, 429, 'retryAfterSeconds' in data ? data.retryAfterSeconds : retryAfterSeconds)
  if (errorTable[code].retryable) return passing(code, 503, retryAfterSeconds)
  if (code === 'OPERATION_TOO_LARGE' && 'limit' in data) {
    const { limit, value, max } = data
    return { code, limit, value, max, http: invalidStatus }
  }
  if (code === 'REQUEST_MALFORMED') return { code, http: { status: 400 } }
  return ofDocuments.has(code) ? { code, http: invalidStatus } : { code }
}

/** Raised before anything of an operation is executed, and never by a field of it. */
const ofDocuments: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'OPERATION_NOT_ALLOWED',
  'PERSISTED_QUERY_NOT_FOUND',
])

/** 400, but 200 where an answer of the type `application/json` is wanted, as GraphQL over HTTP has it. */
const invalidStatus = { status: 400, spec: true }

function passing(code: ErrorCode, status: number, seconds: number) {
  return { code, retryable: true, http: { status, headers: { 'retry-after': String(seconds) } } }
}

function isOfGraphQL(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false
  return (error.cause ?? error.originalError) == null || isOfVariable(error)
}

/**
 * Whether an error is of the value of a variable, found before anything is executed. Such an error always comes with the message of the scalar
 * or input type. A variable that the document declares wrongly, or does not use, is an error of validation.
 */
export function isOfVariable({ nodes, extensions }: GraphQLError): boolean {
  return (
    extensions.code !== 'GRAPHQL_VALIDATION_FAILED' &&
    nodes !== undefined &&
    nodes.length > 0 &&
    nodes.every(({ kind }) => kind === Kind.VARIABLE_DEFINITION)
  )
}

/** The code of an error of GraphQL: its own, but one code for all errors that HTTP alone would have refused, over any transport. */
function codeOf(error: GraphQLError): unknown {
  const { nodes, source, extensions } = error
  // The executor of subscriptions has a code of its own for it.
  if (isOfVariable(error) && extensions.code !== 'INVALID_INPUT') return 'BAD_REQUEST'
  if (extensions.http?.status === 405) return 'REQUEST_MALFORMED'
  // A document that cannot be read has places, and nodes of nothing; over a WebSocket nobody gave it a code yet.
  const isOfSyntax = source !== undefined && nodes === undefined
  return extensions.code ?? (isOfSyntax ? 'GRAPHQL_PARSE_FAILED' : 'BAD_REQUEST')
}

/** Maximum length of a message: messages of GraphQL about invalid values contain the value. */
const maxMessage = 500

/** A message within the maximum length. */
export function cutErrorMessage(message: string): string {
  return message.length <= maxMessage ? message : `${message.slice(0, maxMessage - 1)}…`
}

/** A number that was kept as it was written is an object to GraphQL (exact-numbers.ts). */
const rawNumbers = /\{ rawJSON: "([-+.\deE]+)" \}/g

function shorten({ message: said, originalError }: GraphQLError): string {
  const message = said.replace(rawNumbers, '$1')
  if (message.length <= maxMessage) return message
  const why = originalError?.message ?? ''
  // The name of the variable, the value, the place in it, and why.
  const [, variable] = /^(Variable "\$\w+") /.exec(message) ?? []
  const [, location = ''] = / at "([\w.[\]]+)"$/.exec(message.slice(0, -`; ${why}`.length)) ?? []
  const named = variable && why ? `${variable} has an invalid value at "${location}"; ${why}` : message
  return cutErrorMessage(named)
}

/** Always with a code, and without extensions of a parser or a scalar. */
function ofGraphQL(error: GraphQLError): GraphQLError {
  const { nodes, source, positions, path } = error
  const { originalError, http } = error.extensions
  const status = isOfVariable(error) ? invalidStatus : originalError !== undefined ? { status: 400 } : http
  return new GraphQLError(shorten(error), {
    nodes,
    source,
    positions,
    path,
    extensions: {
      code: codeOf(error),
      ...(status && { http: status }),
    },
  })
}

/** SQLSTATE codes for NUL in text and in JSON. */
const stateOfNul = /^(22021|22P05)$/

/** The caller's error behind one of the database, which cannot store or search the characters of a text; `null` where it is another. */
function unstorableText(error: unknown): RungraphError | null {
  if (!layersOf(error).some((layer) => codesOf(layer).some((code) => stateOfNul.test(code)))) return null
  const message =
    'A text of the request holds a NUL character, which can be neither stored nor searched. Remove it.'
  return new RungraphError('INVALID_INPUT', { message }, error)
}

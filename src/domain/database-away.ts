import { isJsonObject } from './json.ts'

/** Tells whether an error means that the database could not be asked at the moment, wherever among its causes it says so. */
export function isDatabaseAway(error: unknown): boolean {
  return isAway(error, new Set())
}

function isAway(error: unknown, seen: Set<unknown>): boolean {
  if (typeof error !== 'object' || error === null || seen.has(error)) return false
  seen.add(error)
  return saysAway(error) || causesOf(error).some((cause) => isAway(cause, seen))
}

function saysAway(error: object): boolean {
  const said = ['code', 'kind'].map((name) => Object.getOwnPropertyDescriptor(error, name)?.value)
  const isKnown = said.some(
    (word) => typeof word === 'string' && (words.has(word) || states.some((pattern) => pattern.test(word))),
  )
  return isKnown || (error instanceof Error && driverSays.test(error.message))
}

/** What GraphQL, Prisma and Node wrapped: one error each, or one for each address of a name. */
function causesOf(error: object): readonly unknown[] {
  const { cause, originalError, errors, meta }: Wrapping = error
  const inner = isJsonObject(meta) ? meta.driverAdapterError : undefined
  return [cause, originalError, inner, ...(Array.isArray(errors) ? errors : [])]
}

interface Wrapping {
  readonly cause?: unknown
  readonly originalError?: unknown
  readonly errors?: unknown
  readonly meta?: unknown
}

/** PostgreSQL's codes. */
const states: readonly RegExp[] = [
  /^08[0-9A-Z]{3}$/, // the connection failed
  /^53[0-9A-Z]{3}$/, // no connection, memory or disk is left
  /^57P0[1-5]$/, // the server stops or starts, or has ended the session
  /^57014$/, // a time limit of the server ended the query
  /^55P03$/, // a lock was not to be had within its time
]

const words: ReadonlySet<string> = new Set([
  // The operating system, of a connection that breaks or does not come about. ENOENT is not among them: it may be any file's.
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Prisma and its adapter, which put words of their own in the place of these codes.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
])

/** What the driver says of a connection without any code. */
const driverSays =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/

import { isRungraphError } from './errors.ts'

/**
 * Whether an error says that the database cannot serve at the moment: unreachable, full, too busy, in conflict with another transaction, or
 * a standby that takes no writes. The same call may succeed later, on another connection or by another process. The errors of the driver, of
 * Prisma and of the system are known by their codes, wrapped in others or not.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return layersOf(error).some(isUnavailable)
}

/** Whether it is the driver of PostgreSQL that says it: a connection to the database broke, or did not come about in time. */
export function isOfDriver(error: unknown): boolean {
  return layersOf(error).some(({ message }) => typeof message === 'string' && driverWords.test(message))
}

/**
 * Whether PostgreSQL refuses what only its operator can allow again: a right that the role has lost (42501), or room on its disk (53100). It is
 * not the fault of what was written.
 */
export function isForOperator(error: unknown): boolean {
  return layersOf(error).some((layer) => codesOf(layer).some((one) => one === '42501' || one === '53100'))
}

/** Codes of the error table that say the same. */
const ownCodes: ReadonlySet<string> = new Set([
  ...['DATABASE_UNAVAILABLE', 'DATABASE_UNREACHABLE', 'DATABASE_READ_ONLY', 'DATABASE_SETTING_UNUSABLE'],
])

/** Whether the transaction takes no writes (SQLSTATE 25006): the server is a standby, or a setting of the database makes it so. */
export const stateOfReadOnly = '25006'

/**
 * SQLSTATE codes for a server that cannot be connected to (08, 28, 3D), chose this transaction to end a conflict (40), has no room (53), gave
 * up waiting (55P03, 57014), is stopping or ended a session (57P, 25P03, 25P04), cannot read its disk (58030), or takes no writes (25006);
 * and the codes of Prisma for a transaction that got no connection in time, or met a conflict.
 */
const stateOfAbsence = /^(08...|25006|25P0[34]|28...|3D000|40...|53...|55P03|57014|57P..|58030|P2028|P2034)$/

/** Error codes of the system for connections. */
const systemCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
])

/** Error kinds of Prisma's adapter for both. */
const adapterKinds: ReadonlySet<string> = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
  ...['DatabaseDoesNotExist', 'DatabaseAccessDenied', 'AuthenticationFailed', 'TransactionWriteConflict'],
])

/** Messages of `pg` itself, which have no code. */
const driverWords =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end)/

/** An error, or one that it was made of. */
export interface ErrorLayer {
  readonly message?: unknown
  readonly code?: unknown
  readonly originalCode?: unknown
  readonly kind?: unknown
  readonly cause?: unknown
  readonly originalError?: unknown
  readonly errors?: unknown
  readonly meta?: unknown
  readonly driverAdapterError?: unknown
}

/** An error and its causes. Some are wrapped four times; a cycle ends. Of the errors that have a row in the table, only some are about it. */
export function layersOf(error: unknown): readonly ErrorLayer[] {
  return [...eachLayer(error, 0)]
}

function* eachLayer(error: unknown, depth: number): Generator<ErrorLayer> {
  if (!isLayer(error) || depth > 8 || isOfAnotherRow(error)) return
  yield error
  const { cause, originalError, errors, meta, driverAdapterError } = error
  const inner = [cause, originalError, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])]
  for (const one of inner) yield* eachLayer(one, depth + 1)
}

function isOfAnotherRow(error: unknown): boolean {
  return isRungraphError(error) && !ownCodes.has(error.code)
}

function isLayer(value: unknown): value is ErrorLayer {
  return typeof value === 'object' && value !== null
}

/** SQLSTATE and other codes of a layer. */
export function codesOf({ code, originalCode }: ErrorLayer): readonly string[] {
  return [code, originalCode].filter((one) => typeof one === 'string')
}

function isUnavailable(layer: ErrorLayer): boolean {
  if (codesOf(layer).some((one) => stateOfAbsence.test(one) || systemCodes.has(one) || ownCodes.has(one)))
    return true
  const { kind, message } = layer
  if (typeof kind === 'string' && adapterKinds.has(kind)) return true
  return typeof message === 'string' && driverWords.test(message)
}

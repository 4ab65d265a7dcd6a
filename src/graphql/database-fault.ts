import { isRungraphError, RungraphError } from '../domain/errors.ts'

/** What PostgreSQL says when it is not there, has no room, or gave up waiting: SQLSTATE. */
const stateOfAbsence = /^(08...|53...|57P..|25P03|57014|55P03)$/
/** What the system says of a connection. */
const systemCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** What Prisma's adapter makes of either. */
const adapterKinds: ReadonlySet<string> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/** What `pg` says of its own accord comes without a code. */
const driverWords =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end)/

/** Tells whether an error says that the database is away, full or too busy, and that the same call may succeed in a while. */
export function isDatabaseAway(error: unknown): boolean {
  return [...layersOf(error)].some(saysSo)
}

/** What PostgreSQL says of a NUL in a text, and in JSON: SQLSTATE. */
const stateOfNul = /^(22021|22P05)$/

/** The caller's error behind one of the database that cannot hold, or look for, what a text has in it; `null` where it is another. */
export function unstorableText(error: unknown): RungraphError | null {
  const isNul = ({ code, originalCode }: Layer) =>
    [code, originalCode].some((one) => typeof one === 'string' && stateOfNul.test(one))
  if (![...layersOf(error)].some(isNul)) return null
  const message =
    'A text of the request holds a NUL character, which can be neither stored nor looked for. Remove it.'
  return new RungraphError('INVALID_INPUT', { message }, error)
}

interface Layer {
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

/** An error and what it was made of. Some are wrapped four times; none is gone round in for ever. What the table has a row for is not about the database. */
function* layersOf(error: unknown, depth = 0): Generator<Layer> {
  if (!isLayer(error) || isRungraphError(error) || depth > 8) return
  yield error
  const { cause, originalError, errors, meta, driverAdapterError } = error
  const inner = [cause, originalError, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])]
  for (const one of inner) yield* layersOf(one, depth + 1)
}

function isLayer(value: unknown): value is Layer {
  return typeof value === 'object' && value !== null
}

function saysSo({ message, code, originalCode, kind }: Layer): boolean {
  const codes = [code, originalCode].filter((one) => typeof one === 'string')
  if (codes.some((one) => stateOfAbsence.test(one) || systemCodes.has(one))) return true
  if (typeof kind === 'string' && adapterKinds.has(kind)) return true
  return typeof message === 'string' && driverWords.test(message)
}

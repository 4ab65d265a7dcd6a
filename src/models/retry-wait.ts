import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { lengthIn, lengthOf, msUntil } from './written-time.ts'

/** Whether the server says that another try may help; the SDKs of OpenAI and Anthropic know the header. */
export function shouldRetry(headers: Headers | undefined): boolean | undefined {
  const word = headers?.get('x-should-retry')
  return word === 'true' ? true : word === 'false' ? false : undefined
}

/** Where a failure may say how long to wait. */
interface Failure {
  readonly headers: Headers | undefined
  /** The parsed body, if there is one. */
  readonly body: unknown
  readonly message: string
}

/**
 * The wait that a server that limits requests asks for, in milliseconds: the headers made for it, then a field of the body, then the
 * words, then the reset of a limit that is used up (MOD-4). Absent where it says nothing.
 */
export function waitOf({ headers, body, message }: Failure): number | undefined {
  return retryAfterMsOf(headers) ?? waitInBody(body) ?? waitInWords(message) ?? resetOf(headers)
}

/** The same of the headers alone. */
export function waitOfHeaders(headers: Headers | undefined): number | undefined {
  return retryAfterMsOf(headers) ?? resetOf(headers)
}

/**
 * The wait asked for, in milliseconds: `retry-after-ms`, unless it is 0 as Azure has it; else `retry-after` in seconds or as a date.
 */
export function retryAfterMsOf(headers: Headers | undefined): number | undefined {
  const exact = Number(headers?.get('retry-after-ms'))
  if (exact > 0) return exact
  return msUntil(headers?.get('retry-after'), serverTimeOf(headers))
}

/** The time of day by the server's own clock, which its resets are told by. */
function serverTimeOf(headers: Headers | undefined): number {
  return Date.parse(headers?.get('date') ?? '') || Date.now()
}

const limitHeader = /rate-?limit/

/**
 * When the limits reset that are used up: `x-ratelimit-reset-tokens` beside `x-ratelimit-remaining-tokens: 0`, and the like by other names.
 * The others are no reason to wait. Where a server does not say what remains, the reset that comes first.
 */
function resetOf(headers: Headers | undefined): number | undefined {
  if (headers === undefined) return undefined
  const now = serverTimeOf(headers)
  const used: number[] = []
  const unknown: number[] = []
  for (const [name, value] of headers) {
    if (!limitHeader.test(name)) continue
    // The draft of the IETF: `ratelimit: "default";r=0;t=30`
    const listed =
      /;\s*r=0\b.*;\s*t=(\d+)/.exec(value)?.[1] ?? /\bremaining=0\b.*\breset=(\d+)/.exec(value)?.[1]
    const waitMs = msUntil(listed ?? (name.includes('reset') ? value : null), now)
    if (waitMs === undefined) continue
    const remaining = headers.get(name.replace('reset', 'remaining'))
    if (listed !== undefined || (remaining !== null && Number(remaining) <= 0)) used.push(waitMs)
    else if (remaining === null) unknown.push(waitMs)
  }
  if (used.length > 0) return Math.max(...used)
  return unknown.length > 0 ? Math.min(...unknown) : undefined
}

/** Under these names servers send the request back. */
const echoed = new Set(['input', 'inputs', 'body', 'request', 'messages', 'prompt'])

/** By the letters of a field's name. */
const inMilliseconds = new Set([
  'retryafterms',
  'retryafterinms',
  'retryaftermilliseconds',
  'retryaftermillis',
])
/** Lengths, or moments: a time of day says which it is. Bare numbers are seconds. */
const inSeconds = new Set([
  ...['retryafter', 'retryafterseconds', 'retryaftersecs', 'retryafters', 'retryin', 'retryinseconds'],
  ...['retrydelay', 'retrydelayseconds', 'waitseconds', 'resetsinseconds', 'resetinseconds'],
  ...['resetat', 'resetsat', 'resettime'],
])
const maxDepth = 8

/**
 * The first wait that a body asks for: Google's RetryInfo (`"retryDelay": "34.4s"`), OpenRouter's headers of the server behind it
 * (`error.metadata.headers`), and fields such as `retry_after`.
 */
function waitInBody(body: unknown, depth = 0): number | undefined {
  if (depth > maxDepth) return undefined
  if (Array.isArray(body)) return firstOf(body, (item) => waitInBody(item, depth + 1))
  if (!isJsonObject(body)) return undefined
  return firstOf(Object.entries(body), ([name, value]) => {
    if (echoed.has(name)) return undefined
    const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    if (inMilliseconds.has(letters) && Number(value) > 0) return Math.ceil(Number(value))
    if (inSeconds.has(letters)) return waitInField(value)
    if (letters === 'headers' && isJsonObject(value)) return waitOfHeaders(toHeaders(value))
    return waitInBody(value, depth + 1)
  })
}

function waitInField(value: Json): number | undefined {
  // A duration of Protocol Buffers as an object.
  if (isJsonObject(value)) {
    const ms = Number(value.seconds ?? 0) * 1_000 + Number(value.nanos ?? 0) / 1e6
    return ms > 0 ? Math.ceil(ms) : undefined
  }
  return typeof value === 'string' || typeof value === 'number'
    ? msUntil(String(value), Date.now())
    : undefined
}

function toHeaders(values: JsonObject): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(values)) {
    if (/^[\w-]+$/.test(name) && /^[\w .:+-]+$/.test(String(value))) headers.set(name, String(value))
  }
  return headers
}

function firstOf<Item>(
  items: readonly Item[],
  waitIn: (item: Item) => number | undefined,
): number | undefined {
  for (const item of items) {
    const ms = waitIn(item)
    if (ms !== undefined) return ms
  }
  return undefined
}

/** "Please try again in 1m12.5s", "Please retry after 20 seconds", "resets at 2026-11-21T13:05:00Z": what stands between is short. */
const leads =
  /\b(?:try again|retry(?:ing)?|wait|available|allowed|resets?|reset|regain access|renews)\b[^\d.]{0,40}?/
const moment = /\d{4}-\d\d-\d\d(?:T| (?:at )?)\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d| ?UTC)?/
const untilThen = new RegExp(`${leads.source}(${moment.source})`, 'i')
const forSoLong = new RegExp(`${leads.source}(${lengthIn.source})`, 'i')
/** "请在30秒后重试" */
const beforeRetry = new RegExp(`(${lengthIn.source})[后後]`, 'i')
/** `retry_after: 20` */
const inAField = /retry[-_ ]?after["']?\s*[:=]\s*["']?(\d+(?:\.\d+)?)(?![\w.])/i

function waitInWords(message: string): number | undefined {
  const then = untilThen.exec(message)?.[1]
  if (then !== undefined) return msUntil(then.replace(' at ', ' ').replace(/ ?UTC$/, 'Z'), Date.now())
  const length = forSoLong.exec(message)?.[1] ?? beforeRetry.exec(message)?.[1]
  if (length !== undefined) return lengthOf(length)
  return msUntil(inAField.exec(message)?.[1], Date.now())
}

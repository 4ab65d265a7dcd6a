import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { fieldsIn } from './refusal-body.ts'
import { lengthIn, lengthOf, msUntil } from './written-time.ts'

/** Whether the server says that another try may help; the SDKs of OpenAI and Anthropic know the header. */
export function shouldRetry(headers: Headers | undefined): boolean | undefined {
  const word = headers?.get('x-should-retry')
  return word === 'true' ? true : word === 'false' ? false : undefined
}

/** A conflict, too early, a connection that a proxy closed: the same request may be taken later, and the vendors' SDKs send it again. */
const passingStatuses: readonly number[] = [409, 425, 499]

/** Whether a status of a client's fault is that of a failure that passes. */
export function isPassingStatus(status: number): boolean {
  return passingStatuses.includes(status)
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
  const fields = [...fieldsIn(body)]
  // The words of a server behind a router stand beside the router's own.
  const words = fields.flatMap(([, value]) =>
    typeof value === 'string' ? [value.slice(0, longestWords)] : [],
  )
  return (
    retryAfterMsOf(headers) ??
    firstOf(fields, waitOfField) ??
    firstOf([message, ...words], waitInWords) ??
    resetOf(headers)
  )
}

/** The same of the headers alone. */
function waitOfHeaders(headers: Headers | undefined): number | undefined {
  return retryAfterMsOf(headers) ?? resetOf(headers)
}

/**
 * The wait asked for, in milliseconds: `retry-after-ms`, unless it is 0 as Azure has it; else `retry-after` in seconds or as a date.
 */
export function retryAfterMsOf(headers: Headers | undefined): number | undefined {
  const exact = Number(headers?.get('retry-after-ms'))
  if (exact > 0) return exact
  const now = serverTimeOf(headers)
  // Others write it `retry_after`, `x-retry-after`, `x-ms-retry-after-ms`.
  const others = [...(headers ?? [])].filter(([name]) => /retry/i.test(name))
  return (
    msUntil(headers?.get('retry-after'), now) ??
    firstOf(others, ([name, value]) => waitOfHeader(name, value, now))
  )
}

function waitOfHeader(name: string, value: string, now: number): number | undefined {
  const letters = lettersOf(name).replace(/^x?(?:ms|ratelimit)?(?=retry)/, '')
  if (inMilliseconds.has(letters)) return Number(value) > 0 ? Math.ceil(Number(value)) : undefined
  return inSeconds.has(letters) ? msUntil(value, now) : undefined
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
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

/** The wait that a field of a body asks for, in milliseconds. */
export function waitInBody(body: unknown): number | undefined {
  return firstOf([...fieldsIn(body)], waitOfField)
}

/**
 * The same of one field: Google's RetryInfo (`"retryDelay": "34.4s"`), OpenRouter's headers of the server behind it
 * (`error.metadata.headers`), and fields such as `retry_after`.
 */
function waitOfField([name, value]: readonly [string, Json]): number | undefined {
  const letters = lettersOf(name)
  if (inMilliseconds.has(letters) && Number(value) > 0) return Math.ceil(Number(value))
  if (inSeconds.has(letters)) return waitInField(value)
  return letters === 'headers' && isJsonObject(value) ? waitOfHeaders(toHeaders(value)) : undefined
}

const longestWords = 2_000

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
  /\b(?:try again|retry(?:ing)?|wait|available|allowed|resets?|reset|regain access|renews|replenish(?:ed|es)?)\b[^\d.]{0,40}?/
const moment = /\d{4}-\d\d-\d\d(?:T| (?:at )?)\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d| ?UTC)?/
const untilThen = new RegExp(`${leads.source}(${moment.source})`, 'i')
const forSoLong = new RegExp(`${leads.source}(${lengthIn.source})`, 'i')
/** "请在30秒后重试" */
const beforeRetry = new RegExp(`(${lengthIn.source})[后後]`, 'i')
/** "Quota will be replenished in 00:13:12.": a time of day has another word before it. */
const byTheClock = new RegExp(
  `${leads.source}\\b(?:in|after|for|wait)\\s+(\\d{1,3}):(\\d\\d):(\\d\\d)\\b`,
  'i',
)
/** "Please try again in a minute" */
const oneOf =
  /\b(?:try again|retry|wait|resets?|replenished)\b[^\d.]{0,20}?\b(?:an?|one) (second|minute|hour|day)\b/i
/** "retry in 30" */
const bareNumber =
  /\b(?:try again|retry(?:ing)?|wait)\s+(?:(?:in|after|for)\s+)?(\d+(?:\.\d+)?)(?=\s*(?:[,;)"']|\.(?!\d)|$))/i
/** `retry_after: 20` */
const inAField = /retry[-_ ]?after["']?\s*[:=]\s*["']?(\d+(?:\.\d+)?)(?![\w.])/i

function waitInWords(message: string): number | undefined {
  const then = untilThen.exec(message)?.[1]
  if (then !== undefined) return msUntil(then.replace(' at ', ' ').replace(/ ?UTC$/, 'Z'), Date.now())
  const length = forSoLong.exec(message)?.[1] ?? beforeRetry.exec(message)?.[1]
  if (length !== undefined) return lengthOf(length)
  const [, hours, minutes, seconds] = byTheClock.exec(message) ?? []
  if (hours !== undefined) return lengthOf(`${hours}h${minutes}m${seconds}s`)
  const unit = oneOf.exec(message)?.[1]
  if (unit !== undefined) return lengthOf(`1 ${unit}`)
  const bare = bareNumber.exec(message)?.[1]
  return msUntil(bare, Date.now()) ?? msUntil(inAField.exec(message)?.[1], Date.now())
}

import { fetch, Headers, type RequestInit, type Response } from 'undici'
import { z } from 'zod'
import { isRungraphError, messageOf } from '../domain/errors.ts'
import { parseJson } from '../domain/exact-numbers.ts'
import { isJsonObject, type Json, toJson } from '../domain/json.ts'
import {
  fillPlaceholders,
  type HttpSettings,
  headerName,
  headerValue,
  placeholdersOf,
  relicSettings,
  reservedHeaders,
} from '../domain/relic-settings.ts'
import type { ToolEffect } from '../domain/tool.ts'
import { readResponseBody, textOfBody } from '../net/read-body.ts'
import { hide, type KindCall, type KindOfRelic, operation, type Reach, readVariable } from './relic-kind.ts'

/** An HTTP API: requests below one address, by the methods and paths that its settings allow. */
export function createHttpKind(reach: Reach): KindOfRelic<HttpSettings> {
  const request = operation({
    description:
      'Sends an HTTP request to the service, and gives its status, some headers and its body: JSON where it is JSON, or text. Any status is a result.',
    input: requestInput,
    effect: 'once',
    perform: (wanted, call: KindCall<HttpSettings>) => sendRequest(wanted, call, reach),
  })
  return {
    settings: relicSettings.HTTP,
    offer: (settings) => ({
      operations: { request: { ...request, effect: effectOf(settings) } },
      timeoutMs: settings.timeoutMs,
    }),
  }
}

/** Effect of the allowed methods. */
function effectOf({ methods, honoursIdempotencyKey }: HttpSettings): ToolEffect {
  if (methods.every(isReading)) return 'read'
  const isRepeatable = methods.every((method) => method !== 'POST' && method !== 'PATCH')
  return isRepeatable || honoursIdempotencyKey ? 'idempotent' : 'once'
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

const scalar = z.union([z.string(), z.number(), z.boolean()])
const requestInput = z.strictObject({
  method: z.string().max(10).default('GET').describe('GET, or another method that the service is allowed.'),
  path: z.string().min(1).max(8_000).describe('The path below the address of the service; begins with `/`.'),
  query: z
    .record(z.string(), z.union([scalar, z.array(scalar)]))
    .default({})
    .describe('Parameters after the `?`; one with a list comes several times.'),
  headers: z
    .record(
      z
        .string()
        .regex(headerName, { error: 'is no name of a header' })
        .refine((name) => !reservedHeaders.includes(name.toLowerCase()), { error: 'cannot be set' }),
      z.string().max(4_000).regex(headerValue, { error: 'must be of visible ASCII characters' }),
    )
    .default({})
    .describe('Further headers; those of the relic itself stay as they are.'),
  body: z.unknown().optional().describe('A text is sent as it is, all else as JSON.'),
})
type HttpRequest = z.output<typeof requestInput>

/** Sends one request within the rules of its relic; neither its result nor its errors hold a secret of the relic's headers. */
async function sendRequest(
  wanted: HttpRequest,
  { settings, idempotencyKey, signal, invalid }: KindCall<HttpSettings>,
  { environment, guardOf }: Reach,
): Promise<Json> {
  const method = settings.methods.find((allowed) => allowed === wanted.method.toUpperCase())
  if (!method) throw invalid([`/method: must be one of ${settings.methods.join(', ')}`])
  const url = resolvePath(wanted.path, settings)
  if ('fault' in url) throw invalid([`/path: ${url.fault}`])
  for (const [name, value] of Object.entries(wanted.query))
    for (const one of [value].flat()) url.searchParams.append(name, String(one))
  if (wanted.body !== undefined && isReading(method)) throw invalid([`/body: ${method} takes none`])
  const read = (variable: string) => readVariable(environment, variable)
  const secrets = Object.values(settings.headers).flatMap(placeholdersOf).map(read)
  const payload = payloadOf(wanted, settings.headers, read)
  if (!isReading(method)) payload.headers.set('idempotency-key', idempotencyKey)
  try {
    return withoutSecrets(toJson(await send(url, { method, signal, ...payload }, settings, guardOf)), secrets)
  } catch (error) {
    signal.throwIfAborted()
    if (isRungraphError(error)) throw error
    // Without its cause: that may hold the secrets that are hidden here.
    const unknown = isReading(method) || wasNeverSent(error) ? '' : `. ${unknownEffect}`
    throw new Error(hide(reasonOfFailure(error), secrets) + unknown)
  }
}

/** Addresses that a request of a relic may reach: the base URL of its service, and the paths below it. */
export interface Allowed {
  readonly baseUrl: string
  /** Each with all paths below it; after the path of `baseUrl`. */
  readonly paths: readonly string[]
}

/** The address of a path below `baseUrl`, or why no request may go there (TAS-6). */
export function resolvePath(path: string, { baseUrl, paths }: Allowed): URL | { readonly fault: string } {
  if (!path.startsWith('/') || path.startsWith('//'))
    return { fault: 'must begin with one `/`: it is a path of the service, no address' }
  if (/[?#\\]/.test(path) || hasControls(path))
    return { fault: 'must hold no `?`, `#`, backslash and control character; `query` takes parameters' }
  // A URL is parsed without them, so a text that has them means another address.
  if (decoded(path)?.split('/').some(isDots)) return dots
  const base = new URL(baseUrl)
  const root = base.pathname.replace(/\/+$/, '')
  const url = URL.parse(`${base.origin}${root}${path}`)
  if (!url) return { fault: 'is no path of a URL' }
  return faultOf(url, { baseUrl, paths }) ?? url
}

/** Why no request may go to an address, as where a service redirects to; `null` where it may. */
export function faultOf(url: URL, { baseUrl, paths }: Allowed): { readonly fault: string } | null {
  const base = new URL(baseUrl)
  if (url.origin !== base.origin || url.username !== '' || url.password !== '')
    return { fault: `leads to ${url.origin}, and only ${base.origin} is allowed` }
  const plain = decoded(url.pathname)
  if (plain === null || plain.includes('\\') || plain.includes('//') || hasControls(plain))
    return { fault: 'is written in a way that servers read differently' }
  if (plain.split('/').some(isDots)) return dots
  const root = base.pathname.replace(/\/+$/, '')
  const isAllowed = paths.some(
    (allowed) => isBelow(url.pathname, root + allowed) && isBelow(plain, root + allowed),
  )
  return isAllowed ? null : { fault: `is not below an allowed path: ${paths.join(', ')}` }
}

const dots = { fault: 'must hold no `.` and `..` between slashes' }

/** Decoded as often as it can be: a server may do so once, or a proxy before it once more. `null` where it never ends, or cannot be. */
function decoded(path: string): string | null {
  let text = path
  for (let round = 0; round < 5; round++) {
    let next: string
    try {
      next = decodeURIComponent(text)
    } catch {
      return null
    }
    if (next === text) return text
    text = next
  }
  return null
}

/** Some servers drop the text after a semicolon. */
function isDots(segment: string): boolean {
  const [name = ''] = segment.split(';')
  return name === '.' || name === '..'
}

function isBelow(path: string, allowed: string): boolean {
  const root = allowed.replace(/\/+$/, '')
  return path === root || path.startsWith(`${root}/`)
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

/** The headers of the relic win over those of the call. */
function payloadOf(
  { headers, body }: HttpRequest,
  ofRelic: HttpSettings['headers'],
  read: (variable: string) => string,
) {
  const sent = new Headers({ 'user-agent': 'rungraph', ...headers })
  if (body !== undefined && !sent.has('content-type'))
    sent.set('content-type', typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json')
  for (const [name, value] of Object.entries(ofRelic)) sent.set(name, fillPlaceholders(value, read))
  if (body === undefined) return { headers: sent }
  return { headers: sent, body: typeof body === 'string' ? body : JSON.stringify(toJson(body)) }
}

const maxRedirects = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Follows redirects of reading requests by hand, so that each address is checked. Redirects of other requests are not followed. */
async function send(
  target: URL,
  init: RequestInit & { readonly method: string },
  settings: HttpSettings,
  guardOf: Reach['guardOf'],
) {
  const guard = guardOf({ allowPrivate: settings.allowPrivate, avoidsOwn: true })
  const agent = guard.agent()
  let url = target
  try {
    for (let hop = 0; hop <= maxRedirects; hop++) {
      guard.check(url)
      const response = await fetch(url, { ...init, dispatcher: agent, redirect: 'manual' })
      const next = isReading(init.method) ? locationOf(response, url, settings) : null
      if (next === null) return await readResponse(response, settings.maxBytes)
      await response.body?.cancel()
      url = next
    }
    throw new Error(`it redirects more than ${maxRedirects} times`)
  } finally {
    await agent.destroy()
  }
}

function locationOf(response: Response, url: URL, settings: HttpSettings): URL | null {
  const location = redirects.includes(response.status) ? response.headers.get('location') : null
  if (location === null) return null
  const next = URL.parse(location, url)
  if (!next) throw new Error('it redirects to what is no address')
  const fault = faultOf(next, settings)
  if (fault) throw new Error(`it redirects to a place that ${fault.fault}`)
  return next
}

/** Headers that describe the body, or where to continue. */
const shown = ['content-type', 'location', 'link', 'etag', 'last-modified', 'retry-after', 'content-range']

/** The response as the result of the operation: `body` is `null` where there is none; it is text and `isCut` where it is larger. */
async function readResponse(response: Response, maxBytes: number) {
  const read = await readResponseBody(response, maxBytes)
  const headers = shown.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const contentType = response.headers.get('content-type') ?? ''
  const { text, isBinary } = textOfBody(read, contentType)
  const isJson = !isBinary && !read.isCut && /^application\/([\w.+-]+\+)?json\b/i.test(contentType)
  const body = read.bytes.length === 0 ? null : isJson ? jsonOf(text) : text
  return { status: response.status, headers: Object.fromEntries(headers), body, isCut: read.isCut }
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** The value with every secret taken out of its texts and keys. */
function withoutSecrets(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') return hide(value, secrets)
  if (Array.isArray(value)) return value.map((item: Json) => withoutSecrets(item, secrets))
  if (!isJsonObject(value) || secrets.length === 0) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, item]) => [hide(key, secrets), withoutSecrets(item, secrets)]))
}

const unknownEffect = 'Whether it took effect is unknown: check before you send it again'
const unsent: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && unsent.includes(cause.code)
}

/** `fetch` only says that it failed; why is its cause, and of several addresses each has its own. */
function reasonOfFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof AggregateError ? cause.errors.map(messageOf).join(', ') : messageOf(cause)
}

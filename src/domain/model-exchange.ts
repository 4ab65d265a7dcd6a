import { z } from 'zod'
import { about, object } from './declared.ts'
import { redacted } from './redaction.ts'

/** The HTTP exchange of a model call as it was sent and received, without credentials (MOD-9). */
export interface ModelExchange {
  readonly request: SentRequest
  /** `null`: none came. */
  readonly response: ReceivedResponse | null
}

export interface SentRequest extends HttpMessage {
  readonly method: string
  /** Path and query. */
  readonly path: string
}

export interface ReceivedResponse extends HttpMessage {
  readonly status: number
}

export interface HttpMessage {
  readonly headers: readonly HttpHeader[]
  /** At most `maxBodyBytes` of it. */
  readonly body: string
  /** Size of the whole body, in bytes, as far as it was sent or received. */
  readonly bodyBytes: number
  /** Whether the end of the body is missing because of its size. */
  readonly isTruncated: boolean
}

export const httpHeader = object('HttpHeader', 'Header of an HTTP message.', {
  name: about('Name of the header.', z.string()),
  value: about('Value of the header.', z.string()),
})
export type HttpHeader = Readonly<z.infer<typeof httpHeader>>

/** Most bytes of a body that are kept. */
export const maxBodyBytes = 4 * 1024 * 1024

/** Records one exchange while it happens. Its methods take references and copy nothing; `exchange` does the work. */
export interface ExchangeRecorder {
  /** Notes a request when it is sent; a later one of the same call takes its place. */
  sent(request: RequestFacts): void
  received(response: Pick<Response, 'status' | 'headers'>): void
  /** Notes a piece of the body of the response. */
  read(bytes: Uint8Array): void
  /** The bytes of a file in base64, as they are sent or received, are recorded as this mark. Holds a reference. */
  omit(base64: string, mark: string): void
  /** Size of the data that it holds in memory, in bytes. */
  heldBytes(): number
  /** The exchange as recorded so far; `null` where nothing was sent. */
  exchange(): ModelExchange | null
}

interface RequestFacts {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** A body of another kind is not recorded. */
  readonly body: unknown
}

export function createExchangeRecorder(): ExchangeRecorder {
  let request: RequestFacts | null = null
  let response: Pick<Response, 'status' | 'headers'> | null = null
  let pieces: Uint8Array[] = []
  let bytes = 0
  const marks = new Map<string, string>()
  return {
    sent(facts) {
      request = facts
      response = null
      pieces = []
      bytes = 0
    },
    received(facts) {
      response = facts
    },
    read(piece) {
      if (bytes < keptBytes) pieces.push(piece)
      bytes += piece.length
    },
    omit(base64, mark) {
      if (base64.length >= leastOmitted) marks.set(base64, mark)
    },
    heldBytes: () =>
      (typeof request?.body === 'string' ? request.body.length : 0) + Math.min(bytes, keptBytes),
    exchange() {
      if (request === null) return null
      const { method, url, headers, body } = request
      const credentials = credentialsIn(request)
      const hide = (text: string) =>
        credentials.reduce((rest, one) => rest.replaceAll(one, redacted), withMarks(text, marks))
      return {
        request: {
          method,
          path: hide(`${url.pathname}${url.search}`),
          headers: headersOf(headers, hide),
          ...sentBodyOf(body, hide),
        },
        response: response && {
          status: response.status,
          headers: headersOf(response.headers, hide),
          ...bodyOf(pieces, bytes, hide),
        },
      }
    },
  }
}

/** Longer credentials are cut by the limit of a body, and so may be their end. */
const maxCredentialBytes = 16 * 1024

/** So much of a body is held, that a credential across the limit is found whole. */
const keptBytes = maxBodyBytes + maxCredentialBytes

function bodyOf(
  pieces: readonly Uint8Array[],
  bodyBytes: number,
  hide: (text: string) => string,
): Pick<HttpMessage, 'body' | 'bodyBytes' | 'isTruncated'> {
  const held = Buffer.concat(pieces).subarray(0, keptBytes)
  const text = hide(held.toString('utf8'))
  if (bodyBytes <= maxBodyBytes) return { body: text, bodyBytes, isTruncated: false }
  // The bytes of a character that the limit divides are left out.
  const body = new TextDecoder().decode(Buffer.from(text).subarray(0, maxBodyBytes), { stream: true })
  return { body, bodyBytes, isTruncated: true }
}

/** Files take most of a body: it is cut without them. */
function sentBodyOf(body: unknown, hide: (text: string) => string): ReturnType<typeof bodyOf> {
  if (body instanceof Uint8Array) return bodyOf([body], body.length, hide)
  if (typeof body !== 'string') return bodyOf([], 0, hide)
  const shown = Buffer.from(hide(body))
  const { isTruncated, body: text } = bodyOf([shown], shown.length, (same) => same)
  return { body: text, bodyBytes: Buffer.byteLength(body), isTruncated }
}

/** Shorter ones are as well shown. */
const leastOmitted = 64

/** The text with marks in the place of bytes, which end a string of JSON: of a data URL, or of their own. The last may be cut off. */
function withMarks(text: string, marks: ReadonlyMap<string, string>): string {
  if (marks.size === 0) return text
  const strings = text.split('"')
  const last = strings.length - 1
  return strings
    .map((string, index) => {
      if (string.length < leastOmitted) return string
      const start = string.lastIndexOf(',') + 1
      // Some servers escape slashes, and the limit may stand in the middle of that.
      const bytes = string.slice(start).replaceAll('\\/', '/').replace(/\\$/, '')
      const mark = marks.get(bytes) ?? (index === last ? markOfBeginning(bytes, marks) : undefined)
      return mark === undefined ? string : string.slice(0, start) + mark
    })
    .join('"')
}

function markOfBeginning(bytes: string, marks: ReadonlyMap<string, string>): string | undefined {
  if (bytes.length < leastOmitted) return undefined
  return [...marks].find(([base64]) => base64.startsWith(bytes))?.[1]
}

/** Names of headers and of URL parameters in which credentials are sent: `x-api-key`, `Authorization`, `set-cookie`, `access_token`. */
const credentialName =
  /(?:^|[-_])(?:authorization|auth|key|apikey|token|secret|cookie2?|password|signature|credentials?)$/i
const harmless = /^idempotency-key$/i

function isCredential(name: string): boolean {
  return credentialName.test(name) && !harmless.test(name)
}

function headersOf(headers: Headers, hide: (text: string) => string): readonly HttpHeader[] {
  return [...headers]
    .filter(([name]) => !isCredential(name))
    .map(([name, value]) => ({ name, value: hide(value) }))
}

/** Shorter texts are no credentials, and occur in others by chance. */
const leastCredentialChars = 8

/**
 * The credentials of a request, as text and as a URL writes it: a server may repeat them in its response. Longest first, so that none is
 * found as a part of another.
 */
function credentialsIn({ url, headers }: RequestFacts): readonly string[] {
  const found = [...headers, ...url.searchParams]
    .filter(([name]) => isCredential(name))
    .flatMap(([, value]) => [value, value.replace(/^\w+ +/, '')])
    .flatMap((value) => [value, encodeURIComponent(value)])
    .filter((value) => value.length >= leastCredentialChars)
  return [...new Set(found)].toSorted((a, b) => b.length - a.length)
}

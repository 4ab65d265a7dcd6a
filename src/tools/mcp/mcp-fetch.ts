import { AsyncLocalStorage } from 'node:async_hooks'
import type { FetchLike } from '@modelcontextprotocol/client'
import { fetch, Headers, type RequestInit, Response } from 'undici'
import { quoteLargeNumbers, tryParseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { SignInChallenge } from '../../domain/mcp-sign-in.ts'
import { createWrittenLines } from '../../domain/written-lines.ts'
import type { AddressGuard } from '../../net/address-guard.ts'
import { normalizedText, sessionRefusal } from './normalized-message.ts'
import { SharedStream, type StreamWatch } from './shared-stream.ts'

/** As large as one message of a server over stdio may be, and more than any result that a model reads. */
export const maxAnswerBytes = 10 * 1024 * 1024
/** An answer that came before its stream ended has been read by then, in milliseconds. */
const settleMs = 250

/** A `fetch` for one server: calls have no time limit of their own, and a stream that ends without an answer is reported. */
export interface McpFetch {
  readonly fetch: FetchLike
  /** Does a call, and rejects also when the stream of its answer ends without one: the client would wait on. */
  watched<Result>(call: () => Promise<Result>): Promise<Result>
  /** What the client is to do when the stream of a request of this call ended without an answer, and is not taken up again. */
  onStreamEnd(): (() => void) | undefined
  /** What the server says that a sign-in must be for, since it refused a request for the lack of one. */
  challenge(): SignInChallenge | null
  close(): Promise<void>
}

/** Thrown for a call whose answer was cut off. */
export class StreamEnded extends Error {
  override readonly name = 'StreamEnded'
}

/** Thrown for a call whose answer is larger than is read. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
  constructor(cause?: unknown) {
    super(`its answer has more than ${maxAnswerBytes} bytes (10 MiB), and no more is read`, { cause })
  }
}

/** Whether a body was not read to its end because of its size. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') || isTooLarge(error.cause)
}

export function createMcpFetch({ agent: open, check }: Pick<AddressGuard, 'agent' | 'check'>): McpFetch {
  // The engine has its own time for calls; an answer may be silent for longer than the library's five minutes.
  const agent = open({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: maxAnswerBytes })
  const watching = new AsyncLocalStorage<StreamWatch>()
  const shared = new SharedStream()
  let challenge: SignInChallenge | null = null
  const ask = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    check(new URL(url))
    const id = requestId(init)
    const given = await fetch(url, { ...init, dispatcher: agent })
    const response = withReadMessages(id === null ? given : await withType(given), id)
    if (given.status === 401) {
      challenge = challengeIn(given.headers.get('www-authenticate')) ?? challenge
      refusedTokens.set(
        response,
        new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? null,
      )
    }
    const watch = watching.getStore()
    if (!watch || id === null || !response.ok) return response
    // Such a server may answer in the stream that it has open for all.
    if (response.status === 202 || response.status === 204) shared.await(watch)
    else if (isEventStream(response))
      void faultOf(response).then((fault) => isTooLarge(fault) && watch.onEnd(fault))
    // Behind JSON comes nothing more.
    else void faultOf(response).then(watch.onEnd)
    return response
  }
  const listen = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    shared.begin()
    const response = await ask(url, init).catch((error: unknown) => {
      shared.refuse()
      throw error
    })
    if (isEventStream(response)) void faultOf(response).then(() => shared.end())
    else shared.refuse()
    return response
  }
  return {
    // The library's own types of `fetch` are those of another version of the same code.
    fetch: ((url: string | URL, init?: RequestInit) =>
      init?.method === 'GET' ? listen(url, init) : ask(url, init)) as unknown as FetchLike,
    watched: (call) => watchEnd(watching, call),
    onStreamEnd: () => {
      const watch = watching.getStore()
      return watch && (() => shared.awaitStray(watch))
    },
    challenge: () => challenge,
    close: () => {
      shared.close()
      return agent.destroy()
    },
  }
}

const refusedTokens = new WeakMap<object, string | null>()

/** The token that a server refused with this answer; `null`: it was given none. */
export function refusedToken(response: object): string | null {
  return refusedTokens.get(response) ?? null
}

/** A server that says where its metadata are wants a sign-in by OAuth (RFC 9728). */
function challengeIn(header: string | null): SignInChallenge | null {
  const parameter = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, 'i').exec(header ?? '')?.[1] ?? null
  const metadataUrl = parameter('resource_metadata')
  return metadataUrl === null || !URL.canParse(metadataUrl)
    ? null
    : { scope: parameter('scope'), metadataUrl }
}

/** The id of the request that a message is; `null` of any other. */
function requestId(init: RequestInit | undefined): Json {
  const message = typeof init?.body === 'string' ? tryParseRawJson(init.body) : null
  return isJsonObject(message) && message.method !== undefined ? (message.id ?? null) : null
}

/** Some servers call a message by another type, or by none: a body that is one is taken as such. */
async function withType(response: Response): Promise<Response> {
  const { body, ok, status, statusText } = response
  const type = response.headers.get('content-type') ?? ''
  if (!ok || body === null || /\bapplication\/json\b|\btext\/event-stream\b/i.test(type)) return response
  const bytes = await response.bytes()
  const headers = new Headers(response.headers)
  const found = typeOf(Buffer.from(bytes).toString('latin1').trimStart())
  if (found !== null) headers.set('content-type', found)
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers })
}

function typeOf(text: string): string | null {
  if (/^(?:data|event|id|retry): ?/.test(text)) return 'text/event-stream'
  const message = tryParseRawJson(text)
  return isJsonObject(message) || Array.isArray(message) ? 'application/json' : null
}

/** The client reads JSON as numbers of JavaScript: one that those do not hold is passed on as the text of its digits. */
function withReadMessages(response: Response, id: Json): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  // A refusal is read as it was given: its words are the server's own.
  const read = isEventStream(response) ? eventsOf(body) : wholeOf(body, response.ok ? id : null)
  return new Response(read, { status, statusText, headers })
}

async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const lines = createWrittenLines('EVENT_STREAM', readMessage)
  for await (const bytes of body) yield lines.push(bytes)
  yield lines.end()
}

async function* wholeOf(body: AsyncIterable<Uint8Array>, id: Json): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const bytes of body) parts.push(bytes)
  // As Latin-1 each byte is one character, whatever it is a part of.
  const text = readMessage(Buffer.concat(parts).toString('latin1'))
  yield Buffer.from(id === null ? text : (sessionRefusal(text, id) ?? text), 'latin1')
}

function readMessage(json: string): string {
  return normalizedText(quoteLargeNumbers(json))
}

async function watchEnd<Result>(
  watching: AsyncLocalStorage<StreamWatch>,
  call: () => Promise<Result>,
): Promise<Result> {
  const ended = Promise.withResolvers<never>()
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onEnd = (error?: unknown) => {
    if (over.signal.aborted) return
    const reason = isTooLarge(error)
      ? new AnswerTooLarge(error)
      : new StreamEnded('the stream of the answer ended without one')
    timer = setTimeout(() => ended.reject(reason), settleMs)
  }
  try {
    return await Promise.race([watching.run({ onEnd, over: over.signal }, call), ended.promise])
  } finally {
    over.abort()
    clearTimeout(timer)
  }
}

function isEventStream({ headers, ok }: Response): boolean {
  return ok && (headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream')
}

/** Reads along to the end; what broke it off, if anything did. */
async function faultOf(response: Response): Promise<unknown> {
  const stream: AsyncIterable<Uint8Array> | null = response.clone().body
  try {
    for await (const _ of stream ?? []);
    return undefined
  } catch (error) {
    return error
  }
}

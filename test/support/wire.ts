import { readdirSync, readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { ModelAnswer, ModelChunk } from '../../src/domain/model.ts'

const json = z.json()
const object = z.record(z.string(), json)
const count = z.number().optional()

const exchangeFile = z.object({
  name: z.string(),
  case: z.string(),
  set: z.string(),
  provider: z.enum(['openai-chat', 'openai-responses', 'anthropic', 'google', 'vertex']),
  dialect: z.string().optional(),
  exchange_index: z.number().default(1),
  request: z.object({ method: z.string(), path: z.string(), body: object.nullable() }),
  response: z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() }),
  expect: z.object({
    text: z.string(),
    reasoning_present: z.boolean(),
    reasoning_text: z.string().optional(),
    refusal: z.string().optional(),
    tool_calls: z.array(
      z.object({
        id: z.string().optional(),
        name: z.string(),
        arguments: json,
        arguments_valid_json: z.boolean().optional(),
      }),
    ),
    stop_reason: z.string().nullable(),
    stop_kind: z.string(),
    usage: z.object({ cached: count, cache_write: count, reasoning: count }),
    usage_total: z.object({ input_total: count, output_total: count }).optional(),
    opaque_state: z.number().optional(),
    error: z.object({ type: json, code: json, message: z.string() }).optional(),
    error_kind: z.string().optional(),
    retryable: z.boolean().optional(),
    mid_stream: z.boolean().optional(),
    retry_after_ms: z.number().optional(),
  }),
})

/** One recorded HTTP exchange and what a correct adapter reports of it. */
export type WireExchange = z.infer<typeof exchangeFile>
export type WireProvider = WireExchange['provider']

/** A recorded conversation: its exchanges in the order in which they happened. */
export interface WireCase {
  readonly name: string
  readonly dialect: string | undefined
  readonly exchanges: readonly WireExchange[]
}

/** One folder or several, with `:` between them (`;` on Windows). */
const folders = (process.env.WIRE_RECORDINGS ?? '').split(delimiter).filter((folder) => folder !== '')

/** Whether `WIRE_RECORDINGS` names a folder of recordings. */
export const recordings = folders.length > 0

/** The recorded conversations of a provider, by name; none where `WIRE_RECORDINGS` is unset. */
export function wireCases(provider: WireProvider): readonly WireCase[] {
  const exchanges = readExchanges().filter((exchange) => exchange.provider === provider)
  const cases = Map.groupBy(exchanges, (exchange) => exchange.case)
  return [...cases].map(([name, group]) => ({
    name,
    dialect: group[0]?.dialect,
    exchanges: group.toSorted((a, b) => a.exchange_index - b.exchange_index),
  }))
}

function readExchanges(): WireExchange[] {
  return folders.flatMap((folder) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const exchanges = files.filter((file) => file.endsWith('.json')).sort()
    return exchanges.map((file) => exchangeFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
  })
}

/** An answer for the server to give. */
export interface ServedExchange {
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  /** Event after the body: a clean end (default), silence until the client disconnects, or a reset of the socket. */
  readonly after?: 'end' | 'silence' | 'reset'
}

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body as JSON; `{}` where it was empty. */
  readonly body: JsonObject
  /** Settles when the client closed the connection of a `silence` exchange, or when the answer is out. */
  readonly closed: Promise<void>
}

export interface WireServer {
  /** Without a slash at its end, and without the `/v1` that some SDKs want. */
  readonly baseUrl: string
  readonly requests: readonly ReceivedRequest[]
  /** Stops the server. Rejects where a request came that no exchange was left for. */
  close(): Promise<void>
}

/** Way in which a body is cut: not at all, in random pieces of 1 to 97 bytes, or in pieces of a given size. */
export interface CutOptions {
  readonly cut?: 'whole' | 'random' | number
  readonly seed?: number
}

/** Answers POST requests on a free loopback port with `exchanges`, in their order. */
export async function serveExchanges(
  exchanges: readonly ServedExchange[],
  options: CutOptions = {},
): Promise<WireServer> {
  const requests: ReceivedRequest[] = []
  const surprises: string[] = []
  const waiting = [...exchanges]
  const server = createServer((request, response) => {
    const exchange = request.method === 'POST' ? waiting.shift() : undefined
    const answered =
      exchange === undefined ? refuse(request, response, surprises) : answer(exchange, request, response)
    answered.catch((error: unknown) => surprises.push(`${request.url}: ${error}`))
  })

  async function answer(exchange: ServedExchange, request: IncomingMessage, response: ServerResponse) {
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    requests.push({ ...(await received(request)), closed })
    await sendExchange(exchange, response, options)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (surprises.length > 0)
        throw new Error(`The wire server met what no exchange was for: ${surprises.join('; ')}`)
    },
  }
}

async function received(request: IncomingMessage): Promise<Omit<ReceivedRequest, 'closed'>> {
  const body = await text(request)
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: object.parse(JSON.parse(body === '' ? '{}' : body)),
  }
}

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  surprises: string[],
): Promise<void> {
  surprises.push(`${request.method} ${request.url}`)
  await text(request)
  response.writeHead(501, { 'content-type': 'application/json', 'x-should-retry': 'false' })
  response.end('{"error":{"message":"No exchange is left for this request."}}')
}

/** Sends what was recorded, one piece per turn of the event loop: pieces that lie ready together reach the client as one. */
export async function sendExchange(
  exchange: ServedExchange,
  response: ServerResponse,
  options: CutOptions = {},
): Promise<void> {
  const parts = pieces(Buffer.from(exchange.response.body), options)
  response.writeHead(exchange.response.status, exchange.response.headers)
  response.flushHeaders()
  for (const part of parts) {
    if (response.destroyed) return
    response.write(part)
    await setImmediate()
  }
  if (exchange.after === 'reset') response.socket?.resetAndDestroy()
  if ((exchange.after ?? 'end') === 'end') response.end()
}

function* pieces(body: Buffer, { cut = 'whole', seed = 1 }: CutOptions): Generator<Buffer> {
  const random = randomFrom(seed)
  for (let at = 0; at < body.length; ) {
    const size = cut === 'whole' ? body.length : cut === 'random' ? 1 + Math.floor(random() * 97) : cut
    yield body.subarray(at, at + size)
    at += size
  }
}

/** A small linear congruential generator: the same seed gives the same cuts. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The wire server has no port.')
  return address.port
}

export interface Collected {
  readonly text: string
  readonly reasoning: string
  readonly chunks: readonly ModelChunk[]
  readonly answer: ModelAnswer
}

/** Reads a model's stream to its end: the joined deltas and the one answer that must close it. */
export async function collect(stream: AsyncIterable<ModelChunk>): Promise<Collected> {
  const chunks: ModelChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const answer = chunks.at(-1)
  if (answer?.type !== 'done') throw new Error('The stream ended without `done`.')
  if (chunks.filter((chunk) => chunk.type === 'done').length > 1)
    throw new Error('The stream gave `done` twice.')
  return { text: joined(chunks, 'text'), reasoning: joined(chunks, 'reasoning'), chunks, answer }
}

function joined(chunks: readonly ModelChunk[], type: 'text' | 'reasoning'): string {
  return chunks.map((chunk) => (chunk.type === type ? chunk.text : '')).join('')
}

/** The arguments of a tool call as JSON; the text itself where the model's JSON was cut off. */
export function parsedArguments(text: string): Json {
  try {
    return json.parse(JSON.parse(text))
  } catch {
    return text
  }
}

import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JsonObject } from '../../src/domain/json.ts'
import { callPiece, chunk } from '../fixtures/streams/openai-chat.ts'
import { listenOnLoopback } from './free-port.ts'

export const wireFormats = ['openai', 'openai-chat', 'anthropic', 'google'] as const
export type WireFormat = (typeof wireFormats)[number]

/** Ways in which an answer has no end. */
export const endlessWays = [
  'text',
  'reasoning',
  'arguments',
  'calls',
  'hidden',
  'event',
  'line',
  'body',
] as const
export type EndlessWay = (typeof endlessWays)[number]

/** One request, and what it was sent. */
export interface EndlessAnswer {
  readonly format: WireFormat
  readonly model: string
  bytes: number
  /** Resolves when the client has closed the connection. */
  readonly closed: Promise<void>
}

/** A provider of all four wire formats whose answers end when the client hangs up, and no earlier. The model's name says the way. */
export interface EndlessProvider {
  /** The settings that lead a server to it. */
  readonly settings: Readonly<Record<string, string>>
  readonly url: string
  readonly answers: readonly EndlessAnswer[]
  close(): void
}

export async function openEndlessProvider(): Promise<EndlessProvider> {
  const answers: EndlessAnswer[] = []
  const server = createServer(async (request, response) => {
    const body: { model?: string } = JSON.parse(await text(request))
    const path = request.url ?? ''
    const model = body.model ?? /\/models\/([^:/]+):/.exec(path)?.[1] ?? ''
    const format = formatOf(path)
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    const answer: EndlessAnswer = { format, model, bytes: 0, closed }
    answers.push(answer)
    const way = endlessWays.find((known) => model.startsWith(known)) ?? 'text'
    writeEndlessly(response, framesOf(format, way), answer)
  })
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  return {
    settings: {
      ...{ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${url}/v1` },
      ...{ OPENAI_CHAT_API_KEY: 'key', OPENAI_CHAT_BASE_URL: `${url}/v1` },
      ...{ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: url },
      ...{ GOOGLE_API_KEY: 'key', GOOGLE_GEMINI_BASE_URL: url },
    },
    url,
    answers,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function formatOf(path: string): WireFormat {
  if (path.includes('/responses')) return 'openai'
  if (path.includes('/chat/completions')) return 'openai-chat'
  return path.includes('/messages') ? 'anthropic' : 'google'
}

/** Beginning of a response, and what follows it again and again. */
interface Frames {
  readonly contentType: string
  readonly head: string
  next(nth: number): string
}

/** Writes for as long as somebody reads. */
function writeEndlessly(
  response: ServerResponse,
  { contentType, head, next }: Frames,
  answer: EndlessAnswer,
): void {
  response.on('error', () => undefined) // hung up
  response.writeHead(200, { 'content-type': contentType })
  response.write(head)
  let nth = 0
  const push = () => {
    for (let isFull = false; !isFull; ) {
      const piece = next(nth++)
      answer.bytes += piece.length
      isFull = !response.write(piece)
    }
    if (!response.destroyed) response.once('drain', push)
  }
  push()
}

/** Words of an ordinary chunk, each with another beginning. */
const words = ' and then it goes on and on, as an answer does that nobody ends'.repeat(4)
const large = 'x'.repeat(64 * 1024)

function framesOf(format: WireFormat, way: EndlessWay): Frames {
  const contentType = 'text/event-stream'
  switch (way) {
    case 'line':
      return { contentType, head: 'data: ', next: () => large }
    case 'event':
      return { contentType, head: '', next: () => `data: ${large}\n` }
    case 'body':
      return {
        contentType: 'application/json',
        head: '{"choices":[{"message":{"content":"',
        next: () => `${large}\\n\n\n`,
      }
    default: {
      const { head, next } = eventsOf(format, way)
      const sent = (events: readonly JsonObject[]) => events.map(asEvent).join('')
      return { contentType, head: sent(head), next: (nth) => sent(next(nth)) }
    }
  }
}

function asEvent(event: JsonObject): string {
  const name = typeof event.type === 'string' ? `event: ${event.type}\n` : ''
  return `${name}data: ${JSON.stringify(event)}\n\n`
}

type EventWay = Exclude<EndlessWay, 'line' | 'event' | 'body'>

interface Events {
  readonly head: readonly JsonObject[]
  next(nth: number): readonly JsonObject[]
}

function eventsOf(format: WireFormat, way: EventWay): Events {
  switch (format) {
    case 'openai':
      return { head: openAiHead[way], next: (nth) => openAiNext(way, nth) }
    case 'openai-chat':
      return { head: [], next: (nth) => [chunk(chatDelta(way, nth))] }
    case 'anthropic':
      return {
        head: [anthropicStart, ...(anthropicBlocks[way] ?? [])],
        next: (nth) => anthropicNext(way, nth),
      }
    case 'google':
      return {
        head: [],
        next: (nth) => [
          { candidates: [{ index: 0, content: { role: 'model', parts: [googlePart(way, nth)] } }] },
        ],
      }
    default:
      return format satisfies never
  }
}

function chatDelta(way: EventWay, nth: number): JsonObject {
  switch (way) {
    case 'text':
      return { content: words }
    case 'reasoning':
      return { reasoning_content: words }
    case 'arguments':
      return callPiece({
        index: 0,
        arguments: words,
        ...(nth === 0 ? { id: 'call_0', name: 'calculator' } : {}),
      })
    case 'calls':
      return callPiece({ index: nth, id: `call_${nth}`, name: 'calculator', arguments: '' })
    case 'hidden':
      return { refusal: words }
    default:
      return way satisfies never
  }
}

function googlePart(way: EventWay, nth: number): JsonObject {
  switch (way) {
    case 'text':
      return { text: words }
    case 'reasoning':
      return { text: words, thought: true }
    case 'arguments':
      return { functionCall: { name: 'calculator', args: { expression: large } } }
    case 'calls':
      return { functionCall: { name: 'calculator', id: `call_${nth}`, args: {} } }
    case 'hidden':
      return { thoughtSignature: large }
    default:
      return way satisfies never
  }
}

const anthropicStart: JsonObject = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    usage: { input_tokens: 10, output_tokens: 1 },
  },
}

function blockStart(index: number, content_block: JsonObject): JsonObject {
  return { type: 'content_block_start', index, content_block }
}

const anthropicBlocks: Partial<Record<EventWay, readonly JsonObject[]>> = {
  text: [blockStart(0, { type: 'text', text: '' })],
  reasoning: [blockStart(0, { type: 'thinking', thinking: '', signature: '' })],
  arguments: [blockStart(0, { type: 'tool_use', id: 'call_0', name: 'calculator', input: {} })],
  hidden: [blockStart(0, { type: 'thinking', thinking: '', signature: '' })],
}

function anthropicNext(way: EventWay, nth: number): readonly JsonObject[] {
  const delta = (piece: JsonObject): JsonObject => ({ type: 'content_block_delta', index: 0, delta: piece })
  switch (way) {
    case 'text':
      return [delta({ type: 'text_delta', text: words })]
    case 'reasoning':
      return [delta({ type: 'thinking_delta', thinking: words })]
    case 'arguments':
      return [delta({ type: 'input_json_delta', partial_json: words })]
    case 'calls':
      return [blockStart(nth, { type: 'tool_use', id: `call_${nth}`, name: 'calculator', input: {} })]
    case 'hidden':
      return [delta({ type: 'signature_delta', signature: words })]
    default:
      return way satisfies never
  }
}

const openAiCall: JsonObject = { type: 'function_call', call_id: 'call_0', name: 'calculator', arguments: '' }

const openAiHead: Record<EventWay, readonly JsonObject[]> = {
  text: [],
  reasoning: [],
  arguments: [{ type: 'response.output_item.added', output_index: 0, item: openAiCall }],
  calls: [],
  hidden: [],
}

function openAiNext(way: EventWay, nth: number): readonly JsonObject[] {
  switch (way) {
    case 'text':
      return [{ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: words }]
    case 'reasoning':
      return [{ type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: words }]
    case 'arguments':
      return [{ type: 'response.function_call_arguments.delta', output_index: 0, delta: words }]
    case 'calls':
      return [
        {
          type: 'response.output_item.added',
          output_index: nth,
          item: { ...openAiCall, call_id: `call_${nth}` },
        },
      ]
    case 'hidden':
      return [
        {
          type: 'response.output_item.done',
          output_index: nth,
          item: { type: 'reasoning', id: `rs_${nth}`, summary: [], encrypted_content: large },
        },
      ]
    default:
      return way satisfies never
  }
}

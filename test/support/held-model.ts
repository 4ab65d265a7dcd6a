import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { JsonObject } from '../../src/domain/json.ts'
import { callPiece, chunk, usageChunk } from '../fixtures/streams/openai-chat.ts'
import { listenOnLoopback } from './free-port.ts'

/** Text of the turn that calls the tool, and of the answer. */
export const heldTexts = {
  first: 'First I work it out. ',
  answer:
    'The answer is forty-two. It was worked out with a calculator – Grüße 👋 – and it is said again in as many words as it takes, whatever becomes of the server in the meantime.',
} as const

/** Beginning of the answer at which it is held, for the first request and for the repeated one. */
export const heldAnswers = { first: beginning(12), again: beginning(20) } as const

function beginning(words: number): string {
  return wordsOf(heldTexts.answer).slice(0, words).join('')
}

/**
 * A provider for `openai-chat/held`. It calls the calculator, and then begins to answer and says no more: to who asks again, as
 * Rungraph does when it was killed in the midst, it says the rest when `finish` was called.
 */
export interface HeldModel {
  /** For OPENAI_CHAT_BASE_URL. */
  readonly baseUrl: string
  finish(): void
  close(): void
}

export async function openHeldModel(): Promise<HeldModel> {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    serve(request, response, { asked, finished }).catch(() => response.destroy())
  })
  const port = await listenOnLoopback(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    finish,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const question = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) })

/** Whose answer was asked for already, by input; and when answers may be finished. */
interface Progress {
  readonly asked: Set<string>
  readonly finished: Promise<void>
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { asked, finished }: Progress,
): Promise<void> {
  const { messages } = question.parse(await json(request))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (!messages.some(({ role }) => role === 'tool')) {
    await say(response, heldTexts.first)
    send(
      response,
      chunk(callPiece({ index: 0, id: 'call-1', name: 'calculator', arguments: '{"expression":"6 * 7"}' })),
    )
    return end(response, 'tool_calls')
  }
  const input = JSON.stringify(messages.find(({ role }) => role === 'user')?.content)
  if (!asked.has(input)) {
    asked.add(input)
    return say(response, heldAnswers.first)
  }
  await say(response, heldAnswers.again)
  await finished
  await say(response, heldTexts.answer.slice(heldAnswers.again.length))
  end(response, 'stop')
}

async function say(response: ServerResponse, text: string): Promise<void> {
  for (const content of wordsOf(text)) {
    send(response, chunk({ content }))
    await setTimeout(5)
  }
}

function send(response: ServerResponse, data: JsonObject): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`)
}

function end(response: ServerResponse, reason: string): void {
  send(response, chunk({}, reason))
  send(response, usageChunk())
  response.end('data: [DONE]\n\n')
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? []
}

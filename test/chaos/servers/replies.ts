import { setTimeout as delay } from 'node:timers/promises'
import type { JsonObject } from '../../../src/domain/json.ts'
import { callPiece, chunk, usageChunk } from '../../fixtures/streams/openai-chat.ts'

/** The provider's end of one request. */
export interface Answer {
  /** Sends a status and these headers with an error as the body, in place of a stream. */
  refuse(status: number, headers?: Readonly<Record<string, string>>): void
  /** Sends bytes as they are; the first begin the stream. */
  write(bytes: string | Buffer): void
  /** Resolves when the client has taken most of what was written, or is gone. */
  taken(): Promise<void>
  /** Ends the stream as HTTP ends it. */
  end(): void
  /** Breaks the connection off with a RST. */
  reset(): void
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal
  /** Usage that the end of an answer reports. Default: 100 tokens in and 50 out. */
  readonly usage?: JsonObject
}

/** Behaviour of a model at one request. */
export type Reply = (answer: Answer) => void | Promise<void>

/** A request as a model sees it. */
export interface Asked {
  /** How many answers of the assistant the conversation has: the same for every attempt at one turn. */
  readonly turn: number
  /** How often this turn was asked for before. */
  readonly attempt: number
  readonly body: ChatRequest
}

/** Fields of a request of the Chat Completions API that are read. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly {
    readonly role: string
    readonly content?: unknown
    readonly tool_call_id?: string
  }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly tool_choice?: unknown
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}

/** Decides what to answer, by the conversation and nothing else: a process that goes on with a run asks again. */
export type Model = (asked: Asked) => Reply

/**
 * One reply for each turn. A list is of the attempts at that turn, its last for all further ones; the last turn is for
 * all that follow.
 */
export function inTurns(...turns: readonly (Reply | readonly Reply[])[]): Model {
  return ({ turn, attempt }) => {
    const replies = turns[Math.min(turn, turns.length - 1)]
    const reply = Array.isArray(replies) ? replies[Math.min(attempt, replies.length - 1)] : replies
    if (typeof reply !== 'function') throw new Error(`Turn ${turn} has no reply.`)
    return reply
  }
}

/** What the model was given last: the result of a tool, or words. */
export function lastWords({ body: { messages } }: Asked): string {
  const content = messages.at(-1)?.content
  return typeof content === 'string' ? content : JSON.stringify(content ?? null)
}

export interface Pace {
  /** Between two words. Default 0. */
  readonly chunkDelayMs?: number
}

/** An answer in words, which are streamed one by one. */
export function says(text: string, { chunkDelayMs = 0 }: Pace = {}): Reply {
  return async (answer) => {
    await stream(answer, text, chunkDelayMs)
    finish(answer, 'stop')
  }
}

/** An answer that ends at the output limit. */
export function cutOff(text: string): Reply {
  return async (answer) => {
    await stream(answer, text, 0)
    finish(answer, 'length')
  }
}

export interface ScriptedCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** Calls of tools, all in one turn. */
export function calls(...made: readonly ScriptedCall[]): Reply {
  return (answer) => {
    made.forEach((call, index) => {
      const id = `call_${index}_${Math.random().toString(36).slice(2, 10)}`
      const args = JSON.stringify(call.arguments)
      send(answer, chunk(callPiece({ index, id, name: call.name, arguments: args })))
    })
    finish(answer, 'tool_calls')
  }
}

/** An error of the provider. */
export function fails(status: number, { retryAfterS }: { readonly retryAfterS?: number } = {}): Reply {
  return (answer) =>
    answer.refuse(status, retryAfterS === undefined ? {} : { 'retry-after': `${retryAfterS}` })
}

/** Some words, and then nothing for as long as anybody listens. */
export function hangs(text = '', { chunkDelayMs = 0 }: Pace = {}): Reply {
  return async (answer) => {
    await stream(answer, text, chunkDelayMs)
    await goneOf(answer)
  }
}

/** These bytes, piece by piece, for as long as anybody reads. */
export function neverEnds(next: (nth: number) => string): Reply {
  return async (answer) => {
    for (let nth = 0; !answer.gone.aborted; nth++) {
      answer.write(next(nth))
      await answer.taken()
    }
  }
}

/** Some words, and then a connection that is reset. */
export function resets(text = '', { chunkDelayMs = 0 }: Pace = {}): Reply {
  return async (answer) => {
    await stream(answer, text, chunkDelayMs)
    answer.reset()
  }
}

/** Nothing until the promise resolves, then that reply. */
export function after(opened: Promise<unknown>, reply: Reply): Reply {
  return async (answer) => {
    await Promise.race([opened, goneOf(answer)])
    if (!answer.gone.aborted) await reply(answer)
  }
}

/** A piece of an answer as an event of the stream. */
export function send(answer: Answer, piece: JsonObject): void {
  answer.write(asEvent(piece))
}

export function asEvent(piece: JsonObject): string {
  return `data: ${JSON.stringify(piece)}\n\n`
}

/** The end of an answer that is whole. */
export function finish(answer: Answer, reason: 'stop' | 'tool_calls' | 'length'): void {
  if (answer.gone.aborted) return
  send(answer, chunk({}, reason))
  send(answer, usageChunk(answer.usage))
  answer.write('data: [DONE]\n\n')
  answer.end()
}

async function stream(answer: Answer, text: string, chunkDelayMs: number): Promise<void> {
  // Begins the stream also where there are no words.
  send(answer, chunk({ role: 'assistant', content: '' }))
  for (const content of text.match(/\S+\s*/g) ?? []) {
    if (answer.gone.aborted) return
    send(answer, chunk({ content }))
    if (chunkDelayMs > 0) await delay(chunkDelayMs)
  }
}

async function goneOf({ gone }: Answer): Promise<void> {
  if (gone.aborted) return
  await new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }))
}

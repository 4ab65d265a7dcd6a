import { expect } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../../src/domain/json.ts'
import { textOf, toolCallsOf } from '../../src/domain/message.ts'
import type { ModelChunk, ModelProvider } from '../../src/domain/model.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { createGoogle, createVertex } from '../../src/models/google/google.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'

import * as anthropic from '../fixtures/streams/anthropic.ts'
import * as google from '../fixtures/streams/google.ts'
import * as chat from '../fixtures/streams/openai-chat.ts'
import * as responses from '../fixtures/streams/openai-responses.ts'
import { collect, parsedArguments } from './wire.ts'

interface Call {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
}

/** A provider as the conformance suite sees it: how it is opened, and how it writes what every provider can say. */
export interface ProviderRow {
  readonly name: string
  /** Default of the key: `key`. */
  open(baseUrl: string, apiKey?: string): ModelProvider
  text(...pieces: readonly string[]): string
  calls(...calls: readonly Call[]): string
  reasoning(thought: string, text: string): string
  /** A model that takes every setting. */
  readonly model: string
  /** Reads the settings back from a request. */
  settingsOf(body: JsonObject): {
    readonly limit: unknown
    readonly effort: unknown
    readonly schema: unknown
  }
  /** The body of a rate limit that asks to wait for 7 seconds; `null` where only headers do. */
  readonly waitInBody: Json | null
  /** Tokens of the input that its streams report, and those among them that were written to a cache. */
  readonly inputTokens: number
  readonly cacheWriteTokens: number
  /** Its word for the end of a whole answer. */
  readonly stop: string
  /** The body that says that the history is too long, under HTTP 400. */
  readonly overflow: Json
}

/** Returns the value at the end of a path of names; `undefined` if the path does not exist. */
function at(body: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, name) => (isJsonObject(value) ? value[name] : undefined), body)
}

const gemini = {
  model: 'gemini-3-flash-preview',
  settingsOf: (body: JsonObject) => ({
    limit: at(body, 'generationConfig', 'maxOutputTokens'),
    effort: at(body, 'generationConfig', 'thinkingConfig', 'thinkingLevel'),
    schema: at(body, 'generationConfig', 'responseJsonSchema'),
  }),
  waitInBody: google.failure(429, 'RESOURCE_EXHAUSTED', 'Slow down.', [google.retryInfo('7s')]),
  text: (...pieces: readonly string[]) => google.answer(pieces.map((text) => [{ text }])),
  calls: (...calls: readonly Call[]) =>
    google.answer(calls.map(({ id, name, arguments: args }) => [{ functionCall: { id, name, args } }])),
  reasoning: (thought: string, text: string) =>
    google.answer([[{ text: thought, thought: true }], [{ text }]]),
  inputTokens: 105,
  cacheWriteTokens: 0,
  stop: 'STOP',
  overflow: google.failure(
    400,
    'INVALID_ARGUMENT',
    'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).',
  ),
}

const openAiOverflow = {
  error: { message: 'Too long.', type: 'invalid_request_error', code: 'context_length_exceeded' },
}

/** Every provider; a new one is a row here. */
export const providerRows: readonly ProviderRow[] = [
  {
    name: 'openai',
    open: (baseUrl, apiKey = 'key') => createOpenAi({ apiKey, baseUrl: `${baseUrl}/v1` }),
    text: (...pieces) => responses.response([responses.message(pieces)]),
    calls: (...calls) =>
      responses.response(
        calls.map((call) => responses.functionCall(call.id, call.name, [JSON.stringify(call.arguments)])),
      ),
    reasoning: (thought, text) =>
      responses.response([responses.reasoning([thought], 'sealed'), responses.message([text])]),
    model: 'gpt-5',
    settingsOf: (body) => ({
      limit: at(body, 'max_output_tokens'),
      effort: at(body, 'reasoning', 'effort'),
      schema: at(body, 'text', 'format', 'schema'),
    }),
    waitInBody: null,
    inputTokens: 100,
    cacheWriteTokens: 30,
    stop: 'completed',
    overflow: openAiOverflow,
  },
  {
    name: 'openai-chat',
    open: (baseUrl, apiKey = 'key') =>
      createOpenAiChat({ apiKey, baseUrl: `${baseUrl}/v1`, dialect: 'openai' }),
    text: (...pieces) => chat.completion(pieces.map((content) => ({ content }))),
    calls: (...calls) =>
      chat.completion(
        calls.map(({ id, name, arguments: args }, index) =>
          chat.callPiece({ index, id, name, arguments: JSON.stringify(args) }),
        ),
        'tool_calls',
      ),
    reasoning: (thought, text) => chat.completion([{ reasoning_content: thought }, { content: text }]),
    model: 'gpt-5',
    settingsOf: (body) => ({
      limit: at(body, 'max_completion_tokens'),
      effort: at(body, 'reasoning_effort'),
      schema: at(body, 'response_format', 'json_schema', 'schema'),
    }),
    waitInBody: null,
    inputTokens: 100,
    cacheWriteTokens: 0,
    stop: 'stop',
    overflow: openAiOverflow,
  },
  {
    name: 'anthropic',
    open: (baseUrl, apiKey = 'key') => createAnthropic({ apiKey, baseUrl }),
    text: (...pieces) => anthropic.answer([anthropic.textBlock(0, ...pieces)]),
    calls: (...calls) =>
      anthropic.answer(
        calls.map((call, index) =>
          anthropic.toolBlock(index, call.id, call.name, JSON.stringify(call.arguments)),
        ),
        anthropic.toolUse,
      ),
    reasoning: (thought, text) =>
      anthropic.answer([anthropic.thinkingBlock(0, 'c2lnbmVk', thought), anthropic.textBlock(1, text)]),
    model: 'claude-sonnet-5',
    settingsOf: (body) => ({
      limit: at(body, 'max_tokens'),
      effort: at(body, 'output_config', 'effort'),
      schema: at(body, 'output_config', 'format', 'schema'),
    }),
    waitInBody: null,
    inputTokens: 100,
    cacheWriteTokens: 30,
    stop: 'end_turn',
    overflow: anthropic.failure(
      'invalid_request_error',
      'prompt is too long: 210381 tokens > 200000 maximum',
    ),
  },
  { name: 'google', open: (baseUrl, apiKey = 'key') => createGoogle({ apiKey, baseUrl }), ...gemini },
  {
    name: 'vertex',
    open: (baseUrl, apiKey = 'key') => createVertex({ project: 'p', location: 'global', apiKey, baseUrl }),
    ...gemini,
  },
]

/** The provider of that row, over a server of the test. */
export function openProvider(name: string, baseUrl: string): ModelProvider {
  const row = providerRows.find((each) => each.name === name)
  if (row === undefined) throw new Error(`No provider ${name}.`)
  return row.open(baseUrl)
}

/** What is read of an answer, as rows of a table expect it. What is shown while it comes is what is kept. */
export async function readAnswer(stream: AsyncIterable<ModelChunk>) {
  const { answer, text, reasoning, chunks } = await collect(stream)
  const { message, finishReason, repaired = [], usage } = answer
  const calls = toolCallsOf(message)
  const pieces = chunks.flatMap((chunk) => (chunk.type === 'tool-arguments' ? [chunk] : []))
  expect(text).toBe(textOf(message))
  for (const { name } of pieces) expect(calls.map((call) => call.name)).toContain(name)
  for (const { callId, arguments: args } of calls) {
    const own = pieces.filter((piece) => piece.callId === callId)
    expect(own.map((piece) => piece.text).join('')).toBe(args)
  }
  const { inputTokens, outputTokens } = usage
  return {
    ...{ text, reasoning, finishReason, repaired, inputTokens, outputTokens },
    calls: calls.map(({ name, arguments: args }): [string, Json] => [name, parsedArguments(args)]),
  }
}

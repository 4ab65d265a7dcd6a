import { onTestFinished } from 'vitest'
import { messageOf } from '../../src/domain/errors.ts'
import type { Json } from '../../src/domain/json.ts'
import { type ModelChunk, ModelError, type ModelRequest } from '../../src/domain/model.ts'
import { type CutOptions, type ServedExchange, serveExchanges, type WireServer } from './wire.ts'

/** A request that says hello; `changes` say what matters to the test. */
export function modelRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'a-model',
    systemPrompt: null,
    messages: [{ role: 'user', text: 'Hello' }],
    tools: [],
    toolChoice: 'auto',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    responseFormat: null,
    signal: new AbortController().signal,
    messageId: 'message-1',
    ...changes,
  }
}

/** A provider's server that lives as long as the test. */
export async function serving(exchanges: readonly ServedExchange[], cut?: CutOptions): Promise<WireServer> {
  const server = await serveExchanges(exchanges, cut)
  onTestFinished(() => server.close())
  return server
}

/** HTTP 200 with a stream of server-sent events. */
export function streamed(body: string, after: ServedExchange['after'] = 'end'): ServedExchange {
  return { response: { status: 200, headers: { 'content-type': 'text/event-stream' }, body }, after }
}

/** An answer in JSON. */
export function answered(status: number, body: Json, headers: Record<string, string> = {}): ServedExchange {
  const contentType = { 'content-type': 'application/json' }
  return { response: { status, headers: { ...contentType, ...headers }, body: JSON.stringify(body) } }
}

/** The failure that ends a stream. */
export async function failureOf(stream: AsyncIterable<ModelChunk>): Promise<ModelError> {
  const thrown = await thrownBy(stream)
  if (thrown instanceof ModelError) return thrown
  throw new Error(`Not a ModelError: ${messageOf(thrown)}`, { cause: thrown })
}

/** Returns the error that ends a stream. */
export async function thrownBy(stream: AsyncIterable<ModelChunk>): Promise<unknown> {
  try {
    for await (const _ of stream);
  } catch (error) {
    return error
  }
  throw new Error('The stream ended without a failure.')
}

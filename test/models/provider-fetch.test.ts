import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ModelChunk, ModelError, type ModelProvider } from '../../src/domain/model.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { createGoogle } from '../../src/models/google/google.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'

import { completion } from '../fixtures/streams/openai-chat.ts'
import { failureOf, modelRequest } from '../support/model-call.ts'
import { serveBytes } from '../support/serve-bytes.ts'

const apiKey = 'a-key-that-is-no-other-servers'
const providers: readonly { name: string; create: (baseUrl: string) => ModelProvider }[] = [
  { name: 'openai', create: (baseUrl) => createOpenAi({ apiKey, baseUrl: `${baseUrl}/v1` }) },
  { name: 'openai-chat', create: (baseUrl) => createOpenAiChat({ apiKey, baseUrl: `${baseUrl}/v1` }) },
  { name: 'anthropic', create: (baseUrl) => createAnthropic({ apiKey, baseUrl }) },
  { name: 'google', create: (baseUrl) => createGoogle({ apiKey, baseUrl }) },
]

async function serve(...listener: Parameters<typeof serveBytes>): Promise<string> {
  const server = await serveBytes(...listener)
  onTestFinished(() => server.close())
  return server.baseUrl
}

const piece = 'x'.repeat(64 * 1024)

/** Writes for as long as anybody reads; tells how much that was, in bytes. */
function writeEndlessly(response: ServerResponse): { readonly bytes: number } {
  const written = { bytes: 0 }
  const push = () => {
    do written.bytes += piece.length
    while (response.write(piece))
    if (!response.destroyed) response.once('drain', push)
  }
  response.on('error', () => undefined) // hung up
  push()
  return written
}

describe.each(providers)('requests to $name', ({ create }) => {
  test.for([301, 302, 307, 308])(
    'MOD-3 takes neither key nor conversation to where HTTP %i leads',
    async (status) => {
      const asked: string[] = []
      const elsewhere = await serve((request, response) => {
        asked.push(JSON.stringify([request.method, request.headers]))
        response.end('{}')
      })
      const here = await serve((_request, response) => {
        response.writeHead(status, { location: `${elsewhere}/v1/else` }).end()
      })
      const failure = await failureOf(create(here).stream(modelRequest()))
      expect(failure).toMatchObject({ kind: 'BAD_REQUEST', retryable: false, status })
      expect(failure.message).toContain('base URL')
      expect(asked).toEqual([])
    },
  )

  test('MOD-4 a request to a port that fetch refuses was not sent', async () => {
    const failure = await failureOf(create('http://127.0.0.1:25').stream(modelRequest()))
    expect(failure).toMatchObject({ kind: 'NETWORK', message: 'bad port', sent: false })
  })

  test('MOD-3 reads the beginning of a failure that does not end', async () => {
    let written = { bytes: 0 }
    const here = await serve((_request, response) => {
      response.writeHead(503, { 'content-type': 'text/html' })
      written = writeEndlessly(response)
    })
    const failure = await failureOf(create(here).stream(modelRequest()))
    expect(failure).toMatchObject({ kind: 'OVERLOADED', retryable: true, status: 503 })
    expect(failure.message.length).toBeLessThan(70_000)
    expect(written.bytes).toBeLessThan(32 * 1024 * 1024)
  })
})

test('MOD-3 a redirect of the same request within the server is followed, and a loop of them is left', async () => {
  const asked: string[] = []
  const here = await serve((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    const isThere = request.url === '/v1/chat/completions/'
    if (!isThere) return void response.writeHead(307, { location: `${request.url}/` }).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(completion([{ content: 'Hello.' }]))
  })
  const chunks: ModelChunk[] = []
  for await (const chunk of createOpenAiChat({ apiKey, baseUrl: `${here}/v1` }).stream(modelRequest()))
    chunks.push(chunk)
  expect(chunks.at(-1)).toMatchObject({
    type: 'done',
    message: { parts: [{ type: 'text', text: 'Hello.' }] },
  })
  expect(asked).toEqual([
    `POST /v1/chat/completions Bearer ${apiKey}`,
    `POST /v1/chat/completions/ Bearer ${apiKey}`,
  ])
  const failure = await failureOf(createOpenAiChat({ apiKey, baseUrl: `${here}/v2` }).stream(modelRequest()))
  expect(failure).toBeInstanceOf(ModelError)
  expect(asked).toHaveLength(8)
})

test('MOD-7 two answers in one stream are none: the shown text is kept', async () => {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const say = (text: string) => [
    { type: 'message_start', message: { id: text, usage, content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  ]
  const events = [
    ...say('One.'),
    ...say('Another.'),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ]
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const here = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body)
  })
  const failure = await failureOf(createAnthropic({ apiKey, baseUrl: here }).stream(modelRequest()))
  expect(failure).toMatchObject({ kind: 'NETWORK', retryable: true })
})

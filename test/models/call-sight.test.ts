import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallSight, ModelProvider } from '../../src/domain/model.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { createGoogle } from '../../src/models/google/google.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'
import { noteResponse } from '../../src/models/stream-answer.ts'
import { answer as anthropicAnswer, textBlock } from '../fixtures/streams/anthropic.ts'
import { candidate, chunks, usage as googleUsage } from '../fixtures/streams/google.ts'
import { chunk, usageChunk } from '../fixtures/streams/openai-chat.ts'
import { message, response } from '../fixtures/streams/openai-responses.ts'
import { plainEvents } from '../fixtures/streams/sse.ts'
import { failureOf, modelRequest } from '../support/model-call.ts'
import { serveBytes } from '../support/serve-bytes.ts'

const apiKey = 'a-key'
const named = { id: 'r-1', model: 'a-model-2026-11-01' }

const chat = plainEvents(
  { ...chunk({ content: 'Hi.' }), ...named },
  { ...chunk({}, 'stop'), ...named },
  { ...usageChunk(), ...named },
)

const providers: readonly {
  readonly name: string
  readonly create: (baseUrl: string) => ModelProvider
  readonly body: string
}[] = [
  {
    name: 'openai',
    create: (baseUrl) => createOpenAi({ apiKey, baseUrl: `${baseUrl}/v1` }),
    body: response([message(['Hi.'])], named).replaceAll('resp_1', named.id),
  },
  {
    name: 'openai-chat',
    create: (baseUrl) => createOpenAiChat({ apiKey, baseUrl: `${baseUrl}/v1` }),
    body: chat,
  },
  {
    name: 'anthropic',
    create: (baseUrl) => createAnthropic({ apiKey, baseUrl }),
    body: anthropicAnswer([textBlock(0, 'Hi.')])
      .replace('msg_1', named.id)
      .replace('claude-sonnet-5', named.model),
  },
  {
    name: 'google',
    create: (baseUrl) => createGoogle({ apiKey, baseUrl }),
    body: chunks({
      ...candidate([{ text: 'Hi.' }], 'STOP'),
      ...{ usageMetadata: googleUsage, responseId: named.id, modelVersion: named.model },
    }),
  },
]

const unseen = (): CallSight => ({ server: null, responseId: null, responseModel: null })

describe.each(providers)('OPS-2 what is seen of a call of $name', ({ create, body }) => {
  test('is the server, and the id and the model that its response names', async () => {
    const server = await serveBytes((_, answered) => {
      answered.writeHead(200, { 'content-type': 'text/event-stream' }).end(body)
    })
    onTestFinished(() => server.close())
    const sight = unseen()
    const request = modelRequest({ sight })
    const read = []
    for await (const each of create(server.baseUrl).stream(request)) read.push(each.type)
    expect(read).toContain('done')
    const { port } = new URL(server.baseUrl)
    expect(sight).toEqual({
      server: { host: '127.0.0.1', port: Number(port) },
      responseId: named.id,
      responseModel: named.model,
    })
  })

  test('is the server alone where that refuses', async () => {
    const server = await serveBytes((_, answered) => {
      answered.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}')
    })
    onTestFinished(() => server.close())
    const sight = unseen()
    await failureOf(create(server.baseUrl).stream(modelRequest({ sight })))
    expect(sight).toMatchObject({ server: { host: '127.0.0.1' }, responseId: null, responseModel: null })
  })
})

test.each([
  [null],
  ['text'],
  [[]],
  [{ id: 7, model: null }],
  [{ id: '', model: '' }],
  [{ message: 'An error.', response: null }],
])('OPS-2 an event without the names of a response notes nothing: %j', (event) => {
  const sight = unseen()
  noteResponse(event, sight)
  expect(sight).toEqual(unseen())
})

test('OPS-2 the first names are kept, and long ones are cut', () => {
  const sight = unseen()
  noteResponse({ id: 'x'.repeat(1_000) }, sight)
  noteResponse({ id: 'other', model: 'm' }, sight)
  expect(sight).toEqual({ server: null, responseId: 'x'.repeat(256), responseModel: 'm' })
})

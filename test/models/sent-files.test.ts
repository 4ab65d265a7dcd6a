import { describe, expect, it, test } from 'vitest'
import type { ChatDialectName } from '../../src/domain/chat-dialect.ts'
import { formOf } from '../../src/domain/file.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import type { FilePart, Message } from '../../src/domain/message.ts'
import {
  type MessageFiles,
  type ModelChunk,
  ModelError,
  type ModelProvider,
  type ModelRequest,
} from '../../src/domain/model.ts'
import { createExchangeRecorder } from '../../src/domain/model-exchange.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import {
  allImages,
  anthropicFiles,
  chatFiles,
  googleFiles,
  openAiFiles,
} from '../../src/models/files/file-rules.ts'
import { createGoogle } from '../../src/models/google/google.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'
import * as anthropic from '../fixtures/streams/anthropic.ts'
import * as google from '../fixtures/streams/google.ts'
import { completion } from '../fixtures/streams/openai-chat.ts'
import * as responses from '../fixtures/streams/openai-responses.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { providerRows } from '../support/provider-rows.ts'
import { anthropicFaults } from '../support/transcript-faults/anthropic-faults.ts'
import { googleFaults } from '../support/transcript-faults/google-faults.ts'
import { openAiChatFaults } from '../support/transcript-faults/openai-chat-faults.ts'
import { openAiFaults } from '../support/transcript-faults/openai-faults.ts'
import { collect, type ServedExchange } from '../support/wire.ts'

const apiKey = 'a-key-that-nobody-may-read'

const faultsOf: Readonly<Record<string, (body: JsonObject) => readonly string[]>> = {
  openai: openAiFaults,
  'openai-chat': (body) => openAiChatFaults(body, { maxIdLength: 40 }),
  anthropic: anthropicFaults,
  google: (body) => googleFaults(body, { provider: 'google', wantsSignedCalls: true }),
  vertex: (body) => googleFaults(body, { provider: 'vertex', wantsSignedCalls: true }),
}

/** A model of each that takes images and PDF. */
const models: Readonly<Record<string, string>> = {
  openai: 'gpt-5.1',
  'openai-chat': 'gpt-4o',
  anthropic: 'claude-opus-5',
  google: 'gemini-3-pro',
  vertex: 'gemini-3-pro',
}

const bytes = new Map([
  ['photo', Buffer.from('an image, of which the bytes are long enough to be left out of records')],
  ['paper', Buffer.from('a paper, of which the bytes are long enough to be left out of records')],
  ['table', Buffer.from('city,people\nBern,140000')],
])

function filePart(fileId: string, mediaType: string, changes: Partial<FilePart> = {}): FilePart {
  const byteCount = bytes.get(fileId)?.byteLength ?? 1_000
  return { type: 'file', fileId, mediaType, name: `${fileId}.x`, byteCount, ...changes }
}

const photo = filePart('photo', 'image/png')
const paper = filePart('paper', 'application/pdf')
const table = filePart('table', 'text/csv')

/** Files that are read from memory, with the ids in the order in which they were read. */
function storeOf(): MessageFiles & { readonly reads: readonly string[] } {
  const reads: string[] = []
  return {
    reads,
    read: async ({ fileId }) => {
      reads.push(fileId)
      return bytes.get(fileId) ?? Buffer.from(fileId)
    },
    keep: async () => photo,
  }
}

function base64(fileId: string): string {
  return bytes.get(fileId)?.toString('base64') ?? ''
}

const looked: readonly Message[] = [
  { role: 'user', text: 'What is it?', files: [photo, paper, table] },
  {
    role: 'assistant',
    messageId: 'm',
    parts: [{ type: 'tool-call', callId: 'c123456789', name: 'look', arguments: '{}' }],
  },
  { role: 'tool', callId: 'c123456789', name: 'look', text: 'Seen.', isError: false, files: [photo] },
]

describe.each(providerRows)('MOD-11 the files of messages to $name', ({ name, open, text }) => {
  const model = models[name] ?? ''
  const request = (changes: Partial<ModelRequest> = {}) =>
    modelRequest({ model, messages: looked, files: storeOf(), ...changes })

  async function bodyFor(changes: Partial<ModelRequest> = {}): Promise<JsonObject> {
    const server = await serving([streamed(text('Yes'))])
    await collect(open(server.baseUrl, apiKey).stream(request(changes)))
    return server.requests[0]?.body ?? {}
  }

  test('go as its vendor documents them, each read once', async () => {
    const files = storeOf()
    const body = await bodyFor({ files })
    expect(faultsOf[name]?.(body)).toEqual([])
    const sent = JSON.stringify(body)
    expect(sent.split(base64('photo'))).toHaveLength(3)
    expect(sent).toContain(base64('paper'))
    expect(sent).toContain('Bern,140000')
    expect(files.reads.toSorted()).toEqual(['paper', 'photo', 'table'])
  })

  test('are recorded as marks', async () => {
    const recorder = createExchangeRecorder()
    await bodyFor({ recorder })
    const recorded = recorder.exchange()?.request.body ?? ''
    expect(recorded).not.toContain(base64('photo'))
    expect(recorded).toMatch(/\[image\/png, 70 bytes, sha256 [0-9a-f]{64}\]/)
    expect(recorded).toContain('Seen.')
  })

  test('of a type that it does not take are a line', async () => {
    const clip = filePart('clip', 'application/x-shape', { byteCount: 1_234_567 })
    const messages: readonly Message[] = [{ role: 'user', text: 'Look.', files: [clip] }]
    const provider = open('http://127.0.0.1:9', apiKey)
    expect(provider.leftOutFiles?.(request({ messages }))).toEqual([
      expect.stringMatching(
        /^the file clip.x \(application\/x-shape, 1.2 MB\) is left out, as the model takes no /,
      ),
    ])
    const files = storeOf()
    const body = await bodyFor({ messages, files })
    expect(faultsOf[name]?.(body)).toEqual([])
    expect(JSON.stringify(body)).toContain('[The file clip.x (application/x-shape, 1.2 MB) is left out: ')
    expect(files.reads).toEqual([])
  })

  test('that it refuses are left out from then on', async () => {
    const refusal = { error: { message: 'This model does not support image input.', code: 400 } }
    const server = await serving([answered(400, refusal), streamed(text('Yes'))])
    const provider = open(server.baseUrl, apiKey)
    const failed = await failureOf(provider.stream(request()))
    expect(failed).toMatchObject({ kind: 'BAD_REQUEST', adapted: 'images are left out' })
    await collect(provider.stream(request()))
    const [, second] = server.requests.map(({ body }) => JSON.stringify(body))
    expect(second).not.toContain(base64('photo'))
    expect(provider.leftOutFiles?.(request())[0]).toBe(
      'the file photo.x (image/png, 70 bytes) is left out, as the model refused images: This model does not support image input.',
    )
  })

  test('fail the call where one cannot be read', async () => {
    const server = await serving([streamed(text('Yes'))])
    const files = { ...storeOf(), read: () => Promise.reject(new Error('The disk is gone.')) }
    const failed = await failureOf(open(server.baseUrl, apiKey).stream(request({ files })))
    expect(failed).toMatchObject({ kind: 'UNKNOWN', retryable: true, sent: false })
    expect(failed.message).toContain('The disk is gone.')
    expect(server.requests).toHaveLength(0)
  })

  test('end with the call', async () => {
    const abort = new AbortController()
    const files = { ...storeOf(), read: () => new Promise<never>(() => undefined) }
    const reading = collect(
      open('http://127.0.0.1:9', apiKey).stream(request({ files, signal: abort.signal })),
    )
    abort.abort(new Error('It is enough.'))
    await expect(reading).rejects.toThrow('It is enough.')
  })
})

/** The bodies that one provider sends to a server that answers so, one call after another. */
async function bodiesOf(
  open: (baseUrl: string) => ModelProvider,
  exchanges: readonly ServedExchange[],
  changes: Partial<ModelRequest>,
): Promise<readonly JsonObject[]> {
  const server = await serving(exchanges)
  const provider = open(server.baseUrl)
  for (const _ of exchanges)
    await settled(provider.stream(modelRequest({ files: storeOf(), messages: looked, ...changes })))
  return server.requests.map(({ body }) => body ?? {})
}

async function settled(stream: AsyncIterable<ModelChunk>): Promise<void> {
  try {
    await collect(stream)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
  }
}

const yes = streamed(completion([{ content: 'Yes' }]))
const chatAt = (dialect: ChatDialectName) => (baseUrl: string) =>
  createOpenAiChat({ apiKey, baseUrl: `${baseUrl}/v1`, dialect })

describe('MOD-11 servers that take less', () => {
  it('get no list of parts where a message has no bytes', async () => {
    const [body] = await bodiesOf(chatAt('deepseek'), [yes], { model: 'deepseek-chat' })
    expect(body?.messages).toMatchObject([
      {
        role: 'user',
        content: expect.stringMatching(
          /^What is it\?\n\n\[The file photo\.x .*\n\n<file name="table.x">\ncity,people/s,
        ),
      },
      { role: 'assistant' },
      { role: 'tool', content: 'Seen.' },
      { role: 'user', content: expect.stringContaining('Files of the result of look (c123456789): photo.x') },
    ])
  })

  it('get the files of results behind what the model says to them, where a user may not speak', async () => {
    const [body] = await bodiesOf(chatAt('strict'), [yes], { model: 'some-model' })
    const image_url = { url: `data:image/png;base64,${base64('photo')}` }
    expect(body?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool' },
      { role: 'assistant', content: 'I have read the results.' },
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: expect.stringMatching(/^Files of the result of look \([a-zA-Z0-9]{9}\): photo.x$/),
          },
          { type: 'image_url', image_url },
        ],
      },
    ])
  })

  it('as Gemini before its third version get them behind the results', async () => {
    const open = (baseUrl: string) => createGoogle({ apiKey, baseUrl })
    const [body] = await bodiesOf(open, [streamed(google.answer([[{ text: 'Yes' }]]))], {
      model: 'gemini-2.5-flash',
    })
    const inlineData = { mimeType: 'image/png', data: base64('photo') }
    expect(body?.contents).toMatchObject([
      { role: 'user' },
      { role: 'model' },
      { role: 'user', parts: [{ functionResponse: { response: { output: 'Seen.' } } }, {}, { inlineData }] },
    ])
    expect(JSON.stringify(body?.contents)).not.toContain('"parts":[{"inlineData"')
  })

  it('get the files of results behind them, once they refused a list as a result', async () => {
    const message = "Invalid type for 'input[2].output': expected a string, but got an array instead."
    const refusal = answered(400, {
      error: { message, type: 'invalid_request_error', param: 'input[2].output', code: null },
    })
    const open = (baseUrl: string) => createOpenAi({ apiKey, baseUrl: `${baseUrl}/v1` })
    const answer = streamed(responses.response([responses.message(['Yes'])]))
    const [first, second] = await bodiesOf(open, [refusal, answer], { model: 'gpt-5.1' })
    expect(first?.input).toMatchObject([
      {},
      {},
      { type: 'function_call_output', output: [{}, { type: 'input_image' }] },
    ])
    expect(second?.input).toMatchObject([
      ...[{}, {}, { type: 'function_call_output', output: 'Seen.' }],
      { role: 'user', content: [{ type: 'input_text' }, { type: 'input_image' }] },
    ])
  })

  it('get the files of a failed call behind it', async () => {
    const open = (baseUrl: string) => createAnthropic({ apiKey, baseUrl })
    const messages = looked.map((message) =>
      message.role === 'tool' ? { ...message, isError: true } : message,
    )
    const answer = streamed(anthropic.answer([anthropic.textBlock(0, 'Yes')]))
    const [body] = await bodiesOf(open, [answer], { model: 'claude-opus-5', messages })
    expect(body?.messages).toMatchObject([
      {},
      {},
      {
        role: 'user',
        content: [
          { type: 'tool_result', content: 'Seen.', is_error: true },
          { type: 'image' },
          { type: 'text', text: 'Files of the result of look (c123456789): photo.x' },
        ],
      },
    ])
  })
})

test('MOD-11 FILE-2 vendors have rules for types that are stored alone', () => {
  const rules = [
    openAiFiles('gpt-5.1'),
    anthropicFiles('claude-opus-5'),
    googleFiles('gemini-3-pro', 'google'),
    chatFiles('gpt-audio', { images: allImages, audio: 'ALWAYS', pdf: true }),
  ]
  const types = rules.flatMap(({ forms }) => Object.values(forms).flatMap(({ mediaTypes }) => mediaTypes))
  expect(types.filter((type) => formOf(type) === null)).toEqual([])
})

describe('MOD-11 sizes', () => {
  const claude = providerRows.find(({ name }) => name === 'anthropic')
  const failedWith = (files: readonly FilePart[]) => {
    const messages: readonly Message[] = [{ role: 'user', text: 'Look.', files }]
    const request = modelRequest({ model: 'claude-sonnet-4-5', messages, files: storeOf() })
    if (!claude) throw new Error('There is no row of Anthropic.')
    return failureOf(claude.open('http://127.0.0.1:9', apiKey).stream(request))
  }
  const many = (count: number, changes: Partial<FilePart> = {}) =>
    Array.from({ length: count }, (_, index) => filePart(`f${index}`, 'image/png', changes))

  test.for([
    [
      'a file',
      many(1, { byteCount: 9_000_000 }),
      'The file f0.x (image/png, 8.6 MB) is too large: it has 11.4 MB in base64, and the model takes images of up to 10 MB so. Send a smaller file.',
    ],
    [
      'the number of files',
      many(101),
      'The file f100.x (image/png, 1000 bytes) is one too many: the messages have 101 images, and the model takes 100 in one request. Start a new conversation, or send fewer.',
    ],
    [
      'all files together',
      many(5, { byteCount: 7_000_000 }),
      'The files of the messages have 44.5 MB, all but text in base64; the model takes 32 MB in one request. Send fewer or smaller files.',
    ],
    [
      'all texts together',
      many(2, { mediaType: 'text/csv', byteCount: 20_000_000 }),
      'The files of the messages have 38.1 MB, all but text in base64; the model takes 32 MB in one request. Send fewer or smaller files.',
    ],
    [
      'the edges of an image',
      many(1, { pixels: [9_000, 100] }),
      'The file f0.x (image/png, 1000 bytes) is too large: it has 9000 x 100 pixels, and the model takes up to 8000 on an edge in a request with 1 images. Send a smaller image.',
    ],
  ] as const)('of %s beyond the limit fail the call before it is sent', async ([, files, message]) => {
    expect(await failedWith(files)).toMatchObject({
      ...{ kind: 'BAD_REQUEST', retryable: false, sent: false },
      message,
    })
  })

  it('count more than twenty images by their own limit of pixels', async () => {
    const failed = await failedWith(many(21, { pixels: [2_001, 10] }))
    expect(failed.message).toContain('up to 2000 on an edge in a request with 21 images')
  })
})

import { describe, expect, it, test } from 'vitest'
import { RungraphError } from '../../src/domain/errors.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import type { FilePart, Message } from '../../src/domain/message.ts'
import type { MessageFiles } from '../../src/domain/model.ts'
import { createExchangeRecorder } from '../../src/domain/model-exchange.ts'
import { createMadeFiles } from '../../src/models/files/made-files.ts'
import * as google from '../fixtures/streams/google.ts'
import * as chat from '../fixtures/streams/openai-chat.ts'
import * as responses from '../fixtures/streams/openai-responses.ts'
import { answered, modelRequest, serving, streamed } from '../support/model-call.ts'
import { openProvider } from '../support/provider-rows.ts'
import { collect, type ServedExchange } from '../support/wire.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(90, 7)])
const base64 = png.toString('base64')

/** Keeps files in memory. */
function storeOf(): MessageFiles & {
  readonly kept: { readonly data: Uint8Array; readonly mediaType: string }[]
} {
  const kept: { data: Uint8Array; mediaType: string }[] = []
  return {
    kept,
    read: async () => png,
    keep: async (data, mediaType) => {
      kept.push({ data, mediaType })
      return partOf(`kept-${kept.length}`, mediaType, data.byteLength)
    },
  }
}

function partOf(fileId: string, mediaType: string, byteCount: number): FilePart {
  return { type: 'file', fileId, mediaType, name: null, byteCount }
}

async function ask(
  provider: string,
  exchange: ServedExchange,
  { files, recorder }: { files?: MessageFiles; recorder?: ReturnType<typeof createExchangeRecorder> } = {},
) {
  const server = await serving([exchange])
  const { answer } = await collect(
    openProvider(provider, server.baseUrl).stream(modelRequest({ files, recorder })),
  )
  return answer
}

/** An image as the tool of the Responses API gives it. */
const imageCall: responses.Output = {
  item: {
    id: 'ig_1',
    type: 'image_generation_call',
    status: 'completed',
    result: base64,
    output_format: 'png',
  },
  events: (output_index) => [
    {
      type: 'response.output_item.added',
      output_index,
      item: { id: 'ig_1', type: 'image_generation_call', status: 'in_progress', result: null },
    },
    {
      type: 'response.output_item.done',
      output_index,
      item: { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: base64 },
    },
  ],
}

const dataUrl = `data:image/png;base64,${base64}`
const image = { type: 'image_url', image_url: { url: dataUrl } }
const whole: JsonObject = {
  object: 'chat.completion',
  choices: [{ message: { role: 'assistant', content: 'A tree.', images: [image] }, finish_reason: 'stop' }],
}

describe('MOD-12 a file that the model makes', () => {
  test.for<readonly [name: string, provider: string, exchange: ServedExchange]>([
    [
      'of the image tool of OpenAI',
      'openai',
      streamed(responses.response([imageCall, responses.message(['A tree.'])])),
    ],
    [
      'in the pieces of OpenRouter',
      'openai-chat',
      streamed(chat.completion([{ content: 'A tree.' }, { images: [image] }, { images: [image] }])),
    ],
    ['in an answer in one piece', 'openai-chat', answered(200, whole)],
    [
      'of Gemini',
      'google',
      streamed(
        google.answer([
          [
            { text: 'A draft', thought: true },
            { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thought: true },
          ],
          [{ text: 'A tree.' }],
          [{ inlineData: { mimeType: 'image/png', data: base64 }, thoughtSignature: 'c2ln' }],
        ]),
      ),
    ],
  ])('%s is kept, and a part of the message', async ([, provider, exchange]) => {
    const files = storeOf()
    const { message, repaired } = await ask(provider, exchange, { files })
    expect(files.kept).toEqual([{ data: png, mediaType: 'image/png' }])
    const parts = message.parts.filter(({ type }) => type !== 'reasoning')
    const made = expect.objectContaining({ ...partOf('kept-1', 'image/png', png.byteLength) })
    const text = expect.objectContaining({ type: 'text', text: 'A tree.' })
    expect(parts).toEqual(provider === 'openai' ? [made, text] : [text, made])
    expect(repaired).toBeUndefined()
  })

  it('keeps the words of Gemini before and behind it apart', async () => {
    const inlineData = { mimeType: 'image/png', data: base64 }
    const body = google.answer([
      [{ text: 'Before.' }],
      [{ inlineData }],
      [{ text: 'Behind' }],
      [{ text: '.' }],
    ])
    const { message } = await ask('google', streamed(body), { files: storeOf() })
    expect(message.parts).toEqual([
      { type: 'text', text: 'Before.' },
      { ...partOf('kept-1', 'image/png', png.byteLength), state: { provider: 'google', data: null } },
      { type: 'text', text: 'Behind.' },
    ])
  })

  it('is speech whose pieces are one file, with its words', async () => {
    const halves = [png.subarray(0, 50), png.subarray(50)]
    const pieces = halves.map((half, index) => ({
      audio: { id: 'audio_1', data: half.toString('base64'), transcript: ['A ', 'tree.'][index] ?? '' },
    }))
    const files = storeOf()
    const { message } = await ask('openai-chat', streamed(chat.completion(pieces)), { files })
    expect(files.kept).toEqual([{ data: png, mediaType: 'image/png' }])
    expect(message.parts).toMatchObject([{ type: 'text', text: 'A tree.' }, { type: 'file' }])
  })

  it('is no speech whose bytes are of no type, which is left out at its first piece', async () => {
    const data = Buffer.alloc(48).toString('base64')
    const pieces = ['A ', 'tree.'].map((transcript) => ({ audio: { id: 'audio_1', data, transcript } }))
    const files = storeOf()
    const { message, repaired } = await ask('openai-chat', streamed(chat.completion(pieces)), { files })
    expect(message.parts).toEqual([{ type: 'text', text: 'A tree.' }])
    expect([files.kept, repaired]).toEqual([
      [],
      ['sound that it made is left out, as its bytes are of no type that is kept'],
    ])
  })

  it('has pieces that count', () => {
    const more = createMadeFiles().add({ base64: [base64], mediaType: 'image/png', place: 0 })
    const piece = 'A'.repeat(8 * 1024 * 1024)
    expect(() => Array.from({ length: 8 }, () => more(piece))).toThrow(
      'its files have more than 64 MB in base64',
    )
  })

  it('is left out with a note where it cannot be kept', async () => {
    const body = () => streamed(responses.response([imageCall]))
    const words = 'a file that it made (image/png, 98 bytes) is left out'
    expect(await ask('openai', body())).toMatchObject({
      message: { parts: [] },
      repaired: [`${words}, as this call keeps no files`],
    })
    const full = new RungraphError('INPUT_TOO_LARGE', { field: 'file', bytes: 98, maxBytes: 10 })
    const files = { ...storeOf(), keep: () => Promise.reject(full) }
    expect(await ask('openai', body(), { files })).toMatchObject({ repaired: [`${words}: ${full.message}`] })
    const broken = { ...storeOf(), keep: () => Promise.reject(new Error('connect ECONNREFUSED')) }
    expect(await ask('openai', body(), { files: broken })).toMatchObject({
      repaired: [`${words}, as it could not be stored`],
    })
  })

  it('at an address of a server is not fetched', async () => {
    const elsewhere = { type: 'image_url', image_url: { url: 'https://images.example/1.png' } }
    const { message, repaired } = await ask(
      'openai-chat',
      streamed(chat.completion([{ content: 'A tree.' }, { images: [elsewhere] }])),
      { files: storeOf() },
    )
    expect(message.parts).toEqual([{ type: 'text', text: 'A tree.' }])
    expect(repaired).toEqual(['an image that is no data URL was left out'])
  })

  test.for(['openai', 'google'] as const)('of %s is recorded as a mark', async (provider) => {
    const recorder = createExchangeRecorder()
    const inlineData = { mimeType: 'image/png', data: base64 }
    const body = provider === 'openai' ? responses.response([imageCall]) : google.answer([[{ inlineData }]])
    await ask(provider, streamed(body), { files: storeOf(), recorder })
    const recorded = recorder.exchange()?.response?.body ?? ''
    expect(recorded).not.toContain(base64)
    expect(recorded).toMatch(/"\[image\/png, 98 bytes, sha256 [0-9a-f]{64}\]"/)
  })

  it('goes back to its maker in its answer, with its signature, and to others in a message of the user', async () => {
    const made: FilePart = { ...partOf('f', 'image/png', 98), state: { provider: 'google', data: 'c2ln' } }
    const messages: readonly Message[] = [
      { role: 'user', text: 'Draw.' },
      { role: 'assistant', messageId: 'm', parts: [{ type: 'text', text: 'Here.' }, made] },
      { role: 'user', text: 'Again.' },
    ]
    const bodyFor = async (provider: string, model: string, body: string) => {
      const server = await serving([streamed(body)])
      const stream = openProvider(provider, server.baseUrl).stream(
        modelRequest({ model, messages, files: storeOf() }),
      )
      await collect(stream)
      return server.requests[0]?.body
    }
    const inlineData = { mimeType: 'image/png', data: base64 }
    expect(await bodyFor('google', 'gemini-3-pro-image', google.answer([[{ text: 'Yes' }]]))).toMatchObject({
      contents: [
        {},
        { role: 'model', parts: [{ text: 'Here.' }, { inlineData, thoughtSignature: 'c2ln' }] },
        {},
      ],
    })
    const input = [
      { role: 'user', content: 'Draw.' },
      { role: 'assistant', content: 'Here.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Files of your answer: image/png' },
          { type: 'input_image', image_url: dataUrl, detail: 'auto' },
        ],
      },
      { role: 'user', content: 'Again.' },
    ]
    const yes = responses.response([responses.message(['Yes'])])
    expect(await bodyFor('openai', 'gpt-5.1', yes)).toMatchObject({ input })
  })

  it('is counted once in the usage, with its kind', async () => {
    const usageMetadata = {
      promptTokenCount: 1_300,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 10 },
        { modality: 'IMAGE', tokenCount: 1_290 },
      ],
      cachedContentTokenCount: 1_000,
      cacheTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_000 }],
      candidatesTokenCount: 1_120,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
      totalTokenCount: 2_420,
    }
    const body = google.chunks(google.candidate([{ text: 'Yes' }], 'STOP'), { usageMetadata })
    expect((await ask('google', streamed(body))).usage).toMatchObject({
      inputTokens: 1_300,
      cachedInputTokens: 1_000,
      outputTokens: 1_120,
    })
  })
})

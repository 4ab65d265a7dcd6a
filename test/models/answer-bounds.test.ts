import { describe, expect, test } from 'vitest'
import { answerBounds } from '../../src/domain/answer-size.ts'
import type { ModelChunk, ModelProvider } from '../../src/domain/model.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { createGoogle } from '../../src/models/google/google.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'
import { createEventSize } from '../../src/models/provider-fetch.ts'
import { callPiece, completion } from '../fixtures/streams/openai-chat.ts'
import { openEndlessProvider, type WireFormat } from '../support/endless-provider.ts'
import { forFile } from '../support/for-file.ts'
import { failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'

const mebibyte = 1024 * 1024
const apiKey = 'a-key'
const adapters: Record<WireFormat, (url: string) => ModelProvider> = {
  openai: (url) => createOpenAi({ apiKey, baseUrl: `${url}/v1` }),
  'openai-chat': (url) => createOpenAiChat({ apiKey, baseUrl: `${url}/v1` }),
  anthropic: (url) => createAnthropic({ apiKey, baseUrl: url }),
  google: (url) => createGoogle({ apiKey, baseUrl: url }),
}

const endless = forFile(await openEndlessProvider())

describe.each(Object.entries(adapters))('an answer of %s without end', (format, create) => {
  /** What an adapter holds itself; text, reasoning and arguments go to the engine as they come, which counts them. */
  test.for([
    ['calls', `more than ${answerBounds.maxParts} parts`],
    ['hidden', `more than ${answerBounds.maxChars} characters`],
    ['line', 'one event of its stream has more than 16 MiB'],
    ['event', 'one event of its stream has more than 16 MiB'],
    ['body', 'its HTTP response has more than 16 MiB'],
  ] as const)('MOD-10 ends as too large and is closed: %s', async ([way, words]) => {
    const before = endless.answers.length
    const failure = await failureOf(create(endless.url).stream(modelRequest({ model: way })))
    expect(failure).toMatchObject({ kind: 'ANSWER_TOO_LARGE', retryable: false, sent: true })
    expect(failure.message).toContain(words)
    const [answer, ...others] = endless.answers.slice(before)
    expect(others).toEqual([])
    expect(answer?.format).toBe(format)
    await answer?.closed
    expect(answer?.bytes).toBeLessThan(32 * mebibyte)
  })
})

describe('an answer within the bounds', () => {
  const chat = (url: string) => createOpenAiChat({ apiKey, baseUrl: `${url}/v1` })

  async function lastOf(stream: AsyncIterable<ModelChunk>): Promise<ModelChunk | undefined> {
    let last: ModelChunk | undefined
    for await (const chunk of stream) last = chunk
    return last
  }

  test.for(['\n', '\r\n'])(
    'MOD-10 is read, however many events of 16 MiB in all it has: line end %j',
    async (end) => {
      const text = 'x'.repeat(64)
      const filler = `: ${'-'.repeat(60_000)}${end}${end}`.repeat(300)
      const body = completion([{ content: text }]).replaceAll('\n', end)
      expect(filler.length).toBeGreaterThan(16 * mebibyte)
      const server = await serving([streamed(filler + body)])
      const done = await lastOf(chat(server.baseUrl).stream(modelRequest()))
      expect(done).toMatchObject({ type: 'done', message: { parts: [{ type: 'text', text }] } })
    },
  )

  test('MOD-10 is read, however often its increments repeat what they are of', async () => {
    const format = 'x'.repeat(500)
    const pieces = Array.from({ length: 10_000 }, () => ({
      reasoning_details: [{ type: 'reasoning.text', index: 0, format, text: 'so ' }],
    }))
    const server = await serving([streamed(completion([...pieces, { content: 'Yes.' }]))])
    const done = await lastOf(chat(server.baseUrl).stream(modelRequest()))
    const parts = [{ type: 'reasoning', text: 'so '.repeat(10_000) }, { text: 'Yes.' }]
    expect(done).toMatchObject({ type: 'done', message: { parts } })
  })

  test('MOD-10 is read with as many calls as it may have', async () => {
    const pieces = Array.from({ length: answerBounds.maxParts }, (_, index) =>
      callPiece({ index, id: `call-${index}`, name: 'calculator', arguments: '{}' }),
    )
    const server = await serving([streamed(completion(pieces, 'tool_calls'))])
    const done = await lastOf(chat(server.baseUrl).stream(modelRequest()))
    expect(done?.type === 'done' && done.message.parts).toHaveLength(answerBounds.maxParts)
  })
})

test('MOD-10 answers that come at once, and fast, leave the event loop to others', async () => {
  const answers = 16
  const words = Array.from({ length: 3_000 }, () => ({ content: 'word ' }))
  const server = await serving(Array.from({ length: answers }, () => streamed(completion(words))))
  const provider = createOpenAiChat({ apiKey, baseUrl: `${server.baseUrl}/v1` })
  let isOver = false
  let inThisTurn = 0
  let most = 0
  const nextTurn = () => {
    most = Math.max(most, inThisTurn)
    inThisTurn = 0
    if (!isOver) setImmediate(nextTurn)
  }
  nextTurn()
  const reading = Array.from({ length: answers }, async () => {
    for await (const chunk of provider.stream(modelRequest())) if (chunk.type === 'text') inThisTurn += 1
  })
  await Promise.all(reading)
  isOver = true
  // What they get through in 10 ms. A socket that is read to its end has them all in a few turns.
  expect(most).toBeLessThan(4_000)
})

describe('the size of an event of a stream', () => {
  const streams = ['a\n\nbc', 'data: 1\r\n\r\ndata: 22', '\n\n\n', 'a\nb\nc', 'é\n\nüüü', 'a\r\n\n\r\nb']

  test.for(streams)('MOD-10 is the same wherever the bytes are cut: %j', (stream) => {
    const bytes = Buffer.from(stream)
    const ends = [...stream.matchAll(/(?<=\n)\r?\n/g)].map(({ index, 0: { length } }) => index + length)
    const expected = Buffer.byteLength(stream.slice(ends.at(-1) ?? 0))
    for (const [first, second] of cuts(bytes.length)) {
      const sizeAfter = createEventSize()
      const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
      const [last] = pieces.map(sizeAfter).slice(-1)
      // The end of a blank line that began in the piece before counts with what follows it.
      expect([expected, expected + 1, expected + 2], `${first}, ${second}`).toContain(last)
    }
  })

  function cuts(length: number): readonly (readonly [number, number])[] {
    const places = Array.from({ length: length + 1 }, (_, place) => place)
    return places.flatMap((first) =>
      places.filter((place) => place >= first).map((second) => [first, second] as const),
    )
  }
})

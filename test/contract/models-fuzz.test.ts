import { fc, test } from '@fast-check/vitest'
import { afterAll, describe, expect, it } from 'vitest'
import { textOf, toolCallsOf } from '../../src/domain/message.ts'
import { type ModelChunk, ModelError } from '../../src/domain/model.ts'
import { forFile } from '../support/for-file.ts'
import { modelRequest } from '../support/model-call.ts'
import { type ProviderRow, providerRows } from '../support/provider-rows.ts'
import { serveBytes } from '../support/serve-bytes.ts'
import { propertyTrials, trials } from '../support/trials.ts'

interface Served {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const boundMs = 10_000
const sse = { 'content-type': 'text/event-stream' }
const html = Buffer.from('<!doctype html><h1>Bad gateway</h1>')

let served: Served = { status: 200, headers: sse, body: html }
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

process.on('unhandledRejection', note)
const server = forFile(
  await serveBytes((_request, response) => {
    response.writeHead(served.status, served.headers)
    response.end(served.body)
  }),
)

afterAll(() => process.off('unhandledRejection', note))

/** How long what is too long is. */
const longMb = trials(10)
/** How long a text may be: an answer has up to 4 Mi characters (MOD-10). */
const longestMb = trials(4)

describe.each(providerRows)('MOD-3 any answer of $name', (row) => {
  const settings = { ...propertyTrials(40), verbose: true }
  const streamed = (list: readonly string[]) => holds(row, { body: Buffer.from(list.join('')) })
  const streams = Object.values(streamsOf(row)).map(eventsIn)
  /** A stream of calls, text or reasoning, event by event. */
  const anyStream = fc.constantFrom(...streams)
  /** A stream and two places in it. */
  const placed = anyStream.chain((events) => {
    const at = fc.nat({ max: events.length - 1 })
    return fc.tuple(fc.constant(events), at, at)
  })
  const title = (id: number, what: string) => `MODEL-${id} ${row.name}: ${what}`
  const { calls } = streamsOf(row)

  test.prop([anyStream, fc.nat()], settings)(title(20, 'truncated anywhere'), async (events, cut) => {
    const whole = Buffer.from(events.join(''))
    await holds(row, { body: whole.subarray(0, cut % whole.length) })
  })

  test.prop([fc.constantFrom('text', 'reasoning'), fc.nat()], settings)(
    title(20, 'words that are truncated are a part of them, or all'),
    async (kind, cut) => {
      const whole = Buffer.from(streamsOf(row)[kind])
      const { text, thought, done } = await outcomeOf(row, { body: whole.subarray(0, cut % whole.length) })
      expect(words.startsWith(text)).toBe(true)
      expect(thoughts.startsWith(thought)).toBe(true)
      if (done !== undefined) expect(textOf(done.message)).toBe(words)
    },
  )

  test.prop([anyStream.chain((events) => fc.shuffledSubarray([...events]))], settings)(
    title(21, 'events reordered and dropped'),
    streamed,
  )

  test.prop([placed], settings)(title(22, 'an event twice'), ([events, from, to]) =>
    streamed(events.toSpliced(to, 0, events[from] ?? '')),
  )

  test.prop([placed, fc.string()], settings)(
    title(23, 'a data line that is not JSON'),
    ([events, to], junk) => streamed(events.toSpliced(to, 0, `data: {${junk}\n\n`)),
  )

  test.prop([anyStream, fc.nat(), fc.uint8Array({ minLength: 1 })], settings)(
    title(24, 'bytes that are no UTF-8'),
    async (events, cut, bytes) => {
      const whole = Buffer.from(events.join(''))
      const place = cut % whole.length
      const body = Buffer.concat([
        whole.subarray(0, place),
        Buffer.of(0xff, 0xc3),
        bytes,
        whole.subarray(place),
      ])
      await holds(row, { body })
    },
  )

  test.prop([fc.uint8Array({ maxLength: 500 })], settings)(title(25, 'random bytes'), async (body) =>
    holds(row, { body }),
  )

  it.each(['id', 'call_id', 'name', 'arguments', 'input', 'args'])(
    `MODEL-28 ${row.name}: a call whose %s is garbled away`,
    async (field) => streamed(eventsIn(calls).map((event) => event.replaceAll(`"${field}":`, '"\uFFFD":'))),
  )

  it(title(26, `a line of ${longMb} MB`), async () => {
    for (const events of streams) await streamed([`data: ${'x'.repeat(longMb * 1_000_000)}\n\n`, ...events])
  })

  it(title(29, `a text of ${longestMb} MB in one line comes whole`), async () => {
    const long = 'word '.repeat(longestMb * 200_000)
    const { done, failed } = await outcomeOf(row, { body: Buffer.from(row.text(long)) })
    expect(failed).toBeUndefined()
    expect(done && textOf(done.message) === long).toBe(true)
  })

  it.each([
    ['text of another type', { headers: { 'content-type': 'text/plain' } }],
    ['JSON in name', { headers: { 'content-type': 'application/json' } }],
    ['no body', { body: Buffer.of() }],
    ['HTML with 200', { body: html, headers: { 'content-type': 'text/html' } }],
    ['HTML with 502', { status: 502, body: html, headers: { 'content-type': 'text/html' } }],
    ['a gzip mark without gzip', { headers: { ...sse, 'content-encoding': 'gzip' } }],
  ])(`MODEL-27 ${row.name}: %s`, async (_what, changes) => {
    await holds(row, { body: Buffer.from(calls), ...changes })
  })
})

const words = 'Good morning, 世界'
const thoughts = 'They greet.'

/** Answers of a provider: two calls, text, and text after thoughts. */
function streamsOf(row: ProviderRow) {
  const call = { id: 'call_1', name: 'weather', arguments: { city: 'Rome' } }
  return {
    calls: row.calls(call, { ...call, id: 'call_2' }),
    text: row.text(words.slice(0, 5), words.slice(5, 9), words.slice(9)),
    reasoning: row.reasoning(thoughts, words),
  }
}

function eventsIn(stream: string): readonly string[] {
  return stream.split(/(?<=\n\r?\n)/)
}

/** Any stream ends in one whole answer or one ModelError. */
async function holds(row: ProviderRow, changes: Partial<Served>): Promise<void> {
  await outcomeOf(row, changes)
}

async function outcomeOf(row: ProviderRow, changes: Partial<Served>) {
  served = { status: 200, headers: sse, body: html, ...changes }
  const chunks: ModelChunk[] = []
  const signal = AbortSignal.timeout(boundMs)
  let failed: unknown
  try {
    for await (const chunk of row.open(server.baseUrl).stream(modelRequest({ signal }))) chunks.push(chunk)
  } catch (error) {
    failed = error
  }
  expect(signal.aborted).toBe(false)
  if (failed !== undefined) expect(failed).toBeInstanceOf(ModelError)
  const done = chunks.flatMap((chunk) => (chunk.type === 'done' ? [chunk] : []))
  expect(done).toHaveLength(failed === undefined ? 1 : 0)
  if (done[0] !== undefined) expect(chunks.at(-1)).toBe(done[0])
  for (const call of done.flatMap(({ message }) => toolCallsOf(message))) {
    expect(call).toMatchObject({ name: expect.stringMatching(/./), callId: expect.stringMatching(/./) })
    expect(call.arguments).toBeTypeOf('string')
  }
  expect(unhandled).toEqual([])
  return { text: joined(chunks, 'text'), thought: joined(chunks, 'reasoning'), done: done[0], failed }
}

function joined(chunks: readonly ModelChunk[], type: 'text' | 'reasoning'): string {
  return chunks.map((chunk) => (chunk.type === type ? chunk.text : '')).join('')
}

import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolCallsOf } from '../../src/domain/message.ts'
import { type ModelChunk, ModelError } from '../../src/domain/model.ts'
import { modelRequest } from '../support/model-call.ts'
import { type ProviderRow, providerRows } from '../support/provider-rows.ts'
import { type ByteServer, serveBytes } from '../support/serve-bytes.ts'

interface Served {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const boundMs = 10_000
const sse = { 'content-type': 'text/event-stream' }
const html = Buffer.from('<!doctype html><h1>Bad gateway</h1>')

let served: Served = { status: 200, headers: sse, body: html }
let server: ByteServer
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  server = await serveBytes((_request, response) => {
    response.writeHead(served.status, served.headers)
    response.end(served.body)
  })
})

afterAll(async () => {
  await server.close()
  process.off('unhandledRejection', note)
})

describe.each(providerRows)('MOD-3 any answer of $name', (row) => {
  const events = eventsOf(row)
  const settings = { numRuns: 40, verbose: true }
  const streamed = (list: readonly string[]) => holds(row, { body: Buffer.from(list.join('')) })
  const at = fc.nat({ max: events.length - 1 })
  const title = (id: number, words: string) => `MODEL-${id} ${row.name}: ${words}`

  test.prop([fc.nat()], settings)(title(20, 'truncated anywhere'), async (cut) => {
    const whole = Buffer.from(events.join(''))
    await holds(row, { body: whole.subarray(0, cut % whole.length) })
  })

  test.prop([fc.shuffledSubarray([...events.keys()])], settings)(
    title(21, 'events reordered and dropped'),
    async (order) => streamed(order.map((index) => events[index] ?? '')),
  )

  test.prop([at, at], settings)(title(22, 'an event twice'), async (from, to) =>
    streamed(events.toSpliced(to, 0, events[from] ?? '')),
  )

  test.prop([at, fc.string()], settings)(title(23, 'a data line that is not JSON'), async (to, words) =>
    streamed(events.toSpliced(to, 0, `data: {${words}\n\n`)),
  )

  test.prop([fc.nat(), fc.uint8Array({ minLength: 1 })], settings)(
    title(24, 'bytes that are no UTF-8'),
    async (cut, bytes) => {
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
    async (field) => streamed(events.map((event) => event.replaceAll(`"${field}":`, '"\uFFFD":'))),
  )

  it(title(26, 'a line of 10 MB'), async () => {
    await streamed([`data: ${'x'.repeat(10_000_000)}\n\n`, ...events])
  })

  it.each([
    ['text of another type', { headers: { 'content-type': 'text/plain' } }],
    ['JSON in name', { headers: { 'content-type': 'application/json' } }],
    ['no body', { body: Buffer.of() }],
    ['HTML with 200', { body: html, headers: { 'content-type': 'text/html' } }],
    ['HTML with 502', { status: 502, body: html, headers: { 'content-type': 'text/html' } }],
    ['a gzip mark without gzip', { headers: { ...sse, 'content-encoding': 'gzip' } }],
  ])(`MODEL-27 ${row.name}: %s`, async (_what, changes) => {
    await holds(row, { body: Buffer.from(events.join('')), ...changes })
  })
})

/** The base stream: two calls, event by event. */
function eventsOf(row: ProviderRow): readonly string[] {
  const call = { id: 'call_1', name: 'weather', arguments: { city: 'Rome' } }
  return row.calls(call, { ...call, id: 'call_2' }).split(/(?<=\n\r?\n)/)
}

/** Whatever is served, the stream ends in one whole answer or one ModelError. */
async function holds(row: ProviderRow, changes: Partial<Served>): Promise<void> {
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
}

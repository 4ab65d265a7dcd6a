import { describe, expect, it, onTestFinished } from 'vitest'
import { toolCallsOf } from '../../src/domain/message.ts'
import { answered, failureOf, modelRequest, serving, streamed, thrownBy } from '../support/model-call.ts'
import { providerRows } from '../support/provider-rows.ts'
import { serveBytes } from '../support/serve-bytes.ts'
import { type CutOptions, collect, type ServedExchange, serveExchanges } from '../support/wire.ts'

const rome = { id: 'call_1', name: 'weather', arguments: { city: 'Rome' } }
const oslo = { id: 'call_2', name: 'weather', arguments: { city: 'Oslo' } }
const lost = { kind: 'NETWORK', retryable: true, status: undefined }

describe.each(providerRows)('MOD-3 the model contract of $name', (row) => {
  const title = (id: number, words: string) => `MODEL-${id} ${row.name}: ${words}`

  async function streamOf(exchange: ServedExchange, cut?: CutOptions) {
    return row.open((await serving([exchange], cut)).baseUrl).stream(modelRequest())
  }
  const read = async (body: string, cut?: CutOptions) => collect(await streamOf(streamed(body), cut))
  const fail = async (exchange: ServedExchange) => failureOf(await streamOf(exchange))

  it(title(1, 'text comes as deltas and as one part'), async () => {
    const { chunks, answer } = await read(row.text('Good ', 'morning'))
    expect(chunks.slice(0, -1)).toEqual([
      { type: 'text', text: 'Good ' },
      { type: 'text', text: 'morning' },
    ])
    const message = { role: 'assistant', messageId: 'message-1' }
    expect(answer).toMatchObject({
      message: { ...message, parts: [{ type: 'text', text: 'Good morning' }] },
      ...{ finishReason: 'STOP', rawFinishReason: row.stop },
    })
  })

  it.each([
    [2, 'a tool call', [rome]],
    [3, 'parallel calls', [rome, oslo]],
    [4, 'a call with empty arguments', [{ ...rome, arguments: {} }]],
  ] as const)(`MODEL-%i ${row.name}: %s comes whole`, async (_id, _what, calls) => {
    const { answer } = await read(row.calls(...calls))
    expect(answer.finishReason).toBe('TOOL_CALLS')
    expect(toolCallsOf(answer.message)).toMatchObject(
      calls.map((call) => ({ callId: call.id, name: call.name, arguments: JSON.stringify(call.arguments) })),
    )
  })

  it(title(5, 'reasoning is apart from text'), async () => {
    expect(await read(row.reasoning('Hm.', 'Yes.'))).toMatchObject({ reasoning: 'Hm.', text: 'Yes.' })
  })

  it(title(6, 'usage counts the cached in the input and the reasoning in the output'), async () => {
    const { answer } = await read(row.text('Hi'))
    expect(answer.usage).toEqual({
      ...{ inputTokens: row.inputTokens, cachedInputTokens: 60, cacheWriteTokens: row.cacheWriteTokens },
      ...{ outputTokens: 50, reasoningTokens: 20 },
    })
  })

  it.each([
    [400, 'BAD_REQUEST', false],
    [401, 'AUTH', false],
    [403, 'AUTH', false],
    [404, 'BAD_REQUEST', false],
    [408, 'TIMEOUT', true],
    [409, 'OVERLOADED', true],
    [425, 'OVERLOADED', true],
    [413, 'CONTEXT_OVERFLOW', false],
    [422, 'BAD_REQUEST', false],
    [429, 'RATE_LIMIT', true],
    [499, 'OVERLOADED', true],
    [500, 'OVERLOADED', true],
    [502, 'OVERLOADED', true],
    [503, 'OVERLOADED', true],
    [504, 'TIMEOUT', true],
    [529, 'OVERLOADED', true],
  ])(`MODEL-7 ${row.name}: HTTP %i is %s`, async (status, kind, retryable) => {
    const failed = await fail(answered(status, { error: { message: 'No' } }))
    expect(failed).toMatchObject({ kind, retryable, status })
  })

  it(title(8, 'a history that is too long is told apart'), async () => {
    expect(await fail(answered(400, row.overflow))).toMatchObject({
      kind: 'CONTEXT_OVERFLOW',
      retryable: false,
    })
  })

  it(title(9, 'a stream that ends early is a lost connection'), async () => {
    const whole = row.text('Good ', 'morning')
    const ends = [...whole.matchAll(/\r?\n\r?\n/g)].map((match) => match.index + match[0].length)
    // The last event of Chat Completions, and of Anthropic, says nothing that the finish reason did not say.
    const reason = /"(?:finish|stop)_reason":"/.exec(whole)?.index
    const marked = reason ?? whole.length
    for (const end of [0, ...ends, ...ends.map((at) => at - 9)].filter((at) => at < marked))
      expect([end, await fail(streamed(whole.slice(0, end)))]).toMatchObject([end, lost])
  })

  it(title(10, 'an abort in a silence closes the socket'), async () => {
    const whole = row.text('Good ', 'morning')
    const half = whole.slice(0, whole.indexOf('morning'))
    const server = await serving([streamed(half, 'silence')])
    const controller = new AbortController()
    const reason = new Error('stop')
    let read = ''
    const reading = async () => {
      const stream = row.open(server.baseUrl).stream(modelRequest({ signal: controller.signal }))
      for await (const chunk of stream) {
        if (chunk.type === 'text') read += chunk.text
        controller.abort(reason)
      }
    }
    await expect(reading()).rejects.toBe(reason)
    await server.requests[0]?.closed
    expect(read).toBe('Good ')
  })

  it(title(30, 'a reader that stops early closes the socket'), async () => {
    const whole = row.text('Good ', 'morning')
    const server = await serving([streamed(whole.slice(0, whole.indexOf('morning')), 'silence')])
    for await (const _ of row.open(server.baseUrl).stream(modelRequest())) break
    await server.requests[0]?.closed
  })

  it(title(11, 'an abort before the first byte is the reason of the abort'), async () => {
    const reason = new Error('stop')
    const request = modelRequest({ signal: AbortSignal.abort(reason) })
    expect(await thrownBy(row.open('http://127.0.0.1:9').stream(request))).toBe(reason)
  })

  it(title(12, 'a refused connection and a reset socket are lost connections'), async () => {
    const gone = await serveExchanges([])
    await gone.close()
    const message = expect.stringMatching(/ECONNREFUSED 127\.0\.0\.1/)
    const refused = await failureOf(row.open(gone.baseUrl).stream(modelRequest()))
    expect(refused).toMatchObject({ ...lost, message })
    expect(await fail(streamed(row.text('Hi').slice(0, 20), 'reset'))).toMatchObject(lost)
  })

  it.each([1, 2, 3])(
    `MODEL-13 MOD-2 ${row.name}: characters are whole in pieces of %i bytes`,
    async (cut) => {
      const pieces = ['Grüße ', 'aus 東京 ', '👩‍👩‍👧 𝄞']
      expect(await read(row.text(...pieces), { cut })).toMatchObject({ text: pieces.join('') })
    },
  )

  it(title(14, 'an abort while the headers are withheld is its reason, and closes the socket'), async () => {
    const closed = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const server = await serveBytes((_request, response) => {
      response.once('close', closed.resolve)
      asked.resolve()
    })
    onTestFinished(() => server.close())
    const controller = new AbortController()
    const reason = new Error('stop')
    const thrown = thrownBy(row.open(server.baseUrl).stream(modelRequest({ signal: controller.signal })))
    await asked.promise
    controller.abort(reason)
    expect(await thrown).toBe(reason)
    await closed.promise
  })

  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1_500],
    ['0 ms beside seconds', { 'retry-after-ms': '0', 'retry-after': '3' }, 3_000],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['the past', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, undefined],
    ['nothing', {}, undefined],
  ])(`MODEL-15 ${row.name}: a wait in %s`, async (_what, headers, retryAfterMs) => {
    const failed = await fail(answered(429, { error: { message: 'Slow down.' } }, headers))
    expect(failed).toMatchObject({ kind: 'RATE_LIMIT', retryable: true })
    expect(failed.retryAfterMs).toBe(retryAfterMs)
  })

  it(title(15, 'a wait until a date'), async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const failed = await fail(answered(503, { error: { message: 'Slow down.' } }, { 'retry-after': date }))
    expect(failed.kind).toBe('OVERLOADED')
    expect(failed.retryAfterMs).toBeGreaterThan(3_000_000)
    expect(failed.retryAfterMs).toBeLessThanOrEqual(3_600_000)
  })

  it.skipIf(row.waitInBody === null)(title(15, 'a wait in the body, before any in the headers'), async () => {
    expect(await fail(answered(429, row.waitInBody))).toMatchObject({ retryAfterMs: 7_000 })
    expect(await fail(answered(429, row.waitInBody, { 'retry-after': '60' }))).toMatchObject({
      message: 'Slow down.',
      retryAfterMs: 7_000,
    })
  })

  it(title(15, 'a wait that a proxy asks for in words of its own'), async () => {
    const headers = { 'content-type': 'text/html', 'retry-after': '5' }
    const failed = await fail({ response: { status: 503, headers, body: '<h1>Busy</h1>' } })
    expect(failed).toMatchObject({ kind: 'OVERLOADED', status: 503, retryable: true, retryAfterMs: 5_000 })
    expect(failed.message).toContain('Busy')
  })

  it(title(16, 'an answer in JSON is the text, and its schema, bound and effort are asked for'), async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    }
    const server = await serving([streamed(row.text('{"city":', '"Rome"}'))])
    const request = modelRequest({
      model: row.model,
      maxOutputTokens: 4_321,
      reasoningEffort: 'LOW',
      responseFormat: { name: 'answer', schema },
    })
    const { answer } = await collect(row.open(server.baseUrl).stream(request))
    expect(answer.message.parts).toMatchObject([{ type: 'text', text: '{"city":"Rome"}' }])
    const { limit, effort, schema: sent } = row.settingsOf(server.requests[0]?.body ?? {})
    expect({ limit, effort: String(effort).toUpperCase(), sent }).toEqual({
      limit: 4_321,
      effort: 'LOW',
      sent: schema,
    })
  })

  it(title(17, 'what is not asked for is not sent'), async () => {
    const server = await serving([streamed(row.text('Hi'))])
    await collect(row.open(server.baseUrl).stream(modelRequest({ model: row.model })))
    const { effort, schema } = row.settingsOf(server.requests[0]?.body ?? {})
    expect({ effort, schema }).toEqual({ effort: undefined, schema: undefined })
  })
})

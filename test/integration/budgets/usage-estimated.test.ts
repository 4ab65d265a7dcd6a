import { describe, expect, it } from 'vitest'
import type { ModelProvider } from '../../../src/domain/model.ts'
import { noTokens } from '../../../src/domain/usage.ts'
import { createAnthropic } from '../../../src/models/anthropic/anthropic.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { chunk, completion, usageChunk } from '../../fixtures/streams/openai-chat.ts'
import { plainEvents } from '../../fixtures/streams/sse.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type RunOptions, testTool } from '../../support/engine.ts'
import { forFile, forTest } from '../../support/for-file.ts'
import { freePort } from '../../support/free-port.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { streamed } from '../../support/model-call.ts'
import { serveExchanges } from '../../support/wire.ts'

/** A server that never counts: each answer calls the tool once more. */
const countless: ModelProvider = {
  name: 'countless',
  async *stream(request) {
    const text = 'These are some ten words of an answer that nobody counts. '.repeat(20)
    yield { type: 'text', text }
    const done = answer(request, text, [{ name: 'look', arguments: { n: request.messages.length } }])
    yield done.type === 'done' ? { ...done, usage: noTokens } : done
  },
}

const live = createLiveModel()

const look = testTool('look', async (args) => args)

const database = forFile(await createTestDatabase())
const nowhere = `http://127.0.0.1:${await freePort()}`
const shut = { ...createOpenAiChat({ apiKey: 'key', baseUrl: `${nowhere}/v1` }), name: 'shut' }
const unreachable = { ...createAnthropic({ apiKey: 'key', baseUrl: nowhere }), name: 'unreachable' }
const engine = forFile(
  await createTestEngine(database, {
    tools: [look],
    providers: [countless, live, shut, unreachable],
    priceOf: ({ usage }) => ({
      costUsd: String((usage.inputTokens + usage.outputTokens) / 100_000),
      priceVersion: 'test',
      pricedAs: 'test',
    }),
  }),
)

const done = sequence({ text: 'Done.' })

const run = (agent: NonNullable<RunOptions['agent']>) => engine.run(done, { agent })

const callsOf = (runId: string) =>
  database.prisma.modelCall.findMany({ where: { runId }, orderBy: { number: 'asc' } })

describe('a server that counts nothing', () => {
  it('MOD-8 is not free: its tokens are estimated from the request and the text received, priced, and marked', async () => {
    const { runId, of } = await run({ model: 'countless/m', maxSteps: 2 })
    const calls = await callsOf(runId)
    expect(calls.length).toBeGreaterThan(1)
    for (const call of calls) {
      expect(call).toMatchObject({ estimated: true, sent: true, errorCode: null })
      expect([call.inputTokens, call.outputTokens]).toEqual([expect.any(Number), expect.any(Number)])
      expect(
        Math.min(call.inputTokens, call.outputTokens, call.costUsd.toNumber() * 100_000),
      ).toBeGreaterThan(0)
    }
    expect(calls[0]?.outputTokens).toBeGreaterThan(180)
    expect(of('UsageReported')[0]).toMatchObject({ usage: { requests: 1, estimatedRequests: 1 } })
    const used = await engine.services.runs.find(engine.project.id, runId)
    expect(used).toMatchObject({ requests: calls.length, estimatedRequests: calls.length })
  })

  it.each([
    ['maxTokens', { maxTokens: 3_000 }],
    ['maxCostUsd', { maxCostUsd: '0.03' }],
  ])('LIM-9 MOD-8 is held to %s', async (_limit, limits) => {
    const { row } = await run({ model: 'countless/m', maxOutputTokens: 500, ...limits })
    expect(row.status).toBe('PAUSED')
    expect(row.stepCount).toBeLessThan(30)
  })

  it('MOD-8 leaves counted tokens as they are, and estimates the rest', async () => {
    live.plays.half = async function* (request) {
      yield { type: 'text', text: 'Hello there.' }
      const whole = answer(request, 'Hello there.')
      yield whole.type === 'done' ? { ...whole, usage: { ...noTokens, inputTokens: 77 } } : whole
    }
    const { runId } = await run({ model: 'live/half' })
    const [call] = await callsOf(runId)
    expect(call).toMatchObject({ estimated: true, inputTokens: 77 })
    expect(call?.outputTokens).toBeGreaterThan(0)
  })

  it.each([
    ['more than any call takes', { inputTokens: 9e15, outputTokens: 3e9 }],
    ['less than nothing', { inputTokens: -5, outputTokens: -5, cachedInputTokens: -1 }],
    ['fractions', { inputTokens: 1.5, outputTokens: 2.5 }],
    ['what is no number', { inputTokens: Number.NaN, outputTokens: Number.POSITIVE_INFINITY }],
  ])('MOD-8 TAS-5 is what one is that counts %s: its answer is paid for once', async (_what, counted) => {
    let asked = 0
    live.plays.liar = async function* (request) {
      asked += 1
      yield { type: 'text', text: 'Hello there.' }
      const whole = answer(request, 'Hello there.')
      yield whole.type === 'done' ? { ...whole, usage: { ...noTokens, ...counted } } : whole
    }
    const { runId, row } = await run({ model: 'live/liar' })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Hello there.', recoveries: 0 })
    expect(asked).toBe(1)
    const [call] = await callsOf(runId)
    expect(call).toMatchObject({ estimated: true, cachedInputTokens: 0 })
    expect(call?.inputTokens).toBeGreaterThan(0)
    expect(call?.inputTokens).toBeLessThan(1_000)
    expect(call?.outputTokens).toBeGreaterThan(0)
    expect(call?.outputTokens).toBeLessThan(1_000)
  })
})

describe('a request', () => {
  it.each([
    ['no server listens', () => 'shut/m', 'NETWORK'],
    ['no server of the Anthropic API listens', () => 'unreachable/m', 'NETWORK'],
    ['there is no such provider', () => 'nobody/m', 'AUTH'],
  ])('MOD-8 is not counted where %s', async (_why, model, errorCode) => {
    const { runId, row, of } = await run({ model: model(), modelRetry: { maxAttempts: 2, baseMs: 1 } })
    expect(row.status).toBe('FAILED')
    const calls = await callsOf(runId)
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) expect(call).toMatchObject({ sent: false, errorCode })
    expect(of('RunFailed')).toHaveLength(1)
    expect(await engine.services.runs.find(engine.project.id, runId)).toMatchObject({ requests: 0 })
  })

  it('MOD-8 is counted once it went out, answered or not', async () => {
    const { runId } = await engine.run(() => ({ error: { kind: 'BAD_REQUEST' } }), {})
    expect(await engine.services.runs.find(engine.project.id, runId)).toMatchObject({ requests: 1 })
  })
})

describe('a server that drops the oldest messages in silence', () => {
  it('CTX-1 MOD-3 is noticed by its count: the run is warned, once', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 5, total_tokens: 905 }
    const body = (deltas: readonly object[], finish: string) =>
      plainEvents(
        ...deltas.map((delta) => ({ ...chunk({ ...delta }), system_fingerprint: 'fp_ollama' })),
        chunk({}, finish),
        usageChunk(usage),
      )
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
    const server = forTest(
      await serveExchanges([
        streamed(body([{ tool_calls: [call] }], 'tool_calls')),
        streamed(body([{ content: 'Hi' }], 'stop')),
      ]),
    )
    const ollama = { ...createOpenAiChat({ apiKey: null, baseUrl: `${server.baseUrl}/v1` }), name: 'ollama' }
    const own = forTest(await createTestEngine(database, { tools: [look], providers: [ollama] }))
    const { of, row } = await own.run(done, {
      agent: { model: 'ollama/m' },
      trigger: { input: 'many words of a long request '.repeat(400) },
    })
    expect(row.status).toBe('COMPLETED')
    expect(of('Warning').filter(({ code }) => code === 'PROMPT_CUT')).toMatchObject([
      { message: expect.stringContaining('ollama/m read 900 tokens of a request of about') },
    ])
  })

  it('CTX-1 a server that answers whole prompts is not suspected', async () => {
    const server = forTest(await serveExchanges([streamed(completion([{ content: 'Hi' }]))]))
    const chat = { ...createOpenAiChat({ apiKey: null, baseUrl: `${server.baseUrl}/v1` }), name: 'ollama' }
    const own = forTest(await createTestEngine(database, { providers: [chat] }))
    const { of } = await own.run(done, { agent: { model: 'ollama/m' } })
    expect(of('Warning')).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import type { ScriptedTurn } from '../../../src/models/scripted.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { perRequest } from '../../support/per-request.ts'

const clock = createFakeClock()

const live = createLiveModel()

const echo = testTool('echo', async (args) => args)

const database = forFile(await createTestDatabase())
const engine = forFile(
  await createTestEngine(database, {
    clock,
    tools: [echo],
    providers: [live],
    leaseMs: 600_000,
  }),
)

const overloaded: ScriptedTurn = { error: { kind: 'OVERLOADED', retryable: true } }

const fine: ScriptedTurn = { text: 'All is well.' }

async function callsOf(runId: string) {
  return database.prisma.modelCall.findMany({ where: { runId }, orderBy: { attempt: 'asc' } })
}

describe('a model call', () => {
  test('MOD-4 is tried five times, then given up with the error', async () => {
    const { script, asked } = perRequest(overloaded)
    const { row, runId, of } = await engine.run(script)
    expect(asked()).toBe(5)
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    expect(row.errorMessage).toMatch(/OVERLOADED after 5 tries, The script fails with OVERLOADED\.$/)
    expect((await callsOf(runId)).map((call) => [call.attempt, call.errorCode])).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => [attempt, 'OVERLOADED']),
    )
    expect(of('Warning').map((warning) => warning.code)).toEqual(Array(4).fill('MODEL_RETRY'))
  })

  test('MOD-4 waits as long as the provider asks, and no shorter', async () => {
    const error = { kind: 'RATE_LIMIT', retryable: true, retryAfterMs: 7_000 } as const
    const { script, asked } = perRequest({ error }, fine)
    const runId = await engine.trigger(script)
    await clock.sleeperOf(7_000)
    await clock.advance(6_999)
    expect(asked()).toBe(1)
    await clock.advance(1)
    const { row, of } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 1, summary: 'All is well.' })
    expect(of('Warning')).toMatchObject([{ message: expect.stringContaining('7000 ms') }])
  })

  test('MOD-4 counts its tries anew in the next turn', async () => {
    const call = { toolCalls: [{ name: 'echo', arguments: {} }] }
    const turns = [...Array(4).fill(overloaded), call, ...Array(4).fill(overloaded), fine]
    const { script } = perRequest(...turns)
    expect((await engine.run(script)).row).toMatchObject({ status: 'COMPLETED', stepCount: 2 })
  })

  test('MOD-8 takes no less than no time, also where the clock of its process is set back meanwhile', async () => {
    let backMs = 0
    const now = () => systemClock.now() - backMs
    const own = await createTestEngine(database, { providers: [live], clock: { ...systemClock, now } })
    live.plays.late = async function* (request) {
      backMs = 3_600_000
      yield { type: 'text', text: 'At last.' }
      yield answer(request, 'At last.')
    }
    const { runId } = await own.run(() => ({ text: '' }), { agent: { model: 'live/late' } })
    const [call] = await callsOf(runId)
    expect(call?.latencyMs).toBeGreaterThanOrEqual(0)
    expect(call?.timeToFirstTokenMs).toBeGreaterThanOrEqual(0)
    await own.close()
  })

  test('MOD-4 that cannot be mended is not tried again', async () => {
    const { script, asked } = perRequest({ error: { kind: 'BAD_REQUEST' } }, fine)
    expect((await engine.run(script)).row.status).toBe('FAILED')
    expect(asked()).toBe(1)
  })

  test('MOD-3 an unknown failure of a provider is UNKNOWN, and a stream without an end is a lost connection', async () => {
    let asked = 0
    live.plays.odd = async function* (request) {
      asked += 1
      if (asked === 1) return
      if (asked === 2) throw new Error('What is this?')
      yield answer(request, 'never')
    }
    const { row, runId } = await engine.run(() => fine, { agent: { model: 'live/odd' } })
    expect(row.status).toBe('FAILED')
    expect((await callsOf(runId)).map((call) => [call.errorCode, call.errorMessage])).toEqual([
      ['NETWORK', 'The stream ended without an answer.'],
      ['UNKNOWN', 'What is this?'],
    ])
  })
})

describe('the text of a model', () => {
  test('EVT-1 is cleaned where PostgreSQL could not hold it, in every place where it is stored', async () => {
    const strange = { reasoning: 'r\u0000r', text: 'a\u0000b\ud800c' }
    const call = { toolCalls: [{ name: 'echo', arguments: '{"x":"\\u0000\\ud800"}' }] }
    const { row, runId, of } = await engine.run(perRequest({ ...strange, ...call }, strange).script)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'ab\ufffdc' })
    expect(of('FinalAnswer')).toEqual([{ text: 'ab\ufffdc' }])
    expect(of('ActionStarted')).toMatchObject([{ parameters: { x: '\ufffd' } }])
    expect(await database.prisma.step.findFirst({ where: { runId } })).toMatchObject({ reasoning: 'rr' })
  })

  test('MOD-3 nothing at all is an answer without words, and a blocked one is none', async () => {
    expect((await engine.run(() => ({}))).row).toMatchObject({ status: 'COMPLETED', summary: '' })
    live.plays.blocked = async function* (request) {
      const end = answer(request, '')
      yield end.type === 'done' ? { ...end, finishReason: 'CONTENT_FILTER' } : end
    }
    const { row } = await engine.run(() => fine, { agent: { model: 'live/blocked' } })
    expect(row.errorMessage).toContain('CONTENT_BLOCKED')
  })
})

describe('the record of model calls', () => {
  test('MOD-8 has each attempt once, with its usage, cost and times; the leaves add up to the total', async () => {
    live.plays.paid = async function* (request) {
      yield { type: 'text', text: 'So' }
      await clock.sleep(3_000, request.signal)
      yield answer(request, 'So be it.')
    }
    const { script } = perRequest({ text: 'x', ...overloaded }, { error: { kind: 'AUTH' } })
    const runId = await engine.trigger(script, { agent: { fallbackModels: ['live/paid'] } })
    await clock.sleeperOf(3_000)
    await clock.advance(3_000)
    const { of, row } = await engine.finished(runId)
    const calls = await callsOf(runId)
    expect(calls).toMatchObject([
      {
        attempt: 1,
        provider: 'scripted',
        errorCode: 'OVERLOADED',
        estimated: true,
        pricedAs: 'test',
        purpose: 'LOOP',
      },
      { attempt: 2, provider: 'scripted', errorCode: 'AUTH', timeToFirstTokenMs: null },
      {
        attempt: 3,
        provider: 'live',
        model: 'paid',
        errorCode: null,
        inputTokens: 10,
        outputTokens: 5,
        pricedAs: 'test',
        priceVersion: 'test',
        latencyMs: 3_000,
        timeToFirstTokenMs: 0,
      },
    ])
    expect(calls.map((call) => call.costUsd.toString())).toEqual(['0.01', '0', '0.01'])
    const [guessed] = calls
    expect(guessed?.inputTokens).toBeGreaterThan(0)
    expect(of('RunCompleted')).toMatchObject([
      {
        usage: {
          requests: 3,
          inputTokens: 10 + (guessed?.inputTokens ?? 0),
          outputTokens: 5 + (guessed?.outputTokens ?? 0),
          costUsd: '0.02',
        },
      },
    ])
    expect(of('UsageReported').map(({ usage }) => [usage.requests, usage.costUsd])).toEqual([
      [1, '0.01'],
      [1, '0'],
      [1, '0.01'],
    ])
    expect(row.durationMs).toBeGreaterThanOrEqual(3_000)
  })
})

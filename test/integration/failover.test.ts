import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ModelError } from '../../src/domain/model.ts'
import type { ScriptedTurn } from '../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTestEngine, type FinishedRun, type TestEngine, testTool } from '../support/engine.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { answer, createLiveModel, untilAborted } from '../support/live-model.ts'
import { perRequest } from '../support/per-request.ts'

const clock = createFakeClock()
const live = createLiveModel()
const other = createLiveModel('other')
const echo = testTool('echo', async (args) => args)
let database: TestDatabase
let engine: TestEngine

beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, {
    clock,
    tools: [echo],
    providers: [live, other],
    leaseMs: 600_000,
  })
})

afterAll(async () => {
  await engine.close()
  await database.drop()
})

const overloaded: ScriptedTurn = { error: { kind: 'OVERLOADED', retryable: true } }
const fine: ScriptedTurn = { text: 'All is well.' }

async function callsOf(runId: string) {
  return database.prisma.modelCall.findMany({ where: { runId }, orderBy: { attempt: 'asc' } })
}

/** What a client shows that follows the log: deltas appended, discarded messages dropped. */
function shownBy({ events }: FinishedRun): string {
  const texts = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'TextDelta') {
      const { messageId, offset, text } = event.data
      const before = texts.get(messageId) ?? ''
      expect(offset).toBe(before.length)
      texts.set(messageId, before + text)
    }
    if (event.type === 'AttemptDiscarded') texts.delete(event.data.messageId)
  }
  return [...texts.values()].join('')
}

describe('failover', () => {
  test.for(['AUTH', 'CONTEXT_OVERFLOW', 'CONTENT_BLOCKED', 'BAD_REQUEST'] as const)(
    'MOD-5 after %s the next model answers, and the log says so',
    async (kind) => {
      const { slug } = await engine.define(() => fine)
      const next = `scripted/${slug}`
      const run = await engine.run(() => ({ error: { kind } }), { agent: { fallbackModels: [next] } })
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All is well.', stepCount: 1 })
      const calls = await callsOf(run.runId)
      expect(run.of('ModelSwitched')).toEqual([
        { fromModel: `scripted/${calls[0]?.model}`, toModel: next, reason: kind },
      ])
      expect(calls.map((call) => call.attempt)).toEqual([1, 2])
    },
  )

  test('MOD-5 a rate limit of more than a minute goes to the next model at once', async () => {
    const { slug } = await engine.define(() => fine)
    const error = { kind: 'RATE_LIMIT', retryable: true, retryAfterMs: 60_001 } as const
    const { of } = await engine.run(() => ({ error }), { agent: { fallbackModels: [`scripted/${slug}`] } })
    expect(of('ModelSwitched')).toMatchObject([{ reason: 'RATE_LIMIT' }])
  })

  test('MOD-5 a provider that is not set up is passed over, and named where nobody answers', async () => {
    live.plays.ready = async function* (request) {
      yield answer(request, 'Here.')
    }
    const agent = { model: 'anthropic/claude', fallbackModels: ['live/ready'] }
    expect((await engine.run(() => fine, { agent })).row.summary).toBe('Here.')
    const { row } = await engine.run(() => fine, { agent: { model: 'anthropic/claude' } })
    expect(row.errorMessage).toMatch(
      /anthropic\/claude: AUTH .*anthropic is not set up\. Set ANTHROPIC_API_KEY/,
    )
  })

  test('MOD-5 where all are exhausted the error lists each, a model named twice once', async () => {
    const agent = { model: 'live/none', fallbackModels: ['other/none', 'live/none'] }
    const fail = (message: string) =>
      async function* () {
        yield* []
        throw new ModelError('AUTH', message, { retryable: false })
      }
    live.plays.none = fail('No key.')
    other.plays.none = fail('Old key.')
    const { row, runId } = await engine.run(() => fine, { agent })
    expect(row.errorMessage).toMatch(/live\/none: AUTH .*No key; other\/none: AUTH .*Old key\.$/)
    expect(await callsOf(runId)).toHaveLength(2)
  })

  test('MOD-5 the next turn begins with the first model again', async () => {
    other.plays.step = async function* (request) {
      const isFirst = request.messages.length === 1
      yield isFirst ? answer(request, '', [{ name: 'echo', arguments: {} }]) : answer(request, 'Second.')
    }
    const { script, asked } = perRequest({ error: { kind: 'AUTH' } }, fine)
    const { row } = await engine.run(script, { agent: { fallbackModels: ['other/step'] } })
    expect(asked()).toBe(2)
    expect(row.summary).toBe('All is well.')
  })
})

describe('a discarded attempt', () => {
  test('MOD-6 is named by its message, and its text is never doubled', async () => {
    const half = { ...overloaded, reasoning: 'Let me see.', text: 'All is' }
    const run = await engine.run(perRequest(half, half, fine).script)
    const calls = await callsOf(run.runId)
    expect(run.of('AttemptDiscarded')).toEqual(
      calls.slice(0, 2).map((call) => ({ messageId: call.messageId, reason: 'OVERLOADED' })),
    )
    expect(shownBy(run)).toBe('All is well.')
    expect(run.row.summary).toBe('All is well.')
    expect(await database.prisma.message.count({ where: { runId: run.runId } })).toBe(2)
  })

  test('MOD-6 that showed nothing is not announced', async () => {
    const run = await engine.run(perRequest(overloaded, fine).script)
    expect(run.types).not.toContain('AttemptDiscarded')
  })

  test('MOD-6 of a failed run leaves no text behind', async () => {
    const run = await engine.run(() => ({ text: 'Half', error: { kind: 'AUTH' } }))
    expect(shownBy(run)).toBe('')
    expect(run.row.summary).toBeNull()
  })
})

describe('a silent provider', () => {
  test('MOD-5 is given up after two minutes without a sign, not of work, and the next model is asked', async () => {
    const more = Promise.withResolvers<void>()
    live.plays.silent = async function* ({ signal }) {
      yield { type: 'text', text: 'Well' }
      await more.promise
      yield { type: 'text', text: ', er' }
      yield await untilAborted(signal)
    }
    const { slug } = await engine.define(() => fine)
    const runId = await engine.trigger(() => fine, {
      agent: { model: 'live/silent', fallbackModels: [`scripted/${slug}`] },
    })
    await engine.seen(runId, 'TextDelta')
    await clock.advance(100_000)
    more.resolve()
    await clock.advance(0)
    await clock.advance(100_000)
    expect(await callsOf(runId)).toEqual([])
    await clock.advance(20_000)
    const run = await engine.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All is well.' })
    expect(run.of('ModelSwitched')).toMatchObject([{ fromModel: 'live/silent', reason: 'TIMEOUT' }])
    expect(shownBy(run)).toBe('All is well.')
    expect(live.requests.at(-1)?.signal.aborted).toBe(true)
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ModelError, type ModelErrorKind } from '../../../src/domain/model.ts'
import type { ScriptedTurn } from '../../../src/models/scripted.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestEngine, type FinishedRun, type TestEngine, testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play, untilAborted } from '../../support/live-model.ts'
import { perRequest } from '../../support/per-request.ts'

const clock = createFakeClock()

const live = createLiveModel()

const other = createLiveModel('other')

const echo = testTool('echo', async (args) => args)

const { database, engine } = await engineForFile({
  clock,
  tools: [echo],
  providers: [live, other],
  leaseMs: 600_000,
})

// Models in a cool-down after one test are available again for the next.
afterEach(() => clock.advance(3_600_000))

const overloaded: ScriptedTurn = { error: { kind: 'OVERLOADED', retryable: true } }

const fine: ScriptedTurn = { text: 'All is well.' }

const callsIn = ({ prisma }: TestDatabase, runId: string) =>
  prisma.modelCall.findMany({ where: { runId }, orderBy: { attempt: 'asc' } })

const callsOf = (runId: string) => callsIn(database, runId)

function refused(kind: ModelErrorKind, message: string, retryAfterMs?: number): Play {
  return async function* () {
    yield* []
    throw new ModelError(kind, message, { retryable: kind === 'RATE_LIMIT', retryAfterMs })
  }
}

/** Text shown by a client that follows the log: deltas appended, discarded messages dropped. */
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
      expect(run.of('ModelSwitched')).toMatchObject([
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
    const { script, asked } = perRequest({ error: { kind: 'BAD_REQUEST' } }, fine)
    const { row, of } = await engine.run(script, { agent: { fallbackModels: ['other/step'] } })
    expect(asked()).toBe(2)
    expect(row.summary).toBe('All is well.')
    expect(of('ModelSwitched').map(({ reason }) => reason)).toEqual(['BAD_REQUEST', 'FIRST_CHOICE'])
  })

  test('MOD-5 a model that failed rests: the next turn, and the next run, ask the other one first', async () => {
    other.plays.steady = async function* (request) {
      const isFirst = request.messages.length === 1
      yield isFirst ? answer(request, '', [{ name: 'echo', arguments: {} }]) : answer(request, 'Steady.')
    }
    live.plays.flaky = refused('TIMEOUT', 'Too slow.')
    const agent = { model: 'live/flaky', fallbackModels: ['other/steady'] }
    const asked = () => live.requests.filter(({ model }) => model === 'flaky').length
    const first = await engine.run(() => fine, { agent })
    expect(first.of('ModelSwitched')).toMatchObject([{ reason: 'TIMEOUT' }])
    expect(asked()).toBe(1)
    const second = await engine.run(() => fine, { agent })
    expect(second.of('ModelSwitched')).toMatchObject([{ toModel: 'other/steady', reason: 'COOLING_DOWN' }])
    expect(asked()).toBe(1)
    await clock.advance(60_000)
    live.plays.flaky = async function* (request) {
      yield answer(request, 'Awake again.')
    }
    expect((await engine.run(() => fine, { agent })).row.summary).toBe('Awake again.')
  })

  test('MOD-5 when all rest, the one that is ready first is asked all the same', async () => {
    live.plays.only = refused('TIMEOUT', 'Too slow.')
    const agent = { model: 'live/only' }
    expect((await engine.run(() => fine, { agent })).row.status).toBe('FAILED')
    live.plays.only = async function* (request) {
      yield answer(request, 'Here.')
    }
    expect((await engine.run(() => fine, { agent })).row.summary).toBe('Here.')
  })
})

describe('auth profiles', () => {
  const agent = { model: 'keyed/m', fallbackModels: ['other/spare'] }
  const keys = [createLiveModel('keyed'), createLiveModel('keyed')]
  let keyed: TestEngine
  // A database of their own: any worker may take up any run.
  let place: TestDatabase

  beforeAll(async () => {
    place = await createTestDatabase()
    other.plays.spare = async function* (request) {
      yield answer(request, 'From the spare.')
    }
    keyed = await createTestEngine(place, { clock, providers: [...keys, other], leaseMs: 600_000 })
  })
  afterAll(async () => {
    await keyed.close()
    await place.drop()
  })
  const callsOf = (runId: string) => callsIn(place, runId)

  function plays(...outcomes: readonly Play[]): void {
    for (const [index, play] of outcomes.entries()) if (keys[index]) keys[index].plays.m = play
  }
  const speaks: Play = async function* (request) {
    yield answer(request, 'From a key.')
  }

  test('MOD-5 after a refused key the next key is asked, then the next model; refused keys rest', async () => {
    plays(refused('AUTH', 'Revoked.'), speaks)
    const first = await keyed.run(() => fine, { agent })
    expect(first.row.summary).toBe('From a key.')
    expect(first.of('ModelSwitched')).toEqual([
      { fromModel: 'keyed/m', toModel: 'keyed/m', reason: 'AUTH', fromProfile: 1, toProfile: 2 },
    ])
    expect((await callsOf(first.runId)).map(({ profile, errorCode }) => [profile, errorCode])).toEqual([
      [1, 'AUTH'],
      [2, null],
    ])
    const second = await keyed.run(() => fine, { agent })
    expect((await callsOf(second.runId)).map(({ profile }) => profile)).toEqual([2])
    plays(refused('AUTH', 'Revoked.'), refused('AUTH', 'Revoked too.'))
    const third = await keyed.run(() => fine, { agent })
    expect(third.row.summary).toBe('From the spare.')
  })

  test('MOD-5 KEY-5 a model that a key may not use makes no other model of the key rest', async () => {
    for (const key of keys)
      key.plays.locked = async function* () {
        yield* []
        throw new ModelError('AUTH', 'Not for you.', { retryable: false, status: 403 })
      }
    plays(speaks, speaks)
    await keyed.run(() => fine, { agent: { model: 'keyed/locked' } })
    const run = await keyed.run(() => fine, { agent })
    expect(run.row.summary).toBe('From a key.')
    expect(run.of('ModelSwitched')).toEqual([])
  })

  test('MOD-5 a rate-limited key gives way to the next at once, without a wait', async () => {
    plays(refused('RATE_LIMIT', 'Slow down.', 5_000), speaks)
    const run = await keyed.run(() => fine, { agent })
    expect(run.of('ModelSwitched')).toMatchObject([{ reason: 'RATE_LIMIT', toProfile: 2 }])
    expect(run.of('Warning')).toEqual([])
  })

  test('MOD-5 a key that rests is better than none', async () => {
    plays(refused('AUTH', 'Revoked.'), speaks)
    await keyed.run(() => fine, { agent })
    plays(speaks, refused('RATE_LIMIT', 'Much later.', 90_000))
    const run = await keyed.run(() => fine, { agent: { model: 'keyed/m' } })
    expect(run.row.summary).toBe('From a key.')
    expect((await callsOf(run.runId)).map(({ profile }) => profile)).toEqual([2, 1])
  })

  test('MOD-5 no key stands in a row, an event or an error', async () => {
    plays(refused('AUTH', 'No.'), refused('AUTH', 'No.'))
    const run = await keyed.run(() => fine, { agent: { model: 'keyed/m' } })
    expect(run.row.errorMessage).toBe(
      'No model answered. keyed/m (key 1): AUTH after 1 try, No; keyed/m (key 2): AUTH after 1 try, No.',
    )
  })

  test('MOD-4 a page of a proxy is quoted by its words, and no full stop stands behind a question', async () => {
    plays(refused('AUTH', '403 <html>error code: 1020</html>'), refused('AUTH', 'Is the base URL right?'))
    const run = await keyed.run(() => fine, { agent: { model: 'keyed/m' } })
    expect(run.row.errorMessage).toBe(
      'No model answered. keyed/m (key 1): AUTH after 1 try, 403 error code: 1020; keyed/m (key 2): AUTH after 1 try, Is the base URL right?',
    )
  })
})

describe('a model whose window is too small', () => {
  const windows: Record<string, number> = { big: 100_000, small: 1_000 }
  const long = 'word '.repeat(5_000)
  let sized: TestEngine
  let place: TestDatabase

  beforeAll(async () => {
    place = await createTestDatabase()
    const modelInfo = (_: string, model: string) => ({
      contextWindow: windows[model] ?? null,
      maxOutputTokens: null,
    })
    sized = await createTestEngine(place, { clock, providers: [live, other], modelInfo, leaseMs: 600_000 })
  })
  afterAll(async () => {
    await sized.close()
    await place.drop()
  })
  const callsOf = (runId: string) => callsIn(place, runId)

  test('MOD-5 is passed over for one that holds the conversation, wherever it stands', async () => {
    live.plays.big = refused('BAD_REQUEST', 'No.')
    other.plays.small = refused('BAD_REQUEST', 'Never asked.')
    other.plays.big = async function* (request) {
      yield answer(request, 'It fits.')
    }
    const agent = { model: 'live/big', fallbackModels: ['other/small', 'other/big'] }
    const run = await sized.run(() => fine, { agent, trigger: { input: long } })
    expect(run.row.summary).toBe('It fits.')
    expect((await callsOf(run.runId)).map(({ provider, model }) => `${provider}/${model}`)).toEqual([
      'live/big',
      'other/big',
    ])
    expect(run.types).not.toContain('CompactionStarted')
  })

  test('MOD-5 is named with both sizes, where nobody else answers', async () => {
    live.plays.big = refused('BAD_REQUEST', 'No.')
    const agent = { model: 'live/big', fallbackModels: ['other/small'], compaction: null }
    const run = await sized.run(() => fine, { agent, trigger: { input: long } })
    expect(run.row.errorMessage).toMatch(
      /other\/small: the conversation takes about \d+ tokens, and its context window has room for \d+/,
    )
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

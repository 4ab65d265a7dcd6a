import { expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { type ModelChunk, ModelError, type ModelRequest } from '../../../src/domain/model.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import { countRequest } from '../../../src/engine/context/count-tokens.ts'
import { type Script, type ScriptedTurn, sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, type FinishedRun, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { finishedBy } from '../../support/finished-by.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play } from '../../support/live-model.ts'
import { liveThroughDeath } from '../../support/live-through-death.ts'
import { slowTool, slowWords } from '../../support/slowly.ts'
import { eachPoint } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())

const options = { concurrency: 1, leaseMs: 3_600_000 }

/** An answer of a provider that counts as we estimate. */
function counted(request: ModelRequest, ...said: [string, { name: string; arguments: Json }[]?]): ModelChunk {
  const chunk = answer(request, ...said)
  return chunk.type === 'done'
    ? { ...chunk, usage: { ...chunk.usage, inputTokens: countRequest(request) } }
    : chunk
}

/** Expectations about any log. */
function expectWhole({ events, types }: FinishedRun): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, place) => place + 1))
  expect(types.filter((type) => type === 'RunStarted')).toHaveLength(1)
  expect(types.at(-1)).toBe('RunCompleted')
}

/** Outcomes of a run at each place where its process may die, `least` places or more. */
async function atEachDeath(
  script: () => Script,
  agent: object,
  { least, look }: { readonly least: number; readonly look: (run: FinishedRun) => void },
): Promise<void> {
  const deaths = await eachPoint(
    async (nth) => {
      const calls: string[] = []
      const pay = testTool('pay', async (_args, { idempotencyKey }) => {
        calls.push(idempotencyKey)
        return 'Paid.'
      })
      const tools = [slowTool({ ...pay, effect: 'once' })]
      const run = await liveThroughDeath(database, nth, { ...options, tools }, (engine) =>
        engine.trigger(slowWords(script()), { agent }),
      )
      if (!run) return false
      expectWhole(run)
      expect(calls.length).toBeLessThanOrEqual(1)
      look(run)
      return true
    },
    { least },
  )
  expect(deaths).toBeGreaterThanOrEqual(least)
}

test('DUR-1 MOD-4 a run whose process dies in a backoff, or beside it, asks again and completes', {
  timeout: 60_000,
}, async () => {
  /** Each turn is overloaded twice before it answers. */
  const stubborn = (): Script => {
    let asked = 0
    const turns = sequence({ toolCalls: [{ name: 'pay', arguments: {} }] }, { text: 'It is paid.' })
    return (situation) =>
      asked++ % 3 === 2 ? turns(situation) : { error: { kind: 'OVERLOADED', retryable: true } }
  }
  await atEachDeath(
    stubborn,
    { modelRetry: { maxAttempts: 5, baseMs: 20, capMs: 50 } },
    {
      least: 6,
      look: ({ row }) => expect(row).toMatchObject({ status: 'COMPLETED', summary: 'It is paid.' }),
    },
  )
})

test('DUR-1 MOD-4 the next owner of a run in a backoff waits for its rest, and continues the count', async () => {
  const retryAfterMs = 2_000
  const askedAt: number[] = []
  const live = createLiveModel()
  live.plays.busy = async function* (request) {
    askedAt.push(Date.now())
    if (askedAt.length < 3)
      throw new ModelError('RATE_LIMIT', 'Slow down.', { retryable: true, retryAfterMs })
    yield answer(request, 'At last.')
  }
  const each = { ...options, providers: [live] }
  const first = await createTestEngine(database, each)
  const modelRetry = { maxAttempts: 3, baseMs: 1, capMs: 10_000 }
  const runId = await first.trigger(sequence(), { agent: { model: 'live/busy', modelRetry } })
  const isWarned = { runId, type: 'Warning', data: { path: ['code'], equals: 'MODEL_RETRY' } }
  await eventually(() => database.prisma.event.count({ where: isWarned })).toBe(1)
  await first.die()
  const next = await createTestEngine(database, { ...each, project: first.project })
  await next.seen(runId, 'RunRecovered')
  await first.close()
  const { row } = await next.finished(runId)
  await next.close()
  expect(row).toMatchObject({ status: 'COMPLETED', summary: 'At last.', recoveries: 1 })
  const [one = 0, two = 0, three = 0] = askedAt
  expect(two - one).toBeGreaterThanOrEqual(retryAfterMs)
  expect(three - two).toBeGreaterThanOrEqual(retryAfterMs)
  const calls = await database.prisma.modelCall.findMany({ where: { runId }, orderBy: { number: 'asc' } })
  expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
})

test('DUR-1 LOOP-10 a run whose process dies between the parts of an answer goes on with it, and says no part twice', {
  timeout: 60_000,
}, async () => {
  /** A call, an answer in three parts, and what is empty at first in a last turn. */
  const script =
    (): Script =>
    ({ messages }) => {
      const said = messages.filter(({ role }) => role === 'assistant').length
      const parts: readonly ScriptedTurn[] = [
        { toolCalls: [{ name: 'pay', arguments: {} }] },
        { text: '' },
        { text: 'One, ', finishReason: 'LENGTH' },
        { text: 'two, ', finishReason: 'LENGTH' },
      ]
      return parts[said] ?? { text: 'three.' }
    }
  await atEachDeath(
    script,
    {},
    {
      least: 6,
      look: ({ row, of }) => {
        expect(row).toMatchObject({ status: 'COMPLETED', summary: 'One, two, three.', stepCount: 2 })
        expect(of('FinalAnswer')).toEqual([{ text: 'One, two, three.' }])
        const codes = of('Warning').map(({ code }) => code)
        expect(codes).toEqual(['ANSWER_TRUNCATED', 'ANSWER_TRUNCATED'])
      },
    },
  )
})

test('DUR-1 LOOP-10 RUN-5 a run whose process dies as its answer is given up is PAUSED with it all the same', {
  timeout: 60_000,
}, async () => {
  const script = (): Script => () => ({ text: 'on and ', finishReason: 'LENGTH' })
  await atEachDeath(
    script,
    { maxContinuations: 1 },
    {
      least: 4,
      look: ({ row, of }) => {
        expect(row).toMatchObject({
          status: 'PAUSED',
          terminationReason: 'TOKEN_LIMIT',
          summary: 'on and on and',
        })
        expect(of('Warning')).toHaveLength(2)
      },
    },
  )
})

test('DUR-1 LIM-6 a run whose process dies while it says its last word says one, and is not asked for another', {
  timeout: 60_000,
}, async () => {
  const script = () =>
    sequence({ toolCalls: [{ name: 'pay', arguments: {} }] }, { text: 'As far as I came.' })
  await atEachDeath(
    script,
    { maxSteps: 1 },
    {
      least: 4,
      look: ({ row, types, of }) => {
        expect(row).toMatchObject({
          status: 'PAUSED',
          terminationReason: 'MAX_STEPS',
          summary: 'As far as I came.',
        })
        expect(types.filter((type) => type === 'Terminating')).toHaveLength(1)
        expect(of('RunCompleted')).toHaveLength(1)
      },
    },
  )
})

test.each([
  ['instead of writing its first compaction', (seen: number, compacts: boolean) => compacts && seen === 0],
  ['right after its first compaction', (seen: number, compacts: boolean) => !compacts && seen === 1],
])(
  'DUR-1 CTX-2 a run whose process dies %s still knows its first message',
  { timeout: 60_000 },
  async (_where, isLast) => {
    let seen = 0
    const doomed = createDoomed((commit: RunCommit) => {
      const compacts = (commit.compactions?.length ?? 0) > 0
      const dies = isLast(seen, compacts)
      if (compacts && !dies) seen += 1
      return dies
    })
    const live = createLiveModel()
    let dug = 0
    live.plays.digger = async function* (request) {
      if (request.tools.length === 0) return yield counted(request, 'Dug a while.')
      dug += 1
      if (dug <= 24) return yield counted(request, `Dig ${dug}.`, [{ name: 'dig', arguments: { dug } }])
      const knows = JSON.stringify(request.messages).includes('heron-42')
      yield counted(request, knows ? 'The password is heron-42.' : 'I have forgotten it.')
    }
    const dig = testTool('dig', async () => 'stone and sand, '.repeat(200))
    const facts = () => ({ contextWindow: 8_000, maxOutputTokens: 1_000 })
    const each = { ...options, tools: [dig], providers: [live], modelInfo: facts }
    const first = await createTestEngine(database, { ...each, replace: doomed.replace })
    const trigger = { input: 'The password is heron-42. Dig, then tell it.' }
    const runId = await first.trigger(sequence(), { agent: { model: 'live/digger' }, trigger })
    await doomed.dead
    await first.die()
    const next = await createTestEngine(database, each)
    const run = await next.finished(runId)
    doomed.bury()
    await Promise.all([first.close(), next.close()])
    expectWhole(run)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'The password is heron-42.' })
    expect(run.types).toContain('RunRecovered')
    const messages = await database.prisma.message.findMany({
      where: { runId },
      orderBy: { position: 'asc' },
    })
    expect(messages.map(({ position }) => position)).toEqual(messages.map((_, place) => place))
  },
)

/** The messages that a model gave, as its provider would bill them. */
function billed(live: ReturnType<typeof createLiveModel>, name: string, play: Play): readonly string[] {
  const answered: string[] = []
  live.plays[name] = async function* (request) {
    for await (const chunk of play(request)) {
      if (chunk.type === 'done') answered.push(request.messageId)
      yield chunk
    }
  }
  return answered
}

test('LOOP-10 DUR-1 a death between the parts of an answer costs one part at most, wherever it comes', {
  timeout: 60_000,
}, async () => {
  const parts = ['One, ', 'two, ', 'three, ', 'four.']
  await eachPoint(async (nth) => {
    const live = createLiveModel()
    const answered = billed(live, 'parts', (request) => {
      const place = request.messages.filter(({ role }) => role === 'assistant').length
      return finishedBy(request, place < 3 ? 'LENGTH' : 'STOP', parts[place] ?? '')
    })
    const run = await liveThroughDeath(database, nth, { ...options, providers: [live] }, (engine) =>
      engine.trigger(() => ({}), { agent: { model: 'live/parts' } }),
    )
    if (!run) return false
    expectWhole(run)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'One, two, three, four.' })
    const recorded = await database.prisma.modelCall.count({ where: { runId: run.runId } })
    expect(answered.length - recorded).toBeLessThanOrEqual(1)
    return true
  })
})

test('MOD-8 DUR-1 the cost of a run is the sum of its recorded calls, wherever its process dies in calls side by side', {
  timeout: 60_000,
}, async () => {
  const write = (n: number) => ({ name: `w-${n}`, type: 'LLM', target: '', parameters: { prompt: `${n}` } })
  const plan = { reasoning: 'Side by side.', actions: [1, 2, 3].map(write) }
  await eachPoint(async (nth) => {
    const live = createLiveModel()
    live.plays.aside = (request) =>
      finishedBy(request, request.messages.length === 1 ? 'LENGTH' : 'STOP', 'Written. ')
    const run = await liveThroughDeath(database, nth, { ...options, providers: [live] }, (engine) =>
      engine.trigger(() => ({}), {
        agent: { model: 'live/aside', planner: 'PLAN', protocolMode: 'STRICT' },
        trigger: { plan },
      }),
    )
    if (!run) return false
    expectWhole(run)
    const { costUsd } = await database.prisma.run.findUniqueOrThrow({ where: { id: run.runId } })
    const calls = await database.prisma.modelCall.findMany({ where: { runId: run.runId } })
    expect(Number(costUsd)).toBeCloseTo(calls.length * 0.01, 8)
    expect(run.of('RunCompleted').at(-1)?.usage).toMatchObject({ requests: calls.length })
    expect(Number(run.of('RunCompleted').at(-1)?.usage.costUsd)).toBeCloseTo(calls.length * 0.01, 8)
    return true
  })
})

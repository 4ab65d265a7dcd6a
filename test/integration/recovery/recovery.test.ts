import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import type { AssistantMessage, Message } from '../../../src/domain/message.ts'
import { isFinishing } from '../../../src/domain/run-event.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import type { Tool } from '../../../src/domain/tool.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import {
  createTestEngine,
  type EngineOptions,
  type FinishedRun,
  type RunOptions,
  testTool,
} from '../../support/engine.ts'
import { engineForTest, forFile } from '../../support/for-file.ts'
import { messagesOf } from '../../support/run-rows.ts'
import { slowTool, slowWords } from '../../support/slowly.ts'
import { eachPoint } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())

/** Which of the two processes did something, and what. */
interface Done {
  readonly by: 'first' | 'second'
  readonly what: string
}

/** History of a run whose first process died. */
interface Story {
  readonly run: FinishedRun
  /** Durable state when the first process was gone. */
  readonly before: {
    readonly events: number
    readonly answers: number
    readonly completed: readonly string[]
  }
  /** Idempotency keys of tool calls, by tool. */
  readonly calls: readonly Done[]
  /** The number of each model turn that was asked for. */
  readonly turns: readonly Done[]
  readonly messages: readonly Message[]
}

const script = slowWords(
  sequence(
    {
      reasoning: 'Where to begin?',
      text: 'First I look.',
      toolCalls: [{ name: 'look', arguments: { at: 'a' } }],
    },
    { text: 'Now the deed.', toolCalls: [{ name: 'pay', arguments: { amount: 5 } }] },
    {
      text: 'And two more.',
      toolCalls: [
        { name: 'put', arguments: { to: 'b' } },
        { name: 'look', arguments: { at: 'b' } },
      ],
    },
    { text: 'All of it is done now.' },
  ),
)

/** Runs `script` in a process that dies at a commit, and then in another to its end; `null` where it ended before. */
async function liveThroughDeath(
  isLast: (commit: RunCommit, count: number) => boolean,
  played: Script = script,
  agent: RunOptions['agent'] = {},
): Promise<Story | null> {
  const calls: Done[] = []
  const turns: Done[] = []
  const doomed = createDoomed(isLast)
  const first = await createTestEngine(database, { ...optionsOf('first', calls), replace: doomed.replace })
  try {
    let by: Done['by'] = 'first'
    const watched: Script = (situation) => {
      turns.push({ by, what: String(situation.turn) })
      return played(situation)
    }
    const runId = await first.trigger(watched, { agent })
    if (await isFirst(first.finished(runId), doomed.dead)) return null
    const before = await durable(runId)
    await first.die()
    by = 'second'
    const second = await createTestEngine(database, { ...optionsOf('second', calls), scripts: first.scripts })
    try {
      const run = await second.finished(runId)
      return { run, before, calls, turns, messages: await messagesOf(database, runId) }
    } finally {
      await second.close()
    }
  } finally {
    doomed.bury()
    await first.close()
  }
}

/** Whether one promise resolves before the other. */
function isFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  return Promise.race([one.then(() => true), other.then(() => false)])
}

function optionsOf(by: Done['by'], calls: Done[]): EngineOptions {
  const called = (name: string, effect: Tool['effect']) =>
    slowTool(
      testTool(
        name,
        async (_args, { idempotencyKey }) => {
          calls.push({ by, what: idempotencyKey })
          return `${name} gave this`
        },
        { effect },
      ),
    )
  return {
    tools: [called('look', 'read'), called('pay', 'once'), called('put', 'idempotent')],
    concurrency: 1,
    leaseMs: 3_600_000,
  }
}

async function durable(runId: string): Promise<Story['before']> {
  const { prisma } = database
  const actions = await prisma.action.findMany({
    where: { runId, status: 'SUCCEEDED' },
    include: { step: true },
  })
  return {
    events: await prisma.event.count({ where: { runId } }),
    answers: await prisma.message.count({ where: { runId, role: 'ASSISTANT' } }),
    completed: actions.map((action) => `${runId}/${action.step.number}/${action.name}`),
  }
}

function whatBy(done: readonly Done[], by: Done['by']): readonly string[] {
  return done.filter((one) => one.by === by).map((one) => one.what)
}

function answersOf(messages: readonly Message[]): readonly AssistantMessage[] {
  return messages.filter((message) => message.role === 'assistant')
}

async function expectOneStory({ run, before, calls, turns, messages }: Story): Promise<void> {
  const { events, row, runId, types } = run
  expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', stepCount: 4 })
  expect(row.summary).toBe('All of it is done now.')

  // The log: dense, at rest once, no epoch before an earlier one, each step ended once.
  expect(events.map((event) => event.seq)).toEqual(events.map((_, place) => place + 1))
  expect(types.filter(isFinishing)).toEqual(['RunCompleted'])
  expect(types.at(-1)).toBe('RunCompleted')
  expect(types.filter((type) => type === 'RunStarted')).toHaveLength(1)
  const closed = events.filter((event) => event.type === 'StepCompleted').map((event) => event.stepNumber)
  expect(closed).toEqual([1, 2, 3, 4])
  const { rows } = await database.pool.query<{ sorted: boolean }>(
    `select array_agg(epoch order by seq) = array_agg(epoch order by epoch, seq) as sorted from "Event" where "runId" = $1`,
    [runId],
  )
  expect(rows).toEqual([{ sorted: true }])

  // Tools: what was completed is not done again, the deed is done once at most, and repeats carry the same key.
  const repeated = whatBy(calls, 'second').filter((key) => before.completed.includes(key))
  expect(repeated).toEqual([])
  const keys = [`1/look`, `2/pay`, `3/put`, `3/look`].map((key) => `${runId}/${key}`)
  expect(keys).toEqual(expect.arrayContaining([...new Set(calls.map((call) => call.what))]))
  const paid = calls.filter((call) => call.what.endsWith('/pay'))
  expect(paid.length).toBeLessThanOrEqual(1)
  const told = messages.find((message) => message.role === 'tool' && message.name === 'pay')
  const text = told?.role === 'tool' ? told.text : ''
  if (text !== 'pay gave this') expect(text).toContain('Whether it took effect is unknown')
  else expect(paid).toHaveLength(1)

  // Models: an answer that was durable is not asked for again, and each is recorded once.
  expect(Math.min(...whatBy(turns, 'second').map(Number))).toBeGreaterThanOrEqual(before.answers)
  const recorded = await database.prisma.modelCall.findMany({ where: { runId } })
  expect(recorded.map((call) => call.messageId).toSorted()).toEqual(
    answersOf(messages)
      .map((answer) => answer.messageId)
      .toSorted(),
  )
}

/** Text shown by a reader that appends deltas and drops discarded ones. */
function expectShownOnce({ run, messages }: Story): void {
  const shown = new Map<string, string>()
  for (const event of run.events) {
    if (event.type === 'AttemptDiscarded') shown.delete(event.data.messageId)
    if (event.type !== 'TextDelta') continue
    const { messageId, offset, text } = event.data
    const before = shown.get(messageId) ?? ''
    expect(offset).toBe(before.length)
    shown.set(messageId, before + text)
  }
  const said = answersOf(messages).map(({ messageId, parts }) => {
    const words = parts.map((part) => (part.type === 'text' ? part.text : ''))
    return [messageId, words.join('')]
  })
  expect([...shown]).toEqual(said)
}

describe('a run whose process dies', () => {
  it('DUR-1 TAS-5 MOD-6 at any commit goes on in another as if nothing had been', {
    timeout: 120_000,
  }, async () => {
    const deaths = await eachPoint(
      async (nth) => {
        const story = await liveThroughDeath((_commit, count) => count === nth)
        if (!story) return false
        await expectOneStory(story).catch((error: unknown) => {
          throw new Error(`Dead at commit ${nth}.`, { cause: error })
        })
        expectShownOnce(story)
        return true
      },
      { least: 12 },
    )
    expect(deaths).toBeGreaterThanOrEqual(12)
  })

  it('MOD-6 in mid-answer has that answer voided, and asks again', async () => {
    const story = await liveThroughDeath((commit) =>
      commit.events.some((event) => event.type === 'UsageReported' && event.stepNumber === 4),
    )
    expect(story?.run.of('AttemptDiscarded')).toMatchObject([{ reason: 'RECOVERY' }])
    expect(whatBy(story?.turns ?? [], 'second')).toEqual(['3'])
  })

  it('TAS-5 in a deed that must not be done twice tells the model that its outcome is unknown', async () => {
    const story = await liveThroughDeath((commit) =>
      commit.events.some((event) => event.type === 'ActionCompleted' && event.data.name === 'pay'),
    )
    expect(story?.calls.filter((call) => call.what.endsWith('/pay'))).toHaveLength(1)
    expect(story?.run.of('ActionFailed')).toMatchObject([{ name: 'pay', errorCode: 'OUTCOME_UNKNOWN' }])
  })

  it('TAS-5 before its plan was durable has called no tool that takes its key to the outside', async () => {
    // Asked again, the model makes another call: under the same key it would get the result of the first one.
    let asked = 0
    const fickle: Script = ({ turn }) =>
      turn > 0 ? { text: 'Done.' } : { toolCalls: [{ name: 'put', arguments: { wish: ++asked } }] }
    const story = await liveThroughDeath(
      (commit) => commit.events.some((event) => event.type === 'PlanGenerated'),
      fickle,
    )
    expect(asked).toBe(2)
    expect(story?.calls).toEqual([{ by: 'second', what: `${story?.run.runId}/1/put` }])
  })

  it('TAS-5 LIM-3 after its last word was answered does not pay for that again', async () => {
    const played: Script = ({ toolsDisabled }) =>
      toolsDisabled ? { text: 'So far.' } : { toolCalls: [{ name: 'look', arguments: {} }] }
    const story = await liveThroughDeath((commit) => commit.run?.status === 'PAUSED', played, { maxSteps: 1 })
    expect(story?.run.row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'MAX_STEPS',
      summary: 'So far.',
    })
    expect(whatBy(story?.turns ?? [], 'second')).toEqual([])
  })
})

describe('a run whose processes die again and again', () => {
  const loop = slowWords(({ turn }) =>
    turn < 8 ? { text: 'On.', toolCalls: [{ name: 'look', arguments: { turn } }] } : { text: 'At last.' },
  )

  /** Goes through so many processes, each of which dies at the first such commit; gives the run as the last one leaves it. */
  async function throughDeaths(
    deaths: number,
    isLast: (commit: RunCommit, count: number) => boolean,
    played: Script = loop,
    agent: RunOptions['agent'] = {},
  ): Promise<FinishedRun> {
    const calls: Done[] = []
    const scripts: Record<string, Script> = {}
    const options = { ...optionsOf('first', calls), scripts }
    let runId: string | undefined
    for (let death = 0; death < deaths; death++) {
      const doomed = createDoomed(isLast)
      const engine = await createTestEngine(database, { ...options, replace: doomed.replace })
      runId ??= await engine.trigger(played, { agent })
      await doomed.dead
      await engine.die()
      doomed.bury()
      await engine.close()
    }
    const last = await createTestEngine(database, options)
    const run = await last.finished(runId ?? '')
    await last.close()
    return run
  }

  it('DUR-1 fails with CRASH_LOOP if it gets no step further', async () => {
    const { row, types } = await throughDeaths(6, (commit) =>
      commit.events.some((event) => event.type === 'StepCompleted'),
    )
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'ERROR', errorCode: 'CRASH_LOOP' })
    expect(types.at(-1)).toBe('RunFailed')
  })

  it('DUR-1 completes if it gets a step further each time', async () => {
    const seen = new Set<number | null>()
    const { row } = await throughDeaths(8, (commit) => {
      const closes = commit.events.find((event) => event.type === 'StepCompleted')
      const dies =
        closes === undefined && [...seen].some((number) => number === (commit.events[0]?.stepNumber ?? 0) - 1)
      if (dies) seen.clear()
      if (closes) seen.add(closes.stepNumber)
      return dies
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'At last.', recoveries: 8 })
  })

  it('DUR-1 completes if it gets one action of its step further each time', async () => {
    const many = sequence(
      { toolCalls: Array.from({ length: 10 }, (_, n) => ({ name: 'look', arguments: { n } })) },
      { text: 'All seen.' },
    )
    let isFurther = false
    const dies = (commit: RunCommit) => {
      if (!commit.actions?.some(({ status }) => status === 'SUCCEEDED')) return false
      isFurther = !isFurther
      return !isFurther
    }
    const { row } = await throughDeaths(8, dies, many, { maxParallel: 1 })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'All seen.', recoveries: 8 })
  })

  it('DUR-1 because its log cannot be written is not tried for ever', async () => {
    // A poll of a second comes sooner here; the time limit of the run stays.
    const clock = {
      ...systemClock,
      sleep: (ms: number, signal: AbortSignal) =>
        systemClock.sleep(ms > 1_000 ? ms : Math.min(ms, 20), signal),
    }
    let claims = 0
    const replace: EngineOptions['replace'] = (services) => ({
      ...services,
      log: {
        ...services.log,
        commit: (commit) =>
          commit.events.some((event) => event.type === 'ActionCompleted')
            ? Promise.reject(new Error('This row is refused.'))
            : services.log.commit(commit),
      },
      runs: {
        ...services.runs,
        claim: async (options) => {
          const runs = await services.runs.claim(options)
          claims += runs.length
          return runs
        },
      },
    })
    const look = testTool('look', async () => 'seen')
    const { engine } = await engineForTest({ tools: [look], clock, leaseMs: 50, replace })
    const { row } = await engine.run(loop)
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'CRASH_LOOP' })
    expect(claims).toBeLessThanOrEqual(8)
  })
})

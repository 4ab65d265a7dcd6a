import { afterAll, describe, expect, test } from 'vitest'
import type { MessagePosition } from '../../../src/domain/conversation.ts'
import { type Message, textOf } from '../../../src/domain/message.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import type { ConversationKey } from '../../../src/domain/reads.ts'
import { createReads } from '../../../src/store/read/create-reads.ts'
import { createTestDatabase } from '../../support/database.ts'
import { changesRowsByHand } from '../../support/empty-database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { answer, counting, createLiveModel } from '../../support/live-model.ts'
import { shiftedClock } from '../../support/shifted-clock.ts'

changesRowsByHand()

const seconds = 1_000
const hours = 3_600_000

const live = createLiveModel()

let opened = Promise.withResolvers<void>()

const tools = [
  testTool('echo', async (args) => args),
  testTool('hold', async () => opened.promise.then(() => 'held')),
]

const database = forFile(await createTestDatabase())
let engine: TestEngine = await createTestEngine(database)
afterAll(() => engine.close())
const project = engine.project

/** From here on the runs are executed by a process whose clock is so far ahead. */
async function goOnAt(aheadMs: number): Promise<void> {
  await engine.close()
  engine = await createTestEngine(database, {
    project,
    tools,
    providers: [live],
    clock: shiftedClock(aheadMs),
    modelInfo: () => ({ contextWindow: 8_000, maxOutputTokens: 1_000 }),
  })
}

const wordsOf = (message: Message) => (message.role === 'assistant' ? textOf(message) : message.text)

const said = ({ messages }: ModelRequest) => messages.map(wordsOf)

/** Requests to a model of this name, oldest first. */
const askedOf = (name: string) => live.requests.filter(({ model }) => model === name)

/** An agent of this name that calls `echo` in its first turn of a run and then answers with the last words of the user. */
async function answering(name: string, more = {}): Promise<string> {
  live.plays[name] = async function* (request) {
    const last = request.messages.at(-1)
    const isAsked = last?.role === 'user'
    yield isAsked
      ? answer(request, `I hear: ${last.text}`, [{ name: 'echo', arguments: { of: last.text } }])
      : answer(request, `Done with ${said(request).findLast((words) => words.startsWith('I hear'))}`)
  }
  const { slug } = await engine.define(() => ({ text: '' }), { model: `live/${name}`, ...more })
  return slug
}

async function run(agent: string, sessionKey: string | null, input: string) {
  const session = sessionKey === null ? {} : { sessionKey }
  const call = { projectId: project.id, agent: { slug: agent }, ...session, input }
  return engine.finished((await engine.operations.triggerRun(call)).runId)
}

/** What the model of a fork is shown in the first request of the fork. */
async function shownToFork(name: string, runId: string, afterStep: number): Promise<readonly string[]> {
  const before = askedOf(name).length
  const forked = await engine.operations.history.forkRun({ projectId: project.id, runId, afterStep })
  const { row } = await engine.finished(forked.runId)
  expect(row.status).toBe('COMPLETED')
  const [first] = askedOf(name).slice(before)
  return first ? said(first) : []
}

/** What the API says that the model was shown in a step. */
async function shownInStep(runId: string, stepNumber: number): Promise<readonly string[]> {
  const { sessionId } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  return conversation({ kind: 'STEP', runId, sessionId, stepNumber })
}

/** A conversation as the API pages through it, two messages at a time. */
async function conversation(key: ConversationKey): Promise<readonly string[]> {
  const reads = createReads({ prisma: database.prisma, pool: database.pool })
  const words: string[] = []
  for (let after: MessagePosition | null = null; ; ) {
    const [page = []] = await reads.messages(project.id, [key], {
      limit: 2,
      backward: false,
      after,
      before: null,
    })
    words.push(...page.map(({ message }) => wordsOf(message)))
    after = page.at(-1) ?? null
    if (!after) return words
  }
}

describe.each([2 * seconds, -2 * seconds, 5 * hours, -5 * hours])(
  'a session over two processes, the first %d ms ahead',
  (aheadMs) => {
    test('RUN-9 CTX-6 API-17 a fork is shown what its original was shown', async () => {
      const name = `plain-${aheadMs}`
      await goOnAt(aheadMs)
      const agent = await answering(name)
      await run(agent, name, 'My name is Ada.')
      await goOnAt(0)
      const second = await run(agent, name, 'What is my name?')
      const [inFirstStep, inSecondStep] = askedOf(name).slice(-2).map(said)
      expect(inFirstStep).toEqual([
        'My name is Ada.',
        'I hear: My name is Ada.',
        '{"of":"My name is Ada."}',
        'Done with I hear: My name is Ada.',
        'What is my name?',
      ])
      expect(await shownToFork(name, second.runId, 0)).toEqual(inFirstStep)
      expect(await shownToFork(name, second.runId, 1)).toEqual(inSecondStep)
      expect(await shownInStep(second.runId, 1)).toEqual(inFirstStep)
      expect(await shownInStep(second.runId, 2)).toEqual(inSecondStep)
    })

    test('RUN-9 CTX-6 RUN-5 API-17 a run that is resumed after others is in a fork as its original was shown it', async () => {
      const name = `resumed-${aheadMs}`
      await goOnAt(aheadMs)
      const agent = await answering(name)
      const resumable = await answering(name, { maxSteps: 1 })
      const paused = await run(resumable, name, 'First.')
      expect(paused.row.status).toBe('PAUSED')
      await goOnAt(0)
      const between = await run(agent, name, 'Second.')
      const shownBetween = askedOf(name).slice(-2).map(said)
      await goOnAt(-aheadMs)
      const place = { projectId: project.id, runId: paused.runId }
      await engine.operations.resumeRun({ ...place, maxSteps: 3, message: 'Go on.' })
      const resumed = await engine.finished(paused.runId, paused.events.length)
      expect(resumed.row.status).toBe('COMPLETED')
      const shownAfter = askedOf(name).slice(-2).map(said)
      expect(shownAfter[0]).toContain('Second.')
      expect(shownAfter[0]?.at(-1)).toBe('Go on.')

      expect(await shownToFork(name, between.runId, 0)).toEqual(shownBetween[0])
      expect(await shownToFork(name, between.runId, 1)).toEqual(shownBetween[1])
      expect(await shownInStep(between.runId, 2)).toEqual(shownBetween[1])
      expect(await shownToFork(name, paused.runId, 0)).toEqual(['First.'])
      expect(await shownToFork(name, paused.runId, 2)).toEqual(shownAfter[1])
      expect(await shownInStep(paused.runId, 1)).toEqual(['First.'])
      expect(await shownInStep(paused.runId, 2)).toEqual(shownAfter[0])
    })

    test('RUN-9 CTX-2 the view of a conversation is that of the compaction that was made last', async () => {
      const name = `compacted-${aheadMs}`
      let notes = 0
      live.plays[name] = async function* (request) {
        if (request.tools.length > 0) return yield counting(request, answer(request, 'I see.'))
        notes += 1
        yield counting(request, answer(request, `Notes ${notes}.`))
      }
      const untilCompacted = async (aheadNowMs: number) => {
        await goOnAt(aheadNowMs)
        const before = notes
        while (notes === before) await run(slug, name, `See ${'soft earth, '.repeat(600)}`)
      }
      await goOnAt(aheadMs)
      const { slug } = await engine.define(() => ({ text: '' }), { model: `live/${name}` })
      await untilCompacted(aheadMs)
      await untilCompacted(0)
      const made = notes
      const { runId } = await run(slug, name, 'What did you see?')
      const shown = said(askedOf(name).at(-1) ?? expect.unreachable())
      expect(shown[0]).toContain(`Notes ${made}.`)
      expect(await shownToFork(name, runId, 0)).toEqual(shown)
      expect(notes).toBe(made)
    })
  },
)

describe('a session in one process', () => {
  test('RUN-9 CTX-6 RUN-5 a message that comes for a paused run does not reach a fork of a run that was not shown it', async () => {
    const name = 'held'
    opened = Promise.withResolvers()
    await goOnAt(0)
    const resumable = await answering('waiting', { maxSteps: 1 })
    const paused = await run(resumable, name, 'First.')
    live.plays[name] = async function* (request) {
      const isAsked = request.messages.at(-1)?.role === 'user'
      yield answer(request, isAsked ? 'Holding.' : 'Held.', isAsked ? [{ name: 'hold', arguments: {} }] : [])
    }
    const { slug } = await engine.define(() => ({ text: '' }), { model: `live/${name}` })
    const call = { projectId: project.id, agent: { slug }, sessionKey: name, input: 'Second.' }
    const { runId } = await engine.operations.triggerRun(call)
    await engine.seen(runId, 'ActionStarted')
    await engine.operations.resumeRun({
      projectId: project.id,
      runId: paused.runId,
      maxSteps: 3,
      message: 'Go on.',
    })
    opened.resolve()
    await engine.finished(runId)
    await engine.finished(paused.runId, paused.events.length)
    const shown = said(askedOf(name).at(-1) ?? expect.unreachable())
    expect(shown).not.toContain('Go on.')
    expect(await shownToFork(name, runId, 1)).toEqual(shown)
  })
})

test('RUN-9 JDG-4 API-17 what is said while a run waits at a gate belongs to its next turn, not to the one before', async () => {
  const name = 'gated'
  await goOnAt(0)
  const resumable = await answering('resumable', { maxSteps: 1 })
  const paused = await run(resumable, name, 'First.')
  const agent = await answering(name)
  const rule = {
    agent: { slug: agent },
    type: 'TOOL',
    target: 'echo',
    permission: 'REQUIRE_APPROVAL',
  } as const
  await engine.operations.policies.savePolicy({ projectId: project.id, ...rule })
  const call = { projectId: project.id, agent: { slug: agent }, sessionKey: name, input: 'Second.' }
  const { runId } = await engine.operations.triggerRun(call)
  await untilStatus(engine, database, runId, 'WAITING')
  await goOnAt(5 * hours)
  await engine.operations.resumeRun({
    projectId: project.id,
    runId: paused.runId,
    maxSteps: 3,
    message: 'Go on.',
  })
  await engine.finished(paused.runId, paused.events.length)
  await goOnAt(-5 * hours)
  const [gate] = await openGates(database, runId)
  await decide(engine, gate?.id, 'APPROVE')
  await engine.finished(runId)
  const [before = [], after = []] = askedOf(name).slice(-2).map(said)
  expect([before.includes('Go on.'), after.includes('Go on.')]).toEqual([false, true])
  expect(await shownInStep(runId, 1)).toEqual(before)
  expect(await shownInStep(runId, 2)).toEqual(after)
  expect(await shownToFork(name, runId, 1)).toEqual(after)
})

/** As if the clock of the database had been set back right after the run was triggered. */
async function setBackAfter(runId: string): Promise<void> {
  await database.pool.query(`update "Run" set "createdAt" = "createdAt" + interval '1 hour' where id = $1`, [
    runId,
  ])
}

describe('a session in a database whose clock was set back', () => {
  test('CTX-6 API-17 has its runs in the order of their triggers in its conversation', async () => {
    const name = 'set back'
    await goOnAt(0)
    const agent = await answering(name)
    const first = await run(agent, name, 'First.')
    await setBackAfter(first.runId)
    await run(agent, name, 'Second.')
    await run(agent, name, 'Third.')
    const asked = (words: readonly string[]) => words.filter((text) => /^(First|Second|Third)\.$/.test(text))
    expect(asked(said(askedOf(name).at(-1) ?? expect.unreachable()))).toEqual(['First.', 'Second.', 'Third.'])
    const { sessionId } = await database.prisma.run.findUniqueOrThrow({ where: { id: first.runId } })
    const key = { kind: 'SESSION', sessionId: sessionId ?? '' } as const
    expect(asked(await conversation(key))).toEqual(['First.', 'Second.', 'Third.'])
  })

  test('CTX-5 begins its runs in the order of their triggers', async () => {
    const name = 'queued'
    opened = Promise.withResolvers()
    await goOnAt(0)
    live.plays[name] = async function* (request) {
      const isAsked = request.messages.length === 1
      yield answer(request, 'Held.', isAsked ? [{ name: 'hold', arguments: {} }] : [])
    }
    const { slug } = await engine.define(() => ({ text: '' }), { model: `live/${name}` })
    const call = { projectId: project.id, agent: { slug }, sessionKey: name }
    const trigger = async (input: string) => (await engine.operations.triggerRun({ ...call, input })).runId
    const first = await trigger('First.')
    await engine.seen(first, 'ActionStarted')
    const second = await trigger('Second.')
    await setBackAfter(second)
    const third = await trigger('Third.')
    opened.resolve()
    await Promise.all([first, second, third].map((runId) => engine.finished(runId)))
    expect(
      askedOf(name)
        .slice(-2)
        .map((request) => said(request).at(-1)),
    ).toEqual(['Second.', 'Third.'])
  })
})

test('CTX-2 the view of a run is that of the compaction that was made last, whatever the clocks of its owners', async () => {
  const name = 'owned'
  await goOnAt(0)
  const agent = await answering(name, { maxSteps: 1 })
  const { runId, events } = await run(agent, null, 'First.')
  await database.pool.query(
    `insert into "Compaction" (id, "projectId", "runId", "stepNumber", number, view, strategies, "tokensBefore", "tokensAfter", "createdAt")
     select gen_random_uuid(), $1, $2::uuid, 1, n, jsonb_build_object('covered', jsonb_build_object($2::uuid, 2), 'kept', '[]'::jsonb,
       'summary', 'Notes ' || n, 'dropped', 0, 'cut', '{}'::jsonb, 'cutTo', null), '{SUMMARISE}', 9, 5, now() - n * interval '1 hour'
     from generate_series(1, 3) n`,
    [project.id, runId],
  )
  await engine.operations.resumeRun({ projectId: project.id, runId, maxSteps: 3 })
  await engine.finished(runId, events.length)
  expect(said(askedOf(name).at(-1) ?? expect.unreachable()).join()).toContain('Notes 3')
})

import { describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../src/domain/clock.ts'
import type { Message } from '../../../src/domain/message.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForFile, forTest } from '../../support/for-file.ts'
import { loseOwner } from '../../support/lose-owner.ts'

/** How far this process's clock is behind. */
let behindMs = 0

const clock: Clock = { ...systemClock, now: () => Date.now() - behindMs }

let opened = Promise.withResolvers<void>()

const gate = testTool('gate', async () => opened.promise)

const echo = testTool('echo', async (args) => args)

let hasStumbled = false

const stumble = testTool('stumble', async (_args, { runId }) => {
  if (hasStumbled) return 'back'
  hasStumbled = true
  const where = { runId, status: 'RUNNING' } as const
  await expect.poll(() => database.prisma.action.count({ where })).toBe(1)
  behindMs += 3_600_000
  await loseOwner(database, runId)
  return 'lost'
})

const { database, engine } = await engineForFile({ tools: [gate, echo, stumble], clock })

/** Answers with the roles and texts of all that it was given. */
const recite: Script = ({ messages }) => ({ text: messages.map(brief).join(' | ') })

function brief(message: Message): string {
  if (message.role !== 'assistant') return `${message.role}: ${message.text}`
  return `assistant: ${message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`
}

const hold = sequence({ toolCalls: [{ name: 'gate', arguments: {} }] }, { text: 'Through.' })

const inSession = (sessionKey: string, input: string) => ({ trigger: { sessionKey, input } })

describe('a session', () => {
  test('CTX-6 its runs share their history, whichever agent runs', async () => {
    await engine.run(() => ({ text: 'Hello Ann.' }), inSession('ann', 'I am Ann.'))
    await engine.run(
      sequence({ toolCalls: [{ name: 'echo', arguments: { n: 1 } }] }, { text: 'One.' }),
      inSession('ann', 'Count.'),
    )
    const { row } = await engine.run(recite, inSession('ann', 'Who am I?'))
    expect(row.summary).toBe(
      'user: I am Ann. | assistant: Hello Ann. | user: Count. | assistant: tool-call | tool: {"n":1} | assistant: One. | user: Who am I?',
    )
  })

  test('CTX-6 another key, and no key, share nothing', async () => {
    const { row: other } = await engine.run(recite, inSession('bob', 'Who am I?'))
    const { row: none } = await engine.run(recite, { trigger: { input: 'Who am I?' } })
    expect([other.summary, none.summary]).toEqual(['user: Who am I?', 'user: Who am I?'])
  })

  test('CTX-6 a key belongs to its project', async () => {
    const project = await database.prisma.project.create({
      data: { id: '00000000-0000-7000-8000-0000000000ff', slug: 'elsewhere', name: 'Elsewhere' },
    })
    const { slug } = await engine.define(recite)
    const definition = { model: `scripted/${slug}` }
    await engine.operations.createAgent({ projectId: project.id, slug: 'reciter', definition })
    const call = { projectId: project.id, agent: { slug: 'reciter' }, input: 'Who am I?', sessionKey: 'ann' }
    const { runId } = await engine.operations.triggerRun(call)
    expect((await engine.finished(runId)).row.summary).toBe('user: Who am I?')
  })

  test('CTX-5 its runs take turns in the order of their triggers, while others go by', async () => {
    opened = Promise.withResolvers()
    const first = await engine.trigger(hold, inSession('busy', 'First.'))
    await engine.seen(first, 'ActionStarted')
    const second = await engine.trigger(recite, inSession('busy', 'Second.'))
    const third = await engine.trigger(recite, inSession('busy', 'Third.'))
    // It was triggered after them and is done: they were looked at and left.
    await engine.run(() => ({ text: 'Not of this session.' }))
    const statuses = await database.prisma.run.findMany({
      where: { id: { in: [second, third] } },
      select: { status: true },
    })
    expect(statuses).toEqual([{ status: 'QUEUED' }, { status: 'QUEUED' }])
    opened.resolve()
    const { row } = await engine.finished(third)
    expect(row.summary).toMatch(
      /^user: First\. .*assistant: Through\. \| user: Second\. .* \| user: Third\.$/,
    )
    expect((await engine.finished(second)).row.completedAt?.getTime()).toBeLessThanOrEqual(
      row.startedAt?.getTime() ?? 0,
    )
  })

  test('CTX-5 after an aborted run the next one begins', async () => {
    opened = Promise.withResolvers()
    const first = await engine.trigger(hold, inSession('stopped', 'First.'))
    await engine.seen(first, 'ActionStarted')
    const second = await engine.trigger(() => ({ text: 'My turn.' }), inSession('stopped', 'Second.'))
    await engine.operations.abortRun({ projectId: engine.project.id, runId: first })
    expect((await engine.finished(second)).row).toMatchObject({ status: 'COMPLETED', summary: 'My turn.' })
    opened.resolve()
  })

  test('CTX-5 a run that is resumed waits for the run of its session that is active', async () => {
    opened = Promise.withResolvers()
    const call: Script = ({ toolsDisabled }) =>
      toolsDisabled ? { text: 'Paused.' } : { toolCalls: [{ name: 'echo', arguments: {} }] }
    const paused = await engine.run(call, { ...inSession('resumed', 'First.'), agent: { maxSteps: 1 } })
    const busy = await engine.trigger(hold, inSession('resumed', 'Second.'))
    await engine.seen(busy, 'ActionStarted')
    await engine.operations.resumeRun({ projectId: engine.project.id, runId: paused.runId })
    await engine.run(() => ({ text: 'Not of this session.' }))
    const resumed = await database.prisma.run.findUniqueOrThrow({ where: { id: paused.runId } })
    expect(resumed).toMatchObject({ status: 'RUNNING', leaseOwner: null, epoch: 1 })
    opened.resolve()
    const { events } = await engine.finished(busy)
    const goneOn = await engine.finished(paused.runId, paused.events.length)
    expect(goneOn.types.slice(0, 2)).toEqual(['RunResumed', 'StepStarted'])
    expect(goneOn.events[1]?.at.getTime()).toBeGreaterThanOrEqual(events.at(-1)?.at.getTime() ?? Infinity)
  })

  test('CTX-6 the order of the history does not depend on the clocks of its writers', async () => {
    await engine.run(() => ({ text: 'Early.' }), inSession('skewed', 'One.'))
    behindMs += 3_600_000
    await engine.run(() => ({ text: 'Late.' }), inSession('skewed', 'Two.'))
    const { row } = await engine.run(recite, inSession('skewed', 'Three.'))
    expect(row.summary).toBe('user: One. | assistant: Early. | user: Two. | assistant: Late. | user: Three.')
  })

  test('DUR-1 the order within a run does not depend on the clocks of its owners', async () => {
    const script: Script = (situation) =>
      sequence({ text: 'Hm.', toolCalls: [{ name: 'stumble', arguments: {} }] }, recite(situation))(situation)
    const stumbled = await engine.trigger(script, inSession('handed on', 'Go.'))
    const { row } = await engine.finished(stumbled)
    expect(row.recoveries).toBe(1)
    expect(row.summary).toBe('user: Go. | assistant: Hm. tool-call | tool: back')
  })
})

describe('the memory of a session', () => {
  const update = (key: string, memory: readonly string[], on = engine) =>
    on.operations.sessions.updateSession({ projectId: on.project.id, key, memory })

  function sessionOf(key: string, on = engine) {
    const projectId_key = { projectId: on.project.id, key }
    return database.prisma.session.findUniqueOrThrow({ where: { projectId_key } })
  }

  test('CTX-6 is replaced as a whole, and lasts beyond its runs', async () => {
    await engine.run(() => ({ text: 'Hello.' }), inSession('remembered', 'I am Ann.'))
    const { sessionId } = await update('remembered', ['She is Ann.', 'She likes tea.'])
    expect(await sessionOf('remembered')).toMatchObject({
      id: sessionId,
      memory: ['She is Ann.', 'She likes tea.'],
    })
    await update('remembered', ['She is Ann; no, Anne. ☕'])
    await engine.run(() => ({ text: 'Hello.' }), inSession('remembered', 'Again.'))
    expect((await sessionOf('remembered')).memory).toEqual(['She is Ann; no, Anne. ☕'])
    await update('remembered', [])
    expect((await sessionOf('remembered')).memory).toEqual([])
  })

  test('CTX-6 of a session that is not there begins it; its first run gives it an agent', async () => {
    await update('ahead', ['Known before.'])
    expect(await sessionOf('ahead')).toMatchObject({ agentId: null, memory: ['Known before.'] })
    await engine.run(() => ({ text: 'Hello.' }), inSession('ahead', 'Hello.'))
    const { agentId } = await sessionOf('ahead')
    expect(agentId).not.toBeNull()
    await engine.run(() => ({ text: 'Hello.' }), inSession('ahead', 'Hello.'))
    expect((await sessionOf('ahead')).agentId).toBe(agentId)
  })

  test('CTX-6 in one project is not in another', async () => {
    const stranger = forTest(await createTestEngine(database, { concurrency: 0 }))
    await update('same key', ['Ours.'])
    await update('same key', ['Theirs.'], stranger)
    expect((await sessionOf('same key')).memory).toEqual(['Ours.'])
    expect((await sessionOf('same key', stranger)).memory).toEqual(['Theirs.'])
  })

  test('CTX-6 has its bounds, and up to them it is taken', async () => {
    await update('full', Array(100).fill('x'.repeat(2_000)))
    expect((await sessionOf('full')).memory).toHaveLength(100)
    const tooMuch = [Array(101).fill('x'), ['x'.repeat(2_001)], [' '], ['a\u0000b']]
    for (const memory of tooMuch)
      await expect(update('full', memory)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { path: ['memory'] },
      })
    await expect(update(' ', ['x'])).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { path: ['key'] } })
    expect((await sessionOf('full')).memory).toHaveLength(100)
  })
})

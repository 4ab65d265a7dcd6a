import { setImmediate as nextTurn } from 'node:timers/promises'
import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { isRungraphError } from '../../../src/domain/errors.ts'
import type { Message } from '../../../src/domain/message.ts'
import { isFinishing } from '../../../src/domain/run-event.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest, forTest } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { messagesOf } from '../../support/run-rows.ts'
import { slowTool, slowWords } from '../../support/slowly.ts'
import { eachPoint, trialsOf } from '../../support/trials.ts'

const live = createLiveModel()

let opened = Promise.withResolvers<void>()

const gate = testTool('gate', async () => opened.promise)

const look = testTool('look', async () => 'seen')

const { database, engine } = await engineForFile({ tools: [gate, look], providers: [live] })

const steer = (runId: string, message: string, { operations, project } = engine) =>
  operations.steerRun({ projectId: project.id, runId, message, by: 'Kim' })

/** Calls a tool first; answers with all that it was given once the tool has answered. */
const callThenRecite =
  (tool: string): Script =>
  ({ messages, toolsDisabled }) => {
    if (toolsDisabled) return { text: 'So far.' }
    const hasCalled = messages.some((message) => message.role === 'tool')
    return hasCalled ? { text: messages.map(brief).join(' | ') } : call(tool)
  }

function call(tool: string) {
  return { toolCalls: [{ name: tool, arguments: {} }] }
}

function brief(message: Message): string {
  if (message.role !== 'assistant') return `${message.role}: ${message.text}`
  return `assistant: ${message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`
}

async function historyOf(runId: string): Promise<readonly string[]> {
  const messages = await messagesOf(database, runId)
  return messages.map(brief)
}

function inputsOf(runId: string) {
  return database.prisma.run.findUniqueOrThrow({
    where: { id: runId },
    select: { inputsReceived: true, inputsConsumed: true },
  })
}

/** Does something once, right before the first commit that ends a run with an answer. */
function beforeFirstAnswer(deed: (commit: RunCommit, services: EngineServices) => Promise<unknown>) {
  let isDone = false
  return (services: EngineServices): EngineServices => ({
    ...services,
    log: {
      ...services.log,
      commit: async (commit) => {
        if (commit.run?.status === 'COMPLETED' && !isDone) {
          isDone = true
          await deed(commit, services)
        }
        return services.log.commit(commit)
      },
    },
  })
}

describe('a message to a running run', () => {
  test('EVT-11 CTX-5 is read at the next step, after the results of the calls, in the order of sending', async () => {
    opened = Promise.withResolvers()
    const runId = await engine.trigger(callThenRecite('gate'))
    await engine.seen(runId, 'ActionStarted')
    await steer(runId, 'Be brief.')
    await steer(runId, 'And kind.')
    opened.resolve()
    const { row, of, types } = await engine.finished(runId)
    expect(row.summary).toBe(
      'user: Do it. | assistant: tool-call | tool: null | user: Be brief. | user: And kind.',
    )
    const kept = await database.prisma.runInput.findMany({ where: { runId }, orderBy: { number: 'asc' } })
    expect(of('InputInjected')).toEqual(
      kept.map(({ text, createdAt }) => ({ text, sentBy: 'Kim', receivedAt: createdAt.toISOString() })),
    )
    expect(kept.map(({ text }) => text)).toEqual(['Be brief.', 'And kind.'])
    expect(types.indexOf('InputInjected')).toBe(types.lastIndexOf('StepStarted') - 2)
    expect(await inputsOf(runId)).toEqual({ inputsReceived: 2, inputsConsumed: 2 })
  })

  test('CTX-5 sent while its answer streams: the answer is not the end', async () => {
    opened = Promise.withResolvers()
    live.plays.early = async function* (request) {
      const isSteered = request.messages.some((one) => one.role === 'user' && one.text === 'Wait!')
      if (!isSteered) {
        yield { type: 'text', text: 'Early.' }
        await opened.promise
      }
      yield answer(request, isSteered ? 'Late.' : 'Early.')
    }
    const runId = await engine.trigger(() => ({}), { agent: { model: 'live/early' } })
    await engine.seen(runId, 'TextDelta')
    await steer(runId, 'Wait!')
    opened.resolve()
    const { row, of, types } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Late.', stepCount: 2 })
    expect(of('FinalAnswer')).toEqual([{ text: 'Late.' }])
    expect(types.filter(isFinishing)).toHaveLength(1)
    expect(types.filter((type) => type === 'Terminating')).toHaveLength(1)
    expect(await historyOf(runId)).toEqual([
      'user: Do it.',
      'assistant: Early.',
      'user: Wait!',
      'assistant: Late.',
    ])
  })

  test('CTX-5 sent in the very moment of its end is read before it ends', async () => {
    const replace = beforeFirstAnswer(({ runId }, { runs }) =>
      runs.sendInput(runId, { kind: 'MESSAGE', text: 'Wait!' }, ['RUNNING']),
    )
    const { engine: one } = await engineForTest({ replace })
    const { row, of } = await one.run(({ input }) => ({ text: `Heard: ${input}` }))
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Heard: Wait!', stepCount: 2 })
    expect(of('FinalAnswer')).toHaveLength(1)
  })

  test('CTX-5 RUN-7 an abort in that same moment wins', async () => {
    const replace = beforeFirstAnswer(async ({ runId }, { runs }) => {
      await runs.sendInput(runId, { kind: 'MESSAGE', text: 'Wait!' }, ['RUNNING'])
      await runs.requestAbort(runId, null)
    })
    const { engine: one } = await engineForTest({ replace })
    const { row, of } = await one.run(() => ({ text: 'Never the answer.' }))
    expect(row).toMatchObject({ status: 'CANCELLED', terminationReason: 'ABORTED' })
    expect(of('FinalAnswer')).toEqual([])
  })

  test('CTX-5 sent before its first step, also while it is restored, is read in that step', async () => {
    const restoring = Promise.withResolvers<string>()
    const told = Promise.withResolvers<void>()
    const replace = (services: EngineServices): EngineServices => ({
      ...services,
      runs: {
        ...services.runs,
        restore: async (run) => {
          restoring.resolve(run.id)
          await told.promise
          return services.runs.restore(run)
        },
        renew: async (held) => {
          const renewed = await services.runs.renew(held)
          if (renewed.inputPending.length > 0) setImmediate(() => told.resolve())
          return renewed
        },
      },
    })
    const { engine: one } = await engineForTest({ replace })
    const runId = await one.trigger(({ messages }) => ({ text: messages.map(brief).join(' | ') }))
    await steer(await restoring.promise, 'At once.', one)
    const { row } = await one.finished(runId)
    expect(row).toMatchObject({ stepCount: 1, summary: 'user: Do it. | user: At once.' })
  })

  test('CTX-5 sent while it is queued waits for it', async () => {
    const { engine: idle, database: ownDatabase } = await engineForTest({ concurrency: 0 })
    const runId = await idle.trigger(({ messages }) => ({ text: messages.map(brief).join(' | ') }))
    await steer(runId, 'Early bird.', idle)
    const other = forTest(await createTestEngine(ownDatabase, { scripts: idle.scripts }))
    expect((await other.finished(runId)).row.summary).toBe('user: Do it. | user: Early bird.')
  })
})

describe('a run that stops with a message unread', () => {
  async function pausedUnread(script: Script) {
    opened = Promise.withResolvers()
    const runId = await engine.trigger(script, { agent: { maxSteps: 1 } })
    await engine.seen(runId, 'ActionStarted')
    await steer(runId, 'One thing more.')
    opened.resolve()
    return engine.finished(runId)
  }

  test('CTX-5 LIM-3 is PAUSED all the same, and reads it when it goes on', async () => {
    const { runId, row, events } = await pausedUnread(callThenRecite('gate'))
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', summary: 'So far.' })
    expect(await inputsOf(runId)).toEqual({ inputsReceived: 1, inputsConsumed: 0 })
    const resume = { projectId: engine.project.id, runId, message: 'Go on.' }
    await engine.operations.resumeRun(resume)
    const goneOn = await engine.finished(runId, events.length)
    expect(goneOn.row.summary).toMatch(/tool: null \| user: Go on\. \| user: One thing more\.$/)
    expect(goneOn.of('InputInjected')).toMatchObject([
      { text: 'Go on.', sentBy: null },
      { text: 'One thing more.', sentBy: 'Kim' },
    ])
  })

  test('CTX-5 LIM-3 at its limit with an answer is PAUSED, as that was given before the message was read', async () => {
    const replace = beforeFirstAnswer(({ runId }, { runs }) =>
      runs.sendInput(runId, { kind: 'MESSAGE', text: 'Wait!' }, ['RUNNING']),
    )
    const { engine: one } = await engineForTest({ replace })
    const script: Script = ({ input, toolsDisabled }) => ({
      text: toolsDisabled ? 'Stopped.' : `Heard: ${input}`,
    })
    const { runId, row, events } = await one.run(script, { agent: { maxSteps: 1 } })
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', summary: 'Stopped.' })
    await one.operations.resumeRun({ projectId: one.project.id, runId })
    const goneOn = await one.finished(runId, events.length)
    expect(goneOn.row).toMatchObject({ status: 'COMPLETED', summary: 'Heard: Wait!' })
  })

  test('CTX-5 FAILED does not wait for it', async () => {
    opened = Promise.withResolvers()
    live.plays.broken = async function* (request) {
      yield { type: 'text', text: 'Hm' }
      await opened.promise
      throw new Error(`No answer to ${request.messageId}.`)
    }
    const runId = await engine.trigger(() => ({}), { agent: { model: 'live/broken' } })
    await engine.seen(runId, 'TextDelta')
    await steer(runId, 'Too late.')
    opened.resolve()
    expect((await engine.finished(runId)).row.status).toBe('FAILED')
    expect(await inputsOf(runId)).toEqual({ inputsReceived: 1, inputsConsumed: 0 })
  })
})

describe('steerRun refuses', () => {
  test('CTX-5 a run that has ended or is paused, with the remedy', async () => {
    const done = await engine.run(() => ({ text: 'Done.' }))
    await expect(steer(done.runId, 'x')).rejects.toMatchObject({
      code: 'RUN_NOT_ACTIVE',
      message: expect.stringContaining('Trigger a new run'),
    })
    const paused = await engine.run(callThenRecite('look'), { agent: { maxSteps: 1 } })
    await expect(steer(paused.runId, 'x')).rejects.toMatchObject({
      code: 'RUN_NOT_ACTIVE',
      message: expect.stringContaining('Resume it'),
    })
    expect(await inputsOf(paused.runId)).toEqual({ inputsReceived: 0, inputsConsumed: 0 })
  })

  test("CTX-5 another project's run, as one that never was", async () => {
    opened = Promise.withResolvers()
    const runId = await engine.trigger(callThenRecite('gate'))
    const stranger = { projectId: '00000000-0000-7000-8000-0000000000aa', runId, message: 'Psst.' }
    await expect(engine.operations.steerRun(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    opened.resolve()
    await engine.finished(runId)
    expect(await inputsOf(runId)).toEqual({ inputsReceived: 0, inputsConsumed: 0 })
  })

  test.for(['', ' \n', 'a\u0000b'])(
    'CTX-5 a message that says nothing or cannot be stored: %j',
    async (text) => {
      await expect(steer('00000000-0000-7000-8000-0000000000ab', text)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    },
  )
})

/**
 * Runs a script whose messages come in mid-step and in mid-answer, in a process that dies at a commit; `null` where it outlived the run.
 */
async function liveThroughDeath(deaths: number) {
  let isSteered = false
  const doomed = createDoomed((_commit, count) => count === deaths)
  const nudge = testTool('look', async (_args, { runId }) => {
    if (!isSteered)
      await engine.services.runs.sendInput(runId, { kind: 'MESSAGE', text: 'In mid-step.' }, ['RUNNING'])
    isSteered = true
    return 'seen'
  })
  const late = beforeFirstAnswer(({ runId }) =>
    engine.services.runs.sendInput(runId, { kind: 'MESSAGE', text: 'In mid-answer.' }, ['RUNNING']),
  )
  const options = { tools: [slowTool(nudge)], concurrency: 1, leaseMs: 3_600_000 }
  const replace = (services: EngineServices) => late(doomed.replace(services))
  const first = await createTestEngine(database, { ...options, replace })
  try {
    // One word is one increment: the number of a commit means the same in every life.
    const script = slowWords(({ messages }) =>
      messages.some((one) => one.role === 'tool') ? { text: `After:${messages.length}` } : call('look'),
    )
    const runId = await first.trigger(script)
    const hasEnded = first.finished(runId).then(() => true)
    if (await Promise.race([hasEnded, doomed.dead.then(() => false)])) return null
    await first.die()
    const second = await createTestEngine(database, {
      ...options,
      scripts: first.scripts,
      replace: late,
    })
    try {
      return await second.finished(runId)
    } finally {
      await second.close()
    }
  } finally {
    doomed.bury()
    await first.close()
  }
}

test('CTX-5 DUR-1 a process that dies at any commit loses no message and doubles none', {
  timeout: 120_000,
}, async () => {
  // The engine of the other tests must not take the runs of the dead.
  await engine.worker.close(0)
  const deaths = await eachPoint(
    async (nth) => {
      const run = await liveThroughDeath(nth)
      if (!run) return false
      const history = await historyOf(run.runId)
      const users = history.filter((line) => line.startsWith('user: '))
      const sent = ['user: In mid-step.', 'user: In mid-answer.']
      expect(users, `dead at commit ${nth}`).toEqual(['user: Do it.', ...sent])
      expect(run.of('InputInjected').map(({ text }) => `user: ${text}`)).toEqual(sent)
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: `After:${history.length - 1}` })
      expect(run.types.filter(isFinishing)).toEqual(['RunCompleted'])
      expect(await inputsOf(run.runId)).toEqual({ inputsReceived: 2, inputsConsumed: 2 })
      return true
    },
    { least: 7 },
  )
  expect(deaths).toBeGreaterThanOrEqual(7)
})

test('CTX-5 racing a run to its end, each message is read once or refused: 80 tries', async () => {
  const {
    engine: one,
    database: { prisma, pool },
  } = await engineForTest({ tools: [look] })
  const turns = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 })
  const waits = trialsOf(fc.sample(turns, { numRuns: 80, seed: 20261121 }))
  const agent = await one.define(callThenRecite('look'))
  const race = async (delays: readonly number[]): Promise<void> => {
    const { runId } = await one.operations.triggerRun({
      projectId: one.project.id,
      agent,
      input: 'Race.',
    })
    const accepted: string[] = []
    for (const [n, delay] of delays.entries()) {
      for (let turn = 0; turn < delay; turn++) await nextTurn()
      await steer(runId, `Message ${n}.`, one).then(
        () => accepted.push(`Message ${n}.`),
        (error: unknown) => {
          expect(isRungraphError(error) && error.code).toBe('RUN_NOT_ACTIVE')
        },
      )
    }
    const { row, of } = await one.finished(runId)
    expect(row.status).toBe('COMPLETED')
    const { rows } = await pool.query<{ content: Message }>(
      `select content from "Message" where "runId" = $1 and role = 'USER' order by position`,
      [runId],
    )
    const read = rows.map(({ content }) => (content.role === 'user' ? content.text : ''))
    expect(read).toEqual(['Race.', ...accepted])
    expect(of('InputInjected').map(({ text }) => text)).toEqual(accepted)
    const { inputsConsumed } = await prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(inputsConsumed).toBe(accepted.length)
    // The model answered after the last of them.
    for (const text of accepted) expect(row.summary).toContain(`user: ${text}`)
  }
  for (let start = 0; start < waits.length; start += 8)
    await Promise.all(waits.slice(start, start + 8).map(race))
})

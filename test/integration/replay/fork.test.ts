import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../src/domain/message.ts'
import type { ForkRun } from '../../../src/domain/operations.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, counting, createLiveModel } from '../../support/live-model.ts'
import { randomRuns, scriptOf, toTheEnd } from '../../support/random-scripts.ts'
import { deedsOf, endOf, saidIn } from '../../support/run-rows.ts'
import { propertyTrials } from '../../support/trials.ts'

const live = createLiveModel()

const tools = [
  testTool('add', async (args) => args),
  testTool('fail', async () => {
    throw new Error('It is broken.')
  }),
  testTool('note', async (args, { addArtifact }) => {
    addArtifact('note', JSON.stringify(args))
    return 'noted'
  }),
  testTool('big', async () => 'a large result, '.repeat(2_000)),
  testTool('read_output', async (args, { readOutput }) => {
    const reference = new Map(Object.entries(args ?? {})).get('reference')
    return (await readOutput(String(reference)))?.length ?? null
  }),
]

const { database, engine } = await engineForFile({ tools, providers: [live] })

const call = (name: string, n = 0) => ({ name, arguments: { n } })

const threeSteps = sequence(
  { text: 'One.', toolCalls: [call('add', 1)] },
  { text: 'Two.', toolCalls: [call('note', 2), call('fail')] },
  { text: 'Three.' },
)

async function fork(runId: string, afterStep: number, changes: Partial<ForkRun> = {}) {
  const place = { projectId: engine.project.id, runId, afterStep }
  const forked = await engine.operations.history.forkRun({ ...place, ...changes })
  return engine.finished(forked.runId)
}

/** Answers with all that it is shown. */
function reciting(name: string): string {
  live.plays[name] = async function* (request) {
    const said = request.messages.map((message) =>
      message.role === 'assistant' ? JSON.stringify(message.parts) : message.text,
    )
    yield answer(request, [request.systemPrompt ?? '', ...said].join(' | '))
  }
  return `live/${name}`
}

describe('a fork', () => {
  test('RUN-9 takes over the history up to its step, results and all, and goes on from there', async () => {
    const original = await engine.run(threeSteps)
    const forked = await fork(original.runId, 2)
    expect(forked.row).toMatchObject({ status: 'COMPLETED', summary: 'Three.', stepCount: 3 })
    expect(await saidIn(database, forked.runId)).toEqual(await saidIn(database, original.runId))
    expect((await deedsOf(database, forked.runId)).map(({ number }) => number)).toEqual([3])
    expect((await endOf(database, forked.runId)).artifacts).toEqual({ note: '{"n":2}' })
  })

  test('RUN-9 is a root of its own, begins its log as any run and owes nothing', async () => {
    const original = await engine.run(threeSteps)
    const forked = await fork(original.runId, 2)
    const row = await database.prisma.run.findUniqueOrThrow({ where: { id: forked.runId } })
    const { runId } = original
    expect(row).toMatchObject({ forkedFromId: runId, forkedAfterStep: 2, rootId: row.id, parentId: null })
    expect(row.agentVersion).toBe(original.row.agentVersion)
    expect(forked.types[0]).toBe('RunStarted')
    expect(forked.events.map(({ seq }) => seq)).toEqual(forked.events.map((_, index) => index + 1))
    expect(String(row.costUsd)).toBe('0.01')
  })

  test('RUN-9 from the start takes another input in the place of the first message', async () => {
    const original = await engine.run(threeSteps, { trigger: { context: { city: 'Bonn' } } })
    const forked = await fork(original.runId, 0, { input: 'Do something else.' })
    const row = await database.prisma.run.findUniqueOrThrow({ where: { id: forked.runId } })
    expect(row).toMatchObject({ input: 'Do something else.', forkedAfterStep: 0, context: { city: 'Bonn' } })
    expect((await saidIn(database, forked.runId))[0]?.text).toContain('Do something else.')
    expect(forked.row.stepCount).toBe(3)
  })

  test('RUN-9 after a step reads another input as the next message, also where that step gave the answer', async () => {
    const original = await engine.run(({ turn, input }) =>
      turn === 0 ? { text: `Heard: ${input}` } : { text: 'Again.' },
    )
    const forked = await fork(original.runId, 1, { input: 'And now?' })
    expect(forked.row).toMatchObject({ status: 'COMPLETED', summary: 'Heard: And now?', stepCount: 2 })
    expect((await saidIn(database, forked.runId)).map(({ role }) => role)).toEqual([
      'USER',
      'ASSISTANT',
      'USER',
      'ASSISTANT',
    ])
  })

  test('RUN-9 asks another model with another prompt, for this run alone', async () => {
    const original = await engine.run(threeSteps)
    engine.scripts.other = ({ turn }) => ({ text: `Another speaks, turn ${turn}.` })
    const forked = await fork(original.runId, 1, { model: 'scripted/other', systemPrompt: 'Be another.' })
    expect(forked.row.summary).toBe('Another speaks, turn 1.')
    const calls = await database.prisma.modelCall.findMany({ where: { runId: forked.runId } })
    expect(calls.map(({ model }) => model)).toEqual(['other'])
    const [step] = await database.prisma.step.findMany({ where: { runId: forked.runId } })
    const prompt = await database.prisma.prompt.findFirst({ where: { hash: step?.promptHash ?? '' } })
    expect(prompt?.text).toContain('Be another.')
    const again = await fork(original.runId, 1)
    expect(again.row.summary).toBe('Three.')
  })

  test('RUN-9 of a fork has the history of both, and keeps the changes of the first', async () => {
    const original = await engine.run(threeSteps)
    engine.scripts.second = ({ turn }) =>
      turn === 1 ? { text: 'Second.', toolCalls: [call('add', 7)] } : { text: `Second, turn ${turn}.` }
    const first = await fork(original.runId, 1, { model: 'scripted/second' })
    expect(first.row).toMatchObject({ summary: 'Second, turn 2.', stepCount: 3 })
    const second = await fork(first.runId, 2)
    expect(second.row).toMatchObject({ summary: 'Second, turn 2.', stepCount: 3 })
    expect(await saidIn(database, second.runId)).toEqual(await saidIn(database, first.runId))
    for (const afterStep of [0, 1]) {
      const third = await fork(first.runId, afterStep, { input: 'Once more.' })
      const said = await saidIn(database, third.runId)
      expect(said.slice(0, 3)).toEqual((await saidIn(database, original.runId)).slice(0, 3))
      expect(said[3]?.text).toContain('Once more.')
    }
  })

  test('RUN-9 reads on in the results of the original', async () => {
    const original = await engine.run(
      ({ turn, messages }) => {
        if (turn === 0) return { toolCalls: [call('big')] }
        const last = messages.findLast((message) => message.role === 'tool')
        if (turn === 1 && last?.role === 'tool')
          return { toolCalls: [{ name: 'read_output', arguments: { reference: last.reference ?? 'none' } }] }
        return { text: last?.role === 'tool' ? last.text : '' }
      },
      { agent: { maxToolResultChars: 1_000 } },
    )
    expect(original.row.summary).toBe('32000')
    const forked = await fork(original.runId, 1)
    expect(forked.row.summary).toBe('32000')
    const again = await fork(forked.runId, 0)
    expect(again.row.summary).toBe('32000')
  })

  test('RUN-9 of a run in a session is in none, and still has the messages of the session', async () => {
    const model = reciting('session')
    const slug = (await engine.define(() => ({ text: '' }), { model })).slug
    const trigger = { projectId: engine.project.id, agent: { slug }, sessionKey: 'forked' }
    const first = await engine.operations.triggerRun({ ...trigger, input: 'My name is Ann.' })
    await engine.finished(first.runId)
    const second = await engine.operations.triggerRun({ ...trigger, input: 'Who am I?' })
    const { row } = await engine.finished(second.runId)
    const third = await engine.operations.triggerRun({ ...trigger, input: 'Later.' })
    await engine.finished(third.runId)
    const forked = await fork(second.runId, 0)
    expect(forked.row.summary).toBe(row.summary)
    expect(forked.row.summary).toContain('Ann')
    const other = await fork(second.runId, 0, { input: 'What is my name?' })
    expect(other.row.summary).toContain('What is my name?')
    expect(other.row.summary).not.toContain('Who am I?')
    expect(other.row.summary).not.toContain('Later.')
    const stored = await database.prisma.run.findUniqueOrThrow({ where: { id: forked.runId } })
    expect(stored.sessionId).toBeNull()
    const after = await fork(second.runId, 1, { input: 'Go on.' })
    expect(after.row.summary).toContain('My name is Ann.')
    expect(after.row.summary).toContain('Go on.')
  })

  test('RUN-9 CTX-2 shows its model the history as it was compacted then', async () => {
    const seen: (readonly Message[])[] = []
    let turns = 0
    live.plays.small = async function* (request) {
      if (request.tools.length === 0) return yield answer(request, 'Notes.')
      seen.push([...request.messages])
      turns += 1
      yield counting(
        request,
        turns < 12 ? answer(request, `Dig ${turns}.`, [call('big', turns)]) : answer(request, 'Enough.'),
      )
    }
    const original = await engine.run(() => ({ text: '' }), {
      agent: {
        model: 'live/small',
        contextWindow: 12_000,
        maxOutputTokens: 1_000,
        maxToolResultChars: 8_000,
      },
    })
    expect(original.of('ContextCompacted').length).toBeGreaterThan(0)
    const forked = await fork(original.runId, 11)
    expect(original.row.summary).toBe('Enough.')
    expect(forked.row.summary).toBe('Enough.')
    expect(seen.at(-1)).toEqual(seen.at(-2))
  })
})

describe('a fork that cannot be', () => {
  const wrong = (runId: string, afterStep: number, changes: Partial<ForkRun> = {}) =>
    expect(fork(runId, afterStep, changes)).rejects

  test('RUN-9 names the steps that there are', async () => {
    const { runId } = await engine.run(threeSteps)
    await wrong(runId, 4).toThrow("afterStep is 4; of this run's own steps 1 to 3 have ended.")
    await wrong(runId, -1).toThrow('afterStep is -1')
    const forked = await fork(runId, 2)
    await wrong(forked.runId, 1).toThrow('steps 3 to 3 have ended. Give one of these, or 0 for its start.')
    await wrong('00000000-0000-7000-8000-000000000000', 0).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('RUN-9 is refused an open step, and takes the steps before it', async () => {
    const opened = Promise.withResolvers<void>()
    live.plays.open = async function* (request) {
      const turn = request.messages.filter((message) => message.role === 'assistant').length
      if (turn === 1) await opened.promise
      yield turn === 2 ? answer(request, 'Done.') : answer(request, 'Go.', [call('add', turn)])
    }
    const runId = await engine.trigger(() => ({ text: '' }), { agent: { model: 'live/open' } })
    await engine.seen(runId, 'StepCompleted')
    await wrong(runId, 2).toThrow('steps 1 to 1 have ended')
    engine.scripts.meanwhile = () => ({ text: 'Meanwhile.' })
    const forked = await fork(runId, 1, { model: 'scripted/meanwhile' })
    expect(forked.row.summary).toBe('Meanwhile.')
    opened.resolve()
    expect((await engine.finished(runId)).row.summary).toBe('Done.')
  })

  test('RUN-9 says which change cannot be made', async () => {
    const { runId } = await engine.run(threeSteps)
    await wrong(runId, 1, { model: 'nowhere/x' }).toMatchObject({
      code: 'INVALID_INPUT',
      data: { path: ['model'] },
    })
    await wrong(runId, 1, { model: '' }).toMatchObject({ data: { path: ['model'] } })
    await wrong(runId, 1, { input: ' ' }).toMatchObject({ data: { path: ['input'] } })
    await wrong(runId, 1, { systemPrompt: 'x'.repeat(200_001) }).toMatchObject({
      data: { path: ['systemPrompt'] },
    })
    await wrong(runId, 3, { model: 'scripted/other' }).toThrow("that step gave the run's answer")
  })

  test('RUN-9 LIM-1 must leave a step to take', async () => {
    const original = await engine.run(threeSteps, { trigger: { maxSteps: 2 } })
    expect(original.row.terminationReason).toBe('MAX_STEPS')
    await wrong(original.runId, 2).toThrow('Fork after step 1 at most')
    expect((await fork(original.runId, 1)).row).toMatchObject({ status: 'PAUSED', stepCount: 2 })
  })
})

test('RUN-9 a fork without changes, after any step of any run, ends as the original did', async () => {
  await fc.assert(
    fc.asyncProperty(randomRuns, async (random) => {
      const original = await engine.run(scriptOf(random), toTheEnd)
      const end = await endOf(database, original.runId)
      const deeds = await deedsOf(database, original.runId)
      for (const { number } of [{ number: 0 }, ...deeds]) {
        if (number >= 8) continue
        const forked = await fork(original.runId, number)
        expect(await endOf(database, forked.runId)).toEqual(end)
        expect(await deedsOf(database, forked.runId)).toEqual(deeds.slice(number))
        expect(await saidIn(database, forked.runId)).toEqual(await saidIn(database, original.runId))
      }
    }),
    propertyTrials(15),
  )
}, 120_000)

import { setImmediate as nextTurn } from 'node:timers/promises'
import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { isRungraphError } from '../../../src/domain/errors.ts'
import { isFinishing } from '../../../src/domain/run-event.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest, forTest } from '../../support/for-file.ts'
import { requireApproval, untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel, untilAborted } from '../../support/live-model.ts'
import { trialsOf } from '../../support/trials.ts'

const live = createLiveModel()

const signals: AbortSignal[] = []

const wait = testTool('wait', async (_args, { signal }) => {
  signals.push(signal)
  return untilAborted(signal)
})

const deaf = testTool('deaf', () => new Promise(() => undefined))

const quick = testTool('quick', async () => 'quick')

const unused: Script = () => ({})

const { database, engine } = await engineForFile({ tools: [wait, deaf, quick], providers: [live] })

const abort = (runId: string, reason?: string, { operations, project } = engine) =>
  operations.abortRun({ projectId: project.id, runId, reason, by: 'ops' })

/** What the log is to say of an abort by this caller. */
const asked = (abortReason: string | null) => ({
  terminationReason: 'ABORTED',
  abortedBy: 'ops',
  abortReason,
  abortRequestedAt: expect.stringMatching(/^\d{4}-.*Z$/),
})

function calls(...names: readonly string[]) {
  return { toolCalls: names.map((name, n) => ({ name, arguments: { n } })) }
}

async function stepsAndActions(runId: string) {
  const steps = await database.prisma.step.findMany({ where: { runId } })
  const actions = await database.prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return { open: steps.filter((step) => step.completedAt === null), actions }
}

test('TAS-7 EVT-11 a secret in the reason is neither in the run nor in its log', async () => {
  const secret = 'a-value-that-nobody-reads'
  const { engine: own } = await engineForTest({ redactor: createRedactor({ values: [secret] }) })
  const runId = await own.trigger(unused, { trigger: { startAt: new Date(Date.now() + 3_600_000) } })
  await abort(runId, `It said ${secret}.`, own)
  const { row, of } = await own.finished(runId)
  expect(row.abortReason).toMatch(/^It said \[redacted.*\]\.$/)
  expect(of('Terminating')).toEqual([asked(row.abortReason)])
})

test('EVT-11 KEY-2 a run has the callers that triggered and aborted it, with all below it', async () => {
  const { operations, project } = engine
  const agent = await engine.define(unused, { model: 'live/half' })
  const call = { projectId: project.id, agent: { slug: agent.slug }, input: 'Go.', by: 'the web app' }
  live.plays.half = async function* ({ signal }) {
    yield { type: 'text', text: 'Half of ' }
    yield await untilAborted(signal)
  }
  const { runId } = await operations.triggerRun({ ...call, idempotencyKey: 'once' })
  // A caller that repeats the request gets the same run.
  expect(await operations.triggerRun({ ...call, idempotencyKey: 'once', by: 'ops' })).toEqual({ runId })
  await engine.seen(runId, 'TextDelta')
  await operations.abortRun({ projectId: project.id, runId, by: 'ops' })
  // The first request counts.
  await operations
    .abortRun({ projectId: project.id, runId, reason: 'Late.', by: 'me' })
    .catch(() => undefined)
  const { of } = await engine.finished(runId)
  const row = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  expect(row).toMatchObject({ triggeredBy: 'the web app', abortedBy: 'ops', abortReason: null })
  const abortRequestedAt = row.abortRequestedAt?.toISOString()
  expect(of('Terminating')).toEqual([{ ...asked(null), abortRequestedAt }])
})

test('JDG-4 RUN-4 a gate that is being opened when its run is aborted does not stay open', async () => {
  const opening = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  /** The commit that opens the gate takes until the gates were looked for, or long enough that they would have been. */
  const replace = ({ log, runs, ...services }: EngineServices): EngineServices => ({
    ...services,
    log: {
      ...log,
      commit: async (commit) => {
        if (commit.gates?.some(({ status }) => status === 'OPEN')) {
          opening.resolve()
          await Promise.race([read.promise, afterTurns(2_000)])
        }
        return log.commit(commit)
      },
    },
    runs: {
      ...runs,
      gates: {
        ...runs.gates,
        undecided: async (runId) => {
          const found = await runs.gates.undecided(runId)
          read.resolve()
          return found
        },
      },
    },
  })
  const {
    engine: one,
    database: { prisma },
  } = await engineForTest({ tools: [wait, quick], replace })
  await requireApproval(one, 'quick')
  const runId = await one.trigger(sequence(calls('wait', 'quick')), { agent: { tools: ['wait', 'quick'] } })
  await opening.promise
  await abort(runId, undefined, one)
  expect((await one.finished(runId)).row.status).toBe('CANCELLED')
  expect(await prisma.gate.findMany({ where: { runId } })).toMatchObject([{ status: 'CANCELLED' }])
})

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn()
}

describe('an abort', () => {
  test('EVT-11 RUN-4 while the model streams: it stops, and its words so far are the summary', async () => {
    const stopped = Promise.withResolvers<unknown>()
    live.plays.half = async function* ({ signal }) {
      yield { type: 'text', text: 'Half of ' }
      yield await untilAborted(signal).catch((reason: unknown) => {
        stopped.resolve(reason)
        throw reason
      })
    }
    const runId = await engine.trigger(unused, { agent: { model: 'live/half' } })
    await engine.seen(runId, 'TextDelta')
    await abort(runId, 'Not needed any more.')
    expect(await stopped.promise).toMatchObject({ kind: 'ABORTED' })
    const { row, types, of } = await engine.finished(runId)
    expect(row).toMatchObject({
      status: 'CANCELLED',
      terminationReason: 'ABORTED',
      summary: 'Half of',
      abortReason: 'Not needed any more.',
      durationMs: expect.any(Number),
      completedAt: expect.any(Date),
    })
    expect(of('Terminating')).toEqual([asked('Not needed any more.')])
    expect(types).not.toContain('AttemptDiscarded')
    expect(of('RunCompleted')).toMatchObject([{ status: 'CANCELLED', terminationReason: 'ABORTED' }])
    expect((await stepsAndActions(runId)).open).toEqual([])
  })

  test('RUN-4 while tools run: their signals abort, the rest is skipped, every action ends', async () => {
    signals.length = 0
    const plan = calls('quick', 'wait', 'deaf', 'wait', 'wait', 'wait', 'quick', 'deaf')
    const runId = await engine.trigger(sequence({ text: 'I try.', ...plan }))
    await expect.poll(() => signals.length).toBe(4)
    await abort(runId)
    const { row, types } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'CANCELLED', summary: 'I try.' })
    expect(signals.every((signal) => signal.aborted)).toBe(true)
    const { open, actions } = await stepsAndActions(runId)
    expect(open).toEqual([])
    expect(actions.map((action) => action.status)).toEqual([
      'SUCCEEDED',
      ...Array(5).fill('CANCELLED'),
      ...Array(2).fill('SKIPPED'),
    ])
    expect(types.slice(-3)).toEqual(['StepCompleted', 'Terminating', 'RunCompleted'])
  })

  test('RUN-4 after an aborted step each call has its result in the history', async () => {
    const runId = await engine.trigger(sequence(calls('wait', 'quick')))
    await engine.seen(runId, 'ActionCompleted')
    await abort(runId)
    await engine.finished(runId)
    const messages = await database.prisma.message.findMany({
      where: { runId },
      orderBy: { position: 'asc' },
    })
    expect(messages.map((message) => message.role)).toEqual(['USER', 'ASSISTANT', 'TOOL', 'TOOL'])
    expect(messages[2]?.content).toMatchObject({ isError: true, text: expect.stringContaining('stopped') })
  })

  test('EVT-11 RUN-4 while queued: it never starts', async () => {
    const { engine: idle } = await engineForTest({ concurrency: 0 })
    const runId = await idle.trigger(() => ({ text: 'Never said.' }))
    await abort(runId, 'Too late anyway.', idle)
    const { row, types, of } = await idle.finished(runId)
    expect(row).toMatchObject({ status: 'CANCELLED', startedAt: null, durationMs: null, summary: null })
    expect(row.completedAt).toEqual(expect.any(Date))
    expect(types).toEqual(['Terminating', 'RunCompleted'])
    expect(of('Terminating')).toEqual([asked('Too late anyway.')])
  })

  test('EVT-11 RUN-4 while it waits for a person: its next owner says who asked for it', async () => {
    const { engine: one, database: ownDatabase } = await engineForTest({ tools: [quick] })
    await requireApproval(one, 'quick')
    const runId = await one.trigger(sequence(calls('quick')))
    await untilStatus(one, ownDatabase, runId, 'WAITING')
    await abort(runId, 'Nobody decides.', one)
    expect((await one.finished(runId)).of('Terminating')).toEqual([asked('Nobody decides.')])
  })

  test('RUN-4 in the wait before another try: nothing is tried again', async () => {
    const clock = createFakeClock()
    const {
      engine: patient,
      database: { prisma },
    } = await engineForTest({ clock, random: () => 0.5, leaseMs: 60_000 })
    const runId = await patient.trigger(() => ({ error: { kind: 'OVERLOADED', retryable: true } }))
    await clock.sleeperOf(500)
    await abort(runId, undefined, patient)
    expect((await patient.finished(runId)).row).toMatchObject({ status: 'CANCELLED', summary: '' })
    expect(await prisma.modelCall.count({ where: { runId } })).toBe(1)
    expect(clock.sleeping).not.toContain(500)
  })

  test('RUN-4 asked of another process, it is seen when the lease is renewed', async () => {
    const { engine: owner, database: ownDatabase } = await engineForTest({ tools: [wait], leaseMs: 900 })
    const other = forTest(await createTestEngine(ownDatabase, { concurrency: 0 }))
    const runId = await owner.trigger(sequence(calls('wait')))
    await owner.seen(runId, 'ActionStarted')
    await other.operations.abortRun({ projectId: owner.project.id, runId })
    expect((await owner.finished(runId)).row.status).toBe('CANCELLED')
  })

  test('RUN-4 a provider that does not heed its signal is left behind', async () => {
    live.plays.deaf = async function* () {
      yield { type: 'text', text: 'I cannot hear' }
      await new Promise(() => undefined)
    }
    const runId = await engine.trigger(unused, { agent: { model: 'live/deaf' } })
    await engine.seen(runId, 'TextDelta')
    await abort(runId)
    expect((await engine.finished(runId)).row).toMatchObject({
      status: 'CANCELLED',
      summary: 'I cannot hear',
    })
  })

  test('EVT-11 RUN-4 of a paused run keeps its summary', async () => {
    const { runId, row } = await engine.run(sequence({ text: 'One.', ...calls('quick') }), {
      agent: { maxSteps: 1 },
    })
    expect(row.status).toBe('PAUSED')
    await abort(runId)
    const ended = await engine.finished(runId)
    expect(ended.row).toMatchObject({ status: 'CANCELLED', summary: row.summary })
    expect(ended.of('Terminating')).toEqual([{ terminationReason: 'MAX_STEPS' }, asked(null)])
  })

  test('RUN-4 a reason that cannot be stored is refused before anything stops', async () => {
    const runId = await engine.trigger(sequence(calls('wait')))
    await expect(abort(runId, 'a\u0000b')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(abort(runId, 'x'.repeat(100_000))).rejects.toMatchObject({ code: 'INPUT_TOO_LARGE' })
    await abort(runId)
  })

  test('RUN-7 racing completion has one winner, and the log agrees with the row: 100 tries', async () => {
    live.plays.race = async function* (request) {
      yield { type: 'text', text: 'Done.' }
      yield answer(request, 'Done.')
    }
    const agent = await engine.define(unused, { model: 'live/race' })
    // How many turns of the event loop the abort waits: the seed makes a failure repeatable.
    const delays = trialsOf(fc.sample(fc.nat({ max: 60 }), { numRuns: 100, seed: 20261121 }))
    for (let start = 0; start < delays.length; start += 10)
      await Promise.all(delays.slice(start, start + 10).map((turns) => race(agent, turns)))
  })
})

async function race(agent: { readonly slug: string }, turns: number): Promise<void> {
  const call = { projectId: engine.project.id, agent, input: 'Race.' }
  const { runId } = await engine.operations.triggerRun(call)
  for (let turn = 0; turn < turns; turn++) await nextTurn()
  const told = await abort(runId).then(
    () => 'CANCELLED',
    (error: unknown) => (isRungraphError(error) ? error.code : error),
  )
  const { row, events, of } = await engine.finished(runId)
  expect([row.status, told]).toEqual(
    row.status === 'CANCELLED' ? ['CANCELLED', 'CANCELLED'] : ['COMPLETED', 'ILLEGAL_TRANSITION'],
  )
  expect(events.filter((event) => isFinishing(event.type)).map((event) => event.seq)).toEqual([events.length])
  expect(of('RunCompleted')[0]).toMatchObject({
    status: row.status,
    terminationReason: row.terminationReason,
  })
  expect(of('Terminating').at(-1)).toEqual(
    row.status === 'CANCELLED' ? asked(null) : { terminationReason: row.terminationReason },
  )
  expect(of('FinalAnswer')).toHaveLength(row.status === 'COMPLETED' ? 1 : 0)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
}

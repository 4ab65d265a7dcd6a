import { afterAll, describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { GateRow } from '../../../src/domain/gate.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { ModelChunk, ModelRequest } from '../../../src/domain/model.ts'
import { topics } from '../../../src/domain/wakeups.ts'
import { reportUncertaintyTool } from '../../../src/tools/control-tools.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type FinishedRun, type TestEngine, testTool } from '../../support/engine.ts'
import { engineForTest, forFile } from '../../support/for-file.ts'
import { decide } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

let isDown = true

const service = testTool('service', async (args) => {
  if (isDown) throw new Error(`The service is down (request ${JSON.stringify(args)}).`)
  return 'served'
})

const other = testTool('other', async () => {
  throw new Error('Another fault.')
})

const work = testTool('work', async () => 'worked')

const tools = [service, other, work, reportUncertaintyTool]

const database = forFile(await createTestDatabase())
let engine: TestEngine = await createTestEngine(database, { tools, providers: [live] })
afterAll(() => engine.close())

interface Turn {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly arguments: Json }[]
}

let agents = 0

/** An agent that takes its turns in order; who judges it answers `confidence`. */
function play(turns: readonly Turn[], confidence: readonly number[] = []) {
  const name = `agent-${agents++}`
  const asked: ModelRequest[] = []
  let turn = 0
  live.plays[name] = async function* (request): AsyncGenerator<ModelChunk> {
    if (request.responseFormat) {
      asked.push(request)
      const said = { confidence: confidence[asked.length - 1] ?? 1, reason: 'It is guessing.' }
      yield answer(request, JSON.stringify(said))
      return
    }
    const { text = '', calls = [] } = turns[Math.min(turn++, turns.length - 1)] ?? {}
    yield answer(request, text, calls)
  }
  return { model: `live/${name}`, asked }
}

const call = (name: string, n: number): Turn => ({ calls: [{ name, arguments: { n } }] })

/** Triggers a run and resolves when it waits. */
async function waiting(model: string, agent: Partial<AgentDefinitionInput> = {}, on = engine) {
  const runId = await on.trigger(() => ({}), { agent: { model, ...agent } })
  const opened = await on.seen(runId, 'GateOpened')
  const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  const [gate] = await on.services.runs.gates.open(runId)
  if (!gate) throw new Error('No gate is open.')
  return { runId, run, gate, opened }
}

/** Entries of a decision to continue, in one commit. */
async function approve(gate: GateRow, on = engine): Promise<void> {
  await on.services.log.commit({
    runId: gate.runId,
    epoch: null,
    from: ['WAITING'],
    run: { status: 'RUNNING', terminationReason: null, resumedAt: null },
    gates: [{ ...gate, status: 'APPROVED', resolvedAt: new Date() }],
    events: [{ type: 'GateResolved', stepNumber: null, data: { gateId: gate.id } }],
  })
  on.services.wakeups.publish(topics.queue)
}

const typesOf = ({ types }: FinishedRun) =>
  types.filter((type) => type.startsWith('Gate') || type.startsWith('Run'))

describe('identical errors', () => {
  test('LIM-7 three in a row, equal but for numbers and ids, open a gate and the run waits', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('service', 3)])
    const { run, gate, opened } = await waiting(model)
    expect(run).toMatchObject({
      status: 'WAITING',
      stepCount: 3,
      terminationReason: null,
      completedAt: null,
      leaseOwner: null,
      leaseExpiresAt: null,
    })
    expect(gate).toMatchObject({
      kind: 'IDENTICAL_ERRORS',
      status: 'OPEN',
      reason: expect.stringMatching(/"service" failed 3 times in a row.*service is down/),
      context: { target: 'service', count: 3, stepNumber: 3 },
    })
    expect(opened).toMatchObject({ stepNumber: 3, data: { gateId: gate.id } })
    expect(await engine.services.log.read(run.id, { after: opened.seq, limit: 10 })).toMatchObject([
      { type: 'RunWaiting', stepNumber: 3, data: { gates: 1, childRuns: 0 } },
    ])
  })

  test('LIM-7 a success or another error in between starts the count anew', async () => {
    const { model } = play([
      ...[call('service', 1), call('service', 2), call('work', 1)],
      ...[call('service', 3), call('service', 4), call('other', 1)],
      ...[call('service', 5), call('service', 6), { text: 'Given up.' }],
    ])
    const { row } = await engine.run(() => ({}), { agent: { model } })
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 9, summary: 'Given up.' })
  })

  test('LIM-7 the count survives a change of the owner', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('service', 3)])
    const { engine: first, database: own } = await engineForTest({ tools, providers: [live] })
    const defined = await first.define(() => ({}), { model })
    const plays = live.plays[model.slice('live/'.length)]
    if (!plays) throw new Error('Nobody plays it.')
    let turns = 0
    const held = Promise.withResolvers<void>()
    live.plays[model.slice('live/'.length)] = async function* (request) {
      turns += 1
      if (turns === 3) {
        held.resolve()
        await new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true }),
        )
      }
      yield* plays(request)
    }
    const { runId } = await first.operations.triggerRun({
      projectId: first.project.id,
      agent: defined,
      input: 'Do it.',
    })
    await held.promise
    await first.worker.close(0)
    const second = await createTestEngine(own, { tools, providers: [live], scripts: first.scripts })
    try {
      await second.seen(runId, 'GateOpened')
      const run = await own.prisma.run.findUniqueOrThrow({ where: { id: runId } })
      expect(run).toMatchObject({ status: 'WAITING', stepCount: 3 })
    } finally {
      await second.close()
    }
  })
})

describe('confidence', () => {
  test('JDG-3 is asked for every N steps, and low confidence opens a gate', async () => {
    const { model, asked } = play(
      [1, 2, 3, 4, 5].map((n) => call('work', n)),
      [0.8, 0.49],
    )
    const { runId, run, gate } = await waiting(model, { confidence: { everySteps: 2 } })
    expect(asked).toHaveLength(2)
    expect(run).toMatchObject({ status: 'WAITING', terminationReason: 'LOW_CONFIDENCE', stepCount: 4 })
    expect(gate).toMatchObject({
      kind: 'LOW_CONFIDENCE',
      reason: 'Low confidence (0.49): It is guessing.',
      context: { confidence: 0.49, reason: 'It is guessing.', stepNumber: 4 },
    })
    const steps = await database.prisma.step.findMany({ where: { runId }, orderBy: { number: 'asc' } })
    expect(steps.map(({ validation }) => validation)).toEqual([
      null,
      { confidence: { confidence: 0.8, reason: 'It is guessing.', cause: 'INTERVAL' } },
      null,
      { confidence: { confidence: 0.49, reason: 'It is guessing.', cause: 'INTERVAL' } },
    ])
    const booked = await database.prisma.modelCall.count({ where: { runId, purpose: 'CONFIDENCE' } })
    expect(booked).toBe(2)
  })

  test('JDG-3 is asked for at once when the agent says that it is unsure, with the subject of its doubt', async () => {
    const doubt = { name: 'report_uncertainty', arguments: { reason: 'Two files have this name.' } }
    const { model, asked } = play([{ calls: [doubt] }, { text: 'Done.' }], [0.1])
    const { gate, run } = await waiting(model, { confidence: {}, tools: ['work'] })
    expect(run).toMatchObject({ status: 'WAITING', stepCount: 1 })
    expect(gate.kind).toBe('LOW_CONFIDENCE')
    expect(asked[0]?.messages[0]).toMatchObject({
      text: expect.stringContaining('Two files have this name.'),
    })
    const action = await database.prisma.action.findFirstOrThrow({ where: { runId: run.id } })
    expect(action).toMatchObject({ target: 'report_uncertainty', status: 'SUCCEEDED' })
  })

  test('JDG-3 is not asked for, nor the tool offered, where the agent does not want it', async () => {
    const { model, asked } = play(
      [...[1, 2, 3, 4, 5, 6].map((n) => call('work', n)), { text: 'Done.' }],
      [0.1],
    )
    const before = live.requests.length
    const { row } = await engine.run(() => ({}), { agent: { model, tools: ['work'] } })
    expect(row.status).toBe('COMPLETED')
    expect(asked).toHaveLength(0)
    expect(live.requests[before]?.tools.map(({ name }) => name)).toEqual(['work'])
  })

  test('JDG-3 may be judged by other models, which does not change the model of the agent', async () => {
    const judges = play([], [0.9])
    const { model, asked } = play([...[1, 2].map((n) => call('work', n)), { text: 'Done.' }])
    const { row, types } = await engine.run(() => ({}), {
      agent: { model, confidence: { everySteps: 2, models: [judges.model] } },
    })
    expect(row.status).toBe('COMPLETED')
    expect([asked.length, judges.asked.length]).toEqual([0, 1])
    expect(types).not.toContain('ModelSwitched')
  })

  test('JDG-3 an unusable judgement is a warning, and the run continues', async () => {
    const { model } = play([call('work', 1), { text: 'Done.' }])
    const agent = { model, confidence: { everySteps: 1, models: ['live/nobody'] } }
    const { row, of } = await engine.run(() => ({}), { agent })
    expect(row.status).toBe('COMPLETED')
    expect(of('Warning')).toMatchObject([{ code: 'CONFIDENCE_FAILED' }])
  })
})

describe('the outside monitor', () => {
  test('JDG-1 LIM-8 its finding opens a gate of a running run', async () => {
    const { model } = play([call('work', 1), call('escalate', 2), call('work', 3), call('work', 4)])
    const escalate = testTool('escalate', async (_args, { runId }) => {
      await database.prisma.run.update({ where: { id: runId }, data: { escalation: 'It goes in circles.' } })
      return 'noted'
    })
    await engine.close()
    engine = await createTestEngine(database, { tools: [...tools, escalate], providers: [live] })
    const { gate, run } = await waiting(model)
    expect(gate).toMatchObject({
      kind: 'MONITOR',
      reason: 'It goes in circles.',
      context: { escalation: 'It goes in circles.' },
    })
    expect(run).toMatchObject({ status: 'WAITING', escalation: null })
  })
})

const typesOfWaiting = ['RunStarted', 'GateOpened', 'RunWaiting', 'GateResolved', 'RunCompleted']

describe('a run that waits', () => {
  test('JDG-4 holds nothing, is claimed by nobody, and goes on after a restart as if nothing had been', async () => {
    isDown = true
    const { model } = play([
      ...[call('service', 1), call('service', 2), call('service', 3)],
      ...[call('service', 4), { text: 'Served.' }],
    ])
    const { runId, run, gate } = await waiting(model)
    await engine.close()
    engine = await createTestEngine(database, { tools, providers: [live] })
    expect(await engine.services.runs.claim({ limit: 100 })).toEqual([])
    const before = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(before).toMatchObject({ status: 'WAITING', epoch: run.epoch })
    isDown = false
    await approve(gate)
    const finished = await engine.finished(runId)
    isDown = true
    expect(finished.row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      summary: 'Served.',
      stepCount: 5,
      recoveries: 0,
    })
    expect(typesOf(finished)).toEqual(typesOfWaiting)
    expect(finished.events.map(({ seq }) => seq)).toEqual(finished.events.map((_, place) => place + 1))
  })

  test('JDG-4 does not open the gate again that a human approved, until it errs as often again', async () => {
    const { model } = play([1, 2, 3, 4, 5, 6].map((n) => call('service', n)))
    const { runId, gate } = await waiting(model)
    await approve(gate)
    await expect
      .poll(async () => (await database.prisma.gate.count({ where: { runId } })) === 2, { timeout: 10_000 })
      .toBe(true)
    const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(run.stepCount).toBe(6)
  })

  test('JDG-4 time spent waiting is not counted as run time', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('service', 3), { text: 'Done.' }])
    const { runId, run, gate } = await waiting(model)
    await database.pool.query(
      `update "Run" set "resumedAt" = "resumedAt" - interval '1 hour', "startedAt" = "startedAt" - interval '1 hour' where id = $1`,
      [runId],
    )
    await approve(gate)
    const { row } = await engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(row.durationMs).toBeGreaterThanOrEqual(run.activeMs)
    expect(row.durationMs).toBeLessThan(3_600_000)
  })

  test('JDG-4 LIM-12 takes no place among the running ones of its project', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('service', 3)])
    const { engine: alone, database: own } = await engineForTest({ tools, providers: [live] })
    await own.prisma.project.update({ where: { id: alone.project.id }, data: { maxConcurrentRuns: 1 } })
    const waits = await alone.trigger(() => ({}), { agent: { model } })
    await alone.seen(waits, 'GateOpened')
    const { row } = await alone.run(() => ({ text: 'Done.' }))
    expect(row.status).toBe('COMPLETED')
  })

  test('RUN-4 JDG-4 can be aborted: its open gates become CANCELLED, and its log rests', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('service', 3)])
    const { runId, gate } = await waiting(model)
    await engine.operations.abortRun({ projectId: engine.project.id, runId, reason: 'No longer needed.' })
    const finished = await engine.finished(runId)
    expect(finished.row).toMatchObject({
      status: 'CANCELLED',
      terminationReason: 'ABORTED',
      abortReason: 'No longer needed.',
    })
    expect(typesOf(finished)).toEqual(typesOfWaiting)
    expect(await database.prisma.gate.findUniqueOrThrow({ where: { id: gate.id } })).toMatchObject({
      status: 'CANCELLED',
      resolvedAt: expect.any(Date),
    })
    expect(await engine.services.runs.gates.open(runId)).toEqual([])
    await expect(decide(engine, gate.id, 'APPROVE')).rejects.toMatchObject({
      code: 'GATE_RESOLVED',
      message: expect.stringContaining('CANCELLED'),
    })
  })

  test('JDG-4 RUN-7 a gate that was decided stays so when another process writes it again', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('service', 3), { text: 'Done.' }])
    const { runId, gate } = await waiting(model)
    await approve(gate)
    await engine.finished(runId)
    await engine.services.log.commit({
      runId,
      epoch: null,
      from: ['COMPLETED'],
      gates: [{ ...gate, status: 'REJECTED' }],
      events: [],
    })
    expect((await database.prisma.gate.findUniqueOrThrow({ where: { id: gate.id } })).status).toBe('APPROVED')
  })

  test('RUN-7 RUN-4 an abort that was asked for before wins against a gate', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('stop', 3)])
    const stop = testTool('stop', async (_args, { runId }) => {
      await database.prisma.run.update({
        where: { id: runId },
        data: { abortRequestedAt: new Date(), escalation: 'Look.' },
      })
      return 'stopped'
    })
    await engine.close()
    engine = await createTestEngine(database, { tools: [...tools, stop], providers: [live] })
    const { row, types, runId } = await engine.run(() => ({}), { agent: { model } })
    expect(row).toMatchObject({ status: 'CANCELLED', terminationReason: 'ABORTED' })
    expect(types).not.toContain('GateOpened')
    expect(await database.prisma.gate.count({ where: { runId } })).toBe(0)
  })

  test('EVT-2 JDG-4 a subscriber stays while the run waits, and sees it to its end', async () => {
    const { model } = play([call('service', 1), call('service', 2), call('service', 3), { text: 'Done.' }])
    const runId = await engine.trigger(() => ({}), { agent: { model } })
    const followed = engine.finished(runId)
    await engine.seen(runId, 'GateOpened')
    const [gate] = await engine.services.runs.gates.open(runId)
    if (!gate) throw new Error('No gate is open.')
    await approve(gate)
    expect(typesOf(await followed)).toEqual(typesOfWaiting)
  })
})

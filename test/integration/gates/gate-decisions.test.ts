import { describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import { reportUncertaintyTool } from '../../../src/tools/control-tools.ts'
import { jsonSchemas } from '../../../src/tools/json-schema-check.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { done, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide, openGates, tester } from '../../support/gates.ts'

const called: string[] = []

const paySchema = {
  type: 'object',
  properties: { amount: { type: 'integer', minimum: 1 } },
  required: ['amount'],
}

const pay = testTool(
  'pay',
  async (args) => {
    called.push(`pay ${JSON.stringify(args)}`)
    return 'paid'
  },
  { inputSchema: paySchema, check: jsonSchemas.check(paySchema), effect: 'once' },
)

const look = testTool('look', async () => 'seen')

const broken = testTool('broken', async () => {
  throw new Error('It is broken.')
})

const tools = [pay, look, broken, reportUncertaintyTool]
const stage = forFile(await openGateStage({ tools }))
const { database } = stage
await stage.engine.operations.policies.savePolicy({
  ...{ projectId: stage.engine.project.id, target: 'pay', permission: 'REQUIRE_APPROVAL' },
  reason: 'It is money.',
})

const payCall = (amount: Json): Turn => ({ calls: [{ name: 'pay', arguments: { amount } }] })

const typesOf = (types: readonly string[]) => types.filter((type) => /^(Gate|Run|Action)/.test(type))

describe('a call that is to be approved', () => {
  test('TAS-1 JDG-4 waits at a gate that describes it, and holds nothing', async () => {
    const { runId } = await stage.start([payCall(5), done])
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({
      kind: 'ACTION_APPROVAL',
      reason: 'A call of "pay" is to be approved. It is money.',
      context: { type: 'TOOL', target: 'pay', arguments: { amount: 5 }, stepNumber: 1, action: 'pay' },
      decider: 'OPERATOR',
      expiresAt: null,
    })
    const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(run).toMatchObject({ status: 'WAITING', leaseOwner: null, stepCount: 1, completedAt: null })
    const action = await database.prisma.action.findFirstOrThrow({ where: { runId } })
    expect(action).toMatchObject({ id: gate.actionId, status: 'PENDING', attempt: 0 })
  })

  test('JDG-4 TAS-2 is made once it is approved, by a process that knew nothing of it', async () => {
    const { runId, told } = await stage.start([payCall(6), done])
    const gate = await stage.gateOf(runId)
    await stage.restart()
    const before = called.length
    await decide(stage.engine, gate.id, 'APPROVE', { note: 'Mind the fees.' })
    const finished = await stage.engine.finished(runId)
    expect(finished.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.', stepCount: 2, recoveries: 0 })
    expect(called.slice(before)).toEqual(['pay {"amount":6}'])
    expect(typesOf(finished.types)).toEqual([
      ...['RunStarted', 'GateOpened', 'RunWaiting', 'GateResolved'],
      ...['ActionStarted', 'ActionCompleted', 'RunCompleted'],
    ])
    expect(finished.of('GateResolved')).toEqual([
      { gateId: gate.id, gateStatus: 'APPROVED', resolvedBy: 'tester' },
    ])
    expect(told().at(-1)).toBe('A human said of "pay": Mind the fees.')
    const { audit } = await database.prisma.action.findFirstOrThrow({ where: { runId } })
    expect(audit).toMatchObject({
      decision: 'REQUIRE_APPROVAL',
      gate: gate.id,
      gateStatus: 'APPROVED',
      decidedBy: 'tester',
    })
  })

  test('JDG-4 is not made where it is rejected: the model reads why, and goes on', async () => {
    const { runId, told } = await stage.start([payCall(7), done])
    const gate = await stage.gateOf(runId)
    await stage.restart()
    const before = called.length
    await decide(stage.engine, gate.id, 'REJECT', { note: 'Too much.' })
    const finished = await stage.engine.finished(runId)
    expect(finished.row.status).toBe('COMPLETED')
    expect(called.slice(before)).toEqual([])
    expect(told().at(-1)).toBe('Error: A human rejected this call of "pay". Note: Too much.')
    expect(finished.of('ActionDenied')).toHaveLength(1)
  })

  test('JDG-4 is made with the arguments of REVISE, and the model reads so', async () => {
    const { runId, told } = await stage.start([payCall(800), done])
    const gate = await stage.gateOf(runId)
    await stage.restart()
    const before = called.length
    await decide(stage.engine, gate.id, 'REVISE', { note: 'A tenth will do.', arguments: { amount: 80 } })
    await stage.engine.finished(runId)
    expect(called.slice(before)).toEqual(['pay {"amount":80}'])
    expect(told().at(-1)).toBe(
      'A human changed the arguments of "pay" to {"amount":80}. They say: A tenth will do.',
    )
  })

  test('JDG-4 TAS-4 arguments of REVISE are checked again, and the gate stays open', async () => {
    const { runId } = await stage.start([payCall(9), done])
    const gate = await stage.gateOf(runId)
    await expect(
      decide(stage.engine, gate.id, 'REVISE', { arguments: { amount: 'all' } }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('do not fit the schema of "pay"'),
    })
    await expect(decide(stage.engine, gate.id, 'REVISE', {})).rejects.toThrow(/REVISE needs one of them/)
    await expect(decide(stage.engine, gate.id, 'APPROVE', { arguments: {} })).rejects.toThrow(
      /are for REVISE/,
    )
    await decide(stage.engine, gate.id, 'APPROVE')
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
  })

  test('JDG-4 is sent back where REVISE has a note alone: it is not made, and the model makes it otherwise', async () => {
    const { runId, told } = await stage.start([payCall(60), payCall(61), done])
    const first = await stage.gateOf(runId)
    await stage.restart()
    const before = called.length
    await decide(stage.engine, first.id, 'REVISE', { note: 'One more, please.' })
    await expect
      .poll(async () => (await openGates(database, runId))[0]?.context)
      .toMatchObject({
        arguments: { amount: 61 },
      })
    expect(told().at(-1)).toMatch(/requested changes to this call of "pay".*One more, please\./)
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await stage.engine.finished(runId)
    expect(called.slice(before)).toEqual(['pay {"amount":61}'])
  })

  test('TAS-4 JDG-4 with arguments that do not fit is refused for that, and no human is asked', async () => {
    const { runId } = await stage.start([payCall('much'), done])
    const finished = await stage.engine.finished(runId)
    expect(finished.of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_ARGUMENTS_INVALID' }])
    expect(finished.types).not.toContain('GateOpened')
  })

  test('JDG-4 does not hold up the other calls of its step', async () => {
    const { runId } = await stage.start([
      {
        calls: [
          { name: 'pay', arguments: { amount: 1 } },
          { name: 'look', arguments: {} },
        ],
      },
      done,
    ])
    const gate = await stage.gateOf(runId)
    const [, other] = await database.prisma.action.findMany({
      where: { runId },
      orderBy: { position: 'asc' },
    })
    expect(other).toMatchObject({ target: 'look', status: 'SUCCEEDED' })
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row, of } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 2 })
    expect(of('ActionStarted').map(({ target }) => target)).toEqual(['look', 'pay'])
  })

  test('JDG-4 each decision is carried out at once, while the run waits for the others', async () => {
    const amounts = [11, 12, 13]
    const calls = amounts.map((amount) => ({ name: 'pay', arguments: { amount } }))
    const { runId } = await stage.start([{ calls }, done])
    const gates = await stage.waiting(runId)
    expect(gates).toHaveLength(3)
    // Gates of one step open side by side, in any order.
    const gateOf = (amount: number) =>
      gates.find(({ context }) => JSON.stringify(context).includes(`"amount":${amount}}`))?.id
    const before = called.length
    await decide(stage.engine, gateOf(12), 'APPROVE')
    await expect.poll(() => called.slice(before)).toEqual(['pay {"amount":12}'])
    await stage.waiting(runId)
    await decide(stage.engine, gateOf(13), 'REJECT')
    await decide(stage.engine, gateOf(11), 'APPROVE')
    const { row } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(called.slice(before)).toEqual(['pay {"amount":12}', 'pay {"amount":11}'])
    const actions = await database.prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })
    expect(actions.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'DENIED'])
  })
})

describe('the decider', () => {
  test('JDG-4 is identified by the credentials, with the role that the gate requires', async () => {
    const { runId } = await stage.start([payCall(15), done], { agent: { gates: { decider: 'ADMIN' } } })
    const gate = await stage.gateOf(runId)
    const call = { projectId: stage.engine.project.id, gateId: gate.id, decision: 'APPROVE' } as const
    const operator = { name: 'op', role: 'OPERATOR' } as const
    await expect(stage.engine.operations.resolveGate({ ...call, caller: operator })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('ADMIN'),
    })
    await stage.engine.operations.resolveGate({ ...call, caller: { ...tester, name: 'Ada' } })
    const decided = await database.prisma.gate.findUniqueOrThrow({ where: { id: gate.id } })
    expect(decided).toMatchObject({ status: 'APPROVED', resolvedBy: 'Ada', resolvedAt: expect.any(Date) })
    await stage.engine.finished(runId)
  })

  test('JDG-4 a second decision is a conflict that names the first', async () => {
    const { runId } = await stage.start([payCall(16), done])
    const gate = await stage.gateOf(runId)
    await decide(stage.engine, gate.id, 'APPROVE')
    await expect(decide(stage.engine, gate.id, 'REJECT')).rejects.toMatchObject({
      code: 'GATE_RESOLVED',
      message: 'The gate is already APPROVED, by tester. A decision cannot be changed.',
    })
    await stage.engine.finished(runId)
  })

  test('JDG-4 a gate of another project is unknown', async () => {
    const { runId } = await stage.start([payCall(17), done])
    const gate = await stage.gateOf(runId)
    const elsewhere = { projectId: '00000000-0000-7000-8000-000000000000', gateId: gate.id }
    await expect(
      stage.engine.operations.resolveGate({ ...elsewhere, decision: 'APPROVE', caller: tester }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await decide(stage.engine, gate.id, 'APPROVE')
    await stage.engine.finished(runId)
  })
})

describe('a gate that nobody decides at', () => {
  test('JDG-4 expires, which is no rejection: the call is refused, and the model reads that nobody was there', async () => {
    const { runId, told } = await stage.start([payCall(18), done], {
      agent: { gates: { expiresAfterMs: 50 } },
    })
    const finished = await stage.engine.finished(runId)
    expect(finished.row.status).toBe('COMPLETED')
    expect(told().at(-1)).toMatch(/approval of this call of "pay" expired.*not rejected/)
    const gate = await database.prisma.gate.findFirstOrThrow({ where: { runId } })
    expect(gate).toMatchObject({ status: 'EXPIRED', resolvedBy: null, note: null })
    await expect(decide(stage.engine, gate.id, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
  })

  test('JDG-4 may let the call go on when it expires, where its agent says so', async () => {
    const before = called.length
    const { runId } = await stage.start([payCall(19), done], {
      agent: { gates: { expiresAfterMs: 50, onExpiry: 'PROCEED' } },
    })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(called.slice(before)).toEqual(['pay {"amount":19}'])
  })

  test('JDG-4 about the whole run ends it as TIMEOUT, not as GATE_REJECTED', async () => {
    const fail = { calls: [{ name: 'broken', arguments: {} }] }
    const turns = [1, 2, 3].map((n) => ({ calls: [{ name: 'broken', arguments: { n } }] }))
    const { runId } = await stage.start([...turns, fail], { agent: { gates: { expiresAfterMs: 50 } } })
    const { row } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'TIMEOUT', errorCode: 'GATE_EXPIRED' })
  })
})

describe('a gate about the whole run', () => {
  const loop = [1, 2, 3].map((n) => ({ calls: [{ name: 'broken', arguments: { n } }] }))

  test('LIM-7 JDG-4 a loop of errors: approve goes on, with the note as a message', async () => {
    const { runId, told } = await stage.start([...loop, done])
    const gate = await stage.gateOf(runId)
    expect(gate.kind).toBe('IDENTICAL_ERRORS')
    await stage.restart()
    await decide(stage.engine, gate.id, 'APPROVE', { note: 'Try the other one.' })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(told().at(-1)).toBe('Try the other one.')
  })

  test('RUN-6 LIM-7 a loop of errors: reject ends the run', async () => {
    const { runId } = await stage.start([...loop, done])
    const gate = await stage.gateOf(runId)
    await stage.restart()
    await decide(stage.engine, gate.id, 'REJECT', { note: 'Give up.' })
    const { row } = await stage.engine.finished(runId)
    expect(row).toMatchObject({
      status: 'FAILED',
      terminationReason: 'GATE_REJECTED',
      errorCode: 'GATE_REJECTED',
      errorMessage: expect.stringMatching(/"broken" failed 3 times.*Note: Give up\./),
    })
  })

  const steps = [1, 2].map((n) => ({ calls: [{ name: 'look', arguments: { n } }] }))
  const unsure = { confidence: { everySteps: 1 } }

  test.for([
    ['APPROVE', 'COMPLETED', 'FINAL_ANSWER'],
    ['REVISE', 'COMPLETED', 'FINAL_ANSWER'],
    ['REJECT', 'FAILED', 'GATE_REJECTED'],
  ] as const)('JDG-3 JDG-4 low confidence, %s: the run ends %s', async ([decision, status, reason]) => {
    const { runId, told } = await stage.start([...steps, done], { agent: unsure, confidence: [0.2, 0.9] })
    const gate = await stage.gateOf(runId)
    expect(gate.kind).toBe('LOW_CONFIDENCE')
    await stage.restart()
    await decide(stage.engine, gate.id, decision, { note: 'Look left.' })
    expect((await stage.engine.finished(runId)).row).toMatchObject({ status, terminationReason: reason })
    expect(told().includes('Look left.')).toBe(decision !== 'REJECT')
  })
})

describe('a plan that is to be approved', () => {
  const plan = (amount: number) => ({
    reasoning: 'Pay, then look.',
    answer: null,
    goalAchieved: false,
    plan: {
      actions: [
        { name: 'first', type: 'TOOL', target: 'look', parameters: { n: amount }, outputKey: 'seen' },
        { name: 'second', type: 'TOOL', target: 'look', parameters: { text: '$seen' }, dependsOn: ['first'] },
      ],
    },
  })
  const over = { reasoning: 'It is done.', answer: 'Over.', goalAchieved: true, plan: null }
  const planner = { planner: 'PLAN', requireUserApproval: true } as const
  const planned = (...turns: readonly object[]) => turns.map((turn) => ({ text: JSON.stringify(turn) }))

  test('LOOP-7 JDG-4 runs nothing before, and goes on from a restart once it is approved', async () => {
    const { runId } = await stage.start(planned(plan(1), over), { agent: planner })
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({
      kind: 'PLAN_APPROVAL',
      actionId: null,
      context: { reasoning: 'Pay, then look.', actions: [{ name: 'first' }, { name: 'second' }] },
    })
    const pending = await database.prisma.action.findMany({ where: { runId } })
    expect(pending.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
    await stage.restart()
    await decide(stage.engine, gate.id, 'APPROVE')
    const finished = await stage.engine.finished(runId)
    expect(finished.row).toMatchObject({ status: 'COMPLETED', summary: 'Over.', stepCount: 2 })
    expect(finished.of('ActionCompleted')).toHaveLength(2)
  })

  test('LOOP-7 RUN-6 ends the run where it is rejected', async () => {
    const { runId } = await stage.start(planned(plan(1), over), { agent: planner })
    const gate = await stage.gateOf(runId)
    await stage.restart()
    await decide(stage.engine, gate.id, 'REJECT', { note: 'No.' })
    const finished = await stage.engine.finished(runId)
    expect(finished.row).toMatchObject({ status: 'FAILED', terminationReason: 'GATE_REJECTED' })
    expect(finished.types).not.toContain('ActionStarted')
  })

  test('LOOP-7 JDG-4 sent back with a note, it is planned anew, and asked for again', async () => {
    const { runId, told } = await stage.start(planned(plan(1), plan(2), over), { agent: planner })
    const first = await stage.gateOf(runId)
    await stage.restart()
    await decide(stage.engine, first.id, 'REVISE', { note: 'Twice, please.' })
    await expect.poll(async () => (await openGates(database, runId)).length).toBe(1)
    const second = await stage.gateOf(runId)
    expect(told().at(-1)).toContain('A human sent the plan back: Twice, please.')
    await decide(stage.engine, second.id, 'APPROVE')
    const finished = await stage.engine.finished(runId)
    expect(finished.row).toMatchObject({ status: 'COMPLETED', stepCount: 3 })
    expect(finished.of('ActionStarted').map(({ parameters }) => parameters)).toEqual([
      { n: 2 },
      { text: 'seen' },
    ])
  })

  test('LOOP-7 JDG-4 is executed with the parameters that a human changed; others are checked as a plan is', async () => {
    const { runId, told } = await stage.start(planned(plan(1), over), { agent: planner })
    const gate = await stage.gateOf(runId)
    await expect(
      decide(stage.engine, gate.id, 'REVISE', { arguments: { second: { text: '$nothing' } } }),
    ).rejects.toThrow(/make a plan that is not valid.*nothing/)
    await expect(decide(stage.engine, gate.id, 'REVISE', { arguments: { third: {} } })).rejects.toThrow(
      /no such action/,
    )
    await stage.restart()
    await decide(stage.engine, gate.id, 'REVISE', { note: 'Five.', arguments: { first: { n: 5 } } })
    const finished = await stage.engine.finished(runId)
    expect(finished.of('ActionStarted').map(({ parameters }) => parameters)).toEqual([
      { n: 5 },
      { text: 'seen' },
    ])
    expect(told().some((text) => text.includes('A human said of the plan: Five.'))).toBe(true)
  })

  test('DAG-2 JDG-4 within a plan, actions that depend on a waiting call wait too, and the rest continues', async () => {
    const actions = [
      { name: 'pays', type: 'TOOL', target: 'pay', parameters: { amount: 40 }, outputKey: 'paid' },
      { name: 'after', type: 'TOOL', target: 'look', parameters: { of: '$paid' }, dependsOn: ['pays'] },
      { name: 'beside', type: 'TOOL', target: 'look', parameters: {}, outputKey: 'beside' },
    ]
    const turns = planned({ reasoning: '', answer: null, goalAchieved: false, plan: { actions } }, over)
    const { runId } = await stage.start(turns, { agent: { planner: 'PLAN', maxParallel: 1 } })
    const gate = await stage.gateOf(runId)
    const statuses = async () =>
      (await database.prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })).map(
        ({ status }) => status,
      )
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'SUCCEEDED'])
    await stage.restart()
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(await statuses()).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
    const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(run.context).toEqual({ paid: 'paid', beside: 'seen' })
  })
})

describe('a call whose outcome nobody knows', () => {
  /** A process dies in the middle of a call that is approved; another finds it. */
  async function cutOff(agent: Partial<AgentDefinitionInput>) {
    const { runId, told } = await stage.start([payCall(50), done], { agent })
    const gate = await stage.gateOf(runId)
    const death = await stage.doom(({ events }) => events.some(({ type }) => type === 'ActionCompleted'))
    // It is made once, and nobody hears that it was.
    const before = called.length + 1
    await decide(stage.engine, gate.id, 'APPROVE')
    await death.died()
    return { runId, told, before }
  }

  test('TAS-5 is not made again, though it was approved: the model reads so', async () => {
    const { runId, told, before } = await cutOff({})
    const { row } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(told().at(-1)).toMatch(/Whether it took effect is unknown/)
    expect(called.slice(before)).toEqual([])
  })

  test.for([
    ['APPROVE', 1],
    ['REJECT', 0],
  ] as const)(
    'TAS-5 JDG-4 is put before a human where the agent wants that: %s',
    async ([decision, times]) => {
      const { runId, told, before } = await cutOff({ onUnknownOutcome: 'GATE' })
      await expect.poll(async () => (await openGates(database, runId)).length).toBe(1)
      const gate = await stage.gateOf(runId)
      expect(gate).toMatchObject({ kind: 'OUTCOME_UNKNOWN', reason: expect.stringContaining('was cut off') })
      await decide(stage.engine, gate.id, decision, { note: 'I looked it up.' })
      const finished = await stage.engine.finished(runId)
      expect(finished.row.status).toBe('COMPLETED')
      expect(told().at(-1)).toBe('A human said of "pay": I looked it up.')
      expect(called.slice(before)).toHaveLength(times)
      const [action] = await database.prisma.action.findMany({ where: { runId } })
      expect(action?.status).toBe(times === 1 ? 'SUCCEEDED' : 'FAILED')
    },
  )

  test('TAS-5 JDG-4 REVISE makes another call with a key of its own; a note alone says no more than is known', async () => {
    const keys: string[] = []
    const keyed = {
      ...pay,
      execute: async (_: unknown, { idempotencyKey }: { idempotencyKey: string }) =>
        keys.push(idempotencyKey),
    }
    const first = await cutOff({ onUnknownOutcome: 'GATE' })
    await expect.poll(async () => (await openGates(database, first.runId)).length).toBe(1)
    await stage.restart({ tools: [keyed, look, broken, reportUncertaintyTool] })
    await decide(stage.engine, (await stage.gateOf(first.runId)).id, 'REVISE', { arguments: { amount: 1 } })
    await stage.engine.finished(first.runId)
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\/1\/pay\/[0-9a-f-]{36}$/)])
    const second = await cutOff({ onUnknownOutcome: 'GATE' })
    await expect.poll(async () => (await openGates(database, second.runId)).length).toBe(1)
    await decide(stage.engine, (await stage.gateOf(second.runId)).id, 'REVISE', { note: 'Look it up.' })
    await stage.engine.finished(second.runId)
    expect(second.told().at(-1)).toMatch(/effect is unknown.*A human says: Look it up\./)
    expect(second.told().at(-1)).not.toContain('was not executed')
  })
})

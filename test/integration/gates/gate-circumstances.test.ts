import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { CanExecuteTool } from '../../../src/domain/permission.ts'
import { resolveGate } from '../../../src/engine/gates/resolve-gate.ts'
import { createVault } from '../../../src/store/vault.ts'
import { jsonSchemas } from '../../../src/tools/json-schema-check.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { countCalls, done, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide, openGates, tester, untilStatus } from '../../support/gates.ts'
import { answer, untilAborted } from '../../support/live-model.ts'
import { saveRelic } from '../../support/relics.ts'

const { count, listen } = countCalls()

const paySchema = {
  type: 'object',
  properties: { amount: { type: 'integer', minimum: 1 } },
  required: ['amount'],
}

const pay = testTool('pay', count('pay'), {
  inputSchema: paySchema,
  check: jsonSchemas.check(paySchema),
  effect: 'once',
})

const refund = testTool('refund', count('refund'), { effect: 'once' })

const look = testTool('look', count('look'))

const flaky = testTool('flaky', async (args) => {
  await count('flaky')(args)
  throw new Error('It is down.')
})

const shell = testTool('shell', count('shell'), {
  inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  check: jsonSchemas.check({
    type: 'object',
    properties: { command: { type: 'string' } },
    required: ['command'],
  }),
  executeRaw: async (text) => count('shell')(text),
})

/** Goes on until it is stopped. */
const slow = testTool('slow', async (_args, { signal }) => untilAborted(signal))

const hooks: { hook: CanExecuteTool | null } = { hook: null }

const stage = forFile(
  await openGateStage({
    tools: [pay, refund, look, flaky, shell, slow],
    canExecuteTool: (call) => hooks.hook?.(call) ?? null,
  }),
)
await stage.rule('pay', 'REQUIRE_APPROVAL')
await stage.rule('shell', 'REQUIRE_APPROVAL')
await stage.rule('refund', 'DENY')

afterEach(() => {
  hooks.hook = null
})

const payCall = (amount: number) => ({ name: 'pay', arguments: { amount } })

async function runOf(runId: string) {
  return stage.database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
}

describe('a call that changes after it was cleared', () => {
  const planned = (target: string, maxAttempts = 2) => ({
    planner: 'PLAN' as const,
    retryActions: true,
    plan: [
      { name: 'first', type: 'TOOL', target, parameters: { n: 1 }, retry: { maxAttempts, backoffMs: 1 } },
    ],
  })

  /** A plan of one call that fails, and a model that wants `other` in its place. */
  async function replanned(other: { readonly target: string; readonly parameters: object }) {
    const name = `replanner-${other.target}-${Math.random()}`
    const { plan, ...agent } = planned('flaky')
    stage.live.plays[name] = async function* (request) {
      const isRepair = request.responseFormat?.name === 'action'
      const isOver = request.messages.some(({ role }) => role === 'assistant')
      const turn = isOver
        ? { reasoning: '', answer: 'Over.', goalAchieved: true, plan: null }
        : { reasoning: '', answer: null, goalAchieved: false, plan: { actions: plan } }
      yield answer(request, JSON.stringify(isRepair ? other : turn))
    }
    const { slug } = await stage.engine.define(() => ({}), { model: `live/${name}`, ...agent })
    return stage.trigger(slug)
  }

  test('TAS-1 DAG-10 a replanned call is permitted anew: one that is denied is not made', async () => {
    const heard = listen()
    const runId = await replanned({ target: 'refund', parameters: { all: true } })
    await stage.engine.finished(runId)
    expect(heard()).toEqual(['flaky {"n":1}'])
    const [action] = await stage.actionsOf(runId)
    expect(action).toMatchObject({
      ...{ target: 'refund', status: 'FAILED', errorCode: 'PERMISSION_DENIED' },
      audit: { decision: 'DENY' },
    })
  })

  test.for([
    ['APPROVE', ['pay {"amount":900}'], 'SUCCEEDED'],
    ['REJECT', [], 'DENIED'],
  ] as const)(
    'TAS-1 DAG-10 JDG-4 a replanned call that is to be approved waits at a gate: %s',
    async ([decision, more, status]) => {
      const heard = listen()
      const runId = await replanned({ target: 'pay', parameters: { amount: 900 } })
      const gate = await stage.gateOf(runId)
      expect(heard()).toEqual(['flaky {"n":1}'])
      expect(gate.context).toMatchObject({ target: 'pay', arguments: { amount: 900 } })
      await stage.restart()
      await decide(stage.engine, gate.id, decision)
      await stage.engine.finished(runId)
      expect(heard()).toEqual(['flaky {"n":1}', ...more])
      const [action] = await stage.actionsOf(runId)
      expect(action).toMatchObject({ status, target: 'pay', effect: 'once' })
    },
  )

  test('TAS-1 TAS-4 JDG-4 arguments that are no JSON wait too, where the tool takes them as they are', async () => {
    const heard = listen()
    const { runId } = await stage.start([{ calls: [{ name: 'shell', arguments: 'rm -r /' }] }, done])
    const gate = await stage.gateOf(runId)
    expect(heard()).toEqual([])
    expect(gate.context).toMatchObject({ target: 'shell', arguments: { _raw: 'rm -r /' } })
    await decide(stage.engine, gate.id, 'REJECT')
    await stage.engine.finished(runId)
    expect(heard()).toEqual([])
  })
})

describe('a run that is stopped while it waits', () => {
  test('LIM-4 JDG-4 every call of the step ends when the time is up, and its gate with it', async () => {
    const { slug } = await stage.define([
      { calls: [payCall(1), { name: 'slow', arguments: {} }] },
      { calls: [payCall(2)] },
      done,
    ])
    const runId = await stage.trigger(slug, { timeoutMs: 300 })
    await stage.engine.seen(runId, 'GateOpened')
    const first = await stage.engine.finished(runId)
    expect(first.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
    expect((await stage.actionsOf(runId)).map(({ status }) => status)).toEqual(['SKIPPED', 'CANCELLED'])
    const gates = await stage.database.prisma.gate.findMany({ where: { runId } })
    expect(gates.map(({ status }) => status)).toEqual(['CANCELLED'])
    // It goes on later and waits at another gate, quietly: nothing of the first one wakes it.
    await stage.engine.operations.resumeRun({ projectId: stage.engine.project.id, runId, timeoutMs: 60_000 })
    const gate = await stage.gateOf(runId)
    await stage.restart()
    const before = await runOf(runId)
    await stage.engine.services.clock.sleep(1_500, new AbortController().signal)
    expect(await runOf(runId)).toMatchObject({
      status: 'WAITING',
      epoch: before.epoch,
      nextSeq: before.nextSeq,
    })
    await decide(stage.engine, gate.id, 'APPROVE')
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
  })
})

describe('a step with calls that wait and calls that end it', () => {
  test('TAS-3 JDG-4 RUN-6 a refusal that ends the run ends it at once: nobody decides about the rest in vain', async () => {
    const heard = listen()
    const { runId } = await stage.start([
      { calls: [{ name: 'refund', arguments: { n: 1 } }] },
      { calls: [payCall(3), { name: 'refund', arguments: { n: 2 } }] },
      done,
    ])
    const gates = await stage.waiting(runId)
    expect(gates.map(({ kind }) => kind).toSorted()).toEqual(['ACTION_APPROVAL', 'PERMISSION'])
    await decide(stage.engine, gates.find(({ kind }) => kind === 'PERMISSION')?.id, 'REJECT')
    const { row } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'PERMISSION_BLOCKED' })
    await expect(
      decide(stage.engine, gates.find(({ kind }) => kind === 'ACTION_APPROVAL')?.id, 'APPROVE'),
    ).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
    expect(heard()).toEqual([])
    const actions = await stage.actionsOf(runId)
    expect(actions.map(({ status }) => status)).toEqual(['DENIED', 'SKIPPED', 'DENIED'])
  })

  test('TAS-3 DUR-1 a refusal that ends the run survives the death of its process', async () => {
    const { runId } = await stage.start([
      { calls: [{ name: 'refund', arguments: { n: 1 } }] },
      { calls: [{ name: 'refund', arguments: { n: 2 } }] },
      done,
    ])
    const gate = await stage.gateOf(runId)
    let isDenied = false
    const death = await stage.doom(({ events }) => {
      const dies = isDenied
      isDenied ||= events.some(({ type }) => type === 'ActionDenied')
      return dies
    })
    await decide(stage.engine, gate.id, 'REJECT')
    await death.died()
    const { row } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'PERMISSION_BLOCKED' })
  })

  test('TAS-3 DUR-1 a denial survives the death of its process: the specialist or a human comes next, not the alternatives again', async () => {
    const { slug, told } = await stage.define([
      {
        calls: [
          { name: 'refund', arguments: { n: 1 } },
          { name: 'look', arguments: {} },
        ],
      },
      { calls: [{ name: 'refund', arguments: { n: 2 } }] },
      done,
    ])
    let isDenied = false
    const death = await stage.doom(({ events }) => {
      const dies = isDenied
      isDenied ||= events.some(({ type }) => type === 'ActionDenied')
      return dies
    })
    const runId = await stage.trigger(slug)
    await death.died()
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({ kind: 'PERMISSION', context: { arguments: { n: 2 } } })
    await decide(stage.engine, gate.id, 'REJECT')
    await stage.engine.finished(runId)
    expect(told().filter((text) => text.includes('Permitted:'))).toHaveLength(1)
  })

  test('DUR-1 RUN-4 JDG-4 no gate stays open behind an abort, though the process died after it opened', async () => {
    const death = await stage.doom(({ run }) => run?.status === 'WAITING')
    const { runId } = await stage.start([{ calls: [payCall(1), payCall(2)] }, done])
    await death.died()
    const [first, second] = await stage.waiting(runId)
    hooks.hook = null
    await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId })
    expect((await stage.engine.finished(runId)).row.status).toBe('CANCELLED')
    for (const gate of [first, second])
      await expect(decide(stage.engine, gate?.id, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
    expect((await stage.actionsOf(runId)).map(({ status }) => status)).toEqual(['SKIPPED', 'SKIPPED'])
  })

  test('DAG-6 JDG-4 in a plan that fails fast, the gate of a call that is given up is closed with it', async () => {
    const actions = [
      { name: 'pays', type: 'TOOL', target: 'pay', parameters: { amount: 4 } },
      { name: 'fails', type: 'TOOL', target: 'flaky', parameters: {}, retry: { maxAttempts: 1 } },
    ]
    const thinking = Promise.withResolvers<void>()
    stage.live.plays['fails-fast'] = async function* (request) {
      const isOver = request.messages.some(({ role }) => role === 'assistant')
      if (isOver) await thinking.promise
      const turn = isOver
        ? { reasoning: '', answer: 'Over.', goalAchieved: true, plan: null }
        : { reasoning: '', answer: null, goalAchieved: false, plan: { actions, failFast: true } }
      yield answer(request, JSON.stringify(turn))
    }
    const { slug } = await stage.engine.define(() => ({}), { model: 'live/fails-fast', planner: 'PLAN' })
    const heard = listen()
    const runId = await stage.trigger(slug)
    await stage.engine.seen(runId, 'GateResolved')
    expect(await runOf(runId)).toMatchObject({ status: 'RUNNING' })
    const [gate] = await stage.database.prisma.gate.findMany({ where: { runId } })
    await expect(decide(stage.engine, gate?.id, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
    thinking.resolve()
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect((await stage.actionsOf(runId)).map(({ status }) => status)).toEqual(['CANCELLED', 'FAILED'])
    expect(gate?.status).toBe('CANCELLED')
    expect(heard()).toEqual(['flaky {}'])
  })
})

describe('a check in code that misbehaves', () => {
  test('TAS-1 LIM-12 one that never answers refuses within the time of the action', async () => {
    hooks.hook = ({ target }) => (target === 'look' ? new Promise<never>(() => undefined) : null)
    const actions = [{ name: 'looks', type: 'TOOL', target: 'look', parameters: {}, timeoutMs: 50 }]
    const heard = listen()
    const { runId, row } = await stage.engine.finished(await stage.startPlan({ actions }))
    expect(row.status).toBe('COMPLETED')
    expect(heard()).toEqual([])
    const [action] = await stage.actionsOf(runId)
    expect(action).toMatchObject({
      status: 'DENIED',
      error: expect.stringContaining('no answer within 50 ms'),
      audit: { decision: 'DENY', rule: 'hook' },
    })
  })

  test('TAS-1 LIM-4 a call that ended beside one that hangs stays as it ended, when the time is up', async () => {
    hooks.hook = ({ target }) => (target === 'refund' ? new Promise<never>(() => undefined) : null)
    const { slug } = await stage.define([
      {
        calls: [
          { name: 'look', arguments: {} },
          { name: 'refund', arguments: {} },
        ],
      },
      done,
    ])
    const { runId, row, types } = await stage.engine.finished(await stage.trigger(slug, { timeoutMs: 300 }))
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
    expect((await stage.actionsOf(runId)).map(({ status }) => status)).toEqual(['SUCCEEDED', 'SKIPPED'])
    expect(types.filter((type) => /^Action/.test(type))).toEqual([
      ...['ActionStarted', 'ActionCompleted', 'ActionSkipped'],
    ])
  })

  test('TAS-1 TAS-2 one that changes its arguments object changes no call', async () => {
    hooks.hook = ({ parameters }) => {
      Object.assign(parameters as object, { amount: 1_000_000, to: 'me' })
      return 'ALLOW'
    }
    const { slug } = await stage.define([{ calls: [payCall(5)] }, done])
    const heard = listen()
    await stage.engine.finished(await stage.trigger(slug))
    expect(heard()).toEqual(['pay {"amount":5}'])
  })
})

describe('changes between a gate and its decision', () => {
  test('JDG-4 TAS-1 TAS-3 a policy that was changed to deny holds for the approved call and for the next, which a human is asked about', async () => {
    const { slug } = await stage.define([{ calls: [payCall(6)] }, { calls: [payCall(7)] }, done])
    const heard = listen()
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    await stage.rule('pay', 'DENY', { slug })
    await stage.restart()
    await decide(stage.engine, gate.id, 'APPROVE')
    await expect.poll(async () => (await openGates(stage.database, runId))[0]?.kind).toBe('PERMISSION')
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(heard()).toEqual(['pay {"amount":7}'])
    expect((await stage.actionsOf(runId)).map(({ status }) => status)).toEqual(['DENIED', 'SUCCEEDED'])
  })

  test('JDG-4 TAS-4 a tool that is gone by then is an error that the model reads', async () => {
    const { runId, told } = await stage.start([{ calls: [payCall(8)] }, done])
    const gate = await stage.gateOf(runId)
    await stage.restart({ tools: [look] })
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row } = await stage.engine.finished(runId)
    await stage.restart()
    expect(row.status).toBe('COMPLETED')
    expect(told().some((text) => text.includes('There is no tool') || text.includes('"pay"'))).toBe(true)
    expect(await stage.actionsOf(runId)).toMatchObject([{ status: 'FAILED', errorCode: 'TOOL_UNKNOWN' }])
  })

  test('JDG-4 RUN-1 an agent that is changed meanwhile changes nothing for a run that waits', async () => {
    const { slug } = await stage.define([{ calls: [payCall(9)] }, done])
    const heard = listen()
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    const { engine } = stage
    const agent = await engine.services.agents.find(engine.project.id, { slug })
    if (!agent) throw new Error('The agent is gone.')
    const change = { tools: ['look'], model: 'scripted/nobody' }
    await engine.operations.updateAgent({
      projectId: engine.project.id,
      agentId: agent.agentId,
      definition: change,
    })
    await stage.restart()
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', agentVersion: 1, summary: 'Done.' })
    expect(heard()).toEqual(['pay {"amount":9}'])
  })

  test('JDG-4 LIM-9 a budget that is lowered meanwhile stops the next model call, not the approved one', async () => {
    const heard = listen()
    const { runId } = await stage.start([{ calls: [payCall(10)] }, done])
    const gate = await stage.gateOf(runId)
    const where = { id: stage.engine.project.id }
    await stage.database.prisma.project.update({ where, data: { maxCostUsdPerDay: '0.000001' } })
    try {
      await decide(stage.engine, gate.id, 'APPROVE')
      const { row } = await stage.engine.finished(runId)
      expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
      expect(heard()).toEqual(['pay {"amount":10}'])
    } finally {
      await stage.database.prisma.project.update({ where, data: { maxCostUsdPerDay: null } })
    }
  })

  test('CTX-5 JDG-4 a message that is sent meanwhile is read with the next step, after the outcome of the call', async () => {
    const { runId, requests } = await stage.start([{ calls: [payCall(11)] }, done])
    const gate = await stage.gateOf(runId)
    await stage.engine.operations.steerRun({
      projectId: stage.engine.project.id,
      runId,
      message: 'Hurry up.',
    })
    expect(await runOf(runId)).toMatchObject({ status: 'WAITING' })
    await stage.restart()
    await decide(stage.engine, gate.id, 'APPROVE', { note: 'Fine.' })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    const words = requests.at(-1)?.messages.map((message) => ('text' in message ? message.text : 'calls'))
    expect(words).toEqual(['Do it.', 'calls', 'pay done', 'A human said of "pay": Fine.', 'Hurry up.'])
  })

  test('JDG-4 LIM-4 the time of the run stands still, and is up right after where it was used up before', async () => {
    const { slug } = await stage.define([{ calls: [payCall(12)] }, done])
    const heard = listen()
    const runId = await stage.trigger(slug, { timeoutMs: 60_000 })
    const gate = await stage.gateOf(runId)
    await stage.database.prisma.run.update({ where: { id: runId }, data: { activeMs: 60_000 } })
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
    expect(heard()).toEqual([])
    expect(await stage.actionsOf(runId)).toMatchObject([{ status: 'SKIPPED' }])
  })

  test('JDG-4 a gate whose time ran out while no server was there takes no decision any more', async () => {
    const { runId } = await stage.start([{ calls: [payCall(13)] }, done], {
      agent: { gates: { expiresAfterMs: 60_000 } },
    })
    const gate = await stage.gateOf(runId)
    // Without one that looks after gates: the decision comes before it.
    const { services, project } = stage.engine
    const late = { ...services, clock: { ...services.clock, now: () => Date.now() + 120_000 } }
    const call = { projectId: project.id, gateId: gate.id, decision: 'APPROVE', caller: tester } as const
    await expect(resolveGate(call, late)).rejects.toMatchObject({
      code: 'GATE_RESOLVED',
      message: expect.stringContaining('EXPIRED'),
    })
    const { row } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(await stage.actionsOf(runId)).toMatchObject([{ status: 'DENIED', errorCode: 'CALL_EXPIRED' }])
  })
})

describe('runs that may be held up', () => {
  test('TAS-1 JDG-4 SUB-3 RUN-4 a call of a child: its parent waits, and an abort of the parent ends both and the gate', async () => {
    const child = await stage.define([{ calls: [payCall(20)] }, { text: 'Child done.' }])
    const spawn = { name: 'spawn_agent', arguments: { agent: child.slug, input: 'Pay.' } }
    const parent = await stage.define([{ calls: [spawn] }, done], { agent: { subagents: [child.slug] } })
    const runId = await stage.trigger(parent.slug)
    await untilStatus(stage.engine, stage.database, runId, 'WAITING')
    const [gate] = await stage.database.prisma.gate.findMany({
      where: { run: { rootId: runId }, status: 'OPEN' },
    })
    await stage.restart()
    await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId })
    expect((await stage.engine.finished(runId)).row.status).toBe('CANCELLED')
    const tree = await stage.database.prisma.run.findMany({ where: { rootId: runId } })
    expect(tree.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    await expect(decide(stage.engine, gate?.id, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
    const actions = await stage.database.prisma.action.findMany({ where: { run: { rootId: runId } } })
    for (const { status } of actions) expect(['PENDING', 'RUNNING']).not.toContain(status)
  })

  test('TAS-3 JDG-4 a call of a specialist: it is made once a human approves, and its result is the result', async () => {
    const specialist = await stage.define([
      { calls: [{ name: 'refund', arguments: { n: 9 } }] },
      { text: 'Refunded.' },
    ])
    await stage.rule('refund', 'REQUIRE_APPROVAL', { slug: specialist.slug })
    const clerk = await stage.define(
      [
        { calls: [{ name: 'refund', arguments: { n: 1 } }] },
        { calls: [{ name: 'refund', arguments: { n: 2 } }] },
        done,
      ],
      { agent: { specialists: [specialist.slug] } },
    )
    const heard = listen()
    const runId = await stage.trigger(clerk.slug)
    await untilStatus(stage.engine, stage.database, runId, 'WAITING')
    const [gate] = await stage.database.prisma.gate.findMany({
      where: { run: { rootId: runId }, status: 'OPEN' },
    })
    expect(gate?.runId).not.toBe(runId)
    await stage.restart()
    await decide(stage.engine, gate?.id, 'APPROVE')
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(heard()).toEqual(['refund {"n":9}'])
    expect(clerk.told()).toContain('Refunded.')
  })

  test('TAS-1 JDG-4 SUB-1 the start of an agent: REVISE changes its input, never the agent', async () => {
    const child = await stage.define([{ text: 'Child done.' }])
    const other = await stage.define([{ text: 'Other done.' }])
    const spawn = { name: 'spawn_agent', arguments: { agent: child.slug, input: 'One.' } }
    const parent = await stage.define([{ calls: [spawn] }, done], {
      agent: { subagents: [child.slug, other.slug] },
    })
    await stage.rule(child.slug, 'REQUIRE_APPROVAL', { type: 'AGENT' })
    const runId = await stage.trigger(parent.slug)
    const gate = await stage.gateOf(runId)
    const revise = (args: Json) => decide(stage.engine, gate.id, 'REVISE', { arguments: args })
    await expect(revise({ agent: other.slug, input: 'Two.' })).rejects.toThrow(
      /Reject the call to have another/,
    )
    await expect(revise({ agent: child.slug, input: 5 })).rejects.toThrow(/do not fit a call/)
    await revise({ agent: child.slug, input: 'Two.' })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    const children = await stage.database.prisma.run.findMany({ where: { parentId: runId } })
    expect(children).toMatchObject([{ input: 'Two.', status: 'COMPLETED' }])
  })

  test('TAS-1 DAG-4 JDG-4 a FIRE_AND_FORGET action is made when it is approved, by another process than the one that planned it', async () => {
    const actions = [
      { name: 'fires', type: 'TOOL', target: 'pay', mode: 'FIRE_AND_FORGET', parameters: { amount: 21 } },
      { name: 'looks', type: 'TOOL', target: 'look', parameters: {} },
    ]
    const heard = listen()
    const runId = await stage.startPlan({ actions })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    const [gate] = await openGates(stage.database, runId)
    await stage.restart()
    await decide(stage.engine, gate?.id, 'APPROVE')
    await expect
      .poll(async () => (await stage.actionsOf(runId)).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['SUCCEEDED', 'SUCCEEDED'])
    expect(heard().toSorted()).toEqual(['look {}', 'pay {"amount":21}'])
  })

  test('DAG-4 TAS-5 JDG-4 a fired action in progress continues while its run waits, and is made once', async () => {
    const under = Promise.withResolvers<void>()
    const fired = testTool(
      'fired',
      async (args, { signal }) => {
        await count('fired')(args)
        await Promise.race([under.promise, untilAborted(signal)])
        return 'fired done'
      },
      { effect: 'once' },
    )
    await stage.restart({ tools: [pay, look, fired] })
    const actions = [
      { name: 'fires', type: 'TOOL', target: 'fired', mode: 'FIRE_AND_FORGET', parameters: {} },
      { name: 'pays', type: 'TOOL', target: 'pay', parameters: { amount: 30 } },
    ]
    const heard = listen()
    const runId = await stage.startPlan({ actions }, { tools: ['pay', 'fired'] })
    await stage.engine.seen(runId, 'GateOpened')
    const [gate] = await stage.database.prisma.gate.findMany({ where: { runId } })
    await expect.poll(() => heard()).toEqual(['fired {}'])
    await decide(stage.engine, gate?.id, 'APPROVE')
    under.resolve()
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    await expect
      .poll(async () => (await stage.actionsOf(runId)).map(({ status }) => status))
      .toEqual(['SUCCEEDED', 'SUCCEEDED'])
    expect(heard().toSorted()).toEqual(['fired {}', 'pay {"amount":30}'])
    await stage.restart()
  })

  test.for([
    ['RELIC', 'cache.set', { key: 'a', value: 1 }, { key: 'a', value: 2 }],
    ['WORKFLOW', 'greeting', { n: 1 }, { n: 2 }],
  ] as const)(
    'TAS-1 DAG-8 JDG-4 a call of a %s waits, and is made with the replacement of a human',
    async ([type, target, parameters, revised]) => {
      const { engine, database } = stage
      const projectId = engine.project.id
      const [name = '', operation] = target.split('.')
      if (type === 'RELIC') await saveRelic(database, { projectId, name, kind: 'KEY_VALUE' })
      else {
        const plan = { actions: [{ name: 'looks', type: 'TOOL', target: 'look', parameters: { n: '$n' } }] }
        const definition = { plan, parameters: { properties: { n: { type: 'integer' } } } }
        await engine.operations.workflows.createWorkflow({ projectId, slug: name, definition })
      }
      await stage.rule(name, 'REQUIRE_APPROVAL', { type })
      const heard = listen()
      const runId = await stage.startPlan(
        { actions: [{ name: 'calls', type, target, parameters: { ...parameters } }] },
        type === 'RELIC' ? { relics: [name] } : { workflows: [name] },
      )
      const gate = await stage.gateOf(runId)
      expect(gate.context).toMatchObject({ type, target, arguments: parameters })
      await stage.restart()
      await decide(stage.engine, gate.id, 'REVISE', { arguments: revised })
      expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
      const [action] = await stage.actionsOf(runId)
      expect(action).toMatchObject({
        status: 'SUCCEEDED',
        parameters: revised,
        audit: { gateStatus: 'REVISED' },
      })
      expect(heard()).toEqual(type === 'RELIC' ? [] : ['look {"n":2}'])
      expect(operation ?? '').toBe(type === 'RELIC' ? 'set' : '')
    },
  )

  test.for([
    [
      'SEQUENTIAL',
      {
        stages: [
          { name: 'one', instruction: 'First.' },
          { name: 'two', instruction: 'Then.' },
        ],
      },
      2,
    ],
    ['LOOP', { loop: { maxIterations: 2 } }, 2],
  ] as const)(
    'LOOP-6 JDG-4 a %s flow waits in its place, and goes on from there',
    async ([flowType, more, times]) => {
      let turns = 0
      stage.live.plays[`flows-${flowType}`] = async function* (request) {
        // A call, and then the words that end the stage or the iteration.
        const isCall = turns++ % 2 === 0
        yield answer(request, isCall ? '' : 'Part done.', isCall ? [payCall(40 + turns)] : [])
      }
      const stages = 'stages' in more ? more.stages.map((each) => ({ ...each })) : []
      const flow = 'stages' in more ? { flowType, stages } : { flowType, ...more }
      const { slug } = await stage.engine.define(() => ({}), { model: `live/flows-${flowType}`, ...flow })
      const heard = listen()
      const runId = await stage.trigger(slug)
      for (let n = 0; n < times; n++) {
        const gate = await stage.gateOf(runId)
        await stage.restart()
        await decide(stage.engine, gate.id, 'APPROVE')
        await expect.poll(() => heard().length).toBe(n + 1)
        await expect
          .poll(async () => {
            const { status } = await runOf(runId)
            const open = await stage.database.prisma.gate.count({ where: { runId, status: 'OPEN' } })
            return status === 'COMPLETED' || status === 'PAUSED' || open > 0
          })
          .toBe(true)
      }
      await stage.engine.finished(runId)
      expect(heard()).toHaveLength(times)
      for (const { status } of await stage.actionsOf(runId)) expect(status).toBe('SUCCEEDED')
    },
  )

  test('JDG-4 LIM-6 two calls that are the same have a gate each, and the third is refused without one', async () => {
    const heard = listen()
    const { runId } = await stage.start([{ calls: [payCall(22), payCall(22), payCall(22)] }, done])
    const [first, second, ...more] = await stage.waiting(runId)
    expect(more).toEqual([])
    await decide(stage.engine, second?.id, 'APPROVE')
    await decide(stage.engine, first?.id, 'REJECT')
    await stage.engine.finished(runId)
    expect(heard()).toEqual(['pay {"amount":22}'])
    expect((await stage.actionsOf(runId)).map(({ status }) => status).toSorted()).toEqual([
      'DENIED',
      'FAILED',
      'SUCCEEDED',
    ])
  })

  test('LIM-6 JDG-4 RUN-6 a model that repeats a refused call ends in a doom loop, whatever humans say', async () => {
    const { runId } = await stage.start([{ calls: [payCall(23)] }])
    for (let n = 0; n < 2; n++) await decide(stage.engine, (await stage.gateOf(runId)).id, 'REJECT')
    const { row, of } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP' })
    expect(of('GateOpened')).toHaveLength(2)
  })
})

describe('arguments that hold a secret', () => {
  const token = `sk-${'Zq7Rt2Lw9Xc4Vb8Nm3'.repeat(2)}`
  const withToken = (n: number): Turn => ({
    calls: [{ name: 'look', arguments: { n, note: `use ${token}` } }],
  })

  /** Every row of the database as text. */
  async function everything(): Promise<string> {
    const { rows } = await stage.database.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()`,
    )
    const tables = rows.map(async ({ name }) => {
      const found = await stage.database.pool.query<{ text: string }>(
        `select row_to_json(t)::text as text from ${name} t`,
      )
      return found.rows.map(({ text }) => text).join('\n')
    })
    return (await Promise.all(tables)).join('\n')
  }

  async function waitingWithToken() {
    const { slug, told } = await stage.define([withToken(1), done])
    await stage.rule('look', 'REQUIRE_APPROVAL', { slug })
    const runId = await stage.trigger(slug)
    return { runId, told, gate: await stage.gateOf(runId) }
  }

  test('TAS-7 JDG-4 are whole for the tool, after a restart too, and readable nowhere else', async () => {
    const vault = createVault(randomBytes(32))
    await stage.restart({ vault })
    const { runId, gate } = await waitingWithToken()
    expect(JSON.stringify(gate)).not.toContain(token)
    await stage.restart({ vault })
    const heard = listen()
    await decide(stage.engine, gate.id, 'APPROVE')
    await stage.engine.finished(runId)
    expect(heard()).toEqual([`look {"n":1,"note":"use ${token}"}`])
    expect(await everything()).not.toContain(token)
  })

  test('TAS-7 JDG-4 are lost with the process where there is no vault, and the model reads so', async () => {
    await stage.restart({ vault: null })
    const { runId, gate } = await waitingWithToken()
    await stage.restart({ vault: null })
    const heard = listen()
    await decide(stage.engine, gate.id, 'APPROVE')
    await stage.engine.finished(runId)
    expect(heard()).toEqual([])
    expect(await stage.actionsOf(runId)).toMatchObject([{ status: 'FAILED', errorCode: 'SECRET_LOST' }])
    expect(await everything()).not.toContain(token)
  })

  test('TAS-7 JDG-4 may come from the reviser: the tool gets them, and nothing shows them', async () => {
    const vault = createVault(randomBytes(32))
    await stage.restart({ vault })
    const { slug, told } = await stage.define([{ calls: [{ name: 'look', arguments: { n: 2 } }] }, done])
    await stage.rule('look', 'REQUIRE_APPROVAL', { slug })
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    const heard = listen()
    const given = { n: 3, note: `with ${token}` }
    await decide(stage.engine, gate.id, 'REVISE', { arguments: given, note: `It is ${token}.` })
    await stage.engine.finished(runId)
    expect(heard()).toEqual([`look ${JSON.stringify(given)}`])
    expect(told().join('\n')).toContain(JSON.stringify(given))
    expect(await everything()).not.toContain(token)
  })

  test('TAS-7 JDG-4 stay behind the marks that the reviser leaves unchanged', async () => {
    await stage.restart({ vault: createVault(randomBytes(32)) })
    const { runId, gate } = await waitingWithToken()
    const heard = listen()
    const { arguments: shown } = Object(gate.context)
    expect(shown.note).toMatch(/^use \[redacted:[0-9a-f]{16}\]$/)
    const unknown = { note: '[redacted:0123456789abcdef]' }
    await expect(decide(stage.engine, gate.id, 'REVISE', { arguments: unknown })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await decide(stage.engine, gate.id, 'REVISE', { arguments: { ...shown, n: 7 } })
    await stage.engine.finished(runId)
    expect(heard()).toEqual([`look {"n":7,"note":"use ${token}"}`])
    expect(await everything()).not.toContain(token)
  })

  test('TAS-7 JDG-4 are not accepted from the reviser where nothing can keep them', async () => {
    await stage.restart({ vault: null })
    const { gate } = await waitingWithToken()
    await expect(
      decide(stage.engine, gate.id, 'REVISE', { arguments: { note: `with ${token}` } }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('RUNGRAPH_ENCRYPTION_KEY'),
    })
    await stage.restart()
  })
})

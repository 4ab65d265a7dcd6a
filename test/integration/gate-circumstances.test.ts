import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CanExecuteTool } from '../../src/domain/permission.ts'
import { jsonSchemas } from '../../src/tools/json-schema-check.ts'
import { testTool } from '../support/engine.ts'
import { type GateStage, openGateStage } from '../support/gate-stage.ts'
import { decide } from '../support/gates.ts'
import { answer, untilAborted } from '../support/live-model.ts'

/** What a gate and the check of permissions meet that nobody planned for. */
const called: string[] = []
const count = (name: string) => async (args: unknown) => {
  called.push(`${name} ${JSON.stringify(args)}`)
  return `${name} done`
}
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
let stage: GateStage

beforeAll(async () => {
  stage = await openGateStage({
    tools: [pay, refund, look, flaky, shell, slow],
    canExecuteTool: (call) => hooks.hook?.(call) ?? null,
  })
  await stage.rule('pay', 'REQUIRE_APPROVAL')
  await stage.rule('shell', 'REQUIRE_APPROVAL')
  await stage.rule('refund', 'DENY')
})

afterAll(async () => {
  await stage.close()
})

const payCall = (amount: number) => ({ name: 'pay', arguments: { amount } })
const done = { text: 'Done.' }

/** What was called since. */
function listen() {
  const before = called.length
  return () => called.slice(before)
}

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
    expect(action).toMatchObject({ status: 'FAILED', errorCode: 'PERMISSION_DENIED' })
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
    const { slug } = await stage.define([{ calls: [{ name: 'shell', arguments: 'rm -r /' }] }, done])
    const heard = listen()
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    expect(heard()).toEqual([])
    expect(gate.context).toMatchObject({ target: 'shell', arguments: { _raw: 'rm -r /' } })
    await decide(stage.engine, gate.id, 'REJECT')
    await stage.engine.finished(runId)
    expect(heard()).toEqual([])
  })
})

describe('a run that is stopped while it waits', () => {
  test('LIM-4 JDG-4 every call of the step comes to its end when the time is up, and its gate with it', async () => {
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

import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { Permission } from '../../../src/domain/permission.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const called: string[] = []

const tools = ['refund', 'lookup', 'ping'].map((name) =>
  testTool(name, async (args) => {
    called.push(`${name} ${JSON.stringify(args)}`)
    return `${name} done`
  }),
)

const database = forFile(await createTestDatabase())
let engine: TestEngine = await createTestEngine(database, { tools, providers: [live] })
afterAll(() => engine.close())

const call = (name: string, n = 1) => ({ name, arguments: { n } })

type Calls = readonly { readonly name: string; readonly arguments: Json }[]

let agents = 0

/** An agent that makes these calls, one turn after another, and then says "Done."; the results it reads are kept. */
async function agentOf(turns: readonly Calls[], agent: Partial<AgentDefinitionInput> = {}) {
  const name = `permitted-${agents++}`
  const told: string[] = []
  live.plays[name] = async function* (request) {
    const results = request.messages.flatMap((message) =>
      message.role === 'tool' || message.role === 'user' ? [message.text] : [],
    )
    told.splice(0, told.length, ...results)
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    yield answer(request, turn < turns.length ? '' : 'Done.', turns[turn] ?? [])
  }
  const { slug } = await engine.define(() => ({ text: '' }), { model: `live/${name}`, ...agent })
  return { slug, told }
}

async function policy(target: string, permission: Permission, slug: string | null = null): Promise<string> {
  const agent = slug === null ? {} : { agent: { slug } }
  const { policies } = engine.operations
  const call = { projectId: engine.project.id, type: 'TOOL', target, ...agent } as const
  return (await policies.savePolicy({ ...call, permission })).policyId
}

async function trigger(slug: string) {
  const { runId } = await engine.operations.triggerRun({
    projectId: engine.project.id,
    agent: { slug },
    input: 'Do it.',
  })
  return runId
}

const actionsOf = (runId: string) =>
  database.prisma.action.findMany({
    where: { runId },
    orderBy: [{ step: { number: 'asc' } }, { position: 'asc' }],
  })

describe('a call that is not permitted', () => {
  test('TAS-1 TAS-3 EVT-3 is not made: the model reads the alternatives, and continues', async () => {
    const { slug, told } = await agentOf([[call('refund')], [call('lookup')]])
    await policy('refund', 'DENY', slug)
    const before = called.length
    const run = await engine.finished(await trigger(slug))
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    expect(called.slice(before)).toEqual(['lookup {"n":1}'])
    expect(told[1]).toMatch(/may not call "refund".*Permitted: lookup, ping/)
    expect(run.types.filter((type) => type.startsWith('Action'))).toEqual([
      ...['ActionDenied', 'ActionStarted', 'ActionCompleted'],
    ])
    const [denied, allowed] = await actionsOf(run.runId)
    expect(denied).toMatchObject({ status: 'DENIED', errorCode: 'PERMISSION_DENIED', attempt: 0 })
    expect(denied?.audit).toMatchObject({
      agent: slug,
      decision: 'DENY',
      rule: expect.stringMatching(/^policy:/),
    })
    expect(allowed?.audit).toMatchObject({ agent: slug, decision: 'ALLOW', rule: 'default', resultBytes: 13 })
  })

  test('TAS-3 SUB-1 is made by a specialist that may, where it is asked for again', async () => {
    const specialist = await agentOf([[call('refund', 7)]])
    const { slug, told } = await agentOf([[call('refund', 1)], [call('refund', 2)]], {
      specialists: ['nobody-by-this-name', specialist.slug],
    })
    await policy('refund', 'DENY', slug)
    const before = called.length
    const run = await engine.finished(await trigger(slug))
    expect(run.row.status).toBe('COMPLETED')
    expect(called.slice(before)).toEqual(['refund {"n":7}'])
    const [, second] = await actionsOf(run.runId)
    expect(second).toMatchObject({ status: 'SUCCEEDED', output: 'Done.', target: 'refund' })
    const child = await database.prisma.run.findUniqueOrThrow({ where: { id: second?.childRunId ?? '' } })
    expect(child).toMatchObject({ parentId: run.runId, status: 'COMPLETED', depth: 1 })
    expect(child.input).toContain('"n": 2')
    expect(told.at(-1)).toBe('Done.')
  })

  test('TAS-3 JDG-4 goes to a human where no specialist may make it, and is made once it is approved', async () => {
    const specialist = await agentOf([])
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]], {
      specialists: [specialist.slug],
    })
    await policy('refund', 'DENY', slug)
    await policy('refund', 'DENY', specialist.slug)
    const before = called.length
    const runId = await trigger(slug)
    await untilStatus(engine, database, runId, 'WAITING')
    const [gate] = await openGates(database, runId)
    expect(gate).toMatchObject({ kind: 'PERMISSION', context: { target: 'refund', arguments: { n: 2 } } })
    expect(called.slice(before)).toEqual([])
    await decide(engine, gate?.id, 'APPROVE')
    const run = await engine.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(called.slice(before)).toEqual(['refund {"n":2}'])
    const [, approved] = await actionsOf(runId)
    expect(approved?.audit).toMatchObject({
      decision: 'DENY',
      gate: gate?.id,
      gateStatus: 'APPROVED',
      decidedBy: 'tester',
    })
  })

  test('TAS-3 RUN-6 ends the run as PERMISSION_BLOCKED where the human refuses it too', async () => {
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]])
    await policy('refund', 'DENY', slug)
    const runId = await trigger(slug)
    await untilStatus(engine, database, runId, 'WAITING')
    const [gate] = await openGates(database, runId)
    await decide(engine, gate?.id, 'REJECT', { note: 'Never.' })
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({
      status: 'FAILED',
      terminationReason: 'PERMISSION_BLOCKED',
      errorCode: 'PERMISSION_BLOCKED',
      errorMessage: expect.stringMatching(/needs "refund".*Never\./),
    })
  })

  test('TAS-3 is put before a human where the specialist failed at it', async () => {
    const name = `failing-${uuidv7()}`
    live.plays[name] = async function* (request) {
      yield answer(request, 'No idea.')
      throw new Error('down')
    }
    const failing = await engine.define(() => ({ text: '' }), {
      model: 'live/nobody-plays-this',
      modelRetry: { maxAttempts: 1 },
    })
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]], {
      specialists: [failing.slug],
    })
    await policy('refund', 'DENY', slug)
    const runId = await trigger(slug)
    await untilStatus(engine, database, runId, 'WAITING')
    const [gate] = await openGates(database, runId)
    expect(gate).toMatchObject({
      kind: 'PERMISSION',
      reason: expect.stringContaining('could not make the call'),
    })
    await decide(engine, gate?.id, 'APPROVE')
    expect((await engine.finished(runId)).row.status).toBe('COMPLETED')
  })
})

describe('deceptive calls', () => {
  test('TAS-3 calls of one turn were made before the model could read the first result: each gets the alternatives', async () => {
    const { slug } = await agentOf([[call('refund', 1), call('refund', 2), call('refund', 3)]])
    await policy('refund', 'DENY', slug)
    const run = await engine.finished(await trigger(slug))
    expect(run.row.status).toBe('COMPLETED')
    expect(run.of('ActionDenied')).toHaveLength(3)
    expect(run.types).not.toContain('GateOpened')
  })

  test('TAS-3 a specialist that only says why not has made no call: a human decides', async () => {
    const talker = await agentOf([])
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]], { specialists: [talker.slug] })
    await policy('refund', 'DENY', slug)
    const runId = await trigger(slug)
    await untilStatus(engine, database, runId, 'WAITING')
    const [gate] = await openGates(database, runId)
    expect(gate).toMatchObject({
      kind: 'PERMISSION',
      reason: expect.stringContaining('did not make the call. It says: "Done."'),
    })
    await decide(engine, gate?.id, 'REJECT')
    expect((await engine.finished(runId)).row.errorCode).toBe('PERMISSION_BLOCKED')
  })

  test('TAS-2 the audit of a call that nobody decided about says nothing of a decision', async () => {
    const { slug } = await agentOf([[{ name: 'unheard_of', arguments: {} }]])
    const run = await engine.finished(await trigger(slug))
    const [action] = await actionsOf(run.runId)
    expect(action).toMatchObject({ status: 'FAILED', errorCode: 'TOOL_UNKNOWN' })
    expect(action?.audit).not.toHaveProperty('decision')
  })

  test('TAS-1 TAS-7 the error of a hook holds no secret for the model either', async () => {
    const secret = 'ghp_Xk29sLmQ83nfVzT6bWc4RpY71uHeAoJdGi50'
    await engine.close()
    engine = await createTestEngine(database, {
      tools,
      providers: [live],
      canExecuteTool: () => {
        throw new Error(`It broke: ${secret}`)
      },
    })
    const { slug, told } = await agentOf([[call('lookup')]])
    await engine.finished(await trigger(slug))
    expect(told.join()).toContain('It broke: [redacted]')
    expect(told.join()).not.toContain(secret)
    await engine.close()
    engine = await createTestEngine(database, { tools, providers: [live] })
  })
})

describe('the order of deciders', () => {
  test('TAS-1 the default of the project holds where no policy matches; a call that ends a run needs no permission', async () => {
    const { slug } = await agentOf([[call('ping')], [{ name: 'done', arguments: { message: 'Over.' } }]])
    await database.prisma.project.update({
      where: { id: engine.project.id },
      data: { defaultPermission: 'DENY' },
    })
    try {
      const run = await engine.finished(await trigger(slug))
      expect(run.of('ActionDenied')).toMatchObject([{ name: 'ping' }])
    } finally {
      await database.prisma.project.update({
        where: { id: engine.project.id },
        data: { defaultPermission: 'ALLOW' },
      })
    }
  })

  test('TAS-1 the hook in code decides before any policy', async () => {
    const hooked = await createTestEngine(database, {
      tools,
      providers: [live],
      canExecuteTool: ({ target }) => (target === 'ping' ? 'DENY' : null),
    })
    await engine.close()
    engine = hooked
    const { slug } = await agentOf([[call('ping'), call('lookup')]])
    await policy('ping', 'ALLOW', slug)
    const run = await engine.finished(await trigger(slug))
    expect(run.of('ActionDenied')).toMatchObject([{ name: 'ping' }])
    const [ping] = await actionsOf(run.runId)
    expect(ping?.audit).toMatchObject({ decision: 'DENY', rule: 'hook' })
    await engine.close()
    engine = await createTestEngine(database, { tools, providers: [live] })
  })
})

describe('a call that is planned in place of one that failed', () => {
  const failing = testTool('flaky', async () => {
    throw new Error('It is down.')
  })

  /** A plan whose one action fails and is planned otherwise, as a refund; then the answer. */
  async function replanned(permission: Permission) {
    await engine.close()
    engine = await createTestEngine(database, { tools: [...tools, failing], providers: [live] })
    const { slug } = await engine.define(
      ({ input }) =>
        input.includes('failed:')
          ? { text: JSON.stringify({ target: 'refund', parameters: { n: 30 } }) }
          : { text: JSON.stringify({ reasoning: '', goalAchieved: false, answer: 'Over.', plan: null }) },
      { planner: 'PLAN' },
    )
    await policy('refund', permission, slug)
    const retry = { maxAttempts: 2, backoffMs: 1 }
    const { runId } = await engine.operations.triggerRun({
      projectId: engine.project.id,
      agent: { slug },
      input: 'Do it.',
      plan: { actions: [{ name: 'a', type: 'TOOL', target: 'flaky', parameters: { n: 30 }, retry }] },
    })
    return runId
  }

  test('TAS-1 DAG-10 is not made where it is not permitted', async () => {
    const before = called.length
    const run = await engine.finished(await replanned('DENY'))
    expect(called.slice(before)).toEqual([])
    const [action] = await actionsOf(run.runId)
    expect(action).toMatchObject({ target: 'refund', status: 'FAILED', errorCode: 'PERMISSION_DENIED' })
    expect(action?.audit).toMatchObject({ decision: 'DENY' })
  })

  test('TAS-1 JDG-4 DAG-10 waits for its own approval', async () => {
    const before = called.length
    const runId = await replanned('REQUIRE_APPROVAL')
    await untilStatus(engine, database, runId, 'WAITING')
    expect(called.slice(before)).toEqual([])
    const [gate] = await openGates(database, runId)
    expect(gate).toMatchObject({
      kind: 'ACTION_APPROVAL',
      context: { target: 'refund', arguments: { n: 30 } },
    })
    await decide(engine, gate?.id, 'APPROVE')
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Over.' })
    expect(called.slice(before)).toEqual(['refund {"n":30}'])
  })
})

describe('a call that failed and is repeated unchanged', () => {
  let attempts = 0

  /** A plan that is executed once, whose one action fails `failures` times; `after`: the policy from its first attempt on. */
  async function repeated(
    policies: { readonly before: Permission; readonly after: Permission },
    failures = 9,
  ) {
    attempts = 0
    const failing = testTool('flaky', async () => {
      attempts += 1
      await engine.operations.policies.savePolicy({
        ...{ projectId: engine.project.id, policyId, agent: { slug }, type: 'TOOL', target: 'flaky' },
        permission: policies.after,
      })
      if (attempts <= failures) throw new Error('It is down.')
      return 'It is up.'
    })
    await engine.close()
    engine = await createTestEngine(database, { tools: [...tools, failing], providers: [live] })
    const { slug } = await engine.define(() => ({ text: '' }), { planner: 'PLAN', protocolMode: 'STRICT' })
    const policyId = await policy('flaky', policies.before, slug)
    const retry = { maxAttempts: 3, backoffMs: 1 }
    const { runId } = await engine.operations.triggerRun({
      projectId: engine.project.id,
      agent: { slug },
      input: 'Do it.',
      plan: { actions: [{ name: 'a', type: 'TOOL', target: 'flaky', parameters: { n: 31 }, retry }] },
    })
    return runId
  }

  async function decideNext(runId: string, decision: 'APPROVE' | 'REJECT') {
    await untilStatus(engine, database, runId, 'WAITING')
    const [gate] = await openGates(database, runId)
    expect(gate).toMatchObject({ kind: 'ACTION_APPROVAL', context: { target: 'flaky' } })
    await decide(engine, gate?.id, decision)
  }

  test('TAS-1 DAG-10 is not made where a policy denies it by then, although a human approved it before', async () => {
    const runId = await repeated({ before: 'REQUIRE_APPROVAL', after: 'DENY' })
    await decideNext(runId, 'APPROVE')
    const { row, of } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_FAILED' })
    expect(attempts).toBe(1)
    expect(of('ActionDenied')).toHaveLength(1)
    const [action] = await actionsOf(runId)
    expect(action).toMatchObject({ status: 'DENIED', errorCode: 'PERMISSION_DENIED', attempt: 2 })
    expect(action?.audit).toMatchObject({ decision: 'DENY', gateStatus: 'APPROVED' })
  })

  test('TAS-1 DAG-10 waits where an approval is wanted by then, once, and is made again', async () => {
    const runId = await repeated({ before: 'ALLOW', after: 'REQUIRE_APPROVAL' }, 2)
    await decideNext(runId, 'APPROVE')
    const { row, of } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'It is up.' })
    expect([attempts, of('GateOpened').length]).toEqual([3, 1])
    const [action] = await actionsOf(runId)
    expect(action).toMatchObject({ status: 'SUCCEEDED', attempt: 3 })
  })

  test('TAS-1 DAG-10 is not made again where a human refuses it', async () => {
    const runId = await repeated({ before: 'ALLOW', after: 'REQUIRE_APPROVAL' })
    await decideNext(runId, 'REJECT')
    const { row } = await engine.finished(runId)
    expect([row.errorCode, attempts]).toEqual(['PLAN_FAILED', 1])
    const [action] = await actionsOf(runId)
    expect(action).toMatchObject({ status: 'DENIED', errorCode: 'CALL_REJECTED', attempt: 2 })
  })
})

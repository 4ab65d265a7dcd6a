import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Permission } from '../../../src/domain/permission.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { done, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide } from '../../support/gates.ts'
import { answer } from '../../support/live-model.ts'

const called: string[] = []

const tools = ['refund', 'lookup', 'ping'].map((name) =>
  testTool(name, async (args) => {
    called.push(`${name} ${JSON.stringify(args)}`)
    return `${name} done`
  }),
)

const stage = forFile(await openGateStage({ tools }))
const { database, live } = stage

const call = (name: string, n = 1) => ({ name, arguments: { n } })

/** An agent that makes these calls, one turn after another, and then says "Done.". */
const agentOf = (turns: readonly Turn['calls'][], agent: Partial<AgentDefinitionInput> = {}) =>
  stage.define([...turns.map((calls = []) => ({ calls })), done], { agent })

async function policy(target: string, permission: Permission, slug: string): Promise<string> {
  const { operations, project } = stage.engine
  const call = { projectId: project.id, type: 'TOOL', target, agent: { slug } } as const
  return (await operations.policies.savePolicy({ ...call, permission })).policyId
}

describe('a call that is not permitted', () => {
  test('TAS-1 TAS-3 EVT-3 is not made: the model reads the alternatives, and continues', async () => {
    const { slug, told } = await agentOf([[call('refund')], [call('lookup')]])
    await policy('refund', 'DENY', slug)
    const before = called.length
    const run = await stage.engine.finished(await stage.trigger(slug))
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    expect(called.slice(before)).toEqual(['lookup {"n":1}'])
    expect(told()[1]).toMatch(/may not call "refund".*Permitted: lookup, ping/)
    expect(run.types.filter((type) => type.startsWith('Action'))).toEqual([
      ...['ActionDenied', 'ActionStarted', 'ActionCompleted'],
    ])
    const [denied, allowed] = await stage.actionsOf(run.runId)
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
    const run = await stage.engine.finished(await stage.trigger(slug))
    expect(run.row.status).toBe('COMPLETED')
    expect(called.slice(before)).toEqual(['refund {"n":7}'])
    const [, second] = await stage.actionsOf(run.runId)
    expect(second).toMatchObject({ status: 'SUCCEEDED', output: 'Done.', target: 'refund' })
    const child = await database.prisma.run.findUniqueOrThrow({ where: { id: second?.childRunId ?? '' } })
    expect(child).toMatchObject({ parentId: run.runId, status: 'COMPLETED', depth: 1 })
    expect(child.input).toContain('"n": 2')
    expect(told().at(-1)).toBe('Done.')
  })

  test('TAS-3 JDG-4 goes to a human where no specialist may make it, and is made once it is approved', async () => {
    const specialist = await agentOf([])
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]], {
      specialists: [specialist.slug],
    })
    await policy('refund', 'DENY', slug)
    await policy('refund', 'DENY', specialist.slug)
    const before = called.length
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({ kind: 'PERMISSION', context: { target: 'refund', arguments: { n: 2 } } })
    expect(called.slice(before)).toEqual([])
    await decide(stage.engine, gate.id, 'APPROVE')
    const run = await stage.engine.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(called.slice(before)).toEqual(['refund {"n":2}'])
    const [, approved] = await stage.actionsOf(runId)
    expect(approved?.audit).toMatchObject({
      decision: 'DENY',
      gate: gate.id,
      gateStatus: 'APPROVED',
      decidedBy: 'tester',
    })
  })

  test('TAS-3 RUN-6 ends the run as PERMISSION_BLOCKED where the human refuses it too', async () => {
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]])
    await policy('refund', 'DENY', slug)
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    await decide(stage.engine, gate.id, 'REJECT', { note: 'Never.' })
    const { row } = await stage.engine.finished(runId)
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
    const failing = await stage.engine.define(() => ({ text: '' }), {
      model: 'live/nobody-plays-this',
      modelRetry: { maxAttempts: 1 },
    })
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]], {
      specialists: [failing.slug],
    })
    await policy('refund', 'DENY', slug)
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({
      kind: 'PERMISSION',
      reason: expect.stringContaining('could not make the call'),
    })
    await decide(stage.engine, gate.id, 'APPROVE')
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
  })
})

describe('deceptive calls', () => {
  test('TAS-3 calls of one turn were made before the model could read the first result: each gets the alternatives', async () => {
    const { slug } = await agentOf([[call('refund', 1), call('refund', 2), call('refund', 3)]])
    await policy('refund', 'DENY', slug)
    const run = await stage.engine.finished(await stage.trigger(slug))
    expect(run.row.status).toBe('COMPLETED')
    expect(run.of('ActionDenied')).toHaveLength(3)
    expect(run.types).not.toContain('GateOpened')
  })

  test('TAS-3 a specialist that only says why not has made no call: a human decides', async () => {
    const talker = await agentOf([])
    const { slug } = await agentOf([[call('refund', 1)], [call('refund', 2)]], { specialists: [talker.slug] })
    await policy('refund', 'DENY', slug)
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({
      kind: 'PERMISSION',
      reason: expect.stringContaining('did not make the call. It says: "Done."'),
    })
    await decide(stage.engine, gate.id, 'REJECT')
    expect((await stage.engine.finished(runId)).row.errorCode).toBe('PERMISSION_BLOCKED')
  })

  test('TAS-2 the audit of a call that nobody decided about says nothing of a decision', async () => {
    const { slug } = await agentOf([[{ name: 'unheard_of', arguments: {} }]])
    const run = await stage.engine.finished(await stage.trigger(slug))
    const [action] = await stage.actionsOf(run.runId)
    expect(action).toMatchObject({ status: 'FAILED', errorCode: 'TOOL_UNKNOWN' })
    expect(action?.audit).not.toHaveProperty('decision')
  })

  test('TAS-1 TAS-7 the error of a hook holds no secret for the model either', async () => {
    const secret = 'ghp_Xk29sLmQ83nfVzT6bWc4RpY71uHeAoJdGi50'
    await stage.restart({
      canExecuteTool: () => {
        throw new Error(`It broke: ${secret}`)
      },
    })
    const { slug, told } = await agentOf([[call('lookup')]])
    await stage.engine.finished(await stage.trigger(slug))
    expect(told().join()).toContain('It broke: [redacted]')
    expect(told().join()).not.toContain(secret)
    await stage.restart()
  })
})

describe('the order of deciders', () => {
  test('TAS-1 the default of the project holds where no policy matches; a call that ends a run needs no permission', async () => {
    const { slug } = await agentOf([[call('ping')], [{ name: 'done', arguments: { message: 'Over.' } }]])
    await database.prisma.project.update({
      where: { id: stage.engine.project.id },
      data: { defaultPermission: 'DENY' },
    })
    try {
      const run = await stage.engine.finished(await stage.trigger(slug))
      expect(run.of('ActionDenied')).toMatchObject([{ name: 'ping' }])
    } finally {
      await database.prisma.project.update({
        where: { id: stage.engine.project.id },
        data: { defaultPermission: 'ALLOW' },
      })
    }
  })

  test('TAS-1 the hook in code decides before any policy', async () => {
    await stage.restart({ canExecuteTool: ({ target }) => (target === 'ping' ? 'DENY' : null) })
    const { slug } = await agentOf([[call('ping'), call('lookup')]])
    await policy('ping', 'ALLOW', slug)
    const run = await stage.engine.finished(await stage.trigger(slug))
    expect(run.of('ActionDenied')).toMatchObject([{ name: 'ping' }])
    const [ping] = await stage.actionsOf(run.runId)
    expect(ping?.audit).toMatchObject({ decision: 'DENY', rule: 'hook' })
    await stage.restart()
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
      await stage.engine.operations.policies.savePolicy({
        ...{ projectId: stage.engine.project.id, policyId, agent: { slug }, type: 'TOOL', target: 'flaky' },
        permission: policies.after,
      })
      if (attempts <= failures) throw new Error('It is down.')
      return 'It is up.'
    })
    await stage.restart({ tools: [...tools, failing] })
    const { slug } = await stage.engine.define(() => ({ text: '' }), {
      planner: 'PLAN',
      protocolMode: 'STRICT',
    })
    const policyId = await policy('flaky', policies.before, slug)
    const retry = { maxAttempts: 3, backoffMs: 1 }
    return stage.trigger(slug, {
      plan: { actions: [{ name: 'a', type: 'TOOL', target: 'flaky', parameters: { n: 31 }, retry }] },
    })
  }

  async function decideNext(runId: string, decision: 'APPROVE' | 'REJECT') {
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({ kind: 'ACTION_APPROVAL', context: { target: 'flaky' } })
    await decide(stage.engine, gate.id, decision)
  }

  test('TAS-1 DAG-10 is not made where a policy denies it by then, although a human approved it before', async () => {
    const runId = await repeated({ before: 'REQUIRE_APPROVAL', after: 'DENY' })
    await decideNext(runId, 'APPROVE')
    const { row, of } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_FAILED' })
    expect(attempts).toBe(1)
    expect(of('ActionDenied')).toHaveLength(1)
    const [action] = await stage.actionsOf(runId)
    expect(action).toMatchObject({ status: 'DENIED', errorCode: 'PERMISSION_DENIED', attempt: 2 })
    expect(action?.audit).toMatchObject({ decision: 'DENY', gateStatus: 'APPROVED' })
  })

  test('TAS-1 DAG-10 waits where an approval is wanted by then, once, and is made again', async () => {
    const runId = await repeated({ before: 'ALLOW', after: 'REQUIRE_APPROVAL' }, 2)
    await decideNext(runId, 'APPROVE')
    const { row, of } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'It is up.' })
    expect([attempts, of('GateOpened').length]).toEqual([3, 1])
    const [action] = await stage.actionsOf(runId)
    expect(action).toMatchObject({ status: 'SUCCEEDED', attempt: 3 })
  })

  test('TAS-1 DAG-10 is not made again where a human refuses it', async () => {
    const runId = await repeated({ before: 'ALLOW', after: 'REQUIRE_APPROVAL' })
    await decideNext(runId, 'REJECT')
    const { row } = await stage.engine.finished(runId)
    expect([row.errorCode, attempts]).toEqual(['PLAN_FAILED', 1])
    const [action] = await stage.actionsOf(runId)
    expect(action).toMatchObject({ status: 'DENIED', errorCode: 'CALL_REJECTED', attempt: 2 })
  })
})

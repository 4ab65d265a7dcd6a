import { afterEach, describe, expect, test } from 'vitest'
import { parseAudit } from '../../../src/domain/action-audit.ts'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { SavePolicy, TriggerRun } from '../../../src/domain/operations.ts'
import type { CanExecuteTool, PermissionRequest } from '../../../src/domain/permission.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { countCalls, done, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'

const { count, listen } = countCalls()

const hooks: { hook: CanExecuteTool | null } = { hook: null }

const tools = ['pay', 'look', 'pause'].map((name) => testTool(name, count(name)))
const stage = forFile(await openGateStage({ tools, canExecuteTool: (call) => hooks.hook?.(call) ?? null }))
const { database } = stage

afterEach(() => {
  hooks.hook = null
})

const call = (name: string, n = 1) => ({ name, arguments: { n } })

const agentOf = (turns: readonly Turn['calls'][], agent: Partial<AgentDefinitionInput> = {}) =>
  stage.define([...turns.map((calls = []) => ({ calls })), done], { agent })

/** An agent that starts another one, once. */
const startedBy = (slug: string, agent: Partial<AgentDefinitionInput> = {}) =>
  agentOf([[{ name: 'spawn_agent', arguments: { agent: slug, input: 'Go.' } }]], {
    ...{ tools: [], subagents: [slug] },
    ...agent,
  })

async function policy(fields: Partial<SavePolicy> & Pick<SavePolicy, 'permission'>): Promise<string> {
  const { operations, project } = stage.engine
  return (await operations.policies.savePolicy({ projectId: project.id, type: 'TOOL', ...fields })).policyId
}

async function childOf(parentId: string) {
  return database.prisma.run.findFirstOrThrow({ where: { parentId } })
}

async function auditsOf(runId: string) {
  const actions = await stage.actionsOf(runId)
  return actions.map(({ target, status, errorCode, audit }) => ({
    target,
    status,
    errorCode,
    ...parseAudit(audit),
  }))
}

/** As an access token triggers it whose children have the rights of its agent. */
const byToken: Partial<TriggerRun> = { by: 'ann', byKind: 'TOKEN', bindsDescendants: true }

describe('a run that an access token started', () => {
  test('TAS-11 reaches by no run below what its agent could not call, whatever hook, specialist and human say', async () => {
    const specialist = await agentOf([[call('pay')]])
    const below = await agentOf([[call('pay')], [call('pay', 2)], [call('look')]], {
      ...{ tools: ['pay', 'look'], specialists: [specialist.slug] },
    })
    const top = await startedBy(below.slug, { tools: ['look'] })
    hooks.hook = () => 'ALLOW'
    const heard = listen()
    const run = await stage.engine.finished(await stage.trigger(top.slug, byToken))
    expect(run.row.status).toBe('COMPLETED')
    expect(heard()).toEqual(['look {"n":1}'])
    const denied = {
      target: 'pay',
      status: 'DENIED',
      errorCode: 'PERMISSION_DENIED',
      rule: 'token',
      ruleAgent: top.slug,
    }
    const allowed = { target: 'look', status: 'SUCCEEDED', rule: 'hook' }
    const child = await childOf(run.runId)
    expect(await auditsOf(child.id)).toMatchObject([denied, denied, allowed])
    expect(below.told().join()).toContain(`an access token for the agent "${top.slug}"`)
    expect(below.told().join()).toContain('Permitted: look')
    expect(await database.prisma.gate.count({ where: { runId: child.id } })).toBe(0)
  })

  test('TAS-11 passes on what policies deny its agent, and no decision at a gate overrules it', async () => {
    const below = await agentOf([[call('pay')], [call('pay', 2)]], { tools: ['pay'] })
    const top = await startedBy(below.slug, { tools: ['pay'] })
    await policy({ agent: { slug: top.slug }, target: 'pay', permission: 'DENY', reason: 'Not for callers.' })
    const heard = listen()
    hooks.hook = ({ agent }) => (agent === below.slug ? 'ALLOW' : null)
    const free = await stage.engine.finished(await stage.trigger(top.slug, { by: 'ann', byKind: 'TOKEN' }))
    expect(heard()).toEqual(['pay {"n":1}', 'pay {"n":2}'])
    const bound = await stage.engine.finished(await stage.trigger(top.slug, byToken))
    expect(heard()).toHaveLength(2)
    expect([free.row.status, bound.row.status]).toEqual(['COMPLETED', 'COMPLETED'])
    const child = await childOf(bound.runId)
    const denied = {
      rule: expect.stringMatching(/^policy:/),
      ruleAgent: top.slug,
      reason: 'Not for callers.',
    }
    expect(await auditsOf(child.id)).toMatchObject([denied, denied])
    expect(await database.prisma.gate.count({ where: { runId: child.id } })).toBe(0)
  })

  test('TAS-11 keeps its bound in the hands of the next owner, and in a fork of the run below', async () => {
    const below = await agentOf([[call('pause')], [call('pay')]], { tools: ['pay', 'pause'] })
    const top = await startedBy(below.slug, { tools: ['pause'] })
    await policy({ agent: { slug: below.slug }, target: 'pause', permission: 'REQUIRE_APPROVAL' })
    const heard = listen('pay')
    const runId = await stage.trigger(top.slug, byToken)
    await untilStatus(stage.engine, database, runId, 'WAITING')
    const child = await childOf(runId)
    const [gate] = await openGates(database, child.id)
    await stage.restart()
    await decide(stage.engine, gate?.id ?? '', 'APPROVE')
    await stage.engine.finished(runId)
    const denied = { target: 'pay', status: 'DENIED', rule: 'token', ruleAgent: top.slug }
    expect((await auditsOf(child.id))[1]).toMatchObject(denied)
    const { operations, project } = stage.engine
    const fork = await operations.history.forkRun({
      projectId: project.id,
      runId: child.id,
      afterStep: 1,
      by: 'ops',
    })
    const forked = await stage.engine.finished(fork.runId)
    expect(forked.row.status).toBe('COMPLETED')
    expect((await auditsOf(fork.runId)).at(-1)).toMatchObject(denied)
    expect(heard()).toEqual([])
  })
})

describe('what a policy denies an agent and its descendants', () => {
  test('TAS-10 goes to a human as any denial does, who overrules the rules that held then and no other', async () => {
    const below = await agentOf([[call('pay')], [call('pay', 2)]], { tools: ['pay'] })
    const top = await startedBy(below.slug)
    const above = { agent: { slug: top.slug }, appliesTo: 'DESCENDANTS', target: 'pay' } as const
    await policy({ ...above, permission: 'DENY', reason: 'Not below the top.' })
    await policy({
      agent: { slug: below.slug },
      target: 'pay',
      permission: 'DENY',
      reason: 'Not for this one.',
    })
    const heard = listen()
    const asked = async () => {
      const runId = await stage.trigger(top.slug)
      await untilStatus(stage.engine, database, runId, 'WAITING')
      const child = await childOf(runId)
      const [gate] = await openGates(database, child.id)
      expect(gate?.reason).toContain('Not for this one. Not below the top')
      return { runId, childId: child.id, gateId: gate?.id ?? '' }
    }
    const [first, second] = [await asked(), await asked()]
    await decide(stage.engine, first.gateId, 'APPROVE')
    await stage.engine.finished(first.runId)
    expect(heard()).toEqual(['pay {"n":2}'])
    const last = (await auditsOf(first.childId)).at(-1)
    expect(last).toMatchObject({
      status: 'SUCCEEDED',
      decision: 'DENY',
      ruleAgent: below.slug,
      decidedBy: 'tester',
    })
    const newly = { ...above, condition: 'run.depth == 1', permission: 'DENY', reason: 'Newly.' } as const
    await policy(newly)
    await decide(stage.engine, second.gateId, 'APPROVE')
    await stage.engine.finished(second.runId)
    expect(heard()).toHaveLength(1)
    const refused = (await auditsOf(second.childId)).at(-1)
    expect(refused).toMatchObject({ status: 'DENIED', errorCode: 'PERMISSION_DENIED' })
  })
})

describe('a policy with a condition', () => {
  test('TAS-12 decides by who asked for the tree and by the agents above', async () => {
    const below = await agentOf([[call('pay')]], { tools: ['pay'] })
    const [one, other] = [await startedBy(below.slug), await startedBy(below.slug)]
    const condition = `caller.kind == "TOKEN" && ancestors.exists(a, a.agent == "${one.slug}")`
    await policy({ agent: { slug: below.slug }, target: 'pay', condition, permission: 'DENY' })
    const decisionOf = async (slug: string, more: Partial<TriggerRun> = {}) => {
      const run = await stage.engine.finished(await stage.trigger(slug, more))
      return (await auditsOf((await childOf(run.runId)).id))[0]?.decision
    }
    expect(await decisionOf(one.slug, { by: 'ann', byKind: 'TOKEN' })).toBe('DENY')
    expect(await decisionOf(one.slug, { by: 'ops', byKind: 'KEY' })).toBe('ALLOW')
    expect(await decisionOf(one.slug)).toBe('ALLOW')
    expect(await decisionOf(other.slug, { by: 'ann', byKind: 'TOKEN' })).toBe('ALLOW')
  })

  test('TAS-12 that cannot be decided holds against the call, and never for it', async () => {
    const { slug } = await agentOf([[call('pay'), call('look')]], { tools: ['pay', 'look'] })
    const agent = { slug }
    await policy({ agent, target: 'pay', condition: 'context.role == "clerk"', permission: 'DENY' })
    await policy({ agent, target: 'l*', permission: 'DENY' })
    await policy({ agent, target: 'look', condition: 'context.role == "clerk"', permission: 'ALLOW' })
    const decisions = async (more: Partial<TriggerRun>) => {
      const run = await stage.engine.finished(await stage.trigger(slug, more))
      return (await auditsOf(run.runId)).map(({ decision }) => decision)
    }
    expect(await decisions({})).toEqual(['DENY', 'DENY'])
    expect(await decisions({ context: { role: 'guest' } })).toEqual(['ALLOW', 'DENY'])
    expect(await decisions({ context: { role: 'clerk' } })).toEqual(['DENY', 'ALLOW'])
  })
})

test('TAS-1 the hook sees the caller of the tree, the run, its ancestors and its context', async () => {
  const below = await agentOf([[call('pay')]], { tools: ['pay'] })
  const middle = await startedBy(below.slug)
  const top = await startedBy(middle.slug)
  const seen: PermissionRequest[] = []
  hooks.hook = (request) => {
    seen.push({ ...request, context: request.context })
    return null
  }
  const trigger = { by: 'ann', byKind: 'PERSON', sessionKey: 'talk', context: { city: 'Oslo' } } as const
  const { runId } = await stage.engine.finished(await stage.trigger(top.slug, trigger))
  const parent = await childOf(runId)
  const child = await childOf(parent.id)
  const caller = { name: 'ann', kind: 'PERSON' }
  const agentVersion = 1
  const [first, , last] = seen
  const root = { id: runId, rootId: runId, parentId: null, depth: 0, sessionKey: 'talk' }
  expect(first).toMatchObject({ caller, ancestors: [], context: { city: 'Oslo' } })
  expect(first?.run).toEqual({ ...root, agent: top.slug, agentVersion })
  const run = { id: child.id, rootId: runId, parentId: parent.id, depth: 2, sessionKey: null }
  expect(last).toMatchObject({ caller, target: 'pay', context: {} })
  expect(last?.run).toEqual({ ...run, agent: below.slug, agentVersion })
  expect(last?.ancestors).toEqual([
    { runId, agent: top.slug, agentVersion },
    { runId: parent.id, agent: middle.slug, agentVersion },
  ])
})

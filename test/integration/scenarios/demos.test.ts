import { afterAll, describe, expect, test } from 'vitest'
import type { GateDecision } from '../../../src/domain/gate.ts'
import type { Json } from '../../../src/domain/json.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createDemoEngine, demo, installDemos, triggerDemo } from '../../support/demos.ts'
import type { TestEngine } from '../../support/engine.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { engineForTest, forFile } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'

let engine: TestEngine

const database = forFile(await createTestDatabase())
engine = await createDemoEngine(database)

afterAll(async () => {
  await engine.close()
})

/** Triggers a demonstration that waits at a gate, and gives the gate. */
async function waiting(slug: string, input?: string) {
  const runId = await triggerDemo(engine, slug, input)
  return { runId, gate: await gateOf(runId) }
}

/** The gate at which the run waits, by now or soon: its first, or a later one. */
async function gateOf(runId: string, count = 1) {
  let opened = 0
  for await (const { type } of followInTime((signal) =>
    engine.services.log.follow(runId, { after: 0, signal }),
  ))
    if (type === 'GateOpened' && ++opened === count) break
  await untilStatus(engine, database, runId, 'WAITING')
  const [gate] = await openGates(database, runId)
  if (!gate) throw new Error('No gate is open.')
  return gate
}

async function restart(): Promise<void> {
  await engine.close()
  engine = await createDemoEngine(database, { project: engine.project })
}

type More = { readonly note?: string; readonly arguments?: Json }

/** Where nobody holds anything any more, a human decides. */
async function decideAfterRestart(
  { runId, gate }: Awaited<ReturnType<typeof waiting>>,
  decision: GateDecision,
  more: More = {},
) {
  await restart()
  await decide(engine, gate.id, decision, more)
  return engine.finished(runId)
}

const actionsOf = (runId: string) =>
  database.prisma.action.findMany({
    where: { runId },
    orderBy: [{ step: { number: 'asc' } }, { position: 'asc' }],
  })

describe('demo-approval', () => {
  test('TAS-1 JDG-4 waits with the refund, and pays it once it is approved', async () => {
    const waits = await waiting('demo-approval')
    expect(waits.gate).toMatchObject({
      kind: 'ACTION_APPROVAL',
      context: { target: 'pay_refund', arguments: { orderId: 'A-1001', amountUsd: 49.5 } },
    })
    const { row, of } = await decideAfterRestart(waits, 'APPROVE')
    expect(row).toMatchObject({
      status: 'COMPLETED',
      summary: '49.50 USD were paid back for order A-1001.',
    })
    expect(of('ActionCompleted').map(({ name }) => name)).toEqual(['look_up_order', 'pay_refund'])
  })

  test('JDG-4 says so where it is rejected, and leaves a note in place of the money', async () => {
    const waits = await waiting('demo-approval')
    const { row, of } = await decideAfterRestart(waits, 'REJECT', { note: 'The lamp is in use.' })
    expect(row).toMatchObject({
      status: 'COMPLETED',
      summary:
        'Nothing was paid back for order A-1001. A human rejected this call of "pay_refund". Note: The lamp is in use. A note is on the order, and Ada will hear from a colleague.',
    })
    expect(of('ActionDenied').map(({ name }) => name)).toEqual(['pay_refund'])
    expect(of('ActionCompleted').map(({ name }) => name)).toEqual(['look_up_order', 'note_on_order'])
  })

  test('JDG-4 pays the amount that a human sets', async () => {
    const waits = await waiting('demo-approval', 'Please give me back my money for A-1002!')
    const revised = { orderId: 'A-1002', amountUsd: 20 }
    const { row, of } = await decideAfterRestart(waits, 'REVISE', {
      arguments: revised,
      note: 'Half of it was used.',
    })
    expect(row).toMatchObject({
      status: 'COMPLETED',
      summary:
        '20.00 USD were paid back for order A-1002. That is what was decided, of the 320.00 USD that were paid.',
    })
    expect(of('ActionCompleted').at(-1)).toMatchObject({ output: { refundedUsd: 20 } })
  })

  test('TAS-4 pays nothing for an order that there is not, and asks nobody', async () => {
    const { row, types } = await engine.finished(
      await triggerDemo(engine, 'demo-approval', 'And order A-9999?'),
    )
    expect(row.summary).toBe('I pay nothing back. There is no order A-9999. There are A-1001 and A-1002.')
    expect(types).not.toContain('GateOpened')
  })
})

describe('demo-plan-approval', () => {
  test('LOOP-7 does nothing of its plan before it is approved, then all of it', async () => {
    const waits = await waiting('demo-plan-approval')
    expect(waits.gate.kind).toBe('PLAN_APPROVAL')
    expect((await actionsOf(waits.runId)).map(({ status }) => status)).toEqual(Array(4).fill('PENDING'))
    const { row } = await decideAfterRestart(waits, 'APPROVE')
    expect(row).toMatchObject({
      status: 'COMPLETED',
      summary: expect.stringContaining('on its way to 1240 customers: “Spring is here'),
    })
    const actions = await actionsOf(waits.runId)
    expect(actions.map(({ name, type, status }) => [name, type, status])).toEqual([
      ['count', 'TOOL', 'SUCCEEDED'],
      ['write', 'LLM', 'SUCCEEDED'],
      ['send', 'TOOL', 'SUCCEEDED'],
      ['keep', 'RELIC', 'SUCCEEDED'],
    ])
  })

  test('LOOP-7 JDG-4 plans something smaller where the plan is sent back, and asks again', async () => {
    const waits = await waiting('demo-plan-approval')
    await restart()
    await decide(engine, waits.gate.id, 'REVISE', { note: 'Not to all at once.' })
    const next = await gateOf(waits.runId, 2)
    expect(next.context).toMatchObject({
      reasoning: 'That was too much at once: first the testers alone.',
      actions: [{ name: 'count', parameters: { group: 'testers' } }, {}, {}, {}],
    })
    const { row } = await decideAfterRestart({ ...waits, gate: next }, 'APPROVE')
    expect(row.summary).toContain('on its way to 12 customers')
    const [first] = await actionsOf(waits.runId)
    expect(first).toMatchObject({
      status: 'SKIPPED',
      error: expect.stringContaining('Not to all at once.'),
    })
  })

  test('LOOP-7 gives in where the second plan is sent back too, and has sent nothing', async () => {
    const waits = await waiting('demo-plan-approval')
    await decide(engine, waits.gate.id, 'REVISE', { note: 'No.' })
    const next = await gateOf(waits.runId, 2)
    await decide(engine, next.id, 'REVISE', { note: 'No again.' })
    const { row, types } = await engine.finished(waits.runId)
    expect(row.summary).toContain('Nothing was sent.')
    expect(types).not.toContain('ActionStarted')
  })

  test('LOOP-7 JDG-4 goes by the parameters that a human changed', async () => {
    const waits = await waiting('demo-plan-approval')
    const { row } = await decideAfterRestart(waits, 'REVISE', {
      arguments: { count: { group: 'testers' } },
    })
    expect(row.summary).toContain('on its way to 12 customers')
  })

  test('LOOP-7 RUN-6 ends where it is rejected', async () => {
    const waits = await waiting('demo-plan-approval')
    const { row } = await decideAfterRestart(waits, 'REJECT', { note: 'Not this spring.' })
    expect(row).toMatchObject({
      status: 'FAILED',
      errorCode: 'GATE_REJECTED',
      errorMessage: expect.stringContaining('Not this spring.'),
    })
  })
})

test('TAS-3 SUB-1 demo-permission receives the alternatives, and its specialist makes the call in a child run', async () => {
  const run = await engine.finished(await triggerDemo(engine, 'demo-permission'))
  expect(run.of('ActionDenied')).toMatchObject([
    {
      name: 'pay_refund',
      reason: expect.stringMatching(/for specialists.*Permitted: look_up_order, note_on_order/),
    },
  ])
  expect(run.row).toMatchObject({
    status: 'COMPLETED',
    summary: 'It is done, by one who may: 49.50 USD were paid back for order A-1001.',
  })
  const paid = (await actionsOf(run.runId)).at(-1)
  expect(paid).toMatchObject({ target: 'pay_refund', status: 'SUCCEEDED' })
  const child = await database.prisma.run.findUniqueOrThrow({
    where: { id: paid?.childRunId ?? '' },
    include: { agent: true },
  })
  expect(child).toMatchObject({ parentId: run.runId, depth: 1, agent: { slug: 'demo-specialist' } })
  expect((await actionsOf(child.id)).map(({ target, status }) => [target, status])).toEqual([
    ['look_up_order', 'SUCCEEDED'],
    ['pay_refund', 'SUCCEEDED'],
  ])
})

test('TAS-3 demo-specialist checks its request, and pays no more than was paid', async () => {
  const call = { tool: 'pay_refund', arguments: { orderId: 'A-1002', amountUsd: 400 } }
  const input = `Make it.\n\n<call>\n${JSON.stringify(call)}\n</call>`
  const run = await engine.finished(await triggerDemo(engine, 'demo-specialist', input))
  expect(run.row.summary).toBe('I do not make the call: only 320.00 USD were paid.')
})

test('SUB-1 demo-subagents has two researchers side by side, and one of them a child of its own', async () => {
  const input = 'Is it a good time for AI?'
  const run = await engine.finished(await triggerDemo(engine, 'demo-subagents', input))
  expect(run.row.summary).toMatch(
    /^My researchers are back\. The encyclopedia: .* The papers: .*In plain words: /,
  )
  const below = await database.prisma.run.findMany({
    where: { rootId: run.runId, depth: { gt: 0 } },
    include: { agent: true },
    orderBy: [{ depth: 'asc' }, { input: 'desc' }],
  })
  expect(below.map(({ agent, depth, status }) => [agent.slug, depth, status])).toEqual([
    ['demo-researcher', 1, 'COMPLETED'],
    ['demo-researcher', 1, 'COMPLETED'],
    ['demo-explainer', 2, 'COMPLETED'],
  ])
  const [page, papers, explained] = below
  expect(page?.input).toContain(`encyclopedia say? The question behind it: “${input}”`)
  expect(explained?.parentId).toBe(papers?.id)
})

test('DAG-8 demo-workflow runs its workflow, whose store counts from run to run', async () => {
  const first = await engine.finished(await triggerDemo(engine, 'demo-workflow', 'What do 40 cost?'))
  expect(first.row.summary).toMatch(/^40 pieces cost 202\.30 USD with tax\. It is quote number 1;/)
  const second = await engine.finished(await triggerDemo(engine, 'demo-workflow'))
  expect(second.row.summary).toMatch(/^12 pieces cost 60\.69 USD with tax\. It is quote number 2;/)
})

test('TAS-6 demo-mcp names the missing tools where their server is not there', async () => {
  const { agents, newId } = engine.services
  const agent = demo.agentsOnDemand.find(({ slug }) => slug === 'demo-mcp')
  if (!agent) throw new Error('There is no demo-mcp.')
  await agents.insert({ projectId: engine.project.id, id: newId(), ...agent })
  const { row } = await engine.finished(await triggerDemo(engine, 'demo-mcp'))
  expect(row).toMatchObject({
    stepCount: 2,
    summary: expect.stringContaining('started with RUNGRAPH_MCP=examples/mcp.json?'),
  })
})

describe('the installation', () => {
  const rows = async ({ prisma }: TestDatabase, projectId: string) => ({
    agents: await prisma.agent.count({ where: { projectId } }),
    policies: await prisma.policy.findMany({ where: { projectId }, include: { agent: true } }),
    relics: await prisma.relic.count({ where: { projectId } }),
    workflows: await prisma.workflow.count({ where: { projectId } }),
  })

  test('TAS-1 brings a policy for each of two agents, and for no others', async () => {
    const { policies } = await rows(database, engine.project.id)
    const told = policies.map(({ agent, type, target, permission }) => [
      agent?.slug,
      type,
      target,
      permission,
    ])
    expect(told.sort()).toEqual([
      ['demo-approval', 'TOOL', 'pay_refund', 'REQUIRE_APPROVAL'],
      ['demo-permission', 'TOOL', 'pay_refund', 'DENY'],
    ])
  })

  test('TAS-1 does not restore deleted objects, and leaves changed ones as they are', async () => {
    const { engine: other, database: own } = await engineForTest({})
    await installDemos(other, own)
    const { policies } = await rows(own, other.project.id)
    const [deleted, changed] = policies
    await own.prisma.policy.delete({ where: { id: deleted?.id ?? '' } })
    await own.prisma.policy.update({ where: { id: changed?.id ?? '' }, data: { permission: 'ALLOW' } })
    await own.prisma.relic.deleteMany({ where: { projectId: other.project.id } })
    expect(await installDemos(other, own)).toBe(0)
    expect(await rows(own, other.project.id)).toMatchObject({
      policies: [{ id: changed?.id, permission: 'ALLOW' }],
      relics: 0,
    })
  })

  test('TAS-1 gives each once where two processes start at once', async () => {
    const { engine: other, database: own } = await engineForTest({})
    const installed = await Promise.all([installDemos(other, own), installDemos(other, own)])
    const { agents, policies, relics, workflows } = await rows(own, other.project.id)
    expect(installed[0] + installed[1]).toBe(agents)
    expect([policies.length, relics, workflows]).toEqual([2, 1, 1])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { countCalls, done, openGateStage } from '../../support/gate-stage.ts'
import { decide, openGates } from '../../support/gates.ts'
import { answer } from '../../support/live-model.ts'

/** Decisions that come while the rest of the step goes on. */

const { count, listen } = countCalls()

let released = Promise.withResolvers<void>()

const pay = testTool('pay', count('pay'), { effect: 'once' })

const look = testTool('look', count('look'))

/** Goes on until the test lets it end. */
const slow = testTool('slow', async () => {
  await released.promise
  return 'slow done'
})

const stage = forFile(await openGateStage({ tools: [pay, look, slow] }))
await stage.rule('pay', 'REQUIRE_APPROVAL')

afterEach(() => {
  released.resolve()
  released = Promise.withResolvers<void>()
})

const inTime = { timeout: 10_000 }

const payCall = (amount: number) => ({ name: 'pay', arguments: { amount } })

const slowCall = { name: 'slow', arguments: {} }

async function statusOf(runId: string) {
  return (await stage.database.prisma.run.findUniqueOrThrow({ where: { id: runId } })).status
}

/** The gates of the run, as soon as there are so many. */
async function gatesWhileRunning(runId: string, number: number) {
  await expect.poll(async () => (await openGates(stage.database, runId)).length, inTime).toBe(number)
  return openGates(stage.database, runId)
}

async function plan(actions: readonly object[], agent = {}) {
  const { slug } = await stage.engine.define(() => ({ text: '' }), {
    ...{ planner: 'PLAN', protocolMode: 'STRICT', ...agent },
  })
  return stage.trigger(slug, { plan: { actions: actions.map((action) => ({ type: 'TOOL', ...action })) } })
}

const paying = { name: 'paying', target: 'pay', parameters: { amount: 1 }, outputKey: 'paid' }

const after = { name: 'after', target: 'look', parameters: { of: '$paid' }, dependsOn: ['paying'] }

const going = { name: 'going', target: 'slow' }

describe('a decision that comes while other calls of the step go on', () => {
  it('JDG-4 is acted on at once: the approved call is made beside them', async () => {
    const heard = listen()
    const { runId } = await stage.start([{ calls: [payCall(1), slowCall, payCall(2)] }, done])
    const [first] = await gatesWhileRunning(runId, 2)
    await decide(stage.engine, first?.id, 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":1}'])
    expect(await statusOf(runId)).toBe('RUNNING')
    released.resolve()
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REJECT')
    const { row, of } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', recoveries: 0 })
    expect(heard()).toEqual(['pay {"amount":1}'])
    expect(of('RunWaiting')).toHaveLength(1)
    expect((await stage.actionsOf(runId)).map(({ status }) => status)).toEqual([
      ...['SUCCEEDED', 'SUCCEEDED', 'DENIED'],
    ])
  })

  it('JDG-4 is acted on at once: a rejected call ends beside them, and the run never waits', async () => {
    const { runId } = await stage.start([{ calls: [payCall(3), slowCall] }, done])
    const [gate] = await gatesWhileRunning(runId, 1)
    await decide(stage.engine, gate?.id, 'REJECT')
    await stage.engine.seen(runId, 'ActionDenied')
    expect(await statusOf(runId)).toBe('RUNNING')
    released.resolve()
    const { row, types } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(types).not.toContain('RunWaiting')
  })

  it('JDG-4 TAS-1 is held against the policies of that moment, not of the moment in which the step began', async () => {
    const heard = listen()
    const { slug } = await stage.define([{ calls: [payCall(4), slowCall] }, done])
    const runId = await stage.trigger(slug)
    const [gate] = await gatesWhileRunning(runId, 1)
    await stage.rule('pay', 'DENY', { slug })
    await decide(stage.engine, gate?.id, 'APPROVE')
    await stage.engine.seen(runId, 'ActionDenied')
    released.resolve()
    await stage.engine.finished(runId)
    expect(heard()).toEqual([])
  })

  it('JDG-4 DAG-2 continues with the actions that depend on the call, in a plan', async () => {
    const heard = listen()
    const runId = await plan([paying, after, going])
    const [gate] = await gatesWhileRunning(runId, 1)
    await decide(stage.engine, gate?.id, 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":1}', 'look {"of":"pay done"}'])
    expect(await statusOf(runId)).toBe('RUNNING')
    released.resolve()
    const { row, types } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(types).not.toContain('RunWaiting')
  })

  it('JDG-4 DAG-4 continues beside a fired action that is not waited for', async () => {
    const heard = listen()
    const runId = await plan([paying, after, { ...going, mode: 'FIRE_AND_FORGET' }])
    const [gate] = await gatesWhileRunning(runId, 1)
    await decide(stage.engine, gate?.id, 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":1}', 'look {"of":"pay done"}'])
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    released.resolve()
  })

  it('JDG-4 SUB-1 at a gate of a child continues with the actions that depend on the child', async () => {
    const heard = listen()
    const child = await stage.define([{ calls: [payCall(5)] }, { text: 'Paid by the child.' }])
    const asking = {
      name: 'asking',
      type: 'AGENT',
      target: child.slug,
      parameters: { input: 'Pay.' },
      outputKey: 'paid',
    }
    const then = { name: 'then', target: 'look', parameters: { of: '$paid' }, dependsOn: ['asking'] }
    const runId = await plan([asking, then, going], { subagents: [child.slug] })
    const started = await stage.engine.seen(runId, 'ChildRunStarted')
    const childId = started.type === 'ChildRunStarted' ? started.data.childRunId : ''
    await decide(stage.engine, (await stage.gateOf(childId)).id, 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":5}', 'look {"of":"Paid by the child."}'])
    expect(await statusOf(runId)).toBe('RUNNING')
    released.resolve()
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
  })

  it('JDG-4 LIM-4 is nothing to wait for when the time is up', async () => {
    const runId = await plan([paying, after, going])
    const [gate] = await gatesWhileRunning(runId, 1)
    await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId })
    released.resolve()
    expect((await stage.engine.finished(runId)).row.status).toBe('CANCELLED')
    await expect(decide(stage.engine, gate?.id, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
  })
})

describe('a decision at one of several gates that a run waits at', () => {
  it('JDG-4 DAG-2 releases that call and its dependents, and no other', async () => {
    const heard = listen()
    const other = { ...paying, name: 'other', parameters: { amount: 2 }, outputKey: 'more' }
    const behind = { name: 'behind', target: 'look', parameters: { of: '$more' }, dependsOn: ['other'] }
    const runId = await plan([paying, after, other, behind])
    const gates = await stage.waiting(runId)
    expect(gates).toHaveLength(2)
    const second = gates.find(({ context }) => JSON.stringify(context).includes('"other"'))
    await decide(stage.engine, second?.id, 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":2}', 'look {"of":"pay done"}'])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REVISE', { arguments: { amount: 3 } })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(heard().slice(2)).toEqual(['pay {"amount":3}', 'look {"of":"pay done"}'])
  })
})

it('JDG-4 DUR-1 a decision that comes while others go on is not lost with their process', async () => {
  const heard = listen()
  const name = 'dies-after-decision'
  stage.live.plays[name] = async function* (request) {
    const isOver = request.messages.some(({ role }) => role === 'assistant')
    yield answer(request, isOver ? 'Done.' : '', isOver ? [] : [payCall(6), slowCall])
  }
  const death = await stage.doom(
    ({ actions }) => actions?.some(({ target, status }) => target === 'pay' && status === 'RUNNING') ?? false,
  )
  const { slug } = await stage.engine.define(() => ({ text: '' }), { model: `live/${name}` })
  const runId = await stage.trigger(slug)
  const [gate] = await gatesWhileRunning(runId, 1)
  await decide(stage.engine, gate?.id, 'APPROVE')
  released.resolve()
  await death.died()
  expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
  expect(heard()).toEqual(['pay {"amount":6}'])
})

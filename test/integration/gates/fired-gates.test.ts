import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { countCalls, openGateStage } from '../../support/gate-stage.ts'
import { decide, openGates } from '../../support/gates.ts'
import { answer } from '../../support/live-model.ts'

const { count, listen } = countCalls()

let released = Promise.withResolvers<void>()

const pay = testTool('pay', count('pay'), { effect: 'once' })

const book = testTool('book', count('book'), { effect: 'idempotent' })

const look = testTool('look', count('look'))

const rest = testTool(
  'rest',
  async (args, { signal }) => {
    await count('rest')(args)
    await systemClock.sleep(700, signal)
    return 'finished'
  },
  { effect: 'idempotent' },
)

const slow = testTool('slow', async () => {
  await released.promise
  return 'slow done'
})

const stage = forFile(await openGateStage({ tools: [pay, book, look, rest, slow] }))
await stage.rule('pay', 'REQUIRE_APPROVAL')
await stage.rule('book', 'REQUIRE_APPROVAL')
await stage.rule('rest', 'REQUIRE_APPROVAL')

afterEach(() => {
  released.resolve()
  released = Promise.withResolvers<void>()
})

const inTime = { timeout: 10_000 }

const mode = 'FIRE_AND_FORGET'

const firing = { name: 'firing', type: 'TOOL', target: 'pay', mode, parameters: { amount: 1 } }

const looking = { name: 'looking', type: 'TOOL', target: 'look', parameters: {} }

async function define(agent = {}) {
  return stage.engine.define(() => ({ text: '' }), { planner: 'PLAN', protocolMode: 'STRICT', ...agent })
}

async function trigger(actions: readonly JsonObject[], agent = {}) {
  const { slug } = await define(agent)
  return { slug, runId: await stage.trigger(slug, { plan: { actions } }) }
}

async function runOf(runId: string) {
  return stage.database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
}

async function actionOf(runId: string, name = 'firing') {
  return stage.database.prisma.action.findFirstOrThrow({ where: { runId, name } })
}

function deniedOf(runId: string) {
  const where = { runId, status: 'DENIED' } as const
  return stage.database.prisma.action.findMany({ where, orderBy: { step: { number: 'asc' } } })
}

async function onlyGate(runId: string) {
  await expect.poll(async () => (await openGates(stage.database, runId)).length, inTime).toBe(1)
  const [gate] = await openGates(stage.database, runId)
  return gate?.id ?? ''
}

async function settled(runId: string) {
  await expect.poll(async () => (await runOf(runId)).settledAt, inTime).not.toBeNull()
}

/** Ends the run with its gate open. */
async function ended(actions: readonly JsonObject[] = [firing, looking], agent = {}) {
  const { runId, slug } = await trigger(actions, agent)
  const { row, types } = await stage.engine.finished(runId)
  expect(row.status).toBe('COMPLETED')
  expect(types).not.toContain('RunWaiting')
  expect(await runOf(runId)).toMatchObject({ settledAt: null, leaseOwner: null })
  return { runId, slug, gateId: await onlyGate(runId) }
}

describe('an action that is fired and needs an approval', () => {
  it('DAG-4 JDG-4 holds its run up by nothing, and is made when it is approved, though the run has ended', async () => {
    const heard = listen()
    const { runId, gateId } = await ended()
    await stage.restart()
    expect(await actionOf(runId)).toMatchObject({ status: 'PENDING' })
    await decide(stage.engine, gateId, 'APPROVE')
    await settled(runId)
    expect(heard()).toEqual(['look {}', 'pay {"amount":1}'])
    expect(await actionOf(runId)).toMatchObject({ status: 'SUCCEEDED', output: 'pay done', attempt: 1 })
    // Who performed it gives the run back after that.
    await expect.poll(async () => (await runOf(runId)).leaseOwner, inTime).toBeNull()
    expect(await runOf(runId)).toMatchObject({ status: 'COMPLETED' })
  })

  it('DAG-4 JDG-4 is made as it was revised', async () => {
    const heard = listen()
    const { runId, gateId } = await ended([firing])
    await decide(stage.engine, gateId, 'REVISE', { arguments: { amount: 2 } })
    await settled(runId)
    expect(heard()).toEqual(['pay {"amount":2}'])
  })

  it('DAG-4 JDG-4 ends with its gate where it is rejected', async () => {
    const heard = listen()
    const { runId, gateId } = await ended([firing])
    await decide(stage.engine, gateId, 'REJECT')
    await settled(runId)
    expect(heard()).toEqual([])
    expect(await actionOf(runId)).toMatchObject({ status: 'DENIED', errorCode: 'CALL_REJECTED' })
    await expect(decide(stage.engine, gateId, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
  })

  it('DAG-4 JDG-4 ends with its gate where nobody decides in time', async () => {
    const { runId } = await ended([firing], { gates: { expiresAfterMs: 1_500 } })
    await settled(runId)
    expect(await actionOf(runId)).toMatchObject({ status: 'DENIED', errorCode: 'CALL_EXPIRED' })
  })

  it('DAG-4 TAS-1 JDG-4 is not made where a policy denies it by then', async () => {
    const heard = listen()
    const { runId, gateId, slug } = await ended([firing])
    await stage.rule('pay', 'DENY', { slug })
    await decide(stage.engine, gateId, 'APPROVE')
    await settled(runId)
    expect(heard()).toEqual([])
    expect(await actionOf(runId)).toMatchObject({ status: 'DENIED', errorCode: 'PERMISSION_DENIED' })
  })

  it('DAG-4 JDG-4 is made at once where its run continues, in parallel with it', async () => {
    const heard = listen()
    const { runId } = await trigger([firing, { name: 'going', type: 'TOOL', target: 'slow' }])
    await decide(stage.engine, await onlyGate(runId), 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":1}'])
    expect(await runOf(runId)).toMatchObject({ status: 'RUNNING' })
    released.resolve()
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    await settled(runId)
    expect(heard()).toEqual(['pay {"amount":1}'])
  })

  it('DAG-4 JDG-4 is made while its run waits for another gate, which stays open', async () => {
    const heard = listen()
    const waiting = { name: 'waiting', type: 'TOOL', target: 'pay', parameters: { amount: 9 } }
    const { runId } = await trigger([firing, waiting])
    const gates = await stage.waiting(runId)
    expect(gates).toHaveLength(2)
    const { id: actionId } = await actionOf(runId)
    await decide(stage.engine, gates.find((gate) => gate.actionId === actionId)?.id, 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":1}'])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REJECT')
    await stage.engine.finished(runId)
    await settled(runId)
    expect(heard()).toEqual(['pay {"amount":1}'])
  })

  it.for([
    ['is rejected', {}, 'CALL_REJECTED'],
    ['expires', { gates: { expiresAfterMs: 500 } }, 'CALL_EXPIRED'],
  ] as const)(
    'DAG-4 TAS-3 JDG-4 that was denied ends with its gate where that %s, and its run goes on',
    async ([, agent, errorCode]) => {
      const plans = [[firing], [firing], [{ name: 'going', type: 'TOOL', target: 'slow' }], null]
      stage.live.plays.denied = async function* (request) {
        const actions = plans[request.messages.filter(({ role }) => role === 'assistant').length]
        const turn = { reasoning: '', goalAchieved: !actions, answer: actions ? null : 'Done.' }
        yield answer(request, JSON.stringify({ ...turn, plan: actions ? { actions } : null }))
      }
      const { slug } = await define({ model: 'live/denied', protocolMode: 'DEFAULT', ...agent })
      await stage.rule('pay', 'DENY', { slug })
      const runId = await stage.trigger(slug)
      const gateId = await onlyGate(runId)
      if (errorCode === 'CALL_REJECTED') await decide(stage.engine, gateId, 'REJECT')
      await expect
        .poll(async () => (await deniedOf(runId)).map((one) => one.errorCode), inTime)
        .toEqual(['PERMISSION_DENIED', errorCode])
      released.resolve()
      const { row } = await stage.engine.finished(runId)
      expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Done.', errorCode: null })
    },
  )

  it('DAG-4 JDG-4 does not wait for another that was fired and still goes on after the end of the run', async () => {
    const heard = listen()
    const going = { name: 'going', type: 'TOOL', target: 'slow', mode }
    const { runId } = await trigger([firing, going])
    await stage.engine.finished(runId)
    await decide(stage.engine, await onlyGate(runId), 'APPROVE')
    await expect.poll(heard, inTime).toEqual(['pay {"amount":1}'])
    expect(await runOf(runId)).toMatchObject({ settledAt: null })
    released.resolve()
    await settled(runId)
  })

  it('DAG-4 RUN-4 JDG-4 ends with a run that is aborted', async () => {
    const { runId } = await trigger([firing, { name: 'going', type: 'TOOL', target: 'slow' }])
    const gateId = await onlyGate(runId)
    await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId })
    released.resolve()
    await settled(runId)
    expect(await runOf(runId)).toMatchObject({ status: 'CANCELLED' })
    expect(await actionOf(runId)).toMatchObject({ status: 'SKIPPED' })
    await expect(decide(stage.engine, gateId, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
    expect(await openGates(stage.database, runId)).toEqual([])
  })

  it('DAG-4 RUN-5 JDG-4 outlives a pause, and ends where the paused run is aborted', async () => {
    const { slug } = await define({ protocolMode: 'DEFAULT' })
    const runId = await stage.trigger(slug, { plan: { actions: [firing, looking] }, maxSteps: 1 })
    expect((await stage.engine.finished(runId)).row.status).toBe('PAUSED')
    const gateId = await onlyGate(runId)
    await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId })
    await expect(decide(stage.engine, gateId, 'APPROVE')).rejects.toMatchObject({ code: 'GATE_RESOLVED' })
    await settled(runId)
    expect(await actionOf(runId)).toMatchObject({ status: 'SKIPPED' })
    expect(await openGates(stage.database, runId)).toEqual([])
  })

  it('DAG-4 SUB-3 JDG-4 ends with its run where it would start a child, as a child ends with its parent', async () => {
    const child = await stage.define([{ text: 'Here.' }])
    await stage.rule(child.slug, 'REQUIRE_APPROVAL', { type: 'AGENT' })
    const asking = { name: 'firing', type: 'AGENT', target: child.slug, mode, parameters: { input: 'Go.' } }
    const { runId } = await trigger([asking, looking], { subagents: [child.slug] })
    await stage.engine.finished(runId)
    await settled(runId)
    expect(await actionOf(runId)).toMatchObject({ status: 'SKIPPED', childRunId: null })
    expect(await openGates(stage.database, runId)).toEqual([])
  })
})

describe('a run that is about to wait', () => {
  it('DAG-4 DUR-2 JDG-4 keeps the action that a decision releases at that moment: it waits once that has ended', async () => {
    const ends = Promise.withResolvers<void>()
    onTestFinished(() => ends.resolve())
    const reached = Promise.withResolvers<void>()
    const goesOn = Promise.withResolvers<void>()
    // The end of what was fired beside it reaches the log late, and what this owner writes after it with it.
    const late: RunCommit[] = []
    const isLate = ({ actions }: RunCommit) =>
      actions?.some(({ name, completedAt }) => name === 'ending' && completedAt !== null) ?? false
    const begins = ({ actions }: RunCommit) =>
      actions?.some(({ name, status }) => name === 'firing' && status === 'RUNNING') ?? false
    await stage.restart({
      replace: (services) => ({
        log: {
          commit: async (commit) => {
            if (isLate(commit) || (late.length > 0 && commit.ownerCommits !== undefined)) {
              late.push(commit)
              reached.resolve()
              if (begins(commit)) goesOn.resolve()
              await ends.promise
            }
            return services.log.commit(commit)
          },
        },
      }),
    })
    const heard = listen()
    const { runId } = await trigger([
      { ...firing, target: 'rest' },
      { name: 'ending', type: 'TOOL', target: 'look', mode },
      { name: 'waiting', type: 'TOOL', target: 'pay', parameters: { amount: 9 } },
    ])
    await reached.promise
    await expect.poll(async () => (await openGates(stage.database, runId)).length, inTime).toBe(2)
    const gates = await openGates(stage.database, runId)
    const { id: actionId } = await actionOf(runId)
    await decide(stage.engine, gates.find((gate) => gate.actionId === actionId)?.id, 'APPROVE')
    await goesOn.promise
    ends.resolve()
    await expect.poll(() => heard().length, inTime).toBe(2)
    await decide(stage.engine, gates.find((gate) => gate.actionId !== actionId)?.id, 'APPROVE')
    await stage.engine.finished(runId)
    await stage.restart()
    expect(heard().filter((call) => call.startsWith('rest'))).toHaveLength(1)
    expect(await actionOf(runId)).toMatchObject({ status: 'SUCCEEDED', attempt: 1 })
  })
})

describe('a replay with recorded tools', () => {
  it('RUN-9 DAG-4 JDG-4 of a run with a fired action that nobody has decided about leaves that one out', async () => {
    const { runId } = await ended()
    const heard = listen()
    const { operations, project } = stage.engine
    const replayed = await operations.history.replayRun({ projectId: project.id, runId, tools: 'RECORDED' })
    const { row, types } = await stage.engine.finished(replayed.runId)
    expect(row.status).toBe('COMPLETED')
    expect(types).not.toContain('GateOpened')
    await settled(replayed.runId)
    expect(await actionOf(replayed.runId)).toMatchObject({ status: 'SKIPPED' })
    expect(heard()).toEqual([])
  })
})

describe('an approved action of a run that has ended', () => {
  it.for([
    ['pay', 'FAILED', 1],
    ['book', 'SUCCEEDED', 2],
  ] as const)(
    'DAG-4 DUR-1 TAS-5 is repeated only as its effect allows, where its process dies: %s',
    async ([target, status, calls]) => {
      const heard = listen()
      const { runId, gateId } = await ended([{ ...firing, target }])
      const death = await stage.doom(
        ({ actions }) => actions?.some((one) => one.status === 'SUCCEEDED') ?? false,
      )
      await decide(stage.engine, gateId, 'APPROVE')
      await death.died()
      await settled(runId)
      expect(heard()).toHaveLength(calls)
      expect(await actionOf(runId)).toMatchObject({ status })
    },
  )

  it('DAG-4 DUR-1 JDG-4 is made once where its process dies before it begins', async () => {
    const heard = listen()
    const { runId, gateId } = await ended([firing])
    const death = await stage.doom(({ actions }) => actions?.some((one) => one.status === 'RUNNING') ?? false)
    await decide(stage.engine, gateId, 'APPROVE')
    await death.died()
    await settled(runId)
    expect(heard()).toEqual(['pay {"amount":1}'])
  })
})

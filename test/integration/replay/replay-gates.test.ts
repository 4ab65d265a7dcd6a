import { afterEach, describe, expect, it } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { CanExecuteTool } from '../../../src/domain/permission.ts'
import type { ReplayTools } from '../../../src/domain/run-history.ts'
import { jsonSchemas } from '../../../src/tools/json-schema-check.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide, openGates } from '../../support/gates.ts'
import { deedsOf, endOf } from '../../support/run-rows.ts'

/** Replays of runs that humans decided about. */
const called: string[] = []

const amountSchema = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] }

const pay = testTool(
  'pay',
  async (args) => {
    called.push(`pay ${JSON.stringify(args)}`)
    return 'paid'
  },
  { inputSchema: amountSchema, check: jsonSchemas.check(amountSchema), effect: 'once' },
)

const look = testTool('look', async () => 'seen')

const broken = testTool('broken', async () => {
  throw new Error('It is broken.')
})

const hooks: { hook: CanExecuteTool | null } = { hook: null }

const stage = forFile(
  await openGateStage({
    tools: [pay, look, broken],
    canExecuteTool: (call) => hooks.hook?.(call) ?? null,
  }),
)

afterEach(() => {
  hooks.hook = null
})

const done = { text: 'Done.' }

const payCall = (amount: number): Turn => ({ calls: [{ name: 'pay', arguments: { amount } }] })

const askFirst: CanExecuteTool = () => 'REQUIRE_APPROVAL'

function listen() {
  const before = called.length
  return () => called.slice(before)
}

async function replay(runId: string, tools: ReplayTools) {
  const { operations, project } = stage.engine
  return (await operations.history.replayRun({ projectId: project.id, runId, tools })).runId
}

async function abort(runId: string) {
  await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId })
}

/** Possible decisions of a human at a gate of the recorded run. */
const ways = ['REJECT', 'REVISE', 'note', 'expire', 'abort'] as const

type Way = (typeof ways)[number]

/** Ends the run at its only gate by one of the decisions. */
async function endAt(runId: string, way: Way, revised: Json) {
  const gate = await stage.gateOf(runId)
  if (way === 'abort') await abort(runId)
  else if (way === 'note') await decide(stage.engine, gate.id, 'REVISE', { note: 'Less.' })
  else if (way !== 'expire')
    await decide(stage.engine, gate.id, way, way === 'REVISE' ? { arguments: revised } : {})
}

const expiring = { gates: { expiresAfterMs: 1_000 } } as const

describe('a replay with live tools of a plan that was to be approved', () => {
  const planner = { planner: 'PLAN', requireUserApproval: true } as const
  const actions = [{ name: 'paying', type: 'TOOL', target: 'pay', parameters: { amount: 500 } }]

  async function given(agent: Partial<AgentDefinitionInput>) {
    const { slug } = await stage.engine.define(() => ({ text: '' }), {
      ...planner,
      protocolMode: 'STRICT',
      ...agent,
    })
    return stage.trigger(slug, { plan: { actions } })
  }

  it.for(['REJECT', 'REVISE', 'expire', 'abort'] as const)(
    'RUN-9 LOOP-7 JDG-4 asks for it anew before any of it runs: %s',
    async (way) => {
      const runId = await given(way === 'expire' ? expiring : {})
      await endAt(runId, way, { paying: { amount: 50 } })
      await stage.engine.finished(runId)
      const heard = listen()
      const replayed = await replay(runId, 'LIVE')
      const gate = await stage.gateOf(replayed)
      expect(gate).toMatchObject({ kind: 'PLAN_APPROVAL', runId: replayed })
      expect(heard()).toEqual([])
      await stage.restart()
      await decide(stage.engine, gate.id, 'REVISE', { arguments: { paying: { amount: 5 } } })
      expect((await stage.engine.finished(replayed)).row.status).toBe('COMPLETED')
      expect(heard()).toEqual(['pay {"amount":5}'])
    },
  )

  it('RUN-9 LOOP-7 JDG-4 does nothing of it where a human rejects it in the replay', async () => {
    const runId = await given({})
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await stage.engine.finished(runId)
    const heard = listen()
    const replayed = await replay(runId, 'LIVE')
    await decide(stage.engine, (await stage.gateOf(replayed)).id, 'REJECT')
    expect((await stage.engine.finished(replayed)).row).toMatchObject({ errorCode: 'GATE_REJECTED' })
    expect(heard()).toEqual([])
  })

  it('RUN-9 LOOP-7 JDG-4 asks for each plan of its model, also for one that was sent back', async () => {
    const plan = { reasoning: 'Pay.', answer: null, goalAchieved: false, plan: { actions } }
    const over = { reasoning: 'It is done.', answer: 'Over.', goalAchieved: true, plan: null }
    const turns = [plan, plan, over].map((turn) => ({ text: JSON.stringify(turn) }))
    const { runId } = await stage.start(turns, { agent: planner })
    const first = await stage.gateOf(runId)
    await decide(stage.engine, first.id, 'REVISE', { note: 'Again, please.' })
    await expect.poll(async () => (await openGates(stage.database, runId)).length).toBe(1)
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await stage.engine.finished(runId)
    const heard = listen()
    const replayed = await replay(runId, 'LIVE')
    await decide(stage.engine, (await stage.gateOf(replayed)).id, 'REJECT')
    expect((await stage.engine.finished(replayed)).row).toMatchObject({ errorCode: 'GATE_REJECTED' })
    expect(heard()).toEqual([])
  })

  it('RUN-9 TAS-1 honours the policies of today for the calls of the approved plan', async () => {
    const runId = await given({})
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await stage.engine.finished(runId)
    hooks.hook = () => 'DENY'
    const heard = listen()
    const replayed = await replay(runId, 'LIVE')
    await decide(stage.engine, (await stage.gateOf(replayed)).id, 'APPROVE')
    expect((await stage.engine.finished(replayed)).row).toMatchObject({ errorCode: 'PLAN_FAILED' })
    expect(heard()).toEqual([])
  })
})

describe('a replay with live tools of a call that was to be approved', () => {
  it.for(ways)('RUN-9 JDG-4 asks again though nobody wants an approval any more: %s', async (way) => {
    hooks.hook = askFirst
    const agent = way === 'expire' ? expiring : {}
    const { runId } = await stage.start([payCall(500), done], { agent })
    await endAt(runId, way, { amount: 50 })
    await stage.engine.finished(runId)
    hooks.hook = null
    const heard = listen()
    const replayed = await replay(runId, 'LIVE')
    const gate = await stage.gateOf(replayed)
    expect(gate).toMatchObject({ kind: 'ACTION_APPROVAL', context: { arguments: { amount: 500 } } })
    expect(gate.reason).toContain('in the run that this one replays')
    expect(heard()).toEqual([])
    await decide(stage.engine, gate.id, 'REVISE', { arguments: { amount: 5 } })
    await stage.engine.finished(replayed)
    expect(heard()).toEqual(['pay {"amount":5}'])
  })

  it('RUN-9 JDG-4 makes an approved call at once, where no approval is required any more', async () => {
    hooks.hook = askFirst
    const { runId } = await stage.start([payCall(1), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await stage.engine.finished(runId)
    hooks.hook = null
    const heard = listen()
    expect((await stage.engine.finished(await replay(runId, 'LIVE'))).row.status).toBe('COMPLETED')
    expect(heard()).toEqual(['pay {"amount":1}'])
  })

  it('RUN-9 JDG-4 asks again also where it replays a replay with recorded tools', async () => {
    hooks.hook = askFirst
    const { runId } = await stage.start([payCall(2), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REJECT')
    await stage.engine.finished(runId)
    hooks.hook = null
    const heard = listen()
    const recorded = await stage.engine.finished(await replay(runId, 'RECORDED'))
    expect(recorded.row.status).toBe('COMPLETED')
    const replayed = await replay(recorded.runId, 'LIVE')
    await decide(stage.engine, (await stage.gateOf(replayed)).id, 'REJECT')
    await stage.engine.finished(replayed)
    expect(heard()).toEqual([])
  })

  it('RUN-9 TAS-3 JDG-4 asks again about a call that was denied and that a human did not let pass', async () => {
    hooks.hook = ({ target }) => (target === 'pay' ? 'DENY' : null)
    const { runId } = await stage.start([payCall(3), payCall(4), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REJECT')
    expect((await stage.engine.finished(runId)).row).toMatchObject({ errorCode: 'PERMISSION_BLOCKED' })
    hooks.hook = null
    const heard = listen()
    const replayed = await replay(runId, 'LIVE')
    const gate = await stage.gateOf(replayed)
    expect(gate.context).toMatchObject({ arguments: { amount: 4 } })
    expect(heard()).toEqual(['pay {"amount":3}'])
    await decide(stage.engine, gate.id, 'REJECT')
    await stage.engine.finished(replayed)
    expect(heard()).toEqual(['pay {"amount":3}'])
  })
})

describe('a replay with live tools of a run that waited as a whole', () => {
  const loop = [1, 2, 3].map((n) => ({ calls: [{ name: 'broken', arguments: { n } }] }))

  it('RUN-9 LIM-7 JDG-4 waits anew, and goes on once a human has decided', async () => {
    const { runId } = await stage.start([...loop, done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await stage.engine.finished(runId)
    const replayed = await replay(runId, 'LIVE')
    const gate = await stage.gateOf(replayed)
    expect(gate.kind).toBe('IDENTICAL_ERRORS')
    await stage.restart()
    await decide(stage.engine, gate.id, 'APPROVE')
    expect((await stage.engine.finished(replayed)).row).toMatchObject({
      status: 'COMPLETED',
      summary: 'Done.',
    })
  })

  it('RUN-9 JDG-3 JDG-4 ends where a human refuses in the replay a call that was approved then', async () => {
    const { runId } = await stage.start([{ calls: [{ name: 'look', arguments: {} }] }, done], {
      agent: { confidence: { everySteps: 1 } },
      confidence: [0.2],
    })
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await stage.engine.finished(runId)
    const replayed = await replay(runId, 'LIVE')
    await decide(stage.engine, (await stage.gateOf(replayed)).id, 'REJECT')
    expect((await stage.engine.finished(replayed)).row).toMatchObject({ errorCode: 'GATE_REJECTED' })
  })
})

describe('a replay with recorded tools', () => {
  const planner = { planner: 'PLAN', protocolMode: 'STRICT', requireUserApproval: true } as const
  const actions = [{ name: 'paying', type: 'TOOL', target: 'pay', parameters: { amount: 500 } }]

  it.for(['REJECT', 'REVISE', 'expire'] as const)(
    'RUN-9 LOOP-7 ends as its run did with a plan that was to be approved, and asks nobody: %s',
    async (way) => {
      const { slug } = await stage.engine.define(() => ({ text: '' }), {
        ...planner,
        ...(way === 'expire' && expiring),
      })
      const runId = await stage.trigger(slug, { plan: { actions } })
      await endAt(runId, way, { paying: { amount: 50 } })
      await stage.engine.finished(runId)
      const heard = listen()
      const replayed = await stage.engine.finished(await replay(runId, 'RECORDED'))
      expect(replayed.types).not.toContain('GateOpened')
      expect(heard()).toEqual([])
      expect(await endOf(stage.database, replayed.runId)).toEqual(await endOf(stage.database, runId))
      expect(await deedsOf(stage.database, replayed.runId)).toEqual(await deedsOf(stage.database, runId))
    },
  )

  it('RUN-9 LOOP-7 leaves its record where its run was aborted before anybody decided about the plan', async () => {
    const { slug } = await stage.engine.define(() => ({ text: '' }), planner)
    const runId = await stage.trigger(slug, { plan: { actions } })
    await stage.gateOf(runId)
    await abort(runId)
    const replayed = await stage.engine.finished(await replay(runId, 'RECORDED'))
    expect(replayed.row).toMatchObject({ errorCode: 'REPLAY_DIVERGED' })
  })
})

describe('a fork of a run that a human ended', () => {
  async function fork(runId: string, afterStep: number) {
    const { operations, project } = stage.engine
    return (await operations.history.forkRun({ projectId: project.id, runId, afterStep })).runId
  }

  it.for([0, 1])('RUN-9 LOOP-7 JDG-4 by rejecting its plan asks anew: after step %i', async (afterStep) => {
    const plan = {
      reasoning: 'Pay.',
      answer: null,
      goalAchieved: false,
      plan: { actions: [{ name: 'paying', type: 'TOOL', target: 'pay', parameters: { amount: 500 } }] },
    }
    const over = { reasoning: 'It is done.', answer: 'Over.', goalAchieved: true, plan: null }
    const turns = [plan, ...(afterStep === 0 ? [] : [plan]), over].map((turn) => ({
      text: JSON.stringify(turn),
    }))
    const { runId } = await stage.start(turns, { agent: { planner: 'PLAN', requireUserApproval: true } })
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REJECT')
    await stage.engine.finished(runId)
    const heard = listen()
    const forked = await fork(runId, afterStep)
    const gate = await stage.gateOf(forked)
    expect(gate.kind).toBe('PLAN_APPROVAL')
    expect(heard()).toEqual([])
    await decide(stage.engine, gate.id, 'APPROVE')
    expect((await stage.engine.finished(forked)).row).toMatchObject({ status: 'COMPLETED', summary: 'Over.' })
    expect(heard()).toEqual(['pay {"amount":500}'])
  })

  it('RUN-9 TAS-3 JDG-4 after a refusal of a required call continues, and asks anew', async () => {
    hooks.hook = ({ target }) => (target === 'pay' ? 'DENY' : null)
    const { runId } = await stage.start([payCall(1), payCall(2), payCall(3), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REJECT')
    expect((await stage.engine.finished(runId)).row).toMatchObject({ errorCode: 'PERMISSION_BLOCKED' })
    const heard = listen()
    const forked = await fork(runId, 2)
    const gate = await stage.gateOf(forked)
    expect(gate).toMatchObject({ kind: 'PERMISSION', context: { arguments: { amount: 3 } } })
    await decide(stage.engine, gate.id, 'APPROVE')
    expect((await stage.engine.finished(forked)).row.status).toBe('COMPLETED')
    expect(heard()).toEqual(['pay {"amount":3}'])
  })
})

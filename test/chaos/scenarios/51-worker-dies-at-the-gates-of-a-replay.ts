import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { openGate, resolveGate } from '../stage/decisions.ts'
import { nobodyAsks, planned } from '../stage/plans.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'

/** A plan that was rejected, replayed with live tools: at its gate and at that of its call the worker dies, or all do. */
export default {
  number: 51,
  title: 'workers die at the gates of a replay with live tools',
  promises: ['RUN-9', 'LOOP-7', 'JDG-4', 'TAS-1', 'DUR-1'],
  workers: 3,
  async run({ stage }) {
    const agent = await stage.createAgent({
      ...{ planner: 'PLAN', protocolMode: 'STRICT', requireUserApproval: true },
    })
    await requireApproval(stage, agent, 'once')
    const plan = { actions: [planned(stage, 'pay', { tool: 'once' })] }
    const run = await stage.trigger({ agent, model: nobodyAsks, isFollowed: false, more: { plan } })
    await decide(run, 'PLAN_APPROVAL', 'REJECT')
    await ends(run, 'FAILED')

    const approved = await replay(run)
    const rejected = await replay(run)
    for (const one of [approved, rejected]) await openGate(stage, one, 'PLAN_APPROVAL')
    for (const worker of stage.someWorkers()) await worker.kill()
    assert.equal(stage.callsOf('pay').length, 0, 'nothing is done before a human decides anew')
    await decide(approved, 'PLAN_APPROVAL', 'APPROVE')
    await decide(rejected, 'PLAN_APPROVAL', 'REJECT')
    for (const worker of stage.someWorkers()) await worker.kill()
    await stage.cluster.start('worker')
    await openGate(stage, approved, 'ACTION_APPROVAL')
    await ends(rejected, 'FAILED')
    assert.equal(stage.callsOf('pay').length, 0, 'the call has a gate of its own')
    await decide(approved, 'ACTION_APPROVAL', 'APPROVE')
    await ends(approved, 'COMPLETED')
    assert.equal(stage.callsOf('pay').length, 1)

    async function replay(source: Run): Promise<Run> {
      const id = await stage.mutate('replayRun', 'Run', { id: source.globalId, tools: 'LIVE' })
      return stage.adopt(id, source.marker, 0)
    }

    async function decide(one: Run, kind: string, decision: 'APPROVE' | 'REJECT'): Promise<void> {
      assert.deepEqual(await resolveGate(stage, await openGate(stage, one, kind), decision), {
        kind: 'accepted',
      })
    }

    function ends(one: Run, status: string): Promise<unknown> {
      const what = `the run ${one.id} is ${status}`
      return eventually(async () => (await one.state()).status === status, { what, withinMs: 40_000 })
    }
  },
} satisfies Scenario

import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { openGate, resolveGate } from '../stage/decisions.ts'
import { endsOf, nobodyAsks, planned } from '../stage/plans.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'
import type { ToolName } from '../stage/stage.ts'

/**
 * Runs that have ended, and actions that they fired and that a human approves after that. Workers die before an approved action
 * begins, and while it is performed.
 */
export default {
  number: 50,
  title: 'workers die between the approval of a fired action and its end, after the end of its run',
  promises: ['DAG-4', 'JDG-4', 'DUR-1', 'TAS-5'],
  workers: 3,
  async run({ stage }) {
    const agent = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT' })
    for (const tool of ['once', 'idempotent'] as const) await requireApproval(stage, agent, tool)
    for (const name of ['cut-once', 'cut-idempotent'])
      stage.onCall(name, (_, nth) => (nth === 1 ? new Promise(() => undefined) : { paid: true }))

    const waiting = await ended('waiting', 'once')
    const refused = await ended('refused', 'once')
    const once = await ended('cut-once', 'once')
    const idempotent = await ended('cut-idempotent', 'idempotent')

    for (const run of [once, idempotent]) await decide(run, 'APPROVE')
    const cutOff = await Promise.all([stage.nthCall('cut-once', 1), stage.nthCall('cut-idempotent', 1)])
    await stage.killCallers(cutOff)
    // Nobody is left who could begin: the approval alone is durable.
    for (const worker of stage.cluster.workers) await worker.kill()
    await decide(waiting, 'APPROVE')
    await decide(refused, 'REJECT')
    await stage.cluster.start('worker')

    for (const run of [waiting, refused, once, idempotent]) await run.untilSettled()
    assert.deepEqual(await endOf(waiting), { status: 'SUCCEEDED', errorCode: null })
    assert.deepEqual(await endOf(refused), { status: 'DENIED', errorCode: 'CALL_REJECTED' })
    assert.deepEqual(await endOf(once), { status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' })
    assert.deepEqual(await endOf(idempotent), { status: 'SUCCEEDED', errorCode: null })
    const counts = ['waiting', 'refused', 'cut-once', 'cut-idempotent'].map(
      (name) => stage.callsOf(name).length,
    )
    assert.deepEqual(counts, [1, 0, 1, 2])
    const [first, second] = stage.callsOf('cut-idempotent')
    assert.equal(second?.idempotencyKey, first?.idempotencyKey)

    /** A run that ended before anybody decided about what it fired. */
    async function ended(name: string, tool: ToolName): Promise<Run> {
      const actions = [
        planned(stage, name, { tool, mode: 'FIRE_AND_FORGET' }),
        planned(stage, `beside-${name}`),
      ]
      const more = { plan: { actions } }
      const run = await stage.trigger({ agent, model: nobodyAsks, isFollowed: false, more })
      await eventually(async () => (await run.state()).status === 'COMPLETED', { what: `${name} is over` })
      return run
    }

    async function decide(run: Run, decision: 'APPROVE' | 'REJECT'): Promise<void> {
      const decided = await resolveGate(stage, await openGate(stage, run, 'ACTION_APPROVAL'), decision)
      assert.deepEqual(decided, { kind: 'accepted' })
    }

    async function endOf(run: Run) {
      const [fired] = await endsOf(stage, run)
      return fired && { status: fired.status, errorCode: fired.errorCode }
    }
  },
} satisfies Scenario

import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { endsOf, nobodyAsks, planned } from '../stage/plans.ts'

/** Long enough for another worker to have taken the run up while it lasts. */
const backoffMs = 4_000

/** The tool fails each time: how often it is called says what was counted. */
export default {
  number: 53,
  title: 'a worker dies in the wait between two attempts of an action',
  promises: ['DAG-10', 'DUR-1', 'EVT-3'],
  workers: 3,
  async run({ stage }) {
    const agent = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT' })
    stage.onCall('fails', () => {
      throw new Error('as it must')
    })
    const retry = { maxAttempts: 2, backoffMs }
    const run = await stage.trigger({
      agent,
      model: nobodyAsks,
      more: { plan: { actions: [planned(stage, 'fails', { retry })] } },
    })
    await run.sees('ActionAttemptFailed')
    const failedAt = Date.now()
    await (await stage.cluster.ownerOf(run.id))?.kill()
    await eventually(async () => (await run.state()).recoveries === 1, { what: 'another worker takes it up' })

    assert.equal((await run.untilStopped()).status, 'FAILED')
    assert.ok(Date.now() - failedAt >= backoffMs / 2, 'what was left of the wait is waited for')
    assert.equal(stage.callsOf('fails').length, 2, 'the first attempt counts')
    assert.deepEqual(
      (await endsOf(stage, run)).map(({ status }) => status),
      ['FAILED'],
    )
    const attempts = await stage.database.rows<{ number: number; status: string }>(
      'select number, status from "ActionAttempt" where "runId" = $1 order by number',
      [run.id],
    )
    assert.deepEqual(attempts, [{ number: 1, status: 'FAILED' }])
  },
} satisfies Scenario

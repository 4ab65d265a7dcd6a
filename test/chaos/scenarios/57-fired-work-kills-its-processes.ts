import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { endsOf, nobodyAsks, planned } from '../stage/plans.ts'

const others = 3
/** Longer than a process lives that has the fired call in its hands. */
const workMs = 2_000
/** So many owners die of it, and no more. */
const deaths = 6

/**
 * A run has ended, and a call that it fired ends the process that makes it, each time. The call is given up in the end; the runs that
 * were taken down with it go on.
 */
export default {
  number: 57,
  title: 'what an ended run fired kills every process that takes it up',
  promises: ['DUR-1', 'DAG-4', 'TAS-5', 'RUN-3'],
  withinMs: 200_000,
  async run({ openStage }) {
    // All that is claimed is in one process, each time.
    const stage = await openStage({ apis: 1, workers: 1 })
    const agent = await stage.createAgent()
    const firing = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT' })
    const coming: Promise<unknown>[] = []
    const othersWork = Promise.withResolvers<void>()
    stage.onCall('kill', async ({ pid }) => {
      if (stage.callsOf('kill').length === 1) await othersWork.promise
      // One that has just begun may call before it is known here.
      await (await stage.cluster.worker(pid)).kill()
      coming.push(stage.cluster.start('worker'))
      return new Promise(() => undefined)
    })
    stage.onCall('work', () => {
      if (stage.callsOf('work').length === others) othersWork.resolve()
      return delay(workMs)
    })
    const killing = planned(stage, 'kill', { tool: 'idempotent', mode: 'FIRE_AND_FORGET' })
    const fired = await stage.trigger({
      agent: firing,
      model: nobodyAsks,
      isFollowed: false,
      more: { plan: { actions: [killing, planned(stage, 'beside')] } },
    })
    // The call waits for the others before it kills. A run that has not ended by then counts these deaths itself, and is FAILED (RUN-3).
    await eventually(async () => (await fired.state()).status === 'COMPLETED', {
      what: 'the run that fired it has ended',
    })
    const runs = await Promise.all(
      Array.from({ length: others }, () =>
        stage.trigger({ agent, model: stage.oneCall('idempotent', 'work', 'It is done.') }),
      ),
    )

    for (const run of runs) {
      const { status, errorCode } = await run.untilStopped(120_000)
      assert.deepEqual({ status, errorCode }, { status: 'COMPLETED', errorCode: null })
    }
    await fired.untilSettled(60_000)
    assert.equal((await fired.state()).status, 'COMPLETED')
    const [killer] = await endsOf(stage, fired)
    assert.deepEqual([killer?.status, killer?.errorCode], ['FAILED', 'CRASH_LOOP'])
    assert.equal(stage.callsOf('kill').length, deaths)
    await Promise.all(coming)
  },
} satisfies Scenario

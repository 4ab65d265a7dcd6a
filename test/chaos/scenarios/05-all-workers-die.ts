import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { limitRuns } from '../stage/limit-runs.ts'

const running = 20
const queued = 200

export default {
  number: 5,
  title: 'all workers die with runs under way and in the queue',
  promises: ['DUR-1', 'DUR-3', 'TAS-5'],
  async run({ stage, figure }) {
    const agent = await stage.createAgent()
    const beforehand = await limitRuns(stage, running)
    const dead = Promise.withResolvers<void>()
    try {
      const runs = await Promise.all(
        Array.from({ length: running + queued }, (_, index) => {
          stage.onCall(`work-${index}`, () => dead.promise)
          return stage.trigger({
            agent,
            model: stage.oneCall('idempotent', `work-${index}`, 'Done.'),
            // Some have clients; what is tried here is the queue.
            isFollowed: index % 20 === 0,
          })
        }),
      )
      const callsOf = (index: number) => stage.callsOf(`work-${index}`)
      const begun = () => runs.filter((_, index) => callsOf(index).length > 0).length
      await eventually(() => begun() === running, { what: `${running} runs are under way` })

      await Promise.all(stage.cluster.workers.map((worker) => worker.kill()))
      const diedAt = performance.now()
      const startedCalls = runs.map((_, index) => callsOf(index).length)
      dead.resolve()
      await limitRuns(stage, beforehand)
      await stage.cluster.start('worker')
      figure('restart', performance.now() - diedAt)

      const states = await Promise.all(runs.map((run) => run.untilStopped(40_000)))
      assert.ok(
        states.every(({ status }) => status === 'COMPLETED'),
        'every run is completed',
      )
      for (const [index, before] of startedCalls.entries())
        assert.equal(callsOf(index).length, before + 1, `work-${index} was called once more, and no more`)
    } finally {
      await limitRuns(stage, beforehand)
    }
  },
} satisfies Scenario

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'

const others = 4
/** Longer than a process lives that has the run in its hands. */
const workMs = 2_000
/** So many owners die of it, and no more. */
const deaths = 6

/** A tool ends the process that calls it, each time. The run fails in the end; others, which it takes down with it at first, do not. */
export default {
  number: 103,
  title: 'a run kills every process that takes it up',
  promises: ['DUR-1', 'TAS-5'],
  withinMs: 200_000,
  async run({ openStage, random }) {
    const stage = await openStage({ apis: 1, workers: 2 })
    const agent = await stage.createAgent()
    const coming: Promise<unknown>[] = []
    stage.onCall('kill', async ({ pid }) => {
      // One that has just begun may call before it is known here.
      await (await stage.cluster.worker(pid)).kill()
      coming.push(stage.cluster.start('worker'))
      return new Promise(() => undefined)
    })
    stage.onCall('work', () => delay(workMs))
    const one = (tool: 'kill' | 'work') =>
      stage.trigger({ agent, model: stage.oneCall('idempotent', tool, 'It is done.') })
    const index = Math.floor(random() * (others + 1))
    const runs = await Promise.all(
      Array.from({ length: others + 1 }, (_, nth) => one(nth === index ? 'kill' : 'work')),
    )

    for (const [nth, run] of runs.entries()) {
      const { status, errorCode } = await run.untilStopped(120_000)
      const expected =
        nth === index
          ? { status: 'FAILED', errorCode: 'CRASH_LOOP' }
          : { status: 'COMPLETED', errorCode: null }
      assert.deepEqual({ status, errorCode }, expected)
    }
    assert.equal(stage.callsOf('kill').length, deaths)
    await Promise.all(coming)
  },
} satisfies Scenario

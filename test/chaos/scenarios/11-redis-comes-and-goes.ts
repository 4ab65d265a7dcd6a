import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, type Model, says } from '../servers/replies.ts'
import { untilHintsAre } from '../stage/readiness.ts'

/** Number of answers of a tool that are timed, until the client that follows the run receives them. */
const steps = 5
/** A reader that hears no hint looks after half a second to a second; what is above is for a busy machine. */
const pollWithinMs = 1_000 + 2_000
/** The median with Redis: less than any poll takes. On a machine of its own it is a tenth of that. */
const hintWithinMs = 400

export default {
  number: 11,
  title: 'Redis is absent, comes, is emptied, dies and comes back',
  promises: ['EVT-1', 'EVT-2', 'DUR-1'],
  async run({ openStage, openRedis, figure }) {
    const redis = await openRedis()
    const stage = await openStage({ workers: 1, env: { REDIS_URL: redis.url } })
    const agent = await stage.createAgent()

    await untilHintsAre(stage, 'degraded')
    const absent = await latencies('absent')
    for (const ms of absent) figure('poll', ms)
    assert.ok(Math.max(...absent) < pollWithinMs, `it took ${Math.max(...absent)} ms without Redis`)

    await redis.start()
    await untilAllHear()
    const there = await latencies('there', () => redis.flush())
    assert.ok(median(there) < hintWithinMs, `it took ${median(there)} ms with Redis`)

    const dying = await latencies('dying', () => redis.kill())
    assert.ok(Math.max(...dying) < pollWithinMs, `it took ${Math.max(...dying)} ms when Redis died`)
    await untilHintsAre(stage, 'degraded')

    await redis.start()
    const startedAt = performance.now()
    await untilAllHear()
    figure('return', performance.now() - startedAt)
    const back = await latencies('back')
    for (const ms of back) figure('hint', ms)
    assert.ok(median(back) < hintWithinMs, `it took ${median(back)} ms with Redis back`)

    /** The API says so of itself; the worker must be there too. */
    async function untilAllHear(): Promise<void> {
      await eventually(async () => (await redis.connected()) === stage.cluster.processes.length, {
        what: 'every process is connected to Redis',
      })
      await untilHintsAre(stage, 'ready')
    }

    /** Time, for each step of a run, from the answer of its call until the client that follows it receives it. */
    async function latencies(name: string, midway = async () => {}): Promise<readonly number[]> {
      const released = Array.from({ length: steps }, () => Promise.withResolvers<void>())
      stage.onCall(name, (_, nth) => released[nth - 1]?.promise)
      // Each with other arguments: repeated calls with the same ones would be stopped.
      const model: Model = ({ turn }) =>
        turn < steps ? calls(stage.call('read', name, { turn })) : says('Done.')
      const run = await stage.trigger({ agent, model })
      const delays: number[] = []
      for (const [step, { resolve }] of released.entries()) {
        await stage.nthCall(name, step + 1)
        // The client has read to the end, and begins to wait.
        await seen('ActionStarted', step + 1)
        if (step === 2) await midway()
        const at = performance.now()
        resolve()
        await seen('ActionCompleted', step + 1)
        delays.push(performance.now() - at)
      }
      assert.equal((await run.untilStopped()).status, 'COMPLETED')
      return delays

      async function seen(type: string, times: number): Promise<void> {
        await eventually(() => run.eventsOf(type).length >= times, {
          what: `the client is given ${type} number ${times} (${name})`,
          everyMs: 2,
        })
      }
    }
  },
} satisfies Scenario

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

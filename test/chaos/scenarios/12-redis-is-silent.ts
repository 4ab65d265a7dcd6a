import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { untilHintsAre } from '../stage/readiness.ts'

/** Workers poll for runs once a second without notifications; the rest is for a busy machine. */
const dispatchWithinMs = 1_000 + 3_000

export default {
  number: 12,
  title: 'Redis falls silent, with every connection open',
  promises: ['DUR-3', 'EVT-2'],
  async run({ openStage, openRedis, figure }) {
    const redis = await openRedis()
    await redis.start()
    const stage = await openStage({ workers: 1, env: { REDIS_URL: redis.url } })
    const agent = await stage.createAgent()
    await untilHintsAre(stage, 'ready')

    redis.freeze()
    const frozenAt = performance.now()
    // One run after another: before anybody has noticed, while it is noticed, and when it is known.
    let isNoticed = false
    const noticed = untilHintsAre(stage, 'degraded').finally(() => {
      isNoticed = true
      figure('notice', performance.now() - frozenAt)
    })
    for (let nth = 1; !isNoticed; nth++) await dispatch(nth)
    await noticed
    await dispatch(0)

    redis.thaw()
    await untilHintsAre(stage, 'ready')
    await dispatch(-1)

    /** A run begins without waiting for Redis, and ends. */
    async function dispatch(nth: number): Promise<void> {
      const name = `work-${nth}`
      const triggeredAt = performance.now()
      const run = await stage.trigger({ agent, model: stage.oneCall('read', name, 'Done.') })
      const { at } = await stage.nthCall(name, 1)
      figure('dispatch', at - triggeredAt)
      assert.ok(at - triggeredAt < dispatchWithinMs, `it began after ${at - triggeredAt} ms`)
      assert.equal((await run.untilStopped()).status, 'COMPLETED')
    }
  },
} satisfies Scenario

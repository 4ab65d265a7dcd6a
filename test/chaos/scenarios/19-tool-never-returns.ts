import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { after, calls, inTurns, says } from '../servers/replies.ts'

/** Of the tool `chaos_hurried`. */
const timeoutMs = 1_000
/** Promised is a second; the other is for a busy machine. */
const roomMs = 1_000 + 1_000

export default {
  number: 19,
  title: 'a tool never returns, and another does not hear that it should',
  promises: ['LIM-12', 'LOOP-5', 'TAS-5'],
  async run({ stage, provider, figure }) {
    const released = Promise.withResolvers<{ late: string }>()
    const delivered = Promise.withResolvers<void>()
    stage.onCall('obedient', () => new Promise(() => undefined))
    stage.onCall('deaf', () => released.promise)
    const run = await stage.trigger({
      agent: await stage.createAgent(),
      model: inTurns(
        calls(stage.call('hurried', 'obedient'), stage.call('hurried', 'deaf', { isDeaf: true })),
        // The late answer comes while the model thinks.
        after(delivered.promise, calls(stage.call('read', 'next'))),
        says('One of them was late.'),
      ),
    })
    const [obedient, deaf] = await Promise.all([stage.nthCall('obedient', 1), stage.nthCall('deaf', 1)])
    const second = await provider.nth(run.marker, 2)
    for (const { at } of [obedient, deaf]) {
      figure('timeout', second.at - at)
      assert.ok(
        second.at - at > timeoutMs - 100 && second.at - at < timeoutMs + roomMs,
        `the model was told after ${second.at - at} ms`,
      )
    }
    await eventually(() => obedient.wasLeft, { what: 'the tool that listens lets go' })
    assert.equal(deaf.closedAt, null, 'the other one goes on')
    released.resolve({ late: 'much too late' })
    await eventually(() => deaf.closedAt !== null, { what: 'the late answer is delivered' })
    assert.equal(deaf.wasLeft, false)
    delivered.resolve()

    const { status, summary } = await run.untilStopped()
    assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: 'One of them was late.' })
    assert.deepEqual(
      run.eventsOf('ActionFailed').map(({ errorCode }) => errorCode),
      ['TOOL_TIMEOUT', 'TOOL_TIMEOUT'],
    )
    const shown = JSON.stringify([...provider.of(run.marker).map(({ body }) => body), run.events])
    assert.ok(!shown.includes('much too late'), 'nobody is shown what came too late')
    assert.equal(stage.callsOf('deaf').length, 1)
  },
} satisfies Scenario

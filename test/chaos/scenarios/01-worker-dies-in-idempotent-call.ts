import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { lockPickupMs } from '../servers/cluster.ts'

export default {
  number: 1,
  title: 'a worker dies in an idempotent call',
  promises: ['DUR-1', 'DUR-2', 'TAS-5'],
  async run({ stage, figure }) {
    const agent = await stage.createAgent()
    // The first call is never answered: its worker does not live that long.
    stage.onCall('pay', (_, nth) => (nth === 1 ? new Promise(() => undefined) : { paid: true }))
    const run = await stage.trigger({ agent, model: stage.oneCall('idempotent', 'pay', 'It is paid.') })

    const first = await stage.nthCall('pay', 1)
    const owner = await stage.cluster.ownerOf(run.id)
    assert.equal(owner?.pid, first.pid, 'the owner of the run makes its calls')
    const diedAt = performance.now()
    await owner.kill()
    const second = await stage.nthCall('pay', 2)

    figure('pickup', second.at - diedAt)
    assert.ok(second.at - diedAt < lockPickupMs, `it was taken up after ${second.at - diedAt} ms`)
    assert.notEqual(second.pid, first.pid)
    assert.equal(
      second.idempotencyKey,
      first.idempotencyKey,
      'the repeated call has the same idempotency key',
    )
    const { status, summary, recoveries } = await run.untilStopped()
    assert.deepEqual(
      { status, summary, recoveries },
      { status: 'COMPLETED', summary: 'It is paid.', recoveries: 1 },
    )
    assert.equal(stage.callsOf('pay').length, 2)
  },
} satisfies Scenario

import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { clusterLeaseMs, leasePickupMs } from '../servers/cluster.ts'
import { calls, inTurns, says } from '../servers/replies.ts'

/** A worker that wakes up learns at its next renewal that a run is another's. */
const noticeWithinMs = clusterLeaseMs / 3 + 2_000

export default {
  number: 6,
  title: 'a frozen worker wakes up when its run is another’s',
  promises: ['DUR-2', 'TAS-5'],
  async run({ stage, figure }) {
    const agent = await stage.createAgent()
    // Of the frozen worker's calls one is answered while it is frozen, and one never.
    const answered = Promise.withResolvers<void>()
    stage.onCall('answered', (_, nth) => (nth === 1 ? answered.promise : { by: 'the second' }))
    stage.onCall('held', (_, nth) => (nth === 1 ? new Promise(() => undefined) : { by: 'the second' }))
    const run = await stage.trigger({
      agent,
      model: inTurns(
        calls(stage.call('idempotent', 'answered'), stage.call('idempotent', 'held')),
        says('It is done.'),
      ),
    })
    const [first] = await Promise.all([stage.nthCall('held', 1), stage.nthCall('answered', 1)])
    const zombie = await stage.cluster.worker(first.pid)

    const frozenAt = performance.now()
    zombie.freeze()
    answered.resolve()
    const second = await stage.nthCall('held', 2, leasePickupMs + 5_000)
    figure('pickup', second.at - frozenAt)
    assert.ok(second.at - frozenAt < leasePickupMs, `it was taken up after ${second.at - frozenAt} ms`)
    assert.notEqual(second.pid, first.pid)
    const ended = await run.untilStopped()
    assert.equal(ended.status, 'COMPLETED')

    // It wakes up with an answer in its hands that it would like to write.
    zombie.thaw()
    const thawedAt = performance.now()
    await eventually(() => first.wasLeft, {
      what: 'the zombie lets go of its call',
      withinMs: noticeWithinMs,
    })
    figure('notice', (first.closedAt ?? 0) - thawedAt)

    // It is of use again, and nothing of what it knew has reached the log.
    await eventually(() => isOfUse(zombie.pid), { what: 'the thawed worker executes runs', withinMs: 20_000 })
    const { lastSeq, epoch } = await run.state()
    assert.deepEqual({ lastSeq, epoch }, { lastSeq: ended.lastSeq, epoch: 2 })
    assert.equal(stage.callsOf('held').length, 2)
    assert.equal(stage.callsOf('answered').length, 2)

    /** The first process that receives a run takes it: one after another is triggered until this one does. */
    async function isOfUse(pid: number): Promise<boolean> {
      const nth = stage.callsOf('more').length + 1
      await stage.trigger({ agent, model: stage.oneCall('read', 'more', 'More.') })
      return (await stage.nthCall('more', nth)).pid === pid
    }
  },
} satisfies Scenario

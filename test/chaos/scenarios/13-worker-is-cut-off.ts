import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { clusterLeaseMs, leasePickupMs } from '../servers/cluster.ts'

export default {
  number: 13,
  title: 'a worker is cut off from the database for longer than its lease',
  promises: ['DUR-2', 'TAS-5'],
  async run({ openStage, openProxy, postgres, random, figure, note }) {
    const proxy = await openProxy()
    const stage = await openStage({ workers: 0 })
    const url = postgres.url(stage.database.name, proxy.port)
    const cutOff = await stage.cluster.start('worker', { DATABASE_URL: url })
    const agent = await stage.createAgent()
    stage.onCall('pay', (_, nth) => (nth === 1 ? new Promise(() => undefined) : { paid: true }))
    const run = await stage.trigger({ agent, model: stage.oneCall('idempotent', 'pay', 'It is paid.') })
    const first = await stage.nthCall('pay', 1)
    assert.equal(first.pid, cutOff.pid)
    const other = await stage.cluster.start('worker')

    // Somewhere between two renewals, which come every third of a lease.
    await delay((random() * clusterLeaseMs) / 3)
    const isSilent = random() < 0.6
    note(isSilent ? 'No byte passes any more.' : 'Every connection breaks.')
    const cutAt = performance.now()
    if (isSilent) proxy.silence()
    else proxy.cut()
    const second = await stage.nthCall('pay', 2, leasePickupMs + 5_000)
    await eventually(() => first.closedAt !== null, { what: 'the one that is cut off leaves its call' })
    const leftAfter = (first.closedAt ?? 0) - cutAt
    figure('stop', leftAfter)
    figure('pickup', second.at - cutAt)
    assert.ok(first.wasLeft)
    assert.ok(leftAfter < clusterLeaseMs, `it stopped only ${leftAfter} ms after it was cut off`)
    // Where connections break, its lock breaks with them: others take it for dead, and it notices that too.
    assert.ok((first.closedAt ?? 0) < second.at, 'it stopped before another began: two never act at once')
    assert.equal(second.idempotencyKey, first.idempotencyKey)
    const ended = await run.untilStopped()
    assert.deepEqual({ status: ended.status, epoch: ended.epoch }, { status: 'COMPLETED', epoch: 2 })

    // It is of use again when it is back, alone, and nothing of what it knew has reached the log.
    await other.kill()
    proxy.restore()
    const later = await stage.trigger({ agent, model: stage.oneCall('read', 'more', 'More.') })
    assert.equal((await stage.nthCall('more', 1, 20_000)).pid, cutOff.pid)
    assert.equal((await later.untilStopped()).status, 'COMPLETED')
    assert.equal((await run.state()).lastSeq, ended.lastSeq)
    assert.equal(stage.callsOf('pay').length, 2)
  },
} satisfies Scenario

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { clusterLeaseMs } from '../servers/cluster.ts'

const runs = 8
/** Nothing is stuck longer than a lease and this after the last return of the database. */
const stuckWithinMs = clusterLeaseMs + 5_000
/** Dead workers are looked for about once a second. */
const sweptWithinMs = 1_500

export default {
  number: 9,
  title: 'the database crashes while the runs of dead workers are taken up',
  promises: ['DUR-1', 'DUR-3', 'TAS-5'],
  workers: 3,
  async run({ stage, postgres, random, figure }) {
    const agent = await stage.createAgent()
    const back = Promise.withResolvers<void>()
    const started = await Promise.all(
      Array.from({ length: runs }, (_, index) => {
        stage.onCall(`work-${index}`, (_, nth) => (nth === 1 ? back.promise : { done: true }))
        return stage.trigger({ agent, model: stage.oneCall('idempotent', `work-${index}`, 'Done.') })
      }),
    )
    const first = await Promise.all(started.map((_, index) => stage.nthCall(`work-${index}`, 1)))

    // The process that holds most of them, and perhaps another.
    const owners = [...new Set(first.map(({ pid }) => pid))].slice(0, random() < 0.5 ? 1 : 2)
    await Promise.all(
      stage.cluster.workers.filter(({ pid }) => owners.includes(pid)).map((worker) => worker.kill()),
    )
    await delay(random() * sweptWithinMs)
    await postgres.restart('immediate')
    await delay(random() * sweptWithinMs)
    await postgres.restart(random() < 0.5 ? 'immediate' : 'fast')
    const backAt = performance.now()
    back.resolve()

    // Those of the dead are called again; those of the living end, or are called again by their next owner.
    const orphaned = started.flatMap((_, index) => (owners.includes(first[index]?.pid ?? 0) ? [index] : []))
    await Promise.all(orphaned.map((index) => stage.nthCall(`work-${index}`, 2, stuckWithinMs)))
    figure('pickup', performance.now() - backAt)
    const states = await Promise.all(started.map((run) => run.untilStopped(stuckWithinMs)))
    assert.ok(states.every(({ status }) => status === 'COMPLETED'))
  },
} satisfies Scenario

import assert from 'node:assert/strict'
import pg from 'pg'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { inTurns, says } from '../servers/replies.ts'
import type { RungraphProcess } from '../servers/rungraph.ts'

/** From the last claim that went through. */
const unreadyWithinMs = 15_000

/**
 * Somebody holds the project's row, which every claim locks, and does not let go. The workers live, answer, and renew their leases;
 * but nobody takes up a run any more, and each of them says so.
 */
export default {
  number: 48,
  title: 'claims stand still while everything answers',
  promises: ['DUR-2', 'DUR-3', 'DUR-4'],
  workers: 3,
  async run({ stage, postgres, figure }) {
    const { workers, apis } = stage.cluster
    const agent = await stage.createAgent()
    for (const worker of workers)
      await eventually(async () => (await readiness(worker)).code === 200, {
        what: `${worker.name} is ready`,
      })
    const holder = new pg.Client({ connectionString: postgres.url(stage.database.name) })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from "Project" for no key update')
      const heldAt = performance.now()
      const run = await stage.trigger({ agent, model: inTurns(says('At last.')) })

      // The one that has the run in its hands is held up, those behind it are too, as long as there is something to claim.
      const late = await eventually(
        async () => {
          const all = await Promise.all(workers.map(readiness))
          return all.find(({ code, checks }) => code === 503 && checks.claims?.status === 'unready')
        },
        { what: 'a worker whose claims stand still says so', withinMs: 2 * unreadyWithinMs, everyMs: 100 },
      )
      const ms = performance.now() - heldAt
      figure('red', ms)
      assert.ok(ms < unreadyWithinMs, `it said so after ${ms} ms`)
      // The sweep may wait for the row of a run that a claim has locked already; before it does, it has seen that nobody claims the run.
      const held = ['claims', 'sweep', 'queue']
      const others = Object.entries(late.checks).filter(([name]) => !held.includes(name))
      assert.ok(
        others.every(([, { status }]) => status === 'ready'),
        `nothing else is amiss: ${JSON.stringify(late.checks)}`,
      )
      for (const each of [...workers, ...apis]) {
        assert.equal((await fetch(`${each.healthUrl}/health/live`)).status, 200, `${each.name} answers`)
        assert.ok(each.isAlive)
      }
      for (const api of apis) assert.equal((await readiness(api)).code, 200, `${api.name} does its part`)
      assert.equal((await run.state()).status, 'QUEUED')

      await holder.query('rollback')
      const freedAt = performance.now()
      assert.equal((await run.untilStopped(30_000)).status, 'COMPLETED')
      for (const worker of workers)
        await eventually(async () => (await readiness(worker)).code === 200, {
          what: `${worker.name} is ready again`,
        })
      figure('green again', performance.now() - freedAt)
    } finally {
      await holder.end()
    }
  },
} satisfies Scenario

async function readiness({ healthUrl }: RungraphProcess) {
  const response = await fetch(`${healthUrl}/health/ready`)
  const report = (await response.json()) as Report // the server's own form
  return { code: response.status, checks: report.checks }
}

interface Report {
  readonly checks: Readonly<Record<string, { readonly status: string }>>
}

import assert from 'node:assert/strict'
import { ask, Refused } from '../clients/graphql-client.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'

const refusedWithinMs = 5_000
const recoveredWithinMs = 15_000
const password = 'chaos'
/** Long enough for a few statements to run into their limit. */
const lockedMs = 3_000

/**
 * All connections of the server are taken, and then all statements run into its time limit. The processes come as a role of their own, so
 * that nobody else is affected: at its limit it is refused with the same code, and at the same point, as at `max_connections`.
 */
export default {
  number: 10,
  title: 'the database takes no connection, and then ends every statement',
  promises: ['DUR-1', 'DUR-3'],
  async run({ openStage, postgres, figure, note }) {
    const stage = await openStage({ apis: 0, workers: 0 })
    const { database } = stage
    const role = `app_${database.name}`
    await database.rows(`create role ${role} login password '${password}' in role rungraph`)
    await database.rows(`alter role ${role} set role rungraph`)
    const env = { DATABASE_URL: urlAs(role, postgres.url(database.name)) }
    await Promise.all([stage.cluster.start('api', env), stage.cluster.start('worker', env)])
    const agent = await stage.createAgent()
    const [url = ''] = stage.cluster.urls()

    await hinder('connections', async (isRefused) => {
      await database.rows(`alter role ${role} connection limit 0`)
      await endSessions()
      await isRefused()
      await database.rows(`alter role ${role} connection limit -1`)
    })
    await hinder('statements', async (isRefused) => {
      await database.rows(`alter role ${role} set statement_timeout = '200ms'`)
      await endSessions()
      const locked = database.rows(
        `do $$ begin lock table "Run" in access exclusive mode; perform pg_sleep(${lockedMs / 1_000}); end $$`,
      )
      await isRefused()
      await locked
      await database.rows(`alter role ${role} reset statement_timeout`)
      await endSessions()
    })

    /** Has an active run during a fault, and ends it when that is over. */
    async function hinder(name: string, meanwhile: (isRefused: () => Promise<void>) => Promise<void>) {
      const over = Promise.withResolvers<void>()
      stage.onCall(name, (_, nth) => (nth === 1 ? over.promise : { nth }))
      const run = await stage.trigger({ agent, model: stage.oneCall('idempotent', name, 'Done.') })
      await stage.nthCall(name, 1)
      await meanwhile(() => isRefused(name))
      const overAt = performance.now()
      over.resolve()
      assert.equal((await run.untilStopped(recoveredWithinMs)).status, 'COMPLETED')
      figure('recovery', performance.now() - overAt)
    }

    /** The server lives, and refuses with a code that tells what to do. */
    async function isRefused(name: string): Promise<void> {
      const { code, ms } = await eventually(refusal, { what: `a query is refused (${name})` })
      note(`${name}: ${code} after ${Math.round(ms)} ms`)
      figure('refusal', ms)
      assert.equal(code, 'DATABASE_UNAVAILABLE')
      assert.ok(ms < refusedWithinMs, `it was refused after ${ms} ms`)
      assert.ok((await fetch(`${url}/health/live`)).ok)
    }

    async function refusal(): Promise<{ readonly code: string; readonly ms: number } | null> {
      const askedAt = performance.now()
      try {
        await ask(url, '{ runs(first: 10) { edges { node { id status } } } }')
        return null
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return { code: error.code, ms: performance.now() - askedAt }
      }
    }

    async function endSessions(): Promise<void> {
      await database.rows(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`, [role])
    }
  },
} satisfies Scenario

function urlAs(role: string, url: string): string {
  const own = new URL(url)
  own.username = role
  own.password = password
  return own.href
}

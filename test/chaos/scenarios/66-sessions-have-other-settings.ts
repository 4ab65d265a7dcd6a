import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const password = 'chaos'
const runs = 12
/** Longer than a session may be idle, and a transaction may take. */
const callMs = 3_000
const endWithinMs = 60_000
/** No lease runs out on a busy machine: a run is taken over only where the session with the lock of its worker has ended. */
const leaseMs = 60_000

/** Values that a database administrator may set for every session of a role, and none of which the engine was made for. */
const values: Readonly<Record<string, readonly string[]>> = {
  default_transaction_isolation: ['serializable', 'repeatable read'],
  default_transaction_deferrable: ['on'],
  timezone: ['Asia/Kolkata', 'America/St_Johns'],
  datestyle: ['SQL, DMY', 'German', 'Postgres, MDY'],
  intervalstyle: ['sql_standard', 'iso_8601'],
  bytea_output: ['escape'],
  extra_float_digits: ['-15'],
  search_path: ['pg_catalog', ''],
  standard_conforming_strings: ['off'],
  backslash_quote: ['off'],
  array_nulls: ['off'],
  client_encoding: ['LATIN1'],
  row_security: ['off'],
  session_replication_role: ['replica'],
  synchronous_commit: ['off'],
  exit_on_error: ['on'],
  quote_all_identifiers: ['on'],
  transform_null_equals: ['on'],
  idle_session_timeout: ['2s'],
  statement_timeout: ['2ms', '50ms'],
  lock_timeout: ['1ms', '50ms'],
  idle_in_transaction_session_timeout: ['5ms'],
  transaction_timeout: ['200ms'],
}

/** What an administrator sets for sessions changes nothing: each session of the engine sets what it relies on. */
export default {
  number: 66,
  title: 'sessions of the database have other settings',
  promises: ['DUR-1', 'DUR-2', 'DUR-3', 'TAS-5'],
  async run({ openStage, postgres, random, note, figure }) {
    const stage = await openStage({ apis: 0, workers: 0 })
    const { database, cluster } = stage
    const role = `dba_${database.name}`
    await database.rows(`create role ${role} login password '${password}' in role rungraph`)
    await database.rows(`alter role ${role} set role rungraph`)
    const start = () => {
      const env = {
        DATABASE_URL: urlAs(role, postgres.url(database.name)),
        RUNGRAPH_LEASE_MS: String(leaseMs),
      }
      return Promise.all([
        cluster.start('api', env),
        cluster.start('worker', env),
        cluster.start('worker', env),
      ])
    }
    // Half of the plays begin with them; in the others they come to processes that are at work.
    const isBefore = random() < 0.5
    if (!isBefore) await start()
    // All, or each alone or with some others: one may hide what another does.
    const share = [1, 0.5, 0.15][Math.floor(random() * 3)] ?? 1
    const chosen = Object.entries(values).filter(() => random() < share)
    for (const [name, [...those]] of chosen) {
      const value = those[Math.floor(random() * those.length)] ?? ''
      note(`${name} = '${value}', ${isBefore ? 'before the start' : 'at work'}`)
      await database.rows(`alter role ${role} set ${name} = '${value}'`)
    }
    if (isBefore) await start()
    const slug = stage.newSlug()
    const agent = await stage.createAgent({ subagents: [slug] }, slug)
    if (!isBefore) await endSessions()

    const beganAt = performance.now()
    const all = await Promise.all(Array.from({ length: runs }, (_, index) => triggerOne(stage, agent, index)))
    const ended = await Promise.all(all.map((run) => run.untilStopped(endWithinMs)))
    figure('end', performance.now() - beganAt)
    assert.deepEqual(
      ended.map(({ status, recoveries }) => ({ status, recoveries })),
      all.map(() => ({ status: 'COMPLETED', recoveries: 0 })),
    )
    for (const index of all.keys())
      assert.equal(stage.callsOf(`pay ${index}`).length, 1, `the payment ${index} was made once`)

    /** Every process connects anew, and the workers hold their locks again. */
    async function endSessions(): Promise<void> {
      const ended = await database.rows<{ at: Date }>(
        `select clock_timestamp() as at, pg_terminate_backend(pid) from pg_stat_activity where usename = $1`,
        [role],
      )
      const at = ended.at(-1)?.at
      await eventually(
        async () => {
          const held = await database.rows(
            `select 1 from pg_stat_activity where usename = $1 and backend_start > $2 and application_name = 'rungraph worker'`,
            [role, at],
          )
          return held.length === cluster.workers.length
        },
        { what: 'the workers hold their locks again' },
      )
    }
  },
} satisfies Scenario

/** A payment that takes longer than sessions may be idle, a word for those that read along, and a child. */
function triggerOne(stage: Stage, agent: string, index: number): Promise<Run> {
  stage.onCall(`pay ${index}`, async () => {
    await delay(callMs)
    return { paid: index, name: 'Zoë \\ \'"', at: new Date() }
  })
  const pay = stage.call('once', `pay ${index}`, { sum: 0.1 + index / 3, text: "O'Neill \\n ☂" })
  const child = stage.spawn(agent, inTurns(says('A child says it. ☂')))
  return stage.trigger({
    agent,
    model: inTurns(calls(pay, stage.call('read', `look ${index}`)), calls(child), says('Paid: \\ ☂ \'"')),
    isFollowed: index % 4 === 0,
  })
}

function urlAs(role: string, url: string): string {
  return Object.assign(new URL(url), { username: role, password }).href
}

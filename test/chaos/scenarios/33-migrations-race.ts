import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { migrationsFolder } from '../../../src/database/migration-files.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import type { Stage } from '../stage/stage.ts'

/** A fault of a record, and its repair. */
interface Strange {
  readonly change: string
  readonly undo: string
  readonly reason: RegExp
}

/** A migration that is not what was applied. */
function edited(name: string): Strange {
  const change = `update _prisma_migrations set checksum = reverse(checksum) where migration_name = '${name}'`
  return { change, undo: change, reason: /was edited after it was applied/ }
}

/** One that a newer version has applied. */
const later: Strange = {
  change: `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    values ('later', 'later', '99991231235959_later', now(), 1)`,
  undo: `delete from _prisma_migrations where id = 'later'`,
  reason: /does not know: 99991231235959_later/,
}

/** From the moment in which a migrator has the database for itself: it is about to begin, or has applied a part. */
const killWithinMs = 400

/** A migrator is killed in the middle; then four processes begin at once; then there is a record that is not of this version. */
export default {
  number: 33,
  title: 'many migrate one database at once, and one dies of it',
  promises: ['DUR-3'],
  async run({ openStage, random, note }) {
    const known = (await readdir(migrationsFolder, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted()
    const stage = await openStage({
      isEmpty: true,
      apis: 0,
      workers: 0,
      env: { RUNGRAPH_LOG_LEVEL: 'debug' },
    })
    const { cluster, database } = stage

    const doomed = cluster.migrate()
    await Promise.race([doomed.ended, eventually(isMigrating, { what: 'somebody migrates', everyMs: 1 })])
    await delay(random() * killWithinMs)
    doomed.kill()
    await doomed.ended
    await eventually(async () => !(await isMigrating()), { what: 'what it had begun is rolled back' })
    const before = await applied()
    note(`${before.length} of ${known.length} migrations were applied by the one that was killed`)
    assert.deepEqual(before, known.slice(0, before.length), 'each is applied whole or not at all, in order')

    const migrators = [cluster.migrate(), cluster.migrate()]
    const [api, worker, ...ended] = await Promise.all([
      cluster.start('api'),
      cluster.start('worker'),
      ...migrators.map((migrator) => migrator.ended),
    ])
    for (const { code, output } of ended) assert.equal(code, 0, output)
    const printed = [api.stderr, worker.stderr, ...ended.map(({ output }) => output)].join('\n')
    for (const name of known) {
      const times = printed.split(`Applied the migration ${name}.`).length - 1
      assert.equal(times, before.includes(name) ? 0 : 1, `${name} was applied ${times} times`)
    }
    assert.deepEqual(await applied(), known)
    await checkOfUse(stage)

    const name = known[Math.floor(random() * known.length)] ?? ''
    await checkRefusal(stage, random() < 0.5 ? edited(name) : later)
    await checkOfUse(stage)

    /** The lock under which a process migrates. */
    async function isMigrating(): Promise<boolean> {
      const [row] = await database.rows<{ count: number }>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = 72707369
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return row?.count !== 0
    }

    /** The names of those that the record has, in their order; none is there that is not finished. */
    async function applied(): Promise<readonly string[]> {
      const [found] = await database.rows<{ table: string | null }>(
        `select to_regclass('_prisma_migrations')::text as table`,
      )
      if (found?.table == null) return []
      const rows = await database.rows<{ name: string; isDone: boolean }>(
        `select migration_name as name, finished_at is not null and rolled_back_at is null as "isDone"
         from _prisma_migrations order by migration_name`,
      )
      assert.ok(rows.every(({ isDone }) => isDone))
      return rows.map(({ name }) => name)
    }
  },
} satisfies Scenario

async function checkOfUse(stage: Stage): Promise<void> {
  const model = stage.oneCall('read', 'look', 'It is there.')
  const run = await stage.trigger({ agent: await stage.createAgent(), model })
  assert.equal((await run.untilStopped()).status, 'COMPLETED')
}

/** No process works with a record that is not of this version. */
async function checkRefusal(stage: Stage, { change, undo, reason }: Strange): Promise<void> {
  await stage.database.rows(change)
  const { code, output } = await stage.cluster.startInVain('worker')
  assert.equal(code, 1, output)
  assert.match(output, /The database schema could not be migrated/)
  assert.match(output, reason)
  await stage.database.rows(undo)
}

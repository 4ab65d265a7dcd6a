import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import type { Launched } from '../servers/rungraph.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

/** A command that ends before it can be killed is tried again. */
const maxTries = 10

/**
 * An export and an import are killed midway beside running runs. A killed export leaves no file under the name that it was given, a
 * killed import leaves nothing in the database, and neither leaves a transaction. The next attempt succeeds, and the file and the
 * imported run are whole.
 */
export default {
  number: 63,
  title: 'an export and an import are killed midway',
  promises: ['OPS-4'],
  workers: 1,
  withinMs: 240_000,
  async run({ stage, openStage, random, note }) {
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-chaos-archive-'))
    try {
      const target = await openStage({ apis: 1, workers: 1 })
      const run = await largeRun(stage)
      const file = join(folder, 'run.jsonl')
      const beside = [await holdRun(stage, 'source'), await holdRun(target, 'target')]

      const exportFile = () => stage.cluster.command('export', run.globalId, '--tree', '--out', file)
      await killMidway(exportFile, {
        isMidway: async () => (await partsIn(folder)).some(({ size }) => size > 0),
        isAfter: async () => (await readdir(folder)).includes('run.jsonl'),
        undo: () => rm(file),
      })
      assert.ok(!(await readdir(folder)).includes('run.jsonl'), 'a killed export leaves no file')
      await noTransactionStays(stage)
      const exported = await exportFile().ended
      assert.equal(exported.code, 0, exported.output)
      const whole = await readFile(file, 'utf8')
      const lines = whole.trimEnd().split('\n')
      assert.equal(JSON.parse(lines.at(-1) ?? '').end.rows, lines.length - 2)
      note(`the file has ${lines.length} lines and ${whole.length} characters`)

      const importFile = (name = file) => target.cluster.command('import', name, '--project', 'moved')
      await killMidway(importFile, {
        isMidway: async () => (await importing(target)) > 0,
        isAfter: async () => (await rowsOf(target, run))?.runs !== 0,
        undo: () => Promise.reject(new Error('The import was complete before it was killed.')),
      })
      await noTransactionStays(target)
      assert.deepEqual(await rowsOf(target, run), { runs: 0, projects: 0 }, 'a killed import leaves nothing')

      const cut = join(folder, 'cut.jsonl')
      await writeFile(cut, whole.slice(0, Math.floor(whole.length * random())))
      const refused = await importFile(cut).ended
      assert.equal(refused.code, 1)
      assert.match(refused.output, /^Line \d+ of the file/)
      assert.deepEqual(await rowsOf(target, run), { runs: 0, projects: 0 }, 'a cut file leaves nothing')

      const both = await Promise.all([importFile().ended, importFile().ended])
      assert.deepEqual(both.map(({ code }) => code).toSorted(), [0, 1], JSON.stringify(both))
      const loser = both.find(({ code }) => code === 1)
      assert.match(
        loser?.output ?? '',
        /already (?:exists|has)|has another/,
        'the other import is refused in words',
      )
      const copy = join(folder, 'copy.jsonl')
      const again = await target.cluster.command('export', run.globalId, '--tree', '--out', copy).ended
      assert.equal(again.code, 0, again.output)
      assert.equal(digest(await readFile(copy, 'utf8')), digest(whole), 'the imported run is the same run')

      for (const { release, run: held } of beside) {
        release()
        assert.equal((await held.untilStopped()).status, 'COMPLETED', 'the runs beside it continue')
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }

    interface Midway {
      readonly isMidway: () => Promise<boolean>
      /** Whether it was complete before it was killed. */
      readonly isAfter: () => Promise<boolean>
      readonly undo: () => Promise<void>
    }

    async function killMidway(start: () => Launched, { isMidway, isAfter, undo }: Midway): Promise<void> {
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const command = start()
        await eventually(async () => (await isMidway()) || isAfter(), {
          what: 'the command is midway',
          withinMs: 60_000,
          everyMs: 1,
        })
        await delay(Math.floor(random() * 20))
        command.kill()
        const { signal } = await command.ended
        if (signal === 'SIGKILL' && !(await isAfter())) return
        await undo()
      }
      throw new Error(`The command ended ${maxTries} times before it was killed.`)
    }
  },
} satisfies Scenario

/** A run whose file is some megabytes. */
async function largeRun(stage: Stage): Promise<Run> {
  const names = Array.from({ length: 24 }, (_, nth) => `large-${nth}`)
  for (const name of names) stage.onCall(name, () => hexadecimal(name))
  const turn = (nth: number) =>
    calls(...names.slice(8 * nth, 8 * (nth + 1)).map((name) => stage.call('read', name)))
  const run = await stage.trigger({
    agent: await stage.createAgent({ maxToolResultChars: 1000 }),
    model: inTurns(turn(0), turn(1), turn(2), says('It is done.')),
  })
  assert.equal((await run.untilStopped(60_000)).status, 'COMPLETED')
  return run
}

/** Text that a database cannot compress much. */
function hexadecimal(name: string): string {
  return Array.from({ length: 6_000 }, (_, part) => digest(`${name} ${part}`)).join('')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A run that stays in a call until it is released. */
async function holdRun(
  stage: Stage,
  name: string,
): Promise<{ readonly run: Run; readonly release: () => void }> {
  const held = Promise.withResolvers<void>()
  stage.onCall(name, () => held.promise.then(() => 'released'))
  const run = await stage.trigger({
    agent: await stage.createAgent(),
    model: stage.oneCall('once', name, 'It is over.'),
  })
  await stage.nthCall(name, 1)
  return { run, release: () => held.resolve() }
}

async function partsIn(folder: string): Promise<readonly { readonly size: number }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.part'))
  return Promise.all(names.map((name) => stat(join(folder, name))))
}

/** How many imports write to a database. */
async function importing({ database }: Stage): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and xact_start is not null and (query like '%savepoint batch' or query like '%json_populate_record%')`,
  )
  return row?.count ?? 0
}

interface Rows {
  readonly runs: number
  readonly projects: number
}

async function rowsOf({ database }: Stage, { id }: Run): Promise<Rows | undefined> {
  const [row] = await database.rows<Rows & { [name: string]: number }>(
    `select (select count(*)::int from "Run" where id = $1) as runs,
      (select count(*)::int from "Project" where slug = 'moved') as projects`,
    [id],
  )
  return row
}

/** PostgreSQL ends the transaction of a killed client when it next reads or writes. */
async function noTransactionStays({ database }: Stage): Promise<void> {
  await eventually(
    async () => {
      const rows = await database.rows(
        `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
          and (query like '%savepoint batch' or query like 'fetch %' or query like '%json_populate_record%')`,
      )
      return rows.length === 0
    },
    { what: 'the killed command has left no transaction' },
  )
}

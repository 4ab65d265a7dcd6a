import pg from 'pg'
import type { Database } from '../../src/database/connect.ts'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { inBatches, openLoopEngine } from './loop-engine.ts'
import { turnsPerRun } from './loop-work.ts'
import { countProcess, type ProcessCounts } from './process-counts.ts'

/** Cost of one turn of the loop, by the counters of PostgreSQL and of its client, and of this process. */
export interface TurnCost extends ProcessCounts {
  readonly statements: number
  readonly commits: number
  readonly rowsInserted: number
  readonly rowsUpdated: number
  /** Updates that no index had to follow. */
  readonly hotUpdates: number
  /** At most: an index of some rows counts for each row. */
  readonly indexEntries: number
  readonly walRecords: number
  readonly walBytes: number
}

type Counters = Readonly<Record<keyof TurnCost, number>>

/** Executes `runs` runs, `atATime` at once, and counts what each of their turns cost. */
export async function turnCost(
  database: Database,
  { runs, atATime }: { readonly runs: number; readonly atATime: number },
): Promise<TurnCost> {
  const engine = await openLoopEngine(database, slowClock)
  const sent = countStatements()
  const done = countProcess()
  try {
    // The first runs read what is read once.
    await inBatches(atATime, atATime, engine.runOne)
    await settle(database)
    const before = { ...(await countersOf(database)), statements: sent.count(), ...done.counts() }
    await inBatches(runs, atATime, engine.runOne)
    const statements = sent.count()
    const own = done.counts()
    await settle(database)
    const after = { ...(await countersOf(database)), statements, ...own }
    const turns = runs * turnsPerRun
    const each = (name: keyof TurnCost) => (after[name] - before[name]) / turns
    return {
      statements: each('statements'),
      commits: each('commits'),
      rowsInserted: each('rowsInserted'),
      rowsUpdated: each('rowsUpdated'),
      hotUpdates: each('hotUpdates'),
      indexEntries: each('indexEntries'),
      walRecords: each('walRecords'),
      walBytes: each('walBytes'),
      promises: each('promises'),
      serializations: each('serializations'),
      patternTests: each('patternTests'),
      abortControllers: each('abortControllers'),
    }
  } finally {
    sent.stop()
    done.stop()
    await engine.close()
  }
}

/**
 * Time that goes by at a tenth of its speed: on a busy machine the increments of a message would otherwise take long enough to be written in
 * several commits.
 */
const slowClock: Clock = {
  now: systemClock.now,
  elapsed: () => Math.round(performance.now() / 10),
  sleep: (ms, signal) => systemClock.sleep(ms * 10, signal),
  after: (ms, wake) => systemClock.after(ms * 10, wake),
}

/** Backends report their counters after a second at the latest, or when they are asked to. */
async function settle({ pool }: Database): Promise<void> {
  await Promise.all(
    Array.from({ length: pool.totalCount }, () =>
      pool.query('select pg_stat_force_next_flush(), pg_sleep(0.05)'),
    ),
  )
}

async function countersOf({ pool }: Database): Promise<Omit<Counters, 'statements' | keyof ProcessCounts>> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<Record<string, string>>(`
    select d.xact_commit as commits, t.ins, t.upd, t.hot, t.entries, w.wal_records as records, w.wal_bytes as bytes
    from pg_stat_database d, pg_stat_wal w, (
      select sum(n_tup_ins) as ins, sum(n_tup_upd) as upd, sum(n_tup_hot_upd) as hot,
        sum((n_tup_ins + n_tup_upd - n_tup_hot_upd) * (select count(*) from pg_index i where i.indrelid = s.relid)) as entries
      from pg_stat_user_tables s
    ) t
    where d.datname = current_database()`)
  const [row = {}] = rows
  const number = (name: string) => Number(row[name] ?? 0)
  return {
    commits: number('commits'),
    rowsInserted: number('ins'),
    rowsUpdated: number('upd'),
    hotUpdates: number('hot'),
    indexEntries: number('entries'),
    walRecords: number('records'),
    walBytes: number('bytes'),
  }
}

/** Counts what is sent to PostgreSQL by any connection of this process. `take` gives it since it was last asked: names, or texts. */
export function countStatements(): { count(): number; take(): readonly string[]; stop(): void } {
  const { prototype } = pg.Client
  const { query } = prototype
  let count = 0
  const sent: string[] = []
  prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    count += 1
    const [statement] = args
    sent.push(
      typeof statement === 'string' ? statement : String(Object(statement).name ?? Object(statement).text),
    )
    return Reflect.apply(query, this, args)
  } as typeof query
  return {
    count: () => count,
    take: () => sent.splice(0),
    stop: () => {
      prototype.query = query
    },
  }
}

import type pg from 'pg'
import { parseGlobalId } from '../../../src/graphql/global-id.ts'
import type { PastRun } from './fill-shop.ts'
import { pace } from './shop-tools.ts'

/**
 * Moves runs, with all that belongs to them, to the times that they are to have been at, and has all that they did last as long as it
 * would in a shop. Runs that still wait at a gate stay at the end.
 */
export async function spreadRuns(pool: pg.Pool, runs: readonly PastRun[]): Promise<void> {
  await pool.query(
    'create table shift (run uuid primary key, base timestamptz not null, target timestamptz not null)',
  )
  const ids = runs.map(({ id }) => parseGlobalId(id)?.id ?? '')
  await pool.query(
    `insert into shift select r.id, root."createdAt", w.at
     from unnest($1::uuid[], $2::timestamptz[]) w (id, at) join "Run" root on root.id = w.id join "Run" r on r."rootId" = root.id`,
    [ids, runs.map(({ at }) => at)],
  )
  const { rows } = await pool.query<{ table: string; columns: string[]; times: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text) as columns,
       coalesce(array_agg(c.column_name::text) filter (where c.data_type like 'timestamp%'), '{}') as times
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and table_name !~ '^EventSegment_'
       and (c.data_type like 'timestamp%' or c.column_name ~ '^(duration|latency|active|timeToFirstToken)Ms$')
       and (table_name = 'Run' or exists (select from information_schema.columns x where x.table_name = c.table_name and x.column_name = 'runId'))
     group by 1`,
  )
  for (const { table, columns, times } of rows) {
    const set = columns.map((column) =>
      times.includes(column)
        ? `"${column}" = s.target + (x."${column}" - s.base) * ${pace.speed}`
        : `"${column}" = x."${column}" * ${pace.speed}`,
    )
    const run = table === 'Run' ? 'x.id' : 'x."runId"'
    await pool.query(`update "${table}" x set ${set.join(', ')} from shift s where s.run = ${run}`)
  }
  await pool.query(
    `update "Session" t set "createdAt" = r.first, "lastActiveAt" = r.last
     from (select "sessionId" as id, min("createdAt") as first, max("createdAt") as last from "Run" group by 1) r where r.id = t.id`,
  )
  // The cost of a day is summed up again from its calls.
  await pool.query('delete from "Budget"')
  await pool.query('drop table shift')
}

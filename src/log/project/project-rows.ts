import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { inTransaction, isDeadlock } from '../../sql/transaction.ts'
import { foldEntries, parseEntries, partsAsText } from './entry.ts'
import { cellSql } from './rows-as-text.ts'
import { type EntryPart, entryParts, entryTables, insertPart } from './written-tables.ts'

/** So many runs at once: the rows of each are locked until those of all are written. */
const batch = 50

/**
 * Writes the rows of runs that follow from their logs and are not written yet, so that who reads them next finds nothing older than the
 * log, and gives the runs that had any. The owner of a run writes them when it rests, and within a second before; this is for those who
 * cannot wait.
 */
export async function bringUp(pool: pg.Pool, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (runIds.length === 0) return none
  return bringUpFound(pool, { name: 'runs', condition: 'id = any($1::uuid[])', value: runIds })
}

/** The same for the tree of a run. */
export function bringUpTree(pool: pg.Pool, runId: string): Promise<ReadonlySet<string>> {
  return bringUpFound(pool, {
    name: 'tree',
    condition: '"rootId" = (select "rootId" from "Run" where id = $1)',
    value: runId,
  })
}

/** The same for the runs of a project. Those that do not run are up to date. */
export function bringUpProject(pool: pg.Pool, projectId: string): Promise<ReadonlySet<string>> {
  return bringUpFound(pool, {
    name: 'project',
    condition: `"projectId" = $1 and status = 'RUNNING'`,
    value: projectId,
  })
}

/** So many runs whose rows are known to be written are remembered. */
const knownRuns = 10_000

/**
 * The same for runs up to an event of each. Rows that are written stay written: of a run whose events come late, or several with one commit,
 * the first has them written, and for the others nothing is asked.
 */
export function createBringUpTo(pool: pg.Pool) {
  const writtenTo = new LRUCache<string, number>({ max: knownRuns })
  return async (places: readonly { readonly runId: string; readonly seq: number }[]): Promise<void> => {
    const behind = places.filter(({ runId, seq }) => (writtenTo.get(runId) ?? 0) < seq)
    if (behind.length === 0) return
    const { rows } = await pool.query<{ id: string; lastSeq: number; lags: boolean }>({
      name: 'rungraph-behind-events',
      text: `select id, ("nextSeq" - 1)::int as "lastSeq", "unprojectedFrom" is not null as lags from "Run" where id = any($1::uuid[]) order by id`,
      values: [[...new Set(behind.map(({ runId }) => runId))]],
    })
    await bringUpEach(
      pool,
      rows.flatMap(({ id, lags }) => (lags ? [id] : [])),
    )
    for (const { id, lastSeq } of rows) writtenTo.set(id, lastSeq)
  }
}

async function bringUpFound(
  pool: pg.Pool,
  { name, condition, value }: { readonly name: string; readonly condition: string; readonly value: unknown },
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: `rungraph-behind-${name}`,
    text: `select id from "Run" where ${condition} and "unprojectedFrom" is not null order by id`,
    values: [value],
  })
  if (rows.length === 0) return none
  const ids = rows.map(({ id }) => id)
  await bringUpEach(pool, ids)
  return new Set(ids)
}

const none: ReadonlySet<string> = new Set()

async function bringUpEach(pool: pg.Pool, runIds: readonly string[]): Promise<void> {
  for (let from = 0; from < runIds.length; from += batch) {
    const ids = runIds.slice(from, from + batch)
    try {
      await bringUpTogether(pool, ids)
    } catch (error) {
      if (!isDeadlock(error)) throw error
      // A commit of several of them takes their rows in the order of its plan. Who waits for one row holds no other.
      for (const id of ids) await bringUpTogether(pool, [id])
    }
  }
}

function bringUpTogether(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; from: number }>({
      name: 'rungraph-lock-behind',
      text: `select id, "unprojectedFrom" as from from "Run" where id = any($1::uuid[]) and "unprojectedFrom" is not null order by id for no key update`,
      values: [ids],
    })
    await writeRows(client, rows)
  })
}

/** Writes the rows of runs, whose rows the caller has locked, that follow from their segments from a number on. */
export async function writeRows(
  client: pg.PoolClient,
  runs: readonly { readonly id: string; readonly from: number }[],
): Promise<void> {
  if (runs.length === 0) return
  const ids = runs.map(({ id }) => id)
  // A statement of its own, which sees what the writers of these runs had written before the locks were free.
  const { rows } = await client.query<{ runId: string; entries: string }>({
    name: 'rungraph-entries',
    text: entriesStatement,
    values: [ids, runs.map(({ from }) => from)],
  })
  const ofRuns = Map.groupBy(rows, ({ runId }) => runId)
  const folded = ids.map((id) =>
    foldEntries((ofRuns.get(id) ?? []).flatMap(({ entries }) => parseEntries(entries))),
  )
  await client.query({
    name: 'rungraph-write-rows',
    text: projectStatement,
    values: [ids, ...partsAsText(folded)],
  })
}

const entriesStatement = `
select s."runId", s.entries from unnest($1::uuid[], $2::int[]) as u(id, "from")
join "EventSegment" s on s."runId" = u.id and s."lastSeq" >= u."from"
where s.entries is not null order by s."runId", s."lastSeq"`

const projectStatement = `
with fenced as (
  update "Run" r set "unprojectedFrom" = null from unnest($1::uuid[]) with ordinality as u(id, place) where r.id = u.id
  returning r.id, r."projectId", r."createdAt", u.place
)${entryParts.map((part, index) => insertPart(entryTables[part], `$${index + 2}`)).join('')}
select count(*) from fenced`

/**
 * Puts the rows that the tables have of runs into their logs, as one entry at the end of each: of runs that come with rows of another run, or
 * from a file.
 */
export async function recordRows(client: pg.PoolClient, runIds: readonly string[]): Promise<void> {
  await client.query({ name: 'rungraph-record-rows', text: recordStatement, values: [runIds] })
}

const recordStatement = `
insert into "EventSegment" as known ("runId", "firstSeq", "lastSeq", "projectId", "rootId", at, epoch, "commitXid", events, entries)
select r.id, r."nextSeq", r."nextSeq" - 1, r."projectId", r."rootId", now(), r.epoch, greatest(r."lastXid", (pg_current_xact_id()::text)::bigint), '[]', e.entry::text
from "Run" r cross join lateral (
  select jsonb_object_agg(p.part, p.rows) as entry
  from (values ${entryParts.map((part) => `('${part}', (${rowsOf(part)}))`).join(', ')}) p(part, rows) where p.rows is not null
) e
where r.id = any($1::uuid[]) and e.entry is not null
on conflict ("runId", "lastSeq") do update set entries = concat_ws(E'\n', known.entries, excluded.entries)`

/** The rows of a table of run "r", as its entries have them; null where there are none. */
function rowsOf(part: EntryPart): string {
  const { name, columns, key } = entryTables[part]
  const cells = Object.entries(columns).map(([column, type]) => cellSql(`t."${column}"`, type))
  const order = key.map((column) => `t."${column}"`).join(', ')
  return `select jsonb_agg(jsonb_build_array(${cells.join(', ')}) order by ${order}) from "${name}" t where t."runId" = r.id`
}

import type pg from 'pg'
import { transact } from '../../sql/transaction.ts'
import { writeRows } from './project-rows.ts'
import { type EntryPart, entryParts, entryTables } from './written-tables.ts'

/** So many runs in one transaction. */
const batch = 50

/** A row that is not as its log says. */
export interface Difference {
  readonly table: string
  readonly runId: string
  /** Its key in the table. */
  readonly key: string
  /** The row as it was and as its log has it, as JSON; `null`: it is not there. */
  readonly found: string | null
  readonly logged: string | null
}

export interface Compared {
  readonly runs: number
  readonly rows: number
  readonly differences: readonly Difference[]
}

/** So often at most rows are made anew: one that stood with another run is in the way of its own the first time. */
const maxPasses = 3

/**
 * Makes the rows of steps, actions, attempts, messages, model calls and compactions anew from the logs of all runs, and compares them with
 * those that were there. `isKept`: the rows become those of the logs; else everything stays as it was. Runs may go on meanwhile.
 * @throws where rows still differ after they were made anew
 */
export async function rebuildRows(
  client: pg.PoolClient,
  {
    isKept,
    onPage = () => undefined,
  }: { readonly isKept: boolean; readonly onPage?: (compared: Compared) => void },
): Promise<Compared> {
  const first = await compareAll(client, isKept, onPage)
  if (!isKept) return first
  let latest = first
  for (let pass = 1; latest.differences.length > 0; pass += 1) {
    if (pass === maxPasses) throw new Error('Rows differ from the logs that they were made from.')
    latest = await compareAll(client, isKept, () => undefined)
  }
  return first
}

async function compareAll(
  client: pg.PoolClient,
  isKept: boolean,
  onPage: (compared: Compared) => void,
): Promise<Compared> {
  let all: Compared = { runs: 0, rows: 0, differences: await rowsOfNoRun(client, isKept) }
  for (let after = firstId; ; ) {
    const { rows } = await client.query<{ id: string }>(
      'select id from "Run" where id > $1 order by id limit $2',
      [after, batch],
    )
    const last = rows.at(-1)
    if (last === undefined) return all
    after = last.id
    const page = await rebuildPage(
      client,
      rows.map(({ id }) => id),
      isKept,
    )
    all = {
      runs: all.runs + page.runs,
      rows: all.rows + page.rows,
      differences: [...all.differences, ...page.differences],
    }
    onPage(all)
  }
}

/** Rows whose run is not there: no log has them. A row is written with its run, so that none of a new run is among them. */
async function rowsOfNoRun(client: pg.PoolClient, isKept: boolean): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  for (const part of entryParts) {
    const { name } = entryTables[part]
    const found = `from "${name}" t where not exists (select from "Run" r where r.id = t."runId")`
    const columns = `t."runId", ${keyOf(part)} as key, to_jsonb(t)::text as found`
    const { rows } = await client.query<Pick<Difference, 'runId' | 'key' | 'found'>>(
      isKept ? `delete ${found} returning ${columns}` : `select ${columns} ${found}`,
    )
    differences.push(...rows.map((row) => ({ ...row, table: name, logged: null })))
  }
  return differences
}

/** SQL of the key of a row as text. */
function keyOf(part: EntryPart): string {
  return `concat_ws(' ', ${entryTables[part].key.map((column) => `t."${column}"`).join(', ')})`
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** Undoes the transaction without an error. */
class OnlyCompared extends Error {}

async function rebuildPage(
  client: pg.PoolClient,
  runIds: readonly string[],
  isKept: boolean,
): Promise<Compared> {
  let compared: Compared = { runs: 0, rows: 0, differences: [] }
  try {
    await transact(client, async () => {
      const { rows: runs } = await client.query<{ id: string; from: number | null }>(
        `select id, "unprojectedFrom" as from from "Run" where id = any($1::uuid[]) order by id for no key update`,
        [runIds],
      )
      await writeRows(
        client,
        runs.flatMap(({ id, from }) => (from === null ? [] : [{ id, from }])),
      )
      const found = await readRows(client, runIds)
      for (const part of entryParts.toReversed())
        await client.query(`delete from "${entryTables[part].name}" where "runId" = any($1::uuid[])`, [
          runIds,
        ])
      await writeRows(
        client,
        runs.map(({ id }) => ({ id, from: 0 })),
      )
      compared = compare(runs.length, found, await readRows(client, runIds))
      if (!isKept) throw new OnlyCompared()
    })
  } catch (error) {
    if (!(error instanceof OnlyCompared)) throw error
  }
  return compared
}

interface TextRow {
  readonly key: string
  readonly table: string
  readonly runId: string
  readonly text: string
}

/** The rows of runs, each by its place. */
async function readRows(
  client: pg.PoolClient,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, TextRow>> {
  const found = new Map<string, TextRow>()
  for (const part of entryParts) {
    const { name } = entryTables[part]
    const { rows } = await client.query<Omit<TextRow, 'table'>>(
      `select t."runId", ${keyOf(part)} as key, to_jsonb(t)::text as text from "${name}" t where t."runId" = any($1::uuid[])`,
      [runIds],
    )
    for (const row of rows) found.set(`${name} ${row.runId} ${row.key}`, { ...row, table: name })
  }
  return found
}

function compare(
  runs: number,
  found: ReadonlyMap<string, TextRow>,
  logged: ReadonlyMap<string, TextRow>,
): Compared {
  const all = new Map([...found, ...logged])
  const differences = [...all].flatMap(([place, { table, runId, key }]) => {
    const [before, after] = [found.get(place)?.text ?? null, logged.get(place)?.text ?? null]
    return before === after ? [] : [{ table, runId, key, found: before, logged: after }]
  })
  return { runs, rows: all.size, differences }
}

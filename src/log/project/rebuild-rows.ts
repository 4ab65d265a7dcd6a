import type pg from 'pg'
import { transact } from '../../sql/transaction.ts'
import { writeRows } from './project-rows.ts'
import { entryParts, entryTables } from './written-tables.ts'

/** So many runs in one transaction. */
const batch = 50

/** A row that is not as its log says. */
export interface Difference {
  readonly table: string
  readonly runId: string
  /** The row as it was and as its log has it, as JSON; `null`: it is not there. */
  readonly found: string | null
  readonly logged: string | null
}

export interface Compared {
  readonly runs: number
  readonly rows: number
  readonly differences: readonly Difference[]
}

/**
 * Makes the rows of steps, actions, attempts, messages, model calls and compactions anew from the logs of all runs, and compares them with
 * those that were there. `isKept`: the rows become those of the logs; else everything stays as it was. Runs may go on meanwhile.
 */
export async function rebuildRows(
  client: pg.PoolClient,
  {
    isKept,
    onPage = () => undefined,
  }: { readonly isKept: boolean; readonly onPage?: (compared: Compared) => void },
): Promise<Compared> {
  let all: Compared = { runs: 0, rows: 0, differences: [] }
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

async function readRows(
  client: pg.PoolClient,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, TextRow>> {
  const found = new Map<string, TextRow>()
  for (const part of entryParts) {
    const { name, key } = entryTables[part]
    const { rows } = await client.query<Omit<TextRow, 'table'>>(
      `select t."runId", concat_ws(' ', '${name}', t."runId", ${key.map((column) => `t."${column}"`).join(', ')}) as key, to_jsonb(t)::text as text
       from "${name}" t where t."runId" = any($1::uuid[])`,
      [runIds],
    )
    for (const row of rows) found.set(row.key, { ...row, table: name })
  }
  return found
}

function compare(
  runs: number,
  found: ReadonlyMap<string, TextRow>,
  logged: ReadonlyMap<string, TextRow>,
): Compared {
  const all = new Map([...found, ...logged])
  const differences = [...all].flatMap(([key, { table, runId }]) => {
    const [before, after] = [found.get(key)?.text ?? null, logged.get(key)?.text ?? null]
    return before === after ? [] : [{ table, runId, found: before, logged: after }]
  })
  return { runs, rows: all.size, differences }
}

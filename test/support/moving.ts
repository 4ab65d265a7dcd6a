import pg from 'pg'
import type { Dispatch, Job } from '../../src/domain/dispatch.ts'
import { type MoveOptions, moveProject } from '../../src/store/move/move-project.ts'
import { readProjectTables } from '../../src/store/move/project-tables.ts'
import type { TestDatabase } from './database.ts'
import { dispatchOf } from './dispatch.ts'

/** Moves a project from one database of a test to another; gives the jobs that it left in the other one's queue. */
export async function move(
  { here, there }: { readonly here: TestDatabase; readonly there: TestDatabase },
  slug: string,
  more: Partial<MoveOptions> = {},
): Promise<{ readonly rows: number; readonly jobs: readonly Job[] }> {
  const jobs: Job[] = []
  const dispatch: Dispatch = {
    ...dispatchOf(there.pool),
    enqueue: async (added) => jobs.push(...added),
  }
  const pools = [here, there].map(({ connectionString }) => new pg.Pool({ connectionString, max: 1 }))
  const [from, to] = await Promise.all(pools.map((pool) => pool.connect()))
  if (!from || !to) throw new Error('There are two.')
  try {
    const names = { from: nameOf(here), to: nameOf(there) }
    const openDispatch = async () => dispatch
    const { rows } = await moveProject({ from, to, openDispatch, slug, names, ...more })
    return { rows, jobs }
  } finally {
    for (const client of [from, to]) client.release(true)
    await Promise.all(pools.map((pool) => pool.end()))
  }
}

/** As a move calls a database. */
export function nameOf({ connectionString }: Pick<TestDatabase, 'connectionString'>): string {
  const { host, pathname } = new URL(connectionString)
  return `${host}${pathname}`
}

/** Every row of a project, by table; without the numbers that a database gives, in whose place stands what they order. */
export async function contentOf(
  { pool }: Pick<TestDatabase, 'pool'>,
  projectId: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = await pool.connect()
  try {
    const content: Record<string, readonly string[]> = {}
    for (const { name, owner, transactions, serials } of await readProjectTables(client)) {
      const numbers = [...transactions, ...serials]
      const without = numbers.map((column) => `'${column}'`).join(', ')
      const places = numbers.map((column) => `dense_rank() over (order by "${column}")`).join(', ')
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - array[${without}]::text[] || jsonb_build_object('places', jsonb_build_array(${places})))::text as row
         from "${name}" t where "${owner}" = $1 order by 1`,
        [projectId],
      )
      content[name] = rows.map(({ row }) => row)
    }
    return content
  } finally {
    client.release()
  }
}

/** Marks and triggers that a move has left behind in a database. */
export async function remainsIn({ pool }: Pick<TestDatabase, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select state || ' ' || slug as what from "ProjectMove"
     union all select tgname from pg_trigger where not tgisinternal`,
  )
  return rows.map(({ what }) => what)
}

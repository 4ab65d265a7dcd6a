import type pg from 'pg'
import { bringUp } from '../../src/log/project/project-rows.ts'

/** Makes the rows of all runs as new as their logs, for tests that read the tables of a run that goes on. */
export async function makeRowsCurrent({ pool }: { readonly pool: pg.Pool }): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from "Run" where "unprojectedFrom" is not null',
  )
  await bringUp(
    pool,
    rows.map(({ id }) => id),
  )
}

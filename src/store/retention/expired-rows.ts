import type pg from 'pg'

/** One statement deletes so many, so that nobody waits for it long. */
const batch = 1_000

/**
 * Deletes expired rows that nobody reads any more: results kept for other actions (DAG-9), entries of key-value relics, notes of deleted
 * runs (EVT-9), and received events (WAIT-1).
 */
export async function deleteExpired(pool: pg.Pool): Promise<void> {
  for (const table of ['"ActionCache"', '"RelicEntry"', '"RunDeletion"', '"ReceivedEvent"'])
    await deleteExpiredOf(table, pool)
}

async function deleteExpiredOf(table: string, pool: pg.Pool): Promise<void> {
  const text = `delete from ${table} where ctid in (
    select ctid from ${table} where "expiresAt" < clock_timestamp() limit ${batch} for update skip locked
  )`
  while (((await pool.query(text)).rowCount ?? 0) === batch);
}

import type pg from 'pg'

/** One statement deletes so many, so that nobody waits for it long. */
const batch = 1_000

const tables = ['ActionCache', 'RelicEntry', 'RunDeletion', 'ReceivedEvent', 'McpSignInState'] as const

/**
 * Deletes expired rows that nobody reads any more: results kept for other actions (DAG-9), entries of key-value relics, notes of deleted
 * runs (EVT-9), received events (WAIT-1), and sign-ins that were begun and not finished (MCPAUTH-4).
 */
export async function deleteExpired(pool: pg.Pool): Promise<void> {
  for (const table of tables) await deleteExpiredOf(table, pool)
}

async function deleteExpiredOf(table: (typeof tables)[number], pool: pg.Pool): Promise<void> {
  const text = `delete from "${table}" where ctid in (
    select ctid from "${table}" where "expiresAt" < clock_timestamp() limit ${batch} for update skip locked
  )`
  while (((await pool.query(text)).rowCount ?? 0) === batch);
}

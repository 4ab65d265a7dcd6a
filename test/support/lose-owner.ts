import type { Database } from '../../src/database/connect.ts'

/** Makes a running run look as if its owner had died: the process that executes it can write no more, and it is free to be claimed anew. */
export async function loseOwner({ pool }: Database, runId: string): Promise<void> {
  const { rowCount } = await pool.query(
    `update "Run" set epoch = epoch + 1, "leaseExpiresAt" = clock_timestamp() - interval '1 hour'
     where id = $1 and status = 'RUNNING'`,
    [runId],
  )
  if (rowCount !== 1) throw new Error(`Run ${runId} is not running.`)
}

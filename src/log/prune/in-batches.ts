import type pg from 'pg'

interface Removal {
  /** Name of the prepared statement. */
  readonly name: string
  /** Does so many rows at most, and gives their `count`. */
  readonly text: string
  readonly values: readonly unknown[]
  /** Number of rows of a full batch. */
  readonly batch: number
}

/** Repeats a statement until it finds less than a whole batch, and counts the affected rows; it may stop between two. */
export async function inBatches(
  client: pg.PoolClient,
  { name, text, values, batch }: Removal,
  signal: AbortSignal,
): Promise<number> {
  let done = 0
  while (!signal.aborted) {
    const { rows } = await client.query<{ count: number }>({ name, text, values: [...values] })
    const count = rows[0]?.count ?? 0
    done += count
    if (count < batch) break
  }
  return done
}

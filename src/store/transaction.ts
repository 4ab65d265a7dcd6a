import type pg from 'pg'

/** Runs `work` in one transaction on one connection; a throw rolls back and is passed on. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await transact(client, work, (error) => {
      broken = error
    })
  } finally {
    client.release(broken)
  }
}

/** The same on a connection that is the caller's; `onBroken` is told where it cannot even roll back. The first error is the one to tell. */
export async function transact<Result>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<Result>,
  onBroken: (error: Error) => void = () => undefined,
): Promise<Result> {
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(onBroken)
    throw error
  }
}

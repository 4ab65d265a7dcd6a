import type pg from 'pg'
import type { Transaction } from '../domain/dispatch.ts'

/** Runs `work` in one transaction on one connection; a throw rolls back and is passed on. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const { promise: ended, resolve: end } = Promise.withResolvers<'committed' | 'rolledBack'>()
  const query: Transaction['query'] = (text, values) => client.query(text, [...values])
  let broken: Error | undefined
  client.on('error', ignore)
  try {
    await client.query('begin')
    const result = await work(client, { query, ended })
    await client.query('commit')
    end('committed')
    return result
  } catch (error) {
    end('rolledBack')
    // A connection that cannot even roll back, or does not answer, is thrown away; the first error is the one to tell.
    await client.query(rollback).catch((fault: Error) => {
      broken = fault
    })
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

/** Where the statement before it was not answered, this one waits behind that: not for long. */
const rollback = { text: 'rollback', query_timeout: 1_000 }

/** A connection that is lost between two queries says so outside of any: unheard, that would end the process. The next query tells. */
function ignore(): void {}

import { randomInt } from 'node:crypto'
import { RungraphError } from '../domain/errors.ts'
import { connectWithRetry } from './connect-with-retry.ts'

/** A name space of advisory locks that nothing else has. */
const space = 7782

/** Through a pooler, if there is one, and past it. */
export interface Addresses {
  readonly url: string
  readonly directUrl: string
}

/** The setting that has `directUrl`. */
export function directSetting({ url, directUrl }: Addresses): 'DATABASE_URL' | 'DATABASE_DIRECT_URL' {
  return directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
}

/**
 * Checks that both addresses lead to one database: a lock that is taken past the pooler must be seen through it, as the locks by which
 * workers are known to live are. @throws DATABASE_DIFFERENT, DATABASE_UNREACHABLE
 */
export async function checkSameDatabase({ url, directUrl }: Addresses): Promise<void> {
  if (url === directUrl) return
  const direct = await connectWithRetry(directUrl, directSetting({ url, directUrl }))
  try {
    const key = randomInt(1, 2 ** 31 - 1)
    await direct.query('select pg_advisory_lock($1, $2)', [space, key])
    if (!(await isSeen(url, key))) throw new RungraphError('DATABASE_DIFFERENT', {})
  } finally {
    // The lock goes with its session.
    await direct.end()
  }
}

async function isSeen(connectionString: string, key: number): Promise<boolean> {
  const pool = await connectWithRetry(connectionString)
  try {
    const { rowCount } = await pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and classid = $1::oid and objid = $2::oid
         and database = (select oid from pg_database where datname = current_database())`,
      [space, key],
    )
    return rowCount === 1
  } finally {
    await pool.end()
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import { isDeadlock, isLockTimeout, transact } from '../transaction.ts'
import type { ProjectTable } from './project-tables.ts'

/**
 * All others wait while this waits for a table, so it gives up soon, and earlier than PostgreSQL looks for deadlocks (1 s), of which
 * another transaction could be the victim.
 */
const lockWithinMs = 300
const pauseMs = 100
const attempts = 100

/**
 * Does `work` in a transaction that holds the locks of all tables: other transactions that were writing are over, and nobody writes
 * meanwhile, in any project. `work` is to take milliseconds. @throws MOVE_REFUSED where the tables are never free of writers together
 */
export async function withTablesLocked<Result>(
  client: pg.PoolClient,
  tables: readonly Pick<ProjectTable, 'name'>[],
  { mode, slug }: { readonly mode: 'share row exclusive' | 'access exclusive'; readonly slug: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const names = tables.map(({ name }) => `"${name}"`).join(', ')
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(client, async () => {
        await client.query(`set local lock_timeout = ${lockWithinMs}`)
        await client.query(`lock table ${names} in ${mode} mode`)
        return work()
      })
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error
      if (attempt === attempts) throw new RungraphError('MOVE_REFUSED', { slug, reason: busy }, error)
      await delay(pauseMs)
    }
  }
}

const busy = 'other transactions hold its tables all the time. Try again when the database is less busy.'

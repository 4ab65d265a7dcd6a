import type pg from 'pg'
import type { Dispatch, Lane } from '../../src/domain/dispatch.ts'
import { inTransaction } from '../../src/sql/transaction.ts'
import { createLocalDispatch } from './local-dispatch.ts'

const carriers = new WeakMap<pg.Pool, Dispatch>()

/** The carrier of all engines and stores on one database of a test, in memory; pg-boss has its own tests, and whole processes use it. */
export function dispatchOf(pool: pg.Pool): Dispatch {
  const known = carriers.get(pool)
  if (known) return known
  const carrier = createLocalDispatch()
  carriers.set(pool, carrier)
  return carrier
}

/** Takes due jobs of a lane in a transaction that commits; gives their keys. */
export function takeJobs(
  { pool, dispatch = dispatchOf(pool) }: { readonly pool: pg.Pool; readonly dispatch?: Dispatch },
  lane: Lane,
  limit = 1_000,
): Promise<readonly string[]> {
  return inTransaction(pool, async (_client, within) => {
    const jobs = await dispatch.fetch(lane, { limit }, within)
    await dispatch.delete(lane, jobs, within)
    return jobs.map(({ key }) => key)
  })
}

import type pg from 'pg'
import { createLocalDispatch } from '../../src/dispatch/local-dispatch.ts'
import type { Dispatch } from '../../src/domain/dispatch.ts'

const carriers = new WeakMap<pg.Pool, Dispatch>()

/** The carrier of all engines and stores on one database of a test, in memory; pg-boss has its own tests, and whole processes use it. */
export function dispatchOf(pool: pg.Pool): Dispatch {
  const known = carriers.get(pool)
  if (known) return known
  const carrier = createLocalDispatch()
  carriers.set(pool, carrier)
  return carrier
}

import pg from 'pg'
import type { Transaction } from '../domain/dispatch.ts'
import { nameStatements } from './statement-names.ts'

/** The few statements with values that the queue sends within transactions. */
const jobsName = nameStatements('rungraph-jobs', 20)

/**
 * `ofValues`: PostgreSQL plans a statement for its values at first, five times on each connection. `once`: a plan for all values is made the
 * first time, for statements that take longer to plan than to execute and whose best plan does not depend on values.
 */
type Planning = 'ofValues' | 'once'

const beginnings: Readonly<Record<Planning, string>> = {
  ofValues: 'begin',
  once: 'begin; set local plan_cache_mode = force_generic_plan',
}

/** Runs `work` in one transaction on one connection; a throw rolls back and is passed on. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, transaction: Transaction) => Promise<Result>,
  planning: Planning = 'ofValues',
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const onBroken = (error: Error) => {
      broken = error
    }
    return await transact(client, work, { planning, onBroken })
  } finally {
    client.release(broken)
  }
}

interface TransactOptions {
  readonly planning?: Planning
  /** Called where the connection cannot even roll back, or does not answer: then it is to be thrown away. */
  readonly onBroken?: (error: Error) => void
}

/** The same on a connection that is the caller's. The first error is the one that is thrown. */
export async function transact<Result>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient, transaction: Transaction) => Promise<Result>,
  { planning = 'ofValues', onBroken = () => undefined }: TransactOptions = {},
): Promise<Result> {
  const { promise: ended, resolve: end } = Promise.withResolvers<'committed' | 'rolledBack'>()
  const query: Transaction['query'] = (text, values) =>
    // Without values a text may be several statements, which cannot be named.
    client.query({ name: values.length > 0 ? jobsName(text) : undefined, text, values: [...values] })
  try {
    await client.query(beginnings[planning])
    const result = await work(client, { query, ended })
    await client.query('commit')
    end('committed')
    return result
  } catch (error) {
    end('rolledBack')
    await client.query(rollback).catch(onBroken)
    throw error
  }
}

/** If the previous statement was not answered, the rollback waits behind it, so it has a short time limit. */
const rollback = { text: 'rollback', query_timeout: 1_000 }

/** Whether a statement failed because a lock was not free within its `lock_timeout` (SQLSTATE 55P03). */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether the server ended a statement because it and another one waited for each other's locks (SQLSTATE 40P01). */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}

/**
 * Whether the server certainly wrote nothing. A broken connection leaves that open, and writing again could double what is written.
 * 40001 and 40P01: the server chose this transaction to end a deadlock; a transaction of each part alone cannot be in one.
 * 55P03 and 57014: it waited too long for the row of one of them, which must not hold up the others.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|42|54|40001|40P01|55P03|57014)/.test(error.code ?? '')
}

/** Does a statement once more that the server ended, as it and another's waited for each other's rows. */
export async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDeadlock(error)) return work()
    throw error
  }
}

/**
 * Does a statement once more whose rows belong to a partition that another transaction attached at the same moment: the server had
 * chosen the default partition before, whose constraint then excludes them (SQLSTATE 23514 that names no constraint).
 */
export async function againInNewPartition<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isMoved =
      error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === undefined
    if (isMoved) return work()
    throw error
  }
}

import type pg from 'pg'
import { RungraphError } from '../domain/errors.ts'
import { readOrigins, remedyFor } from './setting-origin.ts'

/**
 * Refuses a database that takes no writes, as it can be neither migrated nor used: a standby, or one whose sessions are read-only by
 * default. Nothing overrides that: whoever sets it wants no writes, as services do where the disk is nearly full. @throws DATABASE_READ_ONLY
 */
export async function checkWritable(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::bool as "isReadOnly"`,
  )
  const [found] = rows
  if (found?.isStandby) throw new RungraphError('DATABASE_READ_ONLY', standby)
  if (!found?.isReadOnly) return
  const [origin] = await readOrigins(client, ['default_transaction_read_only'])
  throw new RungraphError('DATABASE_READ_ONLY', {
    reason: 'default_transaction_read_only = "on".',
    remedy: origin ? remedyFor(origin, 'off') : '',
  })
}

const standby = {
  reason: 'The server is a standby.',
  remedy: 'Set DATABASE_URL to the primary server, or promote this one.',
}

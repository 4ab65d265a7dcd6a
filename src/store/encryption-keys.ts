import type pg from 'pg'
import type { Vault } from '../domain/redaction.ts'

/** Text that is signed to recognize a key: the signature reveals nothing about the key. */
const constant = 'rungraph encryption key'

/** Notes the key with which processes of this database encrypt: a restore of a backup needs the same. */
export async function noteEncryptionKey(pool: pg.Pool, vault: Vault): Promise<void> {
  await pool.query(
    `insert into "EncryptionKey" (fingerprint, "usedAt") values ($1, clock_timestamp())
     on conflict (fingerprint) do update set "usedAt" = excluded."usedAt"`,
    [fingerprintOf(vault)],
  )
}

/** Value that identifies a key. */
export function fingerprintOf(vault: Vault): string {
  return vault.sign(constant)
}

/** Whether the database has anything that is encrypted. */
export async function isSealed(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ isSealed: boolean; hasEvents: boolean }>(sealedStatement)
  const { isSealed = false, hasEvents = false } = rows[0] ?? {}
  if (isSealed || !hasEvents) return isSealed
  const { rowCount } = await client.query(`select 1 from "ReceivedEvent" where sealed is not null limit 1`)
  return rowCount === 1
}

/** A backup may be made of a database that has not been migrated to the tables of today. */
const sealedStatement = `
select exists (select from "Secret")
  or exists (select from "Webhook" where secret is not null)
  or exists (select from "ModelTraffic")
  or exists (select from "ActionCache" where sealed is not null)
  or exists (select from "Gate" where resolution->>'sealed' is not null) as "isSealed",
  to_regclass('"ReceivedEvent"') is not null as "hasEvents"`

import type pg from 'pg'
import type { Vault } from '../domain/redaction.ts'

/** What is signed to recognize a key by: the signature says nothing about it. */
const constant = 'rungraph encryption key'

/** Notes which key the processes on this database encrypt with, so that a project moves only to a database whose processes have the same. */
export async function noteEncryptionKey(pool: pg.Pool, vault: Vault): Promise<void> {
  await pool.query(
    `insert into "EncryptionKey" (fingerprint, "usedAt") values ($1, clock_timestamp())
     on conflict (fingerprint) do update set "usedAt" = excluded."usedAt"`,
    [vault.sign(constant)],
  )
}

/** The fingerprint of the key that a process started with last; `null` where none had any. */
export async function latestEncryptionKey(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ fingerprint: string }>(
    'select fingerprint from "EncryptionKey" order by "usedAt" desc limit 1',
  )
  return rows[0]?.fingerprint ?? null
}

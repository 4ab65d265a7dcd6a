import type pg from 'pg'
import { z } from 'zod'

/**
 * A backup is a text, compressed with Zstandard: a line of JSON about the whole; for each table a line of JSON, its rows as COPY writes
 * them, a line `\.` and the number of rows; at last a line with the SHA-256 of everything before. `zstdcat` shows it, and `\copy` of
 * psql could load each of its tables.
 */

/** The version of the format that is written. Older ones are read; it is raised where they could not be. */
export const backupVersion = 1

/** The first line. */
export const backupHeader = z.object({
  format: z.literal('rungraph-backup'),
  version: z.int().min(1),
  /** Versions of the Rungraph and of the PostgreSQL that it comes from. */
  rungraph: z.string(),
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  /** The migrations of the database, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** The fingerprint of the key that its secrets are encrypted with; `null`: nothing in it is encrypted. */
  encryption: z.string().nullable(),
  /** That key in base64, if the backup was asked to contain it. */
  key: z.string().optional(),
  /** The number of a transaction that comes after all whose numbers are in its rows. */
  nextTransaction: z.string().regex(/^\d+$/),
  partitions: z.array(z.object({ name: z.string(), from: z.number(), to: z.number() })),
  /** The last number that each sequence gave. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string() })),
})
export type BackupHeader = z.infer<typeof backupHeader>

/** The line before the rows of a table. */
export const tableHead = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableHead = z.infer<typeof tableHead>

/** The line after the rows of a table. */
export const tableEnd = z.object({ rows: z.int().min(0) })

/** The last line: a file that was cut off lacks it. */
export const backupEnd = z.object({ end: z.object({ rows: z.int(), sha256: z.string() }) })

/** Line with which COPY ends the rows of a table; no row is like it, as a backslash in a row is written twice. */
export const rowsEnd = '\\.'

/** The tables that are in no backup, with why. */
export const leftOut: Readonly<Record<string, string>> = {
  _prisma_migrations: 'The header names the migrations, and the program that restores applies them.',
  AgentSetHolder: 'It describes processes on the database.',
  Worker: 'It describes processes on the database.',
}

/** A part of a backup as it is read. */
export type BackupPart =
  | { readonly kind: 'table'; readonly head: TableHead }
  /** Rows of the table, as COPY takes them; a piece may begin and end within a row. */
  | { readonly kind: 'rows'; readonly bytes: Uint8Array }
  | { readonly kind: 'tableEnd'; readonly rows: number }

/** Progress of a backup. */
export interface BackupProgress {
  readonly table: string
  /** Of all tables so far, before compression. */
  readonly bytes: number
}

/** The largest numbers that the sequences of the database gave. */
export async function readSequences(client: pg.ClientBase): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(sequencesStatement)
  const read = []
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query<{ last: string }>(
      `select case when is_called then last_value else last_value - 1 end::text as last from ${sequence}`,
    )
    read.push({ table, column, last: found[0]?.last ?? '0' })
  }
  return read
}

const sequencesStatement = `
select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
order by 1, 2`

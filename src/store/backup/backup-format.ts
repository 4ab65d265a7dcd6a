import { z } from 'zod'

/**
 * A backup is a text, compressed with Zstandard, which adds a checksum: a line of JSON about the whole; for each table a line of JSON, its
 * rows as COPY writes them, and a line `\.`; at last a line that says that it is whole. `zstdcat` shows it, and `\copy` of psql could load
 * each of its tables.
 */

/** The version of the format that is written. Older ones are read; it is raised where they could not be. */
export const backupVersion = 2

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
})
export type BackupHeader = z.infer<typeof backupHeader>

/** The line before the rows of a table. */
export const tableHead = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableHead = z.infer<typeof tableHead>

/** The last line: a file that was cut off lacks it. In version 1 it has sums. */
export const backupEnd = z.object({ end: z.union([z.literal(true), z.object({ sha256: z.string() })]) })

/** In version 1, a line after the rows of a table. */
export const rowCount = z.object({ rows: z.int() })

/** Line with which COPY ends the rows of a table; no row is like it, as a backslash in a row is written twice. */
export const rowsEnd = '\\.'

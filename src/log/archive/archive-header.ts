import type pg from 'pg'
import { z } from 'zod'

/** The version of the format that is written. Older ones are read; it is raised where they could not be. */
export const archiveVersion = 1

/** The first line of a file. */
export const archiveHeader = z.object({
  format: z.literal('rungraph-run'),
  version: z.int().min(1),
  /** The newest migration of the database that it comes from. */
  schema: z.string(),
  /** The runs of the file, the root first. */
  runs: z.array(z.uuid()).min(1),
})
export type ArchiveHeader = z.infer<typeof archiveHeader>

/** The last line: a file that was cut off lacks it. */
export const archiveEnd = z.object({ end: z.object({ rows: z.int() }) })

/** The newest migration that a database has had: their names begin with their time. */
export async function newestMigration(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select max(migration_name) as name from "_prisma_migrations" where finished_at is not null and rolled_back_at is null`,
  )
  return rows[0]?.name ?? ''
}

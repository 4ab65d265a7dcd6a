import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../hash.ts'

/** One step of the schema's history: a folder with a `migration.sql`. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url))

/** The migrations of a folder, oldest first: their names begin with the time. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const read = async (name: string) => ({
    name,
    sql: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
  })
  return Promise.all(names.toSorted().map(read))
}

/** Compares with the SHA-256 that Prisma stored; another system's line ends are no change. */
export function hasChecksum({ sql }: Migration, checksum: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n')
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => sha256(text) === checksum)
}

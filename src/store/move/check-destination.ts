import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import { newestMigration } from '../archive/archive-header.ts'
import { latestEncryptionKey } from '../encryption-keys.ts'
import { lockSpaces } from '../lock-spaces.ts'

/** The project that each database has of its own: demonstration agents are in it, and its ADMIN keys read the metrics. */
const ownProject = 'default'

/** The project to move. @throws MOVE_REFUSED */
export async function findProject(from: pg.ClientBase, slug: string): Promise<{ readonly id: string }> {
  if (slug === ownProject)
    throw refused(slug, 'each database has one of that name of its own. Use projects of other names.')
  const { rows } = await from.query<{ id: string }>('select id from "Project" where slug = $1', [slug])
  if (rows[0]) return rows[0]
  throw refused(slug, 'this database has no such project. If it was moved before, it is there.')
}

/** Whether the other database can take the project. @throws MOVE_REFUSED */
export async function checkDestination(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { slug, projectId }: { readonly slug: string; readonly projectId: string },
): Promise<void> {
  if (await isSameDatabase(from, to)) throw refused(slug, 'it is in that database already.')
  const [ownSchema, schema] = [await schemaOf(from), await schemaOf(to)]
  if (schema !== ownSchema)
    throw refused(
      slug,
      `the other database has the schema ${schema}, and this one ${ownSchema}. Run the same version of Rungraph on both.`,
    )
  const { rowCount: isTaken } = await to.query(
    'select 1 from "Project" where slug = $2 or id = $1 union all select 1 from "ProjectMove" where slug = $2 or "projectId" = $1',
    [projectId, slug],
  )
  if (isTaken !== 0)
    throw refused(
      slug,
      'the other database has a project of this name or id, or the remains of one that moves. Finish its move, or rename one of them.',
    )
  const fault = await keyFault(from, to, projectId)
  if (fault !== null) throw refused(slug, fault)
}

/** Of a database that Rungraph never used, `none`. */
async function schemaOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('"_prisma_migrations"') is not null as "isThere"`,
  )
  return rows[0]?.isThere ? newestMigration(client) : 'none'
}

/** A lock that is taken in one database is seen in the other only if they are one. */
async function isSameDatabase(from: pg.ClientBase, to: pg.ClientBase): Promise<boolean> {
  const lock = [lockSpaces.moves, randomInt(1, 2 ** 31 - 1)]
  await from.query('select pg_advisory_lock($1, $2)', lock)
  try {
    const { rowCount } = await to.query(
      `select from pg_locks where locktype = 'advisory' and classid = $1::oid and objid = $2::oid
         and database = (select oid from pg_database where datname = current_database())`,
      lock,
    )
    return rowCount !== 0
  } finally {
    await from.query('select pg_advisory_unlock($1, $2)', lock)
  }
}

/** Encrypted values can be read only by processes that have the same key. */
async function keyFault(from: pg.ClientBase, to: pg.ClientBase, projectId: string): Promise<string | null> {
  const { rows } = await from.query<{ isSealed: boolean }>(sealedStatement, [projectId])
  if (!rows[0]?.isSealed) return null
  const key = await latestEncryptionKey(to)
  if (key === null)
    return 'it has encrypted secrets, and no process with an encryption key has run on the other database. Set RUNGRAPH_ENCRYPTION_KEY there to the key of this one, and start a process.'
  if (key === (await latestEncryptionKey(from))) return null
  return 'it has encrypted secrets, and the processes on the other database have another encryption key. Set RUNGRAPH_ENCRYPTION_KEY to the same key on both, and start a process there.'
}

const sealedStatement = `
select exists (select from "Secret" where "projectId" = $1)
  or exists (select from "Webhook" where "projectId" = $1 and secret is not null)
  or exists (select from "ModelTraffic" where "projectId" = $1)
  or exists (select from "ActionCache" where "projectId" = $1 and sealed is not null)
  or exists (select from "Gate" where "projectId" = $1 and resolution->>'sealed' is not null) as "isSealed"`

/** The error about a project that cannot be moved. */
export function refused(slug: string, reason: string): RungraphError {
  return new RungraphError('MOVE_REFUSED', { slug, reason })
}

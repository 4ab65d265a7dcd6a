import type pg from 'pg'
import { RungraphError, tooMany } from '../../domain/errors.ts'
import { type FileStore, fileBounds, type NewFile, type StoredFile } from '../../domain/file.ts'
import { lockProject } from '../../sql/lock-spaces.ts'
import { inTransaction } from '../../sql/transaction.ts'

/** Files of projects and their contents, in PostgreSQL (FILE-1). */
export function createFileStore(pool: pg.Pool): FileStore {
  return {
    keep: (file) => inTransaction(pool, (client) => keepFile(client, file)),

    maxBytes: async (projectId) => {
      const { rows } = await pool.query<{ maxFileBytes: number }>(
        'select "maxFileBytes" from "Project" where id = $1',
        [projectId],
      )
      return rows[0]?.maxFileBytes ?? 0
    },

    find: async (projectId, fileIds) => {
      const { rows } = await pool.query<FileRow>(findStatement, [projectId, fileIds])
      return rows.map(({ width, height, ...file }) => ({
        ...file,
        pixels: width === null || height === null ? null : [width, height],
      }))
    },

    read: async (projectId, fileId) => {
      const { rows } = await pool.query<{ data: Buffer }>(
        `select c.data from "File" f join "FileContent" c on c."projectId" = f."projectId" and c.sha256 = f.sha256
         where f.id = $1 and f."projectId" = $2`,
        [fileId, projectId],
      )
      return rows[0]?.data ?? null
    },
  }
}

interface FileRow extends Omit<StoredFile, 'pixels'> {
  readonly width: number | null
  readonly height: number | null
}

const findStatement = `
select id as "fileId", "projectId", sha256, "mediaType", name, "byteCount", width, height
from "File" where "projectId" = $1 and id = any($2::uuid[])`

/** One file of a project is kept at a time, so that its quota holds. */
async function keepFile(client: pg.PoolClient, file: NewFile): Promise<void> {
  const { projectId, sha256, byteCount, data, pixels } = file
  await lockProject(client, 'files', projectId)
  const known = await client.query(knownStatement, [projectId, sha256])
  await checkQuota(client, file, known.rowCount === 1)
  if (known.rowCount === 0) await client.query(contentStatement, [projectId, sha256, byteCount, data])
  const stored = await client.query(fileStatement, [
    ...[file.fileId, projectId, sha256, file.mediaType, file.name, byteCount],
    ...[pixels?.[0] ?? null, pixels?.[1] ?? null, file.createdBy, file.tokenScope],
  ])
  if (stored.rowCount === 1) return
  // A client that did not see the answer sends the file again.
  const same = await client.query(sameStatement, [file.fileId, projectId, sha256])
  if (same.rowCount === 0) throw new RungraphError('FILE_UPLOADED', {})
}

/** @throws FILE_TOO_LARGE, LIMIT_EXCEEDED */
async function checkQuota(
  client: pg.PoolClient,
  { projectId, byteCount }: NewFile,
  isKnown: boolean,
): Promise<void> {
  const { rows } = await client.query<Quota>(quotaStatement, [
    projectId,
    fileBounds.unusedMs * 2,
    fileBounds.maxUnused,
  ])
  const [quota] = rows
  if (!quota) throw new RungraphError('NOT_FOUND', { kind: 'project' })
  const { maxFileBytes: maxBytes, maxStoredFileBytes: max, stored, unused } = quota
  if (byteCount > maxBytes) throw new RungraphError('FILE_TOO_LARGE', { bytes: byteCount, maxBytes })
  if (unused >= fileBounds.maxUnused)
    throw tooMany('files of the project that no run names', {
      max: fileBounds.maxUnused,
      remedy: 'Name them in runs or messages. Those that no run names are deleted a day after their upload.',
    })
  const value = stored + byteCount
  if (isKnown || value <= max) return
  const remedy =
    'Delete runs with files that are no longer needed, or raise maxStoredFileBytes of the project (updateProject).'
  throw new RungraphError('LIMIT_EXCEEDED', {
    ...{ limit: 'The size of all files of the project, in bytes,', value, max, remedy },
  })
}

interface Quota {
  readonly maxFileBytes: number
  readonly maxStoredFileBytes: number
  /** Bytes that the project has stored. */
  readonly stored: number
  /** Number of its files that no run names, at most `maxUnused`. The same bytes again take none of the others, but a row. */
  readonly unused: number
}

/** Files that no run names are recent: retention removes them after a day. Older ones, which may be very many, are not read. */
const quotaStatement = `
select p."maxFileBytes", p."maxStoredFileBytes"::float8,
  (select coalesce(sum(c."byteCount"), 0)::float8 from "FileContent" c where c."projectId" = p.id) as stored,
  (select count(*)::int from (
    select from "File" f
    where f."projectId" = p.id and f."createdAt" > clock_timestamp() - $2 * interval '1 millisecond'
      and not exists (select from "RunFile" r where r."fileId" = f.id)
    limit $3) u) as unused
from "Project" p where p.id = $1`

/** The lock keeps a content that is there from being deleted before its new file names it. */
const knownStatement = `select from "FileContent" where "projectId" = $1 and sha256 = $2 for key share`

const contentStatement = `insert into "FileContent" ("projectId", sha256, "byteCount", data) values ($1, $2, $3, $4)`

const fileStatement = `
insert into "File" (id, "projectId", sha256, "mediaType", name, "byteCount", width, height, "createdBy", "tokenScope", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())
on conflict (id) do nothing`

const sameStatement = `select from "File" where id = $1 and "projectId" = $2 and sha256 = $3`

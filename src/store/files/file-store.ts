import type pg from 'pg'
import { RungraphError, tooMany } from '../../domain/errors.ts'
import {
  type FileStore,
  fileBounds,
  type NewFile,
  type ObjectStore,
  type StoredFile,
} from '../../domain/file.ts'
import { lockProject } from '../../sql/lock-spaces.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { claimObject, eraseObjects, putObject, readObject } from './object-contents.ts'
import { isUnused } from './prune-files.ts'

/** Files of projects, in PostgreSQL, with their contents, which are in PostgreSQL too or objects (FILE-1, FILE-8). */
export function createFileStore(pool: pg.Pool, objects: ObjectStore | null = null): FileStore {
  return {
    keep: async (file) => {
      const objectKey = objects === null ? null : await putUnlessKnown(pool, file, objects)
      await inTransaction(pool, (client) => keepFile(client, file, objectKey))
    },

    maxBytes: async (projectId) => {
      const { rows } = await pool.query<{ maxFileBytes: number }>(
        'select "maxFileBytes" from "Project" where id = $1',
        [projectId],
      )
      return rows[0]?.maxFileBytes ?? 0
    },

    find: async (projectId, fileIds) => {
      const { rows } = await pool.query<FileRow>(findStatement, [projectId, fileIds])
      return rows.map(toStoredFile)
    },

    read: async (projectId, fileId) => {
      const { rows } = await pool.query<ContentRow>(
        `select c.data, c."objectKey", c.sha256 from "File" f join "FileContent" c on c."projectId" = f."projectId" and c.sha256 = f.sha256
         where f.id = $1 and f."projectId" = $2`,
        [fileId, projectId],
      )
      const [content] = rows
      if (content === undefined || content.objectKey === null) return content?.data ?? null
      return readObject(content.objectKey, content.sha256, objects)
    },

    erase: async () => {
      if (objects !== null) await eraseObjects(pool, objects)
    },
  }
}

interface ContentRow {
  readonly data: Buffer | null
  readonly objectKey: string | null
  readonly sha256: string
}

export interface FileRow extends Omit<StoredFile, 'pixels'> {
  readonly width: number | null
  readonly height: number | null
}

/** SQL of the columns of a FileRow, of file f. */
export const storedFileColumns = `f.id as "fileId", f."projectId", f.sha256, f."mediaType", f.name, f."byteCount", f.width, f.height`

export function toStoredFile({ width, height, ...file }: FileRow): StoredFile {
  return { ...file, pixels: width === null || height === null ? null : [width, height] }
}

const findStatement = `
select ${storedFileColumns} from "File" f where f."projectId" = $1 and f.id = any($2::uuid[])`

/** The name of a new object, or null where the project has the bytes. What the quota refuses is not sent. */
async function putUnlessKnown(pool: pg.Pool, file: NewFile, objects: ObjectStore): Promise<string | null> {
  const known = await pool.query('select from "FileContent" where "projectId" = $1 and sha256 = $2', [
    file.projectId,
    file.sha256,
  ])
  await checkQuota(pool, file, known.rowCount === 1)
  return known.rowCount === 1 ? null : putObject(pool, file, objects)
}

/**
 * One file of a project is kept at a time, so that its quota holds. `objectKey`: the object that has its bytes. Null: there is none, and they
 * go into the row.
 */
async function keepFile(client: pg.PoolClient, file: NewFile, objectKey: string | null): Promise<void> {
  const { projectId, sha256, byteCount, data, pixels } = file
  await lockProject(client, 'files', projectId)
  const known = await client.query(knownStatement, [projectId, sha256])
  await checkQuota(client, file, known.rowCount === 1)
  if (known.rowCount === 0) {
    const inRow = objectKey === null ? data : null
    await client.query(contentStatement, [projectId, sha256, byteCount, inRow, objectKey])
    if (objectKey !== null) await claimObject(client, objectKey)
  }
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
  client: Pick<pg.PoolClient, 'query'>,
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
    throw tooMany('files of the project that nothing names', {
      max: fileBounds.maxUnused,
      remedy:
        'Name them in runs, messages or items of data sets. Those that nothing names are deleted a day after their upload.',
    })
  const value = stored + byteCount
  if (isKnown || value <= max) return
  const remedy =
    'Delete runs and data sets with files that are no longer needed, or raise maxStoredFileBytes of the project (updateProject).'
  throw new RungraphError('LIMIT_EXCEEDED', {
    ...{ limit: 'The size of all files of the project, in bytes,', value, max, remedy },
  })
}

interface Quota {
  readonly maxFileBytes: number
  readonly maxStoredFileBytes: number
  /** Bytes that the project has stored. */
  readonly stored: number
  /** Number of its files that nothing names, at most `maxUnused`. The same bytes again take none of the others, but a row. */
  readonly unused: number
}

/** Files that nothing names are recent: retention removes them after a day. Older ones, which may be very many, are not read. */
const quotaStatement = `
select p."maxFileBytes", p."maxStoredFileBytes"::float8,
  (select coalesce(sum(c."byteCount"), 0)::float8 from "FileContent" c where c."projectId" = p.id) as stored,
  (select count(*)::int from (
    select from "File" f
    where f."projectId" = p.id and f."createdAt" > clock_timestamp() - $2 * interval '1 millisecond' and ${isUnused}
    limit $3) u) as unused
from "Project" p where p.id = $1`

/** The lock keeps a content that is there from being deleted before its new file names it. */
const knownStatement = `select from "FileContent" where "projectId" = $1 and sha256 = $2 for key share`

const contentStatement = `
insert into "FileContent" ("projectId", sha256, "byteCount", data, "objectKey") values ($1, $2, $3, $4, $5)`

const fileStatement = `
insert into "File" (id, "projectId", sha256, "mediaType", name, "byteCount", width, height, "createdBy", "tokenScope", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())
on conflict (id) do nothing`

const sameStatement = `select from "File" where id = $1 and "projectId" = $2 and sha256 = $3`

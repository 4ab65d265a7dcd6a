import type pg from 'pg'
import type { ObjectStore } from '../../domain/file.ts'
import { sha256 } from '../../domain/hash.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { claimObject, eraseObjects, noteErasure, putObject } from './object-contents.ts'

/** Where the contents of files are. */
export type ContentsPlace = 'bucket' | 'database'

/** Numbers of contents. */
export interface ContentsCount {
  readonly inBucket: number
  readonly inDatabase: number
}

export interface MovedContents {
  readonly moved: number
  readonly bytes: number
  /** Names of objects that are not in the bucket, or have other bytes: their contents stay as they are. */
  readonly unreadable: readonly string[]
}

/** How many contents are where. */
export async function countContents(pool: pg.Pool): Promise<ContentsCount> {
  const { rows } = await pool.query<ContentsCount>(
    `select count("objectKey")::int as "inBucket", count(*) filter (where "objectKey" is null)::int as "inDatabase" from "FileContent"`,
  )
  return rows[0] ?? { inBucket: 0, inDatabase: 0 }
}

/**
 * Moves the contents of files to a place, one after another, while processes use them (FILE-8). A content is where it was until it is whole
 * at the other place: one transaction changes its row. What a process that died has left in the bucket is erased as FILE-8 has it, so that
 * another call finishes.
 */
export async function moveContents(
  pool: pg.Pool,
  { to, objects }: { readonly to: ContentsPlace; readonly objects: ObjectStore },
): Promise<MovedContents> {
  const unreadable: string[] = []
  let [moved, bytes] = [0, 0]
  for await (const content of contentsOutside(pool, to)) {
    const outcome = await (to === 'bucket' ? toBucket : toDatabase)(pool, content, objects)
    if (outcome === 'unreadable') unreadable.push(content.objectKey ?? '')
    if (outcome !== 'moved') continue
    moved += 1
    bytes += content.byteCount
  }
  await eraseObjects(pool, objects)
  return { moved, bytes, unreadable }
}

/** `gone`: it was deleted, or another process moved it. */
type Outcome = 'moved' | 'gone' | 'unreadable'

interface Content {
  readonly projectId: string
  readonly sha256: string
  readonly byteCount: number
  readonly objectKey: string | null
}

const pageSize = 200

async function* contentsOutside(pool: pg.Pool, to: ContentsPlace): AsyncGenerator<Content, void, void> {
  let after: Pick<Content, 'projectId' | 'sha256'> = {
    projectId: '00000000-0000-0000-0000-000000000000',
    sha256: '',
  }
  for (;;) {
    const { rows } = await pool.query<Content>(
      `select "projectId", sha256, "byteCount", "objectKey" from "FileContent"
       where "objectKey" is ${to === 'bucket' ? 'null' : 'not null'} and ("projectId", sha256) > ($1, $2)
       order by "projectId", sha256 limit ${pageSize}`,
      [after.projectId, after.sha256],
    )
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last
  }
}

/** The object is noted to be erased before it is stored, and no longer once the row names it. */
async function toBucket(pool: pg.Pool, content: Content, objects: ObjectStore): Promise<Outcome> {
  const { projectId, sha256: digest } = content
  const { rows } = await pool.query<{ data: Buffer | null }>(
    'select data from "FileContent" where "projectId" = $1 and sha256 = $2',
    [projectId, digest],
  )
  const data = rows[0]?.data
  if (!data) return 'gone'
  const key = await putObject(pool, { projectId, sha256: digest, data }, objects)
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update "FileContent" set data = null, "objectKey" = $3 where "projectId" = $1 and sha256 = $2 and "objectKey" is null`,
      [projectId, digest, key],
    )
    if (rowCount === 0) return 'gone'
    await claimObject(client, key)
    return 'moved'
  })
}

/** The row has the bytes before the object is erased, which a process may be about to read. */
async function toDatabase(pool: pg.Pool, content: Content, objects: ObjectStore): Promise<Outcome> {
  const { projectId, sha256: digest, objectKey } = content
  const key = objectKey ?? ''
  const data = await objects.get(key)
  if (data === null || sha256(data) !== digest)
    return (await isStillAt(pool, content)) ? 'unreadable' : 'gone'
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update "FileContent" set data = $4, "objectKey" = null where "projectId" = $1 and sha256 = $2 and "objectKey" = $3`,
      [projectId, digest, key, Buffer.from(data.buffer, data.byteOffset, data.byteLength)],
    )
    if (rowCount === 0) return 'gone'
    await noteErasure(client, key, readWithinMs)
    return 'moved'
  })
}

/** A process that has read the name of an object reads its bytes within this time, in milliseconds. */
const readWithinMs = 15 * 60_000

async function isStillAt(pool: pg.Pool, { projectId, sha256: digest, objectKey }: Content): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from "FileContent" where "projectId" = $1 and sha256 = $2 and "objectKey" = $3',
    [projectId, digest, objectKey],
  )
  return rowCount === 1
}

import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { NewFile, ObjectStore } from '../../domain/file.ts'
import { sha256 } from '../../domain/hash.ts'
import { inTransaction } from '../../sql/transaction.ts'

/** An upload that takes longer than this has failed: its object is erased. */
const uploadWithinMs = 3_600_000

/** So many of the objects that are to be erased are read at once. */
const erasedAtOnce = 100

/**
 * Stores the bytes of a file as an object of a name of its own, and gives the name. That it is to be erased is noted first, and stays so until
 * a content has the name (`claimObject`): a process that dies in between leaves no object behind (FILE-8).
 */
export async function putObject(
  pool: pg.Pool,
  { projectId, sha256: digest, data }: Pick<NewFile, 'projectId' | 'sha256' | 'data'>,
  objects: ObjectStore,
): Promise<string> {
  // Another upload of the same bytes has another name: no erasure of the one is one of the other.
  const key = `${projectId}/${digest}-${uuidv7()}`
  await noteErasure(pool, key, uploadWithinMs)
  await objects.put(key, data, digest)
  return key
}

/** Notes that an object is to be erased after a time, in milliseconds. */
export async function noteErasure(
  client: Pick<pg.PoolClient, 'query'> | pg.Pool,
  key: string,
  afterMs: number,
): Promise<void> {
  await client.query(
    `insert into "FileErasure" ("objectKey", "eraseAfter") values ($1, clock_timestamp() + $2 * interval '1 millisecond')`,
    [key, afterMs],
  )
}

/** From the end of the transaction on a content has the object. @throws where it was erased meanwhile */
export async function claimObject(client: pg.PoolClient, key: string): Promise<void> {
  const { rowCount } = await client.query('delete from "FileErasure" where "objectKey" = $1', [key])
  if (rowCount === 0) throw new Error(`The upload of the object ${key} took so long that it was erased.`)
}

/** The bytes of an object, as its name says; `null` where it is gone. */
export async function readObject(
  key: string,
  digest: string,
  objects: ObjectStore | null,
): Promise<Uint8Array | null> {
  if (objects === null)
    throw new Error(`A file is the object ${key}, and RUNGRAPH_FILES_URL does not name its bucket.`)
  const data = await objects.get(key)
  if (data === null || sha256(data) === digest) return data
  throw new Error(`The object ${key} has other bytes than those that were stored.`)
}

/**
 * Erases the objects that no content has any more. The note of an object goes in the transaction in which the object does: another process
 * waits for it, and one that dies leaves the note.
 */
export async function eraseObjects(pool: pg.Pool, objects: ObjectStore): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ objectKey: string }>(
      'select "objectKey" from "FileErasure" where "eraseAfter" <= clock_timestamp() order by "eraseAfter" limit $1',
      [erasedAtOnce],
    )
    for (const { objectKey } of rows)
      await inTransaction(pool, async (client) => {
        const { rowCount } = await client.query('delete from "FileErasure" where "objectKey" = $1', [
          objectKey,
        ])
        if (rowCount === 1) await objects.remove(objectKey)
      })
    if (rows.length < erasedAtOnce) return
  }
}

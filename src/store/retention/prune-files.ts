import type pg from 'pg'
import { fileBounds } from '../../domain/file.ts'
import { transact } from '../../sql/transaction.ts'

/** Number of files in one transaction. */
const batch = 200

/** The files that the messages of these trees name. */
export async function filesOfTrees(
  client: pg.PoolClient,
  rootIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ fileId: string }>(
    'select distinct "fileId" from "RunFile" where "rootId" = any($1::uuid[])',
    [rootIds],
  )
  return rows.map(({ fileId }) => fileId)
}

/** Removes those of the files that no run names any more, with the contents that no file has any more (FILE-3). */
export async function removeFiles(client: pg.PoolClient, fileIds: readonly string[]): Promise<void> {
  for (let from = 0; from < fileIds.length; from += batch)
    await removeListed(client, fileIds.slice(from, from + batch))
}

interface Unused {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Stops between two batches. */
  readonly signal: AbortSignal
}

/** Removes the files that no run names a day after their upload: also those that a process left that died while it deleted their runs. */
export async function removeUnusedFiles(client: pg.PoolClient, { now, signal }: Unused): Promise<void> {
  const before = new Date(now - fileBounds.unusedMs)
  while (!signal.aborted) {
    const { rows } = await client.query<{ id: string }>(unusedStatement, [before, batch])
    const removed = await removeListed(
      client,
      rows.map(({ id }) => id),
    )
    // Files that a run names at this moment stay.
    if (rows.length < batch || removed === 0) return
  }
}

/**
 * Under locks that keep away who would name them: a file that is locked by a run that is just being written stays. Then the contents, which are
 * locked by uploads of the same bytes alike.
 */
async function removeListed(client: pg.PoolClient, fileIds: readonly string[]): Promise<number> {
  if (fileIds.length === 0) return 0
  return transact(client, async () => {
    await client.query(lockFiles, [fileIds])
    // Statements of their own see what was written until the rows were locked.
    const { rows } = await client.query<Removed>(removeStatement, [fileIds])
    const keys = [rows.map(({ projectId }) => projectId), rows.map(({ sha256 }) => sha256)]
    await client.query(lockContents, keys)
    await client.query(removeContents, keys)
    return rows.length
  })
}

interface Removed {
  readonly projectId: string
  readonly sha256: string
}

const unusedStatement = `
select f.id from "File" f
where f."createdAt" < $1 and not exists (select from "RunFile" r where r."fileId" = f.id)
order by f."createdAt" limit $2`

const lockFiles = `select from "File" where id = any($1::uuid[]) order by id for update`

const removeStatement = `
delete from "File" f
where f.id = any($1::uuid[]) and not exists (select from "RunFile" r where r."fileId" = f.id)
returning f."projectId", f.sha256`

const named = `("projectId", sha256) in (select * from unnest($1::uuid[], $2::text[]))`

const lockContents = `select from "FileContent" where ${named} order by "projectId", sha256 for update`

const removeContents = `
delete from "FileContent" c
where ${named} and not exists (select from "File" f where f."projectId" = c."projectId" and f.sha256 = c.sha256)`

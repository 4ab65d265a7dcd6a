import type pg from 'pg'
import { fileBounds } from '../../domain/file.ts'
import { inTransaction, transact } from '../../sql/transaction.ts'

/** SQL of whether neither a run nor an item of a data set names file f. */
export const isUnused = `(
  not exists (select from "RunFile" r where r."fileId" = f.id)
  and not exists (select from "DataSetItemFile" i where i."fileId" = f.id)
)`

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

/** Removes those of the files that neither a run nor an item of a data set names any more, with the contents that no file has any more (FILE-3). */
export async function removeFiles(client: pg.PoolClient, fileIds: readonly string[]): Promise<void> {
  for (let from = 0; from < fileIds.length; from += batch)
    await removeListed(client, fileIds.slice(from, from + batch))
}

/** The same where no connection is in hand. */
export async function freeFiles(pool: pg.Pool, fileIds: readonly string[]): Promise<void> {
  for (let from = 0; from < fileIds.length; from += batch)
    await inTransaction(pool, (client) => removeUnnamed(client, fileIds.slice(from, from + batch)))
}

interface Unused {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Stops between two batches. */
  readonly signal: AbortSignal
}

interface UnusedFile {
  readonly createdAt: Date
  readonly id: string
}

/** Removes the files that nothing names a day after their upload: also those that a process left that died while it deleted their runs. */
export async function removeUnusedFiles(client: pg.PoolClient, { now, signal }: Unused): Promise<void> {
  const before = new Date(now - fileBounds.unusedMs)
  let after: UnusedFile = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  while (!signal.aborted) {
    const values = [before, batch, after.createdAt, after.id]
    const { rows } = await client.query<UnusedFile>(unusedStatement, values)
    await removeListed(
      client,
      rows.map(({ id }) => id),
    )
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    // Files that are named at this moment stay, and are not read again.
    after = last
  }
}

async function removeListed(client: pg.PoolClient, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await transact(client, () => removeUnnamed(client, fileIds))
}

/**
 * Under locks that keep away who would name them: a file that is locked by a run or an item that is just being written stays. Then the contents, which are
 * locked by uploads of the same bytes alike.
 */
async function removeUnnamed(client: pg.PoolClient, fileIds: readonly string[]): Promise<void> {
  await client.query(lockFiles, [fileIds])
  // Statements of their own see what was written until the rows were locked.
  const { rows } = await client.query<Removed>(removeStatement, [fileIds])
  const keys = [rows.map(({ projectId }) => projectId), rows.map(({ sha256 }) => sha256)]
  await client.query(lockContents, keys)
  await client.query(removeContents, keys)
}

interface Removed {
  readonly projectId: string
  readonly sha256: string
}

const unusedStatement = `
select f."createdAt", f.id from "File" f
where f."createdAt" < $1 and (f."createdAt", f.id) > ($3, $4) and ${isUnused}
order by f."createdAt", f.id limit $2`

const lockFiles = `select from "File" where id = any($1::uuid[]) order by id for update`

const removeStatement = `
delete from "File" f
where f.id = any($1::uuid[]) and ${isUnused}
returning f."projectId", f.sha256`

const named = `("projectId", sha256) in (select * from unnest($1::uuid[], $2::text[]))`

const lockContents = `select from "FileContent" where ${named} order by "projectId", sha256 for update`

/** That the object of a content is to be erased is noted with it (FILE-8): at once, also where the clock is set back meanwhile. */
const removeContents = `
with gone as (
  delete from "FileContent" c
  where ${named} and not exists (select from "File" f where f."projectId" = c."projectId" and f.sha256 = c.sha256)
  returning c."objectKey"
)
insert into "FileErasure" ("objectKey", "eraseAfter") select "objectKey", to_timestamp(0) from gone where "objectKey" is not null`

import type pg from 'pg'
import type { FilePart } from '../../domain/message.ts'

interface Linked {
  readonly projectId: string
  readonly rootId: string
  readonly files: readonly Pick<FilePart, 'fileId'>[]
}

/** Notes that messages of a tree of runs name files: they stay as long as it. False where one of them is gone. */
export async function linkFiles(
  client: pg.PoolClient,
  { projectId, rootId, files }: Linked,
): Promise<boolean> {
  const ids = [...new Set(files.map(({ fileId }) => fileId))]
  if (ids.length === 0) return true
  const { rows } = await client.query<{ found: number }>({
    name: 'rungraph-link-files',
    text: linkStatement,
    values: [rootId, projectId, ids],
  })
  return rows[0]?.found === ids.length
}

/** The lock keeps each from being deleted before its link is durable. */
const linkStatement = `
with found as materialized (
  select f.id from "File" f where f.id = any($3::uuid[]) and f."projectId" = $2 order by f.id for key share
), linked as (
  insert into "RunFile" ("rootId", "fileId", "projectId") select $1, id, $2 from found on conflict do nothing
)
select count(*)::int as found from found`

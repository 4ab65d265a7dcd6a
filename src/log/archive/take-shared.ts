import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { z } from 'zod'
import { RungraphError } from '../../domain/errors.ts'
import { formatIssues, issueMessages } from '../../domain/format-issue.ts'
import { sha256 } from '../../domain/hash.ts'
import { slugPattern } from '../../domain/object-key.ts'
import { type ArchiveRow, unreadableLine } from './archive-row.ts'

interface ImportTarget {
  readonly client: pg.PoolClient
  readonly projectId: string
}

const named = z.object({
  id: z.uuid(),
  slug: z.string().regex(slugPattern),
  name: z.string(),
  description: z.string().nullable(),
})
const agentVersion = z.object({ agentId: z.uuid(), version: z.int().min(1), definition: z.unknown() })
const workflowVersion = z.object({ workflowId: z.uuid(), version: z.int().min(1), definition: z.unknown() })
const file = z.object({
  id: z.uuid(),
  sha256: z.hash('sha256'),
  mediaType: z.string(),
  name: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  data: z.base64(),
})
const session = z.object({ id: z.uuid(), key: z.string(), lastNumber: z.int().min(0) })

/** Imports a row that the project may already have. Keeps an identical row, refuses a conflicting one, and inserts a missing one. */
export async function takeShared(row: ArchiveRow, target: ImportTarget): Promise<void> {
  switch (row.type) {
    case 'agent':
      return takeNamed('Agent', readShape(named, row), row, target)
    case 'workflow':
      return takeNamed('Workflow', readShape(named, row), row, target)
    case 'agentVersion': {
      const { agentId: id, ...version } = readShape(agentVersion, row)
      return takeVersion({ table: 'Agent', id, ...version }, row, target)
    }
    case 'workflowVersion': {
      const { workflowId: id, ...version } = readShape(workflowVersion, row)
      return takeVersion({ table: 'Workflow', id, ...version }, row, target)
    }
    case 'session':
      return takeSession(readShape(session, row), row, target)
    case 'file':
      return takeFile(readShape(file, row), row, target)
    default:
      throw new Error(`A row of type ${row.type} is taken with others of its kind.`)
  }
}

type SharedTable = 'Agent' | 'Workflow'

async function takeNamed(
  table: SharedTable,
  { id, slug, name, description }: z.infer<typeof named>,
  row: ArchiveRow,
  { client, projectId }: ImportTarget,
): Promise<void> {
  const { rows } = await client.query<{ id: string; projectId: string }>(
    `select id, "projectId" from "${table}" where id = $1 or ("projectId" = $2 and slug = $3) order by id <> $1`,
    [id, projectId, slug],
  )
  const [known] = rows
  if (known?.id === id && known.projectId === projectId) return
  if (known?.id === id) throw conflict(row, `the ${row.type} "${slug}" is another project's`)
  if (known) throw conflict(row, `its slug "${slug}" belongs to another ${row.type}`)
  await client.query(
    `insert into "${table}" (id, "projectId", slug, name, description, version, "updatedAt")
     values ($1, $2, $3, $4, $5, 0, clock_timestamp())`,
    [id, projectId, slug, name, description],
  )
}

interface Version {
  readonly table: SharedTable
  readonly id: string
  readonly version: number
  readonly definition: unknown
}

async function takeVersion(
  { table, id, version, definition }: Version,
  row: ArchiveRow,
  { client, projectId }: ImportTarget,
): Promise<void> {
  const owner = table === 'Agent' ? '"agentId"' : '"workflowId"'
  const { rows } = await client.query<{ definition: unknown }>(
    `select v.definition from "${table}" o
     left join "${table}Version" v on v.${owner} = o.id and v.version = $3
     where o.id = $1 and o."projectId" = $2`,
    [id, projectId, version],
  )
  const [known] = rows
  if (!known) throw unreadableLine(row.line, 'what it is a version of is not in the file')
  if (known.definition !== null) {
    if (isDeepStrictEqual(known.definition, definition)) return
    throw conflict(row, `version ${version} has another definition here`)
  }
  await client.query(
    `insert into "${table}Version" (${owner}, version, "projectId", definition)
     select $1, $2, $3, $4::json->'row'->'definition' where $4::jsonb is not null`,
    [id, version, projectId, row.text],
  )
  // The newest existing version stays the newest: an import does not change an agent in use.
  await client.query(`update "${table}" set version = $2 where id = $1 and version = 0`, [id, version])
}

/** Runs that are triggered here come after all that were triggered there until the export. */
async function takeSession(
  { id, key, lastNumber }: z.infer<typeof session>,
  row: ArchiveRow,
  { client, projectId }: ImportTarget,
): Promise<void> {
  const { rows } = await client.query<{ isSame: boolean }>(
    `select id = $1 and "projectId" = $2 as "isSame" from "Session" where id = $1 or ("projectId" = $2 and key = $3)`,
    [id, projectId, key],
  )
  if (!rows.every(({ isSame }) => isSame))
    throw conflict(row, `the key ${JSON.stringify(key)} of its session belongs to another conversation`)
  await client.query(
    `insert into "Session" as known (id, "projectId", key, "lastNumber") values ($1, $2, $3, $4)
     on conflict (id) do update set "lastNumber" = greatest(known."lastNumber", excluded."lastNumber")`,
    [id, projectId, key, lastNumber],
  )
}

/** Its content is stored once for all files of the project that have it. */
async function takeFile(
  { id, sha256: digest, data: base64, ...given }: z.infer<typeof file>,
  row: ArchiveRow,
  { client, projectId }: ImportTarget,
): Promise<void> {
  const data = Buffer.from(base64, 'base64')
  if (sha256(data) !== digest) throw unreadableLine(row.line, 'its bytes are not those of its hash')
  const { rows } = await client.query<{ isSame: boolean }>(
    `select "projectId" = $2 and sha256 = $3 as "isSame" from "File" where id = $1`,
    [id, projectId, digest],
  )
  const [known] = rows
  if (known?.isSame) return
  if (known) throw conflict(row, 'its id belongs to another file')
  await client.query(
    `insert into "FileContent" as known ("projectId", sha256, "byteCount", data) values ($1, $2, $3, $4)
     on conflict ("projectId", sha256) do update set "byteCount" = known."byteCount"`,
    [projectId, digest, data.byteLength, data],
  )
  await client.query(
    `insert into "File" (id, "projectId", sha256, "mediaType", name, "byteCount", width, height)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, projectId, digest, given.mediaType, given.name, data.byteLength, given.width, given.height],
  )
}

function readShape<Value>(shape: z.ZodType<Value>, { row, line, type }: ArchiveRow): Value {
  const parsed = shape.safeParse(row, { error: issueMessages })
  if (parsed.success) return parsed.data
  throw unreadableLine(line, `it is no ${type}: ${formatIssues(parsed.error)}`)
}

function conflict({ line }: ArchiveRow, what: string): RungraphError {
  return new RungraphError('IMPORT_CONFLICT', { line, what })
}

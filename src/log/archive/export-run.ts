import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import type { RunStatus } from '../../domain/run.ts'
import { toWordId } from '../../domain/word-id.ts'
import { hasUnsettled } from '../../sql/fired-actions.ts'
import {
  type ArchiveHeader,
  type ArchiveType,
  archiveTypes,
  archiveVersion,
  isPlain,
  newestMigration,
  type PlainType,
  plainTables,
  readColumns,
} from './archive-tables.ts'

export interface ExportOptions {
  readonly runId: string
  /** Whether the runs below it come along. */
  readonly withTree: boolean
  /** Called for each exported row, with its type, and the number of events in it. */
  readonly onRow?: (type: ArchiveType, events: number) => void
  /** Reads the bytes of a file that an object has; `null`: it is gone. Absent: the database has the bytes of all files. */
  readonly readObject?: ((key: string) => Promise<Uint8Array | null>) | undefined
}

/** So many rows are in memory at once: those of files have their bytes. */
const pageRows = (type: ArchiveType) => (type === 'file' ? 1 : 100)
const stoppedStatuses: readonly RunStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED']

/**
 * A stopped run, as lines of JSON without line ends: a header, then its rows in a fixed order, each as the database has it, then their
 * count. As of one moment, read page by page. Secrets are not in it: rows are redacted as they are stored, and values sealed by the vault
 * are left out. The same run gives the same lines, from any database (OPS-4). @throws RUN_NOT_EXPORTED
 */
export async function* exportRun(
  pool: pg.Pool,
  { runId, withTree, onRow, readObject }: ExportOptions,
): AsyncGenerator<string, void, void> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin isolation level repeatable read read only')
    // Times are exported as text, so the time zone is fixed. The transaction may be idle, because it is read at the pace of the reader.
    await client.query(`set local timezone = 'UTC'; set local idle_in_transaction_session_timeout = 0`)
    const runs = await readRuns(client, runId, withTree)
    const columns = await readColumns(client)
    const header: ArchiveHeader = {
      ...{ format: 'rungraph-run', version: archiveVersion, runs },
      schema: await newestMigration(client),
    }
    yield JSON.stringify(header)
    let rows = 0
    for (const type of archiveTypes) {
      for await (const { row, events = 0, objectKey = null } of readRows(client, selectOf(type, columns), {
        type,
        runs,
      })) {
        rows += 1
        onRow?.(type, events)
        const whole = objectKey === null ? row : withBytes(row, await bytesOf(objectKey, readObject))
        yield `{"type":"${type}","row":${whole}}`
      }
    }
    yield JSON.stringify({ end: { rows } })
    await client.query('commit')
    isDone = true
  } finally {
    // One who stops reading in the middle leaves a transaction behind that nothing is to go into.
    client.release(!isDone)
  }
}

async function bytesOf(key: string, readObject: ExportOptions['readObject']): Promise<Uint8Array> {
  const data = await readObject?.(key)
  if (data) return data
  const why = readObject === undefined ? 'RUNGRAPH_FILES_URL does not name its bucket' : 'it is gone'
  throw new Error(`The bytes of a file are the object ${key}, and ${why}.`)
}

/** The row as it is where the database has the bytes: no text of JSON has such quotation marks within it. */
function withBytes(row: string, data: Uint8Array): string {
  return row.replace('"data": null', () => `"data": "${Buffer.from(data).toString('base64')}"`)
}

/** The runs to export, the root first. */
async function readRuns(
  client: pg.PoolClient,
  runId: string,
  withTree: boolean,
): Promise<[string, ...string[]]> {
  const refuse = (reason: string) =>
    new RungraphError('RUN_NOT_EXPORTED', { run: toWordId('run', runId), reason })
  const { rows } = await client.query<RunRow>(runsStatement, [runId])
  const [root, ...below] = rows
  if (!root) throw refuse('there is none with this id. Give the id that the API shows, or its UUID.')
  if (root.id !== runId || root.parentId !== null)
    throw refuse(`it is a part of run ${toWordId('run', root.rootId)}. Export that one, with --tree.`)
  const wanted = withTree ? rows : [root]
  const unfinished = wanted.find(({ status, isSettled }) => !stoppedStatuses.includes(status) || !isSettled)
  if (unfinished)
    throw refuse(
      stoppedStatuses.includes(unfinished.status)
        ? `run ${toWordId('run', unfinished.id)} has unfinished FIRE_AND_FORGET actions. Wait until they end, and decide at their open gates.`
        : `run ${toWordId('run', unfinished.id)} is ${unfinished.status}. Wait until it finishes, or abort it first.`,
    )
  return [root.id, ...(withTree ? below.map(({ id }) => id) : [])]
}

interface RunRow {
  readonly id: string
  readonly parentId: string | null
  readonly rootId: string
  readonly status: RunStatus
  readonly isSettled: boolean
}

/** All of the tree of a root, or a run that is none. A run without active fired actions is settled. */
const runsStatement = `
select r.id, r."parentId", r."rootId", r.status,
  not ${hasUnsettled('r.id')} as "isSettled"
from "Run" r join "Run" root on root.id = r."rootId" and root."removedAt" is null
where r."rootId" = $1 or r.id = $1
order by r.id <> $1, r.depth, r."createdAt", r.id`

interface RowText {
  readonly row: string
  readonly events?: number
  /** Of a file whose bytes an object has. */
  readonly objectKey?: string | null
}

async function* readRows(
  client: pg.PoolClient,
  select: string,
  { type, runs }: { readonly type: ArchiveType; readonly runs: readonly string[] },
): AsyncGenerator<RowText, void, void> {
  await client.query(`declare rows no scroll cursor for ${select}`, [runs])
  for (;;) {
    const page = await client.query<RowText>(`fetch ${pageRows(type)} from rows`)
    yield* page.rows
    if (page.rows.length < pageRows(type)) break
  }
  await client.query('close rows')
}

function selectOf(type: ArchiveType, columns: Awaited<ReturnType<typeof readColumns>>): string {
  return isPlain(type) ? selectPlain(type, columns.get(plainTables[type].table) ?? []) : selectShared[type]
}

/** Columns that are not exported as they are, as SQL over `t`. */
const insteadOf: Partial<Record<PlainType, Readonly<Record<string, string>>>> = {
  // Only the events mention a child run that is not in the file.
  action: { childRunId: `case when t."childRunId" = any($1::uuid[]) then t."childRunId" end` },
  // Revised arguments are stored in full only in encrypted form.
  gate: {
    resolution: `case when t.resolution->'sealed' is null then t.resolution else (
      select coalesce(json_object_agg(e.key, e.value), '{}') from json_each(t.resolution) e where e.key <> 'sealed') end`,
  },
}

/**
 * The text of a row is the database's own: a number that JavaScript could not hold comes through as it is, and so does the order of the
 * keys of objects.
 */
function selectPlain(type: PlainType, columns: readonly string[]): string {
  const { table, without, orderBy } = plainTables[type]
  const exported = columns.filter((column) => column !== 'projectId' && !without.includes(column))
  const values = exported.map((column) => `${insteadOf[type]?.[column] ?? `t."${column}"`} as "${column}"`)
  const rowOf = (cells: readonly string[]) =>
    `(select row_to_json(x)::text from (select ${cells.join(', ')}) x)`
  switch (type) {
    case 'prompt':
      return `with shown as (
          select p.* from "Prompt" p
          where (p."projectId", p.hash) in (select s."projectId", s."promptHash" from "Step" s where s."runId" = any($1::uuid[])))
        select ${rowOf(values)} as row from (
          select * from shown union
          select p.* from "Prompt" p where (p."projectId", p.hash) in (select s."projectId", s."toolsHash" from shown s)) t
        order by ${orderBy}`
    case 'run':
      return `select ${rowOf(values)} as row from "Run" t where t.id = any($1::uuid[]) order by ${orderBy}`
    case 'runFile':
      return `select ${rowOf(values)} as row from "RunFile" t where t."rootId" = any($1::uuid[]) order by ${orderBy}`
    case 'eventSegment':
      return segmentsStatement(rowOf([...values, 't.place as "order"']))
    default:
      return `select ${rowOf(values)} as row from "${table}" t where t."runId" = any($1::uuid[]) order by ${orderBy}`
  }
}

/** Their order is a number that increases where segments of another run follow: their order among other transactions is lost. */
function segmentsStatement(row: string): string {
  const order = '"commitXid", "runId", "lastSeq"'
  return `
    select ${row} as row, json_array_length(t.events) as events from (
      select s.*, 1 + count(*) filter (where switched) over (order by ${order}) as place from (
        select e.*, lag(e."runId") over (order by ${order}) <> e."runId" as switched from "EventSegment" e where e."runId" = any($1::uuid[]) and e."firstSeq" <= e."lastSeq"
      ) s
    ) t order by ${order}`
}

/** Objects that other runs of the project share: only those that the runs of the file need, and only their immutable parts. */
const selectShared = {
  agent: `
    select jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name, 'description', a.description)::text as row from "Agent" a
    where a.id in (select r."agentId" from "Run" r where r.id = any($1::uuid[])) order by a.id`,
  agentVersion: `
    select json_build_object('agentId', v."agentId", 'version', v.version, 'definition', v.definition)::text as row from "AgentVersion" v
    where (v."agentId", v.version) in (select r."agentId", r."agentVersion" from "Run" r where r.id = any($1::uuid[]))
    order by v."agentId", v.version desc`,
  workflow: `
    select jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'description', w.description)::text as row from "Workflow" w
    where w.id in (select r."workflowId" from "Run" r where r.id = any($1::uuid[])) order by w.id`,
  workflowVersion: `
    select json_build_object('workflowId', v."workflowId", 'version', v.version, 'definition', v.definition)::text as row from "WorkflowVersion" v
    where (v."workflowId", v.version) in (select r."workflowId", r."workflowVersion" from "Run" r where r.id = any($1::uuid[]))
    order by v."workflowId", v.version desc`,
  session: `
    select jsonb_build_object('id', s.id, 'key', s.key, 'lastNumber', s."lastNumber")::text as row from "Session" s
    where s.id in (select r."sessionId" from "Run" r where r.id = any($1::uuid[])) order by s.id`,
  file: `
    select jsonb_build_object('id', f.id, 'sha256', f.sha256, 'mediaType', f."mediaType", 'name', f.name, 'width', f.width, 'height', f.height,
      'data', replace(encode(c.data, 'base64'), chr(10), ''))::text as row, c."objectKey"
    from "File" f join "FileContent" c on c."projectId" = f."projectId" and c.sha256 = f.sha256
    where f.id in (select l."fileId" from "RunFile" l where l."rootId" = any($1::uuid[])) order by f.id`,
} as const

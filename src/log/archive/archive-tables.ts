import type pg from 'pg'
import { z } from 'zod'

/** The version of the format that is written. Older ones are read; it is raised where they could not be. */
export const archiveVersion = 1

/** The first line of a file. */
export const archiveHeader = z.object({
  format: z.literal('rungraph-run'),
  version: z.int().min(1),
  /** The newest migration of the database that it comes from. */
  schema: z.string(),
  /** The runs of the file, the root first. */
  runs: z.array(z.uuid()).min(1),
})
export type ArchiveHeader = z.infer<typeof archiveHeader>

/** The last line: a file that was cut off lacks it. */
export const archiveEnd = z.object({ end: z.object({ rows: z.int() }) })

/** The newest migration that a database has had: their names begin with their time. */
export async function newestMigration(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select max(migration_name) as name from "_prisma_migrations" where finished_at is not null and rolled_back_at is null`,
  )
  return rows[0]?.name ?? ''
}

/** The kinds of rows of an exported run, in the order in which a file has them: rows come before those that refer to them. */
export const archiveTypes = [
  'agent',
  'agentVersion',
  'workflow',
  'workflowVersion',
  'session',
  'prompt',
  'file',
  'run',
  'runTag',
  'runFile',
  'rating',
  'runComment',
  'step',
  'action',
  'actionAttempt',
  'message',
  'runInput',
  'modelCall',
  'gate',
  'compaction',
  'eventSegment',
] as const
export type ArchiveType = (typeof archiveTypes)[number]

/** A table whose rows are taken as they are. Agents, workflows, sessions and files are not: the project may have them already. */
interface PlainTable {
  readonly table: string
  /** Columns that only have a meaning in their own database, or that refer to runs outside the file. */
  readonly without: readonly string[]
  /** Values of these columns in the importing database, as SQL over `x`, the row. */
  readonly instead: Readonly<Record<string, string>>
  readonly orderBy: string
}

/**
 * Segments of events are numbered in the order over all runs of the file, from 1: transaction ids of another database mean nothing here.
 * Such small numbers come before every position that a reader of a feed has reached, so that an imported run is history there and no news.
 */
export const plainTables: Readonly<
  Record<
    Exclude<ArchiveType, 'agent' | 'agentVersion' | 'workflow' | 'workflowVersion' | 'session' | 'file'>,
    PlainTable
  >
> = {
  prompt: { table: 'Prompt', without: [], instead: {}, orderBy: 'hash' },
  run: {
    table: 'Run',
    without: [
      'leaseOwner',
      'leaseKey',
      'leaseExpiresAt',
      'unprojectedFrom',
      'lastXid',
      'statusXid',
      'removedAt',
      'canaryId',
      'forkedFromId',
      'replayOfId',
    ],
    instead: { statusXid: '1' },
    orderBy: 'depth, "createdAt", id',
  },
  runTag: { table: 'RunTag', without: [], instead: {}, orderBy: '"runId", tag' },
  runFile: { table: 'RunFile', without: [], instead: {}, orderBy: '"rootId", "fileId"' },
  rating: { table: 'Rating', without: [], instead: {}, orderBy: '"runId", "createdAt", id' },
  runComment: { table: 'RunComment', without: [], instead: {}, orderBy: '"runId", "createdAt", id' },
  step: { table: 'Step', without: [], instead: {}, orderBy: '"runId", number' },
  action: { table: 'Action', without: [], instead: {}, orderBy: '"runId", "stepId", position' },
  actionAttempt: { table: 'ActionAttempt', without: [], instead: {}, orderBy: '"runId", "actionId", number' },
  message: { table: 'Message', without: [], instead: {}, orderBy: '"runId", position' },
  runInput: { table: 'RunInput', without: [], instead: {}, orderBy: '"runId", number' },
  modelCall: { table: 'ModelCall', without: [], instead: {}, orderBy: '"runId", number, id' },
  gate: { table: 'Gate', without: [], instead: {}, orderBy: '"runId", "createdAt", id' },
  compaction: { table: 'Compaction', without: [], instead: {}, orderBy: '"runId", number, id' },
  eventSegment: {
    table: 'EventSegment',
    without: ['commitXid', 'entries'],
    instead: { commitXid: `(x->>'order')::bigint` },
    orderBy: '"commitXid", "runId", "lastSeq"',
  },
}

export type PlainType = keyof typeof plainTables

export function isPlain(type: ArchiveType): type is PlainType {
  return type in plainTables
}

/** The columns of each table, the shortest names first: in one order in every database. */
export async function readColumns(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ table: string; columns: readonly string[] }>(
    `select table_name as table, array_agg(column_name::text order by length(column_name), column_name::text collate "C") as columns
     from information_schema.columns where table_schema = current_schema() group by table_name`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

import pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import { toWordId } from '../../domain/word-id.ts'
import { importLock } from '../../sql/lock-spaces.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { recordRows } from '../project/project-rows.ts'
import { type ArchiveRow, readRow, unreadableLine } from './archive-row.ts'
import {
  type ArchiveHeader,
  type ArchiveType,
  archiveEnd,
  archiveHeader,
  archiveTypes,
  archiveVersion,
  isPlain,
  newestMigration,
  plainTables,
  readColumns,
} from './archive-tables.ts'
import { takeShared } from './take-shared.ts'

export interface Imported {
  readonly runs: readonly string[]
  readonly rows: number
}

/** So many rows, or characters, go to the database together. */
const batchRows = 200
const batchChars = 4 * 1024 * 1024

/**
 * Writes an exported run into a project, which the caller finds or makes in the same transaction: all of it, or nothing. Ids are kept. It
 * is not active, so nobody executes anything for it, and no reader of a feed receives it; it may be read, replayed, forked and, where it is
 * PAUSED, resumed (OPS-4).
 * @throws RUN_EXISTS, ARCHIVE_UNREADABLE naming the line, ARCHIVE_TOO_NEW, IMPORT_CONFLICT
 */
export function importRun(
  pool: pg.Pool,
  lines: AsyncIterable<string>,
  findProject: (client: pg.PoolClient) => Promise<{ readonly id: string }>,
): Promise<Imported> {
  return inTransaction(pool, async (client) => {
    await client.query(`set local timezone = 'UTC'; set local idle_in_transaction_session_timeout = 0`)
    // One import at a time: the next one finds the rows of this one, such as an agent that runs of two files have.
    await client.query('select pg_advisory_xact_lock($1, $2)', [...importLock])
    const { id } = await findProject(client)
    return new Import(client, id).take(lines)
  })
}

interface Batch {
  readonly type: ArchiveType
  readonly columns: readonly string[]
  readonly rows: ArchiveRow[]
  chars: number
}

class Import {
  readonly #client: pg.PoolClient
  readonly #projectId: string
  #header: ArchiveHeader | null = null
  #ids: ReadonlySet<string> = new Set()
  #batch: Batch | null = null
  #columns: ReadonlyMap<string, readonly string[]> = new Map()
  #reached = 0
  #order = 0
  /** The number of each run's last event so far. */
  readonly #lastSeqs = new Map<unknown, number>()
  #rows = 0
  #runs = 0
  #isEnded = false

  constructor(client: pg.PoolClient, projectId: string) {
    this.#client = client
    this.#projectId = projectId
  }

  async take(lines: AsyncIterable<string>): Promise<Imported> {
    let number = 0
    for await (const line of lines) await this.#takeLine(line, ++number)
    if (!this.#header || !this.#isEnded)
      throw unreadableLine(number + 1, 'the file ends before its last line')
    if (this.#runs !== this.#header.runs.length)
      throw unreadableLine(number, 'the file lacks runs that its first line names')
    const { rows } = await this.#client.query<{ id: string }>(orderStatement, [this.#header.runs])
    if (rows[0])
      throw unreadableLine(
        number,
        `the log of run ${toWordId('run', rows[0].id)} is longer than its \`nextSeq\` says`,
      )
    await this.#refuseForeignReferences(this.#header.runs, number)
    await recordRows(this.#client, this.#header.runs)
    return { runs: this.#header.runs, rows: this.#rows }
  }

  /** The tables of a run have no constraints for it: other writers prove the run first. */
  async #refuseForeignReferences(runs: readonly string[], line: number): Promise<void> {
    const { rows } = await this.#client.query<{ what: string }>(foreignReferencesStatement, [runs])
    if (rows[0]) throw unreadableLine(line, `it has ${rows[0].what}, which is not in the file`)
  }

  async #takeLine(line: string, number: number): Promise<void> {
    if (this.#isEnded) throw unreadableLine(number, 'nothing may come after the line that ends the file')
    const value = parse(line, number)
    if (!this.#header) return this.#begin(value, number)
    const end = archiveEnd.safeParse(value)
    if (end.success) return this.#end(end.data.end.rows, number)
    await this.#takeRow(readRow(value, line, number, this.#ids))
  }

  async #begin(value: unknown, number: number): Promise<void> {
    const parsed = archiveHeader.safeParse(value)
    if (!parsed.success) throw unreadableLine(number, 'it is no header of an exported run')
    const { version, schema, runs } = parsed.data
    if (version > archiveVersion) throw tooNew('format', String(version), String(archiveVersion))
    const ownVersion = await newestMigration(this.#client)
    if (schema > ownVersion) throw tooNew('schema', schema, ownVersion)
    const { rows } = await this.#client.query<{ id: string }>(
      `select id from "Run" where id = any($1::uuid[]) limit 1`,
      [runs],
    )
    if (rows[0]) throw new RungraphError('RUN_EXISTS', { run: toWordId('run', rows[0].id) })
    this.#columns = await readColumns(this.#client)
    this.#header = parsed.data
    this.#ids = new Set(runs)
  }

  async #end(rows: number, number: number): Promise<void> {
    await this.#flush()
    if (rows !== this.#rows)
      throw unreadableLine(number, `it counts ${rows} rows, and there are ${this.#rows}`)
    this.#isEnded = true
  }

  async #takeRow(row: ArchiveRow): Promise<void> {
    const index = archiveTypes.indexOf(row.type)
    if (index < this.#reached)
      throw unreadableLine(row.line, `a row of type "${row.type}" stands too late in the file`)
    this.#reached = index
    this.#rows += 1
    if (row.type === 'run') this.#runs += 1
    if (row.type === 'eventSegment') this.#takeOrder(row)
    if (!isPlain(row.type)) {
      await this.#flush()
      return this.#takeShared(row)
    }
    const columns = this.#columnsOf(row)
    const isSame = this.#batch?.type === row.type && this.#batch.columns.join() === columns.join()
    if (!isSame) await this.#flush()
    this.#batch ??= { type: row.type, columns, rows: [], chars: 0 }
    this.#batch.rows.push(row)
    this.#batch.chars += row.text.length
    if (this.#batch.rows.length >= batchRows || this.#batch.chars >= batchChars) await this.#flush()
  }

  /** Orders begin with 1 and rise by 1: a larger one would come after positions that readers of a feed have reached. */
  #takeOrder({ row: { order, runId, firstSeq, lastSeq }, line }: ArchiveRow): void {
    const isNext = order === this.#order || order === this.#order + 1
    if (!isNext || order === 0)
      throw unreadableLine(line, 'its `order` does not follow that of the segment before it')
    if (Number(firstSeq) <= (this.#lastSeqs.get(runId) ?? 0))
      throw unreadableLine(line, 'its events have numbers of the segment before it')
    this.#order = Number(order)
    this.#lastSeqs.set(runId, Number(lastSeq))
  }

  async #takeShared(row: ArchiveRow): Promise<void> {
    const target = { client: this.#client, projectId: this.#projectId }
    await takeShared(row, target).catch((fault) => refuseRow(fault, row))
  }

  /** A column that was added later is left out of the statement: it gets its default in the database. */
  #columnsOf({ type, row, line }: ArchiveRow): readonly string[] {
    if (!isPlain(type)) return []
    const { table, without } = plainTables[type]
    const known = this.#columns.get(table) ?? []
    const rowColumns = Object.keys(row).filter((column) => !(type === 'eventSegment' && column === 'order'))
    const odd = rowColumns.find(
      (column) => !known.includes(column) || column === 'projectId' || without.includes(column),
    )
    if (odd !== undefined) throw unreadableLine(line, `a row of type "${type}" has no "${odd}"`)
    return rowColumns
  }

  async #flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = null
    if (!batch) return
    await this.#client.query('savepoint batch')
    try {
      await this.#insert(batch, batch.rows)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      // Which line it was, the database does not say.
      await this.#client.query('rollback to savepoint batch')
      for (const row of batch.rows) await this.#insert(batch, [row]).catch((fault) => refuseRow(fault, row))
      throw error
    }
    await this.#client.query('release savepoint batch')
  }

  async #insert({ type, columns }: Batch, rows: readonly ArchiveRow[]): Promise<void> {
    if (!isPlain(type)) return
    const { table, instead } = plainTables[type]
    const own = columns.map((column) => `"${column}"`)
    const added = Object.entries({ projectId: '$2::uuid', ...instead })
    const into = [...own, ...added.map(([column]) => `"${column}"`)].join(', ')
    const values = [...own.map((column) => `r.${column}`), ...added.map(([, value]) => value)].join(', ')
    // A prompt is stored once for all steps that had it.
    const known = type === 'prompt' ? ' on conflict do nothing' : ''
    await this.#client.query(
      // What `jsonb` refuses within a text, nothing could read. It would take the order from the keys of objects.
      `insert into "${table}" (${into}) select ${values}
       from json_array_elements($1::json) line cross join lateral (select line->'row' as x) l
       cross join lateral json_populate_record(null::"${table}", x) r where $1::jsonb is not null${known}`,
      [`[${rows.map(({ text }) => text).join(',')}]`, this.#projectId],
    )
  }
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw unreadableLine(number, 'it is no JSON')
  }
}

function refuseRow(fault: unknown, { type, line }: ArchiveRow): never {
  // These classes are errors of the row's data or of a constraint. Other errors are errors of the server, not of the file.
  if (!(fault instanceof pg.DatabaseError) || !/^2[23]/.test(fault.code ?? '')) throw fault
  if (fault.code !== '23505')
    throw unreadableLine(line, `the database refuses the row of type "${type}": ${fault.message}`)
  const what = `it has another ${type} with ${fault.constraint === 'Run_projectId_idempotencyKey_key' ? 'this idempotency key' : 'its id or place'}`
  throw new RungraphError('IMPORT_CONFLICT', { line, what }, fault)
}

function tooNew(what: string, fileVersion: string, ownVersion: string): RungraphError {
  return new RungraphError('ARCHIVE_TOO_NEW', { what, fileVersion, ownVersion })
}

/** The next event of a run that is resumed comes after all that it has. Gives the runs that would number it like one of them. */
const orderStatement = `
with logs as (
  select r.id, coalesce(max(e."commitXid"), 0) as "lastXid", coalesce(max(e."lastSeq"), 0) as seq
  from "Run" r left join "EventSegment" e on e."runId" = r.id where r.id = any($1::uuid[]) group by r.id
), ordered as (
  update "Run" r set "lastXid" = l."lastXid" from logs l where r.id = l.id returning r.id, r."nextSeq" <= l.seq as "isShort"
)
select id from ordered where "isShort"`

/** Rows of the runs that name a step, an action or a child run that is none of the same runs'. */
const foreignReferencesStatement = `
select 'an action of step ' || a."stepId" as what from "Action" a
where a."runId" = any($1::uuid[]) and not exists (select 1 from "Step" s where s.id = a."stepId" and s."runId" = a."runId")
union all
select 'an action with the child run ' || a."childRunId" from "Action" a
where a."runId" = any($1::uuid[]) and a."childRunId" is not null and not a."childRunId" = any($1::uuid[])
union all
select 'an attempt of action ' || t."actionId" from "ActionAttempt" t
where t."runId" = any($1::uuid[]) and not exists (select 1 from "Action" a where a.id = t."actionId" and a."runId" = t."runId")
union all
select 'a model call of step ' || c."stepId" from "ModelCall" c
where c."runId" = any($1::uuid[]) and not exists (select 1 from "Step" s where s.id = c."stepId" and s."runId" = c."runId")
union all
select 'a model call of action ' || c."actionId" from "ModelCall" c
where c."runId" = any($1::uuid[]) and c."actionId" is not null
  and not exists (select 1 from "Action" a where a.id = c."actionId" and a."runId" = c."runId")
limit 1`

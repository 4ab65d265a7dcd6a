import pg from 'pg'
import Cursor from 'pg-cursor'
import { parseJson } from '../domain/exact-numbers.ts'
import type { Json } from '../domain/json.ts'

export interface LimitedRows {
  readonly rows: readonly Readonly<Record<string, Json>>[]
  /** Rows that the statement changed or gave; `null` where the server reports none, or the result was cut. */
  readonly rowCount: number | null
  /** There were more rows than were asked for, or more bytes than are taken. */
  readonly isCut: boolean
}

export interface Statement {
  readonly sql: string
  /** As texts, and `null`: PostgreSQL reads them as the types that the statement wants. */
  readonly values: readonly (string | null)[]
  readonly maxRows: number
  readonly maxBytes: number
}

/** PostgreSQL's grammar takes a SELECT, VALUES, TABLE or WITH … SELECT after it, and nothing else. */
const declaration = 'declare rungraph_rows no scroll cursor without hold for\n'

/** Its grammar takes a statement that has a plan after it. Without ANALYZE it is not executed. */
const explanation = 'explain (format json)\n'

/** Rows of one round trip. */
const batch = 100

/**
 * Reads the rows of one query. PostgreSQL itself decides that it is a query and not another statement: it stands within the declaration of
 * a cursor. The checked text is the executed text. `pg-cursor` alone, as in `executeStatement`, would execute any statement.
 */
export async function readQuery(client: pg.ClientBase, statement: Statement): Promise<LimitedRows> {
  await askWithin(declaration, client, statement).catch(refuseOther)
  const types = limitedTexts(statement.maxBytes)
  return collect(statement, async (count) => {
    const fetch = `fetch forward ${count} from rungraph_rows`
    const { rows, fields } = await client.query<Texts>({ text: fetch, rowMode: 'array', types })
    return { rows, fields, rowCount: null }
  })
}

function refuseOther(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === syntaxError)
    error.hint ??= 'A query is one SELECT, VALUES, TABLE or WITH … SELECT; nothing else is taken here'
  throw error
}

const syntaxError = '42601'

/** The plan of one statement, which is not executed. */
export async function explainQuery(
  client: pg.ClientBase,
  statement: Pick<Statement, 'sql' | 'values'>,
): Promise<Json> {
  const { rows } = await askWithin(explanation, client, statement)
  return JSON.parse(rows[0]?.[0] ?? 'null')
}

/** Executes one statement of any kind, never several, and takes no more rows of it than are wanted. */
export async function executeStatement(client: pg.ClientBase, statement: Statement): Promise<LimitedRows> {
  const { sql, values, maxBytes } = statement
  const cursor = client.query(
    new OneStatement(sql, [...values], { rowMode: 'array', types: limitedTexts(maxBytes) }),
  )
  const result = await collect(statement, (count) => cursor.next(count))
  await cursor.close()
  return result
}

/** One row, each value as PostgreSQL writes it. */
type Texts = (string | null)[]

interface Batch {
  readonly rows: readonly Texts[]
  readonly fields: readonly pg.FieldDef[]
  /** Row count of the whole statement, if it has ended and reports one. */
  readonly rowCount: number | null
}

/** No text of PostgreSQL holds this character. */
const dropped = '\u0000'

/** Values beyond the maximum size are dropped as they arrive. */
function limitedTexts(maxBytes: number): pg.CustomTypesConfig {
  let bytes = 0
  const keep = (text: string): string => {
    bytes += Buffer.byteLength(text)
    return bytes > maxBytes ? dropped : text
  }
  return { getTypeParser: () => keep }
}

/** Requests one row more than is wanted, which shows whether there are more. */
async function collect(
  { maxRows }: Statement,
  next: (count: number) => Promise<Batch>,
): Promise<LimitedRows> {
  const kept: Readonly<Record<string, Json>>[] = []
  for (;;) {
    const wanted = Math.min(batch, maxRows + 1 - kept.length)
    const { rows, fields, rowCount } = await next(wanted)
    const columns = columnsOf(fields)
    for (const row of rows) {
      if (kept.length === maxRows || row.includes(dropped)) return { rows: kept, rowCount: null, isCut: true }
      kept.push(toObject(columns, row))
    }
    if (rows.length < wanted)
      return { rows: kept, rowCount: rowCount ?? (fields.length > 0 ? kept.length : null), isCut: false }
  }
}

/**
 * Uses the extended protocol, which takes no second statement in the same text. Positions in errors are those in the text of the caller.
 */
async function askWithin(
  before: string,
  client: pg.ClientBase,
  { sql, values }: Pick<Statement, 'sql' | 'values'>,
): Promise<pg.QueryArrayResult<Texts>> {
  const types = limitedTexts(Number.POSITIVE_INFINITY)
  const question = { text: before + sql, values: [...values], rowMode: 'array', types } as const
  // `pg` chooses the simple protocol where there are no values. Its types do not know the option.
  const extended = { ...question, queryMode: 'extended' }
  try {
    return await client.query<Texts>(extended)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.position !== undefined)
      error.position = String(Math.max(1, Number(error.position) - before.length))
    throw error
  }
}

/** Cursors of the extended protocol take one statement each. `pg-cursor` does not know COPY, of which nothing is given or taken here. */
class OneStatement extends Cursor<Texts> {
  #refusal: Error | null = null

  /** The server ends it with the code of a cancellation, which it is not. */
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    this.#refusal = new Error('COPY FROM STDIN is given no data here')
    connection.sendCopyFail('no data')
  }

  handleCopyData(): void {}

  next(count: number): Promise<Batch> {
    const { promise, resolve, reject } = Promise.withResolvers<Batch>()
    this.read(count, (error, rows, result) => {
      if (error) reject(this.#refusal ?? error)
      else resolve({ rows, fields: result.fields, rowCount: result.rowCount })
    })
    return promise
  }
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => Json
}

/** Two columns of one name would be one: the second is `name_2`. */
function columnsOf(fields: readonly pg.FieldDef[]): readonly Column[] {
  const usedNames = new Set<string>()
  return fields.map(({ name, dataTypeID }) => {
    let unique = name
    for (let count = 2; usedNames.has(unique); count++) unique = `${name}_${count}`
    usedNames.add(unique)
    return { name: unique, parse: parsers.get(dataTypeID) ?? String }
  })
}

function toObject(columns: readonly Column[], row: Texts): Readonly<Record<string, Json>> {
  const entries = columns.map(({ name, parse }, index) => {
    const text = row[index] ?? null
    return [name, text === null ? null : parse(text)] as const
  })
  return Object.fromEntries(entries)
}

/** Parsers of the types that JSON has. Other values stay as PostgreSQL writes them, so that no digit and no time zone is lost. */
const parsers: ReadonlyMap<number, (text: string) => Json> = new Map([
  [pg.types.builtins.BOOL, (text: string): Json => text === 't'],
  [pg.types.builtins.INT2, Number],
  [pg.types.builtins.INT4, Number],
  [pg.types.builtins.INT8, numberWhere(Number.isSafeInteger)],
  [pg.types.builtins.FLOAT4, numberWhere(Number.isFinite)],
  [pg.types.builtins.FLOAT8, numberWhere(Number.isFinite)],
  [pg.types.builtins.JSON, parseJson],
  [pg.types.builtins.JSONB, parseJson],
])

function numberWhere(isExact: (number: number) => boolean): (text: string) => Json {
  return (text) => (isExact(Number(text)) ? Number(text) : text)
}

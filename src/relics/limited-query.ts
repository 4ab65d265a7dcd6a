import pg from 'pg'
import type { Json } from '../domain/json.ts'

export interface LimitedRows {
  readonly rows: readonly Readonly<Record<string, Json>>[]
  /** Rows that the statement changed or gave; `null` where it tells none, or was cut. */
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

/**
 * Executes one statement, never several, and lets the server send no more than `maxRows` rows.
 * The pool's own query cannot stop there: it asks on until all rows are here.
 */
export function queryLimited(client: pg.ClientBase, statement: Statement): Promise<LimitedRows> {
  return new Promise((resolve, reject) => {
    client.query(new LimitedQuery(statement, resolve, reject))
  })
}

/** What is used of a connection. The types of `pg` describe these calls as they were before; its cursors make the same. */
interface Wire {
  parse(message: { readonly text: string; readonly name: string }): void
  bind(message: { readonly values: readonly (string | null)[] }): void
  describe(message: { readonly type: 'P'; readonly name: string }): void
  execute(message: { readonly portal: string; readonly rows: number }): void
  flush(): void
  sync(): void
  sendCopyFail(reason: string): void
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => Json
}

/** One statement in the extended protocol, which takes no second one in the same text. */
class LimitedQuery implements pg.Submittable {
  readonly #statement: Statement
  readonly #resolve: (result: LimitedRows) => void
  readonly #reject: (error: Error) => void
  readonly #rows: Record<string, Json>[] = []
  #columns: readonly Column[] = []
  #bytes = 0
  #rowCount: number | null = null
  #isCut = false
  #refusal: Error | null = null

  constructor(statement: Statement, resolve: (result: LimitedRows) => void, reject: (error: Error) => void) {
    this.#statement = statement
    this.#resolve = resolve
    this.#reject = reject
  }

  readonly submit = (connection: pg.Connection): null => {
    // See Wire.
    const wire = connection as unknown as Wire
    const { sql, values, maxRows } = this.#statement
    wire.parse({ text: sql, name: '' })
    wire.bind({ values })
    wire.describe({ type: 'P', name: '' })
    // One more tells that there are more.
    wire.execute({ portal: '', rows: maxRows + 1 })
    wire.flush()
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = columnsOf(fields)
  }

  handleDataRow({ fields, length }: { readonly fields: readonly (string | null)[]; length: number }): void {
    this.#bytes += length
    if (this.#rows.length >= this.#statement.maxRows || this.#bytes > this.#statement.maxBytes) {
      this.#isCut = true
      return
    }
    const entries = this.#columns.map(({ name, parse }, place) => {
      const text = fields[place]
      return [name, text == null ? null : parse(text)] as const
    })
    this.#rows.push(Object.fromEntries(entries))
  }

  handleCommandComplete({ text }: { readonly text: string }, wire: Wire): void {
    const count = /\d+$/.exec(text)?.[0]
    this.#rowCount = count === undefined ? null : Number(count)
    wire.sync()
  }

  /** The server sent as many rows as were asked for: the rest stays there. */
  handlePortalSuspended(wire: Wire): void {
    wire.sync()
  }

  handleEmptyQuery(wire: Wire): void {
    wire.sync()
  }

  /** The server ends it with the code of a cancellation, which it is not. */
  handleCopyInResponse(wire: Wire): void {
    this.#refusal = new Error('a statement that reads from its client is given no data here')
    wire.sendCopyFail('no data')
  }

  handleCopyData(): void {
    this.#isCut = true
  }

  /** Until it is told to go on, the server passes over all that follows an error; where the connection is gone, nobody reads it. */
  handleError(error: Error, wire: Wire | undefined): void {
    if (error instanceof pg.DatabaseError) wire?.sync()
    this.#reject(this.#refusal ?? error)
  }

  handleReadyForQuery(): void {
    const isCut = this.#isCut
    this.#resolve({ rows: this.#rows, rowCount: isCut ? null : this.#rowCount, isCut })
  }
}

/** Two columns of one name would be one: the second is `name_2`. */
function columnsOf(fields: readonly pg.FieldDef[]): readonly Column[] {
  const taken = new Set<string>()
  return fields.map(({ name, dataTypeID }) => {
    let unique = name
    for (let count = 2; taken.has(unique); count++) unique = `${name}_${count}`
    taken.add(unique)
    return { name: unique, parse: parsers.get(dataTypeID) ?? asText }
  })
}

const asText = (text: string): Json => text

/** What JSON has a type for; all else stays as PostgreSQL writes it, so that no digit and no time zone is lost. */
const parsers: ReadonlyMap<number, (text: string) => Json> = new Map([
  [pg.types.builtins.BOOL, (text: string): Json => text === 't'],
  [pg.types.builtins.INT2, Number],
  [pg.types.builtins.INT4, Number],
  [pg.types.builtins.INT8, exactNumber],
  [pg.types.builtins.FLOAT4, finiteNumber],
  [pg.types.builtins.FLOAT8, finiteNumber],
  [pg.types.builtins.JSON, parseJson],
  [pg.types.builtins.JSONB, parseJson],
])

function exactNumber(text: string): Json {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

function finiteNumber(text: string): Json {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function parseJson(text: string): Json {
  return JSON.parse(text)
}

import pg from 'pg'

/** The suite's own eyes on a database: it reads while servers come and go. */
export class Database {
  readonly name: string
  readonly #find: () => Promise<string>
  #pool: Promise<pg.Pool> | null = null

  /** `find` tells where it is, when it is first looked at. */
  constructor(name: string, find: () => Promise<string>) {
    this.name = name
    this.#find = find
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await (await this.#open()).query<Row>(sql, [...values])
    return rows
  }

  async close(): Promise<void> {
    await (await this.#pool)?.end()
  }

  #open(): Promise<pg.Pool> {
    this.#pool ??= this.#find().then(openPool)
    // A server that was not there may be there at the next attempt.
    this.#pool.catch(() => {
      this.#pool = null
    })
    return this.#pool
  }
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'chaos' })
  pool.on('error', () => undefined) // a restart of the server; the next query connects anew
  return pool
}

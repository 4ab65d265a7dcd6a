import pg from 'pg'

/** The suite's own eyes on a database: it reads while servers come and go. */
export class Database {
  readonly name: string
  readonly #pool: pg.Pool

  constructor(name: string, connectionString: string) {
    this.name = name
    this.#pool = new pg.Pool({ connectionString, max: 4, application_name: 'chaos' })
    this.#pool.on('error', () => undefined) // a restart of the server; the next query connects anew
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>(sql, [...values])
    return rows
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

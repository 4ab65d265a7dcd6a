import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type DataDir, dataDirAt, prepareDataDir, readPassword } from '../../../src/database/data-dir.ts'
import { isAlive, readPostmasterFile } from '../../../src/database/postmaster-file.ts'
import { startServer } from '../../../src/database/start-server.ts'
import { eventually } from '../eventually.ts'
import { atExit } from './at-exit.ts'

/** `fast` lets sessions end, `immediate` recovers at the next start, `kill` is kill -9 of the whole server. */
export type StopMode = 'fast' | 'immediate' | 'kill'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

const template = 'rungraph_template'

/** A PostgreSQL server of the suite's own: it is stopped, killed and started again, on one port and one data folder. */
export class PostgresServer {
  readonly #dir: DataDir
  #password = ''
  #port = 0
  #pid = 0
  #databases = 0
  readonly #forgetExit: () => void

  private constructor(dir: DataDir) {
    this.#dir = dir
    this.#forgetExit = atExit(() => this.#signal('SIGQUIT'))
  }

  /** A running server; `migrate` is given the template of all its databases, to be filled and left. */
  static async open(migrate: (url: string) => Promise<void>): Promise<PostgresServer> {
    const dir = dataDirAt(await mkdtemp(join(tmpdir(), 'rungraph-chaos-postgres-')))
    await prepareDataDir(dir)
    const server = new PostgresServer(dir)
    await server.start()
    // Two API servers and some workers with a pool each, and room for the suite itself.
    await server.configure({ max_connections: '400' })
    await server.onServer(`create database ${template}`)
    await migrate(server.url(template))
    return server
  }

  get port(): number {
    return this.#port
  }

  get isRunning(): boolean {
    return this.#pid !== 0 && isAlive(this.#pid)
  }

  /** Through another port where a proxy stands before the server. */
  url(database: string, port = this.#port): string {
    return `postgres://rungraph:${encodeURIComponent(this.#password)}@127.0.0.1:${port}/${database}`
  }

  /** A new database, migrated unless it is to be empty; its name. */
  async createDatabase({ isEmpty = false }: { readonly isEmpty?: boolean } = {}): Promise<string> {
    this.#databases += 1
    const name = `chaos_${this.#databases}`
    await this.onServer(`create database ${name} template ${isEmpty ? 'template1' : template}`)
    return name
  }

  async dropDatabase(name: string): Promise<void> {
    await this.onServer(`drop database if exists ${name} with (force)`)
  }

  /** Settings of the server, in force after the restart that this does. */
  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(settings))
      await this.onServer(`alter system set ${name} = '${value}'`)
    await this.stop('fast')
    await this.start()
  }

  /** Settings of the server, in force in open sessions too, within a moment. */
  async reload(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(settings))
      await this.onServer(`alter system set ${name} = '${value}'`)
    await this.onServer('select pg_reload_conf()')
  }

  async start(): Promise<void> {
    await startServer(this.#dir, () => undefined)
    const file = await readPostmasterFile(this.#dir)
    if (!file) throw new Error('PostgreSQL was started and has no postmaster.pid.')
    this.#password = await readPassword(this.#dir)
    this.#port = file.port
    this.#pid = file.pid
  }

  async stop(mode: StopMode): Promise<void> {
    this.#signal(signals[mode])
    await eventually(() => !this.isRunning, { what: `PostgreSQL stops (${mode})` })
    this.#pid = 0
  }

  /** A restart as after a crash, with nothing there in between for so long. */
  async restart(mode: StopMode, whileDown: () => Promise<void> = async () => undefined): Promise<void> {
    await this.stop(mode)
    await whileDown()
    await this.start()
  }

  /** Does something with its data folder while it is stopped. */
  async whileStopped(work: (cluster: string) => Promise<void>): Promise<void> {
    await this.restart('fast', () => work(this.#dir.cluster))
  }

  async close(): Promise<void> {
    if (this.isRunning) await this.stop('immediate')
    this.#forgetExit()
    await rm(this.#dir.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.isRunning) process.kill(this.#pid, signal)
  }

  /** Executes a statement beside the databases of the suite. */
  async onServer(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres') })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
}

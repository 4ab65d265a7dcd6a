import type { ChildProcess } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { dataDirAt } from '../../../src/database/data-dir.ts'
import { spawnProgram } from '../../../src/database/server-program.ts'
import { giveCluster } from '../../../src/database/server-user.ts'
import { findPrograms } from '../../../src/database/start-server.ts'
import { freePort } from '../../support/free-port.ts'
import { eventually } from '../eventually.ts'
import { atExit } from './at-exit.ts'
import type { PostgresServer } from './postgres.ts'
import { TcpProxy } from './tcp-proxy.ts'

/** An asynchronous standby of a PostgreSQL server: it receives the WAL over a network of its own, until that is cut, and can be promoted. */
export class Replica {
  readonly port: number
  readonly #primary: PostgresServer
  readonly #network: TcpProxy
  readonly #folder: string
  readonly #process: ChildProcess
  readonly #forgetExit: () => void

  private constructor(parts: Pick<Replica, 'port'> & ReplicaParts) {
    this.port = parts.port
    this.#primary = parts.primary
    this.#network = parts.network
    this.#folder = parts.folder
    this.#process = parts.process
    this.#forgetExit = atExit(() => this.#process.kill('SIGQUIT'))
  }

  /** Begins with a copy of the data of the primary, which is stopped meanwhile. */
  static async open(primary: PostgresServer): Promise<Replica> {
    await primary.configure({ wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' })
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-chaos-replica-'))
    const dir = dataDirAt(folder)
    await primary.whileStopped((cluster) => cp(cluster, dir.cluster, { recursive: true }))
    const network = await TcpProxy.open(primary.port)
    await writeFile(join(dir.cluster, 'standby.signal'), '')
    await giveCluster(dir, (await findPrograms(dir)).user)
    const port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      primary_conninfo: primary.url('postgres', network.port),
      wal_retrieve_retry_interval: '100ms',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const programs = await findPrograms(dir)
    const process = await spawnProgram(programs, 'postgres', ['-p', `${port}`, ...args], 'ignore')
    const replica = new Replica({ port, primary, network, folder, process })
    await eventually(() => replica.#ask('select 1').then(Boolean, () => false), {
      what: 'the replica takes connections',
    })
    return replica
  }

  /** Resolves when it has all that is committed at the primary. */
  async untilCaughtUp(): Promise<void> {
    const { end } = await ask<{ end: string }>(
      this.#primary.url('postgres'),
      'select pg_current_wal_flush_lsn() as end',
    )
    await eventually(
      async () =>
        (await this.#ask<{ isThere: boolean }>(`select pg_last_wal_replay_lsn() >= '${end}' as "isThere"`))
          .isThere,
      { what: 'the replica has caught up' },
    )
  }

  /** From now on it receives nothing: what is committed is lost with the primary. */
  cutOff(): void {
    this.#network.cut()
  }

  /** Makes it the primary. */
  async promote(): Promise<void> {
    await this.#ask('select pg_promote()')
    await eventually(
      async () =>
        !(await this.#ask<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')).isStandby,
      { what: 'the replica is promoted' },
    )
  }

  async close(): Promise<void> {
    this.#network.close()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#process.once('exit', () => resolve())
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) resolve()
    this.#process.kill('SIGQUIT')
    await ended
    this.#forgetExit()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }

  #ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row> {
    return ask<Row>(this.#primary.url('postgres', this.port), sql)
  }
}

interface ReplicaParts {
  readonly primary: PostgresServer
  readonly network: TcpProxy
  readonly folder: string
  readonly process: ChildProcess
}

/** The one row of a statement. */
async function ask<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(sql)
    const [row] = rows
    if (row === undefined) throw new Error(`No row: ${sql}`)
    return row
  } finally {
    await client.end()
  }
}

import { chmodSync, cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src/database/connect.ts'
import { type DataDir, dataDirAt, prepareDataDir } from '../../src/database/data-dir.ts'
import { isAlive, readPostmasterFile } from '../../src/database/postmaster-file.ts'
import { startServer } from '../../src/database/start-server.ts'
import {
  makeTemplate,
  onServer,
  relax,
  superuserAddress,
  withDatabase,
} from '../../src/testing/test-server.ts'
import type { TestDatabase } from './database.ts'

const name = 'lossy'

/** PostgreSQL starts in no other folder, and a copy by `cpSync` has the usual rights. `cp` takes ten times as long for two thousand files. */
const onlyOwner = 0o700

/**
 * A PostgreSQL of its own that loses its last transactions, as a failover to a replica does that lags behind: it goes on from a copy of its
 * data, on the same port, with the same numbers of transactions.
 */
export class LossyPostgres {
  readonly #dir: DataDir
  readonly #copy: string
  #pid = 0

  private constructor(folder: string) {
    this.#dir = dataDirAt(join(folder, 'data'))
    this.#copy = join(folder, 'copy')
  }

  static async open(): Promise<LossyPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-lossy-'))
    const server = new LossyPostgres(folder)
    await prepareDataDir(server.#dir)
    await server.#start()
    const address = await superuserAddress(server.#dir.path)
    await onServer(address, async (client) => {
      await relax(client)
      await makeTemplate(client, address, name)
    })
    return server
  }

  async openDatabase(): Promise<TestDatabase> {
    const database = await openDatabase(withDatabase(await superuserAddress(this.#dir.path), name))
    return { ...database, drop: () => database.close() }
  }

  /** Another server, with a copy of the data as they are now. */
  async copy(): Promise<LossyPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-lossy-'))
    const other = new LossyPostgres(folder)
    await this.#stop('SIGINT')
    cpSync(this.#dir.path, other.#dir.path, { recursive: true })
    chmodSync(other.#dir.cluster, onlyOwner)
    await Promise.all([this.#start(), other.#start()])
    return other
  }

  /** What is committed from now on is lost with `lose`. */
  async keep(): Promise<void> {
    await this.#stop('SIGINT')
    await rm(this.#copy, { recursive: true, force: true })
    cpSync(this.#dir.cluster, this.#copy, { recursive: true })
    await this.#start()
  }

  async lose(): Promise<void> {
    await this.#stop('SIGQUIT')
    await rm(this.#dir.cluster, { recursive: true })
    cpSync(this.#copy, this.#dir.cluster, { recursive: true })
    chmodSync(this.#dir.cluster, onlyOwner)
    await this.#start()
  }

  /** Loses nothing. */
  async restart(): Promise<void> {
    await this.#stop('SIGQUIT')
    await this.#start()
  }

  async close(): Promise<void> {
    await this.#stop('SIGQUIT')
    await rm(join(this.#dir.path, '..'), { recursive: true, force: true })
  }

  async #start(): Promise<void> {
    await startServer(this.#dir, () => undefined)
    this.#pid = (await readPostmasterFile(this.#dir))?.pid ?? 0
  }

  async #stop(signal: NodeJS.Signals): Promise<void> {
    process.kill(this.#pid, signal)
    while (isAlive(this.#pid)) await delay(5)
  }
}

import { type Database, openDatabase } from '../database/connect.ts'
import { connectWithRetry } from '../database/connect-with-retry.ts'
import { dataDirAt, requireCluster } from '../database/data-dir.ts'
import { adjustEveryMs, type DatabaseClock, readTime } from '../database/database-clock.ts'
import { type MigrationLog, migrate } from '../database/migrate.ts'
import { startPrivatePostgres } from '../database/private-postgres.ts'
import { checkSameDatabase } from '../database/same-database.ts'
import { installBossDispatch } from '../dispatch/boss-dispatch.ts'
import { systemClock } from '../domain/clock.ts'
import { createPeriodicTask } from '../engine/periodic-task.ts'
import type { Config, ServerAddress } from '../settings/config.ts'
import { advanceTransactions, highestTransaction } from '../store/backup/transaction-numbers.ts'
import type { Disposer } from './disposer.ts'

/**
 * The database of the settings, its schema and the queue's up to date. `onStarting` is called before the database is waited for, unless a private
 * server runs already. @throws those of `migrate`, and DATA_DIR_UNUSABLE
 */
export async function openUpToDate(
  config: Config,
  closing: Disposer,
  log: MigrationLog,
  onStarting?: () => void,
): Promise<Database> {
  const { url, directUrl } = await bringUpToDate(config, closing, log, onStarting)
  const database = await openDatabase(url, directUrl)
  closing.add(() => database.close())
  return database
}

/** Keeps a clock to the time of the database, until the returned function is called. */
export async function keepTime(
  clock: DatabaseClock,
  { pool }: Pick<Database, 'pool'>,
  report: (message: string, error?: unknown) => void,
): Promise<() => Promise<void>> {
  const adjust = () => clock.adjust(() => readTime(pool))
  await adjust()
  // The first turn of the task is the one that the start has waited for.
  let isAdjusted = true
  const task = createPeriodicTask(
    {
      perform: async () => {
        if (!isAdjusted) await adjust()
        isAdjusted = false
      },
      ...{ pauseMs: () => adjustEveryMs, everyMs: adjustEveryMs },
      failure: 'The time of the database could not be read; the clock goes on without it.',
    },
    { clock: systemClock, report },
  )
  task.start()
  return () => task.close()
}

/** Any number of processes may do so at once: one does it, the others wait for it. */
export async function bringUpToDate(
  config: Config,
  closing: Disposer,
  log: MigrationLog,
  onStarting?: () => void,
): Promise<ServerAddress & { readonly applied: readonly string[] }> {
  const address = await addressOf(config, closing, log, onStarting)
  await checkSameDatabase(address)
  const { applied } = await migrate({ connectionString: address.directUrl, log })
  await checkContent(address.directUrl, (line) => log(line, 'info'))
  await installDispatch(address.directUrl)
  return { ...address, applied }
}

/**
 * Refuses a folder that has no database yet, for a command that only reads what a server wrote. @throws DATA_DIR_UNUSABLE
 */
export async function checkDatabaseThere({ database }: Config): Promise<void> {
  if ('dataDir' in database) await requireCluster(dataDirAt(database.dataDir))
}

/** Where the database of the settings is; a private server is started, and used until `closing`. Its schema stays as it is. */
export async function addressOf(
  { database }: Config,
  closing: Disposer,
  log: MigrationLog,
  onStarting?: () => void,
): Promise<ServerAddress> {
  if ('url' in database) {
    onStarting?.()
    return database
  }
  const server = await startPrivatePostgres({
    dataDir: database.dataDir,
    log: (line) => log(line, 'info'),
    ...(onStarting && { onStarting }),
  })
  closing.add(() => server.close())
  return { url: server.connectionString, directUrl: server.connectionString }
}

/** Makes the transaction numbers of the server follow on those of the database. */
async function checkContent(connectionString: string, log: (line: string) => void): Promise<void> {
  const connection = await connectWithRetry(connectionString)
  const client = await connection.connect()
  try {
    const used = await advanceTransactions(client, (await highestTransaction(client)) + 1n, (left) =>
      log(
        `This server is behind the content of its database: advancing its transaction numbers, ${left} left.`,
      ),
    )
    if (used > 0n) log('The transaction numbers of the server follow on those of the database.')
  } finally {
    client.release()
    await connection.end()
  }
}

/** Creates the tables of the queue, or brings them up to date. */
export async function installDispatch(connectionString: string): Promise<void> {
  const connection = await connectWithRetry(connectionString)
  try {
    await installBossDispatch(connection)
  } finally {
    await connection.end()
  }
}

import type { Config, ServerAddress } from '../config.ts'
import { type Database, openDatabase } from '../database/connect.ts'
import { connectWithRetry } from '../database/connect-with-retry.ts'
import { migrate } from '../database/migrate.ts'
import { startPrivatePostgres } from '../database/private-postgres.ts'
import { checkSameDatabase } from '../database/same-database.ts'
import { installBossDispatch } from '../dispatch/boss-dispatch.ts'
import type { Disposer } from './disposer.ts'

type Log = (line: string) => void

/** The database of the settings, its schema and the queue's up to date. @throws those of `migrate`, and DATA_DIR_UNUSABLE */
export async function openUpToDate(config: Config, closing: Disposer, log: Log): Promise<Database> {
  const { url, directUrl } = await bringUpToDate(config, closing, log)
  const database = await openDatabase(url, directUrl)
  closing.add(() => database.close())
  return database
}

/** Any number of processes may do so at once: one does it, the others wait for it. */
export async function bringUpToDate(
  config: Config,
  closing: Disposer,
  log: Log,
): Promise<ServerAddress & { readonly applied: readonly string[] }> {
  const address = await addressOf(config, closing, log)
  await checkSameDatabase(address)
  const { applied } = await migrate({ connectionString: address.directUrl, log })
  await installDispatch(address.directUrl)
  return { ...address, applied }
}

/** Where the database of the settings is; a private server is started, and used until `closing`. Its schema stays as it is. */
export async function addressOf({ database }: Config, closing: Disposer, log: Log): Promise<ServerAddress> {
  if ('url' in database) return database
  const server = await startPrivatePostgres({ dataDir: database.dataDir, log })
  closing.add(() => server.close())
  return { url: server.connectionString, directUrl: server.connectionString }
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

import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { openPatientConnection } from '../database/patient-connection.ts'
import { startPrivatePostgres } from '../database/private-postgres.ts'
import { installBossDispatch } from '../dispatch/boss-dispatch.ts'
import type { Closing } from './closing.ts'

type Log = (line: string) => void

/** The database of the settings, its schema and the queue's up to date. Errors: those of `migrate`, and DATA_DIR_UNUSABLE. */
export async function openUpToDate(config: Config, closing: Closing, log: Log): Promise<Database> {
  const { connectionString } = await bringUpToDate(config, closing, log)
  const database = await openDatabase(connectionString)
  closing.add(() => database.close())
  return database
}

/** Any number of processes may do so at once: one does it, the others wait for it. */
export async function bringUpToDate(
  config: Config,
  closing: Closing,
  log: Log,
): Promise<{ readonly connectionString: string; readonly applied: readonly string[] }> {
  const connectionString = await connectionStringOf(config, closing, log)
  const { applied } = await migrate({ connectionString, log })
  await installDispatch(connectionString)
  return { connectionString, applied }
}

async function connectionStringOf({ database }: Config, closing: Closing, log: Log): Promise<string> {
  if ('url' in database) return database.url
  const server = await startPrivatePostgres({ dataDir: database.dataDir, log })
  closing.add(() => server.close())
  return server.connectionString
}

async function installDispatch(connectionString: string): Promise<void> {
  const connection = await openPatientConnection(connectionString)
  try {
    await installBossDispatch(connection)
  } finally {
    await connection.end()
  }
}

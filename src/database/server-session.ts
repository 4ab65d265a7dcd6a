import pg from 'pg'
import { isRungraphError, messageOf } from '../domain/errors.ts'
import { database, engineRole } from './create-cluster.ts'
import { type DataDir, readPassword, unusable } from './data-dir.ts'
import { isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts'
import { prepareStanding } from './prepare-session.ts'

/**
 * Advisory locks record who uses the server. A lock ends with the connection of its holder, however that ends.
 * `user`: shared by all that use the server. `watcher`: held by the one that will stop it.
 * `entrance`: shared while a user enters, exclusive while the server stops.
 */
const lockClass = 0x52_75_6e_67
const locks = { entrance: 1, user: 2, watcher: 3 } as const

/** A user that leaves notifies the watcher on this channel, so that the watcher need not wait for the grace period. */
export const leavingChannel = 'rungraph_leaving'

export interface ServerSession {
  readonly client: pg.Client
  readonly connectionString: string
  readonly pid: number
}

/**
 * Connects to the server that runs on the data folder; undefined when there is none, or not yet or no longer.
 * @throws DATA_DIR_UNUSABLE when its database cannot be opened
 */
export async function openSession(dir: DataDir): Promise<ServerSession | undefined> {
  const file = await readPostmasterFile(dir)
  if (!file?.isReady) return undefined
  try {
    const password = encodeURIComponent(await readPassword(dir, dir.enginePasswordFile))
    const connectionString = `postgresql://${engineRole}:${password}@127.0.0.1:${file.port}/${database}`
    return { client: await connect(connectionString), connectionString, pid: file.pid }
  } catch (error) {
    if (isRungraphError(error)) throw error
    if (isAbsent(error) || !(await isPostmasterAlive(file))) return undefined
    throw unusable(
      dir,
      `its PostgreSQL server takes no connection: "${messageOf(error)}".`,
      `See ${dir.logFile}; restore the folder from a backup, or set it to another folder.`,
      error,
    )
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'rungraph server session',
    keepAlive: true,
  })
  client.on('error', () => {}) // The loss of the connection is seen at its 'end'.
  try {
    await client.connect()
    await prepareStanding(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

const absentCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
  ...['57P01', '57P02', '57P03'], // Stopping, crashed, starting.
  '53300', // Full, for the moment.
])

function isAbsent(error: unknown): boolean {
  const isClosed = messageOf(error).startsWith('Connection terminated')
  return isClosed || (error instanceof Error && 'code' in error && absentCodes.has(error.code))
}

/** Enters as a user of the server; rejects when it is stopping. */
export async function enterAsUser({ client }: ServerSession): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lockClass, locks.entrance])
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lockClass, locks.user])
  await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [lockClass, locks.entrance])
}

export async function leaveAsUser({ client }: ServerSession): Promise<void> {
  await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [lockClass, locks.user])
  await client.query(`NOTIFY ${leavingChannel}`)
}

export async function becomeWatcher({ client }: ServerSession): Promise<boolean> {
  await client.query(`LISTEN ${leavingChannel}`)
  return tryLock(client, locks.watcher)
}

/** Closes the entrance to new users; false when one is about to enter, or has entered. */
export async function closeEntrance(session: ServerSession): Promise<boolean> {
  if (!(await tryLock(session.client, locks.entrance))) return false
  if ((await countUsers(session)) === 0) return true
  await session.client.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, locks.entrance])
  return false
}

export function countUsers({ client }: ServerSession): Promise<number> {
  return countHolders(client, locks.user)
}

export async function hasWatcher({ client }: ServerSession): Promise<boolean> {
  return (await countHolders(client, locks.watcher)) > 0
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const sql = 'SELECT pg_try_advisory_lock($1, $2) AS locked'
  const { rows } = await client.query<{ locked: boolean }>(sql, [lockClass, key])
  return rows[0]?.locked === true
}

async function countHolders(client: pg.Client, key: number): Promise<number> {
  const sql =
    "SELECT count(*)::int AS holders FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2"
  const { rows } = await client.query<{ holders: number }>(sql, [lockClass, key])
  return rows[0]?.holders ?? 0
}

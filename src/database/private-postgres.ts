import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../domain/errors.ts'
import { type DataDir, dataDirAt, prepareDataDir, unusable } from './data-dir.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import {
  countUsers,
  enterAsUser,
  hasWatcher,
  leaveAsUser,
  openSession,
  type ServerSession,
} from './server-session.ts'
import { startServer, stopServer } from './start-server.ts'

/** A use of the private PostgreSQL. The server runs while it has users, and is started again when it dies. */
export interface PrivatePostgres {
  readonly connectionString: string
  /** Ends the use; the last user's resolves when the server has stopped. */
  close(): Promise<void>
}

/**
 * Uses the PostgreSQL server of a data folder: the one that runs there, or a new one.
 * Processes on one machine share it; it stops when its last user goes, also after kill -9.
 * @throws DATA_DIR_UNUSABLE, DATABASE_BINARIES_MISSING
 */
export async function startPrivatePostgres(options: {
  readonly dataDir: string
  readonly log: (line: string) => void
  /** Called when a server was started that takes no connections yet: time to do something else. */
  readonly onStarting?: () => void
  /** Whether the process stays for as long as it uses the server. Default: true. With false, its end ends the use. */
  readonly keepsProcess?: boolean
}): Promise<PrivatePostgres> {
  const dir = dataDirAt(options.dataDir)
  await prepareDataDir(dir)
  const session = await enterServer(dir, options.log, options.onStarting)
  // Absent in the types of pg; pg-pool calls it, too.
  if (options.keepsProcess === false && 'unref' in session.client) Object(session.client).unref()
  return new ServerUse(dir, options.log, session)
}

class ServerUse implements PrivatePostgres {
  readonly connectionString: string
  readonly #dir: DataDir
  readonly #log: (line: string) => void
  readonly #closing = new AbortController()
  #session: ServerSession
  /** Resolves after `close`, or never: it brings the server back each time that it dies. */
  readonly #kept: Promise<void>

  constructor(dir: DataDir, log: (line: string) => void, session: ServerSession) {
    this.connectionString = session.connectionString
    this.#dir = dir
    this.#log = log
    this.#session = session
    this.#kept = this.#keep()
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return this.#kept
    this.#closing.abort()
    await this.#kept
    await leaveServer(this.#dir, this.#session)
  }

  async #keep(): Promise<void> {
    for (;;) {
      await lossOf(this.#session, this.#closing.signal)
      if (this.#closing.signal.aborted) return
      this.#log('The connection to the private PostgreSQL was lost.')
      if (!(await this.#enterAgain())) return
    }
  }

  async #enterAgain(): Promise<boolean> {
    for (let waitMs = 100; !this.#closing.signal.aborted; waitMs = Math.min(waitMs * 2, 5000)) {
      try {
        this.#session = await enterServer(this.#dir, this.#log)
        if (this.#session.connectionString === this.connectionString) return true
        this.#log('The private PostgreSQL had to take another port: restart this process.')
        return true
      } catch (error) {
        this.#log(`The private PostgreSQL could not be started again: ${messageOf(error)}`)
      }
      await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
    return false
  }
}

const enterWithinMs = 60_000
const retryMs = 30

async function enterServer(
  dir: DataDir,
  log: (line: string) => void,
  onStarting?: () => void,
): Promise<ServerSession> {
  const watch = watcherStarter(dir)
  let hasStarted = false
  for (const givesUpAt = Date.now() + enterWithinMs; Date.now() < givesUpAt; await delay(retryMs)) {
    const session = await openSession(dir).catch(async (error: unknown) => {
      if (hasStarted) await stopServer(dir)
      throw error
    })
    if (session && (await enter(session, watch))) return session
    if (session) continue
    // Before the server: a process killed while it starts one leaves none behind either.
    watch()
    if ((await startServer(dir, log, onStarting)) !== 'started') continue
    hasStarted = true
    log(`PostgreSQL runs in ${dir.path}.`)
  }
  throw unusable(
    dir,
    'the PostgreSQL server that runs in it takes no connections.',
    `See ${dir.logFile}, and stop that server.`,
  )
}

/** Becomes a user of the server; false when it is stopping. */
async function enter(session: ServerSession, watch: () => void): Promise<boolean> {
  try {
    await enterAsUser(session)
    if (!(await hasWatcher(session))) watch()
    return true
  } catch {
    await session.client.end().catch(() => {})
    return false
  }
}

/** Starts a watcher, and another only when that one has ended. */
function watcherStarter(dir: DataDir): () => void {
  let watcher: ChildProcess | undefined
  return () => {
    const isRunning = watcher && watcher.exitCode === null && watcher.signalCode === null
    if (!isRunning) watcher = startWatcher(dir)
  }
}

/** It lives on after this process, and ends at once when the server has one. */
function startWatcher(dir: DataDir): ChildProcess {
  const program = fileURLToPath(new URL(`./postgres-watcher${extname(import.meta.url)}`, import.meta.url))
  const watcher = spawn(process.execPath, [program, dir.path, String(process.pid)], {
    detached: true,
    windowsHide: true,
    stdio: 'ignore',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  watcher.on('error', () => {}) // The next to enter, or this process when it leaves, starts another.
  watcher.unref()
  return watcher
}

async function lossOf({ client }: ServerSession, signal: AbortSignal): Promise<void> {
  await once(client, 'end', { signal }).catch(() => {})
}

async function leaveServer(dir: DataDir, session: ServerSession): Promise<void> {
  const watch = watcherStarter(dir)
  try {
    await untilWatched(session, watch)
    await leaveAsUser(session)
    await untilStopped(dir, session, watch)
  } catch {
    // The server has already stopped.
  } finally {
    await session.client.end().catch(() => {})
  }
}

const watchedWithinMs = 5000

/** A process that leaves makes sure that another one still watches the server. */
async function untilWatched(session: ServerSession, watch: () => void): Promise<void> {
  const givesUpAt = Date.now() + watchedWithinMs
  while (!(await hasWatcher(session)) && Date.now() < givesUpAt) {
    watch()
    await delay(retryMs)
  }
}

const stoppedWithinMs = 15_000

/** Resolves when the server has stopped, or is seen to be used by others. */
async function untilStopped(dir: DataDir, session: ServerSession, watch: () => void): Promise<void> {
  for (const givesUpAt = Date.now() + stoppedWithinMs; Date.now() < givesUpAt; await delay(retryMs)) {
    if ((await readPostmasterFile(dir))?.pid !== session.pid) return
    // A server that stops closes the connection before it ends.
    const isClosed = { users: 0, watched: true }
    const { users, watched } = await readUse(session).catch(() => isClosed)
    if (users > 0) return
    if (!watched) watch()
  }
}

async function readUse(session: ServerSession): Promise<{ users: number; watched: boolean }> {
  return { users: await countUsers(session), watched: await hasWatcher(session) }
}

import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createCluster } from './create-cluster.ts'
import {
  type DataDir,
  dataDirError,
  hasCluster,
  problemInOutput,
  readPassword,
  unusable,
} from './data-dir.ts'
import { findPostgresBinaries, missing } from './postgres-binaries.ts'
import {
  isPostmasterAlive,
  readLastPort,
  readPostmasterFile,
  removeStalePostmasterFile,
} from './postmaster-file.ts'
import { reachableBinaries } from './reachable-binaries.ts'
import { openServerLog, readServerLog, reasonIn } from './server-log.ts'
import { runProgram, type ServerPrograms, spawnProgram, workingFolder } from './server-program.ts'
import { giveCluster, serverUser } from './server-user.ts'

export type StartOutcome = 'started' | 'startedElsewhere' | 'stoppedElsewhere'

const attempts = 20
/** So long processes of a killed server may hold its memory: they end on their own, on a busy machine not at once. */
const endsWithinMs = 20_000
const pollMs = 10
const retryMs = 100

/**
 * Starts a server on the data folder, creating the database at the first start, and resolves when it takes
 * connections, or when another process turns out to have started one, or to have stopped this one at once.
 * Any number of processes may call it at once. `onStarting` is called when the process of the server is there.
 * @throws DATA_DIR_UNUSABLE, DATABASE_BINARIES_MISSING
 */
export async function startServer(
  dir: DataDir,
  log: (line: string) => void,
  onStarting: () => void = () => undefined,
): Promise<StartOutcome> {
  const programs = await findPrograms(dir)
  if (!(await hasCluster(dir, programs.binaries.major))) {
    // Processes that start at the same time each create a cluster, and one of the clusters is used.
    const isOurs = await createCluster(dir, programs.binaries, programs.user)
    if (isOurs) log(`Created a database in ${dir.path}.`)
  }
  await giveCluster(dir, programs.user)
  await readPassword(dir, dir.enginePasswordFile)
  const port = await readLastPort(dir)
  return start(dir, programs, {
    log,
    onStarting,
    port: port ?? (await freePort()),
    attempt: 1,
    beganAt: Date.now(),
  })
}

/** The programs that work on the data folder's cluster. */
export async function findPrograms(dir: DataDir): Promise<ServerPrograms> {
  const user = await serverUser(dir)
  const binaries = await reachableBinaries(await findPostgresBinaries(), user)
  return { binaries, user, cluster: dir.cluster }
}

/**
 * Begins a fast shutdown: open transactions are rolled back, committed data is on the disk. `knownPid` is the process id of a server with
 * an open connection, which works also where its folder was deleted under it.
 */
export async function stopServer(dir: DataDir, knownPid?: number): Promise<void> {
  const pid = knownPid ?? (await readPostmasterFile(dir))?.pid
  if (pid === undefined) return
  // Windows has no signals; elsewhere one needs neither the programs nor another user.
  if (process.platform === 'win32')
    await runProgram(await findPrograms(dir), 'pg_ctl', ['stop', '--mode=fast'])
  else process.kill(pid, 'SIGINT')
}

interface Attempt {
  readonly log: (line: string) => void
  readonly onStarting: () => void
  readonly port: number
  readonly attempt: number
  readonly beganAt: number
}

async function start(dir: DataDir, programs: ServerPrograms, at: Attempt): Promise<StartOutcome> {
  if (await isTaken(dir)) return 'startedElsewhere'
  const failure = await launch(dir, programs, at)
  if (failure === undefined) return 'started'
  if (/lock file "postmaster.pid" already exists/.test(failure)) return 'startedElsewhere'
  // It was there, and somebody stopped it before this process saw that: a watcher for which no user had come yet, or an operator.
  if (/received (smart|fast|immediate) shutdown request/.test(failure)) return 'stoppedElsewhere'
  if (at.attempt < attempts && /Address already in use|could not bind/.test(failure)) {
    return start(dir, programs, { ...at, port: await freePort(), attempt: at.attempt + 1 })
  }
  // The processes of a server that was killed a moment ago end on their own, and another that starts is about to write its file.
  if (
    Date.now() - at.beganAt < endsWithinMs &&
    /shared memory block .* still in use|"postmaster.pid" is empty/.test(failure)
  ) {
    await delay(retryMs)
    return start(dir, programs, at)
  }
  throw startFailed(dir, failure)
}

/** Whether a server has the cluster. Removes the files that a killed one left. */
async function isTaken(dir: DataDir): Promise<boolean> {
  const file = await readPostmasterFile(dir)
  if (!file) return false
  if (await isPostmasterAlive(file)) return true
  await removeStalePostmasterFile(dir, file)
  return false
}

/** Resolves to the output of the server if it ended instead of taking connections. */
async function launch(dir: DataDir, programs: ServerPrograms, at: Attempt): Promise<string | undefined> {
  const { file, startsAt } = await openServerLog(dir).catch((error: unknown) => {
    throw dataDirError(dir, error)
  })
  try {
    const stdio = ['ignore', file.fd, file.fd] as const
    const server = await spawnProgram(programs, 'postgres', serverArguments(at.port), [...stdio])
    server.unref()
    at.onStarting()
    if (await isReady(dir, server, at.log)) return undefined
    const output = await readServerLog(file, startsAt)
    return output.replaceAll(workingFolder, dir.cluster)
  } finally {
    await file.close()
  }
}

/** Only this machine may connect, and the log has only what an operator needs: no statements, no data. */
function serverArguments(port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'log',
    log_checkpoints: 'off',
  }
  return [
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function isReady(dir: DataDir, server: ChildProcess, log: (line: string) => void): Promise<boolean> {
  const slowAt = Date.now() + 3000
  let isSlow = false
  while (server.exitCode === null && server.signalCode === null) {
    const file = await readPostmasterFile(dir)
    if (file?.isReady && file.pid === server.pid) return true
    if (!isSlow && Date.now() > slowAt) {
      isSlow = true
      log('The database is being recovered after an unclean stop.')
    }
    await delay(pollMs)
  }
  return false
}

function startFailed(dir: DataDir, output: string): Error {
  const reason = reasonIn(output) ?? 'it ended without a word'
  if (/error while loading shared libraries|Library not loaded/.test(output)) return missing(`${reason}.`)
  return (
    problemInOutput(dir, output) ??
    unusable(
      dir,
      `PostgreSQL does not start in it: "${reason}".`,
      `See ${dir.logFile}; restore the folder from a backup, or set it to another folder.`,
    )
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataDir, dataDirError, hasCluster, problemInOutput, unusable } from './data-dir.ts'
import { missing, type PostgresBinaries } from './postgres-binaries.ts'
import { reasonIn } from './server-log.ts'
import { type ProgramResult, runProgram, type ServerPrograms } from './server-program.ts'
import type { ServerUser } from './server-user.ts'

/** The role that the cluster is created with. The engine never connects as it. */
export const superuser = 'rungraph'
/** Owns the database, and is no superuser: it reaches no file and no program of the machine. */
export const engineRole = 'rungraph_engine'
export const database = 'rungraph'

/** Initial settings in postgresql.conf, which an operator may change afterwards. Durability keeps PostgreSQL's defaults, such as fsync. */
const settings: Readonly<Record<string, string>> = {
  shared_buffers: '64MB',
  max_connections: '200',
  // Nothing replicates from a private server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A random password needs no key stretching, and fewer iterations save milliseconds per connection.
  scram_iterations: '1',
}

/**
 * Creates the cluster in a temporary folder and renames it, so that a process killed in between leaves no incomplete cluster. If several
 * processes start at the same time, the first rename wins. Returns whether this process created the cluster.
 */
export async function createCluster(
  dir: DataDir,
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<boolean> {
  await removeAbandoned(dir)
  const staging = await mkdtemp(join(dir.path, stagingPrefix)).catch((error: unknown) => {
    throw dataDirError(dir, error)
  })
  try {
    const programs = { binaries, user, cluster: join(staging, 'cluster') }
    const passwords = { password: newPassword(), 'engine-password': newPassword() }
    await fillStaging(staging, programs, passwords)
    await initialise(dir, programs, passwords['engine-password'])
    return await publish(dir, staging, binaries.major)
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? dataDirError(dir, error) : error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const stagingPrefix = 'postgres-new-'
const abandonedAfterMs = 10 * 60_000

async function removeAbandoned(dir: DataDir): Promise<void> {
  for (const entry of await readdir(dir.path)) {
    if (!entry.startsWith(stagingPrefix)) continue
    const path = join(dir.path, entry)
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (Date.now() - changedAt > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}

async function fillStaging(
  staging: string,
  { cluster, user }: ServerPrograms,
  passwords: Readonly<Record<(typeof passwordFiles)[number][0], string>>,
): Promise<void> {
  await mkdir(cluster, { mode: 0o700 })
  const paths = [staging, cluster]
  for (const [file, password] of Object.entries(passwords)) {
    const path = join(staging, file)
    await writeFile(path, password, { mode: 0o600 })
    paths.push(path)
  }
  if (!user) return
  for (const path of paths) await chown(path, user.uid, user.gid)
}

/** Of the superuser and of the engine's role: their files while the cluster is made, and afterwards. */
const passwordFiles = [
  ['password', 'rungraph.password'],
  ['engine-password', 'rungraph-engine.password'],
] as const

/** Needs no quoting in SQL. */
function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

async function initialise(dir: DataDir, programs: ServerPrograms, enginePassword: string): Promise<void> {
  const created = await initdb(programs, characterType)
  // Not every system has the locale. Without it, the search index ignores letters beyond ASCII.
  const done = /invalid locale name/.test(created.output) ? await initdb(programs, []) : created
  if (done.exitCode !== 0) throw creationFailed(dir, done)
  const statements = [
    `CREATE ROLE ${engineRole} LOGIN PASSWORD '${enginePassword}'`,
    `CREATE DATABASE ${database} OWNER ${engineRole}`,
  ]
  const alone = await runProgram(programs, 'postgres', ['--single', 'postgres'], `${statements.join('\n')}\n`)
  if (alone.exitCode !== 0) throw creationFailed(dir, alone)
}

/**
 * On every system, the sort order is by code point and case rules are those of Unicode. Only pg_trgm asks the C library which characters
 * are letters.
 */
const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const characterType = ['--lc-ctype=C.UTF-8']

function initdb(programs: ServerPrograms, extra: readonly string[]): Promise<ProgramResult> {
  const access = [`--username=${superuser}`, '--auth=scram-sha-256', '--pwfile=../password']
  const set = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return runProgram(programs, 'initdb', [...locale, ...extra, ...access, ...set, '--no-instructions'])
}

function creationFailed(dir: DataDir, { output, exitCode }: ProgramResult): Error {
  const reason = reasonIn(output) ?? `initdb ended with ${exitCode}`
  if (/error while loading shared libraries|Library not loaded/.test(output)) return missing(`${reason}.`)
  return (
    problemInOutput(dir, output) ??
    unusable(
      dir,
      `a database could not be created in it: ${reason}.`,
      'Fix that, or set it to another folder.',
    )
  )
}

/** Renames the new cluster to its final path; returns `false` if another process did so first. */
async function publish(dir: DataDir, staging: string, major: string): Promise<boolean> {
  for (const [file, name] of passwordFiles) await rename(join(staging, file), join(staging, 'cluster', name))
  try {
    await rename(join(staging, 'cluster'), dir.cluster)
    return true
  } catch (error) {
    if (!(await hasCluster(dir, major))) throw error
    return false
  }
}

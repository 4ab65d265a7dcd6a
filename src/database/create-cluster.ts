import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataDir, dataDirError, hasCluster, problemInOutput, unusable } from './data-dir.ts'
import { missing, type PostgresBinaries } from './postgres-binaries.ts'
import { reasonIn } from './server-log.ts'
import { type ProgramResult, runProgram, type ServerPrograms } from './server-program.ts'
import type { ServerUser } from './server-user.ts'

/** The role that the cluster is created with. Only what prepares the database connects as it (engine-role.ts). */
export const superuser = 'rungraph'
export const database = 'rungraph'

/** What an operator may change in postgresql.conf afterwards. Durability keeps PostgreSQL's defaults: fsync on. */
const settings: Readonly<Record<string, string>> = {
  shared_buffers: '64MB',
  max_connections: '200',
  // Nothing replicates from a private server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The password is random: there is nothing to stretch, and each connection saves milliseconds.
  scram_iterations: '1',
}

/**
 * Creates the cluster beside its place and moves it there whole: a process killed half-way leaves none,
 * and of several that start at once one wins: whether this one.
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
    await fillStaging(staging, programs)
    await initialise(dir, programs)
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

async function fillStaging(staging: string, { cluster, user }: ServerPrograms): Promise<void> {
  const passwordFile = join(staging, 'password')
  await mkdir(cluster, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (!user) return
  for (const path of [staging, cluster, passwordFile]) await chown(path, user.uid, user.gid)
}

async function initialise(dir: DataDir, programs: ServerPrograms): Promise<void> {
  const created = await initdb(programs, characterType)
  // Not every system knows the locale; without it the search index passes over letters beyond ASCII.
  const done = /invalid locale name/.test(created.output) ? await initdb(programs, []) : created
  if (done.exitCode !== 0) throw creationFailed(dir, done)
  const alone = await runProgram(
    programs,
    'postgres',
    ['--single', 'postgres'],
    `CREATE DATABASE ${database}\n`,
  )
  if (alone.exitCode !== 0) throw creationFailed(dir, alone)
}

/** Sorting is by code point and case is Unicode's on every system; pg_trgm alone asks the C library what a letter is. */
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

/** Whether it is the one that stays. */
async function publish(dir: DataDir, staging: string, major: string): Promise<boolean> {
  await rename(join(staging, 'password'), join(staging, 'cluster', 'rungraph.password'))
  try {
    await rename(join(staging, 'cluster'), dir.cluster)
    return true
  } catch (error) {
    if (!(await hasCluster(dir, major))) throw error
    return false
  }
}

import { access, constants, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { messageOf, RungraphError } from '../domain/errors.ts'

/** Folders of the private PostgreSQL. */
export interface DataDir {
  readonly path: string
  /** PostgreSQL's own data folder. */
  readonly cluster: string
  /** The random password of the server's superuser, readable by its owner alone. */
  readonly passwordFile: string
  /** The random password of the role that the engine connects as. */
  readonly enginePasswordFile: string
  readonly logFile: string
}

export function dataDirAt(path: string): DataDir {
  const absolute = resolve(path)
  const cluster = join(absolute, 'postgres')
  return {
    path: absolute,
    cluster,
    passwordFile: join(cluster, 'rungraph.password'),
    enginePasswordFile: join(cluster, 'rungraph-engine.password'),
    logFile: join(absolute, 'postgres.log'),
  }
}

/** Makes the folder where it is missing. @throws DATA_DIR_UNUSABLE when it cannot be made or written */
export async function prepareDataDir(dir: DataDir): Promise<void> {
  try {
    await mkdir(dir.path, { recursive: true })
    await access(dir.path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw dataDirError(dir, error)
  }
}

/**
 * Whether the folder holds a database of this PostgreSQL major version; false when it holds none yet.
 * @throws DATA_DIR_UNUSABLE for anything else
 */
export async function hasCluster(dir: DataDir, major: string): Promise<boolean> {
  const version = await readClusterFile(dir, versionFile(dir))
  if (version === undefined) {
    await refuseForeignFolder(dir)
    return false
  }
  if (version.trim() !== major) {
    throw unusable(
      dir,
      `it holds a PostgreSQL ${version.trim()} database, and this Rungraph brings PostgreSQL ${major}.`,
      `Move the data with pg_dump and pg_restore, or set RUNGRAPH_DATA_DIR to another folder.`,
    )
  }
  return true
}

/** For what only reads: refuses a folder that has no database yet. @throws DATA_DIR_UNUSABLE */
export async function requireCluster(dir: DataDir): Promise<void> {
  if ((await readClusterFile(dir, versionFile(dir))) !== undefined) return
  const remedy = 'Run the command where the server runs, or set RUNGRAPH_DATA_DIR to the folder of its data.'
  throw unusable(dir, 'there is no database in it.', remedy)
}

function versionFile({ cluster }: DataDir): string {
  return join(cluster, 'PG_VERSION')
}

/** A password that `createCluster` stored: by default that of the superuser. */
export async function readPassword(dir: DataDir, file = dir.passwordFile): Promise<string> {
  const password = await readClusterFile(dir, file)
  if (password !== undefined) return password.trim()
  throw unusable(
    dir,
    `${file} is missing.`,
    'Restore it from the backup that the folder came from: the database opens with it alone.',
  )
}

/** `DATA_DIR_UNUSABLE` for this folder; both texts are whole sentences. */
export function unusable(dir: DataDir, reason: string, remedy: string, cause?: unknown): RungraphError {
  return new RungraphError('DATA_DIR_UNUSABLE', { path: dir.path, reason, remedy }, cause)
}

/** A failed file operation in the data folder as `DATA_DIR_UNUSABLE`. */
export function dataDirError(dir: DataDir, error: unknown): RungraphError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [reason, remedy] = fileProblems[code] ?? [
    `${messageOf(error)}.`,
    'Set it to a folder that can be written.',
  ]
  return unusable(dir, reason, remedy, error)
}

const fileProblem = {
  notAFolder: ['a file is where a folder is expected.', 'Move the file, or set it to another folder.'],
  notPermitted: [
    'it may not be read and written by the user who runs Rungraph.',
    'Start Rungraph as the user who owns it, fix its permissions, or set it to another folder.',
  ],
  full: ['the disk is full.', 'Free some space and start again; what was committed is kept.'],
  readOnly: ['the file system is read-only.', 'Set it to a folder that can be written.'],
} as const

const fileProblems: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EEXIST: fileProblem.notAFolder,
  ENOTDIR: fileProblem.notAFolder,
  EACCES: fileProblem.notPermitted,
  EPERM: fileProblem.notPermitted,
  ENOSPC: fileProblem.full,
  EDQUOT: fileProblem.full,
  EROFS: fileProblem.readOnly,
}

/** Maps an operating system error in the output of PostgreSQL, as `fileProblems` maps error codes. */
export function problemInOutput(dir: DataDir, output: string): RungraphError | undefined {
  if (/No space left on device|Disk quota exceeded/.test(output)) return unusable(dir, ...fileProblem.full)
  if (/Read-only file system/.test(output)) return unusable(dir, ...fileProblem.readOnly)
  return undefined
}

async function readClusterFile(dir: DataDir, path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw dataDirError(dir, error)
  }
}

async function refuseForeignFolder(dir: DataDir): Promise<void> {
  const entries = await readdir(dir.cluster).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw dataDirError(dir, error)
  })
  if (entries.length === 0) return
  throw unusable(
    dir,
    `${dir.cluster} is neither empty nor a PostgreSQL data folder: its PG_VERSION is missing.`,
    'Restore it from a backup, or move it away to start with an empty database.',
  )
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** The owner of the cluster, or undefined while there is none. */
export async function clusterOwner(dir: DataDir): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(dir.cluster).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw dataDirError(dir, error)
  })
  return found && { uid: found.uid, gid: found.gid }
}

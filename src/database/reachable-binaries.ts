import { chmod, cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { messageOf } from '../domain/errors.ts'
import { missing, type PostgresBinaries, programPath } from './postgres-binaries.ts'
import type { ServerUser } from './server-user.ts'

/**
 * The binaries where the server's user can run them: in their package, or, when root installed them
 * under a folder that is closed to others, in a copy in the system's folder for temporary files.
 */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<PostgresBinaries> {
  if (!user || (await isOpenToAll(programPath(binaries, 'postgres')))) return binaries
  const folder = join(tmpdir(), `rungraph-postgres-${binaries.version}`)
  const copy = { ...binaries, folder }
  if (await isOwnCopy(folder)) return copy
  try {
    await copyBinaries(binaries.folder, folder)
  } catch (error) {
    throw missing(`its programs could not be copied to ${folder} (${messageOf(error)}).`, error)
  }
  if (await isOpenToAll(programPath(copy, 'postgres'))) return copy
  throw missing(
    `user ${user.uid}, under which root starts it, may not enter ${binaries.folder} nor ${folder}.`,
  )
}

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  const parent = dirname(path)
  return (mode & 0o001) !== 0 && (parent === path || isOpenToAll(parent))
}

/** Anybody may write to the folder for temporary files: only files that root alone can change are run. */
async function isOwnCopy(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) return false
  if (found.uid === 0 && (found.mode & 0o022) === 0) return true
  throw missing(`${folder} exists, and others than root may change it. Remove it.`)
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const staging = await mkdtemp(`${to}.`)
  try {
    await cp(from, staging, { recursive: true, verbatimSymlinks: true })
    await openToAll(staging)
    await rename(staging, to)
  } catch (error) {
    // Another process may have been first; its copy is as good.
    if (!(await isOwnCopy(to))) throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

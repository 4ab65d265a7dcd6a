import { once } from 'node:events'
import { readFile, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type DataDir, dataDirError, isMissing } from './data-dir.ts'

/** Content of `postmaster.pid`, of a running server or of one that was killed. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  readonly isReady: boolean
}

export async function readPostmasterFile(dir: DataDir): Promise<PostmasterFile | undefined> {
  const content = await readFileIfAny(dir, 'postmaster.pid')
  const [pid, , , port, , , , status] = content?.split('\n') ?? []
  // The server writes it in several steps; before its port stands there, nothing can be done with it.
  return pid && port
    ? { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' }
    : undefined
}

/** The port of the server's last start. */
export async function readLastPort(dir: DataDir): Promise<number | undefined> {
  const port = /"-p" "(\d+)"/.exec((await readFileIfAny(dir, 'postmaster.opts')) ?? '')?.[1]
  return port === undefined ? undefined : Number(port)
}

/** Whether the server that wrote the file is alive; its process number may be another program's by now. */
export async function isPostmasterAlive(file: PostmasterFile): Promise<boolean> {
  if (!isAlive(file.pid)) return false
  if (process.platform !== 'linux') return !file.isReady || isPortOpen(file.port)
  const command = await readFile(`/proc/${file.pid}/cmdline`, 'utf8').catch(() => '')
  const [program = '', ...args] = command.split('\0')
  return program.endsWith('postgres') && args.includes(String(file.port))
}

/**
 * Takes the file of a killed server away whose process number another process has now: PostgreSQL
 * would refuse to start. It still refuses while a process of the killed server holds the cluster's memory.
 */
export async function removeStalePostmasterFile(dir: DataDir, stale: PostmasterFile): Promise<void> {
  const path = join(dir.cluster, 'postmaster.pid')
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
    const [pid] = (await readFile(aside, 'utf8')).split('\n')
    // Another process was quicker: this is its server's file, not the stale one.
    if (Number(pid) !== stale.pid) await rename(aside, path)
    else await rm(aside)
  } catch (error) {
    if (!isMissing(error)) throw dataDirError(dir, error)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function readFileIfAny(dir: DataDir, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(dir.cluster, name), 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw dataDirError(dir, error)
  }
}

/** Whether something of this machine takes connections at the port. */
export async function isPortOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

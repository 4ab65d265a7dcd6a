import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type DataDir, dataDirAt, readPassword } from '../../../src/database/data-dir.ts'
import {
  isPostmasterAlive,
  type PostmasterFile,
  readPostmasterFile,
} from '../../../src/database/postmaster-file.ts'
import { eventually } from '../eventually.ts'
import { atExit } from './at-exit.ts'

export interface DataFolderOptions {
  /** The size of a disk of its own. Default: it is on the disk of everything else. */
  readonly diskMegabytes?: number
}

/** For longer than that no server stays that nobody uses. */
const stoppedWithinMs = 15_000

/** A folder for the private PostgreSQL of the Rungraphs that use it. */
export class DataFolder {
  readonly path: string
  readonly #dir: DataDir
  readonly #hasDisk: boolean
  readonly #forgetExit: () => void

  private constructor(path: string, hasDisk: boolean) {
    this.path = path
    this.#dir = dataDirAt(path)
    this.#hasDisk = hasDisk
    this.#forgetExit = atExit(() => {
      if (hasDisk) spawn('umount', ['--lazy', path], { stdio: 'ignore' })
    })
  }

  /** @throws where it is to have a disk of its own, and this user may not make one */
  static async open({ diskMegabytes }: DataFolderOptions = {}): Promise<DataFolder> {
    const path = await mkdtemp(join(tmpdir(), 'rungraph-chaos-data-'))
    if (diskMegabytes !== undefined)
      await system('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', path])
    // The server may run as another user.
    await chmod(path, 0o755)
    return new DataFolder(path, diskMegabytes !== undefined)
  }

  /** The server that runs on it; `null` where none does. */
  async server(): Promise<PostmasterFile | null> {
    const file = await readPostmasterFile(this.#dir)
    return file !== undefined && (await isPostmasterAlive(file)) ? file : null
  }

  /** Leads to the database of the server that runs on it. @throws where none does */
  async url(): Promise<string> {
    const server = await this.server()
    if (server === null) throw new Error('No server runs on the data folder.')
    const password = encodeURIComponent(await readPassword(this.#dir))
    return `postgres://rungraph:${password}@127.0.0.1:${server.port}/rungraph`
  }

  /** kill -9 of the server. */
  async killServer(): Promise<void> {
    const server = await this.server()
    if (server === null) return
    process.kill(server.pid, 'SIGKILL')
    await eventually(async () => (await this.server()) === null, { what: 'the private PostgreSQL dies' })
  }

  /** Takes what is free on its disk, but for so many bytes. */
  async fill(leaveBytes = 0): Promise<void> {
    const { bavail, bsize } = await statfs(this.path)
    const bytes = Math.max(0, bavail * bsize - leaveBytes)
    await writeFile(this.#filler, Buffer.alloc(bytes, 1)).catch((error: unknown) => {
      // Its server took of it meanwhile: the disk is as full as was asked for.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    })
  }

  /** Gives back what `fill` took. */
  async free(): Promise<void> {
    await rm(this.#filler, { force: true })
  }

  /** When nobody uses it any more. @throws where its server does not stop automatically */
  async close(): Promise<void> {
    const isGone = async () => (await this.server()) === null
    try {
      await eventually(isGone, { what: 'the private PostgreSQL stops', withinMs: stoppedWithinMs })
    } finally {
      await this.killServer()
      this.#forgetExit()
      if (this.#hasDisk) await system('umount', [this.path])
      await rm(this.path, { recursive: true, force: true })
    }
  }

  get #filler(): string {
    return join(this.path, 'filler')
  }
}

async function system(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, [...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said.trim()}`)
}

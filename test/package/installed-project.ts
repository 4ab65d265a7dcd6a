import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const shop = join(import.meta.dirname, 'shop')

/** The command that installs packages, which follow it. */
export const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund']

/** An empty project of a user with the files of `shop`, in a folder. */
export async function makeProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  // npm asks which scripts of packages may run; that of `node` fetches it.
  const file = { name: 'shop', private: true, type: 'module', allowScripts: { node: true } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(file))
  await cp(shop, folder, { recursive: true })
}

/** Output of a command on both streams. @throws an Error with the output where it fails */
export async function run(folder: string, command: readonly string[], env = process.env): Promise<string> {
  const [program = '', ...args] = command
  try {
    const running = promisify(execFile)(program, args, { cwd: folder, env })
    running.child.stdin?.end()
    const { stdout, stderr } = await running
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** The environment of a user, with a Node first: settings of this process are none of theirs. */
export function ownEnvironment(nodeFolder: string): NodeJS.ProcessEnv {
  const { PATH = '', HOME, TMPDIR } = process.env
  return { HOME, TMPDIR, PATH: `${nodeFolder}${delimiter}${PATH}` }
}

export interface InstalledServer {
  readonly url: string
  /** The data of a GraphQL answer. */
  ask<Data>(query: string, variables?: object): Promise<Data>
  /** Stops it as a terminal does, and resolves with all that it printed. */
  stop(): Promise<string>
}

/** Starts `npx rungraph` in a project. Resolves when it says that it is ready; rejects with what it printed where it ends before. */
export async function startInstalled(folder: string, env: NodeJS.ProcessEnv): Promise<InstalledServer> {
  // A group of processes of its own, as npx has in a terminal: a signal reaches npx and the server.
  const child = spawn('npx', ['--no-install', 'rungraph'], {
    cwd: folder,
    env: { PORT: '0', RUNGRAPH_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const printed = await greeted(child)
  const url = /Rungraph is ready: (\S+)/.exec(printed())?.[1] ?? ''
  return {
    url,
    ask: async <Data>(query: string, variables = {}) => {
      const body = JSON.stringify({ query, variables })
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const answer: { data: Data; errors?: unknown } = JSON.parse(await response.text())
      if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
      return answer.data
    },
    stop: async () => {
      const closed = once(child, 'close')
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
      await closed
      return printed()
    },
  }
}

async function greeted(child: ChildProcess): Promise<() => string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let all = ''
  const hear = (chunk: Buffer) => {
    all += chunk
    // The last line of the greeting.
    if (/^ {2}providers .*\n/m.test(all)) resolve()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.once('close', () => reject(new Error(`It ended, and said:\n${all}`)))
  await promise
  return () => all
}

/** The size in bytes, and the time of the last change in milliseconds, of each file below a folder. */
export async function filesIn(
  folder: string,
): Promise<ReadonlyMap<string, { bytes: number; changed: number }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const states = paths.map(async (path) => {
    const { size, mtimeMs } = await stat(path)
    return [path, { bytes: size, changed: mtimeMs }] as const
  })
  return new Map(await Promise.all(states))
}

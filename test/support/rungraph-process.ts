import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../checks/run-command.ts'

/** A Rungraph in a process of its own. */
export interface RungraphProcess {
  readonly pid: number
  /** What it has printed so far, and logged. */
  printed(): string
  /** The data of a GraphQL answer. */
  ask<Data>(query: string, variables?: object): Promise<Data>
  /** Sends a signal and resolves with the code and the signal that it ended by. */
  kill(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }>
}

/** A working folder and what runs in it; nothing of it is left behind by `close`. */
export interface ProcessFolder {
  /** Starts the process with these settings and no others; resolves when it says that it is ready. */
  start(command: 'serve' | 'worker', env?: Readonly<Record<string, string>>): Promise<RungraphProcess>
  close(): Promise<void>
}

export async function openProcessFolder(): Promise<ProcessFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-process-'))
  const children: ChildProcess[] = []
  return {
    start: async (command, env = {}) => {
      const child = spawn(process.execPath, [join(root, 'src/main.ts'), command], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORT: '0',
          RUNGRAPH_LOG_LEVEL: 'error',
          RUNGRAPH_DATA_DIR: join(folder, 'data'),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          printed += chunk
        })
      const [, url = ''] = await said(child, /Rungraph (?:is ready: (\S+)|executes runs)/)
      return { ...toProcess(child, url), printed: () => printed }
    },
    close: async () => {
      await Promise.all(children.map((child) => end(child, 'SIGKILL')))
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function toProcess(child: ChildProcess, url: string): Omit<RungraphProcess, 'printed'> {
  return {
    pid: child.pid ?? 0,
    ask: async <Data>(query: string, variables = {}) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const answer: { data: Data; errors?: unknown } = JSON.parse(await response.text())
      if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
      return answer.data
    },
    kill: (signal) => end(child, signal),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }
  return { code: child.exitCode, signal: child.signalCode }
}

/** Resolves with the match once the process has printed it; rejects with what it printed where it ends before. */
async function said(child: ChildProcess, words: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  let printed = ''
  const hear = (chunk: Buffer) => {
    printed += chunk
    const match = words.exec(printed)
    if (match) resolve(match)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.once('close', () => reject(new Error(`The process ended. It said:\n${printed}`)))
  return promise
}

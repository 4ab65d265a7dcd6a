import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rungraph } from '../checks/run-command.ts'
import { postJson } from './post-json.ts'

/** A Rungraph in a process of its own. */
export interface RungraphProcess {
  readonly pid: number
  /** URL of its GraphQL endpoint; empty if it serves none. */
  readonly url: string
  /** URL of its readiness check; empty if it has no port for it. */
  readonly healthUrl: string
  /** The data of a GraphQL answer. */
  ask<Data>(query: string, variables?: object): Promise<Data>
  /** Returns its output so far. */
  printed(): string
  /** Sends a signal and does not wait for what comes of it. */
  signal(signal: NodeJS.Signals): void
  /** Sends a signal and resolves with the code and the signal that it ended by. */
  kill(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }>
}

/** A working folder and what runs in it; nothing of it is left behind by `close`. */
export interface ProcessFolder {
  /** Starts the process with these settings and no others; resolves when it says that it is ready. */
  start(command: 'start' | 'worker', env?: Readonly<Record<string, string>>): Promise<RungraphProcess>
  close(): Promise<void>
}

export async function openProcessFolder(): Promise<ProcessFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-process-'))
  const children: ChildProcess[] = []
  return {
    start: async (command, env = {}) => {
      const child = spawn(process.execPath, [...rungraph, command], {
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
      return toProcess(child, await greeted(child))
    },
    close: async () => {
      await Promise.all(children.map((child) => end(child, 'SIGKILL')))
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

type Greeting = Pick<RungraphProcess, 'url' | 'healthUrl' | 'printed'>

function toProcess(child: ChildProcess, greeting: Greeting): RungraphProcess {
  return {
    ...greeting,
    pid: child.pid ?? 0,
    ask: async <Data>(query: string, variables = {}) => {
      const response = await postJson(greeting.url, { query, variables })
      const answer: { data: Data; errors?: unknown } = JSON.parse(await response.text())
      if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
      return answer.data
    },
    signal: (signal) => void child.kill(signal),
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

/** Resolves once the process has said that it is ready; rejects with what it printed where it ends before. */
async function greeted(child: ChildProcess): Promise<Greeting> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let all = ''
  const hear = (chunk: Buffer) => {
    all += chunk
    // The line that every greeting has, after those that are read here.
    if (/^ {2}providers .*\n/m.test(all)) resolve()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.once('close', () => reject(new Error(`The process ended. It said:\n${all}`)))
  await promise
  const [, url = ''] = /Rungraph is ready: (\S+)/.exec(all) ?? []
  const [, healthUrl = ''] = /^ {2}health +(\S+)/m.exec(all) ?? []
  return { url, healthUrl, printed: () => all }
}

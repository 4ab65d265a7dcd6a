import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from '@redis/client'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'

const program = findProgram('redis-server')

/** Why tests with Redis cannot run here; `null` where they can. */
export const withoutRedis =
  program === null ? 'redis-server is not installed (Debian: apt-get install redis-server)' : null

/** A redis-server on a port of loopback that stays its own through restarts. It keeps nothing on disk. */
export interface TestRedis {
  readonly url: string
  readonly port: number
  start(): Promise<void>
  /** As kill -9 does. */
  kill(): Promise<void>
  /** Its connections stay open, and nobody answers on them. */
  freeze(): void
  thaw(): void
  /** The answer to a command of the operator's. */
  command(...words: string[]): Promise<string>
  /** The lines of CLIENT LIST that are of wake-ups. */
  lines(): Promise<readonly string[]>
}

/** Not started yet. */
export async function createTestRedis(options: { readonly password?: string } = {}): Promise<TestRedis> {
  const { password } = options
  const port = await freePort()
  const url = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`
  let child: ChildProcess | null = null
  process.once('exit', () => child?.kill('SIGKILL'))

  const redis: TestRedis = {
    url,
    port,
    start: async () => {
      child = spawn(program ?? '', settings(port, password), { stdio: ['ignore', 'pipe', 'ignore'] })
      await saidReady(child)
    },
    kill: async () => {
      const dying = child
      child = null
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
      const ended = once(dying, 'close')
      dying.kill('SIGKILL')
      await ended
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    command: async (...words) => {
      const client = createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: false } })
      client.on('error', () => undefined) // the command rejects
      await client.connect()
      try {
        return String(await client.sendCommand(words))
      } finally {
        client.destroy()
      }
    },
    lines: async () => {
      const list = await redis.command('CLIENT', 'LIST')
      return list.split('\n').filter((line) => line.includes(' name=rungraph '))
    },
  }
  return redis
}

function settings(port: number, password: string | undefined): readonly string[] {
  const storage = ['--save', '', '--appendonly', 'no', '--dir', '/']
  const access = password === undefined ? [] : ['--requirepass', password]
  return ['--port', String(port), '--bind', '127.0.0.1', ...storage, ...access]
}

/** Rejects with what it printed where it ends before. */
async function saidReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk
    if (printed.includes('Ready to accept connections')) resolve()
  })
  child.once('error', reject)
  child.once('close', () => reject(new Error(`redis-server ended. It said:\n${printed}`)))
  await promise
}

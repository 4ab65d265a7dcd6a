import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'

const program = findProgram('pgbouncer')

/** Why tests with PgBouncer cannot run here; `null` where they can. */
export const withoutPgBouncer =
  program === null ? 'pgbouncer is not installed (Debian: apt-get install pgbouncer)' : null

export interface TestPooler {
  /** The database through the pooler. */
  readonly connectionString: string
  close(): Promise<void>
}

/** PgBouncer in transaction mode on a port of loopback, before the server of the connection string, whose users and databases it takes over. */
export async function startTestPooler(
  connectionString: string,
  { poolSize }: { readonly poolSize: number },
): Promise<TestPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-pgbouncer-'))
  const port = await freePort()
  await writeFile(join(folder, 'pgbouncer.ini'), settings(connectionString, { port, poolSize }))
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(program ?? '', [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await saidReady(child)
  const address = new URL(connectionString)
  address.port = String(port)
  return {
    connectionString: address.href,
    close: async () => {
      process.off('exit', kill)
      const ended = once(child, 'close')
      kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settings(connectionString: string, { port, poolSize }: { port: number; poolSize: number }): string {
  const { port: serverPort, username, password } = new URL(connectionString)
  const server = [
    ...['host=127.0.0.1', `port=${serverPort}`, `user=${decodeURIComponent(username)}`],
    `password='${decodeURIComponent(password).replaceAll("'", "''")}'`,
  ]
  return [
    '[databases]',
    `* = ${server.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 500',
    '',
  ].join('\n')
}

/** Rejects with what it printed where it ends before. */
async function saidReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk
    if (printed.includes('process up')) resolve()
  })
  child.once('error', reject)
  child.once('close', () => reject(new Error(`pgbouncer ended. It said:\n${printed}`)))
  await promise
}

import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildServer, ownServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'
import { throughPort } from './through-port.ts'

const program = findProgram('pgbouncer')

/** Why tests with PgBouncer cannot run here; `null` where they can. */
export const withoutPgBouncer =
  program === null ? 'pgbouncer is not installed (Debian: apt-get install pgbouncer)' : null

export interface TestPooler extends ChildServer {
  /** The database through the pooler. */
  readonly connectionString: string
}

/**
 * PgBouncer in transaction mode on a port of loopback, before the server of the connection string, whose users and databases it takes over.
 */
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
  const { close } = ownServer(child, folder)
  await saidReady(child)
  return { connectionString: throughPort(connectionString, port), close }
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

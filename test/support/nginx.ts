import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isPortOpen } from '../../src/database/postmaster-file.ts'
import { type ChildServer, ownServer } from './child-server.ts'
import { findProgram } from './programs.ts'

const program = findProgram('nginx')

/** Why tests with nginx cannot run here; `null` where they can. */
export const withoutNginx =
  program === null ? 'nginx is not installed (Debian: apt-get install nginx-light)' : null

/** Folders of the system that nginx would write to. */
const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export interface TestNginx extends ChildServer {
  /** Has it read its configuration again, with what that includes. */
  reload(): void
}

/**
 * Runs nginx with the configuration of an `http` block in a folder of its own, until it is closed; resolves when it listens on
 * the port.
 */
export async function startNginx(http: string, port: number): Promise<TestNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-nginx-'))
  const directives = folders.map((name) => `  ${name}_temp_path ${join(folder, name)};`)
  const file = join(folder, 'nginx.conf')
  // Its folder is that of the user who runs the test.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const text = `pid ${join(folder, 'pid')};
error_log stderr warn;
daemon off;
${user}worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
${directives.join('\n')}
${http}
}
`
  await writeFile(file, text)
  const child = spawn(program ?? '', ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const server = ownServer(child, folder, 'SIGTERM')
  await untilItListens(child, port)
  return { ...server, reload: () => void child.kill('SIGHUP') }
}

/** Rejects with what it printed where it ends before. */
async function untilItListens(child: ChildProcess, port: number): Promise<void> {
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  while (!(await isPortOpen(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended. It said:\n${printed}`)
    await setTimeout(20)
  }
}

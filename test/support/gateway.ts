import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ChildServer, ownServer } from './child-server.ts'
import { installPackages } from './install-packages.ts'

const program = join(import.meta.dirname, '../outside/gateway')

/** Installs Hive Gateway. */
export const installGateway = () => installPackages(program)

interface TestGateway extends ChildServer {
  readonly endpoint: string
}

/** Serves a supergraph with Hive Gateway, which subscribes over event streams or WebSockets. @throws with what it printed */
export async function startGateway(supergraph: string, subscriptions: 'sse' | 'ws'): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-gateway-'))
  const file = join(folder, 'supergraph.graphql')
  await writeFile(file, supergraph)
  const child = spawn(process.execPath, [join(program, 'serve.mjs'), file, subscriptions], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = ownServer(child, folder)
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => ['']),
  ])
  if (!String(line).startsWith('http')) throw new Error(`The gateway does not start: ${printed}`)
  return { ...server, endpoint: String(line) }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import * as restate from '@restatedev/restate-sdk'
import * as clients from '@restatedev/restate-sdk-clients'
import { type OpenContender, repeat } from '../contender.ts'
import { toolTurns, words } from '../loop-work.ts'

const agent = restate.service({ name: 'agent', handlers: { run: runAgent } })

/** Restate: its server beside this process, which stores its journal on its own disk, and a handler here with one `ctx.run` per turn. */
export const open: OpenContender = async ({ folder }) => {
  const [service, ingress, admin, node] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  await restate.serve({ services: [agent], port: service, logger: () => {} })
  const server = startServer(folder, { ingress, admin, node })
  await answered(`http://127.0.0.1:${admin}/health`, server)
  await answered(`http://127.0.0.1:${ingress}/restate/health`, server)
  const registered = await fetch(`http://127.0.0.1:${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${service}` }),
  })
  if (!registered.ok) throw new Error(`Restate: ${await registered.text()}`)
  const client = clients.connect({ url: `http://127.0.0.1:${ingress}` }).serviceClient(agent)

  async function runOne(): Promise<void> {
    if ((await client.run('Do it.')) !== words.join('')) throw new Error('Restate gave another answer.')
  }

  return {
    measure: (extent) => repeat(extent, runOne),
    close: async () => {
      server.kill('SIGKILL')
    },
  }
}

async function runAgent(ctx: restate.Context, input: string): Promise<string> {
  const messages: unknown[] = [{ role: 'user', text: input }]
  for (let turn = 0; ; turn++) {
    const { text, call, result } = await ctx.run('turn', () => takeTurn(turn))
    messages.push({ role: 'assistant', text, call }, ...(call ? [{ role: 'tool', text: result }] : []))
    if (!call) return text
  }
}

async function takeTurn(turn: number) {
  const call = turn < toolTurns ? { name: 'note', arguments: { turn } } : null
  return { text: call ? '' : words.join(''), call, result: call ? 'noted' : null }
}

interface Ports {
  readonly ingress: number
  readonly admin: number
  readonly node: number
}

/** The program itself, not the script that starts it, so that it ends when it gets the signal. */
function startServer(folder: string, { ingress, admin, node }: Ports): ChildProcess {
  const program = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
  const server = spawn(createRequire(import.meta.url).resolve(program), [], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_BASE_DIR: folder,
      RESTATE_NODE_NAME: 'bench',
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'error',
    },
  })
  process.once('exit', () => server.kill('SIGKILL'))
  return server
}

async function answered(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error(`restate-server ended with ${server.exitCode}.`)
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await delay(100)
  }
  throw new Error(`Nothing answers at ${url}.`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Flood, floodsOf } from '../../http/hostile/floods.ts'
import { shuffled } from '../../support/random.ts'
import type { Scenario } from '../scenario.ts'
import { inTurns, says } from '../servers/replies.ts'

/** Each flood comes over so many connections, all of them at once. */
const connections = 4
/** Size of one read of a connection, and so the memory that a process may need for each at once; more is more work, not more memory. */
const bytes = 64 * 1024
/**
 * Callers without a key are distinguished by their address, and one that sends thousands waits behind its own requests: the floods come
 * from another address than the other callers, where a machine has two without configuration.
 */
const floodAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
const questions = 20
/**
 * With little room for garbage a process that holds what it receives dies. Live memory: 66 MiB after the start, 22 of the page of GraphiQL
 * once somebody asks for it, and 23 of requests that wait (5,000 beyond 32 of each of 116 connections, of 2.7 KB). That is 111; measured
 * were 104 to 114 after a collection, 161 before it.
 */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=192 --max-semi-space-size=1' }

/** Every kind of flood at once, none of which reads an answer: others are answered, runs end, and the server lives. */
export default {
  number: 61,
  title: 'floods of every kind, whose answers nobody reads',
  promises: ['API-14', 'API-8'],
  async run({ stage, random, figure, note }) {
    const agent = await stage.createAgent()
    const api = await stage.cluster.start('api', smallHeap)
    const { url } = api
    assert.ok(url, 'it serves')
    const before = await api.memoryBytes()
    const floods = shuffled(Object.values(floodsOf('rg_unknown', '/graphiql/none')), random)
    const sockets: Socket[] = []
    const sent = floods.flatMap((flood) =>
      Array.from({ length: connections }, async () => {
        const socket = await open(url)
        sockets.push(socket)
        await send(socket, flood)
      }),
    )
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => stage.trigger({ agent, model: inTurns(says('It is there.')) })),
    )
    for (let nth = 0; nth < questions; nth++) {
      const from = performance.now()
      assert.deepEqual(await ask(url), [200, 200])
      figure('others answered', performance.now() - from)
    }
    for (const run of runs) assert.equal((await run.untilStopped()).status, 'COMPLETED')
    for (const socket of sockets) socket.resetAndDestroy()
    await Promise.all(sent)
    assert.deepEqual(await ask(url), [200, 200])
    note(`its memory is ${((await api.memoryBytes()) / before).toFixed(2)} times what it was`)
  },
} satisfies Scenario

/** The status of its readiness, and of a query. */
async function ask(url: string): Promise<readonly number[]> {
  const ready = await fetch(`${url}/health/ready`)
  await ready.text()
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ project { slug } }' }),
  })
  await answer.text()
  return [ready.status, answer.status]
}

async function open(url: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: floodAddress })
  socket.on('error', () => undefined) // to be closed is one way to be refused
  socket.pause()
  await once(socket, 'connect')
  return socket
}

async function send(socket: Socket, { greeting, part, bytes: most = bytes }: Flood): Promise<void> {
  if (greeting !== undefined) socket.write(greeting)
  let sent = 0
  for (let nth = 0; sent < Math.min(most, bytes) && !socket.destroyed; nth++) {
    const next = part(nth)
    sent += next.length
    if (socket.write(next)) continue
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  }
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { trials, trialsOf } from '../support/trials.ts'
import { type Flood, floodsOf } from './hostile/floods.ts'
import { openVictim } from './hostile/victim.ts'

const mebibyte = 1024 ** 2
const connections = 8
/** How much more it holds than at rest, at most. */
const most = { during: 150 * mebibyte, after: 24 * mebibyte }
/** The floods that are played. */
const names = trialsOf(Object.keys(floodsOf('', '')), 5)
/** Number of requests of others meanwhile, each answered. */
const questions = 10

const victim = forFile(await openVictim({ RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '1000' }))
const flooder = await createKey('flooder')
const keys = { flooder, other: await createKey('other', flooder) }
const page = await victim.get('/graphql', { accept: 'text/html', authorization: `Bearer ${keys.other}` })
const graphiqlPart = `/${/"(graphiql\/[^"]+\/graphiql\.js)"/.exec(page.text)?.[1]}`
// Modules that a process loads and compiles for the first time are no part of the measure.
for (const name of names) {
  const sockets = await begin(floodNamed(name), { atOnce: 1, bytes: 8 * 1024 })
  await isAnswered()
  for (const socket of sockets) socket.resetAndDestroy()
}
const idle = (await victim.memory()).alive

function floodNamed(name: string): Flood {
  const flood = floodsOf(keys.flooder, graphiqlPart)[name]
  if (flood === undefined) throw new Error(name)
  return flood
}

async function createKey(name: string, by: string | null = null): Promise<string> {
  const { text } = await victim.post(
    JSON.stringify({
      query:
        'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { ... on CreatedApiKey { key } ... on Error { message } } }',
      variables: { input: { name, role: 'ADMIN' } },
    }),
    by === null ? {} : { authorization: `Bearer ${by}` },
  )
  const [, secret] = /"key":"([^"]+)"/.exec(text) ?? []
  if (secret === undefined) throw new Error(text)
  return secret
}

/** The status of each answer to other callers, one with a key and one without. */
async function isAnswered(): Promise<readonly number[]> {
  const authorization = `Bearer ${keys.other}`
  const answers = [
    await victim.get('/health/ready'),
    await victim.get('/health/live'),
    await victim.post(JSON.stringify({ query: '{ project { slug } }' }), { authorization }),
  ]
  return answers.map(({ status }) => status)
}

/** Opens connections that send a flood, as fast as it is taken, until they have sent it, or are closed. */
async function begin(
  flood: Flood,
  { atOnce = connections, bytes = flood.bytes ?? trials(256, 32) * 1024 } = {},
): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: atOnce }, async () => {
      const socket = connect(victim.port, '127.0.0.1')
      socket.on('error', () => undefined) // to be closed is one way to be refused
      socket.pause()
      await once(socket, 'connect')
      void send(socket, flood, bytes)
      return socket
    }),
  )
}

async function send(socket: Socket, { greeting, part }: Flood, bytes: number): Promise<void> {
  if (greeting !== undefined) socket.write(greeting)
  let sent = 0
  for (let nth = 0; sent < bytes && !socket.destroyed; nth++) {
    const next = part(nth)
    sent += next.length
    if (socket.write(next)) continue
    // Closed by the server, where it takes no more of it.
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  }
}

describe('API-14 a flood that nobody reads the answers of', { timeout: 120_000 }, () => {
  it.for(names)('API-14 %s: others are answered, and it is forgotten', async (name) => {
    const sockets = await begin(floodNamed(name))
    for (let nth = 0; nth < questions; nth++) expect(await isAnswered()).toEqual([200, 200, 200])
    const during = (await victim.memory(idle + most.during)).alive
    for (const socket of sockets) socket.resetAndDestroy()
    const after = (await victim.memory(idle + most.after)).alive
    const told = [during, after].map((bytes) => Math.round((bytes - idle) / mebibyte))
    console.log(`${name}: ${told[0]} MiB more while it lasted, ${told[1]} MiB after`)
    expect(during - idle).toBeLessThanOrEqual(most.during)
    expect(after - idle).toBeLessThanOrEqual(most.after)
  })

  it('API-14 leaves nothing for the operator to read', () => {
    expect(victim.complaints()).toEqual([])
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { openProcessFolder } from '../../support/rungraph-process.ts'
import { openBareSocket } from '../bare-socket.ts'

export interface Memory {
  readonly alive: number
  readonly rss: number
}

export interface Reply {
  readonly status: number
  readonly text: string
}

/** A server in a process of its own, which is sent what no server should be sent. */
export async function openVictim(env: Readonly<Record<string, string>> = {}) {
  // The client is the one who closes what is idle: on a busy machine both would at the same moment, and a request be lost.
  const dispatcher = new Agent({ keepAliveTimeout: 1, keepAliveMaxTimeout: 1 })
  const folder = await openProcessFolder()
  // As a URL: a path may have spaces.
  const measure = new URL('measure-memory.ts', import.meta.url).href
  const server = await folder.start('start', {
    NODE_OPTIONS: `--expose-gc --import ${measure}`,
    RUNGRAPH_LOG_LEVEL: 'warn',
    RUNGRAPH_MONITOR: 'off',
    // All of it comes from one address.
    RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '1000000',
    ...env,
  })
  const endpoint = server.url.endsWith('/graphql') ? server.url : `${server.url}/graphql`
  const origin = new URL(endpoint).origin
  const port = Number(new URL(endpoint).port)
  const greeting = server.printed().length

  async function post(
    body: string | Buffer<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body,
      dispatcher,
    })
    return { status: response.status, text: await response.text() }
  }

  async function measured(): Promise<Memory> {
    const before = server.printed().length
    server.signal('SIGUSR2')
    for (;;) {
      const [, told] = /^memory (.*)$/m.exec(server.printed().slice(before)) ?? []
      if (told !== undefined) return JSON.parse(told)
      await delay(10)
    }
  }

  return {
    endpoint,
    origin,
    port,
    post,
    async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
      const response = await fetch(`${origin}${path}`, { headers, dispatcher })
      return { status: response.status, text: await response.text() }
    },
    ask: (query: string, variables: object = {}) => post(JSON.stringify({ query, variables })),
    /** Writes bytes to a connection, and gives all that comes back until the server closes it. */
    async raw(bytes: string | Buffer): Promise<string> {
      const socket = connect(port, '127.0.0.1')
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      socket.on('error', () => undefined) // 'close' follows
      socket.write(bytes)
      await once(socket, 'close')
      return String(Buffer.concat(chunks))
    },
    /** Writes bytes to a WebSocket, and gives the code that it is closed with; 1006 where there is none. */
    async closeCodeAfter(bytes: Buffer): Promise<number> {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined) // its end is what is waited for
      socket.write(bytes)
      let came = Buffer.alloc(0)
      for await (const chunk of socket) {
        came = Buffer.concat([came, chunk])
        const code = closeCodeIn(came)
        if (code !== null) return code
      }
      return 1006
    },
    /** Whether it is ready, and answers a query and an operation over a WebSocket. */
    async isWell(): Promise<boolean> {
      const ready = await fetch(`${origin}/health/ready`, { dispatcher })
      const answer = await post(JSON.stringify({ query: '{ project { slug } }' }))
      const socket = await openBareSocket(endpoint)
      socket.subscribe('1', '{ __typename }')
      const message = await socket.next()
      socket.close()
      await socket.closed
      return (
        ready.status === 200 &&
        answer.text === '{"data":{"project":{"slug":"default"}}}' &&
        message?.type === 'next'
      )
    },
    /**
     * Its live memory, in bytes, once it has handled everything that it received: until that is at most `enough`, or stops falling. Closed
     * resources are released in steps, some of them by timers.
     */
    async memory(enough = 0): Promise<Memory> {
      let least = await measured()
      for (let quiet = 0; quiet < 2 && least.alive > enough; quiet++) {
        await delay(250)
        const now = await measured()
        if (now.alive < least.alive - 1024 ** 2) quiet = 0
        if (now.alive < least.alive) least = now
      }
      return least
    },
    /** Reports to its operator since it began, except those about requests of this test. */
    complaints: () =>
      server
        .printed()
        .slice(greeting)
        .split('\n')
        .filter((line) => line.startsWith('{')),
    async close() {
      await dispatcher.close()
      await folder.close()
    },
  }
}

/** The code in the closing frame, once that is there. The frames of a server have no masks, and these are short. */
function closeCodeIn(came: Buffer): number | null {
  const head = came.indexOf('\r\n\r\n')
  if (head < 0) return null
  for (let at = head + 4; at + 4 <= came.length; at += 2 + (came[at + 1] ?? 0)) {
    if (came[at] === 0x88) return came.readUInt16BE(at + 2)
  }
  return null
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import WebSocket from 'ws'

/** A message of the server, as it came. */
export interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

export interface Closed {
  readonly code: number
  readonly reason: string
}

/** A WebSocket whose every message a test writes and reads itself; it can stop to read, and vanish. */
export interface BareSocket {
  send(message: object | string | Buffer): void
  subscribe(id: string, query: string, variables?: object): void
  /** Messages that came and were not read yet, then the next; null once the socket is closed. */
  next(): Promise<Message | null>
  /** How the socket was closed; what came until then stays to be read. */
  readonly closed: Promise<Closed>
  readonly extensions: string
  pause(): void
  resume(): void
  /** Resolves when all that was sent has left. */
  flushed(): Promise<void>
  close(): void
  /** Is gone without a word, as a process that is killed. */
  reset(): void
}

interface Options {
  /** Default: `graphql-transport-ws`. */
  readonly protocols?: readonly string[]
  /** Whether pings are answered. Default: yes. */
  readonly pongs?: boolean
  /** Whether the connection is initialised. Default: yes. */
  readonly init?: boolean
  /** Of the request that opens it. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Opens one; rejects with the status where the server refuses it. */
export async function openBareSocket(endpoint: string, options: Options = {}): Promise<BareSocket> {
  const { protocols = ['graphql-transport-ws'], pongs = true, init = true, headers = {} } = options
  const raw = connect(Number(new URL(endpoint).port), '127.0.0.1')
  const socket = new WebSocket(endpoint.replace('http', 'ws'), [...protocols], {
    autoPong: pongs,
    headers: { ...headers },
    createConnection: () => raw,
  })
  const bare = toBareSocket(socket, raw)
  await once(socket, 'open')
  if (init) {
    bare.send({ type: 'connection_init' })
    await bare.next()
  }
  return bare
}

function toBareSocket(socket: WebSocket, raw: Socket): BareSocket {
  const messages: Message[] = []
  let wake = () => {}
  let isClosed = false
  const closed = new Promise<Closed>((resolve) => {
    socket.once('close', (code, reason) => {
      isClosed = true
      resolve({ code, reason: String(reason) })
      wake()
    })
  })
  socket.on('error', () => undefined) // 'close' follows
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    wake()
  })
  const bare: BareSocket = {
    send: (message) =>
      socket.send(
        typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      ),
    subscribe: (id, query, variables = {}) =>
      bare.send({ id, type: 'subscribe', payload: { query, variables } }),
    next: async () => {
      while (messages.length === 0 && !isClosed)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return messages.shift() ?? null
    },
    closed,
    get extensions() {
      return socket.extensions
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    flushed: async () => {
      while (socket.bufferedAmount > 0 && !isClosed) await Promise.race([once(raw, 'drain'), closed])
    },
    close: () => socket.close(),
    reset: () => raw.resetAndDestroy(),
  }
  return bare
}

/** How a server answers who wants a WebSocket and gets none. */
export async function refusalOf(endpoint: string, options: { readonly origin?: string } = {}) {
  const socket = new WebSocket(endpoint.replace('http', 'ws'), 'graphql-transport-ws', options)
  socket.on('error', () => undefined)
  const [, response] = await once(socket, 'unexpected-response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, body: String(Buffer.concat(chunks)) }
}

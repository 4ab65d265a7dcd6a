import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { listenOnLoopback } from '../support/free-port.ts'

/** Action of a server on one subscription, in order: an event of this number, errors, or an end of the connection. */
export type Step =
  | number
  | { readonly errors: readonly object[] }
  /** Something that is no message of the protocol. */
  | 'garbage'
  /** The first half of the next event; then the connection breaks. */
  | 'half'
  | 'break'
  | 'complete'
  /** The token is no longer in force. */
  | 'expired'

/** One attempt of a client to subscribe: what it gets, or the HTTP status with which it is refused. */
export type Attempt = readonly Step[] | { readonly status: number; readonly headers?: Record<string, string> }

/** Request of the client. */
export interface Asked {
  readonly at: number
  readonly after: string | undefined
  readonly token: string | undefined
}

const asking = z.object({ query: z.string(), variables: z.object({ after: z.string().optional() }) })
const message = z.object({
  type: z.string(),
  id: z.string().optional(),
  payload: z.looseObject({ authorization: z.string().optional() }).optional(),
})

/** A server that answers one subscription after another as it is written, over event streams or WebSockets. */
export async function openScriptedServer(attempts: readonly Attempt[]) {
  const asked: Asked[] = []
  const left = [...attempts]
  const note = (after: string | undefined, authorization: string | undefined) =>
    asked.push({ at: performance.now(), after, token: authorization?.replace('Bearer ', '') })
  const server = createServer((request, response) => void overHttp(request, response))
  const sockets = new WebSocketServer({ noServer: true })

  async function overHttp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { query, variables } = asking.parse(await json(request))
    if (query === '{ __typename }') return refuse(response, lastRefusal)
    note(variables.after, request.headers.authorization)
    const attempt = left.shift() ?? []
    if ('status' in attempt) return refuse(response, attempt)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const step of attempt) await new Promise<void>((done) => stream(response, step, done))
  }

  /** Answer over HTTP while WebSockets are refused. */
  let lastRefusal: Exclude<Attempt, readonly Step[]> = { status: 503 }
  server.on('upgrade', (request, socket, head) => {
    const [attempt] = left
    if (attempt && 'status' in attempt) {
      lastRefusal = attempt
      left.shift()
      note(undefined, undefined)
      socket.end(`HTTP/1.1 ${attempt.status} No\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => overSocket(webSocket))
  })

  function overSocket(socket: WebSocket): void {
    let token: string | undefined
    socket.on('message', (data) => {
      const { type, id, payload } = message.parse(JSON.parse(String(data)))
      if (type === 'connection_init') {
        token = payload?.authorization
        socket.send('{"type":"connection_ack"}')
      }
      if (type !== 'subscribe') return
      note(asking.parse(payload).variables.after, token)
      for (const step of (left.shift() ?? []) as readonly Step[]) say(socket, id ?? '', step)
    })
  }

  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    asked,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function refuse(response: ServerResponse, { status, headers }: Exclude<Attempt, readonly Step[]>): void {
  response.writeHead(status, headers).end('refused')
}

function eventOf(seq: number): object {
  return {
    data: { runEvents: { __typename: 'TextDelta', seq, cursor: `c${seq}`, messageId: 'm', text: 'Grüße' } },
  }
}

const expired = { errors: [{ message: 'Expired.', extensions: { code: 'UNAUTHENTICATED' } }] }

function stream(response: ServerResponse, step: Step, done: () => void): void {
  const next = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\n`
  if (typeof step === 'number') return void response.write(next(eventOf(step)), done)
  if (typeof step === 'object') return void response.write(next(step), done)
  const ends: Readonly<Record<typeof step, () => unknown>> = {
    garbage: () => response.write('event: next\ndata: {"data":\n\n', done),
    half: () => {
      const whole = Buffer.from(next(eventOf(99)))
      response.write(whole.subarray(0, whole.indexOf('ü') + 1), () => response.destroy())
    },
    break: () => response.destroy(),
    complete: () => response.end('event: complete\ndata:\n\n', done),
    expired: () => response.end(`${next(expired)}event: complete\ndata:\n\n`, done),
  }
  ends[step]()
}

function say(socket: WebSocket, id: string, step: Step): void {
  const next = (payload: object) => JSON.stringify({ id, type: 'next', payload })
  if (typeof step === 'number' || typeof step === 'object') {
    socket.send(next(typeof step === 'number' ? eventOf(step) : step))
    return
  }
  const ends: Readonly<Record<typeof step, () => void>> = {
    garbage: () => socket.send('{"type":'),
    half: () => socket.send(next(eventOf(99)).slice(0, 40), () => socket.terminate()),
    break: () => setImmediate(() => socket.terminate()),
    complete: () => socket.send(JSON.stringify({ id, type: 'complete' })),
    expired: () => socket.close(4419, 'Token expired'),
  }
  ends[step]()
}

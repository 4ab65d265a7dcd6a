import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isJsonObject, type Json, type JsonObject } from '../../src/domain/json.ts'
import { listenOnLoopback } from './free-port.ts'

/** What a server of batches answers to one request; `null`: the batch ends without an answer to it. */
export type Answering = (
  body: JsonObject,
  id: string,
) => { readonly status: number; readonly body: Json } | null

/** One request to a fake of a vendor. `id` stands for each id in the route. */
export interface Asked {
  readonly route: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer<ArrayBuffer>
  /** `null` where there is none, or where it is no JSON under that content type. */
  readonly body: JsonObject | null
}

export interface Answered {
  readonly status: number
  readonly body: Json | string
  readonly type?: string
}

/** What a test sets at a fake, and sees of it. */
export interface FakeVendor {
  readonly baseUrl: string
  answer: Answering
  /** Batches end at the next look; else they stay in progress. */
  isFast: boolean
  /** Called with each request before it is answered; a status refuses it, `drop` does what it asks and breaks the connection. */
  onRequest: (route: string) => number | 'drop' | undefined
  /** Routes in the order in which they were asked. */
  readonly asked: string[]
  close(): Promise<void>
}

interface Vendor {
  readonly handle: (asked: Asked, fake: FakeVendor) => Answered | Promise<Answered>
  readonly toRoute: (method: string, path: string) => string
  /** An error as the vendor writes it. */
  readonly refuse: (status: number, message: string) => Answered
}

/** Serves what `handle` says, each route noted. */
export async function serveVendor({ handle, toRoute, refuse }: Vendor): Promise<FakeVendor> {
  /** `null`: the connection breaks. */
  async function answerTo(request: IncomingMessage): Promise<Answered | null> {
    const bytes = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const route = toRoute(request.method ?? '', url.pathname)
    fake.asked.push(route)
    const wanted = fake.onRequest(route)
    if (typeof wanted === 'number') return refuse(wanted, 'As the test wants it.')
    const { headers } = request
    const read: unknown = headers['content-type']?.startsWith('application/json')
      ? JSON.parse(String(bytes))
      : null
    const body = isJsonObject(read) ? read : null
    const answered = await handle({ route, url, headers, bytes, body }, fake)
    return wanted === 'drop' ? null : answered
  }
  const server = createServer(async (request, response) => {
    const answered = await answerTo(request).catch((error: unknown) => refuse(500, String(error)))
    if (answered === null) return request.socket.destroy()
    const { status, body, type = 'application/json' } = answered
    response.writeHead(status, { 'content-type': type })
    return response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const fake: FakeVendor = {
    baseUrl: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    answer: () => null,
    isFast: true,
    onRequest: () => undefined,
    asked: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

/** The first field that is not among those that a vendor knows. */
export function unknownField(body: JsonObject, known: readonly string[]): string | undefined {
  return Object.keys(body).find((name) => !known.includes(name))
}

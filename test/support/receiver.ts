import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** A request that a receiver got. */
export interface Received {
  /** The delivery, as `webhook-id` has it. */
  readonly id: string
  readonly headers: IncomingHttpHeaders
  /** As it came. */
  readonly raw: string
  readonly body: ReceivedBody
}

interface ReceivedBody {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly runId: string
    readonly agentId: string
    readonly parentRunId: string | null
    readonly rootRunId: string
    readonly status: string
    readonly reason: string | null
    readonly lastSeq: number
    readonly cursor: string
    readonly gate: { readonly id: string; readonly kind: string; readonly status: string } | null
  }
}

/** A status, with headers and a body if wanted; `hang` gives no answer at all. */
export type Reply =
  | number
  | readonly [status: number, headers: Readonly<Record<string, string>>, body?: string]
  | 'hang'

/** A real server on loopback that records the requests it receives. */
export interface Receiver {
  readonly url: string
  /** In the order in which they came. */
  readonly received: readonly Received[]
  /** Reply from now on. Default: 200. */
  reply: (received: Received, count: number) => Reply | Promise<Reply>
  /** Resets connections until it is up again. It keeps its port: another server of the tests could get it, and answer. */
  down(): void
  up(): void
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let isDown = false

  async function answer(raw: string, headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> {
    const body: ReceivedBody = JSON.parse(raw)
    const one = { id: String(headers['webhook-id']), headers, raw, body }
    received.push(one)
    const reply = await receiver.reply(one, received.length)
    if (reply === 'hang') return
    const [status, more, said = 'Thank you.'] = typeof reply === 'number' ? [reply, {}] : reply
    response.writeHead(status, more).end(said)
  }

  const server = createServer((request, response) => {
    let raw = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      raw += chunk
    })
    request.on('end', () => void answer(raw, request.headers, response))
  })
  server.on('connection', (socket) => {
    if (isDown) socket.resetAndDestroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')

  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/told`,
    received,
    reply: () => 200,
    down() {
      isDown = true
      server.closeAllConnections()
    },
    up() {
      isDown = false
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

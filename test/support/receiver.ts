import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'

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
  /** Refuses connections, until it is up again on the same port. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let server: Server | null = null
  let port = 0

  async function answer(raw: string, headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> {
    const body: ReceivedBody = JSON.parse(raw)
    const one = { id: String(headers['webhook-id']), headers, raw, body }
    received.push(one)
    const reply = await receiver.reply(one, received.length)
    if (reply === 'hang') return
    const [status, more, said = 'Thank you.'] = typeof reply === 'number' ? [reply, {}] : reply
    response.writeHead(status, more).end(said)
  }

  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${port}/told`
    },
    received,
    reply: () => 200,
    async up() {
      const own = createServer((request, response) => {
        let raw = ''
        request.setEncoding('utf8')
        request.on('data', (chunk: string) => {
          raw += chunk
        })
        request.on('end', () => void answer(raw, request.headers, response))
      })
      server = own
      await new Promise<void>((resolve) => own.listen(port, '127.0.0.1', resolve))
      const address = own.address()
      if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
      port = address.port
    },
    async down() {
      const own = server
      server = null
      own?.closeAllConnections()
      await new Promise((resolve) => (own ? own.close(resolve) : resolve(undefined)))
    },
    close: () => receiver.down(),
  }
  await receiver.up()
  return receiver
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buildSchema } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { serveContender, text, untilTaken } from './served.ts'

/** The stock stack: graphql-ws and graphql-js, each subscriber with an iterator of its own; nothing kept, nobody asked who they are. */
const schema = buildSchema(`
  interface RunEvent { seq: Int! cursor: String! type: String! }
  type TextDelta implements RunEvent { seq: Int! cursor: String! type: String! text: String! messageId: String! offset: Int! }
  type Query { nothing: Int }
  type Subscription { runEvents(runId: ID!): RunEvent! }
`)

interface Event {
  readonly __typename: 'TextDelta'
  readonly seq: number
  readonly cursor: string
  readonly type: string
  readonly text: string
  readonly messageId: string
  readonly offset: number
}

const subscribers = new Set<Queue>()

class Queue {
  readonly #events: Event[] = []
  #wake: () => void = () => undefined

  get length(): number {
    return this.#events.length
  }

  push(event: Event): void {
    this.#events.push(event)
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<{ readonly runEvents: Event }> {
    subscribers.add(this)
    try {
      for (;;) {
        const event = this.#events.shift()
        if (event !== undefined) yield { runEvents: event }
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      }
    } finally {
      subscribers.delete(this)
    }
  }
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, path: '/graphql' })
useServer(
  { schema, roots: { subscription: { runEvents: () => new Queue()[Symbol.asyncIterator]() } } },
  server,
)
let seq = 0

serveContender({
  listen: async () => {
    if (server.address() === null) await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  subscriptions: () => subscribers.size,
  publishTick: async (count) => {
    for (let place = 0; place < count; place++) {
      seq += 1
      const cursor = Buffer.from(
        JSON.stringify({ v: 1, runId: '00000000-0000-0000-0000-000000000000', seq }),
      ).toString('base64url')
      const event = {
        __typename: 'TextDelta',
        seq,
        cursor,
        type: 'TextDelta',
        text,
        messageId: 'm',
        offset: seq,
      } as const
      for (const subscriber of subscribers) subscriber.push(event)
    }
    for (const subscriber of subscribers) while (subscriber.length > 0) await new Promise(setImmediate)
    await untilTaken(server.clients)
  },
})

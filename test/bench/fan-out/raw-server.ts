import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serveContender, text, untilTaken } from './served.ts'

/** The bound: one text for all, written to each socket by `ws`, with nothing kept and nobody asked who they are. */
const server = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  perMessageDeflate: false,
  clientTracking: true,
})
server.on('connection', (socket) => {
  socket.once('message', () => socket.send('{"type":"connection_ack"}'))
})
let seq = 0

serveContender({
  listen: async () => {
    if (server.address() === null) await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  subscriptions: () => server.clients.size,
  publishTick: async (count) => {
    for (let place = 0; place < count; place++) {
      seq += 1
      const event = { seq, cursor: cursorOf(seq), type: 'TextDelta', text, messageId: 'm', offset: seq }
      const message = JSON.stringify({ id: '1', type: 'next', payload: { data: { runEvents: event } } })
      const bytes = Buffer.from(message)
      for (const client of server.clients) client.send(bytes, { binary: false })
    }
    await untilTaken(server.clients)
  },
})

function cursorOf(seq: number): string {
  return Buffer.from(JSON.stringify({ v: 1, runId: '00000000-0000-0000-0000-000000000000', seq })).toString(
    'base64url',
  )
}

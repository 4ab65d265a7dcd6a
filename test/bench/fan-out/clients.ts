import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerRequests } from './child.ts'

/** Requests to the clients of the benchmark. */
export interface ClientRequests {
  /** Opens so many sockets and subscribes on each of them. */
  readonly open: {
    readonly port: number
    readonly path: string
    readonly count: number
    /** The messages of each, the first answered before the second is sent. */
    readonly messages: readonly string[]
  }
  /** Resolves when each socket has received so many messages since the last request; gives the moment of the last, in ms. */
  readonly receive: number
  readonly close: null
}

let clients: Client[] = []
let target = 0
let missing = 0
let received = Promise.withResolvers<number>()

/** So many sockets begin at a time: a listening socket queues few. */
const atOnce = 100

answerRequests<ClientRequests>({
  open: async ({ port, path, count, messages }) => {
    clients = []
    target = 1
    for (let done = 0; done < count; done += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - done) }, (_, place) =>
        openClient(port, path, done + place, messages),
      )
      clients.push(...(await Promise.all(some)))
    }
    return clients.length
  },
  receive: async (count) => {
    target += count
    missing = clients.filter((client) => client.received < target).length
    received = Promise.withResolvers()
    if (missing === 0) return Date.now()
    return received.promise
  },
  close: async () => {
    for (const { socket } of clients) socket.destroy()
    await Promise.all(clients.map(({ socket }) => socket.closed || once(socket, 'close')))
    return 0
  },
})

interface Client {
  readonly socket: Socket
  /** Text messages, the acknowledgement of the connection among them. */
  received: number
}

/** As little as a client can do: frames are counted, not read, so that the server is what is measured. */
async function openClient(
  port: number,
  path: string,
  place: number,
  messages: readonly string[],
): Promise<Client> {
  // An address has 28,000 ports.
  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: `127.0.0.${2 + Math.floor(place / 20_000)}`,
  })
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  let [head]: Buffer[] = await once(socket, 'data')
  while (head !== undefined && !head.includes('\r\n\r\n'))
    head = Buffer.concat([head, ...(await once(socket, 'data'))])
  if (!head?.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(`Refused: ${head}`)
  const client: Client = { socket, received: 0 }
  const acknowledged = Promise.withResolvers<void>()
  countFrames(socket, (opcode) => {
    if (opcode === 9) socket.write(frame(10, ''))
    if (opcode === 8) socket.destroy()
    if (opcode !== 1) return
    client.received += 1
    if (client.received === 1) acknowledged.resolve()
    if (client.received === target && missing > 0) {
      missing -= 1
      if (missing === 0) received.resolve(Date.now())
    }
  })
  const [first = '', ...rest] = messages
  socket.write(frame(1, first))
  await acknowledged.promise
  for (const message of rest) socket.write(frame(1, message.replace('<id>', `${place}`)))
  return client
}

function countFrames(socket: Socket, onFrame: (opcode: number) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  /** Bytes of a frame that has begun and is still to come. */
  let skip = 0
  socket.on('data', (chunk) => {
    let at = 0
    if (skip >= chunk.length) {
      skip -= chunk.length
      return
    }
    at = skip
    skip = 0
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    rest = Buffer.alloc(0)
    while (at < bytes.length) {
      const [opcode, end] = frameAt(bytes, at)
      if (opcode === null) {
        rest = bytes.subarray(at)
        return
      }
      onFrame(opcode)
      if (end > bytes.length) skip = end - bytes.length
      at = end
    }
  })
}

/** The opcode of a frame and where it ends; no opcode where its header is not there yet. Frames of a server are not masked. */
function frameAt(bytes: Buffer, at: number): readonly [number | null, number] {
  if (bytes.length < at + 2) return [null, at]
  const opcode = bytes.readUInt8(at) & 0x0f
  const short = bytes.readUInt8(at + 1) & 0x7f
  if (short < 126) return [opcode, at + 2 + short]
  if (bytes.length < at + (short === 126 ? 4 : 10)) return [null, at]
  return short === 126
    ? [opcode, at + 4 + bytes.readUInt16BE(at + 2)]
    : [opcode, at + 10 + Number(bytes.readBigUInt64BE(at + 2))]
}

/** A frame of a client, masked with zeros. */
function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  const length = payload.length
  const header = length < 126 ? Buffer.alloc(6) : Buffer.alloc(8)
  header.writeUInt8(0x80 | opcode, 0)
  header.writeUInt8(0x80 | Math.min(length, 126), 1)
  if (length >= 126) header.writeUInt16BE(length, 2)
  return Buffer.concat([header, payload])
}

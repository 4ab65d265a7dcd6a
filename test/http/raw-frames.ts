import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** The kinds of frame (RFC 6455, 5.2). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A frame as the server sent it. */
export interface Frame {
  readonly fin: boolean
  readonly opcode: number
  readonly masked: boolean
  readonly payload: Buffer
}

interface FrameOptions {
  readonly opcode?: number
  readonly fin?: boolean
  /** A client must mask what it sends. Default: it does. */
  readonly masked?: boolean
  /** The first of the bits that extensions use. */
  readonly rsv1?: boolean
  /** The declared length, where it is not that of the payload. */
  readonly length?: number
}

/** A frame of a client, in bytes. */
export function frameOf(content: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = opcodes.text, fin = true, masked = true, rsv1 = false } = options
  const payload = Buffer.from(content)
  const length = options.length ?? payload.length
  const first = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode
  const head = Buffer.concat([Buffer.from([first]), lengthOf(length, masked ? 0x80 : 0)])
  if (!masked) return Buffer.concat([head, payload])
  const key = randomBytes(4)
  const covered = payload.map((byte, place) => byte ^ (key[place % 4] ?? 0))
  return Buffer.concat([head, key, covered])
}

function lengthOf(length: number, mask: number): Buffer {
  if (length < 126) return Buffer.from([mask | length])
  const long = Buffer.alloc(length < 65_536 ? 3 : 9)
  long[0] = mask | (length < 65_536 ? 126 : 127)
  if (length < 65_536) long.writeUInt16BE(length, 1)
  else long.writeBigUInt64BE(BigInt(length), 1)
  return long
}

/** A close frame (RFC 6455, 5.5.1). */
export function closeOf(code: number, reason = ''): Buffer {
  const payload = Buffer.alloc(2)
  payload.writeUInt16BE(code)
  return frameOf(Buffer.concat([payload, Buffer.from(reason)]), { opcode: opcodes.close })
}

/** A WebSocket whose every byte a test writes and reads itself. */
export interface RawSocket {
  /** The answer to the handshake. */
  readonly head: string
  write(...frames: readonly Buffer[]): void
  /** The next frame of the server; null once it has ended the connection. */
  next(): Promise<Frame | null>
  /** The message of the next frame, which must be text. */
  message(): Promise<unknown>
  /** The code and reason that the server closes with; frames before it are passed over. */
  closed(): Promise<{ readonly code: number; readonly reason: string }>
  end(): void
}

export async function openRawSocket(url: string, protocols = 'graphql-transport-ws'): Promise<RawSocket> {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined) // 'close' follows
  const lines = [
    'GET /graphql HTTP/1.1',
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    ...(protocols === '' ? [] : [`Sec-WebSocket-Protocol: ${protocols}`]),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const bytes = bytesOf(socket)
  const head = String(await bytes.until('\r\n\r\n'))
  const raw: RawSocket = {
    head,
    write: (...frames) => socket.write(Buffer.concat(frames)),
    next: () => readFrame(bytes),
    async message() {
      const frame = await raw.next()
      if (frame?.opcode !== opcodes.text) throw new Error(`No message, but ${JSON.stringify(frame)}.`)
      return JSON.parse(String(frame.payload))
    },
    async closed() {
      for (let frame = await raw.next(); frame !== null; frame = await raw.next())
        if (frame.opcode === opcodes.close && frame.payload.length >= 2)
          return { code: frame.payload.readUInt16BE(), reason: String(frame.payload.subarray(2)) }
      throw new Error('The connection ended without a close frame.')
    },
    end: () => socket.destroy(),
  }
  return raw
}

interface Bytes {
  /** Null where the connection ends before. */
  take(length: number): Promise<Buffer | null>
  until(end: string): Promise<Buffer>
}

function bytesOf(socket: Socket): Bytes {
  let held = Buffer.alloc(0)
  let isOver = false
  let wake = () => {}
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    wake()
  })
  socket.once('close', () => {
    isOver = true
    wake()
  })
  const more = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const cut = (length: number) => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    async take(length) {
      while (held.length < length && !isOver) await more()
      return held.length < length ? null : cut(length)
    },
    async until(end) {
      while (!held.includes(end)) {
        if (isOver) throw new Error(`The connection ended after ${JSON.stringify(String(held))}.`)
        await more()
      }
      return cut(held.indexOf(end) + end.length)
    },
  }
}

async function readFrame(bytes: Bytes): Promise<Frame | null> {
  const head = await bytes.take(2)
  if (head === null) return null
  const [first = 0, second = 0] = head
  const size = second & 0x7f
  const long = size < 126 ? null : await bytes.take(size === 126 ? 2 : 8)
  const length = long === null ? size : size === 126 ? long.readUInt16BE() : Number(long.readBigUInt64BE())
  const payload = await bytes.take(length)
  if (payload === null) return null
  return { fin: first >= 0x80, opcode: first & 0x0f, masked: second >= 0x80, payload }
}

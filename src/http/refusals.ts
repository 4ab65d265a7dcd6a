import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, RungraphError } from '../domain/errors.ts'

/** When one that was refused may try again, in seconds. */
const retryAfterSeconds = 2

const statuses: Readonly<Partial<Record<ErrorCode, number>>> = { LIMIT_EXCEEDED: 429, SHUTTING_DOWN: 503 }

/** The server is on its way out; another takes over, or it comes again. */
export function stopping(): RungraphError {
  return new RungraphError('SHUTTING_DOWN', { retryAfterSeconds })
}

/** Refuses a request that nobody has read yet, so its connection cannot be used again. */
export function refuseRequest(response: ServerResponse, error: RungraphError): void {
  const { status, headers, body } = refusalOf(error)
  response.writeHead(status, headers).end(body)
}

/** Refuses to make a WebSocket of a connection, without an error of the table where the caller is told nothing. */
export function refuseUpgrade(socket: Duplex, error: RungraphError | null): void {
  // Nobody else listens to it any more: its client may be gone already, or never close its side.
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  const { status, headers, body } = error === null ? forbidden : refusalOf(error)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

const forbidden = { status: 403, headers: { connection: 'close', 'content-length': '0' }, body: '' }

function refusalOf({ code, message }: RungraphError) {
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] })
  const headers = {
    connection: 'close',
    'retry-after': String(retryAfterSeconds),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { status: statuses[code] ?? 500, headers, body }
}

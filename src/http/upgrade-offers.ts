import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** A request to change the protocol of its connection, as the event `upgrade` of a server has it. */
interface Offer {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** Bytes behind the head of the request. */
  readonly head: Buffer
}

/**
 * Whether a request asks for a WebSocket, the only protocol that a connection is upgraded to. A handshake is a GET with a key (RFC 6455, 4.1):
 * some proxies put the other two headers of one on every request.
 */
export function wantsWebSocket({ method, headers }: IncomingMessage): boolean {
  const isHandshake = method === 'GET' && headers['sec-websocket-key'] !== undefined
  return isHandshake && headers.upgrade?.trim().toLowerCase() === 'websocket'
}

/**
 * Serves a request that offers a protocol which is not spoken here, such as `h2c`, as if it did not: an offer may be ignored (RFC 9110,
 * 7.8). Java's HttpClient and `curl --http2` make one with every request.
 *
 * Node has left the body unread, and the connection to us. So the connection begins anew, with the same request less its offer: not by the
 * option `shouldUpgradeCallback`, which only later releases of Node have.
 *
 * @param fallback serves the connection where the server that accepted it is not known
 */
export function serveWithoutUpgrade({ request, socket, head }: Offer, fallback: Server): void {
  socket.unshift(Buffer.concat([Buffer.from(headOf(request), 'latin1'), head]))
  // Absent in the types: Node keeps it at every connection of HTTP.
  const server: unknown = Reflect.get(socket, 'server')
  const own = server instanceof EventEmitter ? server : fallback
  own.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket)
}

/** The head of a request, without the protocols that it offers. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let nth = 0; nth < rawHeaders.length; nth += 2) {
    const [name = '', value = ''] = rawHeaders.slice(nth, nth + 2)
    const kept = withoutOffer(name.toLowerCase(), value)
    if (kept !== null) lines.push(`${name}: ${kept}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** A header without its part in an offer; null where it is nothing else. */
function withoutOffer(name: string, value: string): string | null {
  if (ofOffer.has(name)) return null
  if (name !== 'connection') return value
  const others = value.split(',').filter((option) => !ofOffer.has(option.trim().toLowerCase()))
  return others.length === 0 ? null : others.join(',')
}

const ofOffer = new Set(['upgrade', 'http2-settings'])

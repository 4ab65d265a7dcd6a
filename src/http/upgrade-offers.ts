import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'

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
 * Node has left the body unread, and the connection to us. So the connection begins anew, with the same request less its offer. By the
 * option `shouldUpgradeCallback`, which only later releases of Node have, requests behind one with an offer would be lost.
 *
 * @param fallback serves the connection where the server that accepted it is not known
 */
export async function serveWithoutUpgrade({ request, socket, head }: Offer, fallback: Server): Promise<void> {
  socket.on('error', ignore)
  await allAnswered(socket)
  socket.off('error', ignore)
  if (socket.destroyed) return
  socket.unshift(Buffer.concat([Buffer.from(headOf(request), 'latin1'), head]))
  const server = serverOf(socket) ?? fallback
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket)
}

const ignore = () => undefined

/** Resolves when the answers to the requests before are sent. */
async function allAnswered(socket: Duplex): Promise<void> {
  // Absent in the types, as is the server below: both are kept by Node at every connection of HTTP.
  const answer = () => Reflect.get(socket, '_httpMessage')
  for (let sent: unknown = answer(); sent instanceof ServerResponse; sent = answer()) {
    if (!sent.closed) await once(sent, 'close')
    // The next one gets the connection after that.
    await nextRound()
  }
}

function serverOf(socket: Duplex): EventEmitter | null {
  const server: unknown = Reflect.get(socket, 'server')
  return server instanceof EventEmitter ? server : null
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

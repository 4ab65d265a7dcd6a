import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Connections on which an answer is on its way that is there as a whole. */
const sending = new WeakSet<Socket>()

/**
 * Ends the connection of a client that takes nothing of an answer for so long: the answer would be kept until it does. To be called
 * when the answer is there, before it is sent. Node itself looks whether anything of it went (`socket.setTimeout`).
 */
export function breakOffUnread(response: ServerResponse, withinMs: number): void {
  const { socket } = response.req
  const begin = () => {
    sending.add(socket)
    socket.setTimeout(withinMs)
  }
  // Whoever sends an answer takes away the limit that its connection has, even where another answer is still on its way there.
  setImmediate(() => {
    if (response.writableFinished || response.closed) return
    if (response.socket || sending.has(socket)) begin()
    // Of requests that were sent ahead, the later ones are given the connection when it is their turn.
    if (!response.socket) response.once('socket', begin)
  })
  // Before Node says how long the connection may be silent until the next request.
  response.prependOnceListener('finish', () => {
    sending.delete(socket)
    socket.setTimeout(0)
  })
}

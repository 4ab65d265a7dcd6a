import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on a free port of loopback, and tells which. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  server.close()
  await once(server, 'close')
  return port
}

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

/** Serves on a free port of this machine, for the contenders of work D. */
export async function servePage(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

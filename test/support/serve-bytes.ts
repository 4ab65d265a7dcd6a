import { createServer, type RequestListener } from 'node:http'

export interface ByteServer {
  readonly baseUrl: string
  close(): Promise<void>
}

/** Answers every request on a free loopback port as `listener` says, byte for byte. */
export async function serveBytes(listener: RequestListener): Promise<ByteServer> {
  const server = createServer((request, response) => {
    request.resume()
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

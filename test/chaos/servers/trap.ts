import { createServer } from 'node:http'
import { listenOnLoopback } from '../../support/free-port.ts'

/** Something inside that nobody from outside is to reach, and a web server of the outside that sends its visitors there. */
export interface Trap {
  /** Where the inside is, at 127.0.0.1. */
  readonly port: number
  /** Paths by which it was reached. */
  readonly hits: readonly string[]
  /** Allowed to be fetched from: `/page` is a page, and `/to/<address>` redirects to that address. */
  readonly outside: string
  close(): void
}

/** The address of the outside: loopback, too, and still another host. */
export const outsideHost = '127.0.0.2'

export async function openTrap(): Promise<Trap> {
  const hits: string[] = []
  const inside = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end('the gold')
  })
  const outside = createServer(({ url = '' }, response) => {
    if (!url.startsWith('/to/')) response.end('a page')
    else response.writeHead(302, { location: inAscii(decodeURIComponent(url.slice('/to/'.length))) }).end()
  })
  const port = await listenOnLoopback(inside)
  await new Promise<void>((resolve) => outside.listen(0, outsideHost, resolve))
  const address = outside.address()
  if (address === null || typeof address === 'string') throw new Error('The outside has no port.')
  return {
    port,
    hits,
    outside: `http://${outsideHost}:${address.port}`,
    close: () => {
      for (const server of [inside, outside]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** As headers can be sent; a URL means the same by it. */
function inAscii(url: string): string {
  return url.replace(/[^ -~]/gu, encodeURIComponent)
}

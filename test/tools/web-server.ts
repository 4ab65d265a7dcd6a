import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'

/** A server on loopback that remembers what it was asked for. */
export class WebServer {
  readonly #server
  readonly requests: IncomingMessage[] = []

  constructor(answer: RequestListener) {
    this.#server = createServer((request, response) => {
      this.requests.push(request)
      answer(request, response)
    })
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  url(path: string, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${path}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { authorized } from './graphql-client.ts'

export interface WatcherOptions {
  readonly servers: () => readonly string[]
  readonly apiKey: string
  readonly query: string
}

/** A client that keeps one subscription as long as it may, at any running server, and keeps everything that it receives. */
export class Watcher {
  readonly query: string
  /** Answers as they came, as JSON; errors too. */
  readonly received: string[] = []
  readonly #client: ReturnType<typeof createClient>

  constructor({ servers, apiKey, query }: WatcherOptions) {
    this.query = query
    let turn = 0
    this.#client = createClient({
      url: () => {
        const urls = servers()
        turn += 1
        // With no server alive there is nobody at that port, and it is tried again.
        return `${(urls[turn % urls.length] ?? 'http://127.0.0.1:9').replace('http', 'ws')}/graphql`
      },
      webSocketImpl: WebSocket,
      connectionParams: authorized(apiKey),
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
      shouldRetry: () => true,
    })
    this.#client.subscribe(
      { query },
      {
        next: (result) => void this.received.push(JSON.stringify(result)),
        error: (error) => void this.received.push(JSON.stringify(error)),
        complete: () => undefined,
      },
    )
  }

  async leave(): Promise<void> {
    await this.#client.dispose()
  }
}

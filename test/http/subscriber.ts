import { createClient, type FormattedExecutionResult } from 'graphql-ws'
import WebSocket from 'ws'

/** A client of the API's WebSocket that never reconnects automatically. */
export function createSubscriber(
  url: string,
  options: { readonly origin?: string; readonly headers?: Record<string, string> } = {},
) {
  class Socket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, options)
    }
  }
  const client = createClient({
    url: url.replace('http', 'ws'),
    webSocketImpl: Socket,
    retryAttempts: 0,
    lazy: true,
  })
  return {
    dispose: () => client.dispose(),
    terminate: () => client.terminate(),
    iterate: (query: string, variables: Record<string, unknown> = {}) => client.iterate({ query, variables }),
    async collect(
      query: string,
      variables: Record<string, unknown> = {},
    ): Promise<readonly FormattedExecutionResult<Record<string, unknown>, unknown>[]> {
      const results: FormattedExecutionResult<Record<string, unknown>, unknown>[] = []
      for await (const result of client.iterate({ query, variables })) results.push(result)
      return results
    },
  }
}

import type { GraphQLErrorEntry } from './client-error.ts'
import type { OperationRequest } from './operation.ts'

/** Result of an operation, as the server sends it. */
export interface ExecutionResult {
  readonly data?: unknown
  readonly errors?: readonly GraphQLErrorEntry[]
}

/** One attempt to subscribe. */
export interface Attempt {
  /** Ends the subscription. */
  readonly signal: AbortSignal
  /** Called with the token that the connection of this attempt has. */
  readonly onToken: (token: string) => void
  /** Called when the server has accepted the connection. */
  readonly onOpen: () => void
}

/** A transport to the server. */
export interface Transport {
  /**
   * Yields the results of a subscription until it is complete. Does not reconnect.
   * @throws RungraphClientError if the connection breaks or the server refuses
   */
  subscribe(request: OperationRequest, attempt: Attempt): AsyncIterable<ExecutionResult>
  /** Drops the connections: the subscriptions fail with an error that can pass. */
  drop(): void
}

/** Where the server is, and how to reach it. */
export interface Endpoint {
  /** URL of the GraphQL endpoint over HTTP. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof fetch
  /** Class of WebSockets; undefined for that of the runtime. */
  readonly webSocket: typeof WebSocket | undefined
}

import { createClient } from 'graphql-ws'
import {
  connectionFailed,
  fromClose,
  fromGraphQLErrors,
  type RungraphClientError,
  toClientError,
} from './client-error.ts'
import { authorization, type Credentials } from './credentials.ts'
import { request } from './http.ts'
import type { Attempt, Endpoint, Transport } from './transport.ts'

const ackWaitMs = 10_000
const pingEveryMs = 10_000
/** From a ping to its pong. */
const silenceMs = 20_000

/**
 * Subscriptions over one WebSocket, which is open while there is a subscription. graphql-ws does not reconnect by itself here: it would
 * start each subscription from its beginning.
 */
export function createWebSockets(endpoint: Endpoint, credentials: Credentials): Transport {
  const connection = new Connection()
  let silence: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url: endpoint.url.replace(/^http/, 'ws'),
    webSocketImpl: endpoint.webSocket,
    retryAttempts: 0,
    connectionParams: async () => {
      const token = await credentials.token()
      connection.authorised(token)
      return authorization(token)
    },
    connectionAckWaitTimeout: ackWaitMs,
    keepAlive: pingEveryMs,
    on: {
      connected: () => connection.accepted(),
      ping: (received) => {
        if (!received) silence = setTimeout(() => client.terminate(), silenceMs)
      },
      pong: (received) => {
        if (received) clearTimeout(silence)
      },
      closed: () => {
        connection.ended()
        clearTimeout(silence)
      },
    },
  })
  const explain = explainRefusals(endpoint, credentials)

  return {
    async *subscribe(operation, attempt) {
      const { signal } = attempt
      // The server gives a new socket three seconds to authenticate: what takes longer is asked for before.
      await credentials.token()
      signal.throwIfAborted()
      const answers = client.iterate({ ...operation })
      const stop = () => void answers.throw?.(signal.reason) // works also while the client is connecting
      signal.addEventListener('abort', stop)
      let isOpen = false
      const leave = connection.join({
        onToken: attempt.onToken,
        onOpen: () => {
          isOpen = true
          attempt.onOpen()
        },
      })
      try {
        for await (const { data, errors } of answers) yield errors === undefined ? { data } : { data, errors }
      } catch (error) {
        signal.throwIfAborted()
        throw isOpen || isRefusal(error) ? toError(error) : await explain()
      } finally {
        leave()
        signal.removeEventListener('abort', stop)
        void answers.return?.() // otherwise graphql-ws counts the broken subscription as active and keeps the next socket open
      }
    },
  }
}

type Listener = Pick<Attempt, 'onToken' | 'onOpen'>

/** Tells the subscriptions of a socket what becomes of it. */
class Connection {
  readonly #listeners = new Set<Listener>()
  #token: string | null = null
  #isAccepted = false

  /** Adds a subscription; gives how to remove it. */
  join(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#token !== null) listener.onToken(this.#token)
    if (this.#isAccepted) listener.onOpen()
    return () => this.#listeners.delete(listener)
  }

  authorised(token: string): void {
    this.#token = token
    for (const { onToken } of this.#listeners) onToken(token)
  }

  accepted(): void {
    this.#isAccepted = true
    for (const { onOpen } of this.#listeners) onOpen()
  }

  ended(): void {
    this.#token = null
    this.#isAccepted = false
  }
}

interface Close {
  readonly code: number
  readonly reason: string
}

function isClose(error: unknown): error is Close {
  return error instanceof Object && 'code' in error && typeof error.code === 'number' && 'reason' in error
}

/** Whether the server said why: with errors, or with a close code of its own. The codes 1005, 1006 and 1015 are those of a lost connection. */
function isRefusal(error: unknown): boolean {
  return Array.isArray(error) || (isClose(error) && ![1005, 1006, 1015].includes(error.code))
}

function toError(error: unknown): RungraphClientError {
  if (Array.isArray(error)) return fromGraphQLErrors(error)
  return isClose(error) ? fromClose(error.code, error.reason) : toClientError(error)
}

/** What another attempt would only meet again. */
const finalCodes = ['INVALID_RESPONSE', 'ORIGIN_FORBIDDEN', 'UNAUTHENTICATED']

/**
 * A runtime does not tell why a WebSocket could not be opened: a request over HTTP to the same place says whether the server is not there
 * for now, or this is no Rungraph. Subscriptions that fail together share it.
 */
function explainRefusals(endpoint: Endpoint, credentials: Credentials): () => Promise<RungraphClientError> {
  let asked: Promise<RungraphClientError> | null = null
  const ask = async () => {
    try {
      await request(endpoint, credentials, { query: '{ __typename }', variables: {} })
      return connectionFailed(new Error('the WebSocket could not be opened, while HTTP reaches the server'))
    } catch (error) {
      const reason = toClientError(error)
      return finalCodes.includes(reason.code) ? reason : connectionFailed(reason)
    } finally {
      asked = null
    }
  }
  return () => (asked ??= ask())
}

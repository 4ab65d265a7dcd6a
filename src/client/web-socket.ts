import { asClientError, connectionFailed, type RungraphClientError } from './client-error.ts'
import { type Credentials, unlessAborted } from './credentials.ts'
import { authorised, request } from './http.ts'
import { Inbox } from './inbox.ts'
import { type SocketSubscription, SubscriptionSocket } from './subscription-socket.ts'
import type { Endpoint, ExecutionResult, Transport } from './transport.ts'

/** Subscriptions over one WebSocket, which is open while there is a subscription. */
export function createWebSockets(endpoint: Endpoint, credentials: Credentials): Transport {
  let current: Promise<SubscriptionSocket> | null = null

  /**
   * The open socket, or else a new one. The token is fetched first: the server closes a socket that does not authenticate within three
   * seconds.
   */
  function open(): Promise<SubscriptionSocket> {
    const opening: Promise<SubscriptionSocket> = credentials.token().then((token) => {
      const Socket = endpoint.webSocket ?? globalThis.WebSocket
      const socket = new Socket(endpoint.url.replace(/^http/, 'ws'), 'graphql-transport-ws')
      return new SubscriptionSocket(socket, token, forget)
    })
    const forget = () => {
      if (current === opening) current = null
    }
    opening.catch(forget)
    return opening
  }

  const explain = explainFailures(endpoint, credentials)

  /** Begins an operation on a socket that takes one: the last one may have left the socket in the meantime. */
  async function start(operation: SocketSubscription): Promise<() => void> {
    for (;;) {
      current ??= open()
      const socket = await current
      if (!socket.isEnded) return socket.start(operation)
    }
  }

  return {
    drop: () => {
      current?.then(
        (socket) => socket.drop(),
        () => undefined,
      )
    },
    async *subscribe(request, { signal, onToken, onOpen }) {
      const inbox = new Inbox<ExecutionResult>()
      const stop = () => inbox.end()
      signal.addEventListener('abort', stop)
      let isOpen = false
      const opened = () => {
        isOpen = true
        onOpen()
      }
      const left = start({ request, inbox, onToken, onOpen: opened })
      left.catch((error) => inbox.end(error))
      try {
        yield* inbox
      } catch (error) {
        const reason = asClientError(error)
        throw isOpen || !isUnexplained(reason) ? reason : await unlessAborted(explain(), signal)
      } finally {
        signal.removeEventListener('abort', stop)
        left.then(
          (leave) => leave(),
          () => undefined,
        )
      }
    },
  }
}

/** The codes of a connection that was lost, and of one that could not be opened, for any reason. */
function isUnexplained({ closeCode }: RungraphClientError): boolean {
  return closeCode === 1005 || closeCode === 1006 || closeCode === 1015
}

/** A server that does not answer is not reached. */
const explainWithinMs = 10_000

/** Error codes that another attempt would only meet again. */
const finalCodes = ['INVALID_RESPONSE', 'ORIGIN_FORBIDDEN', 'REQUEST_MALFORMED', 'UNAUTHENTICATED']

/**
 * A runtime does not report why a WebSocket could not be opened: a request over HTTP to the same address shows whether the server is
 * unavailable for now, or this is no Rungraph. Subscriptions that fail together share it.
 */
function explainFailures(endpoint: Endpoint, credentials: Credentials): () => Promise<RungraphClientError> {
  const fetch = authorised(endpoint, credentials)
  let asked: Promise<RungraphClientError> | null = null
  const ask = async () => {
    try {
      await request(
        endpoint,
        fetch,
        { query: '{ __typename }', variables: {} },
        AbortSignal.timeout(explainWithinMs),
      )
      return connectionFailed(new Error('HTTP reaches the server, and a WebSocket does not'))
    } catch (error) {
      const reason = asClientError(error)
      return finalCodes.includes(reason.code) ? reason : connectionFailed(reason)
    } finally {
      asked = null
    }
  }
  return () => (asked ??= ask())
}

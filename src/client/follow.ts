import type { GraphQLFormattedError } from 'graphql'
import { type Client, createClient } from 'graphql-ws'

/**
 * Creates a WebSocket client for `follow`. It does not reconnect by itself, because a reconnection would restart every
 * subscription. It drops a connection that does not answer a ping. Each connection asks for the key or token anew.
 */
export function connect(url: string, key: () => string | Promise<string> = () => ''): Client {
  let silence: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url,
    retryAttempts: 0,
    connectionParams: async () => {
      const text = await key()
      return text === '' ? {} : { authorization: `Bearer ${text}` }
    },
    connectionAckWaitTimeout: 10_000,
    keepAlive: 10_000,
    on: {
      ping: (received) => {
        if (!received) silence = setTimeout(() => client.terminate(), 20_000)
      },
      pong: (received) => {
        if (received) clearTimeout(silence)
      },
      closed: () => clearTimeout(silence),
    },
  })
  return client
}

/**
 * Yields every event of a subscription, each once and in order, and reconnects after a broken connection. The subscription must
 * have the variable `after` and select `cursor`. Ends at once when the signal is aborted.
 * @throws AggregateError with the errors of the server, or the error of the connection, if a retry cannot succeed
 */
export async function* follow<Data extends object>(
  client: Client,
  { query, variables }: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
  signal?: AbortSignal,
): AsyncGenerator<Data> {
  let after = variables.after
  let tries = 0
  while (!signal?.aborted) {
    const answers = client.iterate<Data>({ query, variables: { ...variables, after } })
    const stop = () => void answers.throw?.(signal?.reason) // works also while the client is connecting
    signal?.addEventListener('abort', stop)
    try {
      for await (const { data, errors } of answers) {
        if (signal?.aborted) return // the client may have buffered events
        if (!data) throw errors ?? []
        yield data
        after = cursorIn(data) ?? after // the caller has processed the event
        tries = 0
      }
      return // the subscription is complete
    } catch (error) {
      if (signal?.aborted) return
      if (!mayPass(error)) throw Array.isArray(error) ? new AggregateError(error, error[0]?.message) : error
    } finally {
      signal?.removeEventListener('abort', stop)
      void answers.return?.() // otherwise the client counts the broken subscription as active and keeps the next socket open
    }
    await pause(tries++, signal)
  }
}

function cursorIn(data: object): unknown {
  const event: unknown = Object.values(data)[0]
  return event instanceof Object && 'cursor' in event ? event.cursor : null
}

/** Waits half a second, doubled on each retry, at most ten seconds. Up to half is random, so that clients do not all retry together. */
async function pause(tries: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(resolve, Math.min(500 * 2 ** tries, 10_000) * (1 - Math.random() / 2))
  signal?.addEventListener('abort', resolve)
  await promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', resolve)
}

/** Whether a retry can succeed: not after an error of the client, and not if none of the errors is retryable. */
export function mayPass(error: unknown): boolean {
  if (Array.isArray(error))
    return error.some(({ extensions }: GraphQLFormattedError) => extensions?.retryable === true)
  const code = error instanceof Object && 'code' in error ? error.code : null
  return ![1009, 4400, 4401, 4403, 4406, 4409, 4429].some((hopeless) => hopeless === code)
}

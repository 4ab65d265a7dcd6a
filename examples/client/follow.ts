import type { GraphQLFormattedError } from 'graphql'
import { type Client, createClient } from 'graphql-ws'

/**
 * A WebSocket client for `follow`: it does not connect again by itself, since it would begin every subscription anew, and it
 * drops a connection that has gone silent.
 */
export function connect(url: string, key: () => string = () => ''): Client {
  let silence: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url,
    retryAttempts: 0,
    connectionParams: () => (key() === '' ? {} : { authorization: `Bearer ${key()}` }),
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
 * Gives every event of a subscription that has the variable `after` and selects `cursor`, each once and in order, to the last
 * one, whatever becomes of the connection. Ends at once when the signal is aborted.
 * @throws AggregateError with the errors of the server, and what would happen again if it was tried again
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
    const stop = () => void answers.throw?.(signal?.reason) // also while it still connects
    signal?.addEventListener('abort', stop)
    try {
      for await (const { data, errors } of answers) {
        if (signal?.aborted) return // the client has read ahead
        if (!data) throw errors ?? []
        yield data
        after = cursorIn(data) ?? after // what came is dealt with
        tries = 0
      }
      return // there is nothing more to come
    } catch (error) {
      if (signal?.aborted) return
      if (!mayPass(error)) throw Array.isArray(error) ? new AggregateError(error, error[0]?.message) : error
    } finally {
      signal?.removeEventListener('abort', stop)
      void answers.return?.() // the client counts one that broke as under way, and would hold the next socket open for it
    }
    await pause(tries++, signal)
  }
}

function cursorIn(data: object): unknown {
  const event: unknown = Object.values(data)[0]
  return event instanceof Object && 'cursor' in event ? event.cursor : null
}

/** Half a second, twice as long each time, to ten; by chance up to half less, or all clients would come back together. */
async function pause(tries: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(resolve, Math.min(500 * 2 ** tries, 10_000) * (1 - Math.random() / 2))
  signal?.addEventListener('abort', resolve)
  await promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', resolve)
}

/** Everything but what the client did wrong, and errors of which none passes by itself: that would happen again. */
export function mayPass(error: unknown): boolean {
  if (Array.isArray(error)) return error.some(passes)
  const code = error instanceof Object && 'code' in error ? error.code : null
  return ![1009, 4400, 4401, 4403, 4406, 4409, 4429].some((hopeless) => hopeless === code)
}

function passes({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.retryable === true || extensions?.code === 'SHUTTING_DOWN'
}

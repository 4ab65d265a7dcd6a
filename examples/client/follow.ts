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
 * one, whatever becomes of the connection. Ends early when the signal is aborted.
 * @throws AggregateError with the errors of the server, and what would happen again if it was tried again
 */
export async function* follow<Data extends object>(
  client: Client,
  { query, variables }: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
  signal?: AbortSignal,
): AsyncGenerator<Data> {
  let after = variables.after
  while (!signal?.aborted) {
    const answers = client.iterate<Data>({ query, variables: { ...variables, after } })
    const stop = () => void answers.return?.()
    signal?.addEventListener('abort', stop)
    try {
      for await (const { data, errors } of answers) {
        if (!data) throw new AggregateError(errors ?? [], errors?.[0]?.message)
        yield data
        after = cursorIn(data) ?? after // what came is dealt with
      }
      return // there is nothing more to come
    } catch (error) {
      if (signal?.aborted) return
      if (!mayPass(error)) throw Array.isArray(error) ? new AggregateError(error, error[0]?.message) : error
      await new Promise((resolve) => setTimeout(resolve, 500))
    } finally {
      signal?.removeEventListener('abort', stop)
      stop() // the client counts one that broke as under way, and would hold the next socket open for it
    }
  }
}

function cursorIn(data: object): unknown {
  const event: unknown = Object.values(data)[0]
  return event instanceof Object && 'cursor' in event ? event.cursor : null
}

/** Everything but an answer that is an error, and what the client did wrong: that would happen again. */
export function mayPass(error: unknown): boolean {
  if (Array.isArray(error) || error instanceof AggregateError) return false
  const code = error instanceof Object && 'code' in error ? error.code : null
  return ![1009, 4400, 4401, 4403, 4406, 4409, 4429].some((hopeless) => hopeless === code)
}

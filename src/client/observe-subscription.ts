import type { Client } from './client.ts'
import { type SubscriptionData, sumUpText } from './text-so-far.ts'

/** Observer that both Apollo Client and urql give their transports to write to. */
interface Sink {
  next(answer: { readonly data: SubscriptionData }): void
  error(error: unknown): void
  complete(): void
}

/**
 * Follows a subscription for a client library, through restarts of the server. Each `TextDelta` has the text of its message from the
 * beginning. Gives the function that ends it.
 */
export function observeSubscription(
  client: Pick<Client, 'subscribe'>,
  operation: object | string,
  variables: object | undefined,
  sink: Sink,
): () => void {
  const end = new AbortController()
  void pump(client.subscribe<SubscriptionData, object>(operation, variables, { signal: end.signal }), sink)
  return () => end.abort()
}

async function pump(events: AsyncIterable<SubscriptionData>, sink: Sink): Promise<void> {
  const toSoFar = sumUpText()
  try {
    for await (const data of events) sink.next({ data: toSoFar(data) })
    sink.complete()
  } catch (error) {
    sink.error(error)
  }
}

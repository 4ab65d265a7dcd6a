import { type Client, type Exchange, mapExchange, type Operation } from 'urql'
import { isUnreachable } from './reach.ts'

/**
 * Keeps what queries had while the server is away, as the page says that it is from before: without it, a failed one has nothing. Those
 * that are still shown are sent again as soon as the server is back: `sendMissed`.
 */
export function createAbsence(): { readonly exchange: Exchange; sendMissed(client: Client): void } {
  /** By the keys of operations: what they gave last, and those that found no server. */
  const lastData = new Map<number, unknown>()
  const missed = new Map<number, Operation>()
  const exchange = mapExchange({
    onOperation: ({ kind, key }) => {
      if (kind !== 'teardown') return
      lastData.delete(key)
      missed.delete(key)
    },
    onResult: (result) => {
      const { operation, error, data } = result
      if (operation.kind !== 'query') return
      if (isUnreachable(error)) {
        missed.set(operation.key, operation)
        return { ...result, data: data ?? lastData.get(operation.key) }
      }
      if (data) lastData.set(operation.key, data)
    },
  })
  return {
    exchange,
    sendMissed: (client) => {
      const operations = [...missed.values()]
      missed.clear()
      for (const operation of operations) {
        const context = { ...operation.context, requestPolicy: 'network-only' as const }
        client.reexecuteOperation(client.createRequestOperation('query', operation, context))
      }
    },
  }
}

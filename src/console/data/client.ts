import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { type Client, createClient, fetchExchange, mapExchange, subscriptionExchange } from 'urql'
import { observeSubscription } from '../../client/observe-subscription.ts'
import { keys } from '../../generated/client/cache-keys.ts'
import possible from '../../generated/client/possible-types.ts'
import { createAbsence } from './absence.ts'
import { graphqlUrl } from './address.ts'
import { currentKey } from './key.ts'
import { connection, followed } from './live.ts'

/**
 * Creates the GraphQL client of a session: a normalised cache, HTTP, and one WebSocket for everything that is live. `onRefused` is called
 * when the server no longer accepts the key.
 */
export function createApiClient(onRefused: () => void): Client {
  const absence = createAbsence()
  const client = createClient({
    url: graphqlUrl,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => {
      const key = currentKey()
      // Without a key, a request with files needs a header that no form of another page can send.
      return {
        headers: key === '' ? { 'graphql-require-preflight': '1' } : { authorization: `Bearer ${key}` },
      }
    },
    exchanges: [
      mapExchange({
        onError: ({ graphQLErrors }) => {
          if (graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')) onRefused()
        },
      }),
      absence.exchange,
      cacheExchange({
        possibleTypes: possible.possibleTypes,
        keys,
        resolvers: {
          Query: {
            agents: relayPagination(),
            sessions: relayPagination(),
            evaluations: relayPagination(),
          },
          Evaluation: { results: relayPagination() },
        },
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: observeSubscription(followed, query, variables, sink),
          }),
        }),
      }),
    ],
  })
  connection.subscribe(() => {
    if (connection.current() === 'connected') absence.sendMissed(client)
  })
  return client
}

import { ApolloLink, HttpLink, InMemoryCache, type InMemoryCacheConfig, Observable } from '@apollo/client'
import { typePolicies } from '../generated/client/cache-keys.ts'
import possible from '../generated/client/possible-types.ts'
import type { Client } from './client.ts'
import { observeSubscription } from './observe-subscription.ts'
import { textOfRun } from './text-of-run.ts'

/**
 * Options of `InMemoryCache` that depend on the schema: the types of each interface and union, and objects without an id. While a run is
 * active, its `summary` is the text that the model has written so far, if the operation of the page selects `TextDelta` with
 * `messageId offset text run { id }`.
 */
export const cacheOptions = {
  possibleTypes: possible.possibleTypes,
  typePolicies: {
    ...typePolicies,
    // All text deltas of a run are one object of the cache, with the value of the newest: the text so far. Without its run, one is no object.
    TextDelta: { keyFields: ({ run }) => (isIdentified(run) ? ['run', ['id']] : false) },
    Run: {
      fields: {
        summary: (summary, { readField, toReference }) => {
          const run = { __typename: 'Run', id: readField('id') }
          const delta = run.id === undefined ? undefined : toReference({ __typename: 'TextDelta', run })
          const soFar = delta && readField('text', delta)
          return textOfRun({ status: readField('status'), summary, soFar })
        },
      },
    },
  },
} satisfies InMemoryCacheConfig

/** An object of a result, or a reference of the cache to one. */
function isIdentified(run: unknown): boolean {
  return run instanceof Object && ('id' in run || '__ref' in run)
}

/**
 * Sends queries and mutations over HTTP with the token of the client, and follows subscriptions with it; after a restart of the server,
 * each event still comes once.
 */
export function createLink(client: Client): ApolloLink {
  const live = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => observeSubscription(client, query, variables, observer)),
  )
  const http = new HttpLink({ uri: client.url, fetch: client.fetch })
  return ApolloLink.split(({ operationType }) => operationType === 'subscription', live, http)
}

/** The options of `new ApolloClient`: a new cache with `cacheOptions`, and the link. */
export function apolloOptions(client: Client): { readonly cache: InMemoryCache; readonly link: ApolloLink } {
  return { cache: new InMemoryCache(cacheOptions), link: createLink(client) }
}

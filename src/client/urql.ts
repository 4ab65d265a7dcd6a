import { type ClientOptions, type Exchange, fetchExchange, subscriptionExchange } from '@urql/core'
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache'
import { keys } from '../generated/client/cache-keys.ts'
import possible from '../generated/client/possible-types.ts'
import type { Client } from './client.ts'
import { observeSubscription } from './observe-subscription.ts'
import { textOfRun } from './text-of-run.ts'

/**
 * Options of Graphcache that depend on the schema: the types of each interface and union, objects without an id, and a logger without the
 * warnings about fields that an object of another type has. While a run is active,
 * its `summary` is the text that the model has written so far, if the operation of the page selects `TextDelta` with
 * `messageId offset text run { id }`.
 */
export const cacheOptions = {
  possibleTypes: possible.possibleTypes,
  keys: {
    ...keys,
    // All text deltas of a run are one object of the cache, with the value of the newest: the text so far.
    TextDelta: ({ run }) => (run instanceof Object && 'id' in run ? String(run.id) : null),
  },
  resolvers: {
    Run: {
      summary: ({ id }, _, cache) =>
        textOfRun({
          status: cache.resolve(`Run:${id}`, 'status'),
          summary: cache.resolve(`Run:${id}`, 'summary'),
          soFar: cache.resolve(`TextDelta:${id}`, 'text'),
        }),
    },
  },
  /** In development, Graphcache warns of what it finds; a warning ends with its number. */
  logger: (severity, message) => {
    // When it writes without a `schema`, it expects of each object the fields of all fragments, and warns of those of other types.
    if (severity !== 'debug' && !message.endsWith('#13')) console[severity](message)
  },
} satisfies Partial<CacheExchangeOpts>

/** Follows subscriptions with the client: over restarts of the server, each event once. */
export function createSubscriptions(client: Client): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({ unsubscribe: observeSubscription(client, query, variables, sink) }),
    }),
  })
}

/** The options of urql's `createClient`: HTTP with the token of the client, Graphcache with `cacheOptions`, and the subscriptions. */
export function urqlOptions(client: Client): ClientOptions {
  return {
    url: client.url,
    fetch: client.fetch,
    preferGetMethod: false,
    exchanges: [cacheExchange(cacheOptions), fetchExchange, createSubscriptions(client)],
  }
}

import { cacheExchange } from '@urql/exchange-graphcache'
import { createClient, fetchExchange, subscriptionExchange } from 'urql'
import { subscribe } from '../../src/client/subscribe.ts'
import { keys } from '../../src/generated/client/cache-keys.ts'
import possible from '../../src/generated/client/possible-types.ts'
import { authorization } from '../react/api-key.ts'
import { followClient, httpUrl } from '../react/follow-client.ts'
import { textOfRun } from '../react/text-of-run.ts'

const cache = cacheExchange({
  possibleTypes: possible.possibleTypes,
  keys: {
    ...keys,
    // All text deltas of a run are one object of the cache, with the value of the newest: the text so far.
    TextDelta: ({ run }) => (run instanceof Object && 'id' in run ? String(run.id) : null),
  },
  resolvers: {
    Run: {
      summary: ({ id }: { readonly id: string }, _, cache) =>
        textOfRun({
          status: cache.resolve(`Run:${id}`, 'status'),
          summary: cache.resolve(`Run:${id}`, 'summary'),
          soFar: cache.resolve(`TextDelta:${id}`, 'text'),
        }),
    },
  },
})

const live = subscriptionExchange({
  forwardSubscription: ({ query = '', variables }) => ({
    subscribe: (sink) => ({
      unsubscribe: subscribe(followClient, { query, variables: { ...variables } }, sink),
    }),
  }),
})

export const client = createClient({
  url: httpUrl,
  preferGetMethod: false,
  fetchOptions: () => ({ headers: authorization() }),
  exchanges: [cache, fetchExchange, live],
})

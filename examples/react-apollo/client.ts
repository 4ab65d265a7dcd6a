import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, Observable } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { print } from 'graphql'
import { subscribe } from '../../src/client/subscribe.ts'
import { typePolicies } from '../../src/generated/client/cache-keys.ts'
import possible from '../../src/generated/client/possible-types.ts'
import { authorization } from '../react/api-key.ts'
import { followClient, httpUrl } from '../react/follow-client.ts'
import { textOfRun } from '../react/text-of-run.ts'

const cache = new InMemoryCache({
  possibleTypes: possible.possibleTypes,
  typePolicies: {
    ...typePolicies,
    // All text deltas of a run are one object of the cache, with the value of the newest: the text so far.
    TextDelta: { keyFields: ['run', ['id']] },
    Run: {
      fields: {
        summary: (summary, { readField, toReference }) => {
          const run = { __typename: 'Run', id: readField('id') }
          const delta = toReference({ __typename: 'TextDelta', run })
          return textOfRun({ status: readField('status'), summary, soFar: readField('text', delta) })
        },
      },
    },
  },
})

const overHttp = new SetContextLink(({ headers }) => ({
  headers: { ...headers, ...authorization() },
})).concat(new HttpLink({ uri: httpUrl }))

const overWebSocket = new ApolloLink(
  ({ query, variables }) =>
    new Observable((observer) => subscribe(followClient, { query: print(query), variables }, observer)),
)

export const client = new ApolloClient({
  cache,
  link: ApolloLink.split(({ operationType }) => operationType === 'subscription', overWebSocket, overHttp),
})

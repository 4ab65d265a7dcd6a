import { ApolloClient, gql, type TypedDocumentNode } from '@apollo/client'
import { useQuery, useSubscription } from '@apollo/client/react'
import { createElement } from 'react'
import { Client } from 'rungraph-client'
import { apolloOptions, cacheOptions, createLink } from 'rungraph-client/apollo'

const rungraph = new Client({ url: '/graphql', token: async () => 'rg_key' })
export const client = new ApolloClient(apolloOptions(rungraph))
export const parts = [cacheOptions.possibleTypes, createLink(rungraph)] as const

const page: TypedDocumentNode<{ run: { status: string; summary: string | null } | null }, { id: string }> =
  gql`query ($id: ID!) { run(id: $id) { id status summary } }`
const events: TypedDocumentNode<{ runEvents: { seq: number } }, { id: string }> =
  gql`subscription ($id: ID!, $after: String) { runEvents(runId: $id, after: $after) { id cursor seq } }`

export function Page({ id }: { readonly id: string }) {
  const { data } = useQuery(page, { variables: { id } })
  const live = useSubscription(events, { variables: { id } })
  const seq: number | undefined = live.data?.runEvents.seq
  return createElement('p', null, data?.run?.status, seq)
}

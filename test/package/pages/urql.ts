import { createElement } from 'react'
import { Client } from 'rungraph-client'
import { cacheOptions, createSubscriptions, urqlOptions } from 'rungraph-client/urql'
import { createClient, gql, type TypedDocumentNode, useQuery, useSubscription } from 'urql'

const rungraph = new Client({ url: '/graphql' })
export const client = createClient(urqlOptions(rungraph))
export const parts = [cacheOptions.keys.TextDelta, createSubscriptions(rungraph)] as const

const page: TypedDocumentNode<{ run: { status: string; summary: string | null } | null }, { id: string }> =
  gql`query ($id: ID!) { run(id: $id) { id status summary } }`
const events: TypedDocumentNode<{ runEvents: { seq: number } }, { id: string }> =
  gql`subscription ($id: ID!, $after: String) { runEvents(runId: $id, after: $after) { id cursor seq } }`

export function Page({ id }: { readonly id: string }) {
  const [{ data }] = useQuery({ query: page, variables: { id } })
  const [live] = useSubscription({ query: events, variables: { id } })
  const seq: number | undefined = live.data?.runEvents.seq
  return createElement('p', null, data?.run?.status, seq)
}

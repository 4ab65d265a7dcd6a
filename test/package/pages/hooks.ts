import { createElement } from 'react'
import { Client, type RunEvent } from 'rungraph-client'
import { RungraphProvider, useGates, useRun } from 'rungraph-client/react'

const client = new Client({ url: '/graphql' })

export async function* texts(runId: string): AsyncGenerator<string> {
  for await (const event of client.follow(runId)) yield textOf(event)
}

function textOf(event: RunEvent): string {
  return event.__typename === 'TextDelta' ? event.text : ''
}

export function App({ runId }: { readonly runId: string }) {
  return createElement(RungraphProvider, { client, children: createElement(Answer, { runId }) })
}

function Answer({ runId }: { readonly runId: string }) {
  const { status, text } = useRun(runId)
  const { gates } = useGates()
  return createElement('p', null, status, text, gates.length)
}

import { ApolloProvider, useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  HomeDeletionsDocument,
  HomeDocument,
  HomeUpdatesDocument,
  RunPageDocument,
  RunPageEventsDocument,
  StartRunDocument,
} from '../../src/generated/client/graphql.ts'
import { HomeView } from '../react/home-view.tsx'
import { Page, Problem } from '../react/page.tsx'
import { RunView } from '../react/run-view.tsx'
import { useRunId } from '../react/use-run-id.ts'
import { client } from './client.ts'

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <App />
    </ApolloProvider>
  </StrictMode>,
)

function App() {
  const runId = useRunId()
  return <Page client="Apollo Client">{runId === null ? <Home /> : <RunPage key={runId} id={runId} />}</Page>
}

function Home() {
  const { data, error } = useQuery(HomeDocument, { fetchPolicy: 'cache-and-network' })
  const [startRun] = useMutation(StartRunDocument)
  const live = useSubscription(HomeUpdatesDocument)
  const deletions = useSubscription(HomeDeletionsDocument)
  return (
    <>
      <Problem error={error ?? live.error ?? deletions.error} />
      {data && (
        <HomeView home={data} start={async (input) => (await startRun({ variables: { input } })).data} />
      )}
    </>
  )
}

/** The query says what is shown; the subscription writes what changes into the cache, and has no part in it otherwise. */
function RunPage({ id }: { readonly id: string }) {
  const { data, error } = useQuery(RunPageDocument, { variables: { id } })
  const live = useSubscription(RunPageEventsDocument, { variables: { runId: id } })
  return (
    <>
      <Problem error={error ?? live.error} />
      {data?.run && <RunView run={data.run} />}
    </>
  )
}

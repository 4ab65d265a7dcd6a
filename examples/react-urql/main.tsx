import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider, useMutation, useQuery, useSubscription } from 'urql'
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
    <Provider value={client}>
      <App />
    </Provider>
  </StrictMode>,
)

function App() {
  const runId = useRunId()
  return <Page client="urql">{runId === null ? <Home /> : <RunPage key={runId} id={runId} />}</Page>
}

function Home() {
  const [{ data, error }] = useQuery({ query: HomeDocument, requestPolicy: 'cache-and-network' })
  const [, startRun] = useMutation(StartRunDocument)
  const [live] = useSubscription({ query: HomeUpdatesDocument })
  const [deletions] = useSubscription({ query: HomeDeletionsDocument })
  return (
    <>
      <Problem error={error ?? live.error ?? deletions.error} />
      {data && (
        <HomeView
          home={data}
          start={async (input) => {
            const answer = await startRun({ input })
            if (answer.error) throw answer.error
            return answer.data
          }}
        />
      )}
    </>
  )
}

/** The query says what is shown; the subscription writes what changes into the cache, and has no part in it otherwise. */
function RunPage({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({ query: RunPageDocument, variables: { id } })
  const [live] = useSubscription({ query: RunPageEventsDocument, variables: { runId: id } })
  return (
    <>
      <Problem error={error ?? live.error} />
      {data?.run && <RunView run={data.run} />}
    </>
  )
}

import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { RungraphProvider, useClient, useRun, useRunText } from 'rungraph/client/react'
import { ConnectionNote } from '../react/connection-note.tsx'
import { Page, Problem } from '../react/page.tsx'
import { rungraph } from '../react/rungraph.ts'
import { addressOfRun, useRunId } from '../react/use-run-id.ts'
import { Gates } from './gates.tsx'

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <RungraphProvider client={rungraph}>
      <App />
    </RungraphProvider>
  </StrictMode>,
)

function App() {
  const runId = useRunId()
  return (
    <Page client="its hooks">
      <ConnectionNote />
      {runId === null ? <Home /> : <RunPage key={runId} id={runId} />}
      <Gates />
    </Page>
  )
}

function Home() {
  const client = useClient()
  const [problem, setProblem] = useState<string | null>(null)

  async function start(form: FormData): Promise<void> {
    try {
      const { id } = await client.trigger({
        agent: String(form.get('agent')),
        input: String(form.get('input')),
      })
      location.hash = addressOfRun(id)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <form action={start}>
      <label>
        Agent <input name="agent" defaultValue="demo-slow" />
      </label>
      <label>
        Input <textarea name="input" defaultValue="Take your time." />
      </label>
      <button type="submit">Start a run</button>
      <Problem error={problem} />
    </form>
  )
}

/** Two components that follow one run: they share a subscription. */
function RunPage({ id }: { readonly id: string }) {
  const { status, step, actions, error, failure } = useRun(id)
  return (
    <article>
      <p>
        <span className={`status ${status}`}>{status}</span> step {step}
      </p>
      <Problem error={failure ?? error?.message} />
      <Answer id={id} />
      <ul className="actions">
        {actions.map((action) => (
          <li key={action.id}>
            {action.name} {action.status} {action.error}
          </li>
        ))}
      </ul>
    </article>
  )
}

function Answer({ id }: { readonly id: string }) {
  return (
    <p className="answer" aria-live="polite">
      {useRunText(id)}
    </p>
  )
}

import { useState } from 'react'
import type { HomeQuery, StartRunMutation, TriggerRunInput } from '../../src/generated/client/graphql.ts'
import { Problem } from './page.tsx'
import { addressOfRun } from './use-run-id.ts'

interface Props {
  readonly home: HomeQuery
  /** Triggers a run; the data of the answer. @throws when there is none */
  readonly start: (input: TriggerRunInput) => Promise<StartRunMutation | null | undefined>
}

/** The form that triggers a run, and the newest runs. */
export function HomeView({ home: { agents, runs }, start }: Props) {
  const [agent, setAgent] = useState('demo-slow')
  const [input, setInput] = useState('Take your time.')
  // The same until a run has come of it: whatever becomes of the connection, there is one run.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<string | null>(null)

  async function trigger(): Promise<void> {
    try {
      const run = (await start({ agent, input, idempotencyKey }))?.triggerRun
      if (run?.__typename !== 'Run') return setProblem(run?.message ?? 'There was no answer.')
      setKey(crypto.randomUUID())
      location.hash = addressOfRun(run.id)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <>
      <form action={trigger}>
        <label>
          Agent
          <select value={agent} onChange={(event) => setAgent(event.target.value)}>
            {agents.edges.map(({ node }) => (
              <option key={node.id} value={node.slug}>
                {node.name ?? node.slug}
              </option>
            ))}
          </select>
        </label>
        <label>
          Input
          <textarea value={input} onChange={(event) => setInput(event.target.value)} />
        </label>
        <button type="submit">Start a run</button>
      </form>
      <Problem error={problem} />
      <h2>Newest runs</h2>
      <ul>
        {runs.edges.map(({ node }) => (
          <li key={node.id}>
            <a href={addressOfRun(node.id)}>{node.input}</a> {node.agent.slug} <Status of={node.status} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function Status({ of: status }: { readonly of: string }) {
  return <span className={`status ${status}`}>{status}</span>
}

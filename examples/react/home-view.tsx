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
  const [draft, setDraft] = useState(() => withKey({ agent: 'demo-slow', input: 'Take your time.' }))
  const [problem, setProblem] = useState<string | null>(null)

  async function trigger(): Promise<void> {
    try {
      const run = (await start(draft))?.triggerRun
      if (run?.__typename !== 'Run') return setProblem(run?.message ?? 'There was no answer.')
      setDraft(withKey)
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
          <select
            value={draft.agent}
            onChange={(event) => setDraft(withKey({ ...draft, agent: event.target.value }))}
          >
            {agents.edges.map(({ node }) => (
              <option key={node.id} value={node.slug}>
                {node.name ?? node.slug}
              </option>
            ))}
          </select>
        </label>
        <label>
          Input
          <textarea
            value={draft.input}
            onChange={(event) => setDraft(withKey({ ...draft, input: event.target.value }))}
          />
        </label>
        <button type="submit">Start a run</button>
      </form>
      <Problem error={problem} />
      <h2>Newest of {runs.totalCount} runs</h2>
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

/**
 * A key for what is sent, kept while the same is tried again: whatever becomes of the connection, there is one run of it. Another
 * agent or input, and another run, need another key.
 */
function withKey({ agent, input }: { readonly agent: string; readonly input: string }) {
  return { agent, input, idempotencyKey: crypto.randomUUID() }
}

export function Status({ of: status }: { readonly of: string }) {
  return <span className={`status ${status}`}>{status}</span>
}

import type { RunPageQuery } from '../../src/generated/client/graphql.ts'
import { ConnectionNote } from './connection-note.tsx'
import { Status } from './home-view.tsx'
import { Problem } from './page.tsx'

type Run = NonNullable<RunPageQuery['run']>
type Step = Run['steps']['edges'][number]['node']

/** A run as the cache has it at this moment. */
export function RunView({ run }: { readonly run: Run }) {
  return (
    <article>
      <h1>{run.agent.slug}</h1>
      <ConnectionNote />
      <p>{run.input}</p>
      <p>
        <Status of={run.status} /> {run.terminationReason} {run.stepCount} steps, {run.usage.totalTokens}{' '}
        tokens, {run.usage.costUsd} USD{run.recoveries > 0 && `, recovered ${run.recoveries} times`}
      </p>
      <Problem error={run.error?.message} />
      <p className="answer" aria-live="polite">
        {run.summary}
      </p>
      <ol className="steps">
        {run.steps.edges.map(({ node }) => (
          <StepView key={node.id} step={node} />
        ))}
      </ol>
    </article>
  )
}

function StepView({ step }: { readonly step: Step }) {
  return (
    <li value={step.number}>
      {step.success === null ? 'at work' : step.success ? 'done' : 'failed'} {inSeconds(step.durationMs)}{' '}
      {step.reasoning}
      <ul className="actions">
        {step.actions.map((action) => (
          <li key={action.id}>
            {action.name} ({action.target}) <Status of={action.status} /> {inSeconds(action.durationMs)}{' '}
            {action.error}
          </li>
        ))}
      </ul>
    </li>
  )
}

function inSeconds(durationMs: number | null | undefined): string {
  return durationMs == null ? '' : `${(durationMs / 1000).toFixed(1)} s`
}

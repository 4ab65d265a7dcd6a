import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { Problem } from '../../ui/states.tsx'
import { newestText, type RunModel } from '../run/run-model.ts'
import { StreamedText } from '../run/streamed-text.tsx'
import { useRun } from '../run/use-run.ts'
import styles from './session-page.module.css'

/** Text of an active run, as it is streamed. `after` is the last step whose message is in the transcript. */
export function LiveAnswer({ runId, after }: { readonly runId: string; readonly after: number }) {
  const state = useRun(runId)
  if (state.kind === 'failed') return <Problem error={state.error} />
  if (state.kind === 'missing') return null
  if (state.kind === 'loading') return <Working text="Reads the run" />
  const { model } = state
  const gate = model.run.gates.find(({ status }) => status === 'OPEN')
  if (gate)
    return (
      <p className={styles.gate}>
        The run waits for a decision: {gate.reason}{' '}
        <Link to="/gates" search={{ gate: gate.id }}>
          Decide
        </Link>
      </p>
    )
  const spoken = newestText(model)
  const isNew = spoken !== null && (spoken.stepNumber === null || spoken.stepNumber > after)
  if (!isNew || (spoken.answer === '' && spoken.reasoning === '')) return <Working text={activityOf(model)} />
  return (
    <article className={styles.answer} aria-busy="true">
      {spoken.answer === '' ? (
        <>
          <Working text="Thinks" />
          <div className={styles.thought}>
            <StreamedText label="Reasoning" text={spoken.reasoning} isLive />
          </div>
        </>
      ) : (
        <div className={styles.live}>
          <StreamedText label="Answer" text={spoken.answer} isLive />
        </div>
      )}
    </article>
  )
}

function Working({ text }: { readonly text: string }) {
  return (
    <p className={styles.working} role="status">
      <LoaderCircle aria-hidden="true" className={styles.spinner} /> {text}…
    </p>
  )
}

function activityOf({ run, steps }: RunModel): string {
  if (run.status === 'QUEUED') return 'Waits for its turn'
  const actions = [...steps.values()].flatMap((step) => step.actions)
  const running = actions.filter(({ status }) => status === 'RUNNING').map(({ target }) => target)
  return running.length > 0 ? `Calls ${running.join(', ')}` : 'Works'
}

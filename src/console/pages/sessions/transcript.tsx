import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { costOf } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Loading, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { newestText, type RunModel } from '../run/run-model.ts'
import { StreamedText } from '../run/streamed-text.tsx'
import { useRun } from '../run/use-run.ts'
import { Said } from './said.tsx'
import styles from './session-page.module.css'
import {
  lastStoredStep,
  type RunOfTranscript,
  type Transcript as TranscriptState,
  toRuns,
} from './use-transcript.ts'

/**
 * The messages, run by run, newest at the end; an answer appears as it is written. The end stays in view unless the reader has scrolled up.
 */
export function Transcript({ state: { read, loadEarlier } }: { readonly state: TranscriptState }) {
  const place = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const runs = useMemo(() => (read ? toRuns(read.session, read.messages) : []), [read])
  useStayAtEnd(place, content)
  return (
    <div ref={place} className={look.fill} role="region" aria-label="Transcript" tabIndex={0}>
      <div ref={content} className={`${look.stack} ${styles.transcript}`}>
        {!read ? (
          <Loading rows={8} height={30} />
        ) : runs.length === 0 ? (
          <Empty title="Nothing was said yet." />
        ) : (
          <>
            {read.before !== null && (
              <div className={look.more}>
                <Button label="Earlier messages" size="small" onPress={() => void loadEarlier()} />
              </div>
            )}
            {runs.map((run) => (
              <RunOfConversation key={run.runId} of={run} />
            ))}
          </>
        )}
      </div>
    </div>
  )
}

function RunOfConversation(props: { readonly of: RunOfTranscript }) {
  const {
    of: { runId, run, messages, results, isActive },
  } = props
  return (
    <section className={look.list}>
      <header className={`${look.row} ${look.faint} ${styles.runHead}`}>
        <Link to="/runs/$runId" params={{ runId }} className={look.link}>
          {run ? run.agent.name : 'Run'}
        </Link>
        {run && (
          <>
            {run.status !== 'COMPLETED' && <Status of={run.status} />}
            <Ago at={run.createdAt} />
            <span>
              <Elapsed since={run.startedAt} ms={run.durationMs} />
            </span>
            <span>{costOf(run.usage)}</span>
          </>
        )}
      </header>
      {messages.length === 0 && run && (
        <article className={styles.bubble}>
          <p className={look.said}>{run.input}</p>
        </article>
      )}
      {messages.map((message) => (
        <Said key={message.position} message={message} results={results} />
      ))}
      {isActive && <LiveAnswer runId={runId} after={lastStoredStep(messages)} />}
      {run?.error && (
        <p className={look.notice} data-tone="bad">
          {run.error.message}
        </p>
      )}
    </section>
  )
}

/** Scrolls to the end when the content grows, and where it was when content is added above. */
function useStayAtEnd(
  place: React.RefObject<HTMLDivElement | null>,
  content: React.RefObject<HTMLDivElement | null>,
): void {
  useLayoutEffect(() => {
    const [scroll, inner] = [place.current, content.current]
    if (!scroll || !inner) return
    let isAtEnd = true
    const note = () => {
      isAtEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60
    }
    const observer = new ResizeObserver(() => {
      if (isAtEnd) scroll.scrollTop = scroll.scrollHeight
    })
    observer.observe(inner)
    scroll.addEventListener('scroll', note, { passive: true })
    return () => {
      observer.disconnect()
      scroll.removeEventListener('scroll', note)
    }
  }, [place, content])
}

/** Text of an active run, as it is streamed. `after` is the last step whose message is in the transcript. */
function LiveAnswer({ runId, after }: { readonly runId: string; readonly after: number }) {
  const state = useRun(runId)
  if (state.kind === 'failed') return <Problem error={state.error} />
  if (state.kind === 'missing') return null
  if (state.kind === 'loading') return <Working text="Reads the run" />
  const { model } = state
  const gate = model.run.gates.find(({ status }) => status === 'OPEN')
  if (gate)
    return (
      <p className={look.notice} data-tone="waiting">
        The run waits for a decision: {gate.reason}{' '}
        <Link to="/gates" search={{ gate: gate.id }} className={look.underlined}>
          Decide
        </Link>
      </p>
    )
  const spoken = newestText(model)
  const isNew = spoken !== null && (spoken.stepNumber === null || spoken.stepNumber > after)
  if (!isNew || (spoken.answer === '' && spoken.reasoning === '')) return <Working text={activityOf(model)} />
  return (
    <article className={`${look.list} ${styles.answer}`} aria-busy="true">
      {spoken.answer === '' ? (
        <>
          <Working text="Thinks" />
          <div className={`${styles.live} ${styles.quote}`}>
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
    <p className={`${look.inline} ${look.soft}`} role="status">
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

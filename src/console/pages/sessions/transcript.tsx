import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, LoaderCircle, Wrench } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { SessionMessageFragment } from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import { costOf } from '../../ui/format.ts'
import { toShown } from '../../ui/json-check.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Markdown } from '../../ui/markdown.tsx'
import { Empty, Loading, Problem } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { isWait } from '../gates/gates-search.ts'
import { newestText, type RunModel } from '../run/run-model.ts'
import { StreamedText } from '../run/streamed-text.tsx'
import { useRun } from '../run/use-run.ts'
import styles from './session-page.module.css'
import {
  lastStoredStep,
  type MessagePart,
  type RunOfTranscript,
  type ToolResult,
  type TranscriptState,
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
  const gate = model.run.gates.find(({ kind, status }) => status === 'OPEN' && !isWait(kind))
  if (gate)
    return (
      <p className={look.notice} data-tone="waiting">
        {gate.kind === 'INPUT' ? 'The run asks' : 'The run waits for a decision'}: {gate.reason}{' '}
        <Link to="/gates" search={{ gate: gate.id }} className={look.underlined}>
          {gate.kind === 'INPUT' ? 'Answer' : 'Decide'}
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

/** One message of a conversation: a bubble of the user, or the text of the agent, its tool calls folded with their results. */
function Said(props: {
  readonly message: SessionMessageFragment
  readonly results: ReadonlyMap<string, ToolResult>
}) {
  const { message, results } = props
  const { role, byEngine, parts, visibility } = message
  if (role === 'TOOL') return null // shown with the call
  if (role === 'SYSTEM' || byEngine) return <Aside message={message} />
  const note = notes[visibility]
  return (
    <article
      className={role === 'USER' ? styles.bubble : `${look.list} ${styles.answer}`}
      data-visibility={visibility}
    >
      <h2 className={look.hidden}>{role === 'USER' ? 'User' : 'Agent'}</h2>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message keep their places.
        <PartOfMessage key={index} part={part} results={results} isOfModel={role === 'ASSISTANT'} />
      ))}
      {note && <Label tone="waiting">{note}</Label>}
    </article>
  )
}

/** Form in which the model sees a message. */
const notes: Readonly<Record<string, string>> = {
  CUT: 'Shortened for the model',
  SUMMARISED: 'Summarised for the model',
  DROPPED: 'No longer seen by the model',
}

/** A message of the engine, of no person and no model. */
function Aside({ message: { role, parts } }: { readonly message: SessionMessageFragment }) {
  const text = parts.map((part) => ('text' in part ? part.text : '')).join('\n')
  if (text === '') return null
  return (
    <details className={`${look.fold} ${styles.fold}`}>
      <summary>
        <ChevronRight aria-hidden="true" className={styles.chevron} />{' '}
        {role === 'SYSTEM' ? 'System prompt' : 'Note of the engine'}
      </summary>
      <p className={`${look.said} ${look.soft} ${styles.quote}`}>{text}</p>
    </details>
  )
}

function PartOfMessage(props: {
  readonly part: MessagePart
  readonly isOfModel: boolean
  readonly results: ReadonlyMap<string, ToolResult>
}) {
  const { part, results, isOfModel } = props
  switch (part.__typename) {
    case 'TextPart':
      if (part.text === '') return null
      return isOfModel ? <Markdown text={part.text} /> : <p className={look.said}>{part.text}</p>
    case 'RefusalPart':
      return <p className={look.bad}>{part.text}</p>
    case 'ReasoningPart':
      return (
        <details className={`${look.fold} ${styles.fold}`}>
          <summary>
            <ChevronRight aria-hidden="true" className={styles.chevron} /> Reasoning
          </summary>
          <p className={`${look.said} ${look.soft} ${styles.quote}`}>{part.text}</p>
        </details>
      )
    case 'ToolCallPart':
      return <ToolCall call={part} result={results.get(part.callId)} />
    default:
      return null
  }
}

function ToolCall(props: {
  readonly call: Extract<MessagePart, { readonly __typename: 'ToolCallPart' }>
  readonly result: ToolResult | undefined
}) {
  const { call, result } = props
  const parameters = useMemo(() => toShown(call.arguments), [call.arguments])
  const answer = useMemo(() => (result ? toShown(result.text) : null), [result])
  return (
    <details className={`${look.box} ${styles.call}`} data-error={result?.isError}>
      <summary className={`${look.inline} ${look.soft}`}>
        {result?.isError ? <CircleAlert aria-hidden="true" /> : <Wrench aria-hidden="true" />}
        <span className={look.code}>{call.name}</span>
        <span className={look.cut}>{result ? oneLine(result.text) : 'no answer yet'}</span>
        <ChevronRight aria-hidden="true" className={styles.chevron} />
      </summary>
      <div className={`${look.list} ${look.headed} ${styles.callBody}`}>
        <h3>Arguments</h3>
        <JsonView label={`Arguments of ${call.name}`} value={parameters} />
        {result && (
          <>
            <h3>{result.isError ? 'Error' : 'Result'}</h3>
            <JsonView label={`Result of ${call.name}`} value={answer} />
          </>
        )}
      </div>
    </details>
  )
}

function oneLine(text: string): string {
  return text.slice(0, 160).replaceAll(/\s+/g, ' ')
}

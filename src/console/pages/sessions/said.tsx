import { ChevronRight, CircleAlert, Wrench } from 'lucide-react'
import { useMemo } from 'react'
import type { SessionMessageFragment } from '../../../generated/console/graphql.ts'
import { toShown } from '../../ui/json-check.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Markdown } from '../../ui/markdown.tsx'
import { Label } from '../../ui/status.tsx'
import styles from './session-page.module.css'
import type { Part, ToolResult } from './use-transcript.ts'

/** One message of a conversation: a bubble of the user, or the text of the agent, its tool calls folded with their results. */
export function Said(props: {
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
  readonly part: Part
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
  readonly call: Extract<Part, { readonly __typename: 'ToolCallPart' }>
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

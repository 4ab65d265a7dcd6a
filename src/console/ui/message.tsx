import type { MessageShownFragment } from '../../generated/console/graphql.ts'
import { FileView } from './file-view.tsx'
import { formatCount, formatEnum } from './format.ts'
import { toShown } from './json-check.ts'
import { JsonView } from './json-view.tsx'
import look from './look.module.css'
import { Markdown } from './markdown.tsx'
import styles from './message.module.css'
import { ScrollRegion } from './page.tsx'
import { Label } from './status.tsx'

/** Form in which the model sees a message. */
const visibilities: Readonly<Record<string, string>> = {
  CUT: 'shortened for the model',
  SUMMARISED: 'summarised for the model',
  DROPPED: 'no longer seen by the model',
}

/** One message of a transcript: who said it, and its parts. */
export function Message({ message }: { readonly message: MessageShownFragment }) {
  const { role, byEngine, stepNumber, tokens, visibility, parts } = message
  return (
    <article
      className={`${look.box} ${look.list} ${styles.message}`}
      data-role={role}
      data-visibility={visibility}
    >
      <header className={`${look.row} ${look.soft}`}>
        <strong>{byEngine && role !== 'SYSTEM' ? 'Rungraph' : names[role]}</strong>
        {stepNumber != null && <span>step {stepNumber}</span>}
        <span>{formatCount(tokens)} tokens</span>
        {visibilities[visibility] && <Label tone="waiting">{visibilities[visibility]}</Label>}
      </header>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message keep their places.
        <Part key={index} part={part} isOfModel={role === 'ASSISTANT'} />
      ))}
    </article>
  )
}

const names: Readonly<Record<MessageShownFragment['role'], string>> = {
  SYSTEM: 'System prompt',
  USER: 'User',
  ASSISTANT: 'Model',
  TOOL: 'Tool',
}

interface PartProps {
  readonly part: MessageShownFragment['parts'][number]
  readonly isOfModel: boolean
}

function Part({ part, isOfModel }: PartProps) {
  switch (part.__typename) {
    case 'TextPart': {
      // A plan, or an answer with a schema, comes as JSON.
      const value = isOfModel ? toShown(part.text) : part.text
      if (typeof value === 'object' && value !== null) return <JsonView label="Text" value={value} />
      return (
        <ScrollRegion label="Text" className={styles.said}>
          {isOfModel ? <Markdown text={part.text} /> : <div className={look.said}>{part.text}</div>}
        </ScrollRegion>
      )
    }
    case 'ReasoningPart':
      return (
        <details className={`${look.fold} ${look.soft}`}>
          <summary>Reasoning</summary>
          <ScrollRegion label="Reasoning" className={styles.said}>
            <div className={look.said}>{part.text}</div>
          </ScrollRegion>
        </details>
      )
    case 'RefusalPart':
      return <div className={look.bad}>{part.text}</div>
    case 'ToolCallPart':
      return <ToolCall call={part} />
    case 'ToolResultPart':
      return (
        <div className={look.list} data-error={part.isError}>
          <span className={look.code}>
            {part.name} {part.isError ? 'failed' : 'answered'}
          </span>
          <JsonView label={`Result of ${part.name}`} value={toShown(part.text)} />
        </div>
      )
    case 'FilePart':
      return <FileView file={part} />
    default:
      return <div className={styles.said}>{formatEnum('unknown part')}</div>
  }
}

/** A call that a model asked for, with its arguments as it wrote them. */
export function ToolCall({ call }: { readonly call: { readonly name: string; readonly arguments: string } }) {
  return (
    <div className={look.list}>
      <span className={look.code}>calls {call.name}</span>
      <JsonView label={`Arguments of ${call.name}`} value={toShown(call.arguments)} />
    </div>
  )
}

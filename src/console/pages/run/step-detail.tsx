import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import {
  type MessageShownFragment,
  StepDetailDocument,
  type StepDetailQuery,
  type StepLiveFragment,
} from '../../../generated/console/graphql.ts'
import { TextField } from '../../ui/field.tsx'
import {
  costOf,
  formatCount,
  formatCounted,
  formatDateTime,
  formatPercent,
  formatWhole,
} from '../../ui/format.ts'
import { CopyButton, JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Message, ToolCall } from '../../ui/message.tsx'
import { Facts, Problem, ScrollRegion } from '../../ui/page.tsx'
import { Elapsed } from '../../ui/time.tsx'
import { SaidText, useAgain } from './action-detail.tsx'
import { CommentsCard } from './comments-card.tsx'
import styles from './detail.module.css'
import { EditAndContinue } from './edit-dialog.tsx'
import { NothingThere } from './nothing-there.tsx'
import type { RunOfPage } from './run-model.ts'

/** A step: what the model said, its judgement, and what the model saw. */
export function StepDetail(props: {
  readonly id: string
  readonly step: StepLiveFragment | undefined
  /** The run that it is of. Absent: its comments are not shown. */
  readonly runId?: string | undefined
  /** The same, if that can be forked from here. Absent: it cannot. */
  readonly run?: Pick<RunOfPage, 'id' | 'context'> | undefined
}) {
  const { id, step, runId, run } = props
  const [{ data, error, fetching }] = useQuery({
    query: StepDetailDocument,
    variables: { id },
    context: useAgain(step?.durationMs ?? null),
  })
  const node = data?.node
  if (error || node?.__typename !== 'Step') return <NothingThere error={error} isLoading={fetching} />
  const { validation } = node
  const criteria = validation?.criteria ?? []
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>Step {node.number}</h2>
      <Facts
        of={{
          Started: formatDateTime(node.startedAt),
          Duration: <Elapsed since={node.startedAt} ms={node.durationMs} />,
          'Model calls': `${node.usage.requests}, ${formatCount(node.usage.totalTokens)} tokens, ${costOf(node.usage)}`,
          Progress: node.progress == null ? undefined : formatPercent(node.progress),
          Confidence: validation?.confidence
            ? `${formatPercent(validation.confidence.confidence)}: ${validation.confidence.reason}`
            : undefined,
        }}
      />
      <Problem error={node.error} />
      {run && step?.durationMs != null && (
        <EditAndContinue runId={run.id} step={node.number} context={run.context} />
      )}
      {criteria.length > 0 && (
        <section aria-label="Criteria">
          <h3>Criteria</h3>
          <ul className={`${look.list} ${styles.criteria}`}>
            {criteria.map(({ criterion, met, evidence }) => (
              <li key={criterion} data-met={met}>
                <strong>{met ? '✓' : '✗'}</strong> {criterion}
                <span>{evidence}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {node.reasoning && (
        <details className={look.fold}>
          <summary>Reasoning</summary>
          <div className={`${look.well} ${look.said}`}>{node.reasoning}</div>
        </details>
      )}
      {(node.text || node.toolCalls.length > 0) && (
        <section aria-label="What the model said">
          <h3>What the model said</h3>
          <div className={look.list}>
            {node.text && <SaidText label="What the model said" text={node.text} />}
            {node.toolCalls.map((call) => (
              <ToolCall key={call.callId} call={call} />
            ))}
          </div>
        </section>
      )}
      {runId !== undefined && <CommentsCard runId={runId} part={{ stepNumber: node.number }} />}
      <Saw step={node} />
    </div>
  )
}

type StepNode = Extract<NonNullable<StepDetailQuery['node']>, { readonly __typename: 'Step' }>

/** A longer text is folded until somebody opens it, or searches for a part of it. */
const maxOpen = 1_500

/**
 * All that the model received in a step, in its order: the system prompt, the tools that it could call, the notes that replace earlier
 * messages, and the messages. A search leaves the parts that have the words, unfolded and marked.
 */
function Saw({ step }: { readonly step: StepNode }) {
  const [search, setSearch] = useState('')
  const { systemPrompt, offeredTools, summary, messages } = step
  const tools = offeredTools?.filter((tool) => finds(search, JSON.stringify(tool)))
  const shown = messages.nodes.filter((message) => finds(search, wordsOf(message)))
  const isPrompt = systemPrompt != null && finds(search, systemPrompt)
  const isSummary = summary != null && finds(search, summary)
  const count = Number(isPrompt) + Number(isSummary) + (tools?.length ?? 0) + shown.length
  return (
    <section aria-label="What the model saw" className={look.list}>
      <div className={look.ends}>
        <h3>What the model saw</h3>
        <TextField
          label="Search what the model saw"
          isBare
          type="search"
          placeholder="Search"
          value={search}
          onChange={setSearch}
        />
      </div>
      {search !== '' && (
        <p className={look.soft} role="status">
          {count === 0
            ? 'No part of it has these words.'
            : count === 1
              ? '1 part has these words.'
              : `${formatWhole(count)} parts have these words.`}
        </p>
      )}
      {isPrompt && <Text title="System prompt" text={systemPrompt} search={search} />}
      {systemPrompt == null && search === '' && <p className={look.soft}>There was no system prompt.</p>}
      {tools && <Tools tools={tools} search={search} />}
      {isSummary && <Text title="Notes in place of earlier messages" text={summary} search={search} />}
      <h4>
        {formatCount(messages.totalCount)} messages
        {messages.totalCount > messages.nodes.length && `, the last ${messages.nodes.length} of them here`}
      </h4>
      <div className={look.list}>
        {shown.map((message) => (
          <Message key={`${message.runId} ${message.position}`} message={message} />
        ))}
      </div>
    </section>
  )
}

function Text(props: { readonly title: string; readonly text: string; readonly search: string }) {
  const { title, text, search } = props
  return (
    <Fold
      title={`${title}, ${formatWhole(text.length)} characters`}
      isOpen={text.length <= maxOpen || search !== ''}
    >
      <div className={styles.copied}>
        <ScrollRegion label={title} className={`${look.well} ${look.said}`}>
          <Marked text={text} search={search} />
        </ScrollRegion>
        <CopyButton text={text} />
      </div>
    </Fold>
  )
}

function Tools(props: { readonly tools: NonNullable<StepNode['offeredTools']>; readonly search: string }) {
  const { tools, search } = props
  if (tools.length === 0)
    return search === '' && <p className={look.soft}>No tools were offered for calls.</p>
  return (
    <Fold title={formatCounted(tools.length, 'tool')} isOpen={tools.length <= 3 || search !== ''}>
      <ul className={`${look.list} ${styles.tools}`} aria-label="Tools that were offered">
        {tools.map(({ name, description, inputSchema }) => (
          <li key={name}>
            <Fold
              title={
                <code>
                  <Marked text={name} search={search} />
                </code>
              }
              isOpen={search !== ''}
            >
              <p className={`${look.said} ${look.soft}`}>
                <Marked text={description} search={search} />
              </p>
              <JsonView label={`Arguments of ${name}`} value={inputSchema} />
            </Fold>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** `isOpen` changes with a search; between two changes it is as its reader leaves it. */
function Fold(props: { readonly title: ReactNode; readonly isOpen: boolean; readonly children: ReactNode }) {
  const { title, isOpen, children } = props
  return (
    <details key={String(isOpen)} className={look.fold} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

function wordsOf({ parts }: MessageShownFragment): string {
  return parts.map(wordsOfPart).join('\n')
}

function wordsOfPart(part: MessageShownFragment['parts'][number]): string {
  if (part.__typename === 'FilePart') return part.fileName ?? part.mediaType
  return ('name' in part ? part.name : '') + ('arguments' in part ? part.arguments : part.text)
}

/** Whether a text has the words of a search, whatever their case. Every text has no words. */
function finds(search: string, text: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase())
}

/** More marks than anybody looks at would make a page slow. */
const maxMarks = 500

/** A text in which the words of a search are marked. */
function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const words = search.trim().toLowerCase()
  if (words === '') return text
  const lower = text.toLowerCase()
  const parts = []
  let from = 0
  for (
    let at = lower.indexOf(words);
    at !== -1 && parts.length < 2 * maxMarks;
    at = lower.indexOf(words, from)
  ) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + words.length)}</mark>)
    from = at + words.length
  }
  return [...parts, text.slice(from)]
}

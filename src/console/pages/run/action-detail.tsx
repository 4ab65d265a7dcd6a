import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type OperationContext, useQuery } from 'urql'
import { ActionDetailDocument, type ActionLiveFragment } from '../../../generated/console/graphql.ts'
import {
  costOf,
  formatCount,
  formatCounted,
  formatDateTime,
  formatDuration,
  formatEnum,
} from '../../ui/format.ts'
import { readShownJson } from '../../ui/json-check.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Markdown } from '../../ui/markdown.tsx'
import { Facts, Problem } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { Elapsed } from '../../ui/time.tsx'
import { CommentsCard } from './comments-card.tsx'
import styles from './detail.module.css'
import type { LogLine } from './log-lines.ts'
import { LogView } from './log-view.tsx'
import { NothingThere } from './nothing-there.tsx'

/** An action: its arguments, its result, its attempts, and the decision about its permission. */
export function ActionDetail(props: {
  readonly id: string
  /** The run that it is of. */
  readonly runId: string | undefined
  readonly live: ActionLiveFragment | undefined
  /** The lines of its log. Absent: none. */
  readonly logged?: readonly LogLine[] | undefined
}) {
  const { id, runId, live, logged = [] } = props
  const [{ data, error, fetching }] = useQuery({
    query: ActionDetailDocument,
    variables: { id },
    context: useAgain(`${live?.status}:${live?.attempt}:${live?.childRun?.status}`),
  })
  const node = data?.node
  if (error || node?.__typename !== 'Action') return <NothingThere error={error} isLoading={fetching} />
  const { audit } = node
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>
        {node.name} <Status of={node.status} />
      </h2>
      <Problem error={node.error && `${node.error}${node.errorCode ? ` (${node.errorCode})` : ''}`} />
      <Facts
        of={{
          [formatEnum(node.type)]: node.target,
          Started: node.startedAt && formatDateTime(node.startedAt),
          Duration: <Elapsed since={node.startedAt} ms={node.durationMs} />,
          After: node.dependsOn.length > 0 ? node.dependsOn.join(', ') : undefined,
          Child: node.child ? (
            <span className={look.row}>
              <Status of={node.child.status} />
              <Link className={look.underlined} to="/runs/$runId" params={{ runId: node.child.id }}>
                Open the run of {node.child.agent.name}
              </Link>
              <span>
                {formatCounted(node.child.stepCount, 'step')} ·{' '}
                <Elapsed since={node.child.startedAt} ms={node.child.durationMs} /> ·{' '}
                {costOf(node.child.usage)}
              </span>
            </span>
          ) : undefined,
          Permission: audit?.decision ? (
            <span>
              <Label>{formatEnum(audit.decision)}</Label> {audit.decidedBy ?? ruleText(audit)} {audit.reason}{' '}
              {audit.gate && (
                <Link
                  className={look.underlined}
                  to="/gates"
                  search={{ gate: audit.gate.id, show: 'resolved' }}
                >
                  gate
                </Link>
              )}
            </span>
          ) : undefined,
          'Size of the result':
            audit?.resultBytes != null ? `${formatCount(audit.resultBytes)} bytes` : undefined,
        }}
      />
      <Parameters of={node.parameters} />
      {logged.length > 0 && <LogView lines={logged} />}
      {node.output != null && (
        <section aria-label="Output">
          <h3>Output</h3>
          {node.type === 'LLM' && typeof node.output === 'string' ? (
            <SaidText label="Output" text={node.output} />
          ) : (
            <JsonView label="Output" value={node.output} />
          )}
        </section>
      )}
      {node.attempts.length > 1 && (
        <section aria-label="Attempts">
          <h3>Attempts</h3>
          <Table<(typeof node.attempts)[number]>
            label="Attempts"
            rows={node.attempts}
            keyOf={({ number }) => String(number)}
            columns={[
              numeric('#', ({ number }) => number),
              column('Status', ({ status }) => <Status of={status} />),
              column('Started', ({ startedAt }) => startedAt && formatDateTime(startedAt)),
              numeric('Duration', ({ durationMs }) => durationMs != null && formatDuration(durationMs)),
              numeric('Cost', ({ usage }) => costOf(usage)),
              column(
                'Error',
                ({ error, errorCode }) => error && `${error}${errorCode ? ` (${errorCode})` : ''}`,
              ),
            ]}
          />
        </section>
      )}
      {runId !== undefined && <CommentsCard runId={runId} part={{ actionId: id }} />}
    </div>
  )
}

/** The rule that decided, with its agent where that is another one than the agent of the call. */
function ruleText(audit: {
  readonly agent?: string | null
  readonly rule?: string | null
  readonly ruleAgent?: string | null
}) {
  const { agent, rule, ruleAgent } = audit
  return ruleAgent == null || ruleAgent === agent ? rule : `${rule} of ${ruleAgent}`
}

/** Its arguments. A prompt that is the only one is shown as a text. */
function Parameters({ of }: { readonly of: unknown }) {
  const prompt = typeof of === 'object' && of !== null && 'prompt' in of ? of.prompt : undefined
  const isPrompt = typeof prompt === 'string' && Object.keys(Object(of)).length === 1
  const name = isPrompt ? 'Prompt' : 'Parameters'
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {isPrompt ? (
        <div className={`${look.well} ${look.said}`}>{prompt}</div>
      ) : (
        <JsonView label={name} value={of} />
      )}
    </section>
  )
}

/** Text of a model: Markdown, or with its structure where it is JSON, as a plan and an answer by a schema are. */
export function SaidText({ label, text }: { readonly label: string; readonly text: string }) {
  const value = /^\s*[[{]/.test(text) ? readShownJson(text) : undefined
  if (value !== undefined) return <JsonView label={label} value={value} />
  return (
    <div className={`${look.well} ${styles.said}`}>
      <Markdown text={text} />
    </div>
  )
}

/** A context of a query that has it sent again whenever `version` changes. */
export function useAgain(version: unknown): Partial<OperationContext> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object is what has the query sent again.
  return useMemo(() => ({ requestPolicy: 'cache-and-network' as const }), [version])
}

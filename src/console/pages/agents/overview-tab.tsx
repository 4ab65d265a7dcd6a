import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useQuery, useSubscription } from 'urql'
import {
  type AgentShownFragment,
  AgentStatsDocument,
  type RunRowFragment,
  RunsOfAgentDocument,
  RunsOfAgentUpdatesDocument,
} from '../../../generated/console/graphql.ts'
import {
  costOf,
  formatCount,
  formatDuration,
  formatEnum,
  formatPercent,
  formatTotal,
} from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Columns, Facts, Figure, Figures, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import styles from './agent-page.module.css'
import { limitText } from './definition-draft.ts'
import { TrafficCard } from './traffic-card.tsx'

/** The definition of an agent, and its statistics of the last thirty days. */
export function OverviewTab({ agent }: { readonly agent: AgentShownFragment }) {
  return (
    <div className={look.stack}>
      {agent.description && <p className={styles.description}>{agent.description}</p>}
      <FiguresOf agent={agent} />
      <TrafficCard agent={agent} />
      <Columns min={420}>
        <Card title="Definition">
          <Definition agent={agent} />
        </Card>
        <Card title="System prompt">
          {agent.definition.systemPrompt ? (
            <JsonView label="Text of the system prompt" value={agent.definition.systemPrompt} />
          ) : (
            <p className={look.faint}>It has none.</p>
          )}
        </Card>
      </Columns>
      <RecentRuns agent={agent} />
    </div>
  )
}

const days = 30

function FiguresOf({ agent: { slug } }: { readonly agent: AgentShownFragment }) {
  const [since] = useState(() => new Date(Date.now() - days * 86_400_000).toISOString())
  const [{ data, error }] = useQuery({ query: AgentStatsDocument, variables: { agent: slug, since } })
  const all = data?.all.buckets[0]
  const openGates = data?.openGates.totalCount ?? 0
  const none = data ? '–' : undefined
  return (
    <>
      <Problem error={error} />
      <Figures>
        <Figure
          target={{ to: '/runs', search: { agent: slug, after: since } }}
          name={`Runs in ${days} days`}
          value={all ? formatCount(all.count) : none}
          note={all && `${formatCount(all.active)} not ended`}
        />
        <Figure
          target={{ to: '/runs', search: { agent: slug, after: since, status: ['FAILED'] } }}
          name="Success"
          value={all?.failureRate != null ? formatPercent(1 - all.failureRate) : none}
          note={all && `${formatCount(all.failed)} failed`}
        />
        <Figure
          name="Median duration"
          value={all ? formatDuration(all.duration.p50) : none}
          note={all?.duration.p95 != null && `95 %: ${formatDuration(all.duration.p95)}`}
        />
        <Figure
          target={{ to: '/runs', search: { agent: slug, after: since, order: 'COST' } }}
          name="Cost"
          value={all ? costOf(all.usage) : none}
          note={all && `${formatCount(all.usage.totalTokens)} tokens`}
        />
        <Figure
          target={{ to: '/gates', search: { agent: slug } }}
          name="Open gates"
          value={data && formatCount(openGates)}
          note={openGates > 0 ? 'wait for a decision' : 'none waits'}
        />
      </Figures>
    </>
  )
}

function Definition({ agent: { definition, tools } }: { readonly agent: AgentShownFragment }) {
  const { planner, protocolMode, flowType, gates } = definition
  const names = (list: readonly string[]) => (list.length > 0 ? list.join(', ') : 'none')
  return (
    <Facts
      of={{
        Model: <code>{definition.model}</code>,
        'Fallback models': names(definition.fallbackModels),
        Planner: planner === 'PLAN' ? `Plan, ${formatEnum(protocolMode).toLowerCase()}` : 'Tool calls',
        Flow: formatEnum(flowType),
        Tools: names(tools.map(({ name }) => name)),
        'Sub-agents': names(definition.subagents),
        'Data stores (relics)': names(definition.relics),
        Workflows: names(definition.workflows),
        'Step limit': limitText(definition, 'maxSteps'),
        'Time limit': limitText(definition, 'defaultTimeoutMs'),
        'Cost limit': limitText(definition, 'maxCostUsd'),
        'Token limit': limitText(definition, 'maxTokens'),
        Gates: `${deciders[gates.decider]} decide${
          gates.expiresAfterMs == null
            ? ''
            : `, within ${formatDuration(gates.expiresAfterMs)}, else ${gates.onExpiry === 'PROCEED' ? 'it goes on' : 'it is refused'}`
        }`,
      }}
    />
  )
}

function RecentRuns({ agent: { slug } }: { readonly agent: AgentShownFragment }) {
  const variables = useMemo(() => ({ agent: slug }), [slug])
  const [{ data, error }] = useQuery({ query: RunsOfAgentDocument, variables })
  useSubscription({ query: RunsOfAgentUpdatesDocument, variables })
  return (
    <ListCard
      title="Recent runs"
      label="Runs of the agent"
      aside={
        <Link to="/runs" search={{ agent: slug }} className={look.accent}>
          All runs{data && data.runs.totalCount > 10 && ` (${formatTotal(data.runs.totalCount)})`}
        </Link>
      }
      columns={runColumns}
      rows={data?.runs.nodes}
      error={error}
      empty="It has not run yet."
    />
  )
}

const deciders = { OPERATOR: 'operators', ADMIN: 'administrators', USER: 'operators and end users' } as const

const runColumns: readonly Column<RunRowFragment>[] = [
  column('Status', ({ status }) => <Status of={status} />),
  column('Input', ({ id, input }) => (
    <Link to="/runs/$runId" params={{ runId: id }} className={`${look.clip} ${look.link}`}>
      {input.slice(0, 200) || '(empty)'}
    </Link>
  )),
  column('Created', ({ createdAt }) => <Ago at={createdAt} />),
  numeric('Duration', ({ startedAt, durationMs }) => <Elapsed since={startedAt} ms={durationMs} />),
  numeric('Steps', ({ stepCount }) => stepCount),
  numeric('Cost', ({ usage }) => costOf(usage)),
  numeric('Version', ({ agentVersion }) => agentVersion),
]

import { formatDateTime, formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Card, Columns, Facts } from '../../ui/page.tsx'
import { CostCard } from './cost-card.tsx'
import type { RunOfPage } from './run-model.ts'
import styles from './tabs-of-run.module.css'

/** Everything else that is known of a run: ids, times, what it was given, its limits with their sources, and what it cost. */
export function FactsTab({ run }: { readonly run: RunOfPage }) {
  const limits = [
    ['Steps', run.effectiveLimits.maxSteps],
    ['Tokens', run.effectiveLimits.maxTokens],
    ['Cost in US dollars', run.effectiveLimits.maxCostUsd],
  ] as const
  const { timeoutMs } = run.effectiveLimits
  return (
    <div className={styles.scroll}>
      <Columns min={340}>
        <Card title="Run">
          <Facts
            of={[
              ['Id', <code key="id">{run.id}</code>],
              ['Trace', <code key="trace">{run.traceId}</code>],
              ['Thread', <code key="thread">{run.threadId}</code>],
              ['Triggered by', run.triggeredBy],
              ['Idempotency key', run.idempotencyKey],
              ['Priority', run.priority],
              ['Depth', run.depth],
              ['Model', run.overrides?.model ?? run.agent.model],
            ]}
          />
        </Card>
        <Card title="Times">
          <Facts
            of={[
              ['Created', formatDateTime(run.createdAt)],
              ['May start', formatDateTime(run.startAt)],
              ['Started', run.startedAt && formatDateTime(run.startedAt)],
              ['Completed', run.completedAt && formatDateTime(run.completedAt)],
              ['Duration', run.durationMs != null && formatDuration(run.durationMs)],
              ['Deltas removed', run.deltasPrunedAt && formatDateTime(run.deltasPrunedAt)],
            ]}
          />
        </Card>
        <Card title="Limits">
          <Facts
            of={[
              ...limits.map(([name, { value, source }]) => [name, limitText(value, source)] as const),
              [
                'Time',
                limitText(timeoutMs.value == null ? null : formatDuration(timeoutMs.value), timeoutMs.source),
              ] as const,
            ]}
          />
        </Card>
        <CostCard runId={run.id} version={run.usage.requests} />
        <Card title="Context">
          <JsonView label="Context" value={run.context} />
        </Card>
        <Card title="Metadata">
          <JsonView label="Metadata" value={run.metadata} />
        </Card>
      </Columns>
    </div>
  )
}

function limitText(value: number | string | null | undefined, source: string): string {
  return value == null ? 'none' : `${value} (${formatEnum(source).toLowerCase()})`
}

import { formatCost, formatDateTime, formatDuration, formatWhole } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Card, Columns, Facts } from '../../ui/page.tsx'
import { CostCard } from './cost-card.tsx'
import type { RunOfPage } from './run-model.ts'
import styles from './tabs-of-run.module.css'

/** Further facts about a run: ids, times, its input, its limits with their sources, and its cost. */
export function FactsTab({ run }: { readonly run: RunOfPage }) {
  const limits = [
    ['Steps', run.effectiveLimits.maxSteps, formatWhole],
    ['Tokens', run.effectiveLimits.maxTokens, formatWhole],
    ['Cost', run.effectiveLimits.maxCostUsd, formatCost],
    ['Time', run.effectiveLimits.timeoutMs, formatDuration],
  ] as const
  return (
    <div className={styles.scroll}>
      <Columns min={340}>
        <Card title="Run">
          <Facts
            of={{
              Id: <code>{run.id}</code>,
              Trace: <code>{run.traceId}</code>,
              Thread: <code>{run.threadId}</code>,
              'Triggered by': run.triggeredBy,
              'Idempotency key': run.idempotencyKey,
              Priority: run.priority,
              Depth: run.depth,
              Model: run.overrides?.model ?? run.agent.model,
            }}
          />
        </Card>
        <Card title="Times">
          <Facts
            of={{
              Created: formatDateTime(run.createdAt),
              'May start': formatDateTime(run.startAt),
              Started: run.startedAt && formatDateTime(run.startedAt),
              Completed: run.completedAt && formatDateTime(run.completedAt),
              Duration: run.durationMs != null && formatDuration(run.durationMs),
              'Deltas removed': run.deltasPrunedAt && formatDateTime(run.deltasPrunedAt),
            }}
          />
        </Card>
        <Card title="Limits">
          <Facts
            of={Object.fromEntries(
              limits.map(([name, { value, source }, format]) => [
                name,
                value == null ? 'none' : `${format(Number(value))}, ${sources[source]}`,
              ]),
            )}
          />
        </Card>
        <CostCard runId={run.id} version={run.usage.requests} />
        <GivenCard title="Context" value={run.context} />
        <GivenCard title="Metadata" value={run.metadata} />
      </Columns>
    </div>
  )
}

/** Where a limit comes from. */
const sources: Readonly<Record<RunOfPage['effectiveLimits']['maxSteps']['source'], string>> = {
  AGENT: 'of the agent',
  DEFAULT: 'by default',
  PARENT: 'of its parent',
  PROJECT: 'of the project',
  RESUME: 'since it was resumed',
  TRIGGER: 'of its trigger',
}

/** A JSON object of the caller; most runs have none. */
function GivenCard({ title, value }: { readonly title: string; readonly value: unknown }) {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return (
    <Card title={title}>{isEmpty ? <p>None was given.</p> : <JsonView label={title} value={value} />}</Card>
  )
}

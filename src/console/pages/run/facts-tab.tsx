import { useState } from 'react'
import { useQuery } from 'urql'
import { RunCostDocument } from '../../../generated/console/graphql.ts'
import { SelectField } from '../../ui/field.tsx'
import {
  costOf,
  formatCost,
  formatCount,
  formatDateTime,
  formatDuration,
  formatEnum,
  formatWhole,
} from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Card, Columns, Facts, Problem, Unpriced } from '../../ui/page.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { useAgain } from './action-detail.tsx'
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
              'Triggered by':
                run.triggeredBy && run.triggeredByKind
                  ? `${run.triggeredBy} (${formatEnum(run.triggeredByKind).toLowerCase()})`
                  : run.triggeredBy,
              'Rights of': run.rightsOf && `${run.rightsOf}, by its access token`,
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

const groups = [
  { value: 'model', label: 'by model' },
  { value: 'purpose', label: 'by purpose' },
  { value: 'step', label: 'by step' },
  { value: 'child', label: 'by child' },
] as const

/** Cost of a run, and its parts. `version` changes when there is more of it. */
function CostCard({ runId, version }: { readonly runId: string; readonly version: number }) {
  const [by, setBy] = useState<(typeof groups)[number]['value']>('model')
  const [{ data, error }] = useQuery({
    query: RunCostDocument,
    variables: { id: runId },
    context: useAgain(version),
  })
  const cost = data?.run?.cost
  const rows = cost && {
    model: cost.byModel.map(({ model, provider, usage }) => ({
      id: `${provider}/${model}`,
      name: model ?? '–',
      usage,
    })),
    purpose: cost.byPurpose.map(({ purpose, usage }) => ({
      id: String(purpose),
      name: purpose ? formatEnum(purpose) : '–',
      usage,
    })),
    step: cost.byStep.map(({ step, usage }) => ({ id: step.id, name: `Step ${step.number}`, usage })),
    child: cost.byChild.map(({ run, usage }) => ({
      id: String(run?.id),
      name: run?.agent.name ?? '–',
      usage,
    })),
  }
  return (
    <Card
      title="Cost"
      aside={<SelectField label="Group the cost" isBare value={by} options={groups} onChange={setBy} />}
    >
      <Problem error={error} />
      {cost && rows && (
        <>
          <Facts
            of={{
              Total: costOf(cost.total),
              Wasted: known(cost.wastedUsd, cost.unpricedCalls),
              'Saved by caching': formatCost(cost.cacheSavedUsd),
            }}
          />
          <Unpriced calls={cost.unpricedCalls} />
          <Table<(typeof rows)['child'][number]>
            label={`Cost ${by}`}
            rows={rows[by]}
            keyOf={({ id }) => `${by} ${id}`}
            columns={[
              column('For', ({ name }) => name),
              numeric('Calls', ({ usage }) => formatCount(usage.requests)),
              numeric('Tokens', ({ usage }) => formatCount(usage.totalTokens)),
              numeric('Cost', ({ usage }) => costOf(usage)),
            ]}
          />
        </>
      )}
    </Card>
  )
}

/** A part of the cost, of whose calls some may have no price. */
function known(usd: string, unpricedCalls: number): string {
  return unpricedCalls > 0 && Number(usd) === 0 ? 'not known' : formatCost(usd)
}

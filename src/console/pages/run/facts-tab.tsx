import { useState } from 'react'
import { useQuery } from 'urql'
import { RunAgentModelDocument, RunCostDocument } from '../../../generated/console/graphql.ts'
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
import { Elapsed } from '../../ui/time.tsx'
import { useAgain } from './action-detail.tsx'
import { CostParts } from './cost-parts.tsx'
import type { RunOfPage } from './run-model.ts'
import { editsText } from './state-edits.ts'
import styles from './tabs-of-run.module.css'
import { lossText } from './takeovers.ts'

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
              Pricing:
                run.batchDeadlineMs == null
                  ? 'standard'
                  : `in batches for ${formatDuration(run.batchDeadlineMs)}, then at the full price`,
              Depth: run.depth,
              'Forked with': run.overrides?.edits ? editsText(run.overrides.edits) : undefined,
            }}
          />
        </Card>
        {run.workerClaims.length > 0 && <WorkersCard claims={run.workerClaims} />}
        <ModelCard run={run} />
        <Card title="Times">
          <Facts
            of={{
              Created: formatDateTime(run.createdAt),
              'Of the schedule': run.scheduledFor ? formatDateTime(run.scheduledFor) : undefined,
              'May start': formatDateTime(run.startAt),
              'In the queue':
                run.startedAt == null && run.status !== 'QUEUED' ? undefined : (
                  <Elapsed since={queuedSince(run)} ms={queuedMs(run)} />
                ),
              Started: run.startedAt && formatDateTime(run.startedAt),
              Completed: run.completedAt && formatDateTime(run.completedAt),
              Settled: run.settledAt && formatDateTime(run.settledAt),
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

/** The workers that had the run. */
function WorkersCard({ claims }: { readonly claims: readonly Claim[] }) {
  return (
    <Card title="Workers">
      <Table<Claim>
        label="Workers that had the run"
        rows={claims}
        keyOf={({ since }) => since}
        columns={[
          column('Since', ({ since }) => formatDateTime(since)),
          ...(claims.some(({ name }) => name != null) ? [column<Claim>('Worker', ({ name }) => name)] : []),
          column('Version', ({ version }) => version),
          column('Lost', ({ lost }) => (lost == null ? 'not lost' : lossText(lost))),
        ]}
      />
    </Card>
  )
}

type Claim = RunOfPage['workerClaims'][number]

/** When a run could begin. */
function queuedSince({ createdAt, startAt }: RunOfPage): string {
  return Date.parse(startAt) > Date.parse(createdAt) ? startAt : createdAt
}

/** How long it waited then for a worker. Null while it does. */
function queuedMs(run: RunOfPage): number | null {
  return run.startedAt == null ? null : Math.max(0, Date.parse(run.startedAt) - Date.parse(queuedSince(run)))
}

/** The model of the version that the run is pinned to, and what it is asked with. */
function ModelCard({ run }: { readonly run: RunOfPage }) {
  const [{ data, error }] = useQuery({
    query: RunAgentModelDocument,
    variables: { agent: run.agent.id, version: run.agentVersion },
    requestPolicy: 'cache-first',
  })
  const definition = data?.agentVersion?.definition
  return (
    <Card title="Model">
      <Problem error={error} />
      <Facts
        of={{
          Model: run.overrides?.model ?? run.agent.model,
          ...(definition && {
            'If it fails': definition.fallbackModels.join(', ') || 'no other one',
            Temperature: definition.temperature ?? ofProvider,
            'Reasoning effort': definition.reasoningEffort
              ? formatEnum(definition.reasoningEffort)
              : ofProvider,
            'Longest answer':
              definition.maxOutputTokens == null
                ? ofProvider
                : `${formatWhole(definition.maxOutputTokens)} tokens`,
          }),
        }}
      />
    </Card>
  )
}

const ofProvider = 'as the provider has it'

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
          <CostParts parts={cost.parts} />
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

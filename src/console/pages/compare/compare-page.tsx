import { createLazyRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CompareRunsDocument, type CompareRunsQuery } from '../../../generated/console/graphql.ts'
import { Checkbox } from '../../ui/field.tsx'
import { costOf, formatCost, formatCount, formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Empty, Loading, Page, Problem, ScrollRegion } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './compare-page.module.css'
import { StepPair } from './step-pair.tsx'

export const route = createLazyRoute('/compare')({ component: ComparePage })

type Diff = NonNullable<CompareRunsQuery['runDiff']>

/** Steps that are read at once. A run that is compared has rarely more. */
const maxSteps = 100

/** Two runs side by side: the differences of their inputs, and their steps. */
function ComparePage() {
  const { a, b } = route.useSearch()
  const [{ data, error, fetching }] = useQuery({
    query: CompareRunsDocument,
    variables: { a, b, first: maxSteps },
  })
  const diff = data?.runDiff
  return (
    <Page title="Two runs">
      <Problem error={error} />
      {diff ? (
        <Compared diff={diff} />
      ) : fetching ? (
        <Loading rows={10} />
      ) : (
        !error && <Empty title="One of the runs does not exist." />
      )}
    </Page>
  )
}

function Compared({ diff }: { readonly diff: Diff }) {
  const [onlyChanges, setOnlyChanges] = useState(false)
  const steps = diff.steps.filter(({ same }) => !onlyChanges || !same)
  return (
    <>
      <div className={styles.pair}>
        <RunCard name="A" run={diff.a} />
        <RunCard name="B" run={diff.b} />
      </div>
      <Card
        title={diff.divergesAt == null ? 'They went the same way' : `They part at step ${diff.divergesAt}`}
        isFlush
      >
        <Table<ReturnType<typeof figures>[number]>
          label="Figures"
          rows={figures(diff)}
          keyOf={({ name }) => name}
          columns={[
            column('', ({ name }) => name),
            numeric('A', ({ a }) => a),
            numeric('B', ({ b }) => b),
            numeric('Difference', ({ difference }) => difference),
          ]}
        />
      </Card>
      {diff.fields.length > 0 && (
        <Card title="Different from the start">
          <div className={look.list}>
            {diff.fields.map(({ name, a, b }) => (
              <div key={name} className={styles.pair}>
                <div>
                  <h3>{name}</h3>
                  <JsonView label={`${name} of A`} value={a} />
                </div>
                <div>
                  <h3>{name}</h3>
                  <JsonView label={`${name} of B`} value={b} />
                </div>
              </div>
            ))}
          </div>
        </Card>
      )}
      <div className={look.ends}>
        <h2>Steps</h2>
        <Checkbox label="Only what differs" isSelected={onlyChanges} onChange={setOnlyChanges} />
      </div>
      {steps.length === 0 && <Empty title="No step differs." />}
      {steps.map((step) => (
        <StepPair key={step.number} step={step} isFirstDifference={step.number === diff.divergesAt} />
      ))}
      {diff.stepCount > maxSteps && <p>Only the first {maxSteps} steps are compared here.</p>}
    </>
  )
}

function RunCard({ name, run }: { readonly name: string; readonly run: Diff['a'] }) {
  return (
    <Card>
      <div className={look.list}>
        <div className={look.row}>
          <strong className={styles.name}>{name}</strong>
          <Link className={look.underlined} to="/runs/$runId" params={{ runId: run.id }}>
            {run.agent.name} v{run.agentVersion}
          </Link>
          <Status of={run.status} />
        </div>
        <p className={look.soft}>
          <Ago at={run.createdAt} />
          {run.durationMs != null && `, ${formatDuration(run.durationMs)}`}
          {run.terminationReason && `, ${formatEnum(run.terminationReason)}`}
        </p>
        <ScrollRegion label={`Input of ${name}`} className={`${look.well} ${look.said} ${styles.text}`}>
          {run.input}
        </ScrollRegion>
        {run.summary && (
          <ScrollRegion label={`Answer of ${name}`} className={`${look.well} ${look.said} ${styles.text}`}>
            {run.summary}
          </ScrollRegion>
        )}
      </div>
    </Card>
  )
}

/** How much longer the second run took, or shorter. */
function longer({ durationMs: before }: Diff['a'], { durationMs: after }: Diff['b']): string {
  if (before == null || after == null) return ''
  return `${after < before ? '-' : '+'}${formatDuration(Math.abs(after - before))}`
}

function figures({ a, b, usage }: Diff) {
  const signed = (text: string, difference: number) => (difference > 0 ? `+${text}` : text)
  return [
    {
      name: 'Steps',
      a: a.stepCount,
      b: b.stepCount,
      difference: signed(String(b.stepCount - a.stepCount), b.stepCount - a.stepCount),
    },
    {
      name: 'Duration',
      a: formatDuration(a.durationMs),
      b: formatDuration(b.durationMs),
      difference: longer(a, b),
    },
    {
      name: 'Model calls',
      a: usage.a.requests,
      b: usage.b.requests,
      difference: signed(formatCount(usage.requestsDelta), usage.requestsDelta),
    },
    {
      name: 'Tokens',
      a: formatCount(usage.a.totalTokens),
      b: formatCount(usage.b.totalTokens),
      difference: signed(formatCount(usage.tokensDelta), usage.tokensDelta),
    },
    {
      name: 'Cost',
      a: costOf(usage.a),
      b: costOf(usage.b),
      difference:
        usage.a.unpricedCalls + usage.b.unpricedCalls > 0
          ? 'not known'
          : signed(formatCost(usage.costDeltaUsd), Number(usage.costDeltaUsd)),
    },
  ]
}

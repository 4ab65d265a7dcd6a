import { createLazyRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CompareRunsDocument, type CompareRunsQuery } from '../../../generated/console/graphql.ts'
import { Checkbox } from '../../ui/field.tsx'
import { costOf, formatCost, formatCount, formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Empty, Loading, Page, Problem, ScrollRegion } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './compare-page.module.css'
import { StateTakenOver } from './state-taken-over.tsx'

export const route = createLazyRoute('/compare')({ component: ComparePage })

type Diff = NonNullable<CompareRunsQuery['runDiff']>

/** Steps that are read at once. A run that is compared has rarely more. */
const maxSteps = 100

/** Two runs side by side: the differences of their inputs, and their steps. */
function ComparePage() {
  const { a = '', b = '' } = route.useSearch()
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
  const fields = diff.fields.filter(({ name }) => !outcomes.has(name))
  const isEdited = hasOwnState(diff.a) || hasOwnState(diff.b)
  return (
    <>
      <div className={styles.pair}>
        <RunCard name="A" run={diff.a} />
        <RunCard name="B" run={diff.b} />
      </div>
      <Card
        title={
          diff.divergesAt != null
            ? `They part at step ${diff.divergesAt}`
            : isEdited
              ? 'Their steps are the same; what they began with may not be'
              : 'They went the same way'
        }
        isFlush
      >
        <Table<ReturnType<typeof figures>[number]>
          label="Figures"
          rows={figures(diff)}
          keyOf={({ name }) => name}
          columns={[
            column('Figure', ({ name }) => name),
            numeric('A', ({ a }) => a),
            numeric('B', ({ b }) => b),
            numeric('Difference', ({ difference }) => difference),
          ]}
        />
      </Card>
      {(isEdited || fields.length > 0) && (
        <Card title="Different from the start">
          <div className={look.list}>
            {isEdited && (
              <div className={styles.pair}>
                <StateTakenOver of={diff.a} name="A" />
                <StateTakenOver of={diff.b} name="B" />
              </div>
            )}
            {fields.map(({ name, a, b }) => (
              <div key={name} className={styles.pair}>
                <Given label={fieldNames[name] ?? name} of="A" value={a} />
                <Given label={fieldNames[name] ?? name} of="B" value={b} />
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

/** What comes of a run, and is in its card. */
const outcomes: ReadonlySet<string> = new Set(['status', 'terminationReason', 'summary'])

/** As the other pages call them. */
const fieldNames: Readonly<Record<string, string>> = {
  agent: 'Agent',
  agentVersion: 'Version',
  model: 'Model',
  systemPrompt: 'System prompt',
  input: 'Input',
}

/** What one of the runs began with. */
function Given(props: { readonly label: string; readonly of: string; readonly value: unknown }) {
  const { label, of, value } = props
  return (
    <div>
      <h3>{label}</h3>
      {value == null ? '–' : <JsonView label={`What ${of} has as ${label}`} value={value} />}
    </div>
  )
}

/** Whether it may have begun with another state than the run that it was forked from: with edits, or another message. */
function hasOwnState({ overrides, forkedAfterStep }: Diff['a']): boolean {
  return overrides?.edits != null || (forkedAfterStep ?? 0) > 0
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

type StepDiff = NonNullable<CompareRunsQuery['runDiff']>['steps'][number]
type ActionDiff = StepDiff['actions'][number]

/** A step of both runs. Equal parts are folded. */
function StepPair(props: { readonly step: StepDiff; readonly isFirstDifference: boolean }) {
  const { step, isFirstDifference } = props
  return (
    <details className={`${look.box} ${styles.step}`} open={!step.same} data-same={step.same}>
      <summary className={look.inline}>
        <h3>Step {step.number}</h3>
        {step.same ? (
          <Label tone="good">same</Label>
        ) : (
          step.differs.map((part) => (
            <Label key={part} tone="waiting">
              {formatEnum(part)}
            </Label>
          ))
        )}
        {isFirstDifference && <Label tone="bad">here they part</Label>}
      </summary>
      <div className={styles.pair}>
        <Side step={step.a} name="A" number={step.number} />
        <Side step={step.b} name="B" number={step.number} />
      </div>
      {step.actions.map((action) => (
        <ActionPair key={action.name} action={action} />
      ))}
    </details>
  )
}

function Side(props: {
  readonly step: StepDiff['a']
  readonly name: string
  /** Of the step in both runs. */
  readonly number: number
}) {
  const { step, name, number } = props
  if (!step) return <p className={look.notice}>{name} has no such step.</p>
  return (
    <div className={look.list}>
      <p className={look.soft}>
        {step.durationMs != null && `${formatDuration(step.durationMs)}, `}
        {formatCount(step.usage.totalTokens)} tokens
      </p>
      {step.text && (
        <ScrollRegion
          label={`Text of ${name} in step ${number}`}
          className={`${look.well} ${look.said} ${styles.text}`}
        >
          {step.text}
        </ScrollRegion>
      )}
      {step.error && <p className={look.bad}>{step.error}</p>}
    </div>
  )
}

function ActionPair({ action }: { readonly action: ActionDiff }) {
  return (
    <details className={`${look.box} ${styles.action}`} open={!action.same}>
      <summary className={look.inline}>
        <code>{action.name}</code>
        {action.same ? (
          <Label tone="good">same</Label>
        ) : (
          differences(action).map((text) => (
            <Label key={text} tone="waiting">
              {text}
            </Label>
          ))
        )}
      </summary>
      <div className={styles.pair}>
        <ActionSide action={action.a} name="A" />
        <ActionSide action={action.b} name="B" />
      </div>
    </details>
  )
}

function ActionSide({ action, name }: { readonly action: ActionDiff['a']; readonly name: string }) {
  if (!action) return <p className={look.notice}>{name} has no such action.</p>
  return (
    <div className={look.list}>
      <p>
        <Status of={action.status} /> {action.target}
      </p>
      <JsonView label={`Parameters of ${name}`} value={action.parameters} />
      {action.output != null && <JsonView label={`Output of ${name}`} value={action.output} />}
      {action.error && <p className={look.bad}>{action.error}</p>}
    </div>
  )
}

function differences({ sameParameters, sameOutput, sameStatus }: ActionDiff): readonly string[] {
  return [
    ...(sameParameters ? [] : ['Parameters']),
    ...(sameOutput ? [] : ['Output']),
    ...(sameStatus ? [] : ['Status']),
  ]
}

import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { CallsOfRunDocument } from '../../../generated/console/graphql.ts'
import {
  costOf,
  formatCost,
  formatCount,
  formatDateTime,
  formatDuration,
  formatEnum,
} from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Loading, Problem } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { Unpriced } from '../../ui/unpriced.tsx'
import styles from './usage.module.css'
import { groupOf } from './usage-rows.ts'
import type { Grouping } from './usage-search.ts'

/** The model calls of a run, of the group that is looked into. Each leads to the call on the page of its run. */
export function CallsOfRun(props: {
  readonly runId: string
  readonly by: Grouping
  readonly item: string | undefined
}) {
  const { runId, by, item } = props
  const [{ data, error }] = useQuery({ query: CallsOfRunDocument, variables: { id: runId } })
  if (error) return <Problem error={error} />
  if (!data) return <Loading rows={3} />
  if (!data.run) return <Empty title="The run is no longer kept." />
  const { cost, steps } = data.run
  const isNarrow = item !== undefined && (by === 'model' || by === 'provider' || by === 'purpose')
  const calls = steps.nodes
    .flatMap(({ number, modelCalls }) => modelCalls.map((call) => ({ ...call, step: number })))
    .filter((call) => !isNarrow || groupOf(by, call)[0] === item)
  return (
    <div className={styles.calls}>
      <Table<(typeof calls)[number]>
        label="Model calls of the run"
        rows={calls}
        columns={[
          column('Model call', ({ id, step, purpose, attempt }) => (
            <Link
              className={look.link}
              to="/runs/$runId"
              params={{ runId }}
              search={{ tab: 'timeline', open: `call:${id}` }}
            >
              Step {step}, {formatEnum(purpose).toLowerCase()}
              {attempt > 1 && `, attempt ${attempt}`}
            </Link>
          )),
          column('Model', ({ provider, model, errorCode }) => (
            <span className={look.nowrap}>
              {provider}/{model} {errorCode && <Label tone="bad">{errorCode}</Label>}
            </span>
          )),
          column('Made', ({ startedAt }) => formatDateTime(startedAt)),
          numeric('First token', ({ timeToFirstTokenMs }) => formatDuration(timeToFirstTokenMs)),
          numeric('Latency', ({ latencyMs }) => formatDuration(latencyMs)),
          numeric('Input', ({ usage }) => formatCount(usage.inputTokens)),
          numeric('Output', ({ usage }) => formatCount(usage.outputTokens)),
          numeric('Cost', ({ usage }) => costOf(usage)),
        ]}
      />
      <p className={look.faint}>
        {Number(cost.wastedUsd) > 0
          ? `${formatCost(cost.wastedUsd)} of the run and its children was wasted: on calls that failed or were discarded, and on turns that only repeated a call. `
          : cost.unpricedCalls === 0 && 'No call of the run or its children was wasted. '}
        {steps.totalCount > steps.nodes.length &&
          `Only the first ${steps.nodes.length} steps are listed here.`}
      </p>
      <Unpriced calls={cost.unpricedCalls} />
    </div>
  )
}

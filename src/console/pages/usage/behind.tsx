import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type CombinedError, useQuery } from 'urql'
import {
  CallsBehindDocument,
  CallsOfRunDocument,
  type RunNameFragment,
  RunsBehindDocument,
  type UsageFiguresFragment,
} from '../../../generated/console/graphql.ts'
import { useNotThere } from '../../data/not-there.ts'
import { given } from '../../data/search.ts'
import { toIso } from '../../period/calendar.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import {
  costOf,
  formatCost,
  formatCount,
  formatDateTime,
  formatDuration,
  formatEnum,
  formatWhole,
} from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Empty, Loading, Problem, Unpriced } from '../../ui/page.tsx'
import { Label, StatusDot } from '../../ui/status.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { type RunsSearch, toFilter } from '../runs/runs-search.ts'
import styles from './usage.module.css'
import { groupOf, type UsageRow } from './usage-rows.ts'
import { type Grouping, groupings, toRunsSearch, type UsageSearch } from './usage-search.ts'
import type { UsageReport } from './use-usage.ts'

interface RunWithUsage {
  /** Null for runs that are no longer kept. */
  readonly run: RunNameFragment | null
  readonly usage: UsageFiguresFragment
}

/** Runs that are shown until more are asked for. */
const pageSize = 15

/** The runs of the bar or the row that the address names, the most expensive first. It scrolls into view when it opens. */
export function Behind(props: {
  readonly report: UsageReport
  readonly view: UsageSearch
  readonly rows: readonly UsageRow[]
  readonly onClose: () => void
}) {
  const { report, view, rows, onClose } = props
  const { runs, error, search } = useBehind(report, view)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // New browsers answer a promise.
    void frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const name = rows.find(({ id }) => id === view.item)?.name ?? view.item
  useNotThere('at', view.at, !report.period.points.some(({ start }) => toIso(start) === view.at))
  const when = report.period.points.find(({ start }) => toIso(start) === view.at)?.label
  const [shown, setShown] = useState(pageSize)
  return (
    <div ref={frame}>
      <Card
        title={['Runs behind', [name, when].filter(Boolean).join(', ')].join(' ')}
        isFlush
        aside={
          <>
            {search && (
              <Link className={look.link} to="/runs" search={{ ...search, order: 'COST' }}>
                As a list
              </Link>
            )}
            <IconButton icon={X} label="Close" onPress={onClose} />
          </>
        }
      >
        <Problem error={error} />
        {runs === undefined ? (
          !error && <Loading rows={4} height={22} />
        ) : runs === null ? (
          <Empty title="These runs cannot be listed.">No filter finds the runs of this group.</Empty>
        ) : runs.length === 0 ? (
          <Empty title="No runs are behind this." />
        ) : (
          <ul className={look.ruled}>
            {runs.slice(0, shown).map(({ run, usage }) => (
              <RunLine key={run?.id ?? ''} {...{ run, usage }} by={report.by} item={view.item} />
            ))}
          </ul>
        )}
        {runs && runs.length > shown && (
          <div className={look.more}>
            <Button
              label={`Show more of ${formatWhole(runs.length)}`}
              size="small"
              onPress={() => setShown(shown + 50)}
            />
          </div>
        )}
      </Card>
    </div>
  )
}

function RunLine(props: RunWithUsage & { readonly by: Grouping; readonly item: string | undefined }) {
  const { run, usage, by, item } = props
  const [isOpen, setOpen] = useState(false)
  const figures = (
    <>
      <span className={`${look.extra} ${look.nowrap} ${look.soft}`}>
        {formatCount(usage.requests)} {usage.requests === 1 ? 'call' : 'calls'}
      </span>
      <span className={`${look.extra} ${look.nowrap} ${look.soft}`}>
        {formatCount(usage.totalTokens)} tokens
      </span>
      <strong className={look.number}>{costOf(usage)}</strong>
    </>
  )
  if (!run)
    return (
      <li className={`${look.pressable} ${look.entry}`}>
        <span />
        <span className={`${look.cut} ${look.soft}`}>Runs that are no longer kept</span>
        {figures}
      </li>
    )
  return (
    <li>
      <div className={`${look.pressable} ${look.entry}`}>
        <IconButton
          aria-expanded={isOpen}
          label={`Model calls of the run of ${run.agent.name}`}
          icon={isOpen ? ChevronDown : ChevronRight}
          onPress={() => setOpen(!isOpen)}
        />
        <Link className={`${look.cut} ${look.soft}`} to="/runs/$runId" params={{ runId: run.id }}>
          <StatusDot of={run.status} /> <strong>{run.agent.name}</strong> {run.input.slice(0, 120)}{' '}
          <Ago at={run.createdAt} />
        </Link>
        {figures}
      </div>
      {isOpen && <CallsOfRun runId={run.id} by={by} item={item} />}
    </li>
  )
}

interface BehindAnswer {
  /** Undefined while they are being read, null where they cannot be listed. */
  readonly runs: readonly RunWithUsage[] | null | undefined
  readonly error: CombinedError | undefined
  /** The same runs as a list; null where no filter finds them. */
  readonly search: RunsSearch | null
}

/** The runs behind a bar or a row of a report. Those of the report of calls are found by their calls, as a run may have begun earlier. */
function useBehind(report: UsageReport, { item, at, agent }: UsageSearch): BehindAnswer {
  const { by, source, period } = report
  const point = period.points.find(({ start }) => toIso(start) === at)
  const since = point?.start ?? period.since
  const end = point ? (point.end > Date.now() ? null : point.end) : period.until
  const own = toRunsSearch(by, item)
  const search: RunsSearch | null = own && {
    ...given({
      agent,
      after: toIso(since - 1),
      before: end === null ? undefined : toIso(end),
    }),
    ...own,
  }
  const [calls] = useQuery({
    query: CallsBehindDocument,
    variables: {
      ...{ since: toIso(since), until: end === null ? null : toIso(end) },
      agent: agent ?? null,
      // Without a group, a run that belongs to several is one line.
      groupBy: item === undefined ? ['RUN'] : ['RUN', ...(groupings[by].calls ?? [])],
    },
    pause: source !== 'calls',
  })
  const [runs] = useQuery({
    query: RunsBehindDocument,
    variables: { filter: toFilter(search ?? {}) },
    pause: source !== 'runs' || search === null,
  })
  if (source === 'calls') {
    const found = calls.data?.usage.filter((bucket) => item === undefined || groupOf(by, bucket)[0] === item)
    return { runs: found?.map(({ run, usage }) => ({ run: run ?? null, usage })), error: calls.error, search }
  }
  if (search === null) return { runs: null, error: undefined, search }
  return { runs: runs.data?.runs.nodes.map((run) => ({ run, usage: run.usage })), error: runs.error, search }
}

/** The model calls of a run, of the group that is looked into. Each leads to the call on the page of its run. */
function CallsOfRun(props: {
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

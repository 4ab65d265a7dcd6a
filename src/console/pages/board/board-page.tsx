import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { BoardNowQuery, BoardStatsQuery } from '../../../generated/console/graphql.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { given, inPlace } from '../../data/search.ts'
import { AgentChoice } from '../../forms/agent-choice.tsx'
import { Choice, Filters } from '../../forms/filter.tsx'
import { type Period, usePeriod, valueByPoint } from '../../period/period.ts'
import { PeriodPicker, PeriodProblem } from '../../period/period-picker.tsx'
import { Checkbox } from '../../ui/field.tsx'
import {
  costOf,
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
  formatWhole,
} from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Figure, Figures, Page, Problem } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'
import { intervalOf } from '../agents/canary-figures.tsx'
import { BudgetCard } from '../usage/budget-card.tsx'
import styles from './board.module.css'
import { ActiveRuns, AgentsTable, OpenGates, QueueCard, RunningCanaries, SlowRuns } from './board-cards.tsx'
import { CostChart, DurationsChart, RunsChart } from './board-charts.tsx'
import { type BoardSearch, type RunsOf, toRunsOf, usualPeriod } from './board-search.ts'
import { freePlaces } from './places.ts'
import { useBoard } from './use-board.ts'

export const route = createLazyRoute('/')({ component: BoardPage })

/** How the project fares: what ran, failed, took and cost in a period, and what waits at this moment. Every figure leads to its runs. */
function BoardPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/' })
  const period = usePeriod(view, usualPeriod)
  const { stats, parts, now, error } = useBoard(view, period)
  const runsOf = useMemo(() => toRunsOf(view, period), [view, period])
  const tags = stats?.byTag.buckets.flatMap(({ tag }) => tag ?? []) ?? []
  const by = view.by ?? 'status'

  const show = useCallback((next: BoardSearch) => void navigate({ search: next, ...inPlace }), [navigate])
  return (
    <Page
      title="Board"
      beside={period.until === null && <span className={styles.live}>live</span>}
      actions={
        <PeriodPicker
          view={view}
          period={period}
          usual={usualPeriod.last}
          show={(next) =>
            show({ ...given({ agent: view.agent, tag: view.tag, roots: view.roots, by: view.by }), ...next })
          }
        />
      }
    >
      <Filters>
        <AgentChoice value={view.agent} onChange={(agent) => show(given({ ...view, agent }))} />
        {(tags.length > 0 || view.tag !== undefined) && (
          <Choice
            label="Tag"
            any="Any tag"
            value={view.tag}
            options={tags.map((tag) => ({ value: tag, label: tag }))}
            onChange={(tag) => show(given({ ...view, tag }))}
          />
        )}
        <Checkbox
          label="Without child runs"
          isSelected={view.roots === true}
          onChange={(roots) => show(given({ ...view, roots: roots || undefined }))}
        />
      </Filters>
      <PeriodProblem {...{ view, period, show }} />
      <Problem error={error} />
      {(stats || !error) && (
        <>
          <BoardFigures {...{ stats, now, period, runsOf }} />
          <div className={styles.wide}>
            <RunsChart {...{ parts, period, by, runsOf }} onBy={(next) => show({ ...view, by: next })} />
            <div className={look.stack}>
              <QueueCard now={now} />
              <BudgetCard project={now?.project} />
            </div>
          </div>
          <div className={styles.halves}>
            <DurationsChart {...{ stats, period, runsOf }} />
            <CostChart {...{ stats, period, runsOf, now }} />
            <AgentsTable {...{ stats, runsOf }} />
            <div className={look.stack}>
              <ActiveRuns {...{ now, runsOf }} />
              <OpenGates now={now} />
              <RunningCanaries now={now} />
              <SlowRuns stats={stats} runsOf={runsOf} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

interface Props {
  readonly stats: BoardStatsQuery | undefined
  readonly now: BoardNowQuery | undefined
  readonly period: Period
  readonly runsOf: RunsOf
}

/** The main figures. Each links to the runs that it counts. */
function BoardFigures({ stats, now, period, runsOf }: Props) {
  const all = stats?.totals.buckets[0]
  const over = stats?.overTime.buckets ?? []
  const gates = now?.openGates
  const oldest = gates?.nodes[0]
  const queue = now?.queue
  const course = (read: (bucket: (typeof over)[number]) => number | null, color = 'var(--text-faint)') => (
    <Sparkline values={stats ? valueByPoint(period, over, read) : []} color={color} />
  )
  return (
    <Figures>
      <Figure
        name="Runs"
        value={stats && formatWhole(all?.count ?? 0)}
        note={all ? ranText(stats) : 'in this period'}
        target={{ to: '/runs', search: runsOf() }}
      >
        {course(({ count }) => count)}
      </Figure>
      <Figure
        name="Failure rate"
        value={stats && (all?.failureRate == null ? '–' : formatPercent(all.failureRate))}
        note={`${formatWhole(all?.failed ?? 0)} failed`}
        tone={all?.failed ? 'bad' : false}
        target={{ to: '/runs', search: runsOf({ status: ['FAILED'] }) }}
      >
        {course(({ failureRate }) => failureRate ?? null, 'var(--bad)')}
      </Figure>
      <Figure
        name="Duration p95"
        value={stats && formatDuration(all?.duration.p95)}
        note={`p50 ${formatDuration(all?.duration.p50)} · p99 ${formatDuration(all?.duration.p99)}`}
        target={{ to: '/runs', search: runsOf({ order: 'DURATION' }) }}
      >
        {course(({ duration }) => duration.p95 ?? null)}
      </Figure>
      <Figure
        name="Cost"
        value={stats && (all ? costOf(all.usage) : formatCost(0))}
        note={`${formatCount(all?.usage.totalTokens ?? 0)} tokens`}
        target={{ to: '/runs', search: runsOf({ order: 'COST' }) }}
      >
        {course(({ usage }) => Number(usage.costUsd))}
      </Figure>
      <Figure
        name="Rating"
        value={stats && (all?.rating.mean == null ? '–' : formatPercent(all.rating.mean))}
        note={
          all && all.rating.count > 0
            ? `${formatWhole(all.rating.count)} rated${intervalOf(all.rating.interval)}`
            : 'no run is rated'
        }
        target={{ to: '/runs', search: runsOf({ minRating: 0 }) }}
      />
      <Figure
        name="Open gates"
        value={gates && formatWhole(gates.totalCount)}
        note={
          oldest ? (
            <>
              the oldest <Ago at={oldest.createdAt} />
            </>
          ) : (
            'nothing to decide'
          )
        }
        tone={oldest && 'waiting'}
        target={{ to: '/gates' }}
      />
      <Figure
        name="Queue"
        value={queue && formatWhole(queue.due)}
        note={
          queue?.oldestDueAt ? (
            <>
              the oldest due <Ago at={queue.oldestDueAt} />
            </>
          ) : (
            `${queue?.running ?? 0} running · ${queue ? freePlaces(queue) : 0} more could`
          )
        }
        target={{ to: '/runs', search: { status: ['QUEUED'], order: 'CREATED_AT', direction: 'ASC' } }}
      />
    </Figures>
  )
}

/** How many runs have ended well, and those that have not ended as they stand: a run that is paused or waits takes no worker. */
function ranText({ byStatus: { buckets } }: BoardStatsQuery): string {
  return (['COMPLETED', 'RUNNING', 'QUEUED', 'WAITING', 'PAUSED'] as const)
    .map((status) => [status, buckets.find((bucket) => bucket.status === status)?.count ?? 0] as const)
    .filter(([status, count]) => count > 0 || status === 'COMPLETED')
    .map(([status, count]) => `${formatWhole(count)} ${status.toLowerCase()}`)
    .join(' · ')
}

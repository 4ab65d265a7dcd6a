import type { BoardNowQuery, BoardStatsQuery } from '../../../generated/console/graphql.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { type Period, valueByPoint } from '../../period/period.ts'
import {
  costOf,
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
  formatWhole,
} from '../../ui/format.ts'
import { Figure, Figures } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'
import type { RunsOf } from './board-search.ts'

interface Props {
  readonly stats: BoardStatsQuery | undefined
  readonly now: BoardNowQuery | undefined
  readonly period: Period
  readonly runsOf: RunsOf
}

/** The main figures. Each links to the runs that it counts. */
export function BoardFigures({ stats, now, period, runsOf }: Props) {
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
        note={
          all
            ? `${formatWhole(all.completed)} completed · ${formatWhole(all.active)} active`
            : 'in this period'
        }
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
            `${queue?.running ?? 0} running · ${queue?.free ?? 0} places free`
          )
        }
        target={{ to: '/runs', search: { status: ['QUEUED'], order: 'CREATED_AT', direction: 'ASC' } }}
      />
    </Figures>
  )
}

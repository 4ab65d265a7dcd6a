import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BoardNowQuery, BoardStatsQuery } from '../../../generated/console/graphql.ts'
import type { ChartTarget } from '../../charts/chart.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import type { Period } from '../../period/period.ts'
import { valueByPoint } from '../../period/to-series.ts'
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
import styles from './board.module.css'
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
  return (
    <Figures>
      <Linked
        name="Runs"
        value={stats && formatWhole(all?.count ?? 0)}
        note={
          all
            ? `${formatWhole(all.completed)} completed · ${formatWhole(all.active)} active`
            : 'in this period'
        }
        target={{ to: '/runs', search: runsOf() }}
        course={valueByPoint(period, over, ({ count }) => count)}
      />
      <Linked
        name="Failure rate"
        value={stats && (all?.failureRate == null ? '–' : formatPercent(all.failureRate))}
        note={`${formatWhole(all?.failed ?? 0)} failed`}
        tone={all?.failed ? 'bad' : false}
        target={{ to: '/runs', search: runsOf({ status: ['FAILED'] }) }}
        course={valueByPoint(period, over, ({ failureRate }) => failureRate ?? null)}
        color="var(--bad)"
      />
      <Linked
        name="Duration p95"
        value={stats && formatDuration(all?.duration.p95)}
        note={`p50 ${formatDuration(all?.duration.p50)} · p99 ${formatDuration(all?.duration.p99)}`}
        target={{ to: '/runs', search: runsOf({ order: 'DURATION' }) }}
        course={valueByPoint(period, over, ({ duration }) => duration.p95 ?? null)}
      />
      <Linked
        name="Cost"
        value={stats && (all ? costOf(all.usage) : formatCost(0))}
        note={`${formatCount(all?.usage.totalTokens ?? 0)} tokens`}
        target={{ to: '/runs', search: runsOf({ order: 'COST' }) }}
        course={valueByPoint(period, over, ({ usage }) => Number(usage.costUsd))}
      />
      <Linked
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
      <Linked
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

interface LinkedProps {
  readonly name: string
  readonly value: ReactNode
  readonly note: ReactNode
  readonly tone?: string | false | undefined
  readonly target: ChartTarget
  readonly course?: readonly (number | null)[]
  readonly color?: string
}

function Linked({ target, course, color = 'var(--text-faint)', ...figure }: LinkedProps) {
  return (
    <Link {...target} className={styles.figure}>
      <Figure {...figure} />
      {course && figure.value !== undefined && <Sparkline values={course} color={color} />}
    </Link>
  )
}

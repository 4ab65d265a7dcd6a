import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useQuery } from 'urql'
import {
  type BoardNowQuery,
  type BoardRunFragment,
  type BoardStatsQuery,
  type RunFilter,
  SlowRunsDocument,
} from '../../../generated/console/graphql.ts'
import { costOf, formatEnum, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { StatusDot } from '../../ui/status.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { type RunsSearch, toFilter as toRunFilter } from '../runs/runs-search.ts'
import styles from './board.module.css'
import type { RunsOf } from './board-search.ts'

const active = ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED'] as const

/** The runs that have not ended, the oldest first: one that hangs stands at the top. */
export function ActiveRuns({
  now,
  runsOf,
}: {
  readonly now: BoardNowQuery | undefined
  readonly runsOf: RunsOf
}) {
  const { after: _after, before: _before, ...scope } = runsOf()
  const search: RunsSearch = { ...scope, status: active, order: 'CREATED_AT', direction: 'ASC' }
  return (
    <LinesCard
      title="Active runs"
      empty="No run is active."
      all={{ to: '/runs', search }}
      count={now?.activeRuns.totalCount}
      lines={now?.activeRuns.nodes.map((run) => ({
        ...lineOf(run),
        note: <Ago at={run.createdAt} />,
        number: formatEnum(run.status),
      }))}
    />
  )
}

/** The runs of the period that took the longest. They are read with the statistics. */
export function SlowRuns({
  stats,
  runsOf,
}: {
  readonly stats: BoardStatsQuery | undefined
  readonly runsOf: RunsOf
}) {
  const search = useMemo(() => runsOf({ minDuration: 1, order: 'DURATION' }), [runsOf])
  const filter: RunFilter = useMemo(() => toRunFilter(search), [search])
  const [{ data }, read] = useQuery({ query: SlowRunsDocument, variables: { filter } })
  useEffect(() => {
    if (stats) read({ requestPolicy: 'network-only' })
  }, [stats, read])
  return (
    <LinesCard
      title="Slowest runs"
      empty="No run has ended in this period."
      all={{ to: '/runs', search }}
      lines={data?.runs.nodes.map((run) => ({
        ...lineOf(run),
        note: costOf(run.usage),
        number: <Elapsed since={run.startedAt} ms={run.durationMs} />,
      }))}
    />
  )
}

/** Gates that wait for a decision, the oldest first. */
export function OpenGates({ now }: { readonly now: BoardNowQuery | undefined }) {
  return (
    <LinesCard
      title="Open gates"
      empty="Nothing waits for a decision."
      all={{ to: '/gates' }}
      count={now?.openGates.totalCount}
      lines={now?.openGates.nodes.map(({ id, kind, reason, createdAt, expiresAt, run }) => ({
        ...{ id, status: 'OPEN', name: run.agent.name, text: reason },
        target: { to: '/gates', search: { gate: id } },
        note: expiresAt ? (
          <>
            expires <Ago at={expiresAt} />
          </>
        ) : (
          formatEnum(kind)
        ),
        number: <Ago at={createdAt} />,
      }))}
    />
  )
}

interface Line {
  readonly id: string
  readonly status: string
  readonly name: string
  readonly text: string
  readonly target: LinkProps
  readonly note: ReactNode
  readonly number: ReactNode
}

function lineOf({ id, status, agent, input }: BoardRunFragment) {
  const target = { to: '/runs/$runId', params: { runId: id } } as const
  return { id, status, name: agent.name, text: input.slice(0, 120), target }
}

function LinesCard({
  title,
  empty,
  all,
  count,
  lines,
}: {
  readonly title: string
  readonly empty: string
  /** Where all of them are listed. */
  readonly all: LinkProps
  readonly count?: number | undefined
  /** Undefined while they are read. */
  readonly lines: readonly Line[] | undefined
}) {
  return (
    <Card
      title={title}
      isFlush
      aside={
        <Link className={look.link} {...all}>
          {count ? `All ${formatWhole(count)}` : 'All'}
        </Link>
      }
    >
      {!lines && <Loading rows={6} height={22} />}
      {lines?.length === 0 && <Empty title={empty} />}
      <ul className={styles.lines}>
        {lines?.map(({ id, status, name, text, target, note, number }) => (
          <li key={id}>
            <Link {...target} className={styles.line}>
              <StatusDot of={status} />
              <span className={`${look.cut} ${look.soft}`}>
                <strong>{name}</strong> {text}
              </span>
              <span className={`${styles.note} ${look.faint}`}>{note}</span>
              <span className={look.number}>{number}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useQuery } from 'urql'
import {
  type BoardNowQuery,
  type BoardRunFragment,
  type BoardStatsQuery,
  type RunFilter,
  SlowRunsDocument,
} from '../../../generated/console/graphql.ts'
import { costOf, formatEnum, formatWhole } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { StatusDot } from '../../ui/status.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { toFilter as toRunFilter } from '../runs/runs-search.ts'
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
  const count = now?.activeRuns.totalCount
  return (
    <Card
      title="Active runs"
      isFlush
      aside={
        <Link
          className={styles.link}
          to="/runs"
          search={{ ...scope, status: active, order: 'CREATED_AT', direction: 'ASC' }}
        >
          {count ? `All ${formatWhole(count)}` : 'All'}
        </Link>
      }
    >
      {!now ? (
        <Loading rows={6} height={22} />
      ) : count ? (
        <RunLines runs={now.activeRuns.nodes} isActive />
      ) : (
        <Empty title="No run is active." />
      )}
    </Card>
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
    <Card
      title="Slowest runs"
      isFlush
      aside={
        <Link className={styles.link} to="/runs" search={search}>
          All
        </Link>
      }
    >
      {!data ? (
        <Loading rows={6} height={22} />
      ) : data.runs.nodes.length > 0 ? (
        <RunLines runs={data.runs.nodes} />
      ) : (
        <Empty title="No run has ended in this period." />
      )}
    </Card>
  )
}

function RunLines({
  runs,
  isActive = false,
}: {
  readonly runs: readonly BoardRunFragment[]
  readonly isActive?: boolean
}) {
  return (
    <ul className={styles.lines}>
      {runs.map(({ id, status, agent, input, createdAt, startedAt, durationMs, usage }) => (
        <li key={id}>
          <Link to="/runs/$runId" params={{ runId: id }} className={styles.line}>
            <StatusDot of={status} />
            <span className={styles.lineText}>
              <strong>{agent.name}</strong> {input.slice(0, 120)}
            </span>
            <span className={styles.lineNote}>{isActive ? <Ago at={createdAt} /> : costOf(usage)}</span>
            <span className={styles.lineNumber}>
              {isActive ? formatEnum(status) : <Elapsed since={startedAt} ms={durationMs} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Gates that wait for a decision, the oldest first. */
export function OpenGates({ now }: { readonly now: BoardNowQuery | undefined }) {
  const gates = now?.openGates
  return (
    <Card
      title="Open gates"
      isFlush
      aside={
        <Link className={styles.link} to="/gates">
          {gates?.totalCount ? `All ${formatWhole(gates.totalCount)}` : 'All'}
        </Link>
      }
    >
      {!gates ? (
        <Loading rows={4} height={22} />
      ) : gates.totalCount === 0 ? (
        <Empty title="Nothing waits for a decision." />
      ) : (
        <ul className={styles.lines}>
          {gates.nodes.map(({ id, kind, reason, createdAt, expiresAt, run }) => (
            <li key={id}>
              <Link to="/gates" search={{ gate: id }} className={styles.line}>
                <StatusDot of="OPEN" />
                <span className={styles.lineText}>
                  <strong>{run.agent.name}</strong> {reason}
                </span>
                <span className={styles.lineNote}>
                  {expiresAt ? (
                    <>
                      expires <Ago at={expiresAt} />
                    </>
                  ) : (
                    formatEnum(kind)
                  )}
                </span>
                <span className={styles.lineNumber}>
                  <Ago at={createdAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

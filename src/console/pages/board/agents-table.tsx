import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BoardStatsQuery } from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatDuration, formatPercent, formatWhole } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './board.module.css'
import type { RunsOf } from './board-search.ts'

const maxRows = 15

/** Which agent runs most, fails most, and costs most. */
export function AgentsTable({
  stats,
  runsOf,
}: {
  readonly stats: BoardStatsQuery | undefined
  readonly runsOf: RunsOf
}) {
  const buckets = stats?.byAgent.buckets ?? []
  const [isWhole, setWhole] = useState(false)
  const slug = (bucket: (typeof buckets)[number]) => bucket.agent?.slug ?? ''
  return (
    <Card
      title="Agents"
      isFlush
      aside={
        buckets.length > maxRows && (
          <Button kind="quiet" size="small" onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${buckets.length}`}
          </Button>
        )
      }
    >
      {!stats ? (
        <Loading rows={6} height={22} />
      ) : buckets.length === 0 ? (
        <Empty title="No run in this period." />
      ) : (
        <Table
          label="Runs by agent"
          rows={isWhole ? buckets : buckets.slice(0, maxRows)}
          keyOf={slug}
          columns={[
            {
              name: 'Agent',
              cell: (bucket) => (
                <Link className={styles.name} to="/runs" search={runsOf({ agent: slug(bucket) })}>
                  {bucket.agent?.name ?? '–'}
                </Link>
              ),
            },
            { name: 'Runs', isNumber: true, cell: ({ count }) => formatWhole(count) },
            {
              name: 'Failed',
              isNumber: true,
              cell: (bucket) =>
                bucket.failed > 0 ? (
                  <Link
                    className={styles.bad}
                    to="/runs"
                    search={runsOf({ agent: slug(bucket), status: ['FAILED'] })}
                  >
                    {bucket.failureRate == null ? '–' : formatPercent(bucket.failureRate)}
                  </Link>
                ) : (
                  <span className={styles.hint}>{bucket.failureRate == null ? '–' : '0%'}</span>
                ),
            },
            { name: 'p50', isNumber: true, cell: ({ duration }) => time(duration.p50) },
            { name: 'p95', isNumber: true, cell: ({ duration }) => time(duration.p95) },
            { name: 'Cost', isNumber: true, cell: ({ usage }) => costOf(usage) },
          ]}
        />
      )}
    </Card>
  )
}

function time(ms: number | null | undefined): string {
  return ms == null ? '–' : formatDuration(ms)
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BoardStatsQuery } from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatDuration, formatPercent, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { ListCard } from '../../ui/table.tsx'
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
    <ListCard
      title="Agents"
      label="Runs by agent"
      aside={
        buckets.length > maxRows && (
          <Button kind="quiet" size="small" onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${buckets.length}`}
          </Button>
        )
      }
      rows={stats && (isWhole ? buckets : buckets.slice(0, maxRows))}
      keyOf={slug}
      empty="No run in this period."
      columns={[
        {
          name: 'Agent',
          cell: (bucket) => (
            <Link className={look.name} to="/runs" search={runsOf({ agent: slug(bucket) })}>
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
                className={`${look.bad} ${look.link}`}
                to="/runs"
                search={runsOf({ agent: slug(bucket), status: ['FAILED'] })}
              >
                {bucket.failureRate == null ? '–' : formatPercent(bucket.failureRate)}
              </Link>
            ) : (
              <span className={look.faint}>{bucket.failureRate == null ? '–' : '0%'}</span>
            ),
        },
        { name: 'p50', isNumber: true, cell: ({ duration }) => formatDuration(duration.p50) },
        { name: 'p95', isNumber: true, cell: ({ duration }) => formatDuration(duration.p95) },
        { name: 'Cost', isNumber: true, cell: ({ usage }) => costOf(usage) },
      ]}
    />
  )
}

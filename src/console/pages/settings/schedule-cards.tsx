import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  ScheduleDetailDocument,
  type ScheduleDetailQuery,
  type ScheduleRowFragment,
} from '../../../generated/console/graphql.ts'
import { useList } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { formatByBoth, formatDateTime } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Columns, Facts, Loading, Problem } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'

/** A schedule in full: what its runs get, its next times in its own time zone, and the runs that it started. */
export function ScheduleCards({ schedule }: { readonly schedule: ScheduleRowFragment }) {
  const { id, nextFireAt } = schedule
  const { data, error, refresh } = useList(ScheduleDetailDocument, { id })
  const found = data?.node?.__typename === 'Schedule' ? data.node : null
  // The next time has come: there is a run more, and another next time.
  useEffect(() => {
    if (nextFireAt == null) return
    const timer = setTimeout(
      refresh,
      Math.min(2 ** 31 - 1, Math.max(1_000, Date.parse(nextFireAt) - Date.now() + 2_000)),
    )
    return () => clearTimeout(timer)
  }, [nextFireAt, refresh])
  useRunChanges({ scheduleId: id }, refresh)
  if (error) return <Problem error={error} />
  return (
    <>
      <Columns min={300}>
        <Card title="Schedule">
          <Facts
            of={{
              Cron: <code>{schedule.cron}</code>,
              'Time zone': schedule.timeZone,
              'Missed times':
                schedule.misfirePolicy === 'ONCE' ? 'One run stands for all of them' : 'Are skipped',
              Session: schedule.sessionKey && (
                <Link
                  to="/sessions/$sessionKey"
                  params={{ sessionKey: schedule.sessionKey }}
                  className={look.link}
                >
                  {schedule.sessionKey}
                </Link>
              ),
              Tags: schedule.tags.length > 0 && (
                <span className={look.row}>
                  {schedule.tags.map((tag) => (
                    <Label key={tag}>{tag}</Label>
                  ))}
                </span>
              ),
              Input: schedule.input,
            }}
          />
        </Card>
        <Card title="Next times">
          {!found ? (
            <Loading rows={5} />
          ) : found.nextFireTimes.length === 0 ? (
            <p className={look.faint}>None: the schedule is paused, or has no further time.</p>
          ) : (
            <ol className={look.list}>
              {found.nextFireTimes.map((at) => (
                <li key={at} className={look.ends}>
                  <time dateTime={at} title={formatByBoth(at)}>
                    {formatIn(schedule.timeZone, at)}
                  </time>
                  <span className={look.faint}>
                    <Ago at={at} />
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Card>
      </Columns>
      <ListCard
        title="Runs that it started"
        label="Runs that it started"
        columns={runColumns}
        rows={found?.runs.nodes}
        empty="It has started no run yet."
      />
    </>
  )
}

type RunRow = Extract<
  NonNullable<ScheduleDetailQuery['node']>,
  { readonly __typename: 'Schedule' }
>['runs']['nodes'][number]

const runColumns: readonly Column<RunRow>[] = [
  column('Run', ({ id, status }) => (
    <Link to="/runs/$runId" params={{ runId: id }}>
      <Status of={status} />
    </Link>
  )),
  column('For the time', ({ scheduledFor }) =>
    scheduledFor ? <span className={look.nowrap}>{formatDateTime(scheduledFor)}</span> : 'Fired by hand',
  ),
  column('Error', ({ error }) =>
    error ? <span className={`${look.bad} ${look.clip}`}>{error.message}</span> : '–',
  ),
  numeric('Duration', ({ startedAt, durationMs }) => <Elapsed since={startedAt} ms={durationMs} />),
  numeric('Created', ({ createdAt }) => <Ago at={createdAt} />),
]

function formatIn(timeZone: string, at: string): string {
  const options = {
    timeZone,
    weekday: 'short',
    dateStyle: undefined,
    month: 'short',
    day: 'numeric',
  } as const
  return new Intl.DateTimeFormat(undefined, { ...options, hour: '2-digit', minute: '2-digit' }).format(
    new Date(at),
  )
}

import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import {
  type BoardNowQuery,
  type BoardStatsQuery,
  type RunFilter,
  type RunLineFragment,
  SlowRunsDocument,
} from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import {
  costOf,
  formatCounted,
  formatDuration,
  formatEnum,
  formatPercent,
  formatWhole,
} from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Meter } from '../../ui/meter.tsx'
import { Card, Empty, Loading } from '../../ui/page.tsx'
import { Label, StatusDot } from '../../ui/status.tsx'
import { column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { CanaryFigures } from '../agents/canary-figures.tsx'
import { type RunsSearch, toFilter } from '../runs/runs-search.ts'
import styles from './board.module.css'
import type { RunsOf } from './board-search.ts'
import { isSilent } from './places.ts'

const active = ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED'] as const

/** The runs that have not ended, the oldest first: one that hangs stands at the top. */
export function ActiveRuns(props: { readonly now: BoardNowQuery | undefined; readonly runsOf: RunsOf }) {
  const { now, runsOf } = props
  const { after: _after, before: _before, ...scope } = runsOf()
  const search: RunsSearch = { ...scope, status: active, order: 'CREATED_AT', direction: 'ASC' }
  return (
    <LinesCard
      title="Runs that have not ended"
      empty="Every run has ended."
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
export function SlowRuns(props: { readonly stats: BoardStatsQuery | undefined; readonly runsOf: RunsOf }) {
  const { stats, runsOf } = props
  const search = useMemo(() => runsOf({ minDuration: 1, order: 'DURATION' }), [runsOf])
  const filter: RunFilter = useMemo(() => toFilter(search), [search])
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

/** Versions that are tried on a share of the runs; nothing where none is. */
export function RunningCanaries({ now }: { readonly now: BoardNowQuery | undefined }) {
  const { nodes = [], totalCount = 0 } = now?.canaries ?? {}
  if (totalCount === 0) return null
  return (
    <Card title="Canaries" aside={totalCount > nodes.length && `${formatWhole(totalCount)} in all`}>
      <div className={look.stack}>
        {nodes.map((canary) => (
          <section key={canary.id} aria-label={`Canary of ${canary.agent.name}`} className={look.list}>
            <Link className={look.name} to="/agents/$agentId" params={{ agentId: canary.agent.id }}>
              {canary.agent.name} v{canary.version} against v{canary.baselineVersion}
            </Link>
            <CanaryFigures canary={canary} />
          </section>
        ))}
      </div>
    </Card>
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

function lineOf({ id, status, agent, input }: RunLineFragment) {
  const target = { to: '/runs/$runId', params: { runId: id } } as const
  return { id, status, name: agent.name, text: input.slice(0, 120), target }
}

function LinesCard(props: {
  readonly title: string
  readonly empty: string
  /** Where all of them are listed. */
  readonly all: LinkProps
  readonly count?: number | undefined
  /** Undefined while they are read. */
  readonly lines: readonly Line[] | undefined
}) {
  const { title, empty, all, count, lines } = props
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
      <ul className={look.ruled}>
        {lines?.map(({ id, status, name, text, target, note, number }) => (
          <li key={id}>
            <Link {...target} className={`${look.pressable} ${look.entry}`}>
              <StatusDot of={status} />
              <span className={`${look.cut} ${look.soft}`}>
                <strong>{name}</strong> {text}
              </span>
              <span className={`${look.extra} ${look.nowrap} ${look.faint}`}>{note}</span>
              <span className={look.number}>{number}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const maxRows = 15

/** Which agent runs most, fails most, and costs most. */
export function AgentsTable(props: { readonly stats: BoardStatsQuery | undefined; readonly runsOf: RunsOf }) {
  const { stats, runsOf } = props
  const buckets = stats?.byAgent.buckets ?? []
  const [isWhole, setWhole] = useState(false)
  const slug = (bucket: (typeof buckets)[number]) => bucket.agent?.slug ?? ''
  return (
    <ListCard<(typeof buckets)[number]>
      title="Agents"
      label="Runs by agent"
      aside={
        buckets.length > maxRows && (
          <Button
            label={isWhole ? 'Show fewer' : `Show all ${buckets.length}`}
            kind="quiet"
            size="small"
            onPress={() => setWhole(!isWhole)}
          />
        )
      }
      rows={stats && (isWhole ? buckets : buckets.slice(0, maxRows))}
      keyOf={slug}
      empty="No run in this period."
      columns={[
        column('Agent', (bucket) => (
          <Link className={look.name} to="/runs" search={runsOf({ agent: slug(bucket) })}>
            {bucket.agent?.name ?? '–'}
          </Link>
        )),
        numeric('Runs', ({ count }) => formatWhole(count)),
        numeric('Failed', (bucket) =>
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
        ),
        numeric('p50', ({ duration }) => formatDuration(duration.p50)),
        numeric('p95', ({ duration }) => formatDuration(duration.p95)),
        numeric('Cost', ({ usage }) => costOf(usage)),
      ]}
    />
  )
}

interface Props {
  readonly now: BoardNowQuery | undefined
}

/** Whether the queue moves: what waits, the places of the project, and the processes that execute runs. */
export function QueueCard({ now }: Props) {
  if (!now)
    return (
      <Card title="Queue and workers">
        <Loading rows={4} />
      </Card>
    )
  const { due, blocked, scheduled, returned, running, maxConcurrentRuns, workers } = now.queue
  const alive = workers.filter(({ state }) => state !== 'LOST')
  const problem =
    workers.length === 0 ? 'No process executes runs.' : alive.length === 0 ? 'All workers are lost.' : null
  return (
    <Card title="Queue and workers" aside={formatCounted(alive.length, 'worker')}>
      <div className={look.list}>
        <dl className={styles.counts}>
          <Count name="Due" value={due} />
          <Count name="Blocked" value={blocked} />
          <Count name="Scheduled" value={scheduled} />
          <Count name="Returned" value={returned} />
        </dl>
        <Meter
          label="Running at once, of what the project may"
          value={running}
          max={maxConcurrentRuns}
          text={`${running} of ${maxConcurrentRuns} runs`}
        />
        {problem && <p className={look.bad}>{problem}</p>}
        <ul className={look.list}>
          {workers.slice(0, maxWorkers).map(({ id, name, state, slots, active, version, lastSeenAt }) => (
            <li key={id}>
              <Meter
                label={`${name ?? `Worker ${id.slice(0, 8)}`} · ${version}`}
                // What a lost one executed, others take over.
                value={state === 'LOST' ? 0 : active}
                max={slots}
                text={state === 'LOST' ? 'no run' : `${active} of ${slots} runs`}
              />
              {(state !== 'ACTIVE' || isSilent({ lastSeenAt }, Date.now())) && (
                <span className={look.faint}>
                  <Label tone={state === 'LOST' ? 'bad' : 'waiting'}>
                    {state === 'ACTIVE' ? 'Silent' : formatEnum(state)}
                  </Label>{' '}
                  last heard of <Ago at={lastSeenAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
        {workers.length > maxWorkers && (
          <p className={look.faint}>and {formatWhole(workers.length - maxWorkers)} more workers</p>
        )}
      </div>
    </Card>
  )
}

const maxWorkers = 6

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatWhole(value)}</dd>
    </div>
  )
}

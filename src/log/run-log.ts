import type pg from 'pg'
import type { Dispatch } from '../domain/dispatch.ts'
import type { FeedEvent, FeedOptions, FeedPosition, Flush, RunCommit, RunLog } from '../domain/run-log.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import { below, horizon, type PositionColumns, type PositionedRow, toPosition } from '../sql/commit-order.ts'
import { type CommitScope, GroupCommit } from './append/group-commit.ts'
import { createFeed } from './read/feed.ts'
import {
  createOrderedStreams,
  eventRows,
  type FollowedStream,
  type StreamSource,
} from './read/ordered-stream.ts'
import { createOwnLog } from './read/own-log.ts'
import { newestCommit, toWitness, type WitnessColumn } from './read/place.ts'
import { RecentEvents } from './read/recent-events.ts'
import { serverId, serversOf } from './read/server-watch.ts'
import { createSessionFeed } from './read/session-feed.ts'
import type { TailOptions } from './read/tails.ts'
import { createTreeFeed } from './read/tree-feed.ts'

interface RunLogOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly dispatch: Dispatch
  readonly leaseMs: number
  readonly now: () => number
  readonly report: (message: string, error?: unknown) => void
  /** Called for each transaction that carried commits; absent: nobody measures. */
  readonly onFlushed?: (flush: Flush) => void
}

/** The log of every run, in PostgreSQL: durable before visible, read by cursor, alone or with those of others (EVT-1, EVT-2, EVT-5). */
export function createRunLog(options: RunLogOptions): RunLog & { settled(): Promise<void> } {
  const recent = new RecentEvents()
  const reading = { ...options, servers: serversOf(options.pool) }
  const onWritten = (commit: RunCommit, scope: CommitScope, at: Date) => {
    // Before the wakeups: who is woken finds them there.
    recent.add({ runId: commit.runId, firstSeq: scope.base, at, events: commit.events })
    notify(commit, scope, options.wakeups)
  }
  const onQueued = () => options.wakeups.publish(topics.queue)
  const group = new GroupCommit({ ...options, onWritten, onQueued })
  return {
    commit: (commit) => group.commit(commit),
    ...createOwnLog(reading, recent),
    ...createTreeFeed(reading),
    ...createSessionFeed(reading),
    followProject: follower(createFeed(reading, project), (id) => [topics.project(id)]),
    followGates: follower(createOrderedStreams(reading, gates), (id) => [topics.gates(id)]),
    followRuns: follower(createOrderedStreams(reading, changes), (id) => [topics.runs(id), topics.queue]),
    followDeletions: follower(createOrderedStreams(reading, deletions), (id) => [topics.runs(id)]),
    readPosition: (projectId) => readPosition(reading, projectId),
    settled: () => group.settled(),
  }
}

/** Publishes one wakeup for each kind of reader. A reader of a tree also listens to the topic of its root's own log. */
function notify({ events, run }: RunCommit, scope: CommitScope, wakeups: Wakeups): void {
  const { runId, rootId, sessionId, projectId, isNotified } = scope
  if (isNotified) wakeups.publish(topics.deliveries)
  // A parent waits for it.
  if (rootId !== runId && run?.status !== undefined && run.status !== 'RUNNING')
    wakeups.publish(topics.stopped(runId))
  // A claim changes the status too, and the first event comes right after it.
  if (run?.status !== undefined || events.some(({ type }) => type === 'RunStarted'))
    wakeups.publish(topics.runs(projectId))
  if (events.length === 0) return
  wakeups.publish(topics.events(runId))
  if (rootId !== runId) wakeups.publish(topics.tree(rootId))
  if (sessionId !== null) wakeups.publish(topics.session(sessionId))
  wakeups.publish(topics.project(projectId))
  if (events.some(({ type }) => type === 'GateOpened' || type === 'GateResolved'))
    wakeups.publish(topics.gates(projectId))
}

/** Below the horizon every row is visible, and nothing can appear there any more. */
async function readPosition({ pool }: Pick<TailOptions, 'pool'>, projectId: string): Promise<FeedPosition> {
  const { rows } = await pool.query<{ horizon: string; server: number; witness: WitnessColumn }>({
    name: 'rungraph-position',
    text: `select ${horizon} as horizon, ${serverId} as server, ${newestCommit('$1::uuid')} as witness`,
    values: [projectId],
  })
  const [now] = rows
  if (now === undefined) throw new Error('There is a horizon at least.')
  return { ...below(BigInt(now.horizon)), server: now.server, witness: toWitness(now.witness) }
}

/** Follows a stream of a project, woken by these topics. */
function follower<Item>(
  streams: {
    follow(of: FollowedStream, after: FeedPosition | null): Promise<AsyncGenerator<Item, void, void>>
  },
  topicsOf: (projectId: string) => readonly string[],
) {
  return (id: string, { after, signal }: FeedOptions) =>
    streams.follow({ id, topics: topicsOf(id), signal }, after)
}

/** The logs of all runs of a project, as one (EVT-5). */
const project: StreamSource<PositionedRow, FeedEvent> = {
  ...eventRows,
  name: 'project',
  projectOf: (projectId) => projectId,
  rows: (projectId, floor) =>
    `from "Event" e where e."projectId" = ${projectId} and e."commitXid" >= ${floor}`,
}

/** The gate events of a project (JDG-4). The condition on the type is that of an index. */
const gates: StreamSource<PositionedRow, FeedEvent> = {
  ...eventRows,
  name: 'gates',
  projectOf: (projectId) => projectId,
  rows: (projectId, floor) =>
    `from "Event" e where e."projectId" = ${projectId} and e."hasGates" and e.type in ('GateOpened', 'GateResolved') and e."commitXid" >= ${floor}`,
}

type ChangeColumns = PositionColumns & { readonly witness: WitnessColumn }

/** The rows of a stream of changes, which are no events: the newest commit of the project before each one tells its history. */
const changeRows: Pick<StreamSource<ChangeColumns, FeedPosition>, 'columns' | 'toItem' | 'projectOf'> = {
  columns: `e."commitXid", e."runId", e.seq, ${newestCommit('e."projectId"', '<= e."commitXid"')} as witness`,
  toItem: (row) => ({ ...toPosition(row), server: row.server, witness: toWitness(row.witness) }),
  projectOf: (projectId) => projectId,
}

/**
 * The runs of a project, as they are made and as they change. The position of a run is that of its last change of status or labels: it is
 * in the stream once, and moves on with each change.
 */
const changes: StreamSource<ChangeColumns, FeedPosition> = {
  ...changeRows,
  name: 'runs',
  changeAt: `(
    select case when (t."statusXid", t."statusChanges") = ($2::bigint, $8::int) then 'KEPT'
      when (t."statusXid", t."statusChanges") < ($2::bigint, $8::int) then 'LOST' else 'PASSED' end
    from "Run" t where t.id = $7::uuid and t."projectId" = $1::uuid
  )`,
  rows: (projectId, floor) => `from (
    select r."projectId", r.id as "runId", r."statusChanges" as seq, r."statusXid" as "commitXid" from "Run" r
  ) e where e."projectId" = ${projectId} and e."commitXid" >= ${floor}`,
}

/** The runs of a project that callers delete (EVT-9). */
const deletions: StreamSource<ChangeColumns, FeedPosition> = {
  ...changeRows,
  name: 'deletions',
  changeAt: `case
    when exists (select from "RunDeletion" d where d."runId" = $7::uuid and d."commitXid" = $2::bigint) then 'KEPT'
    when exists (
      select from "Run" t join "Run" root on root.id = t."rootId" where t.id = $7::uuid and t."projectId" = $1::uuid and root."removedAt" is null
    ) then 'LOST' else 'PASSED' end`,
  rows: (projectId, floor) =>
    `from "RunDeletion" e where e."projectId" = ${projectId} and e."commitXid" >= greatest(${floor}, 1)`,
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import type { FeedEvent, FeedOptions, FeedPosition, RunLog } from '../../src/domain/run-log.ts'
import { nameOf } from './run-tree.ts'

/** Begins to follow a feed: of a project, or of a session. */
export type Follow = (log: RunLog, options: FeedOptions) => Promise<AsyncGenerator<FeedEvent, void, void>>

/** Way in which a reader is cut off. */
export interface Cut {
  readonly take: number
  readonly how: 'leave' | 'abort'
}

/**
 * One short subscription: `take` events, then its reader leaves, or its signal aborts while it waits for more. A feed never ends, so
 * `over` cuts the reader off when no more is written.
 */
export async function readSome(
  follow: Follow,
  log: RunLog,
  after: FeedPosition | null,
  { take, how, over }: Cut & { readonly over: AbortSignal },
): Promise<readonly FeedEvent[]> {
  const leave = new AbortController()
  const signal = AbortSignal.any([leave.signal, over])
  const events: FeedEvent[] = []
  if (take === 0) void nextTurn().then(() => leave.abort())
  for await (const event of await follow(log, { after, signal })) {
    events.push(event)
    if (events.length < take || take === 0) continue
    if (how === 'leave') break
    void nextTurn().then(() => leave.abort())
  }
  return events
}

/** Reads so many events after a position, or those that come before it is cut off. */
export async function readUpTo(
  follow: Follow,
  log: RunLog,
  after: FeedPosition | null,
  count: number,
): Promise<readonly FeedEvent[]> {
  const events: FeedEvent[] = []
  if (count === 0) return events
  for await (const event of await follow(log, { after, signal: AbortSignal.timeout(30_000) }))
    if (events.push(event) === count) break
  return events
}

/** The names of what is stored under a condition on "Event" e, by the database itself, in the order of the commits. */
export async function storedWhere(
  pool: pg.Pool,
  condition: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ runId: string; seq: number }>(
    `select e."runId", e.seq from "Event" e where ${condition} order by e."commitXid", e."runId", e.seq`,
    [...values],
  )
  return rows.map(nameOf)
}

import type pg from 'pg'
import { type RunEventRow, toRunEvent } from '../domain/run-event.ts'
import type { TreeEvent, TreePosition } from '../domain/run-log.ts'
import { Poll, soon, unhinted } from './poll.ts'
import { openTail, type Tail } from './tail.ts'
import type { TailOptions } from './tails.ts'

/**
 * The horizon, as a bigint in SQL: the oldest transaction that had not ended when the statement's snapshot was taken. An event
 * takes the id of its transaction for its `commitOrder`, or a higher one; so below the horizon nothing can appear any more, and
 * a reader that takes only what is below it never finds later that something came before its cursor.
 *
 * Ids are given out by the whole cluster: a transaction that writes for long, in whichever of its databases, holds back what
 * comes live, for as long as it runs. Nothing is lost by that, and reading a single run does not wait for it.
 * The ids go on through `pg_upgrade` and in physical copies of the cluster. A dump that is restored in a cluster of lower ids has
 * its trees held back until the ids have come as far; runs by themselves are read as ever.
 */
export const horizon = `(pg_snapshot_xmin(pg_current_snapshot())::text)::bigint`

/** A reader of events in commit order holds at most this many. */
export const pageSize = 200

/** The columns of an event with its place. */
export const placedColumns = `e."runId", e.seq, e.type, e."stepNumber", e.at, e.data, e."commitOrder"`

export interface PlacedRow extends RunEventRow {
  /** A bigint, as `pg` gives it. */
  readonly commitOrder: string
}

export function toTreeEvent(row: PlacedRow): TreeEvent {
  return { ...toRunEvent(row), order: BigInt(row.commitOrder) }
}

/** What one read of a stream found; all of it in one snapshot. */
export interface OrderedPage {
  /** At most `pageSize`; where there are fewer, they are all below the horizon. */
  readonly events: readonly TreeEvent[]
  readonly horizon: bigint
  /** Something is durable that the horizon holds back. */
  readonly isHeld: boolean
  /** Nothing comes after these until the run goes on. */
  readonly isAtRest: boolean
}

/** Where a reader waits: it has everything below `floor`. */
export interface Floor {
  readonly floor: bigint
  readonly isHeld: boolean
}

/** Before every event. */
export const atStart: TreePosition = {
  order: -(2n ** 63n),
  runId: '00000000-0000-0000-0000-000000000000',
  seq: 0,
}

/** After every event below an order. */
export function below(order: bigint): TreePosition {
  return { order: order - 1n, runId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', seq: 2 ** 31 - 1 }
}

/** Every event that `read` finds after a position, page by page, then live ones; ends where it is at rest. Closes the tail. */
export async function* followInOrder(options: {
  readonly tail: Tail<Floor>
  readonly read: (after: TreePosition) => Promise<OrderedPage>
  readonly after: TreePosition
  readonly signal: AbortSignal
}): AsyncGenerator<TreeEvent, void, void> {
  const { tail, read, signal } = options
  let place = options.after
  try {
    while (!signal.aborted) {
      tail.reset()
      const page = await read(place)
      for (const event of page.events) {
        yield event
        place = event
      }
      if (page.events.length === pageSize) continue
      if (page.isAtRest && !page.isHeld) return
      // What others of the tree wrote below the horizon is not looked at again.
      if (place.order < page.horizon) place = below(page.horizon)
      await tail.wait({ floor: page.horizon, isHeld: page.isHeld }, signal)
    }
  } finally {
    tail.close()
  }
}

/**
 * The tails of streams in commit order in one process. `among` is the condition on "Event" e that makes e an event of the stream
 * `s.id`, such that an index has them by `commitOrder`. A reader whom the horizon holds back is woken soon after it has moved.
 */
export function createOrderTails(
  { pool, wakeups, report }: TailOptions,
  { name, among }: { readonly name: string; readonly among: string },
): { open(id: string, topics: readonly string[]): Tail<Floor> } {
  const text = `select s.place::int as place from unnest($1::uuid[], $2::bigint[]) with ordinality as s(id, floor, place)
    cross join lateral (select from "Event" e where ${among} and e."commitOrder" >= s.floor and e."commitOrder" < ${horizon} limit 1) e`
  const look = (readers: readonly Reader[]) => readable(pool, { name, text }, readers)
  const calm = new Poll<Reader>({ delay: unhinted, look, report })
  const held = new Poll<Reader>({ delay: soon, look, report })
  return {
    open: (id, topics) =>
      openTail({
        wakeups,
        topics,
        join: ({ floor, isHeld }, wake) => (isHeld ? held : calm).join({ id, floor, wake }),
      }),
  }
}

/** Somebody who has read a stream below `floor`. */
interface Reader {
  readonly id: string
  readonly floor: bigint
  readonly wake: () => void
}

/** Those whose stream has something below the horizon that they have not read. */
async function readable(
  pool: pg.Pool,
  statement: { readonly name: string; readonly text: string },
  readers: readonly Reader[],
): Promise<readonly Reader[]> {
  const values = [readers.map(({ id }) => id), readers.map(({ floor }) => floor.toString())]
  const { rows } = await pool.query<{ place: number }>({ ...statement, values })
  const places = new Set(rows.map(({ place }) => place))
  return readers.filter((_, index) => places.has(index + 1))
}

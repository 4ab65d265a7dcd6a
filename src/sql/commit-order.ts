import { type RunEventRow, toRunEvent } from '../domain/run-event.ts'
import { type FeedEvent, type FeedPosition, stampOf } from '../domain/run-log.ts'

/**
 * The horizon, as a bigint in SQL: the oldest transaction that had not ended when the statement's snapshot was taken. A row takes the id of
 * its transaction for its order, or a higher one; so below the horizon no row can appear any more, and a reader that takes only rows below
 * it never finds later that one came before its cursor.
 *
 * Ids are given out by the whole cluster: a long writing transaction, in any of its databases, delays live rows for as long as it runs.
 * Nothing is lost by that, and reading a single run does not wait for it.
 * The ids continue through `pg_upgrade` and in physical copies of the cluster. A dump that is restored in a cluster of lower ids has its
 * trees held back until the ids have reached them; single runs are read as ever.
 */
export const horizon = `(pg_snapshot_xmin(pg_current_snapshot())::text)::bigint`

/** Assignments for "Run" r where its status or its labels `changes`: a position after its earlier changes and events. Both are SQL. */
export function statusPosition(changes: string): string {
  return `"statusChanges" = r."statusChanges" + case when ${changes} then 1 else 0 end,
    "statusXid" = case when ${changes} then greatest(r."statusXid", r."lastXid", (pg_current_xact_id()::text)::bigint) else r."statusXid" end`
}

/** The columns of an event `e` with its place. */
export const placedColumns = `e."runId", e.seq, e.type, e."stepNumber", e.at, e.data, e."commitXid"`

/** A place as `pg` gives it. */
export interface PositionColumns {
  /** A bigint. */
  readonly commitXid: string
  readonly runId: string
  readonly seq: number
}

export type PositionedRow = RunEventRow & PositionColumns

export function toFeedEvent(row: PositionedRow): FeedEvent {
  return {
    ...toRunEvent(row),
    order: BigInt(row.commitXid),
    witness: { kind: 'event', stamp: stampOf(row.at) },
  }
}

export function toPosition({ commitXid, runId, seq }: PositionColumns): FeedPosition {
  return { order: BigInt(commitXid), runId, seq }
}

/** Before every event. */
export const atStart: FeedPosition = {
  order: -(2n ** 63n),
  runId: '00000000-0000-0000-0000-000000000000',
  seq: 0,
}

/** After every event below an order. */
export function below(order: bigint): FeedPosition {
  return { order: order - 1n, runId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', seq: 2 ** 31 - 1 }
}

/** Whether the first place comes after the other, as PostgreSQL compares them. */
export function isAfter(one: FeedPosition, other: FeedPosition): boolean {
  if (one.order !== other.order) return one.order > other.order
  return one.runId === other.runId ? one.seq > other.seq : one.runId > other.runId
}

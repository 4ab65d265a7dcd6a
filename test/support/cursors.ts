import type pg from 'pg'
import { type FeedPosition, stampOf } from '../../src/domain/run-log.ts'
import { toEventCursor } from '../../src/graphql/event-cursor.ts'

/** The time of all events of logs in memory. */
export const memoryTime = new Date('2026-01-01T00:00:00.000Z')

/** The cursor of an event of a log in memory; of any other log, one of an event that has its number and not its time. */
export function cursorOf(runId: string, seq: number): string {
  return toEventCursor({ runId, seq, at: memoryTime })
}

/** A place among the events of several runs, of an event that has the time of those in memory. */
export function placeOf(
  runId: string,
  { order = 1n, seq = 1 }: { readonly order?: bigint; readonly seq?: number },
): FeedPosition {
  return { order, runId, seq, witness: { kind: 'event', stamp: stampOf(memoryTime) } }
}

/** The place of an event of a stored log, or the one that it had before it was removed with others of its commit. */
export async function storedPlace(
  pool: pg.Pool,
  runId: string,
  seq: number,
): Promise<FeedPosition & { readonly at: Date; readonly witness: { readonly stamp: number } }> {
  const { rows } = await pool.query<{ at: Date; commitXid: string }>(
    `select at, "commitXid" from "EventSegment" where "runId" = $1 and "lastSeq" >= $2 order by "lastSeq" limit 1`,
    [runId, seq],
  )
  const [segment] = rows
  if (segment === undefined) throw new Error(`The log of run ${runId} ends before event ${seq}.`)
  const { at, commitXid } = segment
  return { order: BigInt(commitXid), runId, seq, at, witness: { kind: 'event', stamp: stampOf(at) } }
}

/** The cursor of such an event in the log of its run. */
export async function storedCursor(pool: pg.Pool, runId: string, seq: number): Promise<string> {
  return toEventCursor(await storedPlace(pool, runId, seq))
}

import { RungraphError } from '../domain/errors.ts'
import type { FeedPosition } from '../domain/run-log.ts'
import { isUuid } from './global-id.ts'

/** The place behind an event of a run's log, as clients hold it. */
export function toEventCursor(runId: string, seq: number): string {
  return Buffer.from(JSON.stringify({ v: 1, runId, seq })).toString('base64url')
}

/**
 * The number of the last event that a cursor's holder has; 0 without a cursor.
 * @throws CURSOR_INVALID for a cursor of another run, beyond the log's last event, or none at all
 */
export function readEventCursor(
  cursor: string | null | undefined,
  run: { readonly id: string; readonly nextSeq: bigint },
): number {
  if (cursor == null) return 0
  const { v, tree, runId, seq } = parse(cursor)
  if (v === 1 && tree !== undefined)
    throw invalid('it is of a stream with the runs below; give it back with `includeDescendants: true`')
  if (v !== 1 || !isSeq(seq)) throw invalid('it cannot be read')
  if (runId !== run.id) throw invalid('it is of another run')
  if (BigInt(seq) >= run.nextSeq) throw invalid(`the log ends at event ${run.nextSeq - 1n}`)
  return seq
}

/** The place behind an event in the order over the logs of a run and the runs below it. */
export function toTreeCursor(topId: string, { order, runId, seq }: FeedPosition): string {
  return Buffer.from(JSON.stringify({ v: 1, tree: topId, order: order.toString(), runId, seq })).toString(
    'base64url',
  )
}

/**
 * The place behind the last event of the tree that a cursor's holder has; `null` without a cursor. Where the tree's log ends is
 * for the caller to compare. @throws CURSOR_INVALID for a cursor of one run's own log, of the tree of another, or none at all
 */
export function readTreeCursor(cursor: string | null | undefined, topId: string): FeedPosition | null {
  if (cursor == null) return null
  const { v, tree, order, runId, seq } = parse(cursor)
  if (v === 1 && tree === undefined && isSeq(seq))
    throw invalid("it is of a run's own log; give it back without `includeDescendants`")
  if (v !== 1 || !isOrder(order) || typeof runId !== 'string' || !isUuid(runId) || !isSeq(seq))
    throw invalid('it cannot be read')
  if (tree !== topId) throw invalid('it is of the tree of another run')
  return { order: BigInt(order), runId, seq }
}

/** The refusal of a cursor that no event of the tree can have given. */
export function aheadOfTree(): RungraphError {
  return invalid('the logs of this tree end before it')
}

interface Parts {
  readonly v?: unknown
  readonly tree?: unknown
  readonly order?: unknown
  readonly runId?: unknown
  readonly seq?: unknown
}

function isSeq(seq: unknown): seq is number {
  return typeof seq === 'number' && Number.isInteger(seq) && seq >= 0 && seq < 2 ** 31
}

function isOrder(order: unknown): order is string {
  return typeof order === 'string' && /^-?\d{1,18}$/.test(order)
}

function parse(cursor: string): Parts {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function invalid(reason: string): RungraphError {
  return new RungraphError('CURSOR_INVALID', { reason, path: ['after'] })
}

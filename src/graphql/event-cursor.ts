import { RungraphError } from '../domain/errors.ts'
import type { EventPlace } from '../domain/reads.ts'
import type { RunEvent } from '../domain/run-event.ts'
import { type FeedPosition, stampOf, stamps, type Witness, witnessPlace } from '../domain/run-log.ts'
import type { GraphQLContext } from './context.ts'
import { isUuid } from './global-id.ts'
import { decodeCursor, encodeCursor, isWholeNumber } from './list-cursor.ts'

/** The place behind an event of a run's log, as clients hold it: with the stamp of the event (EVT-10). */
export function toEventCursor({ runId, seq, at }: Pick<RunEvent, 'runId' | 'seq' | 'at'>): string {
  return encodeCursor({ v: 1, runId, seq, at: stampOf(at) })
}

/**
 * The last event that a cursor's holder has; `null` without a cursor. Whether the log has it is for the caller to compare.
 * @throws CURSOR_INVALID for a cursor of another run, of a stream of several runs, or none at all
 */
export function readEventCursor(
  cursor: string | null | undefined,
  run: { readonly id: string },
): EventPlace | null {
  if (cursor == null) return null
  const { seq, runId, at: stamp, ...parts } = parse(cursor)
  const feed = feedOf(parts)
  if (feed !== null) throw invalidCursor(belongsTo(feed))
  if (parts.v !== 1 || !isWholeNumber(seq)) throw invalidCursor('it cannot be read')
  if (runId !== run.id) throw invalidCursor('it is of another run')
  if (!isStamp(stamp)) throw invalidCursor(stamp === undefined ? ofEarlierVersion : 'it cannot be read')
  return { seq, stamp }
}

/** The refusal of a cursor beyond the end of a run's log. */
export function beyondLog(nextSeq: bigint, argument: 'after' | 'before'): RungraphError {
  const reason = `the log ends at event ${nextSeq - 1n}`
  return new RungraphError('CURSOR_INVALID', { reason, path: [argument], of: 'lost history' })
}

/** The place of a cursor that may be of anything: then `null`. */
export function findEventPlace(
  cursor: string | null | undefined,
  run: { readonly id: string },
): EventPlace | null {
  const { seq, runId, at: stamp, ...parts } = cursor == null ? {} : parse(cursor)
  const isOwn = parts.v === 1 && feedOf(parts) === null && runId === run.id
  return isOwn && isWholeNumber(seq) && isStamp(stamp) ? { seq, stamp } : null
}

/** Whether a cursor was given by the log of a run, alone or with those of the runs below it. */
export function namesRun(cursor: string | null | undefined, runId: string): boolean {
  if (cursor == null) return false
  const parts = parse(cursor)
  const feed = feedOf(parts)
  return feed === null ? parts.v === 1 && parts.runId === runId : feed === 'tree' && parts.tree === runId
}

/** A stream of several runs: the cursors of one are refused by every other. */
export interface FeedKey {
  readonly kind: FeedKind
  /** Id of the top run, the session or the project. */
  readonly id: string
}

/** The run that a cursor follows, alone or with those below it; `null` for a cursor of anything else, or an invalid one. */
export function runOfCursor(cursor: string): string | null {
  const parts = parse(cursor)
  const { v, runId, tree } = parts
  const followed = tree ?? (feedOf(parts) === null ? runId : undefined)
  return v === 1 && typeof followed === 'string' ? followed : null
}

/**
 * The place behind an event in the order over the logs of several runs: with the stamp of the event, or, of a place that is of no event,
 * with the commit that is its witness (EVT-10). It names no run but that of the place.
 */
export function toFeedCursor({ kind, id }: FeedKey, position: FeedPosition): string {
  const { order, runId, seq, truncationSeenAt, witness, server } = position
  const place = { v: 1, [kind]: id, order: `${order}`, runId, seq, truncationSeenAt }
  if (witness?.kind === 'event') return encodeCursor({ ...place, at: witness.stamp })
  const commit = witness && [`${witness.order}`, witness.stamp]
  return encodeCursor({ ...place, commit, server })
}

/**
 * The place behind the last event of the stream that a cursor's holder has; `null` without a cursor. Whether the stream has it is for the
 * caller to compare. @throws CURSOR_INVALID for a cursor of one run's own log, of another stream, or none at all
 */
export function readFeedCursor(
  cursor: string | null | undefined,
  { kind, id }: FeedKey,
): FeedPosition | null {
  if (cursor == null) return null
  const parts = parse(cursor)
  const feed = feedOf(parts)
  if (feed === null && parts.v === 1 && isWholeNumber(parts.seq))
    throw invalidCursor(`it is of a run's own log; ${ownLog(kind)}`)
  if (feed !== null && feed !== kind) throw invalidCursor(belongsTo(feed))
  const position = feed === null ? null : positionOf(parts)
  if (position === null)
    throw invalidCursor(isOfEarlierVersion(parts) ? ofEarlierVersion : 'it cannot be read')
  if (parts[kind] !== id) throw invalidCursor(ofAnother(kind))
  return position
}

const ofEarlierVersion =
  'an earlier version of Rungraph gave it, without the mark by which lost events are found'

/** Earlier versions gave places without a witness. */
function isOfEarlierVersion({ order, runId, seq, at, commit }: Parts): boolean {
  return isOrder(order) && isRunId(runId) && isWholeNumber(seq) && at === undefined && commit === undefined
}

function positionOf({ order, runId, seq, truncationSeenAt, at, commit, server }: Parts): FeedPosition | null {
  if (!isOrder(order) || !isRunId(runId) || !isWholeNumber(seq)) return null
  const place = {
    ...{ order: BigInt(order), runId, seq },
    ...(isTime(truncationSeenAt) && { truncationSeenAt }),
  }
  if (!isWholeNumber(witnessPlace(place).seq)) return null
  if (isStamp(at)) return { ...place, witness: { kind: 'event', stamp: at } }
  const witness = commit === null ? null : witnessOf(commit)
  return witness === undefined || !isTime(server) ? null : { ...place, witness, server }
}

function witnessOf(commit: unknown): Witness | undefined {
  const [order, stamp]: readonly unknown[] = Array.isArray(commit) ? commit : []
  return isOrder(order) && isStamp(stamp) ? { kind: 'commit', order: BigInt(order), stamp } : undefined
}

/** The state of the statistics of a project, by its digest. */
export function toStatsCursor(projectId: string, digest: string): string {
  return encodeCursor({ v: 1, stats: projectId, digest })
}

/** The digest of the statistics that a cursor's holder has; `null` without a cursor. @throws CURSOR_INVALID */
export function readStatsCursor(cursor: string | null | undefined, projectId: string): string | null {
  if (cursor == null) return null
  const { digest, ...parts } = parse(cursor)
  const feed = feedOf(parts)
  if (feed !== null && feed !== 'stats') throw invalidCursor(belongsTo(feed))
  if (feed === null || typeof digest !== 'string') throw invalidCursor('it cannot be read')
  if (parts.stats !== projectId) throw invalidCursor(ofAnother('stats'))
  return digest
}

/** The refusal of a cursor where the project has no session under the key. */
export function noSuchSession(): RungraphError {
  return invalidCursor(`it is not of this session, which has no events yet`)
}

const feedKinds = ['tree', 'session', 'project', 'runs', 'gates', 'deletions', 'stats'] as const

type FeedKind = (typeof feedKinds)[number]

/** Fields in which a cursor of each kind can be used. */
const usages: Readonly<Record<FeedKind, string>> = {
  tree: 'a stream with the runs below; give it back with `includeDescendants: true`',
  session: 'the runs of a session; give it back to `sessionEvents`',
  project: 'the runs of the project; give it back to `projectEvents`',
  runs: 'the changes of runs; give it back to `runUpdated`',
  gates: 'the changes of gates; give it back to `gateUpdated`',
  deletions: 'deleted runs; give it back to `runDeleted`',
  stats: 'statistics of runs; give it back to `runStats`',
}

/** What another cursor of a kind is of, where it is not the project. */
const owners: Readonly<Partial<Record<FeedKind, string>>> = {
  tree: 'the tree of another run',
  session: 'another session',
}

function ofAnother(kind: FeedKind): string {
  return `it is of ${owners[kind] ?? 'another project'}`
}

/** Where a cursor of a run's own log can be used. */
function ownLog(kind: FeedKind): string {
  return kind === 'tree' ? 'give it back without `includeDescendants`' : 'give it back to `runEvents`'
}

function belongsTo(feed: FeedKind): string {
  return `it is of ${usages[feed]}`
}

interface Parts extends Readonly<Partial<Record<FeedKind, unknown>>> {
  readonly v?: unknown
  readonly order?: unknown
  readonly runId?: unknown
  readonly seq?: unknown
  readonly truncationSeenAt?: unknown
  readonly at?: unknown
  readonly commit?: unknown
  readonly server?: unknown
  readonly digest?: unknown
}

function feedOf(parts: Parts): FeedKind | null {
  return (parts.v === 1 && feedKinds.find((kind) => parts[kind] !== undefined)) || null
}

function isTime(time: unknown): time is number {
  return typeof time === 'number' && Number.isSafeInteger(time) && time >= 0
}

function isStamp(stamp: unknown): stamp is number {
  return isWholeNumber(stamp) && stamp < stamps
}

function isRunId(id: unknown): id is string {
  return typeof id === 'string' && isUuid(id)
}

function isOrder(order: unknown): order is string {
  return typeof order === 'string' && /^-?\d{1,18}$/.test(order)
}

function parse(cursor: string): Parts {
  const value = decodeCursor(cursor)
  return typeof value === 'object' && value !== null ? value : {}
}

function invalidCursor(reason: string): RungraphError {
  return new RungraphError('CURSOR_INVALID', { reason, path: ['after'] })
}

/**
 * The cursor that a subscription continues after. An event stream that connects again sends its first request, with its `after`: the cursor
 * in `Last-Event-ID` is later.
 */
export function lastOf(
  { lastEventId }: Pick<GraphQLContext, 'lastEventId'>,
  { after }: { readonly after?: string | null | undefined },
): string | undefined {
  return lastEventId ?? after ?? undefined
}

import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import type { EventPlace } from '../../domain/reads.ts'
import type { RunStatus } from '../../domain/run.ts'
import { type FeedPosition, stamps, type Witness, witnessPlace } from '../../domain/run-log.ts'
import { atStart, below, horizon, isAfter } from '../../sql/commit-order.ts'
import { serverId } from './server-watch.ts'

/**
 * Whether a place that a reader has reached is still one of the log (EVT-10). A database that lost its last transactions writes others in
 * their place, with the same numbers: a reader that continued from there would silently be in another history. So a place is compared by
 * the stamp of its event when a stream is opened with a cursor, and by each reader when another server answers it than before.
 */
type Verdict =
  | 'KEPT'
  /** Retention or a deletion removed the event: nothing can be compared (EVT-7). */
  | 'REMOVED'
  /** The log has another event there, or none. */
  | 'LOST'

/** What a database has at a place. */
export interface FoundEvent {
  /** Number of the next event of the run; `null` where there is no such run. */
  readonly nextSeq: number | null
  /** Of the commit that wrote the event; `null` where no commit has its number. */
  readonly stamp: number | null
  /** A bigint: its position among those of other runs; absent where the place has none. */
  readonly commitXid?: string | null
  /** Whether a removal is known that may have been one of this run. */
  readonly isRemoved: boolean
}

/** Increments are removed one by one: then the log goes on behind them, and no commit has their numbers. */
export function placeVerdict(
  { seq, stamp, order }: EventPlace & { readonly order?: bigint },
  found: FoundEvent,
): Verdict {
  if (found.nextSeq === null) return found.isRemoved ? 'REMOVED' : 'LOST'
  if (found.stamp === null) return found.nextSeq > seq ? 'REMOVED' : 'LOST'
  const isInOrder = order === undefined || found.commitXid == null || BigInt(found.commitXid) === order
  return found.stamp === stamp && isInOrder ? 'KEPT' : 'LOST'
}

/** The refusal of a place that is not, or no longer, one of the log. */
export function lostPlace(reason: string, argument: 'after' | 'before' = 'after'): RungraphError {
  return new RungraphError('CURSOR_INVALID', { reason, path: [argument], of: 'lost history' })
}

/** Compares a place in the log of a run. @throws CURSOR_INVALID */
export function checkRunPlace({ seq, stamp }: EventPlace, found: RunPlace): void {
  if (placeVerdict({ seq, stamp }, { ...found, isRemoved: false }) !== 'LOST') return
  const { nextSeq } = found
  throw lostPlace(
    nextSeq !== null && nextSeq <= seq
      ? `the log ends at event ${nextSeq - 1}`
      : `its event ${seq} is another one`,
  )
}

/** The commit that has the number of an event; its stamp is that of all its events. Arguments are SQL. */
export function commitAt(runId: string, seq: string): string {
  return `(
  select * from (
    select s."firstSeq", s."commitXid", ${stampOfCommit} as stamp
    from "EventSegment" s where s."runId" = ${runId} and s."lastSeq" >= ${seq} order by s."lastSeq" limit 1
  ) s where s."firstSeq" <= ${seq}
)`
}

/** The stamp of a commit `s`, as `stampOf` has it. */
const stampOfCommit = `((extract(epoch from s.at) * 1000)::bigint & ${stamps - 1})::int`

/** A run with the place after one of its events. */
export interface RunPlace extends Omit<FoundEvent, 'isRemoved' | 'commitXid'> {
  readonly server: number
  readonly rootId: string | null
  readonly status: RunStatus | null
  /** Whether its tree is there, and not being removed. */
  readonly isKept: boolean
}

/** Reads what the log of a run has at a number. `projectId`: only a run of this project. */
export async function readRunPlace(
  pool: Pick<pg.Pool, 'query'>,
  runId: string,
  { seq, projectId = null }: { readonly seq: number; readonly projectId?: string | null },
): Promise<RunPlace> {
  const { rows } = await pool.query<RunPlace>({
    name: 'rungraph-run-place',
    text: runPlaceStatement,
    values: [runId, seq, projectId],
  })
  const [place] = rows
  if (place === undefined) throw new Error('There is a server at least.')
  return place
}

const runPlaceStatement = `
select ${serverId} as server, r."rootId", r.status, r."nextSeq"::int as "nextSeq", r.id is not null and root."removedAt" is null as "isKept", c.stamp
from (select 1) one
left join ("Run" r join "Run" root on root.id = r."rootId") on r.id = $1 and ($3::uuid is null or r."projectId" = $3)
left join lateral ${commitAt('$1::uuid', '$2::int')} c on r.id is not null`

/**
 * The error of a reader whose run is not there. It was removed, as far as is known: deletions are noted for some days, and of retention the last
 * removal in a project is. A run that was lost with the transaction that made it is younger than that. `projectId`: `null` where it is not
 * known.
 */
export async function absenceOf(
  pool: Pick<pg.Pool, 'query'>,
  { runId, projectId }: { readonly runId: string; readonly projectId: string | null },
): Promise<RungraphError> {
  const { rows } = await pool.query<{ wasRemoved: boolean }>({
    name: 'rungraph-was-removed',
    text: wasRemovedStatement,
    values: [runId, projectId, createdAt(runId)],
  })
  return rows[0]?.wasRemoved
    ? new RungraphError('CURSOR_EXPIRED', { path: ['after'] })
    : lostPlace('its run is not there')
}

const wasRemovedStatement = `
select exists (select from "RunDeletion" d where d."runId" = $1 and ($2::uuid is null or d."projectId" = $2))
  or exists (select from "Removal" m where m.feed like 'project:%' and ($2::uuid is null or m."projectId" = $2) and m."removedAt" >= $3) as "wasRemoved"`

/** The time in an id of a run (RFC 9562, UUIDv7). An id of another kind has none: it may be of any time. */
function createdAt(runId: string): Date {
  const hex = runId.replaceAll('-', '')
  return new Date(hex.charAt(12) === '7' ? Number.parseInt(hex.slice(0, 12), 16) : 0)
}

/** Streams whose places are compared. */
export interface PlaceSource {
  /** Names its statement. */
  readonly name: string
  /** The project of the stream `id`, as SQL; null where there is no such stream. */
  readonly projectOf: (id: string) => string
  /**
   * Of a stream of changes, which are no events: what became of the one of run $7 at $2 with the number $8, as SQL: a `ChangeVerdict`, or
   * null where there is no such run. Default: the places are those of events.
   */
  readonly changeAt?: string
  /** The error of a reader whose stream is not there. Default: it was lost. */
  readonly absence?: (pool: Pick<pg.Pool, 'query'>, id: string) => Promise<RungraphError>
}

type ChangeVerdict =
  | 'KEPT'
  /** The row has changed since: nothing can be compared. */
  | 'PASSED'
  /** It is as it was before. */
  | 'LOST'

interface FoundPlace extends FoundEvent {
  readonly server: number
  readonly isThere: boolean
  readonly isReached: boolean
  /** Whether the commit is there that is the witness of the place. */
  readonly hasCommit: boolean
  readonly change: ChangeVerdict | null
}

/**
 * The place from which a reader of several runs goes on, with the server that has it, after the place that it has reached was compared with
 * the database. At another server than before it is a place whose event the server has: what is sent from there on may repeat changes.
 * @throws CURSOR_INVALID, and the error of an absent stream
 */
export async function resumeAt(
  pool: Pick<pg.Pool, 'query'>,
  source: PlaceSource,
  { id, position }: { readonly id: string; readonly position: FeedPosition },
): Promise<FeedPosition> {
  const found = await readPlace(pool, source, { id, position })
  const { server } = found
  if (!found.isThere) throw (await source.absence?.(pool, id)) ?? lostPlace('what it is of is not there')
  if (compare(position, found) === 'LOST') throw lostPlace('the log has no such event')
  if (position.witness?.kind === 'event') return { ...position, server }
  if (position.server === undefined || position.server === server) {
    // Events that were given out were below the horizon, which goes back only where transactions are lost.
    if (!found.isReached) throw lostPlace('it is of a place that the events have not come to')
    return { ...position, server }
  }
  if (!isChange(source, position)) return { ...knownPlace(position), server }
  const { change } = found
  if (change === null) await throwIfLost(pool, { runId: position.runId, projectId: id })
  if (change === 'LOST') throw lostPlace('the change is not there')
  return { ...(change === 'KEPT' ? position : knownPlace(position)), server }
}

function compare(position: FeedPosition, found: FoundPlace): Verdict {
  const { witness } = position
  if (witness?.kind === 'event')
    return placeVerdict({ ...witnessPlace(position), stamp: witness.stamp }, found)
  if (!witness || found.hasCommit) return 'KEPT'
  return found.isRemoved ? 'REMOVED' : 'LOST'
}

/** The start and moments are of no change that can be lost. */
function isChange({ changeAt }: PlaceSource, { runId }: FeedPosition): boolean {
  return changeAt !== undefined && runId !== atStart.runId && runId !== below(0n).runId
}

async function throwIfLost(
  pool: Pick<pg.Pool, 'query'>,
  run: { readonly runId: string; readonly projectId: string },
): Promise<void> {
  const absence = await absenceOf(pool, run)
  if (absence.code === 'CURSOR_INVALID') throw absence
}

/** The last place of which a reader knows that it has everything before it, whatever became of later transactions. */
export function knownPlace(position: FeedPosition): FeedPosition {
  const { witness } = position
  if (witness === undefined || witness?.kind === 'event') return position
  if (witness === null) return atStart
  const known = { ...below(witness.order + 1n), witness }
  return isAfter(position, known) ? known : position
}

async function readPlace(
  pool: Pick<pg.Pool, 'query'>,
  { name, projectOf, changeAt = 'null' }: PlaceSource,
  { id, position }: { readonly id: string; readonly position: FeedPosition },
): Promise<FoundPlace> {
  const { order, runId, seq } = position
  const { rows } = await pool.query<FoundPlace>({
    name: `rungraph-${name}-place`,
    text: placeStatement(projectOf('$1::uuid'), changeAt),
    values: [id, `${order}`, ...witnessValues(position), runId, seq],
  })
  const [found] = rows
  if (found === undefined) throw new Error('There is a server at least.')
  return found
}

/** The witness of a place, as $3 to $6: the order, run and number of an event, or the order and stamp of a commit. */
function witnessValues(position: FeedPosition): readonly unknown[] {
  const { witness } = position
  if (!witness) return [null, null, null, null]
  if (witness.kind === 'commit') return [`${witness.order}`, atStart.runId, atStart.seq, witness.stamp]
  const { order, runId, seq } = witnessPlace(position)
  return [`${order}`, runId, seq, null]
}

/** Runs of other projects are none: nobody learns of them. Several transactions may have one order, and then one of them is the witness. */
function placeStatement(project: string, change: string): string {
  return `
select ${serverId} as server, $2::bigint < ${horizon} as "isReached", r."nextSeq"::int as "nextSeq", c.stamp, c."commitXid",
  ${project} is not null as "isThere", case when ($7::uuid, $8::int) is not null then ${change} end as change,
  case when $6::int is not null then exists (
    select from "EventSegment" s where s."projectId" = ${project} and s."commitXid" = $3::bigint and ${stampOfCommit} = $6::int
  ) else false end as "hasCommit",
  exists (
    select from "Removal" m where m.feed in ('project:' || ${project}, 'deltas:' || ${project})
      and (m."commitXid", m."runId", m.seq) >= ($3::bigint, $4::uuid, $5::int)
  ) as "isRemoved"
from (select 1) one
left join "Run" r on r.id = $4::uuid and r."projectId" = ${project}
left join lateral ${commitAt('$4::uuid', '$5::int')} c on r.id is not null`
}

/**
 * The newest commit of a project up to an order, or below the horizon, as the witness of places that are of no event: SQL that gives an
 * array for `toWitness`, or null.
 */
export function newestCommit(project: string, upTo = `< ${horizon}`): string {
  return `(
  select json_build_array(s."commitXid"::text, ${stampOfCommit})
  from "EventSegment" s where s."projectId" = ${project} and s."commitXid" ${upTo} order by s."commitXid" desc limit 1
)`
}

export type WitnessColumn = readonly [order: string, stamp: number] | null

export function toWitness(column: WitnessColumn): Witness | null {
  if (column === null) return null
  const [order, stamp] = column
  return { kind: 'commit', order: BigInt(order), stamp }
}

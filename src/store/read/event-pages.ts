import type pg from 'pg'
import type { EventKey, EventPage, EventPlace, EventReads, TreeKey } from '../../domain/reads.ts'
import { type EventType, type RunEvent, type RunEventRow, toRunEvent } from '../../domain/run-event.ts'
import type { FeedEvent, FeedPosition } from '../../domain/run-log.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import {
  absenceOf,
  checkRunPlace,
  commitAt,
  lostPlace,
  readRunPlace,
  resumeAt,
} from '../../log/read/place.ts'
import { treePlaces } from '../../log/read/tree-feed.ts'
import { horizon, type PositionedRow, toFeedEvent } from '../../sql/commit-order.ts'

interface Sources {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
}

/** Pages of the events of many runs, or of many trees of runs, with one statement each. */
export function createEventPages({ prisma, pool }: Sources): EventReads {
  return {
    events: (projectId, keys, page) => readEvents(prisma, { projectId, keys, page }),
    eventCounts: (projectId, runIds, types) => countEvents(prisma, { projectId, runIds, types }),
    treeEvents: (projectId, keys, page) => readTreeEvents(prisma, { projectId, keys, page }),
    treeEventCounts: (projectId, keys, types) => countTreeEvents(prisma, { projectId, keys, types }),
    findLog: async (projectId, id, place) => {
      const found = await readRunPlace(pool, id, { seq: place?.seq ?? 0, projectId })
      const { rootId, status, nextSeq, isKept } = found
      if (!isKept || rootId === null || status === null || nextSeq === null) return null
      if (place !== null) checkRunPlace(place, found)
      return { id, rootId, status, nextSeq }
    },
    absenceOf: (projectId, runId) => absenceOf(pool, { projectId, runId }),
    checkTreePlace: (id, position) => resumeAt(pool, treePlaces, { id, position }),
    isTreeOver: (run, after, types) => isTreeOver(prisma, run, { after, types }),
  }
}

type Types = readonly EventType[] | null

interface Pages<Key> {
  readonly projectId: string
  readonly keys: readonly Key[]
  readonly page: EventPage
}

/** Reads a page of events of each key, in order, with one statement. @throws CURSOR_INVALID where a log has another event at a place */
async function readEvents(
  prisma: PrismaClient,
  { projectId, keys, page }: Pages<EventKey>,
): Promise<readonly (readonly RunEvent[])[]> {
  const { limit, types } = page
  const rows = await prisma.$queryRaw<KeyedRow[]>`
    select keys.place::int as place, a.stamp as "afterStamp", b.stamp as "beforeStamp", e.*
    from unnest(
      ${keys.map(({ runId }) => runId)}::uuid[],
      ${keys.map(({ after }) => after?.seq ?? 0)}::int[], ${keys.map(({ before }) => before?.seq ?? maxSeq)}::int[]
    ) with ordinality as keys("runId", "after", "before", place)
    left join lateral ${Prisma.raw(commitAt('keys."runId"', 'keys."after"'))} a on true
    left join lateral ${Prisma.raw(commitAt('keys."runId"', 'keys."before"'))} b on true
    left join lateral (
      select "runId", seq, type, "stepNumber", at, data from "Event"
      where "runId" = keys."runId" and ${isBetween(keys)} and "projectId" = ${projectId}::uuid and ${oneOf(types)}
      order by "lastSeq" ${direction(page)}, seq ${direction(page)} limit ${limit}
    ) e on true
    order by keys.place, e.seq`
  const ofKeys = Map.groupBy(rows, (row) => row.place)
  return keys.map(({ after, before }, index) => {
    const found = ofKeys.get(index + 1) ?? []
    checkStamp(after, found[0]?.afterStamp, 'after')
    checkStamp(before, found[0]?.beforeStamp, 'before')
    return found.flatMap((row) => (row.seq === null ? [] : [toRunEvent(row)]))
  })
}

/** Where no commit has the number, its increments were removed. */
function checkStamp(
  place: EventPlace | null,
  stamp: number | null | undefined,
  argument: 'after' | 'before',
): void {
  if (place !== null && stamp != null && stamp !== place.stamp)
    throw lostPlace(`its event ${place.seq} is another one`, argument)
}

/** A key with one of its events, or with none. */
type KeyedRow = {
  readonly place: number
  readonly afterStamp: number | null
  readonly beforeStamp: number | null
} & (RunEventRow | { readonly seq: null })

/** The largest number of an event. */
const maxSeq = 2 ** 31 - 1

/** Without the conditions that every event meets. */
function isBetween(
  keys: readonly { readonly after: unknown; readonly before: unknown }[],
  conditions = { isAfter, isBefore },
): Prisma.Sql {
  const hasEnd = keys.some(({ before }) => before !== null)
  return hasEnd ? Prisma.sql`${conditions.isAfter} and ${conditions.isBefore}` : conditions.isAfter
}

const isAfter = Prisma.sql`"lastSeq" > keys."after" and seq > keys."after"`

/** The index finds segments by their last number: none after the one with the last event of the page has any. */
const isBefore = Prisma.sql`"lastSeq" <= coalesce((
    select g."lastSeq" from "EventSegment" g where g."runId" = keys."runId" and g."lastSeq" >= keys."before" - 1 order by g."lastSeq" limit 1
  ), ${maxSeq}) and seq < keys."before"`

function direction({ backward }: Pick<EventPage, 'backward'>): Prisma.Sql {
  return backward ? Prisma.sql`desc` : Prisma.sql`asc`
}

/** Returns the number of events in the log of each run, by run id. */
async function countEvents(
  prisma: PrismaClient,
  {
    projectId,
    runIds,
    types,
  }: { readonly projectId: string; readonly runIds: readonly string[]; readonly types: Types },
): Promise<readonly number[]> {
  const rows = await prisma.$queryRaw<{ runId: string; count: number }[]>`
    select "runId", count(*)::int as count from "Event"
    where "runId" = any(${[...new Set(runIds)]}::uuid[]) and "projectId" = ${projectId}::uuid and ${oneOf(types)} group by 1`
  const counts = new Map(rows.map((row) => [row.runId, row.count]))
  return runIds.map((runId) => counts.get(runId) ?? 0)
}

function oneOf(types: Types): Prisma.Sql {
  return types === null ? Prisma.sql`true` : Prisma.sql`type = any(${types})`
}

/**
 * Whether nothing comes after a position in the tree of a stopped run: none of its runs continues, and no event of these types is
 * beyond it, not even one that is not shown yet as something could still come before it.
 */
async function isTreeOver(
  prisma: PrismaClient,
  { id, rootId }: { readonly id: string; readonly rootId: string },
  { after: { order, runId, seq }, types }: { readonly after: FeedPosition; readonly types: Types },
): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ isOver: boolean }[]>`
    with members as (select r.id, r.status from "Run" r
      where r."rootId" = ${rootId}::uuid and (r.id = ${id}::uuid or r."ancestorIds" @> array[${id}::uuid]))
    select not exists (select 1 from members where status in ('QUEUED', 'RUNNING', 'WAITING')) and not exists (
      select 1 from "Event" e where e."rootId" = ${rootId}::uuid and e."commitXid" >= ${order}
        and (e."commitXid", e."runId", e.seq) > (${order}, ${runId}::uuid, ${seq}::int)
        and e."runId" in (select id from members) and ${ofTypes(types)}) as "isOver"`
  return row?.isOver === true
}

/** The first `limit` events of each key, in the order of the tree, with one statement; `types` leaves out the others. */
async function readTreeEvents(
  prisma: PrismaClient,
  { projectId, keys, page }: Pages<TreeKey>,
): Promise<readonly (readonly FeedEvent[])[]> {
  const { limit, types } = page
  const rows = await prisma.$queryRaw<(PositionedRow & { place: number })[]>`
    select keys.place::int as place, e."runId", e.seq, e.type, e."stepNumber", e.at, e.data, e."commitXid"::text
    from ${asTable(keys)}
    cross join lateral (
      select e."runId", e.seq, e.type, e."stepNumber", e.at, e.data, e."commitXid" from "Event" e
      where ${isInTree} and e."projectId" = ${projectId}::uuid and ${ofTypes(types)}
        and ${isBetween(keys, positions)}
      order by e."commitXid" ${direction(page)}, e."runId" ${direction(page)}, e.seq ${direction(page)} limit ${limit}
    ) e
    order by keys.place, e."commitXid", e."runId", e.seq`
  const events = Map.groupBy(rows, (row) => row.place)
  return keys.map((_, index) => (events.get(index + 1) ?? []).map(toFeedEvent))
}

/** Returns the number of events in the logs of each key's tree, wherever in the tree the run of the key is. */
async function countTreeEvents(
  prisma: PrismaClient,
  {
    projectId,
    keys,
    types,
  }: { readonly projectId: string; readonly keys: readonly TreeKey[]; readonly types: Types },
): Promise<readonly number[]> {
  const rows = await prisma.$queryRaw<{ place: number; count: number }[]>`
    select keys.place::int as place, count(*)::int as count from ${asTable(keys)}
    join "Event" e on ${isInTree} and e."projectId" = ${projectId}::uuid and ${ofTypes(types)} group by 1`
  const counts = new Map(rows.map((row) => [row.place, row.count]))
  return keys.map((_, index) => counts.get(index + 1) ?? 0)
}

/**
 * The condition that event `e` is of the run `keys."topId"` or of one below it, and that nothing can come before it any more:
 * it is below the horizon.
 */
const isInTree = Prisma.sql`e."rootId" = keys."rootId"
  and e."commitXid" < ${Prisma.raw(horizon)}
  and (keys."topId" = keys."rootId" or e."runId" in (
    select r.id from "Run" r where r."rootId" = keys."rootId" and (r.id = keys."topId" or r."ancestorIds" @> array[keys."topId"])))`

const positions = {
  isAfter: Prisma.sql`e."commitXid" >= coalesce(keys."after", 0)
  and (keys."after" is null or (e."commitXid", e."runId", e.seq) > (keys."after", keys."afterRun", keys."afterSeq"))`,
  isBefore: Prisma.sql`e."commitXid" <= coalesce(keys."before", 9223372036854775807)
  and (keys."before" is null or (e."commitXid", e."runId", e.seq) < (keys."before", keys."beforeRun", keys."beforeSeq"))`,
}

/** The keys as the table `keys`, numbered from 1. */
function asTable(keys: readonly TreeKey[]): Prisma.Sql {
  const column = <Value>(of: (key: TreeKey) => Value) => keys.map(of)
  return Prisma.sql`unnest(
    ${column(({ topId }) => topId)}::uuid[], ${column(({ rootId }) => rootId)}::uuid[],
    ${column(({ after }) => after?.order.toString() ?? null)}::bigint[],
    ${column(({ after }) => after?.runId ?? null)}::uuid[], ${column(({ after }) => after?.seq ?? null)}::int[],
    ${column(({ before }) => before?.order.toString() ?? null)}::bigint[],
    ${column(({ before }) => before?.runId ?? null)}::uuid[], ${column(({ before }) => before?.seq ?? null)}::int[]
  ) with ordinality as keys("topId", "rootId", "after", "afterRun", "afterSeq", "before", "beforeRun", "beforeSeq", place)`
}

function ofTypes(types: Types): Prisma.Sql {
  return types === null ? Prisma.sql`true` : Prisma.sql`e.type = any(${types})`
}

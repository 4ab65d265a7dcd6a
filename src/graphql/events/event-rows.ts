import { RungraphError } from '../../domain/errors.ts'
import {
  deltaTypes,
  type EventType,
  eventTypes,
  isEventType,
  type RunEvent,
  type RunEventRow,
  toRunEvent,
} from '../../domain/run-event.ts'
import type { FeedPosition } from '../../domain/run-log.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { aheadOfTree, toFeedCursor } from '../event-cursor.ts'
import type { Scope } from '../scope.ts'
import type { ShownEvent } from './run-event.ts'

/** The events of a run after a place. */
export interface EventKey {
  readonly runId: string
  readonly after: number
}

/** The first `limit` events of each key, in order, with one statement; `types` leaves out the others. */
export async function readEvents(
  { prisma, projectId }: Scope,
  keys: readonly EventKey[],
  { limit, types }: { readonly limit: number; readonly types: readonly EventType[] | null },
): Promise<readonly (readonly RunEvent[])[]> {
  const rows = await prisma.$queryRaw<(RunEventRow & { place: number })[]>`
    select keys.place::int as place, e.*
    from unnest(${keys.map(({ runId }) => runId)}::uuid[], ${keys.map(({ after }) => after)}::int[])
      with ordinality as keys("runId", after, place)
    cross join lateral (
      select "runId", seq, type, "stepNumber", at, data from "Event"
      where "runId" = keys."runId" and seq > keys.after and "projectId" = ${projectId}::uuid and ${oneOf(types)}
      order by seq limit ${limit}
    ) e
    order by keys.place, e.seq`
  const events = Map.groupBy(rows, (row) => row.place)
  return keys.map((_, index) => (events.get(index + 1) ?? []).map(toRunEvent))
}

/** How many events each run's log has, by run id. */
export async function countEvents(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
  types: readonly EventType[] | null,
): Promise<readonly number[]> {
  const rows = await prisma.$queryRaw<{ runId: string; count: number }[]>`
    select "runId", count(*)::int as count from "Event"
    where "runId" = any(${[...new Set(runIds)]}::uuid[]) and "projectId" = ${projectId}::uuid and ${oneOf(types)} group by 1`
  const counts = new Map(rows.map((row) => [row.runId, row.count]))
  return runIds.map((runId) => counts.get(runId) ?? 0)
}

/**
 * The types that a caller names; `null` is all of them. Who asks for increments is told where they are not kept any more (EVT-7).
 * @throws INVALID_INPUT naming those that exist
 */
export function readTypes(types: readonly string[] | null | undefined): readonly EventType[] | null {
  if (types == null) return null
  const unknown = types.find((type) => !isEventType(type))
  const known = types.filter(isEventType)
  if (unknown === undefined)
    return known.some((type) => deltaTypes.some((delta) => delta === type))
      ? [...known, 'HistoryTruncated']
      : known
  const message = `types: "${unknown.slice(0, 100)}" is no type of event. Types: ${eventTypes.join(', ')}.`
  throw new RungraphError('INVALID_INPUT', { message, path: ['types'] })
}

function oneOf(types: readonly EventType[] | null): Prisma.Sql {
  return types === null ? Prisma.sql`true` : Prisma.sql`type = any(${types})`
}

/** The logs of a run and the runs below it, after a place. */
export interface TreeKey {
  readonly topId: string
  readonly rootId: string
  readonly after: FeedPosition | null
}

/** @throws CURSOR_INVALID for a place that the tree has not come to: what comes before it would be passed over in silence */
export async function checkTreePlace(
  prisma: PrismaClient,
  { rootId }: { readonly rootId: string },
  place: FeedPosition | null,
): Promise<void> {
  if (place === null) return
  const newest = await prisma.event.findFirst({
    where: { rootId },
    orderBy: { commitXid: 'desc' },
    select: { commitXid: true },
  })
  if (newest === null || newest.commitXid < place.order) throw aheadOfTree()
}

/**
 * Whether nothing comes after a place of the tree below a run at rest: none of its runs goes on, and no event of these types is
 * beyond it, not even one that is not shown yet as something could still come before it.
 */
export async function isTreeOver(
  prisma: PrismaClient,
  { id, rootId }: { readonly id: string; readonly rootId: string },
  {
    after: { order, runId, seq },
    types,
  }: { readonly after: FeedPosition; readonly types: readonly EventType[] | null },
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
export async function readTreeEvents(
  { prisma, projectId }: Scope,
  keys: readonly TreeKey[],
  { limit, types }: { readonly limit: number; readonly types: readonly EventType[] | null },
): Promise<readonly (readonly ShownEvent[])[]> {
  const rows = await prisma.$queryRaw<(RunEventRow & { place: number; order: bigint })[]>`
    select keys.place::int as place, e.*
    from ${asTable(keys)}
    cross join lateral (
      select e."runId", e.seq, e.type, e."stepNumber", e.at, e.data, e."commitXid" as "order" from "Event" e
      where ${isInTree} and e."projectId" = ${projectId}::uuid and ${ofTypes(types)}
        and (keys."order" is null or (e."commitXid", e."runId", e.seq) > (keys."order", keys."runId", keys.seq))
      order by e."commitXid", e."runId", e.seq limit ${limit}
    ) e
    order by keys.place, e."order", e."runId", e.seq`
  const events = Map.groupBy(rows, (row) => row.place)
  return keys.map(({ topId }, index) =>
    (events.get(index + 1) ?? []).map((row) => ({
      ...toRunEvent(row),
      cursor: toFeedCursor({ kind: 'tree', id: topId }, row),
    })),
  )
}

/** How many events the logs of each key's tree have, wherever the key's place is. */
export async function countTreeEvents(
  { prisma, projectId }: Scope,
  keys: readonly TreeKey[],
  types: readonly EventType[] | null,
): Promise<readonly number[]> {
  const rows = await prisma.$queryRaw<{ place: number; count: number }[]>`
    select keys.place::int as place, count(*)::int as count from ${asTable(keys)}
    join "Event" e on ${isInTree} and e."projectId" = ${projectId}::uuid and ${ofTypes(types)} group by 1`
  const counts = new Map(rows.map((row) => [row.place, row.count]))
  return keys.map((_, index) => counts.get(index + 1) ?? 0)
}

/**
 * The condition that event `e` is of the run `keys."topId"` or of one below it, and that nothing can come before it any more:
 * it is below the oldest transaction that has not ended (src/store/commit-order.ts).
 */
const isInTree = Prisma.sql`e."rootId" = keys."rootId"
  and e."commitXid" < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
  and (keys."topId" = keys."rootId" or e."runId" in (
    select r.id from "Run" r where r."rootId" = keys."rootId" and (r.id = keys."topId" or r."ancestorIds" @> array[keys."topId"])))`

/** The keys as the table `keys`, numbered from 1. */
function asTable(keys: readonly TreeKey[]): Prisma.Sql {
  const column = <Value>(of: (key: TreeKey) => Value) => keys.map(of)
  return Prisma.sql`unnest(
    ${column(({ topId }) => topId)}::uuid[], ${column(({ rootId }) => rootId)}::uuid[],
    ${column(({ after }) => after?.order.toString() ?? null)}::bigint[],
    ${column(({ after }) => after?.runId ?? null)}::uuid[], ${column(({ after }) => after?.seq ?? null)}::int[]
  ) with ordinality as keys("topId", "rootId", "order", "runId", seq, place)`
}

function ofTypes(types: readonly EventType[] | null): Prisma.Sql {
  return types === null ? Prisma.sql`true` : Prisma.sql`e.type = any(${types})`
}

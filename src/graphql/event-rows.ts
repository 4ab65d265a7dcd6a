import { RungraphError } from '../domain/errors.ts'
import {
  deltaTypes,
  type EventType,
  eventTypes,
  isEventType,
  type RunEvent,
  type RunEventRow,
  toRunEvent,
} from '../domain/run-event.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Scope } from './scope.ts'

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

import type { QueueReads, QueueState, WorkerRow } from '../../domain/queue.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { isDue, isFirstOfSession, isReturned, queueOrder } from '../../sql/claimable-runs.ts'
import { workersStatement } from '../worker-store.ts'

/** So many runs are counted, and have a place; a queue may be longer than anybody wants to wait for its length. */
const mostCounted = 10_000

/** Number of priorities that are counted separately, the highest first. */
const mostPriorities = 100

/** Reads of the queue of a project and of the workers. */
export function createQueueReads(prisma: PrismaClient): QueueReads {
  const workers = () => prisma.$queryRaw<WorkerRow[]>`${Prisma.raw(workersStatement)}`
  return {
    queue: (projectId) => readQueue(prisma, projectId),
    queuePositions: (projectId, runIds) => readQueuePositions(prisma, projectId, runIds),
    /** First those that live. */
    workers,
    runWorkers: async (projectId, runIds) => {
      const where = { projectId, id: { in: [...new Set(runIds)] }, leaseOwner: { not: null } }
      const rows = await prisma.run.findMany({ where, select: { id: true, leaseKey: true, claimedAt: true } })
      if (rows.length === 0) return runIds.map(() => null)
      const byKey = new Map((await workers()).map((worker) => [worker.leaseKey, worker]))
      const found = new Map(
        rows.map(({ id, leaseKey, claimedAt }) => [
          id,
          claimedAt && { since: claimedAt, process: byKey.get(leaseKey ?? Number.NaN) ?? null },
        ]),
      )
      return runIds.map((id) => found.get(id) ?? null)
    },
  }
}

/** One statement. */
async function readQueue(prisma: PrismaClient, projectId: string): Promise<QueueState> {
  const [row] = await prisma.$queryRaw<QueueRow[]>`
    with due as materialized (
      select r.id, r.priority, r."sessionId", r."sessionNumber", greatest(r."startAt", r."createdAt") as since from "Run" r
      where r."projectId" = ${projectId}::uuid and ${Prisma.raw(isDue)} order by ${Prisma.raw(queueOrder)} limit ${mostCounted}
    ), scheduled as (
      select from "Run" r where r."projectId" = ${projectId}::uuid and r.status = 'QUEUED' and r."startAt" > clock_timestamp() limit ${mostCounted}
    ), returned as (
      select from "Run" r where r."projectId" = ${projectId}::uuid and ${Prisma.raw(isReturned)} limit ${mostCounted}
    ), running as (
      select from "Run" r
      where r."projectId" = ${projectId}::uuid and r.status = 'RUNNING' and r."leaseOwner" is not null and r.depth = 0
    ), oldest as (select r.id, r.since from due r order by r.since, r.id limit 1)
    select (select count(*) from due)::int as due,
      (select count(*) from due r where not ${Prisma.raw(isFirstOfSession)})::int as blocked,
      (select count(*) from scheduled)::int as scheduled, (select count(*) from returned)::int as returned,
      (select coalesce(json_agg(p), '[]') from (
        select r.priority, count(*)::int as due from due r group by 1 order by 1 desc limit ${mostPriorities}) p) as "byPriority",
      (select id from oldest) as "oldestId", (select since from oldest) as "oldestSince",
      p."maxConcurrentRuns", (select count(*) from running)::int as running
    from "Project" p where p.id = ${projectId}::uuid`
  if (row === undefined) throw new Error('The project of a caller was not found.')
  const { oldestId: id, oldestSince: since, ...state } = row
  return { ...state, oldest: id === null || since === null ? null : { id, since } }
}

interface QueueRow extends Omit<QueueState, 'oldest'> {
  readonly oldestId: string | null
  readonly oldestSince: Date | null
}

/** The places of these runs among those of the project that are due, in the order of the ids. */
async function readQueuePositions(
  prisma: PrismaClient,
  projectId: string,
  runIds: readonly string[],
): Promise<readonly (number | null)[]> {
  const rows = await prisma.$queryRaw<{ id: string; place: number }[]>`
    with line as (
      select r.id, row_number() over (order by ${Prisma.raw(queueOrder)})::int as place from "Run" r
      where r."projectId" = ${projectId}::uuid and ${Prisma.raw(isDue)} order by ${Prisma.raw(queueOrder)} limit ${mostCounted}
    )
    select id, place from line where id = any(${[...new Set(runIds)]}::uuid[])`
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  return runIds.map((id) => places.get(id) ?? null)
}

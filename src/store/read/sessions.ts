import type { SessionReads } from '../../domain/reads.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

/** Reads of many sessions, with one statement each. */
export function createSessionReads(prisma: PrismaClient): SessionReads {
  return {
    sessionRunCounts: async (projectId, ids) => {
      const rows = await prisma.$queryRaw<{ id: string; count: number }[]>`
        select "sessionId" as id, count(*)::int as count from "Run"
        where "sessionId" = any(${[...new Set(ids)]}::uuid[]) and "projectId" = ${projectId}::uuid group by 1`
      const found = new Map(rows.map(({ id, count }) => [id, count]))
      return ids.map((id) => found.get(id) ?? 0)
    },

    activeRuns: async (projectId, ids, limit) => {
      // The first condition on the status is that of the index "Run_session_feed_idx", in which active runs stand together.
      const rows = await prisma.$queryRaw<{ id: string; runId: string }[]>`
        select keys.id, r.id as "runId" from unnest(${[...new Set(ids)]}::uuid[]) as keys(id)
        cross join lateral (
          select id, "sessionNumber" from "Run" where "sessionId" = keys.id and "projectId" = ${projectId}::uuid
            and (case when status in ('COMPLETED', 'FAILED', 'CANCELLED') then "statusXid" else 9223372036854775807 end) = 9223372036854775807
            and status in ('QUEUED', 'RUNNING', 'WAITING')
          order by "sessionNumber", id limit ${limit}
        ) r order by r."sessionNumber", r.id`
      const found = Map.groupBy(rows, ({ id }) => id)
      return ids.map((id) => (found.get(id) ?? []).map(({ runId }) => runId))
    },
  }
}

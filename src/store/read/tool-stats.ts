import type { ToolStatsGroup, ToolStatsQuery } from '../../domain/statistics.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { acceptedIn, distribution, type Quantiles, toPercentiles, withinTime } from './distributions.ts'
import { idOf } from './run-conditions.ts'
import type { Scope } from './scope.ts'

/**
 * The groups of the actions of runs that were accepted in a period. They are found through their runs: the table of actions has no index by
 * time, which each of them would be written to.
 */
export async function readToolStats(
  { prisma, projectId }: Scope,
  { agent, target, limit, ...period }: ToolStatsQuery,
): Promise<readonly ToolStatsGroup[]> {
  const ofAgent =
    agent === null ? Prisma.empty : Prisma.sql`and t."agentId" = ${idOf('Agent', projectId, agent)}`
  const ofTarget = target === null ? Prisma.empty : Prisma.sql`and a.target = ${target}`
  const rows = await withinTime<Row>(
    prisma,
    Prisma.sql`
    with run as materialized (
      select t.id from "Run" t
      where t."projectId" = ${projectId}::uuid and ${acceptedIn(period)} ${ofAgent}
    )
    select a.type::text as type, a.target, count(*)::float8 as calls,
      (count(*) filter (where a.status = 'SUCCEEDED'))::float8 as succeeded,
      (count(*) filter (where a.status = 'FAILED'))::float8 as failed,
      (count(*) filter (where a.status = 'DENIED'))::float8 as denied,
      (count(*) filter (where a.status = 'CANCELLED'))::float8 as cancelled,
      (count(*) filter (where a.status = 'RUNNING'))::float8 as active,
      sum(greatest(a.attempt - 1, 0))::float8 as retries,
      ${distribution('duration', 'a."durationMs"')}
    from run r join "Action" a on a."runId" = r.id and a."projectId" = ${projectId}::uuid
    where a.type in ('TOOL', 'AGENT', 'RELIC', 'WORKFLOW') and a.status not in ('PENDING', 'SKIPPED') ${ofTarget}
    group by a.type, a.target order by count(*) desc, a.type, a.target limit ${limit}`,
  )
  return rows.map(({ duration, durationCount, ...row }) => ({
    ...row,
    duration: toPercentiles(duration, durationCount),
  }))
}

type Row = Omit<ToolStatsGroup, 'duration'> & {
  readonly duration: Quantiles
  readonly durationCount: number
}

import type pg from 'pg'
import {
  type CanaryRecord,
  type CanaryRow,
  type CanaryRuns,
  type CanaryStatus,
  type CanaryStore,
  runsAtOnce,
  shared,
} from '../domain/canary.ts'
import type { Sample } from '../domain/intervals.ts'
import { statisticsWithinMs } from '../domain/statistics.ts'
import { inTransaction } from '../sql/transaction.ts'

/** The rows of canaries, in PostgreSQL. What changes the traffic of an agent locks its row first. */
export function createCanaryStore(pool: pg.Pool): CanaryStore {
  return {
    setTraffic: (projectId, agentId, traffic) =>
      inTransaction(pool, async (client) => {
        if (await isBusy(client, projectId, agentId)) return 'busy'
        await client.query(trafficStatement, [agentId, traffic && JSON.stringify(traffic)])
        return 'set'
      }),

    versions: async (agentId, versions) => {
      const { rows } = await pool.query<{ version: number }>(
        'select version from "AgentVersion" where "agentId" = $1 and version = any($2::int[])',
        [agentId, versions],
      )
      return rows.map(({ version }) => version)
    },

    versionBefore: async (agentId, version) => {
      const { rows } = await pool.query<{ version: number | null }>(
        'select max(version) as version from "AgentVersion" where "agentId" = $1 and version < $2',
        [agentId, version],
      )
      return rows[0]?.version ?? null
    },

    start: (canary) =>
      inTransaction(pool, async (client) => {
        const { id, projectId, agentId, version, baselineVersion, weight, minRuns, maxRuns } = canary
        if (await isBusy(client, projectId, agentId)) return 'busy'
        await client.query(insertStatement, [
          ...[id, projectId, agentId, version, baselineVersion, weight, minRuns, maxRuns],
          ...[canary.promote, JSON.stringify(canary.stopOn), canary.startedBy],
        ])
        await client.query(trafficStatement, [agentId, JSON.stringify(shared(canary, id))])
        return 'started'
      }),

    running: async (limit) => {
      const { rows } = await pool.query<CanaryRow>(
        `select ${columns} from "Canary" where status = 'RUNNING' order by "comparedAt" nulls first, id limit $1`,
        [limit],
      )
      return rows
    },

    find: async (projectId, canaryId) => {
      const { rows } = await pool.query<CanaryRow & { readonly status: CanaryStatus }>(
        `select ${columns}, status from "Canary" where "projectId" = $1 and id = $2`,
        [projectId, canaryId],
      )
      return rows[0] ?? null
    },

    runsOf: (canary) =>
      inTransaction(pool, async (client) => {
        await client.query(`select set_config('statement_timeout', $1, true)`, [String(statisticsWithinMs)])
        const { id, version, baselineVersion } = canary
        const values = [id, [version, baselineVersion], runsAtOnce(canary)]
        const { rows } = await client.query<FigureRow>(runsStatement, values)
        const of = (one: number) => toRuns(rows.find((row) => row.version === one))
        return { version: of(version), baseline: of(baselineVersion) }
      }),

    record: (canary, look, by = null) =>
      inTransaction(pool, async (client) => {
        await client.query(lockStatement, [canary.projectId, canary.agentId])
        const { rowCount } = await client.query(recordStatement, valuesOf(canary, look, by))
        if (rowCount === 1 && look.end !== null)
          await client.query(trafficStatement, [canary.agentId, JSON.stringify(look.end.traffic)])
        return rowCount === 1
      }),
  }
}

/** Whether an agent, whose row is locked from now on, has a running canary. */
async function isBusy(client: pg.PoolClient, projectId: string, agentId: string): Promise<boolean> {
  await client.query(lockStatement, [projectId, agentId])
  const { rowCount } = await client.query(
    `select from "Canary" where "agentId" = $1 and status = 'RUNNING'`,
    [agentId],
  )
  return rowCount !== 0
}

function valuesOf(
  { id, looks: before }: CanaryRow,
  { looks, comparisons, end }: CanaryRecord,
  by: string | null,
) {
  return [
    id,
    before,
    looks,
    comparisons ? JSON.stringify(comparisons) : null,
    end?.status ?? null,
    end?.reason ?? null,
    by,
  ]
}

interface FigureRow
  extends Readonly<Record<'version' | 'stopped' | 'ended' | 'failed' | 'timed' | 'rated', number>> {
  readonly cost: number | null
  readonly costVariance: number | null
  readonly duration: number | null
  readonly durationVariance: number | null
  readonly rating: number | null
  readonly ratingVariance: number | null
}

function toRuns(row: FigureRow | undefined): CanaryRuns {
  const { stopped = 0, ended = 0, failed = 0, timed = 0, rated = 0 } = row ?? {}
  const sample = (count: number, mean = 0 as number | null, variance = 0 as number | null): Sample => ({
    ...{ count, mean: mean ?? 0, variance: variance ?? 0 },
  })
  return {
    stopped,
    failure: { hits: failed, count: ended },
    cost: sample(ended, row?.cost, row?.costVariance),
    duration: sample(timed, row?.duration, row?.durationVariance),
    rating: sample(rated, row?.rating, row?.ratingVariance),
  }
}

const columns = `id, "projectId", "agentId", version, "baselineVersion", weight, "minRuns", "maxRuns", "stopOn", promote, looks`

const lockStatement = 'select from "Agent" where "projectId" = $1 and id = $2 for no key update'

const trafficStatement = 'update "Agent" set traffic = $2::jsonb where id = $1'

const insertStatement = `
insert into "Canary" (id, "projectId", "agentId", version, "baselineVersion", weight, "minRuns", "maxRuns", promote, "stopOn", "startedBy", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())`

/** Of two processes that looked at once, the second finds another number of looks, or an end; a look without a decision changes figures alone. */
const recordStatement = `
update "Canary" set looks = $3, comparisons = coalesce($4::jsonb, comparisons),
  "comparedAt" = case when $4::jsonb is null then "comparedAt" else clock_timestamp() end,
  status = coalesce($5::"CanaryStatus", status), reason = $6, "endedBy" = $7,
  "endedAt" = case when $5::text is not null then clock_timestamp() end
where id = $1 and status = 'RUNNING' and looks = $2`

/**
 * A run with several ratings counts once, with their mean. One that is PAUSED, which nobody resumed so far, counts as one that failed: it
 * stands at a limit without an answer. The measures of an aborted run are null, which no sum counts.
 */
const runsStatement = `
select v.version, count(*)::float8 as stopped,
  count(r.id)::float8 as ended, (count(r.id) filter (where r.status <> 'COMPLETED'))::float8 as failed,
  avg(r."costUsd")::float8 as cost, var_samp(r."costUsd")::float8 as "costVariance",
  count(r."durationMs")::float8 as timed, avg(r."durationMs")::float8 as duration, var_samp(r."durationMs")::float8 as "durationVariance",
  count(g.score)::float8 as rated, avg(g.score)::float8 as rating, var_samp(g.score)::float8 as "ratingVariance"
from unnest($2::int[]) v(version) cross join lateral (
  select id, status, "costUsd", "durationMs" from "Run"
  where "canaryId" = $1 and "agentVersion" = v.version and status in ('COMPLETED', 'FAILED', 'PAUSED', 'CANCELLED')
  order by "createdAt" desc, id desc limit $3
) s left join lateral (select s.id, s.status, s."costUsd", s."durationMs" where s.status <> 'CANCELLED') r on true
left join lateral (select avg(score) as score from "Rating" where "runId" = r.id) g on true
group by v.version`

import { RungraphError } from '../../domain/errors.ts'
import { waitKinds } from '../../domain/gate.ts'
import type { Sample } from '../../domain/intervals.ts'
import {
  type CallStats,
  type Percentiles,
  type Period,
  type RunStatsDimension,
  type RunStatsGroup,
  type RunStatsQuery,
  type StatisticsReads,
  statisticsWithinMs,
  type ToolStatsGroup,
} from '../../domain/statistics.ts'
import { toUsage, type UsageRow } from '../../domain/usage.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { toCondition } from './conditions.ts'
import { idByKey } from './run-conditions.ts'
import { usageColumns } from './usage.ts'

/** Reads of statistics: what became of runs and of their calls, added up by PostgreSQL. */
export function createStatisticsReads(prisma: PrismaClient): StatisticsReads {
  return {
    /** One range of the index of runs by their creation is read. */
    runStats: (projectId, query) => {
      const columns = columnsOf(query)
      const names = columns.map((column) => `"${column}"`)
      const shown = columns.map((column) => (column === 'day' ? 'day::text' : `"${column}"`))
      return withinTime<RunStatsGroup>(
        prisma,
        Prisma.sql`
        with ${groupedRuns(projectId, query)}
        select ${list(shown)} ${keyOf(names)} as key, count(*)::float8 as count,
          (count(*) filter (where status = 'COMPLETED'))::float8 as completed,
          (count(*) filter (where status = 'FAILED'))::float8 as failed,
          (count(*) filter (where status = 'CANCELLED'))::float8 as cancelled,
          (count(*) filter (where not "isEnded"))::float8 as active,
          sum("statusChanges")::float8 as changes,
          ${distribution('case when "isEnded" then "durationMs" end')} as duration,
          ${distribution(millisecondsBetween('greatest("createdAt", "startAt")', '"startedAt"'))} as "queueTime"
        from grouped
        group by ${groupOf(names)}
        order by ${list(names.filter((name) => name === '"hour"' || name === '"day"'))} count(*) desc, key
        limit ${query.limit}`,
      )
    },

    /**
     * A call has one model, so runs are not multiplied by their models first: the planner would expect few rows of that, and join many one
     * by one.
     */
    runStatsCalls: async (projectId, query, keys) => {
      const dimensions = query.groupBy.filter((dimension) => dimension !== 'MODEL')
      const names = columnsOf(query).map((name) =>
        name === 'provider' || name === 'model' ? `c."${name}"` : `k."${name}"`,
      )
      const rows = await withinTime<UsageRow & Omit<CallStats, 'usage'> & { readonly key: string }>(
        prisma,
        Prisma.sql`
        with ${groupedRuns(projectId, { ...query, groupBy: dimensions })}
        select ${keyOf(names)} as key, ${usageColumns}, ${distribution('c."timeToFirstTokenMs"')} as "timeToFirstToken"
        from grouped k join ${callsOf(projectId, query)}
        group by ${groupOf(names)} ${amongKeys(names, keys)}`,
      )
      return new Map(
        rows.map(({ key, timeToFirstToken, ...usage }) => [key, { usage: toUsage(usage), timeToFirstToken }]),
      )
    },

    runStatsGates: async (projectId, query, keys) => {
      const names = columnsOf(query).map((name) => `k."${name}"`)
      const rows = await withinTime<{ readonly key: string; readonly wait: Percentiles }>(
        prisma,
        Prisma.sql`
        with ${groupedRuns(projectId, query)}
        select ${keyOf(names)} as key, ${distribution(millisecondsBetween('g."createdAt"', 'g."resolvedAt"'))} as wait
        from grouped k join "Gate" g on g."runId" = k.id and g."projectId" = ${projectId}::uuid
        where g.status not in ('OPEN', 'CANCELLED') and g.kind <> all(${waitKinds})
        group by ${groupOf(names)} ${amongKeys(names, keys)}`,
      )
      return new Map(rows.map(({ key, wait }) => [key, wait]))
    },

    /** A run counts once, however many rated it. The index of ratings is by the creation of their runs. */
    runStatsRatings: async (projectId, query, keys) => {
      const names = columnsOf(query).map((name) => `k."${name}"`)
      const until = query.isOpen ? Prisma.empty : Prisma.sql`and "runCreatedAt" < ${query.until}`
      const rows = await withinTime<Sample & { readonly key: string }>(
        prisma,
        Prisma.sql`
        with ${groupedRuns(projectId, query)}, rated as (
          select "runId", avg(score) as score from "Rating"
          where "projectId" = ${projectId}::uuid and "runCreatedAt" >= ${query.since} ${until} group by "runId"
        )
        select ${keyOf(names)} as key, count(*)::float8 as count, avg(s.score)::float8 as mean,
          coalesce(var_samp(s.score), 0)::float8 as variance
        from grouped k join rated s on s."runId" = k.id
        group by ${groupOf(names)} ${amongKeys(names, keys)}`,
      )
      return new Map(rows.map(({ key, ...sample }) => [key, sample]))
    },

    /** Actions are found through their runs: their table has no index by time, which each of them would be written to. */
    toolStats: (projectId, { agent, target, limit, ...period }) => {
      const ofAgent =
        agent === null ? Prisma.empty : Prisma.sql`and t."agentId" = ${idByKey('Agent', projectId, agent)}`
      const ofTarget = target === null ? Prisma.empty : Prisma.sql`and a.target = ${target}`
      return withinTime<ToolStatsGroup>(
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
          ${distribution('a."durationMs"')} as duration
        from run r join "Action" a on a."runId" = r.id and a."projectId" = ${projectId}::uuid
        where a.type in ('TOOL', 'AGENT', 'RELIC', 'WORKFLOW') and a.status not in ('PENDING', 'SKIPPED') ${ofTarget}
        group by a.type, a.target order by count(*) desc, a.type, a.target limit ${limit}`,
      )
    },
  }
}

/** Without dimensions there is a group of no rows, too: it is left out as any other. */
function amongKeys(names: readonly string[], keys: readonly string[] | null): Prisma.Sql {
  const isAmong = keys === null ? Prisma.empty : Prisma.sql`and ${keyOf(names)} = any(${keys})`
  return Prisma.sql`having count(*) > 0 ${isAmong}`
}

/** The columns of a group that each dimension fills. */
const columns = {
  STATUS: ['status'],
  REASON: ['terminationReason'],
  AGENT: ['agentId'],
  VERSION: ['agentId', 'agentVersion'],
  MODEL: ['provider', 'model'],
  TOOL: ['tool'],
  TAG: ['tag'],
  HOUR: ['hour'],
  DAY: ['day'],
} as const satisfies Readonly<Record<RunStatsDimension, readonly (keyof RunStatsGroup)[]>>

function columnsOf({ groupBy }: RunStatsQuery): readonly string[] {
  return [...new Set(groupBy.flatMap((dimension) => columns[dimension]))]
}

/** A text that differs between any two groups: a row as text distinguishes null from the empty text. */
function keyOf(names: readonly string[]): Prisma.Sql {
  return Prisma.raw(`row(${names.join(', ')})::text`)
}

function groupOf(names: readonly string[]): Prisma.Sql {
  return Prisma.raw(`(${names.join(', ')})`)
}

/**
 * The runs of a query as the rows `grouped`, with the columns that they are grouped by. A run with several models, tools or tags is there
 * once for each. The models and tools are looked up run by run: a join to all distinct ones took seconds for 150 runs where the planner had
 * no statistics of the tables.
 */
function groupedRuns(projectId: string, query: RunStatsQuery): Prisma.Sql {
  const { timeZone, filter } = query
  const joined = (dimension: RunStatsDimension, join: Prisma.Sql) =>
    query.groupBy.includes(dimension) ? join : Prisma.empty
  const hour = joined('HOUR', Prisma.sql`, date_trunc('hour', t."createdAt", ${timeZone}) as hour`)
  const day = joined('DAY', Prisma.sql`, (t."createdAt" at time zone ${timeZone})::date as day`)
  const models = joined(
    'MODEL',
    Prisma.sql`left join lateral (
      select distinct c.provider, c.model from "ModelCall" c where c."runId" = r.id and c."projectId" = ${projectId}::uuid
    ) m on true`,
  )
  const tools = joined(
    'TOOL',
    Prisma.sql`left join lateral (
      select distinct a.target as tool from "Action" a
      where a."runId" = r.id and a."projectId" = ${projectId}::uuid and a.type = 'TOOL'
    ) a on true`,
  )
  const tags = joined(
    'TAG',
    Prisma.sql`left join (select g."runId", g.tag from "RunTag" g where g."projectId" = ${projectId}::uuid) g on g."runId" = r.id`,
  )
  return Prisma.sql`run as materialized (
      select t.id, t.status::text as status, t."terminationReason"::text as "terminationReason", t."agentId", t."agentVersion", t."statusChanges", t."durationMs",
        t."createdAt", t."startAt", t."startedAt", t.status in ('COMPLETED', 'FAILED', 'CANCELLED') as "isEnded" ${hour} ${day}
      from "Run" t
      where t."projectId" = ${projectId}::uuid and ${acceptedIn(query)} and ${toCondition(filter)}
    ), grouped as (select * from run r ${models} ${tools} ${tags})`
}

/**
 * The model calls of the runs `k`. The time of a call is not a condition on the result, as a run makes no call before it was accepted: it
 * limits the calls that are read, where that is cheaper than looking up those of each run. The clocks of two machines are not a day apart.
 */
function callsOf(projectId: string, { since }: RunStatsQuery): Prisma.Sql {
  const earliest = new Date(since.getTime() - 24 * 3_600_000)
  return Prisma.sql`"ModelCall" c on c."runId" = k.id and c."projectId" = ${projectId}::uuid
    and c."startedAt" >= ${earliest}`
}

/** The condition that a run `t` was accepted in a period: one range of an index. */
function acceptedIn({ since, until, isOpen }: Period): Prisma.Sql {
  const from = Prisma.sql`t."createdAt" >= ${since}`
  return isOpen ? from : Prisma.sql`${from} and t."createdAt" < ${until}`
}

/** The distribution of the values of a group that are not null, as `Percentiles`. PostgreSQL computes the percentiles once. */
function distribution(value: string): Prisma.Sql {
  const quantiles = `(percentile_disc(array[0.5, 0.95, 0.99]) within group (order by ${value}))`
  return Prisma.raw(
    `jsonb_build_object('count', count(${value}), 'p50', ${quantiles}[1], 'p95', ${quantiles}[2], 'p99', ${quantiles}[3])`,
  )
}

/** The time between two moments in whole milliseconds; null where one of them is. Two machines may have set them, whose clocks differ. */
function millisecondsBetween(from: string, to: string): string {
  return `case when ${to} is not null then greatest(0, round(extract(epoch from ${to} - ${from}) * 1000)) end`
}

/** Names in front of others. */
function list(names: readonly string[]): Prisma.Sql {
  return Prisma.raw(names.map((name) => `${name}, `).join(''))
}

/**
 * The rows of a statement that reads much. It has a time limit of its own, room to sort in memory, and is not compiled: that takes longer
 * than it saves. @throws STATISTICS_TIMEOUT, INVALID_INPUT for a time zone that the database does not know
 */
async function withinTime<Row>(prisma: PrismaClient, statement: Prisma.Sql): Promise<readonly Row[]> {
  try {
    return await prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`select set_config('statement_timeout', ${String(statisticsWithinMs)}, true),
          set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`
        return transaction.$queryRaw<Row[]>(statement)
      },
      // The server's limit comes first. A busy pool is waited for as long as a statement may take.
      { timeout: 2 * statisticsWithinMs, maxWait: statisticsWithinMs },
    )
  } catch (error) {
    const state = stateOf(error)
    if (state === queryCanceled)
      throw new RungraphError('STATISTICS_TIMEOUT', { maxMs: statisticsWithinMs }, error)
    if (state === invalidParameter) throw new RungraphError('INVALID_INPUT', unknownTimeZone, error)
    throw error
  }
}

const queryCanceled = '57014'

const invalidParameter = '22023'

/** The process and the database have lists of their own. */
const unknownTimeZone = {
  message: 'timeZone is not known to the database. Use another name of it.',
  path: ['timeZone'],
}

/** SQLSTATE of the server's error behind one of Prisma; `null` where there is none. */
function stateOf(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null
  const { meta } = error
  const text = JSON.stringify(meta ?? {})
  return /"(?:code|originalCode)":"(\w{5})"/.exec(text)?.[1] ?? null
}

import type {
  CallStats,
  Percentiles,
  RunStatsDimension,
  RunStatsGroup,
  RunStatsQuery,
} from '../../domain/statistics.ts'
import { toUsage, type UsageRow } from '../../domain/usage.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { toCondition } from './conditions.ts'
import { acceptedIn, distribution, type Quantiles, toPercentiles, withinTime } from './distributions.ts'
import type { Scope } from './scope.ts'
import { usageColumns } from './usage.ts'

/** The groups of the project's runs. One range of the index of runs by their creation is read. */
export async function readRunStats(scope: Scope, query: RunStatsQuery): Promise<readonly RunStatsGroup[]> {
  const columns = columnsOf(query)
  const names = columns.map((column) => `"${column}"`)
  const shown = columns.map((column) => (column === 'day' ? 'day::text' : `"${column}"`))
  const rows = await withinTime<Row>(
    scope.prisma,
    Prisma.sql`
    with ${groupedRuns(scope, query)}
    select ${list(shown)} ${keyOf(names)} as key, count(*)::float8 as count,
      (count(*) filter (where status = 'COMPLETED'))::float8 as completed,
      (count(*) filter (where status = 'FAILED'))::float8 as failed,
      (count(*) filter (where status = 'CANCELLED'))::float8 as cancelled,
      (count(*) filter (where not "isEnded"))::float8 as active,
      sum("statusChanges")::float8 as changes,
      ${distribution('duration', 'case when "isEnded" then "durationMs" end')},
      ${distribution('queueTime', millisecondsBetween('greatest("createdAt", "startAt")', '"startedAt"'))}
    from grouped
    group by ${groupOf(names)}
    order by ${list(names.filter((name) => name === '"hour"' || name === '"day"'))} count(*) desc, key
    limit ${query.limit}`,
  )
  return rows.map(toGroup)
}

/**
 * The model calls of the runs of the groups with these keys. A call has one model, so runs are not multiplied by their models first: the
 * planner would expect few rows of that, and join many one by one.
 */
export async function readRunStatsCalls(
  scope: Scope,
  query: RunStatsQuery,
  keys: readonly string[] | null,
): Promise<ReadonlyMap<string, CallStats>> {
  const dimensions = query.groupBy.filter((dimension) => dimension !== 'MODEL')
  const names = columnsOf(query).map((name) => (isOfModel(name) ? `c."${name}"` : `k."${name}"`))
  const rows = await withinTime<CallRow>(
    scope.prisma,
    Prisma.sql`
    with ${groupedRuns(scope, { ...query, groupBy: dimensions })}
    select ${keyOf(names)} as key, ${usageColumns}, ${distribution('timeToFirstToken', 'c."timeToFirstTokenMs"')}
    from grouped k join ${callsOf(scope, query)}
    group by ${groupOf(names)} ${amongKeys(names, keys)}`,
  )
  return new Map(
    rows.map((row) => [
      row.key,
      {
        usage: toUsage(row),
        timeToFirstToken: toPercentiles(row.timeToFirstToken, row.timeToFirstTokenCount),
      },
    ]),
  )
}

/** How long gates of the runs of the groups with these keys waited for their decision. */
export async function readRunStatsGates(
  scope: Scope,
  query: RunStatsQuery,
  keys: readonly string[] | null,
): Promise<ReadonlyMap<string, Percentiles>> {
  const names = columnsOf(query).map((name) => `k."${name}"`)
  const rows = await withinTime<GateRow>(
    scope.prisma,
    Prisma.sql`
    with ${groupedRuns(scope, query)}
    select ${keyOf(names)} as key, ${distribution('wait', millisecondsBetween('g."createdAt"', 'g."resolvedAt"'))}
    from grouped k join "Gate" g on g."runId" = k.id and g."projectId" = ${scope.projectId}::uuid
    where g.status not in ('OPEN', 'CANCELLED')
    group by ${groupOf(names)} ${amongKeys(names, keys)}`,
  )
  return new Map(rows.map((row) => [row.key, toPercentiles(row.wait, row.waitCount)]))
}

interface CallRow extends UsageRow {
  readonly key: string
  readonly timeToFirstToken: Quantiles
  readonly timeToFirstTokenCount: number
}

interface GateRow {
  readonly key: string
  readonly wait: Quantiles
  readonly waitCount: number
}

/** Without dimensions there is a group of no rows, too: it is left out as any other. */
function amongKeys(names: readonly string[], keys: readonly string[] | null): Prisma.Sql {
  const isAmong = keys === null ? Prisma.empty : Prisma.sql`and ${keyOf(names)} = any(${keys})`
  return Prisma.sql`having count(*) > 0 ${isAmong}`
}

type Column = Exclude<keyof RunStatsGroup, 'key' | 'count'> & string

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
} as const satisfies Readonly<Record<RunStatsDimension, readonly Column[]>>

function columnsOf({ groupBy }: RunStatsQuery): readonly Column[] {
  return [...new Set(groupBy.flatMap((dimension) => columns[dimension]))]
}

function isOfModel(column: Column): boolean {
  return column === 'provider' || column === 'model'
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
function groupedRuns(scope: Scope, query: RunStatsQuery): Prisma.Sql {
  const { timeZone, filter } = query
  const joined = (dimension: RunStatsDimension, join: Prisma.Sql) =>
    query.groupBy.includes(dimension) ? join : Prisma.empty
  const hour = joined('HOUR', Prisma.sql`, date_trunc('hour', t."createdAt", ${timeZone}) as hour`)
  const day = joined('DAY', Prisma.sql`, (t."createdAt" at time zone ${timeZone})::date as day`)
  const models = joined(
    'MODEL',
    Prisma.sql`left join lateral (
      select distinct c.provider, c.model from "ModelCall" c where c."runId" = r.id and c."projectId" = ${scope.projectId}::uuid
    ) m on true`,
  )
  const tools = joined(
    'TOOL',
    Prisma.sql`left join lateral (
      select distinct a.target as tool from "Action" a
      where a."runId" = r.id and a."projectId" = ${scope.projectId}::uuid and a.type = 'TOOL'
    ) a on true`,
  )
  const tags = joined(
    'TAG',
    Prisma.sql`left join (select g."runId", g.tag from "RunTag" g where g."projectId" = ${scope.projectId}::uuid) g on g."runId" = r.id`,
  )
  return Prisma.sql`run as materialized (
      select t.id, t.status::text as status, t."terminationReason"::text as "terminationReason", t."agentId", t."agentVersion", t."statusChanges", t."durationMs",
        t."createdAt", t."startAt", t."startedAt", t.status in ('COMPLETED', 'FAILED', 'CANCELLED') as "isEnded" ${hour} ${day}
      from "Run" t
      where t."projectId" = ${scope.projectId}::uuid and ${acceptedIn(query)} and ${toCondition(filter)}
    ), grouped as (select * from run r ${models} ${tools} ${tags})`
}

/**
 * The model calls of the runs `k`. The time of a call is not a condition on the result, as a run makes no call before it was accepted: it
 * limits the calls that are read, where that is cheaper than looking up those of each run. The clocks of two machines are not a day apart.
 */
function callsOf({ projectId }: Scope, { since }: RunStatsQuery): Prisma.Sql {
  const earliest = new Date(since.getTime() - 24 * 3_600_000)
  return Prisma.sql`"ModelCall" c on c."runId" = k.id and c."projectId" = ${projectId}::uuid
    and c."startedAt" >= ${earliest}`
}

/** The time between two moments in whole milliseconds; null where one of them is. Two machines may have set them, whose clocks differ. */
function millisecondsBetween(from: string, to: string): string {
  return `case when ${to} is not null then greatest(0, round(extract(epoch from ${to} - ${from}) * 1000)) end`
}

type Row = Omit<RunStatsGroup, 'duration' | 'queueTime'> & {
  readonly duration: Quantiles
  readonly durationCount: number
  readonly queueTime: Quantiles
  readonly queueTimeCount: number
}

function toGroup({ duration, durationCount, queueTime, queueTimeCount, ...row }: Row): RunStatsGroup {
  return {
    ...row,
    duration: toPercentiles(duration, durationCount),
    queueTime: toPercentiles(queueTime, queueTimeCount),
  }
}

/** Names in front of others. */
function list(names: readonly string[]): Prisma.Sql {
  return Prisma.raw(names.map((name) => `${name}, `).join(''))
}

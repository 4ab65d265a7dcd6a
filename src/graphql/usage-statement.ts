import { addDecimals } from '../domain/decimal.ts'
import type { Usage } from '../domain/usage.ts'
import { type CallPurpose, Prisma } from '../generated/prisma/client.ts'
import type { Scope } from './scope.ts'

/** What model calls are added up for: the column of "ModelCall" that names it. */
export type UsageOwner = 'runId' | 'stepId' | 'sessionId' | 'agentId'

/** A stretch of time: from `since` on, before `until`. */
export interface UsageRange {
  readonly since?: Date | null | undefined
  readonly until?: Date | null | undefined
}

/** A group of model calls as PostgreSQL adds it up. */
export interface UsageRow {
  readonly requests: number
  readonly estimatedRequests: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly reasoningTokens: number
  readonly costUsd: string
}

export const noUsage: UsageRow = {
  requests: 0,
  estimatedRequests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  costUsd: '0',
}

/** All columns of a UsageRow but the first, over the rows `c` of a group. Counts come as doubles: exact up to 2^53. */
const sums = Prisma.sql`
  sum(c."inputTokens")::float8 as "inputTokens",
  sum(c."outputTokens")::float8 as "outputTokens",
  sum(c."cachedInputTokens")::float8 as "cachedInputTokens",
  sum(c."reasoningTokens")::float8 as "reasoningTokens",
  sum(c."costUsd")::text as "costUsd"`

/** The columns of a UsageRow over the model calls `c` of a group. */
export const usageColumns = Prisma.sql`
  (count(*) filter (where c.sent))::float8 as requests,
  (count(*) filter (where c.sent and c.estimated))::float8 as "estimatedRequests", ${sums}`

/** The same over what was `used`. */
export const usedColumns = Prisma.sql`
  coalesce(sum(c.requests), 0)::float8 as requests,
  coalesce(sum(c."estimatedRequests"), 0)::float8 as "estimatedRequests", ${sums}`

/**
 * What was used, as the rows `c`: each model call, and, of runs that are not kept any more, what their calls used in a day (EVT-7). Those
 * days are of no run and no step.
 */
export const used = Prisma.sql`(
  select "projectId", "runId", "stepId", "sessionId", "agentId", "agentVersion", provider, model, purpose, "startedAt",
    sent::int as requests, (sent and estimated)::int as "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd" from "ModelCall"
  union all
  select "projectId", null, null, "sessionId", "agentId", "agentVersion", provider, model, purpose, day::timestamp at time zone 'UTC',
    requests, "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd" from "PastUsage"
) c`

/** What the model calls of each owner used, in the order of the ids; one statement. */
export async function readUsage(
  { prisma, projectId }: Scope,
  owner: UsageOwner,
  range: UsageRange,
  ids: readonly string[],
): Promise<readonly Usage[]> {
  const column = Prisma.raw(`c."${owner}"`)
  const rows = await prisma.$queryRaw<(UsageRow & { owner: string })[]>`
    select ${column} as owner, ${usedColumns} from ${used}
    where ${column} = any(${[...new Set(ids)]}::uuid[]) and c."projectId" = ${projectId}::uuid and ${within(range)}
    group by 1`
  const found = new Map(rows.map((row) => [row.owner, row]))
  return ids.map((id) => toUsage(found.get(id) ?? noUsage))
}

/** The condition that a model call `c` began within a stretch of time. */
export function within({ since, until }: UsageRange): Prisma.Sql {
  const from = since ? Prisma.sql`c."startedAt" >= ${since}` : Prisma.sql`true`
  return until ? Prisma.sql`${from} and c."startedAt" < ${until}` : from
}

/** The sum of rows, with what follows from them. */
export function toUsage(...rows: readonly UsageRow[]): Usage {
  const inputTokens = total('inputTokens', rows)
  const outputTokens = total('outputTokens', rows)
  return {
    requests: total('requests', rows),
    estimatedRequests: total('estimatedRequests', rows),
    inputTokens,
    outputTokens,
    cachedInputTokens: total('cachedInputTokens', rows),
    reasoningTokens: total('reasoningTokens', rows),
    totalTokens: inputTokens + outputTokens,
    costUsd: addDecimals(...rows.map((row) => row.costUsd)),
  }
}

function total(name: Exclude<keyof UsageRow, 'costUsd'>, rows: readonly UsageRow[]): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** Model calls of a run's tree that agree in all that a cost breakdown tells apart. */
export interface CostLeaf extends UsageRow {
  /** The direct child in whose tree they were made; `null` for the run's own. */
  readonly childId: string | null
  /** The step of the run that made them, or that started the child. */
  readonly stepId: string | null
  readonly stepNumber: number | null
  readonly provider: string
  readonly model: string
  readonly purpose: CallPurpose
  /** What the calls among them cost that failed, or whose only outcome was a call refused as repeated. */
  readonly wastedUsd: string
  /** How many of them used tokens and have no known price. */
  readonly unpriced: number
}

/**
 * The leaves of each run's tree, in the order of the runs; the sum of a run's leaves is what it and its descendants spent.
 * A child counts with the step whose action started it. An action keeps only the last child that it started: an earlier one
 * counts with the latest step that had begun before it.
 */
export async function readCostLeaves(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly (readonly CostLeaf[])[]> {
  const rows = await prisma.$queryRaw<(CostLeaf & { runId: string })[]>`
    with recursive tree("runId", "childId", id) as (
      select id, null::uuid, id from "Run" where id = any(${[...new Set(runIds)]}::uuid[]) and "projectId" = ${projectId}::uuid
      union all
      select tree."runId", coalesce(tree."childId", r.id), r.id from "Run" r join tree on r."parentId" = tree.id
    ),
    starter as (
      select tree."childId", coalesce(
        (select a."stepId" from "Action" a where a."childRunId" = tree."childId" and a."runId" = tree."runId" limit 1),
        (select s.id from "Step" s where s."runId" = tree."runId" and s."startedAt" <= child."createdAt" order by s.number desc limit 1),
        (select s.id from "Step" s where s."runId" = tree."runId" order by s.number limit 1)
      ) as "stepId"
      from tree join "Run" child on child.id = tree."childId" and tree.id = tree."childId"
    )
    select tree."runId", tree."childId", step.id as "stepId", step.number as "stepNumber", c.provider, c.model, c.purpose,
      ${usageColumns},
      coalesce(sum(c."costUsd") filter (where c."errorCode" is not null or ${isRepetition}), 0)::text as "wastedUsd",
      count(*) filter (where c."priceVersion" is null and (c."inputTokens" > 0 or c."outputTokens" > 0))::int as unpriced
    from tree
    join "ModelCall" c on c."runId" = tree.id
    left join starter on starter."childId" = tree."childId"
    left join "Step" step on step.id = case when tree."childId" is null then c."stepId" else starter."stepId" end
    group by 1, 2, 3, 4, 5, 6, 7`
  const leaves = Map.groupBy(rows, (row) => row.runId)
  return runIds.map((runId) => leaves.get(runId) ?? [])
}

/** Whether a call asked for the next turn, and all that came of the turn was calls refused as repeated. */
const isRepetition = Prisma.sql`(
  c.purpose in ('LOOP', 'PLAN', 'REPLAN')
  and exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" = 'TOOL_REPEATED')
  and not exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" is distinct from 'TOOL_REPEATED'))`

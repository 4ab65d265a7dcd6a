import type pg from 'pg'
import { noUsage, toUsage, type Usage, type UsageRow } from '../../domain/usage.ts'
import type {
  CachedCall,
  CostLeaf,
  UsageDimension,
  UsageGroup,
  UsageKey,
  UsageOwner,
  UsageQuery,
  UsageRange,
} from '../../domain/usage-reads.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { nameStatements } from '../statement-names.ts'
import { isUnpriced } from '../unpriced-calls.ts'
import { idOf } from './run-conditions.ts'
import type { Scope } from './scope.ts'

/** All columns of a UsageRow except the counts of requests, over the rows `c` of a group. Counts come as doubles: exact up to 2^53. */
const sums = Prisma.sql`
  sum(c."inputTokens")::float8 as "inputTokens",
  sum(c."outputTokens")::float8 as "outputTokens",
  sum(c."cachedInputTokens")::float8 as "cachedInputTokens",
  sum(c."reasoningTokens")::float8 as "reasoningTokens",
  sum(c."costUsd")::text as "costUsd"`

/** The columns of a UsageRow over the model calls `c` of a group. */
export const usageColumns = Prisma.sql`
  (count(*) filter (where c.sent))::float8 as requests,
  (count(*) filter (where c.sent and c.estimated))::float8 as "estimatedRequests",
  (count(*) filter (where ${Prisma.raw(isUnpriced('c'))}))::float8 as "unpricedCalls", ${sums}`

/** The same over the rows of `used`. */
const usedColumns = Prisma.sql`
  coalesce(sum(c.requests), 0)::float8 as requests,
  coalesce(sum(c."estimatedRequests"), 0)::float8 as "estimatedRequests",
  coalesce(sum(c."unpricedCalls"), 0)::float8 as "unpricedCalls", ${sums}`

/**
 * Usage as the rows `c`: one for each model call, and for removed runs one for each day, agent, version, session, model and purpose
 * (EVT-7), which belong to no run and no step.
 */
const used = Prisma.sql`(
  select "projectId", "runId", "stepId", "sessionId", "agentId", "agentVersion", provider, model, purpose, "startedAt",
    sent::int as requests, (sent and estimated)::int as "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd",
    (${Prisma.raw(isUnpriced('m'))})::int as "unpricedCalls" from "ModelCall" m
  union all
  select "projectId", null, null, "sessionId", "agentId", "agentVersion", provider, model, purpose, day::timestamp at time zone 'UTC',
    requests, "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd", "unpricedCalls" from "PastUsage"
) c`

/** By owner, and by which ends the range has. */
const usageName = nameStatements('rungraph-usage', 20)

/** Reads the usage of the model calls of each owner, in the order of the ids, with one statement. */
export async function readUsage(
  { pool, projectId }: { readonly pool: pg.Pool; readonly projectId: string },
  owner: UsageOwner,
  range: UsageRange,
  ids: readonly string[],
): Promise<readonly Usage[]> {
  const column = Prisma.raw(`c."${owner}"`)
  const { text, values } = Prisma.sql`
    select ${column} as owner, ${usedColumns} from ${used}
    where ${column} = any(${[...new Set(ids)]}::uuid[]) and c."projectId" = ${projectId}::uuid and ${within(range)}
    group by 1`
  const { rows } = await pool.query<UsageRow & { owner: string }>({ name: usageName(text), text, values })
  const found = new Map(rows.map((row) => [row.owner, row]))
  return ids.map((id) => toUsage(found.get(id) ?? noUsage))
}

/** The condition that a model call `c` began within a stretch of time. */
function within({ since, until }: UsageRange): Prisma.Sql {
  const from = since ? Prisma.sql`c."startedAt" >= ${since}` : Prisma.sql`true`
  return until ? Prisma.sql`${from} and c."startedAt" < ${until}` : from
}

/**
 * The leaves of each run's tree, in the order of the runs; the sum of a run's leaves is the spending of it and its descendants. A child
 * counts with the step whose action started it. The action of a run that died right after it had started the child names it only in its audit;
 * a child that nothing names counts with the first step.
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
        (select a."stepId" from "Action" a where a."runId" = tree."runId" and a.audit->>'child' = tree."childId"::text limit 1),
        (select s.id from "Step" s where s."runId" = tree."runId" order by s.number limit 1)
      ) as "stepId"
      from tree where tree.id = tree."childId"
    )
    select tree."runId", tree."childId", step.id as "stepId", step.number as "stepNumber", c.provider, c.model, c.purpose,
      ${usageColumns},
      coalesce(sum(c."costUsd") filter (where c."errorCode" is not null or ${isRepetition}), 0)::text as "wastedUsd"
    from tree
    join "ModelCall" c on c."runId" = tree.id
    left join starter on starter."childId" = tree."childId"
    left join "Step" step on step.id = case when tree."childId" is null then c."stepId" else starter."stepId" end
    group by 1, 2, 3, 4, 5, 6, 7`
  const leaves = Map.groupBy(rows, (row) => row.runId)
  return runIds.map((runId) => leaves.get(runId) ?? [])
}

/** Whether a call asked for the next turn, and the turn had only calls refused as repeated. */
const isRepetition = Prisma.sql`(
  c.purpose in ('LOOP', 'PLAN', 'REPLAN')
  and exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" = 'TOOL_REPEATED')
  and not exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" is distinct from 'TOOL_REPEATED'))`

/** Reads the usage of the model calls of each attempt of an action. */
export async function readAttemptUsage(
  { prisma, projectId }: Scope,
  keys: readonly UsageKey[],
): Promise<readonly Usage[]> {
  const ids = [...new Set(keys.map(({ actionId }) => actionId))]
  const rows = await prisma.$queryRaw<(UsageRow & UsageKey)[]>`
    select c."actionId", c."actionAttempt" as number, ${usageColumns} from "ModelCall" c
    where c."actionId" = any(${ids}::uuid[]) and c."projectId" = ${projectId}::uuid
    group by 1, 2`
  const found = new Map(rows.map((row) => [`${row.actionId} ${row.number}`, row]))
  return keys.map(({ actionId, number }) => toUsage(found.get(`${actionId} ${number}`) ?? noUsage))
}

/** The columns of a bucket that each dimension fills. */
const columns: Readonly<Record<UsageDimension, readonly string[]>> = {
  AGENT: ['c."agentId"'],
  AGENT_VERSION: ['c."agentId"', 'c."agentVersion"'],
  SESSION: ['c."sessionId"'],
  MODEL: ['c.model'],
  PROVIDER: ['c.provider'],
  PURPOSE: ['c.purpose'],
  DAY: [`to_char(c."startedAt" at time zone 'UTC', 'YYYY-MM-DD') as day`],
  RUN: ['c."runId"'],
}

/** The groups of the project's model calls, the costliest first. */
export async function readUsageReport(
  { prisma, projectId }: Scope,
  query: UsageQuery,
): Promise<readonly UsageGroup[]> {
  const grouped = [...new Set(query.groupBy.flatMap((dimension) => columns[dimension]))]
  const ofAgent =
    query.agent === null
      ? Prisma.empty
      : Prisma.sql`and c."agentId" = ${idOf('Agent', projectId, query.agent)}`
  const rows = await prisma.$queryRaw<(UsageRow & Omit<UsageGroup, 'usage'>)[]>`
    select ${Prisma.raw(grouped.map((column) => `${column}, `).join(''))} ${usedColumns}
    from ${used}
    where c."projectId" = ${projectId}::uuid and ${within(query)} ${ofAgent}
    ${Prisma.raw(grouped.length > 0 ? `group by ${grouped.map((_, index) => index + 1).join(', ')}` : '')}
    order by sum(c."costUsd") desc nulls last, requests desc limit ${query.limit}`
  // Without groups there is one row even where there is no call: all of its sums are null.
  return rows.map((row) => ({ ...row, usage: toUsage(row.costUsd === null ? noUsage : row) }))
}

/** The model calls of each run's tree that read from a cache or wrote to one, and whose price is known. */
export async function readCachedCalls(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly (readonly CachedCall[])[]> {
  const rows = await prisma.$queryRaw<(CachedCall & { runId: string })[]>`
    with recursive tree("runId", id) as (
      select id, id from "Run" where id = any(${[...new Set(runIds)]}::uuid[]) and "projectId" = ${projectId}::uuid
      union all
      select tree."runId", r.id from "Run" r join tree on r."parentId" = tree.id
    )
    select tree."runId", c.provider, c.model, c."startedAt", c."inputTokens", c."outputTokens",
      c."cachedInputTokens", c."cacheWriteTokens", c."reasoningTokens"
    from tree join "ModelCall" c on c."runId" = tree.id
    where c."priceVersion" is not null and (c."cachedInputTokens" > 0 or c."cacheWriteTokens" > 0)`
  const calls = Map.groupBy(rows, (row) => row.runId)
  return runIds.map((runId) => calls.get(runId) ?? [])
}

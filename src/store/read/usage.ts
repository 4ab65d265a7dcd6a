import type pg from 'pg'
import { projectBudgetKey } from '../../domain/budget.ts'
import type { PricedCall } from '../../domain/cost-parts.ts'
import { noUsage, toUsage, type UsageRow } from '../../domain/usage.ts'
import {
  type CachedCall,
  type CostLeaf,
  type DaySpending,
  mostPricedCalls,
  type RunBudget,
  type UsageDimension,
  type UsageGroup,
  type UsageKey,
  type UsageRange,
  type UsageReads,
} from '../../domain/usage-reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { savedOf, savedSum, unpricedCondition } from '../../sql/counted-calls.ts'
import { nameStatements } from '../../sql/statement-names.ts'
import { idByKey } from './run-conditions.ts'

/** Reads of usage and spending, with one statement each. */
export function createUsageReads({
  prisma,
  pool,
}: {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
}): UsageReads {
  return {
    usage: async (projectId, owner, range, ids) => {
      const column = Prisma.raw(`c."${owner}"`)
      const { text, values } = Prisma.sql`
        select ${column} as owner, ${usedColumns} from ${used}
        where ${column} = any(${[...new Set(ids)]}::uuid[]) and c."projectId" = ${projectId}::uuid and ${within(range)}
        group by 1`
      const { rows } = await pool.query<UsageRow & { owner: string }>({ name: usageName(text), text, values })
      const found = new Map(rows.map((row) => [row.owner, row]))
      return ids.map((id) => toUsage(found.get(id) ?? noUsage))
    },

    attemptUsage: async (projectId, keys) => {
      const ids = [...new Set(keys.map(({ actionId }) => actionId))]
      const rows = await prisma.$queryRaw<(UsageRow & UsageKey)[]>`
        select c."actionId", c."actionAttempt" as number, ${usageColumns} from "ModelCall" c
        where c."actionId" = any(${ids}::uuid[]) and c."projectId" = ${projectId}::uuid
        group by 1, 2`
      const found = new Map(rows.map((row) => [`${row.actionId} ${row.number}`, row]))
      return keys.map(({ actionId, number }) => toUsage(found.get(`${actionId} ${number}`) ?? noUsage))
    },

    usageReport: async (projectId, query) => {
      const grouped = [...new Set(query.groupBy.flatMap((dimension) => columns[dimension]))]
      const ofAgent =
        query.agent === null
          ? Prisma.empty
          : Prisma.sql`and c."agentId" = ${idByKey('Agent', projectId, query.agent)}`
      const rows = await prisma.$queryRaw<(UsageRow & Omit<UsageGroup, 'usage'>)[]>`
        select ${Prisma.raw(grouped.map((column) => `${column}, `).join(''))} ${usedColumns}
        from ${used}
        where c."projectId" = ${projectId}::uuid and ${within(query)} ${ofAgent}
        ${Prisma.raw(grouped.length > 0 ? `group by ${grouped.map((_, index) => index + 1).join(', ')}` : '')}
        order by sum(c."costUsd") desc nulls last, requests desc limit ${query.limit}`
      // Without groups there is one row even where there is no call: all of its sums are null.
      return rows.map((row) => ({ ...row, usage: toUsage(row.costUsd === null ? noUsage : row) }))
    },

    /**
     * A child counts with the step whose action started it. The action of a run that died right after it had started the child names it only
     * in its audit; a child that nothing names counts with the first step.
     */
    costLeaves: async (projectId, runIds) => {
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
    },

    cachedCalls: async (projectId, runIds) => {
      const rows = await prisma.$queryRaw<(CachedCall & { runId: string })[]>`
        select tree."runId", c.provider, c.model, c."startedAt", c."inputTokens", c."outputTokens",
          c."cachedInputTokens", c."cacheWriteTokens", c."reasoningTokens"
        from (${trees(projectId, [...new Set(runIds)])}) tree join "ModelCall" c on c."runId" = tree.id
        where c."priceVersion" is not null and (c."cachedInputTokens" > 0 or c."cacheWriteTokens" > 0)`
      const calls = Map.groupBy(rows, (row) => row.runId)
      return runIds.map((runId) => calls.get(runId) ?? [])
    },

    pricedCalls: async (projectId, owner, ids) => {
      const keys = [...new Set(ids)]
      const owned =
        owner === 'STEP'
          ? Prisma.sql`select s.id as owner, c.* from unnest(${keys}::uuid[]) as s(id) join "ModelCall" c on c."stepId" = s.id`
          : Prisma.sql`select tree."runId" as owner, c.* from (${trees(projectId, keys)}) tree join "ModelCall" c on c."runId" = tree.id`
      const rows = await prisma.$queryRaw<(PricedCall & { owner: string })[]>`
        select owner, provider, model, "startedAt", pricing, "costUsd"::text,
          "inputTokens", "outputTokens", "cachedInputTokens", "cacheWriteTokens", "reasoningTokens"
        from (
          select o.*, row_number() over (partition by o.owner order by o.id) as place from (${owned}) o
          where o."projectId" = ${projectId}::uuid and o."priceVersion" is not null
        ) c
        where place <= ${mostPricedCalls + 1}`
      const calls = Map.groupBy(rows, (row) => row.owner)
      return ids.map((id) => {
        const known = calls.get(id) ?? []
        return known.length > mostPricedCalls ? null : known
      })
    },

    budgets: async (projectId, runIds) => {
      const rows = await prisma.$queryRaw<(RunBudget & { id: string })[]>`
        select l.id, l."maxCostUsd", l."maxTokens",
          trim_scale(coalesce(b."spentUsd", tree.cost))::text as "spentUsd", coalesce(b."spentTokens", tree.tokens)::float8 as "spentTokens",
          trim_scale(coalesce(b."reservedUsd", 0))::text as "reservedUsd", coalesce(b."reservedTokens", 0)::float8 as "reservedTokens"
        from (
          select r.id, r."rootId", r."effectiveLimits"->'maxCostUsd'->>'value' as "maxCostUsd",
            (r."effectiveLimits"->'maxTokens'->>'value')::float8 as "maxTokens"
          from "Run" r where r.id = any(${[...new Set(runIds)]}::uuid[]) and r."projectId" = ${projectId}::uuid
        ) l
        left join "Budget" b on b.key = 'run:' || l.id
        left join lateral (
          select coalesce(sum(c."costUsd"), 0) as cost, coalesce(sum(c."inputTokens"::bigint + c."outputTokens"), 0) as tokens
          from "Run" t join "ModelCall" c on c."runId" = t.id
          where b.key is null and t."rootId" = l."rootId" and (t.id = l.id or l.id = any(t."ancestorIds"))
        ) tree on true
        where l."maxCostUsd" is not null or l."maxTokens" is not null`
      const found = new Map(rows.map((row) => [row.id, row]))
      return runIds.map((id) => found.get(id) ?? null)
    },

    spending: async (projectIds, now) => {
      const midnight = new Date(now)
      midnight.setUTCHours(0, 0, 0, 0)
      const ids = [...new Set(projectIds)]
      const keys = ids.map((id) => projectBudgetKey(id, now))
      const rows = await prisma.$queryRaw<(DaySpending & { id: string })[]>`
        select p.id, trim_scale(coalesce(b."spentUsd", calls.cost))::text as "costUsd", coalesce(b."spentTokens", calls.tokens)::float8 as tokens,
          trim_scale(coalesce(b."reservedUsd", 0))::text as "reservedUsd", coalesce(b."reservedTokens", 0)::float8 as "reservedTokens",
          (
            select count(*) from "ModelCall" c
            where c."projectId" = p.id and c."startedAt" >= ${midnight} and ${Prisma.raw(unpricedCondition('c'))}
          )::float8 as "unpricedCalls"
        from unnest(${ids}::uuid[], ${keys}::text[]) as p(id, key)
        left join "Budget" b on b.key = p.key
        left join lateral (
          select coalesce(sum(c."costUsd"), 0) as cost, coalesce(sum(c."inputTokens"::bigint + c."outputTokens"), 0) as tokens
          from "ModelCall" c where b.key is null and c."projectId" = p.id and c."startedAt" >= ${midnight}
        ) calls on true`
      const found = new Map(rows.map(({ id, ...spending }) => [id, spending]))
      return projectIds.map((id) => {
        const spending = found.get(id)
        if (!spending) throw new Error('A statement about one day gives one row for each project.')
        return spending
      })
    },
  }
}

/** The runs of each of these runs' trees, as `runId` and `id`. */
function trees(projectId: string, runIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    with recursive tree("runId", id) as (
      select id, id from "Run" where id = any(${runIds}::uuid[]) and "projectId" = ${projectId}::uuid
      union all
      select tree."runId", r.id from "Run" r join tree on r."parentId" = tree.id
    )
    select * from tree`
}

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
  (count(*) filter (where ${Prisma.raw(unpricedCondition('c'))}))::float8 as "unpricedCalls",
  ${Prisma.raw(savedSum('c'))} as "savedUsd", ${sums}`

/** The same over the rows of `used`. */
const usedColumns = Prisma.sql`
  coalesce(sum(c.requests), 0)::float8 as requests,
  coalesce(sum(c."estimatedRequests"), 0)::float8 as "estimatedRequests",
  coalesce(sum(c."unpricedCalls"), 0)::float8 as "unpricedCalls",
  trim_scale(coalesce(sum(c."savedUsd"), 0))::text as "savedUsd", ${sums}`

/**
 * Usage as the rows `c`: one for each model call, and for removed runs one for each day, agent, version, session, model and purpose
 * (EVT-7), which belong to no run and no step.
 */
const used = Prisma.sql`(
  select "projectId", "runId", "stepId", "sessionId", "agentId", "agentVersion", provider, model, purpose, "startedAt",
    sent::int as requests, (sent and estimated)::int as "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd",
    (${Prisma.raw(unpricedCondition('m'))})::int as "unpricedCalls", ${Prisma.raw(savedOf('m'))} as "savedUsd" from "ModelCall" m
  union all
  select "projectId", null, null, "sessionId", "agentId", "agentVersion", provider, model, purpose, day::timestamp at time zone 'UTC',
    requests, "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd", "unpricedCalls", "savedUsd" from "PastUsage"
) c`

/** By owner, and by which ends the range has. */
const usageName = nameStatements('rungraph-usage', 20)

/** The condition that a model call `c` began within a stretch of time. */
function within({ since, until }: UsageRange): Prisma.Sql {
  const from = since ? Prisma.sql`c."startedAt" >= ${since}` : Prisma.sql`true`
  return until ? Prisma.sql`${from} and c."startedAt" < ${until}` : from
}

/** Whether a call asked for the next turn, and the turn had only calls refused as repeated. */
const isRepetition = Prisma.sql`(
  c.purpose in ('LOOP', 'PLAN', 'REPLAN')
  and exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" = 'TOOL_REPEATED')
  and not exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" is distinct from 'TOOL_REPEATED'))`

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

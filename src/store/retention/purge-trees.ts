import type pg from 'pg'
import { inBatches } from './in-batches.ts'

/** So many rows go in one transaction: longer ones would hold back what others read live. */
const batch = 1_000

/** Removes the rows of the trees that have a tombstone, and counts the runs. Nobody reads them any more, so it may stop anywhere. */
export async function purgeTrees(client: pg.PoolClient, signal: AbortSignal): Promise<number> {
  const { rowCount } = await client.query(`select 1 from "Run" where "removedAt" is not null limit 1`)
  if (rowCount === 0) return 0
  for (const table of tables) await eraseAll(client, table, signal)
  return eraseAll(client, runs, signal)
}

interface Erasure {
  readonly name: string
  /** Removes so many rows at most, and says how many. */
  readonly text: string
}

function eraseAll(client: pg.PoolClient, { name, text }: Erasure, signal: AbortSignal): Promise<number> {
  return inBatches(client, { name: `rungraph-erase-${name}`, text, values: [batch], batch }, signal)
}

/** The rows x of a table that belong to runs t of trees with a tombstone, as a list of their row positions. */
function rowsOf(table: string, isOfRun: string): string {
  return `array(
    select x.ctid from "Run" root join "Run" t on t."rootId" = root.id join "${table}" x on ${isOfRun}
    where root."removedAt" is not null limit $1)`
}

function erasure(table: string, isOfRun = 'x."runId" = t.id'): Erasure {
  return {
    name: table,
    text: `with gone as (delete from "${table}" where ctid = any(${rowsOf(table, isOfRun)}) returning 1)
select count(*)::int as count from gone`,
  }
}

/** Segments of the log, found by their key: a row position is unique only within its partition. */
const segments: Erasure = {
  name: 'EventSegment',
  text: `
with gone as (
  delete from "EventSegment" x using (
    select x."runId", x."lastSeq" from "Run" root join "Run" t on t."rootId" = root.id join "EventSegment" x on x."runId" = t.id
    where root."removedAt" is not null limit $1
  ) k where x."runId" = k."runId" and x."lastSeq" = k."lastSeq" returning 1
)
select count(*)::int as count from gone`,
}

/**
 * Deletes model calls and adds their usage to that of earlier ones in the same statement, so that no report counts them twice or not at
 * all.
 */
const modelCalls: Erasure = {
  name: 'ModelCall',
  text: `
with gone as (
  delete from "ModelCall" where ctid = any(${rowsOf('ModelCall', 'x."runId" = t.id')}) returning *
), days as (
  select "projectId", ("startedAt" at time zone 'UTC')::date as day, "agentId", "agentVersion", "sessionId", provider, model, purpose,
    count(*) filter (where sent) as requests, count(*) filter (where sent and estimated) as "estimatedRequests",
    sum("inputTokens") as "inputTokens", sum("outputTokens") as "outputTokens",
    sum("cachedInputTokens") as "cachedInputTokens", sum("reasoningTokens") as "reasoningTokens", sum("costUsd") as "costUsd"
  from gone group by 1, 2, 3, 4, 5, 6, 7, 8
), kept as (
  insert into "PastUsage" as known (key, "projectId", day, "agentId", "agentVersion", "sessionId", provider, model, purpose,
    requests, "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd")
  select jsonb_build_array("projectId", day, "agentId", "agentVersion", "sessionId", provider, model, purpose)::text, * from days
  on conflict (key) do update set requests = known.requests + excluded.requests,
    "estimatedRequests" = known."estimatedRequests" + excluded."estimatedRequests",
    "inputTokens" = known."inputTokens" + excluded."inputTokens", "outputTokens" = known."outputTokens" + excluded."outputTokens",
    "cachedInputTokens" = known."cachedInputTokens" + excluded."cachedInputTokens",
    "reasoningTokens" = known."reasoningTokens" + excluded."reasoningTokens", "costUsd" = known."costUsd" + excluded."costUsd"
)
select count(*)::int as count from gone`,
}

/** In the order in which they refer to each other. */
const tables: readonly Erasure[] = [
  segments,
  modelCalls,
  erasure('Gate'),
  erasure('ActionAttempt'),
  erasure('Action'),
  erasure('Step'),
  erasure('Message'),
  erasure('RunInput'),
  erasure('RunTag'),
  erasure('Compaction'),
  erasure('Reservation'),
  erasure('Secret', `x."rootId" = t.id`),
  erasure('WebhookDelivery'),
  erasure('Budget', `x.key = 'run:' || t.id`),
]

/** The deepest first, and a root when nothing is left below it. */
const runs: Erasure = {
  name: 'Run',
  text: `with gone as (
  delete from "Run" where ctid = any(array(
    select t.ctid from "Run" root join "Run" t on t."rootId" = root.id
    where root."removedAt" is not null order by t.depth desc limit $1)) returning 1
)
select count(*)::int as count from gone`,
}

import type pg from 'pg'
import { savedOf, unpricedCondition } from '../../sql/counted-calls.ts'
import { purgeLock } from '../../sql/lock-spaces.ts'
import { transact } from '../../sql/transaction.ts'

/** Number of rows in one transaction: longer ones would delay live readers. */
const batch = 1_000

/**
 * Removes the rows of the trees that have a tombstone, or of those among them with these `roots`, and counts the runs. Nobody reads them
 * any more, so it may stop anywhere, and any number of processes may purge at once.
 */
export async function purgeTrees(
  client: pg.PoolClient,
  { signal = new AbortController().signal, roots }: PurgeOptions,
): Promise<number> {
  const { rowCount } = await client.query(`select 1 from "Run" where "removedAt" is not null limit 1`)
  if (rowCount === 0) {
    // A process may have died after the last rows.
    await client.query(publishDeletions)
    return 0
  }
  const scope = roots === undefined ? everyRoot : theseRoots
  for (const table of tables) await eraseAll(client, table(scope), { signal, roots })
  const count = await eraseAll(client, runs(scope), { signal, roots })
  await client.query(publishDeletions)
  return count
}

/** Places the deletions of runs that are gone in the order in which subscribers of lists are notified of deletions (EVT-9). */
const publishDeletions = `
update "RunDeletion" d set "commitXid" = (pg_current_xact_id()::text)::bigint
where d."commitXid" = 0 and not exists (select from "Run" r where r.id = d."runId")`

interface PurgeOptions {
  /** Stops between two batches. Default: never. */
  readonly signal?: AbortSignal | undefined
  /** Ids of runs. Left out: all that have a tombstone. */
  readonly roots?: readonly string[] | undefined
}

/** Which roots, as a condition on "Run" root, and a part of the names of prepared statements. */
interface Scope {
  readonly name: string
  readonly condition: string
}

const everyRoot: Scope = { name: 'every', condition: 'root."removedAt" is not null' }
const theseRoots: Scope = {
  name: 'these',
  condition: 'root."removedAt" is not null and root.id = any($2::uuid[])',
}

interface Erasure {
  readonly name: string
  /** Removes so many rows at most, and gives their `count`. */
  readonly text: string
}

/**
 * Removes whole batches until one is not full. Of several processes that purge the same rows, the others wait with their next batch: one
 * that came second would take rows that the first is about to delete for its own, and find its batch not full too early.
 */
async function eraseAll(
  client: pg.PoolClient,
  { name, text }: Erasure,
  { signal, roots }: { readonly signal: AbortSignal; readonly roots: PurgeOptions['roots'] },
): Promise<number> {
  const values = roots === undefined ? [batch] : [batch, roots]
  let removed = 0
  while (!signal.aborted) {
    const count = await transact(client, async () => {
      await client.query('select pg_advisory_xact_lock($1, $2)', [...purgeLock])
      const { rows } = await client.query<{ count: number }>({ name: `rungraph-erase-${name}`, text, values })
      return rows[0]?.count ?? 0
    })
    removed += count
    if (count < batch) break
  }
  return removed
}

/** The rows x of a table that belong to runs t of trees with a tombstone, as a list of their row positions. */
function rowsOf(table: string, isOfRun: string, { condition }: Scope): string {
  return `array(
    select x.ctid from "Run" root join "Run" t on t."rootId" = root.id join "${table}" x on ${isOfRun}
    where ${condition} limit $1)`
}

function erasure(table: string, isOfRun = 'x."runId" = t.id') {
  return (scope: Scope): Erasure => ({
    name: `${scope.name}-${table}`,
    text: `with gone as (delete from "${table}" where ctid = any(${rowsOf(table, isOfRun, scope)}) returning 1)
select count(*)::int as count from gone`,
  })
}

/** Segments of the log, found by their key: a row position is unique only within its partition. */
const segments = ({ name, condition }: Scope): Erasure => ({
  name: `${name}-EventSegment`,
  text: `
with gone as (
  delete from "EventSegment" x using (
    select x."runId", x."lastSeq" from "Run" root join "Run" t on t."rootId" = root.id join "EventSegment" x on x."runId" = t.id
    where ${condition} limit $1
  ) k where x."runId" = k."runId" and x."lastSeq" = k."lastSeq" returning 1
)
select count(*)::int as count from gone`,
})

/**
 * Deletes model calls and adds their usage to that of earlier ones in the same statement, so that no report counts them twice or not at
 * all.
 */
const modelCalls = (scope: Scope): Erasure => ({
  name: `${scope.name}-ModelCall`,
  text: `
with gone as (
  delete from "ModelCall" where ctid = any(${rowsOf('ModelCall', 'x."runId" = t.id', scope)}) returning *
), days as (
  select "projectId", ("startedAt" at time zone 'UTC')::date as day, "agentId", "agentVersion", "sessionId", provider, model, purpose,
    count(*) filter (where sent) as requests, count(*) filter (where sent and estimated) as "estimatedRequests",
    sum("inputTokens") as "inputTokens", sum("outputTokens") as "outputTokens",
    sum("cachedInputTokens") as "cachedInputTokens", sum("reasoningTokens") as "reasoningTokens", sum("costUsd") as "costUsd",
    count(*) filter (where ${unpricedCondition('gone')}) as "unpricedCalls", sum(${savedOf('gone')}) as "savedUsd"
  from gone group by 1, 2, 3, 4, 5, 6, 7, 8
), kept as (
  insert into "PastUsage" as known (key, "projectId", day, "agentId", "agentVersion", "sessionId", provider, model, purpose,
    requests, "estimatedRequests", "inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens", "costUsd", "unpricedCalls", "savedUsd")
  select jsonb_build_array("projectId", day, "agentId", "agentVersion", "sessionId", provider, model, purpose)::text, * from days
  on conflict (key) do update set requests = known.requests + excluded.requests,
    "estimatedRequests" = known."estimatedRequests" + excluded."estimatedRequests",
    "inputTokens" = known."inputTokens" + excluded."inputTokens", "outputTokens" = known."outputTokens" + excluded."outputTokens",
    "cachedInputTokens" = known."cachedInputTokens" + excluded."cachedInputTokens",
    "reasoningTokens" = known."reasoningTokens" + excluded."reasoningTokens", "costUsd" = known."costUsd" + excluded."costUsd",
    "unpricedCalls" = known."unpricedCalls" + excluded."unpricedCalls", "savedUsd" = known."savedUsd" + excluded."savedUsd"
)
select count(*)::int as count from gone`,
})

/** In the order in which they refer to each other. */
const tables: readonly ((scope: Scope) => Erasure)[] = [
  segments,
  modelCalls,
  erasure('ModelTraffic'),
  erasure('BatchCall'),
  erasure('Gate'),
  erasure('ActionAttempt'),
  erasure('Action'),
  erasure('Step'),
  erasure('Message'),
  erasure('RunInput'),
  erasure('RunTag'),
  erasure('Rating'),
  erasure('RunComment'),
  erasure('Compaction'),
  erasure('Reservation'),
  erasure('Secret', `x."rootId" = t.id`),
  erasure('WebhookDelivery'),
  erasure('Budget', `x.key = 'run:' || t.id`),
  erasure('ActionCache', 'x."rootId" = t.id'),
  erasure('RunFile', 'x."rootId" = t.id'),
]

/** The deepest first, and a root when nothing is left below it. */
const runs = ({ name, condition }: Scope): Erasure => ({
  name: `${name}-Run`,
  text: `with gone as (
  delete from "Run" where ctid = any(array(
    select t.ctid from "Run" root join "Run" t on t."rootId" = root.id
    where ${condition} order by t.depth desc limit $1)) returning 1
)
select count(*)::int as count from gone`,
})

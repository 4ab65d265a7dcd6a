import type pg from 'pg'
import {
  type BudgetInForce,
  type BudgetState,
  type Budgets,
  dayOf,
  decideReservation,
  projectBudgetKey,
  type ReservationRequest,
  type Reserved,
  runBudgetKey,
} from '../../domain/budget.ts'
import { bringUpProject, bringUpTree } from '../../log/project/project-rows.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { HeldValues } from '../held-values.ts'

/**
 * The budgets, in PostgreSQL. Limits are read from the runs and the project each time; a Budget row is inserted with the first hold, with
 * the amount spent up to then, and is kept from there on by holds and settlements alone. Calls that are in flight without a hold when a
 * limit is first set are not in it.
 */
export function createBudgets(pool: pg.Pool): Budgets {
  const projects = new HeldValues({ read: (projectId) => isLimited(pool, projectId), maxAgeMs: 500 })
  return {
    isProjectLimited: (projectId) => projects.get(projectId),
    noteProjectLimited: (projectId, isProjectLimited) => projects.note(projectId, isProjectLimited),

    inForce: async ({ id, projectId, ancestorIds }, at) => {
      const lineage = [id, ...ancestorIds.toReversed()]
      const { rows } = await pool.query<BudgetInForce & BudgetRow>({
        name: 'rungraph-budgets-in-force',
        text: inForceStatement,
        values: [lineage, projectId, projectBudgetKey(projectId, at)],
      })
      return rows.map((row) => stateOf(row, row))
    },

    reserve: async (hold) => {
      const first = await inTransaction(pool, (client) => reserve(client, hold))
      if (first !== 'unopened') return first
      await openBudgets(pool, hold)
      const second = await inTransaction(pool, (client) => reserve(client, hold))
      if (second === 'unopened') throw new Error(`Run ${hold.run.id} or its project does not exist any more.`)
      return second
    },

    settle: async (id, used) => {
      const values = [id, used?.costUsd ?? null, used?.tokens ?? null]
      await pool.query({ name: 'rungraph-settle', text: settleStatement, values })
    },

    recover: async ({ runId, epoch }) => {
      await pool.query({ name: 'rungraph-recover-holds', text: recoverStatement, values: [runId, epoch] })
    },

    spent: async (runId) => {
      await bringUpTree(pool, runId)
      const { rows } = await pool.query<{ costUsd: string; tokens: number }>(spentStatement, [
        runId,
        runBudgetKey(runId),
      ])
      return rows[0] ?? { costUsd: '0', tokens: 0 }
    },
  }
}

async function isLimited(pool: pg.Pool, projectId: string): Promise<boolean> {
  const { rows } = await pool.query<{ isLimited: boolean }>({
    name: 'rungraph-project-limited',
    text: `select "maxCostUsdPerDay" is not null or "maxTokensPerDay" is not null as "isLimited" from "Project" where id = $1`,
    values: [projectId],
  })
  return rows[0]?.isLimited ?? false
}

async function reserve(client: pg.PoolClient, hold: ReservationRequest): Promise<Reserved | 'unopened'> {
  const { id, run, worst } = hold
  const keys = hold.budgets.map((budget) => budget.key)
  const { rows } = await client.query<BudgetRow>({
    name: 'rungraph-lock-budgets',
    text: lockStatement,
    values: [keys],
  })
  const found = new Map(rows.map((row) => [row.key, row]))
  const states = hold.budgets.flatMap((budget) => {
    const row = found.get(budget.key)
    return row ? [stateOf(budget, row)] : []
  })
  if (states.length < keys.length) return 'unopened'
  const decision = decideReservation(worst, states)
  if (decision.kind === 'refused') return decision
  const { rowCount } = await client.query({
    name: 'rungraph-hold',
    text: reserveStatement,
    values: [id, run.id, run.epoch, keys, worst.costUsd, worst.tokens],
  })
  return rowCount === 0 ? { kind: 'stale' } : { kind: 'reserved' }
}

interface BudgetRow {
  readonly key: string
  readonly spentUsd: string
  readonly spentTokens: number
  readonly reservedUsd: string
  readonly reservedTokens: number
}

function stateOf({ key, scope, maxCostUsd, maxTokens }: BudgetInForce, row: BudgetRow): BudgetState {
  const spent = { costUsd: row.spentUsd, tokens: row.spentTokens }
  const reserved = { costUsd: row.reservedUsd, tokens: row.reservedTokens }
  return { key, scope, maxCostUsd, maxTokens, spent, reserved }
}

/** Inserts the missing rows. Each is inserted once, by the first caller: until then nobody reserved anything against it. */
async function openBudgets(pool: pg.Pool, { run, budgets }: ReservationRequest): Promise<void> {
  await bringUpProject(pool, run.projectId)
  const project = budgets.find((budget) => budget.scope === 'PROJECT')
  const runKeys = budgets.filter((budget) => budget.scope !== 'PROJECT').map((budget) => budget.key)
  await pool.query({
    name: 'rungraph-open-budgets',
    text: openRunsStatement,
    values: [[run.id, ...run.ancestorIds], runKeys],
  })
  if (project) await pool.query(openProjectStatement, [run.projectId, project.key, dayIn(project.key)])
}

function dayIn(key: string): string {
  return key.slice(-dayOf(new Date(0)).length)
}

/** A day that was begun with a limit is kept to its end, so that a limit that comes back finds it complete. */
const inForceStatement = `
select i.key, i.scope, i."maxCostUsd", i."maxTokens",
  coalesce(b."spentUsd", 0)::text as "spentUsd", coalesce(b."spentTokens", 0)::float8 as "spentTokens",
  coalesce(b."reservedUsd", 0)::text as "reservedUsd", coalesce(b."reservedTokens", 0)::float8 as "reservedTokens"
from (
  select 'run:' || r.id as key, case when r.id = ($1::uuid[])[1] then 'RUN' else 'TREE' end as scope,
    r."effectiveLimits"->'maxCostUsd'->>'value' as "maxCostUsd",
    (r."effectiveLimits"->'maxTokens'->>'value')::float8 as "maxTokens",
    array_position($1::uuid[], r.id) as place
  from "Run" r where r.id = any($1::uuid[])
    and coalesce(r."effectiveLimits"->'maxCostUsd'->>'value', r."effectiveLimits"->'maxTokens'->>'value') is not null
  union all
  select $3::text, 'PROJECT', p."maxCostUsdPerDay"::text, p."maxTokensPerDay"::float8, null
  from "Project" p where p.id = $2 and (p."maxCostUsdPerDay" is not null or p."maxTokensPerDay" is not null
    or exists (select 1 from "Budget" b where b.key = $3::text))
) i left join "Budget" b on b.key = i.key
order by i.place`

/** All who hold take the rows in the order of their keys, so that none waits for another in a circle. */
const lockStatement = `
select key, "spentUsd"::text, "spentTokens"::float8, "reservedUsd"::text, "reservedTokens"::float8
from "Budget" where key = any($1::text[]) order by key for update`

/** The run's row is locked last and against a claim only: an owner whose epoch is over holds nothing. */
const reserveStatement = `
with owned as (
  select id, "projectId" from "Run" where id = $2 and epoch = $3 for share
), held as (
  insert into "Reservation" (id, "projectId", "runId", epoch, "budgetKeys", "costUsd", tokens)
  select $1::uuid, "projectId", id, $3, $4::text[], $5::numeric, $6::bigint from owned
  returning "runId"
)
update "Budget" set "reservedUsd" = "reservedUsd" + $5::numeric, "reservedTokens" = "reservedTokens" + $6::bigint
where key = any($4::text[]) and exists (select 1 from held)`

/** Books the holds of `used` and their usage. Each `any` shows the planner that the rows are few, so that it finds them by their key. */
const booking = `
, shares as (
  select key, sum(u."costUsd") as held_usd, sum(u.tokens) as held_tokens, sum(u.used_usd) as used_usd, sum(u.used_tokens) as used_tokens
  from used u cross join lateral unnest(u."budgetKeys") as key group by key
), locked as (
  select b.key from "Budget" b where b.key = any((select array_agg(key) from shares)::text[]) order by b.key for update
)
update "Budget" b set
  "spentUsd" = b."spentUsd" + s.used_usd, "spentTokens" = b."spentTokens" + s.used_tokens,
  "reservedUsd" = b."reservedUsd" - s.held_usd, "reservedTokens" = b."reservedTokens" - s.held_tokens
from locked l join shares s on s.key = l.key
where b.key = l.key and b.key = any((select array_agg(key) from shares)::text[])`

const settleStatement = `
with used as (
  delete from "Reservation" where id = $1
  returning "budgetKeys", "costUsd", tokens, coalesce($2::numeric, "costUsd") as used_usd, coalesce($3::bigint, tokens) as used_tokens
)${booking}`

const recoverStatement = `
with gone as (
  delete from "Reservation" h where "runId" = $1 and epoch < $2 and not exists (select 1 from "BatchCall" b where b.id = h.id)
  returning id, "runId", "budgetKeys", "costUsd", tokens
), used as (
  select g.*, coalesce(c."costUsd", g."costUsd") as used_usd, coalesce(c."inputTokens"::bigint + c."outputTokens", g.tokens) as used_tokens
  from gone g left join "ModelCall" c on c."runId" = g."runId" and c."messageId" = g.id::text
)${booking}`

/** The runs `t` of the tree of `r`, with their model calls `c`. */
const treeOfRun = `
  join "Run" t on t."rootId" = r."rootId" and (t.id = r.id or r.id = any(t."ancestorIds"))
  left join "ModelCall" c on c."runId" = t.id`

const sums = `coalesce(sum(c."costUsd"), 0)`
const tokenSums = `coalesce(sum(c."inputTokens"::bigint + c."outputTokens"), 0)`

const openRunsStatement = `
insert into "Budget" (key, "projectId", "spentUsd", "spentTokens")
select 'run:' || r.id, r."projectId", ${sums}, ${tokenSums} from "Run" r ${treeOfRun}
where r.id = any($1::uuid[]) and 'run:' || r.id = any($2::text[])
  and not exists (select 1 from "Budget" b where b.key = 'run:' || r.id)
group by r.id order by 1
on conflict do nothing`

const openProjectStatement = `
insert into "Budget" (key, "projectId", "spentUsd", "spentTokens")
select $2, $1::uuid, ${sums}, ${tokenSums} from "ModelCall" c
where c."projectId" = $1::uuid
  and c."startedAt" >= ($3::date)::timestamp at time zone 'UTC'
  and c."startedAt" < ($3::date + 1)::timestamp at time zone 'UTC'
on conflict do nothing`

const spentStatement = `
select trim_scale(coalesce(b."spentUsd", tree.cost))::text as "costUsd", coalesce(b."spentTokens", tree.tokens)::float8 as tokens
from "Run" me left join "Budget" b on b.key = $2
left join lateral (
  select ${sums} as cost, ${tokenSums} as tokens from "Run" r ${treeOfRun} where r.id = me.id and b.key is null
) tree on true
where me.id = $1`

import type pg from 'pg'
import { type Dispatch, idOfKey, type Job, type Transaction } from '../domain/dispatch.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import {
  type ClaimedDelivery,
  type DueDelivery,
  deliveryJob,
  type Outbox,
  type OutboxClaim,
  type Settlement,
} from '../domain/webhook.ts'
import { inTransaction } from '../sql/transaction.ts'

export interface OutboxOptions {
  readonly pool: pg.Pool
  readonly dispatch: Dispatch
  readonly wakeups: Wakeups
}

/** The rows of deliveries, in PostgreSQL. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { pool, dispatch, wakeups } = options
  return {
    claim: async (claim) => {
      for (;;) {
        const { claimed, hasDropped } = await inTransaction(pool, (client, transaction) =>
          claimJobs(client, claim, { dispatch, transaction }),
        )
        // Behind jobs of deliveries that are not due any more there may be others.
        if (claimed.length > 0 || !hasDropped) return claimed
      }
    },

    due: async (limit, now) => {
      const { rows } = await pool.query<DueDelivery>({
        name: 'rungraph-due-deliveries',
        text: dueStatement,
        values: [limit, now],
      })
      return rows
    },

    settle: (delivery, settlement, now) =>
      inTransaction(pool, async (client, transaction) => {
        const failingSince = await settle(client, delivery, settlement, now)
        await dispatch.enqueue(await nextJobs(client, delivery, { settlement, now }), transaction)
        return failingSince
      }),

    disable: async (webhookId, reason, now) => {
      await pool.query(disableStatement, [webhookId, reason, now])
    },

    redeliver: async (projectId, deliveryId, now) => {
      const isDue = await inTransaction(pool, async (client, transaction) => {
        const { rows } = await client.query<DueDelivery>(redeliverStatement, [projectId, deliveryId, now])
        await dispatch.enqueue(
          rows.map((row) => deliveryJob(row)),
          transaction,
        )
        return rows.length === 1
      })
      if (isDue) {
        wakeups.publish(topics.redelivered)
        return 'due'
      }
      const { rowCount } = await pool.query(existsStatement, [projectId, deliveryId])
      return rowCount === 1 ? 'disabled' : 'missing'
    },
  }
}

/** Fetches jobs and claims their deliveries, in one transaction. */
async function claimJobs(
  client: pg.PoolClient,
  claim: OutboxClaim,
  { dispatch, transaction }: Pick<OutboxOptions, 'dispatch'> & { readonly transaction: Transaction },
): Promise<{ readonly claimed: readonly ClaimedDelivery[]; readonly hasDropped: boolean }> {
  const full = claim.freeSlots.filter(({ slots }) => slots <= 0).map(({ webhookId }) => webhookId)
  const fetch = { limit: claim.limit, exceptGroups: full }
  const jobs = await dispatch.fetch('deliveries', fetch, transaction)
  if (jobs.length === 0) return { claimed: [], hasDropped: false }
  const ids = jobs.map(({ key }) => idOfKey(key))
  const claimed = await claimDue(client, claim, ids)
  await dispatch.delete('deliveries', jobs, transaction)
  if (claimed.length === jobs.length) return { claimed, hasDropped: false }
  const claimedIds = new Set(claimed.map(({ id }) => id))
  // Only the slots of their webhooks, or a lock, hold these back.
  const { rows: held } = await client.query<DueDelivery>(heldBackStatement, [
    ids.filter((id) => !claimedIds.has(id)),
    claim.now,
  ])
  await dispatch.enqueue(
    held.map((row) => deliveryJob(row)),
    transaction,
  )
  return { claimed, hasDropped: claimed.length + held.length < jobs.length }
}

async function claimDue(
  client: pg.PoolClient,
  claim: OutboxClaim,
  ids: readonly string[],
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await client.query<ClaimedDelivery>({
    name: 'rungraph-outbox',
    text: claimStatement,
    values: [
      ids,
      claim.perWebhook,
      claim.freeSlots.map(({ webhookId }) => webhookId),
      claim.freeSlots.map(({ slots }) => slots),
      claim.now,
      claim.until,
    ],
  })
  return rows
}

/** The job of the next attempt; where there is none, that of the next delivery of the run, which waited for this one. */
async function nextJobs(
  client: pg.PoolClient,
  { id, webhookId, runId, attempt }: ClaimedDelivery,
  { settlement, now }: { readonly settlement: Settlement; readonly now: Date },
): Promise<readonly Job[]> {
  switch (settlement.kind) {
    case 'failed':
      return [deliveryJob({ id, webhookId, attempt }, settlement.retryAt)]
    case 'released':
      return [deliveryJob({ id, webhookId, attempt: attempt - 1 })]
    case 'delivered':
    case 'abandoned': {
      const { rows } = await client.query<DueDelivery & { readonly nextAttemptAt: Date }>(
        nextOfRunStatement,
        [webhookId, runId],
      )
      return rows.map(({ nextAttemptAt, ...row }) =>
        deliveryJob(row, nextAttemptAt > now ? nextAttemptAt : undefined),
      )
    }
    default:
      return settlement satisfies never
  }
}

/** An attempt that another process has repeated meanwhile, as it counted as lost, changes nothing any more unless it was accepted. */
async function settle(
  client: pg.PoolClient,
  { id, attempt, webhookId }: ClaimedDelivery,
  settlement: Settlement,
  now: Date,
): Promise<Date | null> {
  switch (settlement.kind) {
    case 'delivered':
      await client.query(deliveredStatement, [id, now, settlement.statusCode])
      break
    case 'failed':
      await client.query(failedStatement, [
        ...[id, attempt, settlement.error],
        ...[settlement.retryAt, settlement.statusCode],
      ])
      break
    case 'abandoned':
      await client.query(abandonedStatement, [id, attempt, settlement.error, now, settlement.statusCode])
      break
    case 'released':
      await client.query(releasedStatement, [id, attempt, now])
      return null
    default:
      return settlement satisfies never
  }
  const { rows } = await client.query<{ failingSince: Date | null }>(healthStatement, [
    webhookId,
    settlement.kind === 'delivered',
    now,
  ])
  return rows[0]?.failingSince ?? null
}

/** As its indexes have it. */
const isPending = (d: string) => `${d}."deliveredAt" is null and ${d}."abandonedAt" is null`

/** Within one run, the earliest delivery holds back those after it (HOOK-4). */
const isNextOfRun = `not exists (
    select 1 from "WebhookDelivery" e
    where e."webhookId" = d."webhookId" and e."runId" = d."runId" and e.number < d.number and ${isPending('e')}
  )`

/**
 * Whether a delivery is due at the time `now`. A first attempt is due as soon as it has a job: its time is that of the process that wrote the
 * row, whose clock may be ahead.
 */
const isDueAt = (now: string) => `(d.attempt = 0 or d."nextAttemptAt" <= ${now})`

/** Claims at most as many deliveries of a webhook as it has slots. */
const claimStatement = `
with due as (
  select d.id, d."webhookId", d."nextAttemptAt", d.number
  from "WebhookDelivery" d join "Webhook" w on w.id = d."webhookId" and w."disabledAt" is null
  where d.id = any($1::uuid[]) and ${isPending('d')} and ${isDueAt('$5')} and ${isNextOfRun}
  for update of d skip locked
), placed as (
  select d.id, coalesce(p.slots, $2) as slots, row_number() over (partition by d."webhookId" order by d."nextAttemptAt", d.number) as place
  from due d left join unnest($3::uuid[], $4::int[]) as p(id, slots) on p.id = d."webhookId"
)
update "WebhookDelivery" d set attempt = d.attempt + 1, "nextAttemptAt" = $6
from placed, "Webhook" w, "Run" r
where d.id = placed.id and placed.place <= placed.slots and w.id = d."webhookId" and r.id = d."runId"
returning d.id, d."webhookId", d."runId", d.topic, d.facts, d."createdAt", d.attempt, w.url, w.secret,
  case when w."previousSecretUntil" > $5 then w."previousSecret" end as "previousSecret",
  case when r.traceparent is not null then jsonb_build_object('traceparent', r.traceparent, 'tracestate', r.tracestate) end as trace`

/** Those of the deliveries `$1` that could be claimed. */
const heldBackStatement = `
select d.id, d."webhookId", d.attempt from "WebhookDelivery" d join "Webhook" w on w.id = d."webhookId" and w."disabledAt" is null
where d.id = any($1::uuid[]) and ${isPending('d')} and ${isDueAt('$2')} and ${isNextOfRun}`

/** Query of the sweep: the first due deliveries of each webhook. */
const dueStatement = `
select q.* from "Webhook" w cross join lateral (
  select d.id, d."webhookId", d.attempt from "WebhookDelivery" d
  where d."webhookId" = w.id and ${isPending('d')} and d."nextAttemptAt" <= $2 and ${isNextOfRun}
  order by d."nextAttemptAt", d.number limit $1
) q
where w."disabledAt" is null`

const nextOfRunStatement = `
select d.id, d."webhookId", d.attempt, d."nextAttemptAt" from "WebhookDelivery" d
where d."webhookId" = $1 and d."runId" = $2 and ${isPending('d')} and ${isNextOfRun}`

/** Untried deliveries of the same run wait for this one: they become due with it, and are not read before. */
const withFollowers = (change: string) => `
update "WebhookDelivery" f set "nextAttemptAt" = ${change}
from done where f."webhookId" = done."webhookId" and f."runId" = done."runId" and f.number > done.number and f.attempt = 0
  and ${isPending('f')}`

const deliveredStatement = `
with done as (
  update "WebhookDelivery" d set "deliveredAt" = $2, "lastError" = null, "lastStatusCode" = $3 where d.id = $1 and ${isPending('d')}
  returning d."webhookId", d."runId", d.number
)${withFollowers('least(f."nextAttemptAt", $2)')}`

const failedStatement = `
with done as (
  update "WebhookDelivery" d set "nextAttemptAt" = $4, "lastError" = $3, "lastStatusCode" = $5 where d.id = $1 and d.attempt = $2 and ${isPending('d')}
  returning d."webhookId", d."runId", d.number
)${withFollowers('greatest(f."nextAttemptAt", $4)')}`

const abandonedStatement = `
with done as (
  update "WebhookDelivery" d set "abandonedAt" = $4, "lastError" = $3, "lastStatusCode" = $5 where d.id = $1 and d.attempt = $2 and ${isPending('d')}
  returning d."webhookId", d."runId", d.number
)${withFollowers('least(f."nextAttemptAt", $4)')}`

const releasedStatement = `
update "WebhookDelivery" d set attempt = d.attempt - 1, "nextAttemptAt" = $3
where d.id = $1 and d.attempt = $2 and ${isPending('d')}`

/** Written only where it changes: most attempts succeed, at a webhook that does not fail. */
const healthStatement = `
with changed as (
  update "Webhook" set "failingSince" = case when $2 then null else $3::timestamptz end
  where id = $1 and ("failingSince" is null) <> $2
  returning "failingSince"
)
select "failingSince" from changed
union all select "failingSince" from "Webhook" where id = $1 and not exists (select from changed)`

const disableStatement = `
update "Webhook" set "disabledAt" = $3, "disabledReason" = $2 where id = $1 and "disabledAt" is null`

const redeliverStatement = `
update "WebhookDelivery" d set attempt = 0, "nextAttemptAt" = $3, "deliveredAt" = null, "abandonedAt" = null
from "Webhook" w
where d."projectId" = $1 and d.id = $2 and w.id = d."webhookId" and w."disabledAt" is null
returning d.id, d."webhookId", d.attempt`

const existsStatement = 'select 1 from "WebhookDelivery" where "projectId" = $1 and id = $2'

import type pg from 'pg'
import type { Dispatch } from '../domain/dispatch.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import {
  type ClaimedDelivery,
  deliveryJob,
  type Outbox,
  type OutboxClaim,
  type Settlement,
} from '../domain/webhook.ts'
import { inTransaction } from './transaction.ts'

export interface OutboxOptions {
  readonly pool: pg.Pool
  readonly dispatch: Dispatch
  readonly wakeups: Wakeups
}

/** The rows of deliveries, in PostgreSQL. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { pool, dispatch, wakeups } = options
  return {
    claim: (claim) =>
      inTransaction(pool, async (client, transaction) => {
        const jobs = claim.onJobs ? await dispatch.take('deliveries', claim.limit, transaction) : null
        return jobs?.length === 0 ? [] : claimDue(client, claim)
      }),

    settle: (delivery, settlement, now) =>
      inTransaction(pool, async (client, transaction) => {
        const failingSince = await settle(client, delivery, settlement, now)
        const { id } = delivery
        if (settlement.kind === 'failed')
          await dispatch.enqueue([deliveryJob({ id, dueAt: settlement.retryAt })], transaction)
        if (settlement.kind === 'released') await dispatch.enqueue([deliveryJob({ id })], transaction)
        return failingSince
      }),

    disable: async (webhookId, reason, now) => {
      await pool.query(disableStatement, [webhookId, reason, now])
    },

    redeliver: async (projectId, deliveryId, now) => {
      const isDue = await inTransaction(pool, async (client, transaction) => {
        const { rowCount } = await client.query(redeliverStatement, [projectId, deliveryId, now])
        if (rowCount === 1) await dispatch.enqueue([deliveryJob({ id: deliveryId })], transaction)
        return rowCount === 1
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

async function claimDue(client: pg.PoolClient, claim: OutboxClaim): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await client.query<ClaimedDelivery>({
    name: 'rungraph-outbox',
    text: claimStatement,
    values: [
      claim.limit,
      claim.perWebhook,
      claim.places.map(({ webhookId }) => webhookId),
      claim.places.map(({ places }) => places),
      claim.now,
      claim.until,
    ],
  })
  return rows
}

/** An attempt that somebody has repeated meanwhile, as it counted as lost, changes nothing any more unless it was taken. */
async function settle(
  client: pg.PoolClient,
  { id, attempt, webhookId }: ClaimedDelivery,
  settlement: Settlement,
  now: Date,
): Promise<Date | null> {
  switch (settlement.kind) {
    case 'delivered':
      await client.query(deliveredStatement, [id, now])
      break
    case 'failed':
      await client.query(failedStatement, [id, attempt, settlement.error, settlement.retryAt])
      break
    case 'abandoned':
      await client.query(abandonedStatement, [id, attempt, settlement.error, now])
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

/** Those of one webhook do not take the places of others, and of one run the earliest holds back those after it (HOOK-4). */
const claimStatement = `
with free as (
  select w.id, coalesce(p.places, $2) as places
  from "Webhook" w left join unnest($3::uuid[], $4::int[]) as p(id, places) on p.id = w.id
  where w."disabledAt" is null
), due as (
  select q.* from free f cross join lateral (
    select d.id, d."nextAttemptAt", d.number from "WebhookDelivery" d
    where d."webhookId" = f.id and ${isPending('d')} and d."nextAttemptAt" <= $5
      and not exists (
        select 1 from "WebhookDelivery" e
        where e."webhookId" = f.id and e."runId" = d."runId" and e.number < d.number and ${isPending('e')}
      )
    order by d."nextAttemptAt", d.number
    limit f.places
    for update of d skip locked
  ) q
  order by q."nextAttemptAt", q.number
  limit $1
)
update "WebhookDelivery" d set attempt = d.attempt + 1, "nextAttemptAt" = $6
from due, "Webhook" w, "Run" r
where d.id = due.id and w.id = d."webhookId" and r.id = d."runId"
returning d.id, d."webhookId", d."runId", d.topic, d.facts, d."createdAt", d.attempt, w.url, w.secret,
  case when r.traceparent is not null then jsonb_build_object('traceparent', r.traceparent, 'tracestate', r.tracestate) end as trace`

/** Those of the same run that were never tried wait for this one: they become due with it, and are not looked at before. */
const withFollowers = (change: string) => `
update "WebhookDelivery" f set "nextAttemptAt" = ${change}
from done where f."webhookId" = done."webhookId" and f."runId" = done."runId" and f.number > done.number and f.attempt = 0
  and ${isPending('f')}`

const deliveredStatement = `
with done as (
  update "WebhookDelivery" d set "deliveredAt" = $2, "lastError" = null where d.id = $1 and ${isPending('d')}
  returning d."webhookId", d."runId", d.number
)${withFollowers('least(f."nextAttemptAt", $2)')}`

const failedStatement = `
with done as (
  update "WebhookDelivery" d set "nextAttemptAt" = $4, "lastError" = $3 where d.id = $1 and d.attempt = $2 and ${isPending('d')}
  returning d."webhookId", d."runId", d.number
)${withFollowers('greatest(f."nextAttemptAt", $4)')}`

const abandonedStatement = `
with done as (
  update "WebhookDelivery" d set "abandonedAt" = $4, "lastError" = $3 where d.id = $1 and d.attempt = $2 and ${isPending('d')}
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
where d."projectId" = $1 and d.id = $2 and w.id = d."webhookId" and w."disabledAt" is null`

const existsStatement = 'select 1 from "WebhookDelivery" where "projectId" = $1 and id = $2'

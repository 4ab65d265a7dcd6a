import type pg from 'pg'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import type { ClaimedDelivery, Outbox, Settlement } from '../domain/webhook.ts'
import { inTransaction } from '../sql/transaction.ts'

interface OutboxOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
}

/** The rows of deliveries, in PostgreSQL. */
export function createOutbox({ pool, wakeups }: OutboxOptions): Outbox {
  return {
    claim: async ({ limit, perWebhook, freeSlots, now, until }) => {
      const { rows } = await pool.query<ClaimedDelivery>({
        name: 'rungraph-outbox',
        text: claimStatement,
        values: [
          limit,
          perWebhook,
          freeSlots.map(({ webhookId }) => webhookId),
          freeSlots.map(({ slots }) => slots),
          now,
          until,
        ],
      })
      return rows
    },

    settle: (delivery, settlement, now) =>
      inTransaction(pool, (client) => settle(client, delivery, settlement, now)),

    disable: async (webhookId, reason, now) => {
      await pool.query(disableStatement, [webhookId, reason, now])
    },

    redeliver: async (projectId, deliveryId, now) => {
      const { rowCount: due } = await pool.query(redeliverStatement, [projectId, deliveryId, now])
      if (due === 1) {
        wakeups.publish(topics.redelivered)
        return 'due'
      }
      const { rowCount } = await pool.query(existsStatement, [projectId, deliveryId])
      return rowCount === 1 ? 'disabled' : 'missing'
    },
  }
}

/** An attempt that another process has repeated meanwhile, as it counted as lost, changes nothing any more unless it was accepted. */
async function settle(
  client: pg.PoolClient,
  { id, attempt, webhookId }: ClaimedDelivery,
  settlement: Settlement,
  now: Date,
): Promise<Date | null> {
  if (settlement.kind === 'released') {
    await client.query(releasedStatement, [id, attempt, now])
    return null
  }
  const isDelivered = settlement.kind === 'delivered'
  await client.query(settledStatement, [
    id,
    isDelivered ? null : attempt,
    now,
    settlement.kind,
    settlement.kind === 'failed' ? settlement.retryAt : null,
    isDelivered ? null : settlement.error,
    settlement.statusCode,
  ])
  const health = await client.query<{ failingSince: Date | null }>(healthStatement, [
    webhookId,
    isDelivered,
    now,
  ])
  return health.rows[0]?.failingSince ?? null
}

/** As its indexes have it. */
const isPending = (d: string) => `${d}."deliveredAt" is null and ${d}."abandonedAt" is null`

/** Within one run, the earliest delivery holds back those after it (HOOK-4). */
const isNextOfRun = `not exists (
    select 1 from "WebhookDelivery" e
    where e."webhookId" = d."webhookId" and e."runId" = d."runId" and e.number < d.number and ${isPending('e')}
  )`

/**
 * Whether a delivery is due at `$5`. One that neither was tried nor waited for another is due at once: its time is that of the process that
 * wrote the row, whose clock may be ahead.
 */
const isDue = `(d."nextAttemptAt" <= $5 or (d.attempt = 0 and d."nextAttemptAt" = d."createdAt"))`

/**
 * Claims the first that are due, and of each webhook at most as many as it has slots. The webhooks with pending deliveries are read one after
 * another from the index: most have none. A delivery is locked as it is found, so that processes that were woken together get different ones.
 */
const claimStatement = `
with recursive busy (id) as (
  (select d."webhookId" from "WebhookDelivery" d where ${isPending('d')} order by d."webhookId" limit 1)
  union all
  select (select d."webhookId" from "WebhookDelivery" d where ${isPending('d')} and d."webhookId" > b.id order by d."webhookId" limit 1)
  from busy b where b.id is not null
), found as materialized (
  select q.* from busy b join "Webhook" w on w.id = b.id left join unnest($3::uuid[], $4::int[]) as p(id, slots) on p.id = w.id
  cross join lateral (
    select d.id, d."nextAttemptAt", d.number from "WebhookDelivery" d
    where d."webhookId" = w.id and ${isPending('d')} and ${isDue} and ${isNextOfRun}
    order by d."nextAttemptAt", d.number limit greatest(0, coalesce(p.slots, $2::int)) for update of d skip locked
  ) q
  where w."disabledAt" is null
  order by q."nextAttemptAt", q.number limit $1
)
update "WebhookDelivery" d set attempt = d.attempt + 1, "nextAttemptAt" = $6
from "Webhook" w, "Run" r
where d.id = any(array(select id from found)) and w.id = d."webhookId" and r.id = d."runId"
returning d.id, d."webhookId", d."runId", d.topic, d.facts, d."createdAt", d.attempt, w.url, w.secret,
  case when w."previousSecretUntil" > $5 then w."previousSecret" end as "previousSecret",
  case when r.traceparent is not null then jsonb_build_object('traceparent', r.traceparent, 'tracestate', r.tracestate) end as trace`

/**
 * The outcome of an attempt, `$4`; `$5`: when another follows. Untried deliveries of the same run wait for this one: they become due with it,
 * and are not read before.
 */
const settledStatement = `
with done as (
  update "WebhookDelivery" d set "deliveredAt" = case when $4::text = 'delivered' then $3::timestamptz end,
    "abandonedAt" = case when $4 = 'abandoned' then $3::timestamptz end,
    "nextAttemptAt" = coalesce($5, d."nextAttemptAt"), "lastError" = $6, "lastStatusCode" = $7
  where d.id = $1 and d.attempt = coalesce($2::int, d.attempt) and ${isPending('d')}
  returning d."webhookId", d."runId", d.number
)
update "WebhookDelivery" f set "nextAttemptAt" =
  case when $5::timestamptz is null then least(f."nextAttemptAt", $3) else greatest(f."nextAttemptAt", $5) end
from done where f."webhookId" = done."webhookId" and f."runId" = done."runId" and f.number > done.number and f.attempt = 0
  and ${isPending('f')}`

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

import type pg from 'pg'
import type { NewWebhook, WebhookStore, WebhookTarget } from '../domain/webhook.ts'
import { lockProject } from '../sql/lock-spaces.ts'
import { inTransaction } from '../sql/transaction.ts'
import { removeRow } from './remove-row.ts'

/** The rows of webhooks, in PostgreSQL. */
export function createWebhookStore(pool: pg.Pool): WebhookStore {
  return {
    insert: (webhook, max) => inTransaction(pool, (client) => insertWebhook(client, webhook, max)),
    update: async (projectId, webhookId, { url = null, topics = null, enabled = null }) => {
      const { rowCount } = await pool.query(updateStatement, [projectId, webhookId, url, topics, enabled])
      return rowCount === 1
    },
    find: async (projectId, webhookId, now) => {
      const { rows } = await pool.query<WebhookTarget>(findStatement, [projectId, webhookId, now])
      return rows[0] ?? null
    },
    rotate: async (projectId, webhookId, { secret, keepOldUntil }) => {
      const { rowCount } = await pool.query(rotateStatement, [projectId, webhookId, secret, keepOldUntil])
      return rowCount === 1
    },
    delete: async (projectId, id) =>
      (await removeRow(pool, webhookRows, { projectId, id })).kind === 'removed',
  }
}

/** A deletion waits for commits that are about to notify the webhook; later commits skip it. */
const webhookRows = { table: 'Webhook', parts: { WebhookDelivery: 'webhookId' } } as const

/** The count is exact, as the webhooks of a project are added one after another. */
async function insertWebhook(client: pg.PoolClient, webhook: NewWebhook, max: number): Promise<boolean> {
  const { id, projectId, url, topics, secret } = webhook
  await lockProject(client, 'webhooks', projectId)
  const { rowCount } = await client.query(insertStatement, [id, projectId, url, topics, secret, max])
  return rowCount === 1
}

const insertStatement = `
insert into "Webhook" (id, "projectId", url, topics, secret, "createdAt")
select $1, $2, $3, $4, $5, clock_timestamp() where (select count(*) from "Webhook" where "projectId" = $2) < $6`

/** A disabled webhook keeps its state and reason; enabling it resets them. */
const updateStatement = `
update "Webhook" set url = coalesce($3, url), topics = coalesce($4, topics),
  "disabledAt" = case when $5::boolean then null when $5 = false then coalesce("disabledAt", clock_timestamp()) else "disabledAt" end,
  "disabledReason" = case when $5 then null else "disabledReason" end,
  "failingSince" = case when $5 then null else "failingSince" end
where "projectId" = $1 and id = $2`

const findStatement = `
select url, secret, case when "previousSecretUntil" > $3 then "previousSecret" end as "previousSecret"
from "Webhook" where "projectId" = $1 and id = $2`

/** A secret that was rotated twice within its time signs no more: two are the most that a webhook has. */
const rotateStatement = `
update "Webhook" set secret = $3, "previousSecret" = secret, "previousSecretUntil" = $4 where "projectId" = $1 and id = $2`

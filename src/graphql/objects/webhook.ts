import { hasRole } from '../../domain/caller.ts'
import { byCreation } from '../../domain/row-list.ts'
import { webhookChange, webhookSettings, webhookTopic } from '../../domain/webhook.ts'
import { nullable, required, valueObject } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryById, rowObject, rowOf } from '../row-object.ts'
import { enumOf, inputFields } from '../shape.ts'

export const Webhook = rowObject(
  'Webhook',
  'Address that receives signed POST requests when runs change their status and when gates open or are resolved.',
  {
    disabledAt: 'Time when the webhook was disabled. Null if it is enabled.',
    disabledReason: 'Reason why the server disabled the webhook. Null if the server did not disable it.',
    failingSince:
      'Time of the first failed attempt after the last successful one. Null if the last attempt succeeded or there was none.',
    createdAt: 'Time when the webhook was created.',
  },
  (t) => ({
    url: t.string({
      description:
        'URL of the receiver. Callers without the role ADMIN see it without path and query, which can contain credentials: `https://hooks.example.com/…`.',
      select: { url: true },
      resolve: ({ url }, _, ctx) => (hasRole(ctx.caller, 'ADMIN') ? url : `${new URL(url).origin}/…`),
    }),
    topics: t.field({
      type: [enumOf(webhookTopic)],
      description: 'Topics that the webhook receives.',
      select: { topics: true },
      resolve: ({ topics }) => webhookTopic.options.filter((topic) => topics.includes(topic)),
    }),
    enabled: t.boolean({
      description:
        'Whether the webhook is enabled. No notifications are written or sent for a disabled webhook.',
      select: { disabledAt: true },
      resolve: ({ disabledAt }) => disabledAt === null,
    }),
  }),
)

const webhooks = defineList(Webhook, {
  table: 'Webhook',
  words: ['webhook', 'webhooks'],
  order: byCreation,
})

queryById('Webhook', Webhook)

webhooks.query('webhooks', 'Webhooks of the project, in the order of their creation.')

const CreatedWebhook = valueObject<{ webhookId: string; secret: string | null }>(
  'CreatedWebhook',
  'New webhook, with the secret that signs its requests.',
  {
    secret: nullable.string(
      'Secret that signs the requests of the webhook, `whsec_…`. It is shown here and never again. Null if the server cannot store a secret and signs only with `RUNGRAPH_WEBHOOK_SECRET`.',
    ),
  },
  {
    fields: (t) => ({
      webhook: rowOf(t, Webhook, 'Webhook that was created.', ({ webhookId }) => webhookId),
    }),
  },
)

mutation('createWebhook', {
  description: 'Creates a webhook, which receives notifications from now on.',
  argument: 'Webhook to create.',
  input: inputFields(webhookSettings),
  result: CreatedWebhook,
  gives: 'New webhook, or the error.',
  errors: ['InvalidInput', 'Conflict', 'LimitExceeded'],
  resolve: (webhook, ctx) => ctx.operations.webhooks.createWebhook({ ...webhook, projectId: ctx.project.id }),
})

mutation('updateWebhook', {
  description: 'Changes a webhook, or enables a webhook that was disabled.',
  argument: 'Webhook, and its changes.',
  note: 'A field that you leave out stays unchanged.',
  input: { id: required.idOf('Webhook'), ...inputFields(webhookChange) },
  nulls: 'REFUSED',
  result: Webhook,
  gives: 'Changed webhook, or the error.',
  errors: ['InvalidInput', 'NotFound'],
  resolve: async ({ id: webhookId, ...changes }, ctx) =>
    (await ctx.operations.webhooks.updateWebhook({ ...changes, projectId: ctx.project.id, webhookId }))
      .webhookId,
})

deletes('Webhook', {
  description: 'Deletes a webhook with all its deliveries.',
  remove: (webhookId, ctx) => ctx.operations.webhooks.deleteWebhook({ projectId: ctx.project.id, webhookId }),
})

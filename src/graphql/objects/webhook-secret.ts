import { testAnswer } from '../../domain/webhook.ts'
import { int, required, string, valueObject } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { rowOf } from '../row-object.ts'
import { objectOf } from '../shape.ts'
import { Webhook } from './webhook.ts'

const WebhookTest = objectOf(testAnswer, {
  fields: (t) => ({
    accepted: t.boolean({
      description: 'Whether the receiver accepted the request, as it would a delivery.',
      resolve: ({ error }) => error === null,
    }),
  }),
})

const RotatedWebhookSecret = valueObject<{ webhookId: string; secret: string }>(
  'RotatedWebhookSecret',
  'Webhook with its new secret.',
  {
    secret: string(
      'New secret that signs the requests of the webhook, `whsec_…`. It is shown here and never again.',
    ),
  },
  {
    fields: (t) => ({
      webhook: rowOf(t, Webhook, 'Webhook whose secret was replaced.', ({ webhookId }) => webhookId),
    }),
  },
)

mutation('testWebhook', {
  description:
    'Sends a signed request of the type `webhook.test` to a webhook now, once, and returns the answer. The webhook can be disabled. No delivery is stored.',
  argument: 'Webhook to test.',
  input: { id: required.idOf('Webhook') },
  result: WebhookTest,
  gives: 'Outcome of the test, or the error.',
  resolve: ({ id: webhookId }, ctx) =>
    ctx.operations.webhooks.testWebhook({ projectId: ctx.project.id, webhookId }),
})

mutation('rotateWebhookSecret', {
  description:
    'Replaces the secret of a webhook. For some time, requests are signed with the new and the old secret, so that no delivery is lost while the receiver changes over.',
  argument: 'Webhook whose secret is replaced.',
  input: {
    id: required.idOf('Webhook'),
    keepOldForMs: int(
      'Time in milliseconds for which requests are also signed with the old secret, from 0 to 604800000 (7 days). Default 86400000 (24 hours).',
    ),
  },
  result: RotatedWebhookSecret,
  gives: 'Webhook with its new secret, or the error.',
  resolve: ({ id: webhookId, keepOldForMs }, ctx) =>
    ctx.operations.webhooks.rotateSecret({ projectId: ctx.project.id, webhookId, keepOldForMs }),
})

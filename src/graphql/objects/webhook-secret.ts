import type { TestAnswer } from '../../domain/webhook.ts'
import { builder } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { Webhook } from './webhook.ts'

const TestWebhookInput = builder.inputType('TestWebhookInput', {
  description: 'Input of `testWebhook`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the webhook.', required: true }) }),
})

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'Input of `rotateWebhookSecret`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the webhook.', required: true }),
    keepOldForMs: t.int({
      description:
        'Time in milliseconds for which requests are also signed with the old secret, from 0 to 604800000 (7 days). Default 86400000 (24 hours).',
    }),
  }),
})

const WebhookTest = builder.objectRef<TestAnswer>('WebhookTest').implement({
  description: 'Outcome of a test of a webhook.',
  fields: (t) => ({
    accepted: t.boolean({
      description: 'Whether the receiver accepted the request, as it would a delivery.',
      resolve: ({ error }) => error === null,
    }),
    status: t.exposeInt('status', {
      description: 'HTTP status of the answer. Null if there was no answer.',
      nullable: true,
    }),
    durationMs: t.exposeInt('durationMs', {
      description: 'Time from the request to the end of the answer, in milliseconds.',
    }),
    body: t.exposeString('body', {
      description:
        'First 1,000 characters of the body of the answer, without known secrets. Null if there was no answer.',
      nullable: true,
    }),
    error: t.exposeString('error', {
      description: 'Reason why the receiver did not accept the request. Null if it did.',
      nullable: true,
    }),
  }),
})

const RotatedWebhookSecret = builder
  .objectRef<{ webhookId: string; secret: string }>('RotatedWebhookSecret')
  .implement({
    description: 'Webhook with its new secret.',
    fields: (t) => ({
      webhook: t.prismaField({
        type: Webhook,
        description: 'Webhook whose secret was replaced.',
        resolve: (query, { webhookId: id }, _, ctx) =>
          ctx.prisma.webhook.findUniqueOrThrow({ ...query, where: { id, projectId: ctx.project.id } }),
      }),
      secret: t.exposeString('secret', {
        description:
          'New secret that signs the requests of the webhook, `whsec_…`. It is shown here and never again.',
      }),
    }),
  })

const TestWebhookResult = resultOf('TestWebhookResult', WebhookTest, {
  description: 'Outcome of the test, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const RotateWebhookSecretResult = resultOf('RotateWebhookSecretResult', RotatedWebhookSecret, {
  description: 'Webhook with its new secret, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  testWebhook: t.field({
    type: TestWebhookResult,
    description:
      'Sends a signed request of the type `webhook.test` to a webhook now, once, and returns the answer. The webhook can be disabled. No delivery is stored.',
    args: { input: t.arg({ type: TestWebhookInput, description: 'Webhook to test.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.webhooks.testWebhook({
          projectId: ctx.project.id,
          webhookId: readId('Webhook', input.id, 'id'),
        }),
      ),
  }),
  rotateWebhookSecret: t.field({
    type: RotateWebhookSecretResult,
    description:
      'Replaces the secret of a webhook. For some time, requests are signed with the new and the old secret, so that no delivery is lost while the receiver changes over.',
    args: {
      input: t.arg({
        type: RotateWebhookSecretInput,
        description: 'Webhook whose secret is replaced.',
        required: true,
      }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.webhooks.rotateSecret({
          projectId: ctx.project.id,
          webhookId: readId('Webhook', input.id, 'id'),
          keepOldForMs: input.keepOldForMs ?? undefined,
        }),
      ),
  }),
}))

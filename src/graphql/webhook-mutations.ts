import { queryFromInfo } from '@pothos/plugin-prisma'
import { builder } from './builder.ts'
import { deletion } from './deletion.ts'
import { outcome, resultOf } from './error.ts'
import { findId, toGlobalId } from './global-id.ts'
import { refuseNull } from './refuse-null.ts'
import { Webhook, WebhookTopic } from './webhook.ts'

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Who is to be told, and of what.',
  fields: (t) => ({
    url: t.string({
      description:
        'Where POST requests are sent: `https://…`, or `http://…`. A private address must be in `RUNGRAPH_WEBHOOK_PRIVATE`.',
      required: true,
    }),
    topics: t.field({ type: [WebhookTopic], description: 'What it is told of; all where it is left out.' }),
  }),
})

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What is to be changed of a webhook; what is left out stays.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    url: t.string({ description: 'Where it is told, from the next attempt on.' }),
    topics: t.field({ type: [WebhookTopic], description: 'What it is told of from now on.' }),
    enabled: t.boolean({
      description:
        'False: nothing is written or sent for it any more. True: it goes on with what was written for it before and not delivered; what happened while it was disabled it is not told.',
    }),
  }),
})

const WebhookDeletion = deletion('Webhook')

const CreatedWebhook = builder
  .objectRef<{ webhookId: string; secret: string | null }>('CreatedWebhook')
  .implement({
    description: 'A new webhook, and what proves that requests come from here.',
    fields: (t) => ({
      webhook: t.prismaField({
        type: Webhook,
        description: 'The webhook.',
        resolve: (query, { webhookId: id }, _, ctx) =>
          ctx.prisma.webhook.findUniqueOrThrow({ ...query, where: { id, projectId: ctx.project.id } }),
      }),
      secret: t.exposeString('secret', {
        description:
          'The secret that its requests are signed with, `whsec_…`. It is shown here and never again. Null where the server can keep none and signs with `RUNGRAPH_WEBHOOK_SECRET` alone.',
        nullable: true,
      }),
    }),
  })

const CreateWebhookResult = resultOf('CreateWebhookResult', CreatedWebhook, {
  description: 'The new webhook, or why there is none.',
  errors: ['InvalidInput', 'Conflict', 'LimitExceeded'],
})

const UpdateWebhookResult = resultOf('UpdateWebhookResult', Webhook, {
  description: 'The changed webhook, or why it was not changed.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: CreateWebhookResult,
    description: 'Adds an address that is told of what happens from now on.',
    args: { input: t.arg({ type: CreateWebhookInput, description: 'The webhook.', required: true }) },
    resolve: (_, { input: { url, topics } }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.webhooks.createWebhook({
          projectId: ctx.project.id,
          url,
          topics: topics ?? undefined,
        }),
      ),
  }),
  updateWebhook: t.field({
    type: UpdateWebhookResult,
    description: 'Changes a webhook, or enables one that was disabled.',
    args: { input: t.arg({ type: UpdateWebhookInput, description: 'The changes.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        refuseNull(input, ['url', 'topics', 'enabled'])
        const { webhookId: id } = await ctx.operations.webhooks.updateWebhook({
          projectId: ctx.project.id,
          webhookId: findId('Webhook', input.id),
          url: input.url ?? undefined,
          topics: input.topics ?? undefined,
          enabled: input.enabled ?? undefined,
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Webhook', select: { id: true } })
        return ctx.prisma.webhook.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deleteWebhook: t.field({
    type: WebhookDeletion.Result,
    description: 'Removes a webhook with all its deliveries.',
    args: { input: t.arg({ type: WebhookDeletion.Input, description: 'The webhook.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, webhookId: findId('Webhook', input.id) }
        const { webhookId } = await ctx.operations.webhooks.deleteWebhook(call)
        return { id: toGlobalId('Webhook', webhookId) }
      }),
  }),
}))

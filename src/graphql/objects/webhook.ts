import { queryFromInfo } from '@pothos/plugin-prisma'
import { hasRole } from '../../domain/caller.ts'
import { byCreation } from '../../domain/row-list.ts'
import { type WebhookTopic as Topic, webhookTopics } from '../../domain/webhook.ts'
import { builder, describedEnum } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { deletion, refuseNull } from '../mutation.ts'
import { defineList } from '../paging/list.ts'

export const WebhookTopicEnum = describedEnum('WebhookTopic', 'Topic of a webhook notification.', {
  RUN_STARTED: '`run.started`: a worker started a run for the first time.',
  RUN_WAITING: '`run.waiting`: a run waits for a human decision at a gate.',
  RUN_PAUSED: '`run.paused`: a run reached a limit and can be resumed.',
  RUN_RESUMED: '`run.resumed`: a run that waited or was paused continues.',
  RUN_COMPLETED: '`run.completed`: a run gave its answer.',
  RUN_FAILED: '`run.failed`: a run ended in an error.',
  RUN_CANCELLED: '`run.cancelled`: a run was aborted.',
  GATE_OPENED: '`gate.opened`: a gate opened and a human must decide.',
  GATE_RESOLVED: '`gate.resolved`: a gate was decided or expired, or its run ended or paused.',
} satisfies Readonly<Record<Topic, string>>)

export const Webhook = builder.prismaObject('Webhook', {
  description:
    'Address that receives signed POST requests when runs change their status and when gates open or are resolved.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the webhook.', resolve: ({ id }) => toGlobalId('Webhook', id) }),
    url: t.string({
      description:
        'URL of the receiver. Callers without the role ADMIN see it without path and query, which can contain credentials: `https://hooks.example.com/…`.',
      select: { url: true },
      resolve: ({ url }, _, ctx) => (hasRole(ctx.caller, 'ADMIN') ? url : `${new URL(url).origin}/…`),
    }),
    topics: t.field({
      type: [WebhookTopicEnum],
      description: 'Topics that the webhook receives.',
      select: { topics: true },
      resolve: ({ topics }) => webhookTopics.filter((topic) => topics.includes(topic)),
    }),
    enabled: t.boolean({
      description:
        'Whether the webhook is enabled. No notifications are written or sent for a disabled webhook.',
      select: { disabledAt: true },
      resolve: ({ disabledAt }) => disabledAt === null,
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      description: 'Time when the webhook was disabled. Null if it is enabled.',
      nullable: true,
    }),
    disabledReason: t.exposeString('disabledReason', {
      description: 'Reason why the server disabled the webhook. Null if the server did not disable it.',
      nullable: true,
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      description:
        'Time of the first failed attempt after the last successful one. Null if the last attempt succeeded or there was none.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the webhook was created.',
    }),
  }),
})

const webhooks = defineList(Webhook, {
  table: 'Webhook',
  words: ['webhook', 'webhooks'],
  order: byCreation,
})

builder.queryFields((t) => ({
  webhook: t.prismaField({
    type: Webhook,
    description: 'Webhook with this id. Null if the project has no such webhook.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the webhook, or its UUID as logs show it.', required: true }),
    },
    resolve: (query, _, { id }, { prisma, project }) =>
      prisma.webhook.findUnique({
        ...query,
        where: { id: readId('Webhook', id, 'id'), projectId: project.id },
      }),
  }),
  webhooks: t.field(
    webhooks.field({ description: 'Webhooks of the project, in the order of their creation.' }),
  ),
}))

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Input of `createWebhook`.',
  fields: (t) => ({
    url: t.string({
      description:
        'URL that receives the POST requests: `https://…` or `http://…`. A private address must be listed in `RUNGRAPH_WEBHOOK_PRIVATE`.',
      required: true,
    }),
    topics: t.field({
      type: [WebhookTopicEnum],
      description: 'Topics that the webhook receives. If you leave it out, it receives all topics.',
    }),
  }),
})

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Input of `updateWebhook`. A field that you leave out stays unchanged.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the webhook.', required: true }),
    url: t.string({ description: 'URL of the receiver, from the next attempt on.' }),
    topics: t.field({
      type: [WebhookTopicEnum],
      description: 'Topics that the webhook receives from now on.',
    }),
    enabled: t.boolean({
      description:
        'Whether the webhook is enabled. If you disable it, no notifications are written or sent. If you enable it, the notifications that were written before and not delivered are sent; notifications for the time in which it was disabled do not exist.',
    }),
  }),
})

const WebhookDeletion = deletion('Webhook')

const CreatedWebhook = builder
  .objectRef<{ webhookId: string; secret: string | null }>('CreatedWebhook')
  .implement({
    description: 'New webhook, with the secret that signs its requests.',
    fields: (t) => ({
      webhook: t.prismaField({
        type: Webhook,
        description: 'Webhook that was created.',
        resolve: (query, { webhookId: id }, _, ctx) =>
          ctx.prisma.webhook.findUniqueOrThrow({ ...query, where: { id, projectId: ctx.project.id } }),
      }),
      secret: t.exposeString('secret', {
        description:
          'Secret that signs the requests of the webhook, `whsec_…`. It is shown here and never again. Null if the server cannot store a secret and signs only with `RUNGRAPH_WEBHOOK_SECRET`.',
        nullable: true,
      }),
    }),
  })

const CreateWebhookResult = resultOf('CreateWebhookResult', CreatedWebhook, {
  description: 'New webhook, or the error.',
  errors: ['InvalidInput', 'Conflict', 'LimitExceeded'],
})

const UpdateWebhookResult = resultOf('UpdateWebhookResult', Webhook, {
  description: 'Changed webhook, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: CreateWebhookResult,
    description: 'Creates a webhook, which receives notifications from now on.',
    args: { input: t.arg({ type: CreateWebhookInput, description: 'Webhook to create.', required: true }) },
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
    description: 'Changes a webhook, or enables a webhook that was disabled.',
    args: {
      input: t.arg({ type: UpdateWebhookInput, description: 'Webhook, and its changes.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        refuseNull(input, ['url', 'topics', 'enabled'])
        const { webhookId: id } = await ctx.operations.webhooks.updateWebhook({
          projectId: ctx.project.id,
          webhookId: readId('Webhook', input.id, 'id'),
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
    description: 'Deletes a webhook with all its deliveries.',
    args: {
      input: t.arg({ type: WebhookDeletion.Input, description: 'Webhook to delete.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, webhookId: readId('Webhook', input.id, 'id') }
        const { webhookId } = await ctx.operations.webhooks.deleteWebhook(call)
        return { id: toGlobalId('Webhook', webhookId) }
      }),
  }),
}))

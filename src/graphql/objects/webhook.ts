import { queryFromInfo } from '@pothos/plugin-prisma'
import { hasRole } from '../../domain/caller.ts'
import { byCreation, everything, type List } from '../../domain/row-list.ts'
import { type WebhookTopic as Topic, webhookTopics } from '../../domain/webhook.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, toGlobalId } from '../global-id.ts'
import { deletion, refuseNull } from '../mutation.ts'
import { connect } from '../paging/connection.ts'

export const WebhookTopicEnum = describedEnum('WebhookTopic', 'What a webhook is told of.', {
  RUN_STARTED: '`run.started`: a run was taken up for the first time.',
  RUN_WAITING: '`run.waiting`: a run waits for a human to decide at a gate.',
  RUN_PAUSED: '`run.paused`: a run reached a limit and can be resumed.',
  RUN_RESUMED: '`run.resumed`: a run that waited or was paused goes on.',
  RUN_COMPLETED: '`run.completed`: a run gave its answer.',
  RUN_FAILED: '`run.failed`: a run ended in an error.',
  RUN_CANCELLED: '`run.cancelled`: a run was aborted.',
  GATE_OPENED: '`gate.opened`: a human must decide.',
  GATE_RESOLVED: '`gate.resolved`: a gate was decided, or expired, or its run came to rest.',
} satisfies Readonly<Record<Topic, string>>)

export const Webhook = builder.prismaObject('Webhook', {
  description:
    'An address that is told when runs change their status and gates open or are resolved, by signed POST requests.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Webhook', id) }),
    url: t.string({
      description:
        'Where it is told; for who is no ADMIN without path and query, which may hold what opens the place: `https://hooks.example.com/…`.',
      select: { url: true },
      resolve: ({ url }, _, ctx) => (hasRole(ctx.caller, 'ADMIN') ? url : `${new URL(url).origin}/…`),
    }),
    topics: t.field({
      type: [WebhookTopicEnum],
      description: 'What it is told of.',
      select: { topics: true },
      resolve: ({ topics }) => webhookTopics.filter((topic) => topics.includes(topic)),
    }),
    enabled: t.boolean({
      description: 'Whether anything is written and sent for it.',
      select: { disabledAt: true },
      resolve: ({ disabledAt }) => disabledAt === null,
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      description: 'When it was disabled; null where it is not.',
      nullable: true,
    }),
    disabledReason: t.exposeString('disabledReason', {
      description: 'Why the server disabled it; null where it did not.',
      nullable: true,
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      description: 'Since when every attempt has failed; null since one succeeded.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
})

const WebhookConnection = builder.connectionObject(
  { type: Webhook, name: 'WebhookConnection', description: 'A page of webhooks.' },
  { name: 'WebhookEdge', description: 'A webhook and its place in the list.' },
)

builder.queryField('webhooks', (t) =>
  t.field({
    type: WebhookConnection,
    description: 'The webhooks of the project, in the order in which they were created.',
    args: t.arg.connectionArgs(),
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, webhooksOf(ctx), (query, ids) =>
        ctx.prisma.webhook.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

function webhooksOf({ project }: GraphQLContext): List & { readonly of: string } {
  return { of: project.id, table: 'Webhook', parent: 'projectId', where: everything, order: byCreation }
}

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Who is to be told, and of what.',
  fields: (t) => ({
    url: t.string({
      description:
        'Where POST requests are sent: `https://…`, or `http://…`. A private address must be in `RUNGRAPH_WEBHOOK_PRIVATE`.',
      required: true,
    }),
    topics: t.field({
      type: [WebhookTopicEnum],
      description: 'What it is told of; all where it is left out.',
    }),
  }),
})

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What is to be changed of a webhook; what is left out stays.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    url: t.string({ description: 'Where it is told, from the next attempt on.' }),
    topics: t.field({ type: [WebhookTopicEnum], description: 'What it is told of from now on.' }),
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

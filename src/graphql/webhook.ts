import { hasRole } from '../domain/caller.ts'
import type { WebhookTopic as Topic } from '../domain/webhook.ts'
import { webhookTopics } from '../domain/webhook.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import type { GraphQLContext } from './context.ts'
import { describedEnum } from './described-enum.ts'
import { toGlobalId } from './global-id.ts'
import { byCreation, everything, type List } from './keyset.ts'

export const WebhookTopic = describedEnum('WebhookTopic', 'What a webhook is told of.', {
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
      type: [WebhookTopic],
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

import { toJson } from '../domain/json.ts'
import type { NoticeFacts, WebhookTopic as Topic } from '../domain/webhook.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import { describedEnum } from './described-enum.ts'
import { toGlobalId } from './global-id.ts'
import { everything, type List } from './keyset.ts'
import { toNoticeBody } from './notice-body.ts'
import { Webhook, WebhookTopic } from './webhook.ts'

const DeliveryStatus = describedEnum('DeliveryStatus', 'Where a delivery stands.', {
  PENDING: 'It is still to be taken by its receiver.',
  DELIVERED: 'Its receiver took it.',
  ABANDONED: 'It was given up after many attempts; `redeliver` begins anew.',
})

export const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description: 'One thing that a webhook is told. Its id is the header `webhook-id` of every attempt.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('WebhookDelivery', id) }),
    webhook: t.relation('webhook', { description: 'Who is told.' }),
    run: t.relation('run', { description: 'The run that it is about.' }),
    topic: t.field({
      type: WebhookTopic,
      description: 'What it tells.',
      select: { topic: true },
      // The log is its only writer, and writes none but these.
      resolve: ({ topic }) => topic as Topic,
    }),
    payload: t.field({
      type: 'JSON',
      description: 'The body of its requests.',
      select: { runId: true, topic: true, facts: true, createdAt: true },
      resolve: ({ runId, topic, facts, createdAt }) =>
        // Written by the same statement, in this form.
        toJson(
          toNoticeBody({ runId, createdAt, topic: topic as Topic, facts: facts as unknown as NoticeFacts }),
        ),
    }),
    status: t.field({
      type: DeliveryStatus,
      description: 'Where it stands.',
      select: { deliveredAt: true, abandonedAt: true },
      resolve: ({ deliveredAt, abandonedAt }) =>
        deliveredAt !== null ? 'DELIVERED' : abandonedAt !== null ? 'ABANDONED' : 'PENDING',
    }),
    attempt: t.exposeInt('attempt', { description: 'How often it was tried.' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      description:
        'When it is tried again, at the earliest: where an earlier one of the same run is still to be delivered, after that, and up to a minute later where a process rests from the webhook after failures. Null where it is not.',
      nullable: true,
      select: {
        nextAttemptAt: true,
        deliveredAt: true,
        abandonedAt: true,
        webhook: { select: { disabledAt: true } },
      },
      resolve: ({ nextAttemptAt, deliveredAt, abandonedAt, webhook }) =>
        deliveredAt === null && abandonedAt === null && webhook.disabledAt === null ? nextAttemptAt : null,
    }),
    lastError: t.exposeString('lastError', {
      description: 'Why the last attempt failed; null where none did, or it was delivered since.',
      nullable: true,
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      description: 'When its receiver took it.',
      nullable: true,
    }),
    abandonedAt: t.expose('abandonedAt', {
      type: 'DateTime',
      description: 'When it was given up.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When that happened which it tells of.',
    }),
  }),
})

const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of deliveries.' },
  { name: 'WebhookDeliveryEdge', description: 'A delivery and its place in the list.' },
)

builder.prismaObjectField(Webhook, 'deliveries', (t) =>
  t.field({
    type: WebhookDeliveryConnection,
    description: 'What it was told or is to be told, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      status: t.arg({ type: [DeliveryStatus], description: 'Only deliveries that stand in one of these.' }),
    },
    resolve: ({ id }, args, ctx, info) =>
      connect({ ctx, info, args }, deliveriesOf(id, args.status ?? null), (query, ids) =>
        ctx.prisma.webhookDelivery.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

const conditions = {
  PENDING: Prisma.sql`(t."deliveredAt" is null and t."abandonedAt" is null)`,
  DELIVERED: Prisma.sql`t."deliveredAt" is not null`,
  ABANDONED: Prisma.sql`(t."deliveredAt" is null and t."abandonedAt" is not null)`,
} as const

function deliveriesOf(
  webhookId: string,
  statuses: readonly (keyof typeof conditions)[] | null,
): List & { readonly of: string } {
  return {
    of: webhookId,
    table: 'WebhookDelivery',
    parent: 'webhookId',
    where: toCondition(statuses),
    order: {
      name: 'CREATED_AT DESC',
      column: 'createdAt',
      type: 'timestamptz',
      nullable: false,
      direction: 'DESC',
    },
  }
}

function toCondition(statuses: readonly (keyof typeof conditions)[] | null): Prisma.Sql {
  if (statuses === null) return everything
  if (statuses.length === 0) return Prisma.sql`false`
  const wanted = statuses.map((status) => conditions[status])
  return Prisma.sql`(${Prisma.join(wanted, ' or ')})`
}

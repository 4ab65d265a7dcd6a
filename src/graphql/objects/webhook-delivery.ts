import { queryFromInfo } from '@pothos/plugin-prisma'
import { toJson } from '../../domain/json.ts'
import { everything, type List, type DeliveryStatus as RowStatus } from '../../domain/row-list.ts'
import {
  type NoticeFacts,
  type WebhookTopic as Topic,
  toNoticeType,
  type WebhookTopic,
} from '../../domain/webhook.ts'
import { builder, describedEnum } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { toEventCursor } from '../event-cursor.ts'
import { findId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { Webhook, WebhookTopicEnum } from './webhook.ts'

const DeliveryStatus = describedEnum('DeliveryStatus', 'Where a delivery stands.', {
  PENDING: 'It is still to be taken by its receiver.',
  DELIVERED: 'Its receiver took it.',
  ABANDONED: 'It was given up after many attempts; `redeliver` begins anew.',
})

const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description: 'One thing that a webhook is told. Its id is the header `webhook-id` of every attempt.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('WebhookDelivery', id) }),
    webhook: t.relation('webhook', { description: 'Who is told.' }),
    run: t.relation('run', { description: 'The run that it is about.' }),
    topic: t.field({
      type: WebhookTopicEnum,
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

function deliveriesOf(
  webhookId: string,
  statuses: readonly RowStatus[] | null,
): List & { readonly of: string } {
  return {
    of: webhookId,
    table: 'WebhookDelivery',
    parent: 'webhookId',
    where: statuses === null ? everything : { kind: 'deliveries', statuses },
    order: {
      name: 'CREATED_AT DESC',
      column: 'createdAt',
      type: 'timestamptz',
      nullable: false,
      direction: 'DESC',
    },
  }
}

const RedeliverInput = builder.inputType('RedeliverInput', {
  description: 'A delivery to make anew.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id, or the `webhook-id` of a request.', required: true }),
  }),
})

const RedeliverResult = resultOf('RedeliverResult', WebhookDelivery, {
  description: 'The delivery, which is due again, or why it is not.',
  errors: ['NotFound', 'Conflict'],
})

builder.mutationField('redeliver', (t) =>
  t.field({
    type: RedeliverResult,
    description:
      'Makes a delivery anew, with the same `webhook-id`, whether it was taken, given up or is still being tried. It is due at once, and rests that processes take from webhooks after failures end with it.',
    args: { input: t.arg({ type: RedeliverInput, description: 'The delivery.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, deliveryId: findId('WebhookDelivery', input.id) }
        const { deliveryId: id } = await ctx.operations.webhooks.redeliver(call)
        const { select } = queryFromInfo({
          context: ctx,
          info,
          typeName: 'WebhookDelivery',
          select: { id: true },
        })
        const where = { id, projectId: ctx.project.id }
        return ctx.prisma.webhookDelivery.findUniqueOrThrow({ select, where })
      }),
  }),
)

/** A delivery as far as its receiver is shown it. */
interface Notice {
  readonly runId: string
  readonly topic: WebhookTopic
  readonly facts: NoticeFacts
  readonly createdAt: Date
}

/** What a receiver reads, with the ids and cursors of the API; the same at every attempt (HOOK-3). */
export function toNoticeBody({ runId, topic, facts, createdAt }: Notice) {
  const { agentId, parentId, rootId, status, reason, lastSeq, gate } = facts
  return {
    type: toNoticeType(topic),
    timestamp: createdAt.toISOString(),
    data: {
      runId: toGlobalId('Run', runId),
      agentId: toGlobalId('Agent', agentId),
      parentRunId: parentId && toGlobalId('Run', parentId),
      rootRunId: toGlobalId('Run', rootId),
      status,
      reason,
      lastSeq,
      cursor: toEventCursor(runId, lastSeq),
      gate: gate && { ...gate, id: toGlobalId('Gate', gate.id) },
    },
  }
}

import { deliveryFilter, deliveryStatus } from '../../domain/filters.ts'
import { toJson } from '../../domain/json.ts'
import { everything, newestFirst } from '../../domain/row-list.ts'
import { type NoticeFacts, type WebhookTopic as Topic, webhookTopic } from '../../domain/webhook.ts'
import { builder } from '../builder.ts'
import { one, required } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { toNoticeBody } from '../notice-body.ts'
import { defineList } from '../paging/list.ts'
import { rowObject } from '../row-object.ts'
import { enumOf } from '../shape.ts'
import { Gate } from './gate.ts'
import { Webhook } from './webhook.ts'

const WebhookDelivery = rowObject(
  'WebhookDelivery',
  'Notification to a webhook. Its id is the header `webhook-id` of each attempt.',
  {
    webhook: 'Webhook that receives the delivery.',
    run: 'Run that the delivery is about.',
    attempt: 'Number of attempts so far.',
    lastError: 'Error of the last attempt. Null if no attempt failed or the delivery was accepted.',
    lastStatusCode:
      'HTTP status of the answer to the last attempt. Null if there was no attempt, or no answer: see `lastError`.',
    deliveredAt: 'Time when the receiver accepted the delivery. Null if it did not.',
    abandonedAt: 'Time when the server gave up. Null if it did not.',
    createdAt: 'Time of the change that the delivery is about.',
    topic: one(enumOf(webhookTopic), 'Topic of the delivery.'),
  },
  (t) => ({
    gate: t.field({
      type: Gate,
      description:
        'Gate that the delivery is about, as it is now. Null if the topic is neither GATE_OPENED nor GATE_RESOLVED.',
      nullable: true,
      select: { facts: true },
      resolve: ({ facts }) => {
        const { gate } = toFacts(facts)
        return gate && { id: gate.id }
      },
    }),
    payload: t.field({
      type: 'JSON',
      description: 'Body of the requests.',
      select: { runId: true, topic: true, facts: true, createdAt: true },
      resolve: ({ runId, topic, facts, createdAt }) =>
        toJson(toNoticeBody({ runId, createdAt, topic: topic as Topic, facts: toFacts(facts) })),
    }),
    status: t.field({
      type: enumOf(deliveryStatus),
      description: 'Status of the delivery.',
      select: { deliveredAt: true, abandonedAt: true },
      resolve: ({ deliveredAt, abandonedAt }) =>
        deliveredAt !== null ? 'DELIVERED' : abandonedAt !== null ? 'ABANDONED' : 'PENDING',
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      description:
        'Earliest time of the next attempt. If an earlier delivery of the same run is pending, the attempt follows that delivery. After failures of the webhook, a process can wait up to a minute longer. Null if no attempt is due.',
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
  }),
)

/** The log is the only writer of the column, and writes it in this form. */
function toFacts(facts: unknown): NoticeFacts {
  return facts as NoticeFacts
}

const deliveries = defineList(WebhookDelivery, {
  table: 'WebhookDelivery',
  words: ['delivery', 'deliveries'],
  filter: deliveryFilter,
  where: ({ project }, filter) =>
    filter === null ? everything : { kind: 'deliveries', projectId: project.id, filter },
  order: newestFirst,
})

builder.prismaObjectField(Webhook, 'deliveries', (t) =>
  t.field(deliveries.field({ description: 'Deliveries of the webhook, newest first.', column: 'webhookId' })),
)

mutation('redeliver', {
  description:
    'Sends a delivery again with the same `webhook-id`, whatever its status. The delivery is due at once. Backoff that processes apply to webhooks after failures ends.',
  argument: 'Delivery to send again.',
  input: {
    id: required.idOf('WebhookDelivery', 'Global id of the delivery, or the `webhook-id` of a request.'),
  },
  result: WebhookDelivery,
  gives: 'Delivery that is due again, or the error.',
  resolve: async ({ id: deliveryId }, ctx) =>
    (await ctx.operations.webhooks.redeliver({ projectId: ctx.project.id, deliveryId })).deliveryId,
})

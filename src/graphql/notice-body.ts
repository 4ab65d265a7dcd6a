import { type NoticeFacts, toNoticeType, type WebhookTopic } from '../domain/webhook.ts'
import { toEventCursor } from './event-cursor.ts'
import { toGlobalId } from './global-id.ts'

/** A delivery as far as its receiver is shown it. */
interface Notice {
  readonly runId: string
  readonly topic: WebhookTopic
  readonly facts: NoticeFacts
  readonly createdAt: Date
}

/** Body of a notice with the ids and cursors of the API; the same at every attempt (HOOK-3). */
export function toNoticeBody({ runId, topic, facts, createdAt }: Notice) {
  const { agentId, parentId, rootId, status, terminationReason, lastSeq, gate } = facts
  return {
    type: toNoticeType(topic),
    timestamp: createdAt.toISOString(),
    data: {
      runId: toGlobalId('Run', runId),
      agentId: toGlobalId('Agent', agentId),
      parentRunId: parentId && toGlobalId('Run', parentId),
      rootRunId: toGlobalId('Run', rootId),
      status,
      terminationReason,
      lastSeq,
      cursor: toEventCursor({ runId, seq: lastSeq, at: createdAt }),
      gate: gate && { ...gate, id: toGlobalId('Gate', gate.id) },
    },
  }
}

/** Body of the request that tests a webhook (`testWebhook`). */
export function toTestBody(webhookId: string, now: Date) {
  return {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: { webhookId: toGlobalId('Webhook', webhookId) },
  }
}

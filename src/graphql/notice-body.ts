import { type NoticeFacts, toNoticeType, type WebhookTopic } from '../domain/webhook.ts'
import { toEventCursor } from './event-cursor.ts'
import { toGlobalId } from './global-id.ts'

/** A delivery as far as its receiver is shown it. */
export interface Notice {
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

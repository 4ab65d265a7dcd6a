import { isForPerson } from '../../domain/gate.ts'
import type { RunStatus } from '../../domain/run.ts'
import type { RunCommit } from '../../domain/run-log.ts'
import type { NoticeFacts, WebhookTopic } from '../../domain/webhook.ts'

/** Notices for the webhooks of a project that a commit may cause. */
export interface Notice {
  readonly runId: string
  /** Its place among those of the commit. */
  readonly position: number
  readonly topic: WebhookTopic
  readonly gate: NoticeFacts['gate']
}

/** A run becomes RUNNING by a claim; its first event says so. Written by a commit, it is a run that continues. */
const topicOf: Readonly<Record<RunStatus, WebhookTopic | null>> = {
  QUEUED: null,
  RUNNING: 'RUN_RESUMED',
  WAITING: 'RUN_WAITING',
  PAUSED: 'RUN_PAUSED',
  COMPLETED: 'RUN_COMPLETED',
  FAILED: 'RUN_FAILED',
  CANCELLED: 'RUN_CANCELLED',
}

/** The notices of a commit, in their order: none where it changes neither the run's status nor a gate (HOOK-1). */
export function noticesOf(commit: RunCommit): readonly Notice[] {
  const notices = commit.events.flatMap((event): readonly Pick<Notice, 'topic' | 'gate'>[] => {
    switch (event.type) {
      case 'RunStarted':
        return [{ topic: 'RUN_STARTED', gate: null }]
      case 'GateOpened':
        // If the gate was resolved in the same commit, its row already says so.
        return gatesOf(commit, event.data.gateId).map(({ id, kind }) => ({
          topic: 'GATE_OPENED',
          gate: { id, kind, status: 'OPEN' },
        }))
      case 'GateResolved':
        return gatesOf(commit, event.data.gateId).map(({ id, kind, status }) => ({
          topic: 'GATE_RESOLVED',
          gate: { id, kind, status },
        }))
      default:
        return []
    }
  })
  const topic = commit.run?.status === undefined ? null : topicOf[commit.run.status]
  const all = topic === null ? notices : [...notices, { topic, gate: null }]
  return all.map((notice, position) => ({ runId: commit.runId, position, ...notice }))
}

/** The row of a gate comes with each event of it. Of one at which nobody decides, nobody needs to know. */
function gatesOf({ gates = [] }: RunCommit, gateId: string) {
  return gates.filter(({ id, kind }) => id === gateId && isForPerson(kind))
}

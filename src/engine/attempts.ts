import { isJsonObject } from '../domain/json.ts'
import type { ActionAttemptRow, ActionRow } from '../domain/run-log.ts'
import type { EarlierAttempt } from '../domain/run-store.ts'
import { actionHash } from './plan/action-retry.ts'
import type { RunState } from './run-state.ts'

type Known = Pick<RunState, 'attempts'>

/** How an attempt ended that another follows. */
export interface AttemptEnd extends Pick<ActionAttemptRow, 'status' | 'error' | 'errorCode'> {
  /** `null`: nobody knows, its process died. */
  readonly at: Date | null
}

/** The earlier attempts that a retry policy counts: one that its process died in says nothing about the action. */
export function failuresOf({ id }: ActionRow, { attempts }: Known): readonly EarlierAttempt[] {
  return (attempts.get(id) ?? []).filter(({ status }) => status !== 'CANCELLED')
}

/** Whether the attempt that the row shows has ended already, and the next one has not begun. */
export function isRecorded({ id, attempt }: ActionRow, { attempts }: Known): boolean {
  return (attempts.get(id) ?? []).some(({ number }) => number === attempt)
}

/** The row of the attempt that an action shows, which another follows: every attempt is a row (DAG-10). Remembers it. */
export function recordAttempt(
  action: ActionRow,
  { at, ...ended }: AttemptEnd,
  { attempts }: Known,
): ActionAttemptRow {
  const { id, runId, projectId, attempt: number, target, parameters } = action
  const startedAt = ended.status === 'DENIED' ? null : action.startedAt
  const row: ActionAttemptRow = {
    ...{ actionId: id, number, projectId, runId, target, parameters, hash: hashOf(action), output: null },
    ...ended,
    startedAt,
    completedAt: at,
    durationMs: at && startedAt ? at.getTime() - startedAt.getTime() : null,
  }
  attempts.set(id, [...(attempts.get(id) ?? []), row])
  return row
}

/** What identifies what an action does. */
function hashOf({ type, target, parameters }: ActionRow): string {
  return actionHash({ type, target, parameters: isJsonObject(parameters) ? parameters : {} })
}

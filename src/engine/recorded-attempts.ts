import type { NewEvent } from '../domain/run-event.ts'
import type { ActionAttemptRow, ActionRow } from '../domain/run-log.ts'
import { actionStarted } from './action-started.ts'
import type { Entry } from './journal.ts'
import type { RunContext } from './run-context.ts'

/** Writes the attempts before the last one as the action's own, as the record has them (RUN-9, DAG-10); a replay waits for nothing between them. */
export function recordedAttempts(
  action: ActionRow,
  earlier: readonly ActionAttemptRow[],
  stepNumber: number,
  ctx: RunContext,
): Required<Pick<Entry, 'attempts' | 'events'>> {
  const at = new Date(ctx.clock.now())
  const attempts = earlier.map((attempt) => ({
    ...attempt,
    actionId: action.id,
    runId: action.runId,
    projectId: action.projectId,
    startedAt: attempt.startedAt && at,
    completedAt: attempt.completedAt && at,
    durationMs: attempt.durationMs === null ? null : 0,
  }))
  return { attempts, events: attempts.flatMap((attempt) => eventsOf(action, attempt, stepNumber, ctx)) }
}

/** A proposal that was denied never began; an attempt that its process died in has no end in the log. */
function eventsOf(
  action: ActionRow,
  { number: attempt, target, parameters, status, error, errorCode }: ActionAttemptRow,
  stepNumber: number,
  ctx: RunContext,
): readonly NewEvent[] {
  const started = actionStarted({ ...action, attempt, target, parameters }, stepNumber, ctx)
  const { id: actionId, name } = action
  const code = errorCode ?? 'TOOL_FAILED'
  const data = { actionId, name, attempt, target, error: error ?? '', errorCode: code, delayMs: 0 }
  const failed: NewEvent = { type: 'ActionAttemptFailed', stepNumber, data }
  return [...(status === 'DENIED' ? [] : [started]), ...(status === 'CANCELLED' ? [] : [failed])]
}

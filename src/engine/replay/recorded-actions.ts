import { isSettled } from '../../domain/action.ts'
import { describe } from '../../domain/errors.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionAttemptRow, ActionRow } from '../../domain/run-log.ts'
import {
  type ActionResult,
  type AttemptResult,
  actionStarted,
  type EndResult,
  reportsOf,
} from '../run/action-result.ts'
import { audited } from '../run/held.ts'
import type { Entry } from '../run/journal.ts'
import type { Recording, RunCore } from '../run/run-context.ts'
import { Stop } from '../stop.ts'

/**
 * FIRE_AND_FORGET action that had not been performed by the time of the replay: a person had yet to decide, or its run had ended (DAG-4).
 */
interface Unperformed {
  readonly kind: 'unperformed'
  readonly reason: string
}

/** Result of an action in the recorded run, with its earlier attempts. */
export interface Replayed extends AttemptResult {
  readonly result: EndResult
  readonly earlier: readonly ActionAttemptRow[]
}

const unperformed: Unperformed = {
  kind: 'unperformed',
  reason: 'It was not performed in the run that is replayed.',
}

/**
 * Returns the recorded outcome of an action that a replay must not perform (RUN-9). `null`: the action is to be performed, because its
 * tools are live, or it asks a model, whose answer comes from the record as well. @throws REPLAY_DIVERGED
 */
export async function recordedOutcome(
  action: ActionRow,
  stepNumber: number,
  recording: Recording,
): Promise<Replayed | Unperformed | null> {
  if (asksModel(action)) return recordedQuestion(action, stepNumber, recording)
  if (recording.tools === 'LIVE') return null
  const recorded = await recording.action(stepNumber, action.name)
  if (recorded && isUnperformed(recorded)) return unperformed
  if (!recorded || !isRecordOf(recorded, action))
    throw recording.diverge(stepNumber, `the action "${action.name}" with the target "${action.target}"`)
  return triedAsRecorded(action, recorded, recording)
}

/**
 * Reads the recorded answer to an action's question. A FIRE_AND_FORGET action may have no answer by the time of the replay; where its run
 * continued without one, so does the replay (DAG-4). All other questions are answered from the record.
 */
async function recordedQuestion(
  action: ActionRow,
  stepNumber: number,
  recording: Recording,
): Promise<Replayed | Unperformed | null> {
  if (action.mode !== 'FIRE_AND_FORGET') return null
  const recorded = await recording.action(stepNumber, action.name)
  if (!recorded || recorded.status === 'SUCCEEDED') return null
  return isUnperformed(recorded) ? unperformed : triedAsRecorded(action, recorded, recording)
}

async function triedAsRecorded(
  action: ActionRow,
  recorded: ActionRow,
  recording: Recording,
): Promise<Replayed> {
  const { id, target, parameters, attempt, audit } = recorded
  const earlier = attempt > 1 ? await recording.attempts(id) : []
  const attempted = { ...action, target, parameters, attempt }
  // The model reads again the criteria that its child did not meet.
  const result = audit.unmet ? audited(attempted, { unmet: audit.unmet }) : attempted
  return { action: result, result: performedOf(recorded), earlier }
}

/** Whether the model answers of this action come from the record, which holds for live and for recorded tools (RUN-9). */
export function isFromRecord(action: ActionRow, { recording }: Pick<RunCore, 'recording'>): boolean {
  return recording !== undefined && asksModel(action)
}

/** Returns the cached result that the recorded run used without asking a model; `null` if it used none. */
export async function recordedHit(
  { name }: ActionRow,
  stepNumber: number,
  { recording }: Pick<RunCore, 'recording'>,
): Promise<ActionResult | null> {
  const recorded = await recording?.action(stepNumber, name)
  const isHit = recorded?.status === 'SUCCEEDED' && recorded.audit.fromCache === true
  return isHit ? performedOf(recorded) : null
}

function asksModel({ type }: ActionRow): boolean {
  return type === 'LLM' || type === 'DECISION'
}

function isUnperformed({ mode, status }: ActionRow): boolean {
  return mode === 'FIRE_AND_FORGET' && (status === 'PENDING' || status === 'SKIPPED')
}

/** Whether a recorded row belongs to an action. A retry may have used another target (DAG-10). */
function isRecordOf({ type, target, attempt, status }: ActionRow, action: ActionRow): boolean {
  const isSame = type === action.type && (target === action.target || attempt > 1)
  if (!isSame || status === 'SKIPPED') return false
  // The recorded run may have ended before its FIRE_AND_FORGET actions.
  return isSettled(status) || action.mode === 'FIRE_AND_FORGET'
}

function performedOf(recorded: ActionRow): EndResult {
  const { status, output, errorCode, audit } = recorded
  const error = recorded.error ?? ''
  const reports = reportsOf([recorded])
  switch (status) {
    case 'SUCCEEDED':
      return {
        kind: 'succeeded',
        output,
        bytes: audit.resultBytes ?? 0,
        done: audit.done === true,
        reports,
      }
    case 'DENIED':
      return { kind: 'denied', code: errorCode ?? 'PERMISSION_DENIED', error }
    case 'FAILED':
      return { kind: 'failed', code: errorCode ?? 'TOOL_FAILED', error, reports }
    case 'CANCELLED':
      return { kind: 'stopped', stop: new Stop('ABORTED', withoutFrame(error)) }
    case 'PENDING':
    case 'RUNNING':
      return { kind: 'stopped', stop: new Stop('ABORTED', 'The recorded action had not ended.') }
    case 'SKIPPED':
      throw new Error(`The recorded action ${recorded.id} was not performed.`)
    default:
      return status satisfies never
  }
}

/** Extracts the reason from a TOOL_INTERRUPTED message, whose other text is formatted again. */
function withoutFrame(error: string): string {
  const frame = describe('TOOL_INTERRUPTED', { reason: '' })
  return error.startsWith(frame) ? error.slice(frame.length) : error
}

/** Writes the attempts before the last one as the action's own, as recorded (RUN-9, DAG-10). A replay does not wait between attempts. */
export function recordedAttempts(
  action: ActionRow,
  earlier: readonly ActionAttemptRow[],
  stepNumber: number,
  ctx: RunCore,
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
  return {
    attempts,
    events: attempts.flatMap((attempt) => eventsOfAttempt(action, attempt, stepNumber, ctx)),
  }
}

/** Returns the events of an attempt. A denied attempt never began; an attempt during which its process died has no end in the log. */
function eventsOfAttempt(
  action: ActionRow,
  { number: attempt, target, parameters, status, error, errorCode }: ActionAttemptRow,
  stepNumber: number,
  ctx: RunCore,
): readonly NewEvent[] {
  const started = actionStarted({ ...action, attempt, target, parameters }, stepNumber, ctx)
  const { id: actionId, name } = action
  const code = errorCode ?? 'TOOL_FAILED'
  const data = { actionId, name, attempt, target, error: error ?? '', errorCode: code, delayMs: 0 }
  const failed: NewEvent = { type: 'ActionAttemptFailed', stepNumber, data }
  return [...(status === 'DENIED' ? [] : [started]), ...(status === 'CANCELLED' ? [] : [failed])]
}

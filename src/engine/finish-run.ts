import type { NewEvent } from '../domain/run-event.ts'
import type { RunPatch } from '../domain/run-log.ts'
import { type Ending, terminating } from './conclude.ts'
import type { RunContext } from './run-context.ts'
import { partialSummary, type RunState, toLoopState, usageOf } from './run-state.ts'

/**
 * Writes the end of this stretch of running: status, reason, summary and the resting event in one commit.
 * An abort that was asked for first wins against any other ending (RUN-7). False where another owns the run.
 */
export async function finishRun(ending: Ending, state: RunState, ctx: RunContext): Promise<boolean> {
  const aborted: Ending = { status: 'CANCELLED', reason: 'ABORTED', summary: partialSummary(state) }
  if (await write(ending, state, ctx)) return true
  return ending.status !== 'CANCELLED' && (await write(aborted, state, ctx))
}

function write(ending: Ending, state: RunState, ctx: RunContext): Promise<boolean> {
  return ctx.journal.finish({
    unlessAborted: ending.status !== 'CANCELLED',
    run: patchOf(ending, state, ctx),
    events: eventsOf(ending, state),
  })
}

/** What an Int of GraphQL holds: 24.8 days. */
const maxInt = 2 ** 31 - 1

function patchOf(ending: Ending, state: RunState, ctx: RunContext): RunPatch {
  const { run, clock } = ctx
  const now = clock.now()
  const activeMs = Math.min(maxInt, run.activeMs + Math.max(0, now - state.takenUpAt))
  const completedAt = ending.status === 'PAUSED' ? null : new Date(now)
  return {
    status: ending.status,
    terminationReason: ending.reason,
    summary: ending.status === 'FAILED' ? partialSummary(state) || null : ending.summary,
    errorCode: ending.status === 'FAILED' ? ending.code : null,
    errorMessage: ending.status === 'FAILED' ? ending.error : null,
    costUsd: state.costUsd,
    loopState: toLoopState({ ...state, lastWord: null }),
    activeMs,
    durationMs: activeMs,
    completedAt,
    settledAt: completedAt,
    leaseOwner: null,
    leaseKey: null,
  }
}

/** Why, the answer if there is one, and the resting event. */
function eventsOf(ending: Ending, state: RunState): readonly NewEvent[] {
  const why = state.announced === ending.reason ? [] : [terminating(ending.reason, state)]
  return [...why, ...answerOf(ending, state), restingEvent(ending, state)]
}

function answerOf(ending: Ending, state: RunState): readonly NewEvent[] {
  if (ending.status !== 'COMPLETED') return []
  return [{ type: 'FinalAnswer', stepNumber: state.stepCount || null, data: { text: ending.summary } }]
}

function restingEvent(ending: Ending, state: RunState): NewEvent {
  if (ending.status === 'FAILED') {
    return { type: 'RunFailed', stepNumber: null, data: { error: ending.error, errorCode: ending.code } }
  }
  const data = {
    status: ending.status,
    reason: ending.reason,
    totalSteps: state.stepCount,
    totalActions: state.actionCount,
    usage: usageOf(state),
  }
  return { type: 'RunCompleted', stepNumber: null, data }
}

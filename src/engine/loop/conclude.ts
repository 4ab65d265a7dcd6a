import { describe, type ErrorCode } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { type AssistantMessage, textOf, toolCallsOf } from '../../domain/message.ts'
import type { TerminationReason } from '../../domain/run.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { AbortRequest } from '../../domain/run-store.ts'
import { toWordId } from '../../domain/word-id.ts'
import { cancelBegunInStep } from '../actions/perform-action.ts'
import { openRunGate } from '../gates/open-gate.ts'
import type { SoftStop, Verdict } from '../judge/judge.ts'
import { callModel } from '../model/call-model.ts'
import { callOnHistory } from '../model/keep-context.ts'
import { usageEvent } from '../model/model-call-row.ts'
import { requestOf } from '../model/request.ts'
import { BudgetSpent } from '../model/reserve-budget.ts'
import type { Asked } from '../model-call.ts'
import { readLastTurn } from '../plan/planner-prompt.ts'
import { toLoopState } from '../run/loop-state.ts'
import { type RunContext, type RunCore, stepContext, type TargetContext } from '../run/run-context.ts'
import { type LiveRun, partialSummary, terminating } from '../run/run-state.ts'
import { Stop, startDeadline, stopBehind } from '../stop.ts'
import { abandonStep, closeStep, openStep } from './step.ts'

/** Ways in which a run stops. */
export type Ending =
  | {
      readonly status: 'COMPLETED' | 'PAUSED'
      readonly reason: TerminationReason
      readonly summary: string
    }
  | {
      readonly status: 'CANCELLED'
      readonly reason: 'ABORTED'
      readonly summary: string
      readonly request: AbortRequest
    }
  | {
      readonly status: 'FAILED'
      readonly reason: TerminationReason
      readonly code: ErrorCode
      readonly error: string
    }
  /** Not an end: it continues when the gate is resolved (JDG-4). */
  | {
      readonly status: 'WAITING'
      readonly reason: TerminationReason | null
      readonly summary: string
      /** Gates that open when the run stops. */
      readonly gates: readonly GateRow[]
      /** Number of gates and child runs that the run waits for. */
      readonly held: { readonly gates: number; readonly childRuns: number }
      /** Whether a step is open, with which the run continues; otherwise the run waits between two steps. */
      readonly isMidStep: boolean
    }

/** Carries out a verdict; a soft stop lets the model say a last word first. */
export async function conclude(verdict: Verdict, state: LiveRun, ctx: RunContext): Promise<Ending> {
  switch (verdict.kind) {
    case 'answer':
      return { status: 'COMPLETED', reason: verdict.reason, summary: verdict.text }
    case 'fail':
      return { status: 'FAILED', reason: verdict.reason, code: verdict.code, error: verdict.error }
    case 'soft-stop': {
      const summary = verdict.summary ?? (await finalSummary(verdict.reason, state, ctx))
      return { status: 'PAUSED', reason: verdict.reason, summary }
    }
    case 'gate': {
      const { reason, text } = verdict
      const gate = openRunGate(verdict.gate, text, state, ctx)
      state.approvals = { ...state.approvals, runGate: gate.id }
      return { ...waitingForRunGate(state), reason, gates: [gate] }
    }
    default:
      return verdict satisfies never
  }
}

/** Ending of a run whose abort was requested: its open step is given up. @throws Stop where the run is gone */
export async function abortedEnding(state: LiveRun, ctx: RunContext): Promise<Ending> {
  const { openStep } = state
  if (openStep) await cancelBegunInStep(stepContext(openStep, state, ctx))
  abandonStep(new Stop('ABORTED', 'The run was aborted.'), state, ctx)
  const request = await ctx.runs.find(ctx.run.projectId, ctx.run.id)
  if (!request) throw new Stop('LEASE_LOST', 'The run does not exist any more.')
  return { status: 'CANCELLED', reason: 'ABORTED', summary: partialSummary(state), request }
}

type WaitingEnding = Ending & { readonly status: 'WAITING' }

/** Ending of a run that waits for gates and child runs that are there (JDG-4). */
export function waitsFor(at: Pick<WaitingEnding, 'held' | 'isMidStep'>, state: LiveRun): WaitingEnding {
  return { status: 'WAITING', reason: null, summary: partialSummary(state), gates: [], ...at }
}

export const oneGate = { gates: 1, childRuns: 0 } as const

/** The same for one that waits at a gate about the whole run. */
export function waitingForRunGate(state: LiveRun): WaitingEnding {
  return waitsFor({ held: oneGate, isMidStep: false }, state)
}

/** Says ahead of the last word why the run stops. */
function announceStop(reason: SoftStop, state: LiveRun, ctx: RunCore): void {
  state.announced = reason
  ctx.journal.write({
    events: [terminating(reason, state.stepCount || null)],
    run: { loopState: toLoopState(state) },
  })
}

/** Says why the run stops; none where that was announced. */
export function announcement(
  ending: Exclude<Ending, { status: 'WAITING' }>,
  state: LiveRun,
): readonly NewEvent[] {
  const { reason } = ending
  if (state.announced === reason) return []
  const request = ending.status === 'CANCELLED' ? ending.request : undefined
  return [terminating(reason, state.stepCount || null, request)]
}

const instructions: Record<SoftStop, string> = {
  MAX_STEPS:
    'You have reached your step limit. Stop now: summarise what you did, what you found and what remains to be done. Do not call tools.',
  TIMEOUT:
    'Your time is up. Stop now: summarise what you did, what you found and what remains to be done. Do not call tools.',
  COST_LIMIT:
    'Your budget is spent. Stop now: summarise what you did, what you found and what remains to be done. Do not call tools.',
  TOKEN_LIMIT:
    'Your token budget is spent. Stop now: summarise what you did, what you found and what remains to be done. Do not call tools.',
  NO_PROGRESS:
    'Your last steps made no progress. Stop now: summarise what you did, what prevents progress and what would help. Do not call tools.',
}

const fallbacks: Record<SoftStop, string> = {
  MAX_STEPS: 'The run stopped at its step limit; no model wrote a summary.',
  TIMEOUT: 'The run stopped when its time was up; no model wrote a summary.',
  COST_LIMIT: 'The run stopped when its budget was spent; no model wrote a summary.',
  TOKEN_LIMIT: 'The run stopped when its token budget was spent; no model wrote a summary.',
  NO_PROGRESS: 'The run stopped because its last steps made no progress; no model wrote a summary.',
}

/**
 * LIM-3 and LIM-4: one last call with tools disabled, on a history of its own, within the grace period.
 * A tool call in it is refused; a call that fails leaves the words so far, or a fixed text where there are none.
 */
async function finalSummary(reason: SoftStop, state: LiveRun, ctx: RunContext): Promise<string> {
  // An earlier owner may have announced the end, and been answered: neither is done again.
  if (state.announced !== reason) announceStop(reason, state, ctx)
  if (state.finalSummary?.reason === reason) return state.finalSummary.text
  const words = partialSummary(state)
  state.wordsSoFar = ''
  const grace = startDeadline(ctx.clock.elapsed() + state.limits.graceMs.value, ctx.signal, ctx.clock)
  try {
    const step = lastStep(state, ctx)
    const isPlanner = ctx.run.agent.definition.planner === 'PLAN'
    const shows = isPlanner ? 'last-planner' : 'turn'
    const options = { purpose: 'FINAL', shows, step, signal: grace.signal } as const
    const request = () => lastRequest(reason, state, ctx)
    const call = callOnHistory({ ...options, request, leastOutputTokens: minFinalSummaryTokens }, state, ctx)
    const answered = await callModel(call, state, ctx)
    const { message, row } = answered
    const answerText = textOf(message)
    const last = isPlanner ? readLastTurn(answerText) : { words: answerText, isPlan: false }
    const events = [usageEvent(step.number, row), ...conclusionWarnings(message, last.isPlan, step.number)]
    const text = last.words.trim() || words || fallbacks[reason]
    state.finalSummary = { reason, text }
    const run = { loopState: toLoopState(state) }
    ctx.journal.write({ modelCalls: [row], run, events })
    return text
  } catch (error) {
    const stop = stopBehind(error, grace.signal)
    if (stop && stop.kind !== 'TIME_UP') throw error
    if (!(error instanceof BudgetSpent))
      ctx.report(`Run ${toWordId('run', ctx.run.id)}: its final summary failed.`, error)
    return [words, state.wordsSoFar.trim()].filter(Boolean).join('\n\n') || fallbacks[reason]
  } finally {
    grace.release()
  }
}

/** The remainder of a spent budget may cover a short summary. */
const minFinalSummaryTokens = 64

function lastRequest(reason: SoftStop, state: LiveRun, ctx: TargetContext): Asked {
  const request = requestOf(state, ctx)
  const { cutWords } = state
  const parts = [{ type: 'text', text: cutWords }] as const
  // No message holds the words of a turn that was stopped in its middle.
  const cut = cutWords.trim() ? [{ role: 'assistant', messageId: 'cut-off', parts } as const] : []
  const messages = [...request.messages, ...cut, { role: 'system', text: instructions[reason] } as const]
  return { ...request, messages, toolChoice: 'none', responseFormat: null }
}

/** The step that the last call is booked on: the one that ended before it, or an empty first one. */
function lastStep(state: LiveRun, ctx: TargetContext): { readonly id: string; readonly number: number } {
  if (state.lastStep) return state.lastStep
  const step = { ...openStep(state, ctx), actions: null }
  closeStep(stepContext(step, state, ctx))
  return step.row
}

/** Neither calls nor plans are executed any more, and a turn that was cut off stays so. */
function conclusionWarnings(
  message: AssistantMessage,
  isPlan: boolean,
  stepNumber: number,
): readonly NewEvent[] {
  const names = [...toolCallsOf(message).map(({ name }) => name), ...(isPlan ? ['The plan'] : [])]
  const refused = names.map(
    (name) =>
      ({
        code: 'TOOL_REFUSED',
        message: `${name}: ${describe('TOOL_REFUSED', { reason: 'the run is stopping' })}`,
      }) as const,
  )
  const cut = message.truncated ? [{ code: 'ANSWER_TRUNCATED', message: truncatedFinalSummary } as const] : []
  return [...refused, ...cut].map((data) => ({ type: 'Warning', stepNumber, data }))
}

const truncatedFinalSummary = 'The summary of the stopped run was cut off at the output limit.'

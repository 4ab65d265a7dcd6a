import { type AssistantMessage, madeFilesOf, reasoningOf, textOf, toolCallsOf } from '../../domain/message.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { planToolCalls } from '../actions/plan-tool-calls.ts'
import { type ReadCall, readCalls } from '../actions/read-arguments.ts'
import { warningOfReading } from '../judge/check-output.ts'
import {
  continuationPrompt,
  emptyAnswer,
  type JoinedAnswer,
  joinAnswer,
  type PartialAnswer,
  truncationWarning,
} from '../judge/partial-answer.ts'
import type { AnsweredCall } from '../model/attempt-model.ts'
import { callModel } from '../model/call-model.ts'
import { callOnHistory } from '../model/keep-context.ts'
import { usageEvent } from '../model/model-call-row.ts'
import { requestOf, showPrompt } from '../model/request.ts'
import type { ModelCall } from '../model-call.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { PlanningContext, StepCore } from '../run/run-context.ts'
import { addMessage, type LiveRun, type OpenStep } from '../run/run-state.ts'
import { planGenerated } from './step.ts'

/**
 * The TOOL_CALLS planner: asks the model for its turn and makes its tool calls the step's plan. An answer that was cut off or is empty
 * is asked for again, and its parts are one answer; one that does not become whole stays in `state.partialAnswer` (LOOP-10).
 * A turn that an earlier owner already got and recorded is not asked for again (TAS-5).
 */
export async function requestTurn(ctx: PlanningContext): Promise<readonly ActionRow[]> {
  const { step, state } = ctx
  if (step.actions) return step.actions
  showPrompt(step, state, ctx)
  while (!state.partialAnswer?.isGivenUp) {
    ctx.draining.throwIfAborted()
    state.wordsSoFar = state.partialAnswer?.text ?? ''
    const answered = await callModel(turnCallOf(ctx), state, ctx)
    const joined = joinTurn(answered, state)
    if (joined.kind !== 'partial') {
      const calls = await readCalls(toolCallsOf(answered.message), ctx)
      return recordTurn({ ...answered, calls }, joined, ctx)
    }
    recordPart(answered, joined.partial, ctx)
    // A crash costs one message at most, also in the middle of an answer.
    await ctx.journal.durable()
  }
  return []
}

function turnCallOf(ctx: PlanningContext): ModelCall {
  const { step, state, stepSignal: signal } = ctx
  const request = () => requestOf(state, ctx)
  const wordsBefore = state.partialAnswer?.text ?? ''
  const rest = { rejectedPlans: 0 }
  const options = { purpose: 'LOOP', shows: 'turn', wordsBefore, step: step.row, signal, rest } as const
  return callOnHistory({ ...options, request, leastOutputTokens: leastTurnTokens }, state, ctx)
}

/** A turn that calls tools is over, even if its text was cut off. So is one with a file, which needs no words. */
function joinTurn(answered: AnsweredCall, { partialAnswer, limits }: LiveRun): JoinedAnswer {
  const { message } = answered
  const hasCalls = toolCallsOf(message).length > 0
  const words = textOf(message)
  const hasFile = answered.truncatedBy === null && madeFilesOf(message).length > 0
  if (hasCalls || hasFile) return { kind: 'complete', text: (partialAnswer?.text ?? '') + words }
  return joinAnswer(partialAnswer, words, answered, limits.maxContinuations.value)
}

/** An answer that is cut off before this is of no use; a budget that holds no more is spent. */
const leastTurnTokens = 1_024

/** Writes a part of an answer, with the message that asks for the rest, so that the next owner of the run continues the answer. */
function recordPart({ message, row }: AnsweredCall, partial: PartialAnswer, ctx: StepCore): void {
  const { step, state } = ctx
  const stepNumber = step.row.number
  const prompt = { role: 'user', text: continuationPrompt(partial), byEngine: true } as const
  state.partialAnswer = partial
  state.wordsSoFar = partial.text
  step.row = { ...step.row, reasoning: allReasoning(step, message) }
  const warning = truncationWarning(partial, state.limits.maxContinuations.value)
  const warnings: readonly NewEvent[] =
    partial.limit === null ? [] : [{ type: 'Warning', stepNumber, data: warning }]
  ctx.journal.write({
    messages: [message, prompt].map((entry) => addMessage(state, ctx.run, entry, stepNumber)),
    modelCalls: [row],
    steps: [step.row],
    run: { loopState: toLoopState(state) },
    events: [usageEvent(stepNumber, row), ...warnings],
  })
}

/** Reasoning of all messages of the turn. */
function allReasoning({ row }: OpenStep, message: AssistantMessage): string | null {
  return [row.reasoning, reasoningOf(message)].filter(Boolean).join('\n') || null
}

/** Writes the answer with all that follows from it in one commit: the message, the call, the plan, the doom-loop count. */
function recordTurn(
  { message, row, calls }: AnsweredCall & { readonly calls: readonly ReadCall[] },
  joined: Exclude<JoinedAnswer, { kind: 'partial' }>,
  ctx: PlanningContext,
): readonly ActionRow[] {
  const { step, state } = ctx
  const { run } = ctx
  const stepNumber = step.row.number
  const ids = { projectId: run.projectId, runId: run.id, stepId: step.row.id }
  const isTruncated = message.truncated === true
  const plan = planToolCalls(calls, { doomLoop: state.doomLoop, isTruncated }, ids, ctx)
  step.actions = plan.actions
  if (calls.length > 0) state.doomLoop = plan.doomLoop
  state.partialAnswer = null
  state.wordsSoFar = joined.kind === 'empty' ? '' : joined.text
  state.actionCount += plan.actions.length
  step.row = { ...step.row, reasoning: allReasoning(step, message) }
  const planEvents = plan.actions.length === 0 ? [] : [planGenerated(plan.actions, stepNumber)]
  const warnings: readonly NewEvent[] = [
    ...(joined.kind === 'empty' ? [{ type: 'Warning', stepNumber, data: emptyAnswer } as const] : []),
    ...calls.flatMap(({ call, readAs }) =>
      warningOfReading(`arguments of \`${call.name}\``, readAs, stepNumber),
    ),
  ]
  ctx.journal.write({
    messages: [addMessage(state, run, message, stepNumber)],
    modelCalls: [row],
    steps: [step.row],
    actions: plan.actions,
    run: { actionCount: state.actionCount, loopState: toLoopState(state) },
    events: [usageEvent(stepNumber, row), ...warnings, ...planEvents],
  })
  return plan.actions
}

import { reasoningOf, textOf, toolCallsOf } from '../domain/message.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { requestOf } from './ask.ts'
import { callModel } from './call-model.ts'
import { callOnHistory } from './call-on-history.ts'
import type { ModelCall } from './model-call.ts'
import { planGenerated } from './plan-generated.ts'
import { planToolCalls } from './plan-tool-calls.ts'
import { showPrompt } from './prompt.ts'
import { redactMessage } from './redact-message.ts'
import type { RunContext } from './run-context.ts'
import { addMessage, type OpenStep, type RunState, toLoopState } from './run-state.ts'
import type { AnsweredCall } from './try-model.ts'
import { usageEvent } from './usage-event.ts'

/**
 * The TOOL_CALLS planner: asks the model for its turn and makes its tool calls the step's plan.
 * A turn that an earlier owner already got and recorded is not asked for again (TAS-5).
 */
export async function takeTurn(
  step: OpenStep,
  state: RunState,
  signal: AbortSignal,
  ctx: RunContext,
): Promise<readonly ActionRow[]> {
  if (step.actions) return step.actions
  state.wordsSoFar = ''
  showPrompt(step, state, ctx)
  const answered = await callModel(turnOf(step, state, signal, ctx), state, ctx)
  return recordTurn(step, answered, state, ctx)
}

function turnOf(step: OpenStep, state: RunState, signal: AbortSignal, ctx: RunContext): ModelCall {
  const request = () => requestOf(state, ctx)
  const place = { purpose: 'LOOP', shows: 'turn', step: step.row, signal } as const
  return callOnHistory({ ...place, request, leastOutputTokens: leastTurnTokens }, state, ctx)
}

/** An answer that is cut off before this is of no use; a budget that holds no more is spent. */
const leastTurnTokens = 1_024

/** Writes the answer with all that follows from it in one commit: the message, the call, the plan, the doom-loop count. */
function recordTurn(
  step: OpenStep,
  { message: given, row }: AnsweredCall,
  state: RunState,
  ctx: RunContext,
): readonly ActionRow[] {
  const { run } = ctx
  const stepNumber = step.row.number
  const place = { projectId: run.projectId, runId: run.id, stepId: step.row.id }
  // Calls are made as the model wrote them; what is kept and shown of them holds no secrets (TAS-7).
  const calls = toolCallsOf(given)
  const message = redactMessage(given, ctx.redactor)
  const plan = planToolCalls(calls, state, place, ctx)
  step.actions = plan.actions
  if (calls.length > 0) state.doomLoop = plan.doomLoop
  state.wordsSoFar = textOf(message)
  state.actionCount += plan.actions.length
  step.row = { ...step.row, reasoning: reasoningOf(message) || null }
  const told = plan.actions.length === 0 ? [] : [planGenerated(plan.actions, stepNumber)]
  ctx.journal.write({
    messages: [addMessage(state, run, message, stepNumber)],
    modelCalls: [row],
    steps: [step.row],
    actions: plan.actions,
    run: { costUsd: state.costUsd, actionCount: state.actionCount, loopState: toLoopState(state) },
    events: [usageEvent(stepNumber, row), ...told],
  })
  return plan.actions
}

import { reasoningOf, textOf, toolCallsOf } from '../domain/message.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { type AnsweredCall, callModel } from './call-model.ts'
import { offeredTools } from './perform-tool.ts'
import { planToolCalls } from './plan-tool-calls.ts'
import type { RunContext } from './run-context.ts'
import { addMessage, type OpenStep, type RunState, toLoopState, usageOf } from './run-state.ts'

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
  const answered = await callModel(
    { purpose: 'LOOP', step: step.row, signal, request: requestOf(state, ctx) },
    state,
    ctx,
  )
  return recordTurn(step, answered, state, ctx)
}

/** What the model is asked with: the agent's prompt, the history as it is, the tools it may call. */
export function requestOf(state: RunState, ctx: RunContext) {
  const { definition } = ctx.run.agent
  return {
    systemPrompt: definition.systemPrompt,
    messages: state.history.map((entry) => entry.message),
    tools: offeredTools(ctx),
    toolChoice: 'auto',
    temperature: definition.temperature,
    maxOutputTokens: definition.maxOutputTokens,
    reasoningEffort: definition.reasoningEffort,
    responseFormat: null,
  } as const
}

/** Writes the answer with all that follows from it in one commit: the message, the call, the plan, the doom-loop count. */
function recordTurn(
  step: OpenStep,
  { message, row }: AnsweredCall,
  state: RunState,
  ctx: RunContext,
): readonly ActionRow[] {
  const { run } = ctx
  const stepNumber = step.row.number
  const place = { projectId: run.projectId, runId: run.id, stepId: step.row.id }
  const calls = toolCallsOf(message)
  const plan = planToolCalls(calls, state, place, ctx)
  step.actions = plan.actions
  if (calls.length > 0) state.doomLoop = plan.doomLoop
  state.wordsSoFar = textOf(message)
  state.actionCount += plan.actions.length
  step.row = { ...step.row, reasoning: reasoningOf(message) || null }
  ctx.journal.write({
    messages: [addMessage(state, run, message, stepNumber)],
    modelCalls: [row],
    steps: [step.row],
    actions: plan.actions,
    run: { costUsd: state.costUsd, actionCount: state.actionCount, loopState: toLoopState(state) },
    events: [usageEvent(stepNumber, row), ...planEvents(stepNumber, plan.actions)],
  })
  return plan.actions
}

export function usageEvent(stepNumber: number, row: AnsweredCall['row']): NewEvent {
  const { provider, model, costUsd } = row
  const usage = usageOf({ requests: 1, tokens: row, costUsd })
  return { type: 'UsageReported', stepNumber, data: { provider, model, usage } }
}

function planEvents(stepNumber: number, planned: readonly ActionRow[]): readonly NewEvent[] {
  if (planned.length === 0) return []
  const actions = planned.map(({ name, type, mode, target, dependsOn, wave }) => ({
    name,
    type,
    mode,
    target,
    dependsOn,
    wave,
  }))
  return [{ type: 'PlanGenerated', stepNumber, data: { actions } }]
}

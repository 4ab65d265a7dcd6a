import type { Message } from '../domain/message.ts'
import type { ActionRow, MessageRow, StepRow } from '../domain/run-log.ts'
import { checkOutput, maxOutputRepairs, repairWords } from './check-output.ts'
import { promptOf, promptRows } from './prompt.ts'
import { abandonAction, isDone } from './run-action.ts'
import type { RunContext } from './run-context.ts'
import { addMessage, type OpenStep, type RunState, toLoopState } from './run-state.ts'
import type { Stop } from './stop.ts'
import { asText, shownOutput } from './tool-result.ts'

/** The step that was left open, or the next one. */
export function openStep(state: RunState, ctx: RunContext): OpenStep {
  if (state.openStep) return state.openStep
  const row: StepRow = {
    id: ctx.newId(),
    projectId: ctx.run.projectId,
    runId: ctx.run.id,
    number: state.stepCount + 1,
    promptHash: promptOf(state, ctx).hash,
    reasoning: null,
    validation: null,
    progress: null,
    success: null,
    error: null,
    startedAt: new Date(ctx.clock.now()),
    durationMs: null,
    completedAt: null,
  }
  const data = { maxSteps: state.limits.maxSteps.value }
  ctx.journal.write({
    steps: [row],
    prompts: promptRows(state, ctx),
    run: { stepCount: row.number },
    events: [{ type: 'StepStarted', stepNumber: row.number, data }],
  })
  state.openStep = { row, actions: null }
  return state.openStep
}

/** The checkpoint: the step, what the model is told of its actions, and what the loop must remember, in one commit. */
export function closeStep(step: OpenStep, state: RunState, ctx: RunContext): void {
  const { row } = step
  const actions = step.actions ?? []
  const told = actions.map((action) => addMessage(state, ctx.run, toolMessage(action, ctx), row.number))
  state.stepCount = row.number
  state.openStep = null
  state.recoveriesAtStep = ctx.run.recoveries
  state.lastStep = { id: row.id, number: row.number }
  state.lastWords = state.wordsSoFar || state.lastWords
  told.push(...judgeAnswer(answerOf(step, state, ctx), step, state, ctx))
  const completedAt = new Date(ctx.clock.now())
  const succeeded = actions.filter((action) => action.status === 'SUCCEEDED').length
  const closed: StepRow = {
    ...row,
    success: step.error === undefined && step.actions !== null && succeeded === actions.length,
    error: step.error ?? actions.find((action) => action.error !== null)?.error ?? null,
    completedAt,
    durationMs: completedAt.getTime() - row.startedAt.getTime(),
  }
  ctx.journal.write({
    steps: [closed],
    messages: told,
    run: { loopState: toLoopState(state) },
    events: [
      {
        type: 'StepCompleted',
        stepNumber: row.number,
        data: { actionsCompleted: succeeded, progress: null },
      },
    ],
  })
}

/** Closes the step under way, if any, because the run stops: what did not end is cancelled, so that each call has its result. */
export function abandonStep(stop: Stop, state: RunState, ctx: RunContext): void {
  const step = state.openStep
  if (!step) return
  step.error = stop.message
  step.actions = step.actions?.map((action) => abandonAction(action, stop, step.row.number, ctx)) ?? null
  closeStep(step, state, ctx)
}

/** What the model is told of a call, in plan order, right after the turn that asked for it. */
function toolMessage(action: ActionRow, ctx: RunContext): Message {
  const { maxToolResultChars } = ctx.run.agent.definition
  const isError = action.status !== 'SUCCEEDED'
  const shown = isError
    ? { text: `Error: ${action.error ?? 'The call was not executed.'}` }
    : shownOutput(action, maxToolResultChars)
  return { role: 'tool', callId: action.callId ?? action.id, name: action.target, isError, ...shown }
}

/** Takes the answer if it has its shape; else says what the model is told to mend, or of a turn that neither answered nor did anything. */
function judgeAnswer(
  answer: RunState['answer'],
  step: OpenStep,
  state: RunState,
  ctx: RunContext,
): readonly MessageRow[] {
  const { outputSchema } = ctx.run.agent.definition
  state.answer = null
  if (!answer) return step.actions?.length === 0 ? [nudge(state, step.row.number, ctx)] : []
  if (!outputSchema) {
    state.answer = answer
    return []
  }
  const checked = checkOutput(answer.text, outputSchema, ctx.schemas)
  if (checked.kind === 'fits') {
    state.answer = { ...answer, text: checked.text }
    return []
  }
  if (state.outputRepairs >= maxOutputRepairs) {
    state.outputProblems = checked.problems
    return []
  }
  state.outputRepairs += 1
  const text = repairWords(checked.problems, outputSchema)
  return [addMessage(state, ctx.run, { role: 'user', text, byEngine: true }, step.row.number)]
}

/** A `done` call's message, or the words of a turn that called nothing (LOOP-1 to LOOP-3). */
function answerOf(step: OpenStep, state: RunState, ctx: RunContext): RunState['answer'] {
  const done = step.actions?.find(isDone)
  if (done) return { text: asText(done.output), reason: 'DONE_TOOL' }
  const isFinalTurn = step.actions?.length === 0 && !ctx.run.agent.definition.requireDoneTool
  return isFinalTurn ? { text: state.wordsSoFar.trim(), reason: 'FINAL_ANSWER' } : null
}

/** LOOP-2: words alone do not end the run, and providers want something to answer. */
function nudge(state: RunState, stepNumber: number, ctx: RunContext): MessageRow {
  const text = 'Go on. When everything is done, call the `done` tool with your final answer.'
  return addMessage(state, ctx.run, { role: 'user', text, byEngine: true }, stepNumber)
}

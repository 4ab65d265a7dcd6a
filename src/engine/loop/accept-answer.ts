import { describe, RungraphError } from '../../domain/errors.ts'
import { findLargeNumber, parseRawJson } from '../../domain/exact-numbers.ts'
import { isBlank } from '../../domain/message.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow, MessageRow } from '../../domain/run-log.ts'
import { todoList, unfinished } from '../../domain/todo.ts'
import { toWordId } from '../../domain/word-id.ts'
import { workflowOutput } from '../../domain/workflow.ts'
import { isDone } from '../actions/finalize-action.ts'
import { exitToolName } from '../built-in-tools.ts'
import { cutText } from '../context/show.ts'
import { maxOutputRepairs, readOutput, renderRepair, warningOfReading } from '../judge/check-output.ts'
import { type CompletionGuard, completionGuards, objectionTo } from '../judge/completion-guards.ts'
import { areMet, unmetCriteria } from '../judge/criteria.ts'
import { exitConditionHolds, nextInFlow, stageAt } from '../judge/flow.ts'
import type { Fault } from '../judge/judge.ts'
import { countCall, initialCalls, verdictOnCall, wordsOnly } from '../judge/repetition.ts'
import { asText } from '../run/action-result.ts'
import type { ModelContext, RunCore, StepCore } from '../run/run-context.ts'
import { addMessage, type LiveRun, lastWords, type OpenStep } from '../run/run-state.ts'

/** Result of accepting an answer, for the commit that closes the step: messages for the model, and events. */
interface Accepted {
  readonly messages: readonly MessageRow[]
  readonly events: readonly NewEvent[]
}

type Answer = NonNullable<LiveRun['answer']>

/**
 * Accepts the answer of a step if it can end the run, and stores it in `state.answer`. Otherwise returns the message with which the run
 * continues: the input of the next part of its flow, the objection of a guard or of the output schema, or a reminder if the turn
 * contained neither an answer nor a call.
 */
export function acceptAnswer(ctx: StepCore): Accepted {
  const { step, state } = ctx
  noteTodos(step.actions ?? [], state)
  if (step.actions?.length) state.words = initialCalls
  state.answer = null
  state.fault ??= validatePlanAnswer(ctx)
  if (state.fault || state.partialAnswer) return nothing
  const answer = answerOfStep(ctx)
  if (!answer) return step.actions?.length === 0 ? requestAnswer(ctx) : nothing
  // An answer under repair was already the last of its flow.
  if (state.outputRepairs > 0) return acceptOutput(state.unmet === null ? answer : withoutGoal(answer), ctx)
  const flow = startNextPart(answer, ctx)
  if (flow.kind === 'continues') return flow.accepted
  const guarded = guardAnswer(answer, ctx)
  if (guarded.kind === 'continues') return guarded.accepted
  const accepted = acceptOutput(guarded.answer, ctx)
  const empty = state.answer ? warning('EMPTY_ANSWER', emptinessOf(state.answer, ctx), step) : []
  return { ...accepted, events: [...flow.events, ...empty, ...guarded.events, ...accepted.events] }
}

/** Checks the answer of a step against the output schema, if there is one. Called before the step closes, because the check may be slow. */
export async function checkShape(ctx: StepCore & Pick<ModelContext, 'schemas'>): Promise<void> {
  const { step } = ctx
  const { outputSchema } = ctx.run.agent.definition
  const answer = outputSchema ? answerOfStep(ctx) : null
  if (!outputSchema || !answer) return
  step.shape = { text: answer.text, checked: await readOutput(answer.text, outputSchema, ctx.schemas) }
}

/** Verdict on the answer alone: the run continues, or may end with it. */
type ReadAnswer =
  | { readonly kind: 'continues'; readonly accepted: Accepted }
  | { readonly kind: 'ends'; readonly answer: Answer; readonly events: readonly NewEvent[] }

const nothing: Accepted = { messages: [], events: [] }

/** LOOP-2: text alone does not end the run, and providers require a user message to answer. */
const reminder = 'Continue. When all work is done, call the `done` tool with your final answer.'

const firmReminder =
  'You have repeated the same text, and text alone changes nothing. Call a tool that does the remaining work, or call the `done` tool with your final answer.'

/** LIM-6: the same text after a reminder counts as a repeated call. Only the text of steps without calls is counted. */
function requestAnswer(ctx: StepCore): Accepted {
  const { state } = ctx
  state.words = countCall(state.words, '', wordsOnly(state.wordsSoFar))
  const isRepeated = verdictOnCall(state.words) !== 'execute'
  return continueWith(isRepeated ? firmReminder : reminder, ctx)
}

/** Stores the last todo list that the agent wrote in this step, if any. */
function noteTodos(actions: readonly ActionRow[], state: LiveRun): void {
  const written = actions.findLast(({ target, status }) => target === 'todo' && status === 'SUCCEEDED')
  const parsed = written && todoList.safeParse(written.parameters)
  if (parsed?.success) state.todos = parsed.data.todos
}

/** Returns the answer of a step: the message of a `done` call, or the text of a turn without calls (LOOP-1 to LOOP-3). */
function answerOfStep(ctx: StepCore): Answer | null {
  const { step, state } = ctx
  const { definition } = ctx.run.agent
  // The definition of a workflow decides its result; its tools do not.
  if (ctx.run.workflow && endsWithPlan(step, ctx))
    return { text: answerOfPlan(step, state, ctx), reason: 'FINAL_ANSWER' }
  const done = step.actions?.filter(isDone) ?? []
  if (done.length > 0) return { text: messageOfDone(done, ctx), reason: 'DONE_TOOL' }
  if (endsWithPlan(step, ctx)) return { text: answerOfPlan(step, state, ctx), reason: 'FINAL_ANSWER' }
  if (step.actions?.length !== 0) return null
  // A planner names its answer itself.
  const mustCall = !step.plannerAnswer && (definition.requireDoneTool || definition.toolChoice === 'REQUIRED')
  // A repair is requested with tools disabled.
  if (mustCall && state.outputRepairs === 0) return null
  const isGoal = step.plannerAnswer?.goalAchieved === true && mayClaimGoal(state, ctx)
  return { text: state.wordsSoFar.trim(), reason: isGoal ? 'GOAL_ACHIEVED' : 'FINAL_ANSWER' }
}

/** The message of the tool that ends the work; without one, the words of the last turn that has any (LOOP-3). */
function messageOfDone(done: readonly ActionRow[], { state }: StepCore): string {
  const messages = done.map(({ output }) => asText(output))
  return messages.find((message) => !isBlank(message)) ?? lastWords(state).trim()
}

/** Whether the agent's claim that the goal is achieved ends the run: only if its criteria are met and its todos are finished (LOOP-7). */
function mayClaimGoal({ judgement, todos }: LiveRun, { run }: RunCore): boolean {
  const { protocolMode, terminateOnGoalAchieved, acceptanceCriteria } = run.agent.definition
  if (protocolMode !== 'AUTONOMOUS' || !terminateOnGoalAchieved) return false
  return (acceptanceCriteria.length === 0 || areMet(judgement.criteria)) && unfinished(todos).length === 0
}

/** LOOP-6: the answer of a part of the flow is the input of the next. */
function startNextPart(answer: Answer, ctx: StepCore): ReadAnswer {
  const { step, state } = ctx
  const { text } = answer
  const { definition } = ctx.run.agent
  const exit = exitCondition(text, state, ctx)
  const toolCalled = step.actions?.some((action) => action.target === exitToolName && isDone(action)) ?? false
  const move = nextInFlow(text, state.flow, definition, { toolCalled, conditionHolds: exit.holds })
  const problems = warning('EXIT_CONDITION_FAILED', exit.problem, step)
  if (move.kind === 'finished') {
    const isLeft = toolCalled || exit.holds || exit.problem !== null || !hasExitCondition(ctx)
    const unmet = isLeft ? [] : warning('EXIT_CONDITION_UNMET', unmetExit, step)
    return { kind: 'ends', answer, events: [...problems, ...unmet] }
  }
  state.flow = move.position
  state.isHeldBack = false
  // Where the next part ends without a word, this is still the result.
  if (text !== '') state.lastText = text
  // The next part may well begin as this one did.
  state.doomLoop = initialCalls
  state.words = initialCalls
  const stage = stageAt(move.position, definition)
  const started: readonly NewEvent[] = stage ? [{ type: 'StageStarted', stepNumber: null, data: stage }] : []
  // A stage's instruction is the agent's author's: it is kept word for word however small the history is made.
  const isEngines = definition.flowType === 'LOOP'
  const message = { role: 'user', text: move.message } as const
  const problemMessage = addMessage(
    state,
    ctx.run,
    isEngines ? { ...message, byEngine: true, opensIteration: true } : message,
    step.row.number,
  )
  return { kind: 'continues', accepted: { messages: [problemMessage], events: [...problems, ...started] } }
}

const unmetExit = 'The loop ended at its last iteration, and its exit condition is not met.'

function hasExitCondition({ run }: RunCore): boolean {
  const { flowType, loop } = run.agent.definition
  return flowType === 'LOOP' && loop.exitCondition !== null
}

function exitCondition(
  answer: string,
  { context }: LiveRun,
  { run }: RunCore,
): { readonly holds: boolean; readonly problem: string | null } {
  const { flowType, loop } = run.agent.definition
  if (flowType !== 'LOOP' || loop.exitCondition === null) return { holds: false, problem: null }
  const verdict = exitConditionHolds(loop.exitCondition, answer, context)
  if (verdict.ok) return { holds: verdict.holds, problem: null }
  return { holds: false, problem: `The exit condition ${verdict.problem}. It does not end the loop.` }
}

/**
 * LOOP-4: sends an answer back if a guard objects to it. After the maximum number of rounds the answer is accepted with a warning, and
 * does not count as achieving the goal.
 */
function guardAnswer(answer: Answer, ctx: StepCore): ReadAnswer {
  const { step, state } = ctx
  const { definition } = ctx.run.agent
  // A plan that is executed unchanged is not repaired by another one.
  const mayAskAgain = !endsWithPlan(step, ctx)
  const objection = objectionTo({ ...state, answer: answer.text }, definition, {
    guards: mayAskAgain ? [...completionGuards, ...(ctx.guards ?? []).map(withCopies)] : [unmetCriteria],
    failed: (error) => ctx.report(`Run ${toWordId('run', ctx.run.id)}: a completion guard failed.`, error),
  })
  state.unmet = null
  state.isHeldBack = objection !== null && objection.text !== unmetCriteria(state, definition)?.text
  if (objection === null) return { kind: 'ends', answer, events: [] }
  if (mayAskAgain && state.guardRounds < definition.maxGuardRounds) {
    state.guardRounds += 1
    return { kind: 'continues', accepted: continueWith(objection.text, ctx) }
  }
  state.unmet = cutText(objection.defect, 2_000)
  const message = `The answer is accepted after ${state.guardRounds} rejections. It still has this defect: ${state.unmet}`
  return {
    kind: 'ends',
    answer: withoutGoal(answer),
    events: warning('COMPLETION_GUARD_UNMET', ctx.secrets.incoming.text(message), step),
  }
}

/** A guard in code gets copies: what it changes is not the state of the run. */
function withCopies(guard: CompletionGuard): CompletionGuard {
  return ({ answer, todos, context, artifacts, judgement: { criteria } }, definition) => {
    const state = { answer, todos, context, artifacts, judgement: { criteria } }
    return guard(structuredClone(state), structuredClone(definition))
  }
}

/** LOOP-7: an answer that something stands against achieves no goal. */
function withoutGoal(answer: Answer): Answer {
  return answer.reason === 'GOAL_ACHIEVED' ? { ...answer, reason: 'FINAL_ANSWER' } : answer
}

/** Accepts an answer that fits the output schema; otherwise asks the model to repair it. */
function acceptOutput(answer: Answer, ctx: StepCore): Accepted {
  const { step, state } = ctx
  const { outputSchema } = ctx.run.agent.definition
  if (!outputSchema) {
    state.answer = answer
    return nothing
  }
  // A step that was given up has none: its answer is not taken.
  if (step.shape?.text !== answer.text) return nothing
  const { checked } = step.shape
  if (checked.kind === 'fits') {
    state.answer = { ...answer, text: checked.text }
    const readings = warningOfReading('answer', checked.readAs ?? [], step.row.number)
    return {
      messages: [],
      events: [...readings, ...warning('NUMBER_AS_TEXT', largeNumberOf(checked.text), step)],
    }
  }
  if (state.outputRepairs >= maxOutputRepairs) {
    state.outputProblems = checked.problems
    return nothing
  }
  state.outputRepairs += 1
  return continueWith(renderRepair(checked.problems, outputSchema), ctx)
}

/** `Run.output` has a number that JavaScript does not hold as the text of its digits, whatever the schema says. */
function largeNumberOf(json: string): string | null {
  const large = findLargeNumber(parseRawJson(json))
  if (large === null) return null
  const where = large.path.length === 0 ? '' : ` at "${large.path.join('.')}"`
  return `The answer has the number ${large.text}${where}, which is beyond ±${Number.MAX_SAFE_INTEGER}. In the run's output it is a string, "${large.text}", so that no digit is lost. Give such a field the type string in the outputSchema.`
}

function continueWith(text: string, ctx: StepCore): Accepted {
  const { step, state } = ctx
  const message = { role: 'user', text, byEngine: true } as const
  return { messages: [addMessage(state, ctx.run, message, step.row.number)], events: [] }
}

function warning(code: string, message: string | null, step: OpenStep): readonly NewEvent[] {
  return message === null ? [] : [{ type: 'Warning', stepNumber: step.row.number, data: { code, message } }]
}

/** Whether the run ends with the plan of this step, regardless of the plan's outcome (LOOP-7). */
export function endsWithPlan({ plan, error }: OpenStep, { run }: RunCore): boolean {
  return plan !== undefined && error === undefined && run.agent.definition.protocolMode === 'STRICT'
}

/** Answer of a plan that is executed once: the output of its workflow as JSON, or the output of the last action that has one. */
function answerOfPlan({ actions }: OpenStep, { context }: LiveRun, { run }: RunCore): string {
  if (run.workflow) return JSON.stringify(workflowOutput(run.workflow.definition, context))
  const last = actions?.findLast(
    ({ mode, status, output }) => mode !== 'FIRE_AND_FORGET' && status === 'SUCCEEDED' && output !== null,
  )
  return last ? asText(last.output) : ''
}

/** Why the answer of a plan, or of a tool that ended the work, is empty; `null` if it is not. That of a turn was asked for once more. */
function emptinessOf({ text }: Answer, ctx: StepCore): string | null {
  const { step } = ctx
  if (!isBlank(text)) return null
  if (endsWithPlan(step, ctx)) return emptinessOfPlan(step.actions ?? [])
  return step.actions?.some(isDone)
    ? 'The work was ended without a message, and the model wrote no text before. The answer is empty.'
    : null
}

function emptinessOfPlan(actions: readonly ActionRow[]): string {
  const waitedFor = actions.filter(({ mode }) => mode !== 'FIRE_AND_FORGET')
  const [first] = waitedFor
  if (!first) return 'The plan waits for none of its actions, so the answer is empty.'
  if (waitedFor.some(({ status }) => status === 'SUCCEEDED'))
    return 'No action of the plan has an output, so the answer is empty.'
  return `No action of the plan succeeded, so the answer is empty. ${inWords(first.name, first.error ?? first.status)}.`
}

/** Returns PLAN_FAILED if the run ends with this plan and an action failed that the plan depends on; else `null`. */
function validatePlanAnswer(ctx: StepCore): Fault | null {
  const { step } = ctx
  const failed = endsWithPlan(step, ctx) ? planFailuresOf(step) : []
  if (failed.length === 0) return null
  return { reason: 'ERROR', code: 'PLAN_FAILED', error: describe('PLAN_FAILED', { failed }) }
}

/** A workflow's plan is executed once: its failure is final, also for the next owner of the run. @throws PLAN_FAILED */
export function refuseSecondPlan({ stepCount, judgement: { failure } }: LiveRun, { run }: RunCore): void {
  if (!run.workflow || stepCount === 0) return
  throw new RungraphError('PLAN_FAILED', {
    failed: [failure ? inWords(failure.action, failure.error) : 'it was stopped before its end'],
  })
}

/** The failures of actions that their plan cannot do without, in words. */
function planFailuresOf({ plan, actions }: OpenStep): readonly string[] {
  const mayFail = new Set(plan?.plan.actions.flatMap(({ name, skipOnError }) => (skipOnError ? [name] : [])))
  const failed = (actions ?? []).filter(
    ({ name, mode, status }) =>
      (status === 'FAILED' || status === 'DENIED') && mode !== 'FIRE_AND_FORGET' && !mayFail.has(name),
  )
  return failed.map(({ name, error }) => inWords(name, error ?? ''))
}

function inWords(action: string, error: string): string {
  return `${action}: ${error.replace(/\.$/, '')}`
}

import { RungraphError } from '../../domain/errors.ts'
import { inSlices, mapSliced, type Sliced } from '../../domain/in-slices.ts'
import { type Json, toJson } from '../../domain/json.ts'
import { isBlank, reasoningOf, textOf } from '../../domain/message.ts'
import { type PlanAction, type PlanProblem, storedPlan } from '../../domain/plan.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { auditOf, blankAction } from '../actions/plan-tool-calls.ts'
import { asWanted, readStoredPlan, surroundings } from '../actions/stored-plan.ts'
import { emptyAnswer, type PartialAnswer, truncationWarning } from '../judge/partial-answer.ts'
import { countCall } from '../judge/repetition.ts'
import type { AnsweredCall } from '../model/attempt-model.ts'
import { callModel } from '../model/call-model.ts'
import { callOnHistory } from '../model/keep-context.ts'
import { usageEvent } from '../model/model-call-row.ts'
import { requestOf, showPrompt } from '../model/request.ts'
import type { Asked, ModelCall } from '../model-call.ts'
import { renderProblem } from '../plan/check-given-plan.ts'
import { checkSliced } from '../plan/check-plan.ts'
import { type CheckedPlan, planPrint } from '../plan/checked-plan.ts'
import {
  describePlanProblems,
  type PlannerTurn,
  plannerSchema,
  plannerTurn,
  readPlannerTurn,
  renderPlanProblems,
} from '../plan/planner-prompt.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { PlanningContext, StepCore, TargetContext } from '../run/run-context.ts'
import { addMessage, type LiveRun, type OpenStep } from '../run/run-state.ts'
import { checkTargets } from '../tools/check-targets.ts'
import { relicEffects } from '../tools/offered-tools.ts'
import { refuseSecondPlan } from './accept-answer.ts'
import { planGenerated } from './step.ts'

/** Maximum number of times that an invalid plan is returned to the model (DAG-1). */
const maxRepairs = 3

/**
 * The PLAN planner: gives the step its checked plan, or the answer that the model gave in place of one. The caller's plan comes first; a
 * plan that an earlier owner recorded is not requested again. @throws PLAN_INVALID where no executable plan came
 */
export async function requestPlan(ctx: PlanningContext): Promise<void> {
  const { step, state } = ctx
  if (step.actions && (await restorePlan(ctx))) return
  if (isGivenUp(step, state)) return
  refuseSecondPlan(state, ctx)
  const givenPlan = state.stepCount === 0 ? ctx.run.plan : null
  if (givenPlan !== null) return await recordPlan(await workable(givenPlan, state, ctx), null, ctx)
  showPrompt(step, state, ctx)
  let problems: readonly PlanProblem[] = []
  let wasEmpty = false
  for (let tries = rejectedBefore(step, state); tries <= maxRepairs; tries++) {
    state.wordsSoFar = ''
    const answered = await callModel(plannerCallOf(tries, ctx), state, ctx)
    const turn = await inSlices(readTurn(answered))
    const isLast = tries === maxRepairs
    if (turn.kind === 'answer' && (!isEmptyAnswer(turn) || wasEmpty || isLast))
      return recordAnswer(turn, answered, ctx)
    wasEmpty ||= turn.kind === 'answer'
    const found = await problemsOrPlan(turn, state, ctx)
    if ('checked' in found) return await recordPlan(found.checked, answered, ctx)
    problems = found.problems
    if (isLast) state.partialAnswer = givenUp(answered)
    rejectPlan({ problems, isLast }, answered, ctx)
    // A crash costs one plan at most.
    await ctx.journal.durable()
  }
  if (isGivenUp(step, state)) return
  throw new RungraphError('PLAN_INVALID', {
    problems: problems.map(renderProblem),
  })
}

/** An answer without words is asked for once more (LOOP-10). */
function isEmptyAnswer({ text }: PlannerTurn & { readonly kind: 'answer' }): boolean {
  return isBlank(text)
}

/** The caller's plan, or a workflow's. @throws PLAN_INVALID where it calls what there is not, or with parameters that do not fit */
async function workable(plan: Json, state: LiveRun, ctx: PlanningContext): Promise<CheckedPlan> {
  const found = await readStoredPlan(plan, state, ctx)
  const problems = await unworkableTargets(found, state, ctx)
  if (problems.length === 0) return found
  throw new RungraphError('PLAN_INVALID', { problems: problems.map(renderProblem) })
}

/** A replay is executed against its record, whatever there is now. */
async function unworkableTargets(
  { plan }: CheckedPlan,
  { limits }: LiveRun,
  ctx: PlanningContext,
): Promise<readonly PlanProblem[]> {
  const { agent, depth } = ctx.run
  if (ctx.recording) return []
  const { capabilities, tools, models, schemas } = ctx
  const known = { agent, capabilities, tools, hasAllTools: true, models, schemas }
  return checkTargets(plan, { ...known, levelsBelow: limits.maxDepth.value - depth })
}

async function problemsOrPlan(
  turn: PlannerTurn,
  state: LiveRun,
  ctx: PlanningContext,
): Promise<{ readonly checked: CheckedPlan } | { readonly problems: readonly PlanProblem[] }> {
  switch (turn.kind) {
    case 'plan': {
      const found = await inSlices(checkSliced(asWanted(turn.plan, ctx), surroundings(state, ctx)))
      if (!found.ok) return found
      const problems = await unworkableTargets(found.checked, state, ctx)
      return problems.length === 0 ? found : { problems }
    }
    case 'answer':
      return { problems: [{ path: 'answer', problem: 'is empty: give your answer now' }] }
    case 'invalid':
      return turn
    default:
      return turn satisfies never
  }
}

/** Reads a planner's turn. A truncated turn is neither a plan nor an answer, unless it is complete (LOOP-10). */
function* readTurn({ message, truncatedBy }: AnsweredCall): Sliced<PlannerTurn> {
  const turn = yield* plannerTurn(textOf(message))
  if (turn.kind !== 'invalid' || truncatedBy === null) return turn
  const problem = 'was cut off at the output limit: plan less at once, or answer in fewer words'
  return { kind: 'invalid', problems: [{ path: '', problem }] }
}

/** A model whose last plan was cut off too is not asked again: the run is stopped by the limit, not by its plan. */
function givenUp({ truncatedBy: limit }: AnsweredCall): PartialAnswer | null {
  return limit && { text: '', truncations: 0, limit, isGivenUp: true }
}

/** Then the step does nothing. On a run that was resumed the model is asked anew. */
function isGivenUp(step: OpenStep, state: LiveRun): boolean {
  if (!state.partialAnswer?.isGivenUp) {
    state.partialAnswer = null
    return false
  }
  step.actions = []
  return true
}

/** Restores the plan and its actions that an earlier owner recorded, or the answer at the end of the history. */
async function restorePlan(ctx: PlanningContext): Promise<boolean> {
  const { step, state } = ctx
  if (step.row.plan !== null) {
    step.plan = await readStoredPlan(step.row.plan, state, ctx)
    return true
  }
  const at = state.history.findLastIndex(({ message }) => message.role === 'assistant')
  const last = state.history[at]?.message
  const turn = last?.role === 'assistant' ? readPlannerTurn(textOf(last)) : null
  const isSentBack = turn?.kind === 'answer' && isEmptyAnswer(turn) && at < state.history.length - 1
  if (turn?.kind !== 'answer' || isSentBack) {
    // Its last plan was rejected: the model is asked again.
    step.actions = null
    return false
  }
  step.plannerAnswer = turn
  return true
}

/** Each answer of a batch has another owner: the rejected plans of the step are counted over all. */
function rejectedBefore({ row }: OpenStep, { batchedTurn }: LiveRun): number {
  return batchedTurn?.stepNumber === row.number ? Math.min(batchedTurn.rejectedPlans, maxRepairs) : 0
}

function plannerCallOf(rejectedPlans: number, ctx: PlanningContext): ModelCall {
  const { step, state, stepSignal: signal } = ctx
  const request = () => planRequest(state, ctx)
  const rest = { rejectedPlans }
  const options = { purpose: 'PLAN', shows: 'planner', step: step.row, signal, rest } as const
  return callOnHistory({ ...options, request, leastOutputTokens: leastPlanTokens }, state, ctx)
}

/** A plan that is cut off is none. */
const leastPlanTokens = 1_024

function planRequest(state: LiveRun, ctx: TargetContext): Asked {
  const format = { name: 'turn', schema: plannerSchema }
  return { ...requestOf(state, ctx), tools: [], toolChoice: 'none', responseFormat: format }
}

function rejectPlan(
  { problems, isLast }: { readonly problems: readonly PlanProblem[]; readonly isLast: boolean },
  { message, row, shown }: AnsweredCall,
  ctx: StepCore,
): void {
  const { step, state } = ctx
  const stepNumber = step.row.number
  const { messageId } = row
  // None of it is done or taken for the answer (MOD-6).
  const discarded = {
    type: 'AttemptDiscarded',
    stepNumber,
    data: { messageId, reason: 'PLAN_INVALID' },
  } as const
  const repairMessage = { role: 'user', text: renderPlanProblems(problems), byEngine: true } as const
  const data = { code: 'PLAN_REJECTED', message: describePlanProblems(problems) } as const
  ctx.journal.write({
    // The problems of the last plan are stored for the next owner, which asks again if this process dies before it ends the run.
    messages: [
      addMessage(state, ctx.run, message, stepNumber),
      addMessage(state, ctx.run, repairMessage, stepNumber),
    ],
    modelCalls: [row],
    run: { loopState: toLoopState(state) },
    events: [
      usageEvent(stepNumber, row),
      ...(shown ? [discarded] : []),
      ...truncationWarnings(state, stepNumber),
      ...(isLast ? [] : [{ type: 'Warning', stepNumber, data } as const]),
    ],
  })
}

function truncationWarnings({ partialAnswer, limits }: LiveRun, stepNumber: number): readonly NewEvent[] {
  if (!partialAnswer) return []
  const data = truncationWarning(partialAnswer, limits.maxContinuations.value)
  return [{ type: 'Warning', stepNumber, data }]
}

function recordAnswer(
  plannerAnswer: PlannerTurn & { readonly kind: 'answer' },
  { message, row }: AnsweredCall,
  ctx: StepCore,
): void {
  const { step, state } = ctx
  const stepNumber = step.row.number
  step.plannerAnswer = plannerAnswer
  step.actions = []
  state.wordsSoFar = plannerAnswer.text
  step.row = { ...step.row, reasoning: reasoningOf(message) || plannerAnswer.reasoning }
  const warnings: readonly NewEvent[] = isEmptyAnswer(plannerAnswer)
    ? [{ type: 'Warning', stepNumber, data: emptyAnswer }]
    : []
  ctx.journal.write({
    messages: [addMessage(state, ctx.run, message, stepNumber)],
    modelCalls: [row],
    steps: [step.row],
    run: { loopState: toLoopState(state) },
    events: [usageEvent(stepNumber, row), ...warnings],
  })
}

/** Writes the plan with all that follows from it in one commit, before anything of it runs. */
async function recordPlan(
  plan: CheckedPlan,
  answered: AnsweredCall | null,
  ctx: PlanningContext,
): Promise<void> {
  const { step, state } = ctx
  const stepNumber = step.row.number
  const actions = await inSlices(actionRows(plan, await effectsOf(plan, ctx), ctx))
  const stored = await inSlices(storedPlan(plan.plan))
  step.plan = plan
  step.actions = actions
  state.actionCount += actions.length
  const message = answered?.message
  const reasoning = (message && reasoningOf(message)) || plan.plan.reasoning
  step.row = { ...step.row, plan: stored, reasoning }
  const events: NewEvent[] = answered ? [usageEvent(stepNumber, answered.row)] : []
  ctx.journal.write({
    messages: message ? [addMessage(state, ctx.run, message, stepNumber)] : [],
    modelCalls: answered ? [answered.row] : [],
    steps: [step.row],
    actions,
    run: { actionCount: state.actionCount, loopState: toLoopState(state) },
    events: [...events, planGenerated(actions, stepNumber)],
  })
}

/** The effect of a target without one is unknown. */
async function effectsOf({ nodes }: CheckedPlan, ctx: TargetContext): Promise<EffectOf> {
  const targets = nodes.flatMap(({ action: { type, target } }) => (type === 'RELIC' ? [target] : []))
  const relics = await relicEffects(targets, ctx)
  return ({ type, target }) => {
    if (type === 'TOOL') return ctx.tools.find(target)?.effect ?? null
    return type === 'RELIC' ? (relics.get(target) ?? 'once') : 'read'
  }
}

type EffectOf = (action: PlanAction) => ActionRow['effect']

function* actionRows(checked: CheckedPlan, effectOf: EffectOf, ctx: StepCore): Sliced<readonly ActionRow[]> {
  const { step, state } = ctx
  const { run } = ctx
  // A plan counts as one call: its actions may well resemble each other, the next plan should not be the same (LIM-6).
  const print = yield* planPrint(checked, state.context)
  state.doomLoop = countCall(state.doomLoop, 'the same plan', print)
  const audit = { ...auditOf(state.doomLoop) }
  return yield* mapSliced(checked.nodes, ({ action, wave }, position) => {
    const { name, type, mode, target, parameters, dependsOn, waitForAll, skipOnError, priority } = action
    return {
      ...blankAction,
      ...{ name, type, mode, target, dependsOn, waitForAll, skipOnError, priority, position, wave },
      id: ctx.newId(),
      projectId: run.projectId,
      runId: run.id,
      stepId: step.row.id,
      parameters: toJson(parameters),
      condition: action.when,
      outputKey: action.outputKey,
      branch: action.branch,
      retry: toJson(action.retry),
      cache: toJson(action.cache),
      timeoutMs: action.timeoutMs,
      callId: null,
      effect: effectOf(action),
      audit,
    }
  })
}

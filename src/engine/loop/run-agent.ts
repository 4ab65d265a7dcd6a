import { pauseWhenLong } from '../../domain/in-slices.ts'
import { cancelBegunInStep } from '../actions/perform-action.ts'
import { runCalls, runPlan } from '../actions/run-actions.ts'
import { closeGates } from '../gates/resolve-gate.ts'
import { BatchRest } from '../model/batched-call.ts'
import { BudgetSpent } from '../model/reserve-budget.ts'
import { verdictOn } from '../replay/recorded-run.ts'
import {
  type PlanningContext,
  type RunContext,
  type RunCore,
  type StepContext,
  stepContext,
} from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { warn } from '../run/warn.ts'
import { Stop, startDeadline, stopOf } from '../stop.ts'
import { checkShape } from './accept-answer.ts'
import { conclude, type Ending } from './conclude.ts'
import { drainInputs } from './finish-run.ts'
import { abandonHeld, approvePlan, batchEnding, meetRunGate, waitingEnding } from './human-gates.ts'
import { requestPlan } from './request-plan.ts'
import { requestTurn } from './request-turn.ts'
import { abandonStep, closeStep, openStep } from './step.ts'
import { validateStep } from './validate-step.ts'

/**
 * Runs one agent until it answers, is stopped, or fails. Continues from the durable state when there is one.
 * @throws the Stop that ended it from outside, or the error that no model could be asked around
 */
export async function runAgent(state: LiveRun, ctx: RunContext): Promise<Ending> {
  const deadline = startDeadline(state.deadlineAt, ctx.signal, ctx.clock)
  try {
    for (;;) {
      stopHere(ctx)
      const unmet = await meetRunGate(state, ctx)
      if (unmet) return unmet
      const verdict = verdictOn(state, ctx)
      // A step that an earlier owner left open is closed before the run is: each call keeps its result.
      if (verdict && state.openStep)
        await giveUp('The run is stopping.', stepContext(state.openStep, state, ctx))
      else if (verdict) return await conclude(verdict, state, ctx)
      else {
        await drainInputs(state, ctx)
        const step = openStep(state, ctx)
        const waiting = await takeStep(stepContext(step, state, ctx, deadline.signal))
        if (waiting) return waiting
      }
    }
  } finally {
    deadline.release()
  }
}

/**
 * One step: plan, execute, checkpoint. Time that runs out in its middle ends it early; the judge sees to the rest (LIM-4).
 * Gives how the run waits where the remaining actions of the step wait for a human. The step stays open for the next owner (JDG-4).
 */
async function takeStep(ctx: StepContext): Promise<Ending | null> {
  const { step, state, stepSignal } = ctx
  try {
    await plan(ctx)
    const approval = await approvePlan(ctx)
    if (approval.kind === 'waiting') return approval.ending
    if (approval.kind === 'sent-back') return null
    if (step.plan) await runPlan(step.plan, ctx)
    else await runCalls(ctx)
    // A run that is to end waits for nobody.
    const stop = stopOf(stepSignal) ?? (state.fault && new Stop('TIME_UP', 'The run is stopping.'))
    if (stop) await cancelBegunInStep(ctx)
    if (stop) abandonHeld(stop, ctx)
    await closeGates(step.actions ?? [], ctx)
    // A large plan ends in one turn of the event loop, is judged in another, and closed in a third.
    if (step.plan) await pauseWhenLong()
    const waiting = waitingEnding(step, state)
    if (waiting) return waiting
    // The next owner may be the one that judges it.
    ctx.draining.throwIfAborted()
    // A plan that was cut off has not ended, even if it has results.
    if (step.plan && stopOf(stepSignal)) step.error = "The run's time is up."
    // Half an answer is not judged (LOOP-10).
    if (state.partialAnswer) step.error = 'The answer was cut off at the output limit.'
    else await validateStep(ctx)
    await checkShape(ctx)
    if (step.plan) await pauseWhenLong()
    closeStep(ctx)
  } catch (error) {
    if (error instanceof BatchRest) return batchEnding(error, state)
    if (error instanceof BudgetSpent) {
      state.budgetSpent = error.reason
      warn({ code: 'BUDGET_SPENT', message: error.message }, step.row.number, ctx)
      await giveUp(error.message, ctx)
    } else if (stopOf(stepSignal)?.kind === 'TIME_UP') {
      await giveUp("The run's time is up.", ctx)
    } else throw error
  }
  state.timeIsUp = stopOf(stepSignal)?.kind === 'TIME_UP'
  return null
}

/** Ends a step early, with the actions that it waits for. */
async function giveUp(why: string, ctx: StepContext): Promise<void> {
  const { step, state } = ctx
  await checkShape(ctx)
  await cancelBegunInStep(ctx)
  abandonStep(new Stop('TIME_UP', why), state, ctx)
  await closeGates(step.actions ?? [], ctx)
}

/** Plans the step, which is the part that differs between the kinds of agents. */
async function plan(ctx: PlanningContext): Promise<void> {
  const { step } = ctx
  const { planner } = ctx.run.agent.definition
  switch (planner) {
    case 'TOOL_CALLS':
      step.actions = await requestTurn(ctx)
      return
    case 'PLAN':
      return requestPlan(ctx)
    default:
      return planner satisfies never
  }
}

/** The safe points: nothing is running that would have to be repeated. */
function stopHere(ctx: RunCore): void {
  ctx.signal.throwIfAborted()
  const divergence = ctx.recording?.divergence()
  if (divergence) throw divergence
  if (ctx.draining.aborted) throw new Stop('SHUTDOWN', 'The process is shutting down.')
}

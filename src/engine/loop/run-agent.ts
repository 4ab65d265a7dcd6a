import { isSettled } from '../../domain/action.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { createClearance, renewedClearance } from '../actions/clearance.ts'
import { performCall } from '../actions/perform-action.ts'
import { executeAction, letGo, skipAction } from '../actions/run-action.ts'
import { runPlan } from '../actions/run-plan.ts'
import { schedule } from '../actions/scheduler.ts'
import { watchHeld } from '../gates/held-watch.ts'
import { closeGates } from '../gates/resolve-gate.ts'
import { BudgetSpent } from '../model/reserve-budget.ts'
import { verdictOn } from '../replay/recorded-run.ts'
import type { RunContext } from '../run/run-context.ts'
import type { OpenStep, RunState } from '../run/run-state.ts'
import { type Deadline, isHandover, Stop, startDeadline, stopOf } from '../stop.ts'
import { checkShape } from './accept-answer.ts'
import { conclude, type Ending } from './conclude.ts'
import { drainInputs } from './finish-run.ts'
import { abandonHeld, approvePlan, meetRunGate, waitingEnding } from './human-gates.ts'
import { requestPlan } from './request-plan.ts'
import { requestTurn } from './request-turn.ts'
import { abandonStep, closeStep, openStep } from './step.ts'

import { validateStep } from './validate-step.ts'

/**
 * Runs one agent until it answers, is stopped, or fails. Goes on from the durable state when there is one.
 * Throws the Stop that ended it from outside, or the error that no model could be asked around.
 */
export async function runAgent(state: RunState, ctx: RunContext): Promise<Ending> {
  const deadline = startDeadline(state.deadlineAt, ctx.signal, ctx.clock)
  try {
    for (;;) {
      stopHere(ctx)
      const unmet = await meetRunGate(state, ctx)
      if (unmet) return unmet
      const verdict = verdictOn(state, ctx)
      // A step that an earlier owner left open is closed before the run is: each call keeps its result.
      if (verdict && state.openStep) await giveUp('The run is stopping.', state.openStep, state, ctx)
      else if (verdict) return await conclude(verdict, state, ctx)
      else {
        await drainInputs(state, ctx)
        const waiting = await takeStep(openStep(state, ctx), state, deadline, ctx)
        if (waiting) return waiting
      }
    }
  } finally {
    deadline.release()
  }
}

/**
 * One step: plan, execute, checkpoint. Time that runs out in its middle ends it early; the judge sees to the rest (LIM-4).
 * Gives how the run rests where what is left of the step waits for a human; the step stays open for whoever goes on (JDG-4).
 */
async function takeStep(
  step: OpenStep,
  state: RunState,
  deadline: Deadline,
  ctx: RunContext,
): Promise<Ending | null> {
  try {
    await plan(step, state, deadline.signal, ctx)
    const approval = await approvePlan(step, state, ctx)
    if (approval.kind === 'waiting') return approval.ending
    if (approval.kind === 'over') return null
    if (step.plan) await runPlan(step, step.plan, deadline.signal, state, ctx)
    else await execute(step, state, deadline.signal, ctx)
    // A run that is to end waits for nobody.
    const stop = stopOf(deadline.signal) ?? (state.fault && new Stop('TIME_UP', 'The run is stopping.'))
    if (stop) abandonHeld(step, stop, ctx)
    await closeGates(step.actions ?? [], ctx)
    const waiting = waitingEnding(step, state)
    if (waiting) return waiting
    // Whoever judges it may as well be the next owner.
    ctx.draining.throwIfAborted()
    // A plan that was cut off has not come to its end, whatever it has to show.
    if (step.plan && stopOf(deadline.signal)) step.error = "The run's time is up."
    // Half an answer is not judged (LOOP-10).
    if (state.partialAnswer) step.error = 'The answer was cut off at the output limit.'
    else await validateStep(step, state, deadline.signal, ctx)
    await checkShape(step, state, ctx)
    closeStep(step, state, ctx)
  } catch (error) {
    if (error instanceof BudgetSpent) {
      state.budgetSpent = error.reason
      const data = { code: 'BUDGET_SPENT', message: error.message }
      ctx.journal.write({ events: [{ type: 'Warning', stepNumber: step.row.number, data }] })
      await giveUp(error.message, step, state, ctx)
    } else if (stopOf(deadline.signal)?.kind === 'TIME_UP') {
      await giveUp("The run's time is up.", step, state, ctx)
    } else throw error
  }
  state.timeIsUp = stopOf(deadline.signal)?.kind === 'TIME_UP'
  return null
}

/** Ends a step early, with what it waits for. */
async function giveUp(why: string, step: OpenStep, state: RunState, ctx: RunContext): Promise<void> {
  await checkShape(step, state, ctx)
  abandonStep(new Stop('TIME_UP', why), state, ctx)
  await closeGates(step.actions ?? [], ctx)
}

/** What to do in this step: what differs from one kind of agent to the other (ENGINE 2). */
async function plan(step: OpenStep, state: RunState, signal: AbortSignal, ctx: RunContext): Promise<void> {
  const { planner } = ctx.run.agent.definition
  switch (planner) {
    case 'TOOL_CALLS':
      step.actions = await requestTurn(step, state, signal, ctx)
      return
    case 'PLAN':
      return requestPlan(step, state, signal, ctx)
    default:
      return planner satisfies never
  }
}

async function execute(step: OpenStep, state: RunState, signal: AbortSignal, ctx: RunContext): Promise<void> {
  const actions = step.actions ?? []
  if (actions.length === 0) return
  const pass = await createClearance(step, state, signal, ctx)
  const perform = (started: ActionRow) => performCall(started, step, signal, state, ctx)
  const faults: unknown[] = []
  const carry = async (action: ActionRow, time: 'first' | 'again') => {
    if (isSettled(action.status)) return action
    // What has not begun is begun by the next owner (DUR-4).
    const stop = stopOf(signal) ?? stopOf(ctx.draining)
    if (stop && time === 'again') return action
    if (stop && isHandover(stop)) throw stop
    if (stop) return skipAction(action, stop, pass.stepNumber, ctx)
    try {
      const current = time === 'again' ? await renewedClearance(pass, action, ctx) : pass
      return await letGo(await executeAction(action, perform, current, ctx), ctx)
    } catch (fault) {
      // What the others came to stands: the step ends with it.
      faults.push(fault)
      return action
    }
  }
  const watch = watchHeld(ctx)
  step.actions = await schedule(actions, ctx.run.effectiveLimits.maxParallel.value, carry, {
    add: (action, again) => watch.add(action, () => again(action)),
    close: () => watch.close(),
  })
  if (faults.length > 0) throw faults[0]
  // An abort ends the run here; time that is up still lets the step close with what there is.
  ctx.signal.throwIfAborted()
}

/** The safe points: nothing is under way that would have to be repeated. */
function stopHere(ctx: RunContext): void {
  ctx.signal.throwIfAborted()
  const divergence = ctx.recording?.divergence()
  if (divergence) throw divergence
  if (ctx.draining.aborted) throw new Stop('SHUTDOWN', 'The process is shutting down.')
}

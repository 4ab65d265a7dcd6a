import { isJsonObject, type JsonObject, toJson } from '../../domain/json.ts'
import type { Ending } from '../conclude.ts'
import { gateOpened, openGate } from '../open-gate.ts'
import type { CheckedPlan } from '../plan/checked-plan.ts'
import { revisePlan } from '../plan/revise-plan.ts'
import type { RunContext } from '../run-context.ts'
import { type OpenStep, partialSummary, type RunState, toLoopState } from '../run-state.ts'
import { abandonStep } from '../step.ts'
import { Stop } from '../stop.ts'
import { checked } from '../take-plan.ts'
import { gateOutcome } from './gate-outcome.ts'
import { refusalOf } from './run-gate.ts'

/** What becomes of a step whose plan is there: it is executed, it is over already, or the run waits for a human. */
export type Approval =
  | { readonly kind: 'go' }
  | { readonly kind: 'over' }
  | { readonly kind: 'waiting'; readonly ending: Ending }

/**
 * Holds a plan until a human has approved it, where the agent's definition wants that (LOOP-7). Revised parameters take the place
 * of the plan's own; a plan that is refused ends the run; one that is sent back with a note alone is not executed, and the model
 * plans anew.
 */
export async function approvePlan(step: OpenStep, state: RunState, ctx: RunContext): Promise<Approval> {
  const { plan } = step
  if (!plan || !ctx.run.agent.definition.requireUserApproval) return { kind: 'go' }
  if (ctx.recording) return asRecorded(step, plan, state, ctx)
  const { planGate } = state.humans
  if (planGate?.stepNumber !== step.row.number) return ask(step, plan, state, ctx)
  if (planGate.passed) return { kind: 'go' }
  const [gate] = await ctx.runs.gates.decided([planGate.gateId])
  const outcome = gate ? gateOutcome(gate, ctx) : null
  if (!gate || !outcome) return waiting(state)
  const note = outcome.kind === 'proceed' ? outcome.note : null
  state.humans = { ...state.humans, planGate: { ...planGate, passed: true, note } }
  if (outcome.kind === 'refused') {
    state.fault = refusalOf(gate, outcome)
    return sendBack('The plan was not approved.', state, ctx)
  }
  if (outcome.kind === 'sent-back') return sendBack(`${sentBackWords}: ${outcome.note}`, state, ctx)
  if (outcome.revised !== undefined && isJsonObject(outcome.revised))
    revise(step, plan, outcome.revised, state, ctx)
  ctx.journal.write({
    steps: [step.row],
    actions: step.actions ?? [],
    run: { loopState: toLoopState(state) },
  })
  return { kind: 'go' }
}

/** A replay asks nobody: what was executed is executed, what was sent back is sent back (RUN-9). */
async function asRecorded(
  step: OpenStep,
  { plan }: CheckedPlan,
  state: RunState,
  ctx: RunContext,
): Promise<Approval> {
  const [first] = plan.actions
  const recorded = first ? await ctx.recording?.action(step.row.number, first.name) : null
  const isSentBack = recorded?.status === 'SKIPPED' && recorded.error?.startsWith(sentBackWords)
  return isSentBack ? sendBack(recorded.error ?? '', state, ctx) : { kind: 'go' }
}

/** How the error of an action begins whose plan was sent back. */
const sentBackWords = 'A human sent the plan back'

function ask(step: OpenStep, { plan }: CheckedPlan, state: RunState, ctx: RunContext): Approval {
  const { row } = step
  const actions = plan.actions.map(({ name, type, target, parameters, dependsOn }) => ({
    ...{ name, type, target, dependsOn },
    parameters: toJson(parameters),
  }))
  const gate = openGate(
    {
      kind: 'PLAN_APPROVAL',
      reason: `A plan of ${actions.length} ${actions.length === 1 ? 'action' : 'actions'} is to be approved.`,
      stepId: row.id,
      actionId: null,
      context: { kind: 'PLAN_APPROVAL', stepNumber: row.number, reasoning: plan.reasoning, actions },
    },
    ctx,
  )
  state.humans = {
    ...state.humans,
    planGate: { gateId: gate.id, stepNumber: row.number, passed: false, note: null },
    gatesOpened: state.humans.gatesOpened + 1,
  }
  ctx.journal.write({
    gates: [gate],
    run: { loopState: toLoopState(state) },
    events: [gateOpened(gate, row.number)],
  })
  return waiting(state)
}

function waiting(state: RunState): Approval {
  const ending: Ending = {
    status: 'WAITING',
    reason: null,
    summary: partialSummary(state),
    gates: [],
    held: { gates: 1, childRuns: 0 },
    isMidStep: true,
  }
  return { kind: 'waiting', ending }
}

/** The step is over without anything of it having run; the model reads why with the results. */
function sendBack(why: string, state: RunState, ctx: RunContext): Approval {
  abandonStep(new Stop('TIME_UP', why), state, ctx)
  return { kind: 'over' }
}

function revise(
  step: OpenStep,
  { plan }: CheckedPlan,
  revised: JsonObject,
  state: RunState,
  ctx: RunContext,
): void {
  const next = revisePlan(plan, revised)
  // It was checked when it was taken in.
  if (!next.ok) return
  step.plan = checked(toJson(next.plan), state, ctx)
  step.row = { ...step.row, plan: toJson(next.plan) }
  const parameters = new Map(next.plan.actions.map((action) => [action.name, toJson(action.parameters)]))
  step.actions = (step.actions ?? []).map((action) => ({
    ...action,
    parameters: parameters.get(action.name) ?? action.parameters,
  }))
}

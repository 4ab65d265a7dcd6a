import { describe } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { inSlices } from '../../domain/in-slices.ts'
import { isJsonObject, type JsonObject, toJson } from '../../domain/json.ts'
import { storedPlan } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { abandonAction } from '../actions/finalize-action.ts'
import { readStoredPlan } from '../actions/stored-plan.ts'
import { type GateOutcome, metGate, recordedPlanGate } from '../gates/gate-outcome.ts'
import { gateOpened, openGate } from '../gates/open-gate.ts'
import type { BatchRest } from '../model/batched-call.ts'
import { type CheckedPlan, revisePlan } from '../plan/checked-plan.ts'
import { gateOf, holdsUpRun } from '../run/held.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { Recording, RunContext, RunCore, StepContext, StepCore } from '../run/run-context.ts'
import { addMessage, type LiveRun, type OpenStep } from '../run/run-state.ts'
import { Stop } from '../stop.ts'
import { type Ending, oneGate, waitingForRunGate, waitsFor } from './conclude.ts'
import { abandonStep } from './step.ts'

/** State of a step whose plan exists: to be executed, already ended, or waiting for a person. */
type Approval =
  | { readonly kind: 'go' }
  | { readonly kind: 'sent-back' }
  | { readonly kind: 'waiting'; readonly ending: Ending }

/**
 * Holds a plan until a human has approved it, where the agent's definition wants that (LOOP-7). Revised parameters take the place
 * of the plan's own; a plan that is refused ends the run; one that is rejected with a note alone is not executed, and the model
 * plans anew.
 */
export async function approvePlan(ctx: StepContext): Promise<Approval> {
  const { step, state } = ctx
  const { plan } = step
  if (!plan || !ctx.run.agent.definition.requireUserApproval) return { kind: 'go' }
  const { planGate } = state.approvals
  const isOfStep = planGate?.stepNumber === step.row.number
  if (isOfStep && planGate.passed) return { kind: 'go' }
  if (ctx.recording?.tools === 'RECORDED') return asRecorded(plan, ctx.recording, ctx)
  if (!isOfStep) return askApproval(plan, ctx)
  const [gate] = await ctx.runs.gates.decided([planGate.gateId])
  return gate ? afterPlanDecision(gate, plan, ctx) : waiting(state)
}

/** A replay with recorded tools asks nobody: the recorded decision stands (RUN-9). One with live tools asks anew. */
async function asRecorded(plan: CheckedPlan, recording: Recording, ctx: StepContext): Promise<Approval> {
  const { step } = ctx
  const { number } = step.row
  const gate = await recordedPlanGate(number, recording)
  if (!gate) throw recording.diverge(number, 'a decision about its plan')
  return afterPlanDecision(gate, plan, ctx)
}

async function afterPlanDecision(gate: GateRow, plan: CheckedPlan, ctx: StepContext): Promise<Approval> {
  const { step, state } = ctx
  const outcome = metGate(gate, ctx)
  if (!outcome) return waiting(state)
  // Before the state says that the gate was passed: entries written meanwhile must not say so without the revision.
  if (outcome.kind === 'proceed' && isJsonObject(outcome.revised)) await revise(plan, outcome.revised, ctx)
  const note = outcome.kind === 'proceed' ? outcome.note : null
  const planGate = { gateId: gate.id, stepNumber: step.row.number, passed: true, note }
  state.approvals = { ...state.approvals, planGate }
  if (outcome.kind === 'refused') {
    state.fault = faultOfRefusal(gate, outcome)
    return sendPlanBack('The plan was not approved.', state, ctx)
  }
  if (outcome.kind === 'revision-requested')
    return sendPlanBack(`A human sent the plan back: ${outcome.note}`, state, ctx)
  ctx.journal.write({
    steps: [step.row],
    actions: step.actions ?? [],
    run: { loopState: toLoopState(state) },
  })
  return { kind: 'go' }
}

function askApproval({ plan }: CheckedPlan, ctx: StepCore): Approval {
  const { step, state } = ctx
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
  state.approvals = {
    ...state.approvals,
    planGate: { gateId: gate.id, stepNumber: row.number, passed: false, note: null },
    gatesOpened: state.approvals.gatesOpened + 1,
  }
  ctx.journal.write({
    gates: [gate],
    run: { loopState: toLoopState(state) },
    events: [gateOpened(gate, row.number)],
  })
  return waiting(state)
}

function waiting(state: LiveRun): Approval {
  return { kind: 'waiting', ending: waitsFor({ held: oneGate, isMidStep: true }, state) }
}

/** Ends the step before any of its actions runs. The model receives the reason with the results. */
function sendPlanBack(why: string, state: LiveRun, ctx: RunCore): Approval {
  abandonStep(new Stop('TIME_UP', why), state, ctx)
  return { kind: 'sent-back' }
}

async function revise({ plan }: CheckedPlan, revised: JsonObject, ctx: StepContext): Promise<void> {
  const { step, state } = ctx
  const next = revisePlan(plan, revised)
  // The revision was checked when it was submitted.
  if (!next.ok) return
  const stored = await inSlices(storedPlan(next.plan))
  step.plan = await readStoredPlan(stored, state, ctx)
  step.row = { ...step.row, plan: stored }
  const parameters = new Map(next.plan.actions.map((action) => [action.name, toJson(action.parameters)]))
  step.actions = (step.actions ?? []).map((action) => ({
    ...action,
    parameters: parameters.get(action.name) ?? action.parameters,
  }))
}

/**
 * Applies the decision at the gate about the whole run that it waited at (JDG-4): a note reaches the model as a message, a refusal ends the
 * run. Gives how the run waits where nobody has decided yet.
 */
export async function meetRunGate(
  state: LiveRun,
  ctx: RunCore & Pick<RunContext, 'vault'>,
): Promise<Ending | null> {
  const { runGate } = state.approvals
  if (runGate === null) return null
  const [gate] = await ctx.runs.gates.decided([runGate])
  const outcome = gate ? metGate(gate, ctx) : null
  if (!gate || !outcome) return waitingForRunGate(state)
  state.approvals = { ...state.approvals, runGate: null }
  if (outcome.kind === 'refused') state.fault = faultOfRefusal(gate, outcome)
  const humanNote = outcome.kind === 'refused' ? null : outcome.note
  const messages =
    humanNote === null
      ? []
      : [addMessage(state, ctx.run, { role: 'user', text: humanNote, at: ctx.clock.now() }, null)]
  ctx.journal.write({ messages, run: { loopState: toLoopState(state) } })
  return null
}

/** A gate that expired is no refusal by a human. */
function faultOfRefusal(
  { reason }: GateRow,
  { isExpired, note }: GateOutcome & { kind: 'refused' },
): LiveRun['fault'] {
  return isExpired
    ? { reason: 'TIMEOUT', code: 'GATE_EXPIRED', error: describe('GATE_EXPIRED', { reason }) }
    : { reason: 'GATE_REJECTED', code: 'GATE_REJECTED', error: describe('GATE_REJECTED', { reason, note }) }
}

/** Returns the ending of a run with held actions; `null` if none is held. All other actions of the step have ended. */
export function waitingEnding(step: OpenStep, state: LiveRun): Ending | null {
  const held = (step.actions ?? []).filter(holdsUpRun)
  if (held.length === 0) return null
  const gates = held.filter((action) => gateOf(action) !== null).length
  return waitsFor({ held: { gates, childRuns: held.length - gates }, isMidStep: true }, state)
}

/** Returns the ending of a run whose turn waits for the answer of a batch, with the gate that opens for that (BATCH-2). */
export function batchEnding({ gate }: BatchRest, state: LiveRun): Ending {
  return { ...waitsFor({ held: oneGate, isMidStep: true }, state), gates: gate ? [gate] : [] }
}

/** Ends the waiting actions of a step that is to close: nobody decides about them any more. */
export function abandonHeld(stop: Stop, ctx: StepCore): void {
  const { step } = ctx
  const end = (action: ActionRow) => (holdsUpRun(action) ? abandonAction(action, stop, ctx) : action)
  step.actions = step.actions?.map(end) ?? null
}

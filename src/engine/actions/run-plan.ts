import { isSettled } from '../../domain/action.ts'
import { type Json, toJson } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { CheckedPlan } from '../plan/checked-plan.ts'
import { contextAfter, type RecordedAction } from '../plan/readiness.ts'
import type { EndOrder, StartOrder } from '../plan/schedule-plan.ts'
import { gateOf, holdsUpRun } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import type { StepContext } from '../run/step-context.ts'
import type { ActionContext } from './clearance.ts'
import { end, endUnperformed, settleOutput } from './end-action.ts'
import { performPlanned, toFailure } from './perform-planned.ts'
import { outcomeOf, runActions, type Started } from './run-actions.ts'
import { inBackground, performFired, warnOfFailure } from './settle-fired.ts'

/**
 * Executes the plan of a step and folds its outputs into the context of the run (DAG-2 to DAG-10).
 * @throws the Stop of a run that another owner continues, or BudgetSpent
 */
export async function runPlan(checked: CheckedPlan, ctx: StepContext): Promise<void> {
  const { step, state } = ctx
  const actions = step.actions ?? []
  const launches: Promise<void>[] = []
  const perform = async (order: StartOrder, started: Started, own: ActionContext) =>
    order.action.mode === 'FIRE_AND_FORGET'
      ? fire(order, checked, started, launches, own)
      : settleOutput(await performOf(order, checked, started, own), own)
  const recorded = await recordedOf(actions, ctx)
  // A FIRE_AND_FORGET action has begun, or waits at a gate, before its step ends (EVT-3, DAG-4).
  const untilBegun = async () => void (await Promise.all(launches))
  const set = { checked, recorded, perform, recordEnd, untilBegun, endsAtThrow: true }
  const outcomes = await runActions(set, ctx)
  ctx.signal.throwIfAborted()
  // Actions that wait for a person have not contributed to the context yet.
  if (!(step.actions ?? []).some(holdsUpRun)) state.context = contextAfter(checked, state.context, outcomes)
}

/** The step continues when the action has begun, or is held up. */
function fire(
  order: StartOrder,
  checked: CheckedPlan,
  started: Started,
  launches: Promise<void>[],
  parentCtx: ActionContext,
): Promise<ActionRow> {
  const launched = Promise.withResolvers<void>()
  launches.push(launched.promise)
  const ctx = inBackground(parentCtx)
  const onChanged = (changed: ActionRow) => {
    started.onChanged(changed)
    launched.resolve()
  }
  const perform = () => performOf(order, checked, { ...started, onChanged }, ctx)
  const ended = performFired(started.current, perform, ctx).then((row) => {
    started.onChanged(row)
    return row
  })
  return ended.finally(launched.resolve)
}

function performOf(
  { position, action: planned, parameters, isResumed }: StartOrder,
  checked: CheckedPlan,
  { row, onChanged }: Started,
  ctx: ActionContext,
): Promise<ActionRow> {
  // Resolved parameters from before a crash stay, because an any-of action could now read another dependency. So do parameters that a
  // person was shown.
  const isResolved = isResumed || gateOf(row) !== null
  const action = isResolved ? row : { ...row, parameters: toJson(parameters) }
  return performPlanned(action, { planned, node: checked.nodes[position], onChanged }, ctx)
}

/** Records an action that ended without being performed. */
function recordEnd({ outcome, action }: EndOrder, row: ActionRow, ctx: StepContext): ActionRow {
  switch (outcome.status) {
    case 'SKIPPED':
    case 'CANCELLED':
      return endUnperformed(row, outcome.status, outcome.error ?? '', ctx)
    case 'SUCCEEDED': {
      const bytes = Buffer.byteLength(JSON.stringify(outcome.output))
      return end(row, { kind: 'succeeded', output: outcome.output, bytes, done: false }, ctx)
    }
    case 'FAILED':
    case 'DENIED': {
      const ended = end(row, toFailure(outcome), ctx)
      if (action.mode === 'FIRE_AND_FORGET') warnOfFailure(ended, ctx)
      return ended
    }
    default:
      return outcome.status satisfies never
  }
}

/**
 * Returns the actions of the plan that earlier owners of the run started or ended. Large outputs are loaded in full, because later actions
 * refer to them.
 */
async function recordedOf(
  actions: readonly ActionRow[],
  ctx: RunContext,
): Promise<ReadonlyMap<string, RecordedAction>> {
  const recorded = new Map<string, RecordedAction>()
  for (const action of actions) {
    if (isSettled(action.status))
      recorded.set(action.name, { ...outcomeOf(action), output: await unsealed(action, ctx) })
    else if (action.status === 'RUNNING') recorded.set(action.name, { status: 'RUNNING' })
  }
  return recorded
}

async function unsealed({ id, output, audit }: ActionRow, { runs, run, secrets }: RunContext): Promise<Json> {
  if (audit.light !== true) return output
  const text = await runs.readOutput(run.id, id)
  return secrets.reveal(text === null || audit.isText === true ? text : JSON.parse(text))
}

import { isSettled } from '../../domain/action.ts'
import { type Json, toJson } from '../../domain/json.ts'
import type { PlanAction } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { watchHeld } from '../gates/held-watch.ts'
import type { CheckedPlan } from '../plan/checked-plan.ts'
import { type ActionOutcome, contextAfter, type RecordedAction } from '../plan/readiness.ts'
import { type EndOrder, type StartOrder, schedulePlan } from '../plan/schedule-plan.ts'
import { gateOf, holdsUpRun, isHeld } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import type { OpenStep, RunState } from '../run/run-state.ts'
import { isHandover, type Stop, stopBehind, stopOf } from '../stop.ts'
import { createClearance, type Pass, renewedClearance } from './clearance.ts'
import { performPlanned, toFailure } from './perform-planned.ts'
import { end, letGo, passBy } from './run-action.ts'
import { adopt, awaitDecision, penOfFired, performFired } from './settle-fired.ts'

/**
 * Executes a step's plan and folds its outputs into the run's context (DAG-2 to DAG-10). What an earlier owner ended stays as it is.
 * Throws the Stop of a run that another goes on with, or BudgetSpent.
 */
export async function runPlan(
  step: OpenStep,
  checked: CheckedPlan,
  signal: AbortSignal,
  state: RunState,
  ctx: RunContext,
): Promise<void> {
  const rows = new Map((step.actions ?? []).map((action) => [action.name, action]))
  const stepNumber = step.row.number
  const limit = ctx.run.effectiveLimits.maxParallel.value
  const pass = await createClearance(step, state, signal, ctx)
  const watch = watchHeld(ctx)
  const planRun: PlanRun = { checked, step, pass, ctx, rows, launches: [], wereHeld: new Set(), left: null }
  try {
    const outcomes = await schedulePlan(checked, {
      context: state.context,
      maxParallel: Math.min(checked.plan.maxParallel ?? limit, limit),
      recorded: await recordedOf(step.actions ?? [], ctx),
      signal,
      backgroundSignal: ctx.background.signal,
      adopt: (settled, action) => adopt(settled, action, state, ctx),
      record: (order) => {
        // What another is to go on with is left as it is.
        const stop = stopOf(signal)
        if (stop && isHandover(stop)) throw stop
        keep(recordEnd(order, rowOf(order, planRun), stepNumber, ctx), planRun)
      },
      perform: (order, stopped) => dispatch(order, stopped, planRun),
      onHeld: (order, again) => watch.add(rowOf(order, planRun), again),
      fired: () => [...state.inHand],
    })
    // What is fired has begun before its step ends, or is held up by a gate of it (EVT-3, DAG-4).
    await Promise.all(planRun.launches)
    // An abort ends the run here; time that is up still lets the step close with what there is.
    ctx.signal.throwIfAborted()
    if (planRun.left) throw planRun.left
    // What waits for a human has yet to give its part.
    if (![...rows.values()].some(holdsUpRun)) state.context = contextAfter(checked, state.context, outcomes)
  } finally {
    watch.close()
    step.actions = [...rows.values()]
  }
}

/** One owner's way through a plan. */
interface PlanRun {
  readonly checked: CheckedPlan
  readonly step: OpenStep
  readonly pass: Pass
  readonly ctx: RunContext
  /** The actions by name, as they stand. */
  readonly rows: Map<string, ActionRow>
  readonly launches: Promise<void>[]
  /** The names of those that waited for a human while others were running. */
  readonly wereHeld: Set<string>
  /** Why some of it is left to the next owner; `null` where nothing is. */
  left: Stop | null
}

function keep(row: ActionRow, { rows }: PlanRun): void {
  rows.set(row.name, row)
}

function rowOf({ action }: { readonly action: PlanAction }, { rows }: PlanRun): ActionRow {
  const row = rows.get(action.name)
  if (!row) throw new Error(`The plan's action ${action.name} has no row.`)
  return row
}

/**
 * Takes one action as far as this owner takes it. A process that is about to end begins none, and lets go of those that only wait;
 * what it has under way comes to its end before the run is let go (DUR-4).
 */
async function dispatch(
  order: StartOrder,
  stopped: AbortSignal,
  planRun: PlanRun,
): Promise<ActionOutcome | 'held'> {
  const { pass, ctx } = planRun
  try {
    ctx.draining.throwIfAborted()
    const { name } = order.action
    const current = planRun.wereHeld.has(name)
      ? await renewedClearance(pass, rowOf(order, planRun), ctx)
      : pass
    const own = { ...current, signal: stopped }
    const row =
      order.action.mode === 'FIRE_AND_FORGET'
        ? await fire(order, own, planRun)
        : await letGo(await perform(order, own, planRun, ctx), ctx)
    keep(row, planRun)
    if (!isHeld(row)) return outcomeOf(row)
    planRun.wereHeld.add(name)
    if (!holdsUpRun(row)) awaitDecision(row, planRun.step, own, ctx)
    return 'held'
  } catch (error) {
    const stop = stopBehind(error, stopped)
    if (stop?.kind !== 'SHUTDOWN' || stopped.aborted) throw error
    planRun.left = stop
    return 'held'
  }
}

/** The step goes on when it has begun, or is held up. */
function fire(order: StartOrder, pass: Pass, planRun: PlanRun): Promise<ActionRow> {
  const launched = Promise.withResolvers<void>()
  planRun.launches.push(launched.promise)
  const ctx = penOfFired(planRun.ctx)
  const current = () => rowOf(order, planRun)
  return performFired(current, () => perform(order, pass, planRun, ctx, launched.resolve), pass, ctx).finally(
    launched.resolve,
  )
}

function perform(
  order: StartOrder,
  pass: Pass,
  planRun: PlanRun,
  ctx: RunContext,
  onLaunched: () => void = () => undefined,
): Promise<ActionRow> {
  const { place, action: planned, parameters, isResumed } = order
  const row = rowOf(order, planRun)
  // What was resolved before a crash stays, an any-of action may read another dependency today; and so does what a human was shown.
  const isResolved = isResumed || gateOf(row) !== null
  const action = isResolved ? row : { ...row, parameters: toJson(parameters) }
  const onChanged = (changed: ActionRow) => {
    keep(changed, planRun)
    onLaunched()
  }
  return performPlanned(
    action,
    { planned, node: planRun.checked.nodes[place], step: planRun.step, onChanged },
    pass,
    ctx,
  )
}

/** Records an action that ended without being performed. */
function recordEnd({ outcome }: EndOrder, row: ActionRow, stepNumber: number, ctx: RunContext): ActionRow {
  switch (outcome.status) {
    case 'SKIPPED':
    case 'CANCELLED':
      return passBy(row, outcome.status, outcome.error ?? '', stepNumber, ctx)
    case 'SUCCEEDED': {
      const bytes = Buffer.byteLength(JSON.stringify(outcome.output))
      return end(row, { kind: 'succeeded', output: outcome.output, bytes, done: false }, stepNumber, ctx)
    }
    case 'FAILED':
    case 'DENIED':
      return end(row, toFailure(outcome), stepNumber, ctx)
    default:
      return outcome.status satisfies never
  }
}

/** What earlier owners of the run left of the plan. Large outputs are read back whole: later actions refer to them. */
async function recordedOf(
  actions: readonly ActionRow[],
  ctx: RunContext,
): Promise<ReadonlyMap<string, RecordedAction>> {
  const recorded = new Map<string, RecordedAction>()
  for (const action of actions) {
    if (isSettled(action.status))
      recorded.set(action.name, { ...outcomeOf(action), output: await whole(action, ctx) })
    else if (action.status === 'RUNNING') recorded.set(action.name, { status: 'RUNNING' })
  }
  return recorded
}

async function whole({ id, output, audit }: ActionRow, { runs, run, secrets }: RunContext): Promise<Json> {
  if (audit.light !== true) return output
  const text = await runs.readOutput(run.id, id)
  return secrets.reveal(text === null || audit.isText === true ? text : JSON.parse(text))
}

function outcomeOf({ status, output, error, errorCode }: ActionRow): ActionOutcome {
  if (status === 'PENDING' || status === 'RUNNING') throw new Error('The action has not ended.')
  return { status, output, error, errorCode }
}

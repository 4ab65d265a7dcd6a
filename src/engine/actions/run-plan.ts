import { isSettled } from '../../domain/action.ts'
import { isJsonObject, type Json, toJson } from '../../domain/json.ts'
import type { PlanAction } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { watchHeld } from '../gates/held-watch.ts'
import type { CheckedPlan } from '../plan/checked-plan.ts'
import { type ActionOutcome, contextAfter, type RecordedAction } from '../plan/readiness.ts'
import { type EndOrder, type StartOrder, schedulePlan } from '../plan/schedule-plan.ts'
import { gateOf, holdsUpRun, isHeld } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import type { OpenStep, RunState } from '../run/run-state.ts'
import { isHandedOn, type Stop, stopBehind, stopOf } from '../stop.ts'
import { createPass, type Pass, renewedPass } from './clearance.ts'
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
  const pass = await createPass(step, state, signal, ctx)
  const watch = watchHeld(ctx)
  const passage: Passage = { checked, step, pass, ctx, rows, launches: [], wereHeld: new Set(), left: null }
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
        if (stop && isHandedOn(stop)) throw stop
        keep(recordEnd(order, rowOf(order, passage), stepNumber, ctx), passage)
      },
      perform: (order, stopped) => obey(order, stopped, passage),
      onHeld: (order, again) => watch.add(rowOf(order, passage), again),
      fired: () => [...state.inHand],
    })
    // What is fired has begun before its step ends, or is held up by a gate of it (EVT-3, DAG-4).
    await Promise.all(passage.launches)
    // An abort ends the run here; time that is up still lets the step close with what there is.
    ctx.signal.throwIfAborted()
    if (passage.left) throw passage.left
    // What waits for a human has yet to give its part.
    if (![...rows.values()].some(holdsUpRun)) state.context = contextAfter(checked, state.context, outcomes)
  } finally {
    watch.close()
    step.actions = [...rows.values()]
  }
}

/** One owner's way through a plan. */
interface Passage {
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

function keep(row: ActionRow, { rows }: Passage): void {
  rows.set(row.name, row)
}

function rowOf({ action }: { readonly action: PlanAction }, { rows }: Passage): ActionRow {
  const row = rows.get(action.name)
  if (!row) throw new Error(`The plan's action ${action.name} has no row.`)
  return row
}

/**
 * Takes one action as far as this owner takes it. A process that is about to end begins none, and lets go of those that only wait;
 * what it has under way comes to its end before the run is let go (DUR-4).
 */
async function obey(
  order: StartOrder,
  stopped: AbortSignal,
  passage: Passage,
): Promise<ActionOutcome | 'held'> {
  const { pass, ctx } = passage
  try {
    ctx.draining.throwIfAborted()
    const { name } = order.action
    const current = passage.wereHeld.has(name) ? await renewedPass(pass, rowOf(order, passage), ctx) : pass
    const own = { ...current, signal: stopped }
    const row =
      order.action.mode === 'FIRE_AND_FORGET'
        ? await fire(order, own, passage)
        : await letGo(await perform(order, own, passage, ctx), ctx)
    keep(row, passage)
    if (!isHeld(row)) return outcomeOf(row)
    passage.wereHeld.add(name)
    if (!holdsUpRun(row)) awaitDecision(row, passage.step, own, ctx)
    return 'held'
  } catch (error) {
    const stop = stopBehind(error, stopped)
    if (stop?.kind !== 'SHUTDOWN' || stopped.aborted) throw error
    passage.left = stop
    return 'held'
  }
}

/** The step goes on when it has begun, or is held up. */
function fire(order: StartOrder, pass: Pass, passage: Passage): Promise<ActionRow> {
  const launched = Promise.withResolvers<void>()
  passage.launches.push(launched.promise)
  const ctx = penOfFired(passage.ctx)
  const current = () => rowOf(order, passage)
  return performFired(current, () => perform(order, pass, passage, ctx, launched.resolve), pass, ctx).finally(
    launched.resolve,
  )
}

function perform(
  order: StartOrder,
  pass: Pass,
  passage: Passage,
  ctx: RunContext,
  onLaunched: () => void = () => undefined,
): Promise<ActionRow> {
  const { place, action: planned, parameters, isResumed } = order
  const row = rowOf(order, passage)
  // What was resolved before a crash stays, an any-of action may read another dependency today; and so does what a human was shown.
  const isResolved = isResumed || gateOf(row) !== null
  const action = isResolved ? row : { ...row, parameters: toJson(parameters) }
  const onChanged = (changed: ActionRow) => {
    keep(changed, passage)
    onLaunched()
  }
  return performPlanned(
    action,
    { planned, node: passage.checked.nodes[place], step: passage.step, onChanged },
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
  if (!isJsonObject(audit) || audit.light !== true) return output
  const text = await runs.readOutput(run.id, id)
  return secrets.reveal(text === null || audit.isText === true ? text : JSON.parse(text))
}

function outcomeOf({ status, output, error, errorCode }: ActionRow): ActionOutcome {
  if (status === 'PENDING' || status === 'RUNNING') throw new Error('The action has not ended.')
  return { status, output, error, errorCode }
}

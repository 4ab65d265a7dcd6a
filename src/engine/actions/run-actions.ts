import type { ActionRow } from '../../domain/run-log.ts'
import { watchHeld } from '../gates/held-watch.ts'
import type { CheckedPlan } from '../plan/checked-plan.ts'
import type { ActionOutcome, Outcomes, RecordedAction } from '../plan/readiness.ts'
import { type EndOrder, type StartOrder, schedulePlan } from '../plan/schedule-plan.ts'
import { holdsUpRun, isHeld } from '../run/held.ts'
import type { StepContext } from '../run/step-context.ts'
import { isHandover, type Stop, stopBehind, stopOf } from '../stop.ts'
import { type ActionContext, actionContext, renewedContext } from './clearance.ts'
import { adopt, awaitDecision } from './settle-fired.ts'

/** Operations that differ between the independent calls of a turn and the actions of a plan. */
export interface ActionSet {
  readonly checked: CheckedPlan
  /** Actions that earlier owners of the run started or ended. */
  readonly recorded: ReadonlyMap<string, RecordedAction>
  /** Takes one action to its end, or to where a gate holds it up. `onChanged` receives each of its states. */
  perform(order: StartOrder, started: Started, ctx: ActionContext): Promise<ActionRow>
  /** Records an action that ended without being performed, as the scheduler has it. */
  recordEnd(order: EndOrder, row: ActionRow, ctx: ActionContext): ActionRow
  /** Resolves when what was fired has begun, waits, or has ended. Absent: nothing is fired. */
  readonly untilBegun?: () => Promise<void>
  /** Whether the others are ended, too, when one throws; otherwise they run to their ends first. */
  readonly endsAtThrow: boolean
}

/** An action that the scheduler starts. */
export interface Started {
  readonly row: ActionRow
  current(): ActionRow
  onChanged(row: ActionRow): void
}

/** Progress of one owner through the actions of a step. */
interface Progress {
  readonly set: ActionSet
  readonly ctx: ActionContext
  /** The actions by name, as they stand. */
  readonly rows: Map<string, ActionRow>
  /** The names of those that waited for a human while others were running. */
  readonly wereHeld: Set<string>
  /** Why actions that have not begun are left to the next owner. */
  handover: Stop | null
  readonly thrown: unknown[]
}

/**
 * Performs the actions of a step, each as soon as those it depends on have ended, at most `maxParallel` at a time (DAG-2).
 * Actions that an earlier owner ended stay as they are. @throws the Stop of a run that another owner continues,
 * or the error of an action; `step.actions` has the actions as they stand in any case.
 */
export async function runActions(set: ActionSet, parentCtx: StepContext): Promise<Outcomes> {
  const { step, state, stepSignal, background } = parentCtx
  const ctx = await actionContext(parentCtx)
  const rows = new Map((step.actions ?? []).map((action) => [action.name, action]))
  const progress: Progress = { set, ctx, rows, wereHeld: new Set(), handover: null, thrown: [] }
  const watch = watchHeld(ctx)
  const limit = ctx.run.effectiveLimits.maxParallel.value
  try {
    const outcomes = await schedulePlan(set.checked, {
      context: state.context,
      maxParallel: Math.min(set.checked.plan.maxParallel ?? limit, limit),
      recorded: set.recorded,
      signal: stepSignal,
      backgroundSignal: background.signal,
      adopt: (settled, action) => adopt(settled, action, state, ctx),
      record: (order) => recordEnd(order, progress),
      perform: (order, signal) => perform(order, signal, progress),
      onHeld: (order, again) => watch.add(rowOf(order, progress), again),
      fired: () => [...state.localWork],
    })
    // An abort ends the run here; at the time limit the step still closes with its results so far.
    ctx.signal.throwIfAborted()
    if (progress.handover) throw progress.handover
    if (progress.thrown.length > 0) throw progress.thrown[0]
    return outcomes
  } finally {
    watch.close()
    // Where the step ends early, too: an action that has begun is not one to skip.
    await set.untilBegun?.()
    step.actions = [...rows.values()]
  }
}

function recordEnd(order: EndOrder, progress: Progress): void {
  const { set, ctx, rows } = progress
  // An action that another owner is to continue stays as it is.
  const stop = stopOf(ctx.stepSignal)
  if (stop && isHandover(stop)) throw stop
  rows.set(order.action.name, set.recordEnd(order, rowOf(order, progress), ctx))
}

/**
 * Takes one action as far as this owner takes it. A process that is about to end begins none, and releases those that only wait; running
 * actions end before the run is released (DUR-4).
 */
async function perform(
  order: StartOrder,
  signal: AbortSignal,
  progress: Progress,
): Promise<ActionOutcome | 'held'> {
  const { set, rows, wereHeld } = progress
  const { name } = order.action
  try {
    progress.ctx.draining.throwIfAborted()
    const action = rowOf(order, progress)
    const current = wereHeld.has(name) ? await renewedContext(action, progress.ctx) : progress.ctx
    const ctx = { ...current, stepSignal: signal }
    const started: Started = {
      row: action,
      current: () => rowOf(order, progress),
      onChanged: (changed) => rows.set(name, changed),
    }
    const row = await set.perform(order, started, ctx)
    rows.set(name, row)
    if (!isHeld(row)) return outcomeOf(row)
    wereHeld.add(name)
    if (!holdsUpRun(row)) awaitDecision(row, ctx)
    return 'held'
  } catch (error) {
    const stop = stopBehind(error, signal)
    if (stop?.kind === 'SHUTDOWN' && !signal.aborted) progress.handover = stop
    else if (set.endsAtThrow) throw error
    else progress.thrown.push(error)
    return 'held'
  }
}

function rowOf({ action }: EndOrder | StartOrder, { rows }: Pick<Progress, 'rows'>): ActionRow {
  const row = rows.get(action.name)
  if (!row) throw new Error(`The action ${action.name} has no row.`)
  return row
}

/** An action that has ended, as those see it that depend on it. */
export function outcomeOf({ status, output, error, errorCode }: ActionRow): ActionOutcome {
  if (status === 'PENDING' || status === 'RUNNING') throw new Error('The action has not ended.')
  return { status, output, error, errorCode }
}

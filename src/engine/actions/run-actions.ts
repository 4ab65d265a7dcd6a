import { type Json, toJson } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { watchHeld } from '../gates/held-watch.ts'
import { meetPastEvents } from '../gates/wake-by-event.ts'
import { type CheckedPlan, flatPlan } from '../plan/checked-plan.ts'
import { type ActionOutcome, contextAfter, type Outcomes, type RecordedAction } from '../plan/readiness.ts'
import { type EndOrder, type StartOrder, schedulePlan } from '../plan/schedule-plan.ts'
import { gateOf, holdsUpRun, isHeld } from '../run/held.ts'
import type { RunCore, StepContext } from '../run/run-context.ts'
import { isHandover, type Stop, stopBehind, stopOf } from '../stop.ts'
import { executeAction } from './execute-action.ts'
import { endAction, endUnperformed } from './finalize-action.ts'
import { type ActionContext, actionContext } from './prepare-action.ts'
import { adopt, awaitDecision, inBackground, performFired, warnOfFailure } from './settle-fired.ts'

/** The actions of a step, and which of them earlier owners of the run started or ended. */
interface StepActions {
  readonly checked: CheckedPlan
  readonly recorded: ReadonlyMap<string, RecordedAction>
  /** Calls of a turn have no plan: they are independent, and one that throws does not end the others. */
  readonly areCalls: boolean
}

/** Progress of one owner through the actions of a step. */
interface Progress extends StepActions {
  readonly ctx: ActionContext
  /** The same with the signal of the plan, and of what it fires; `null`: nothing began. All of its actions share them. */
  performing: ActionContext | null
  firing: ActionContext | null
  /** The actions by name, as they stand. */
  readonly rows: Map<string, ActionRow>
  /** The names of those that waited for a human while others were running. */
  readonly wereHeld: Set<string>
  /** A FIRE_AND_FORGET action has begun, or waits at a gate, before its step ends (EVT-3, DAG-4). */
  readonly launches: Promise<void>[]
  /** Why actions that have not begun are left to the next owner. */
  handover: Stop | null
  readonly thrown: unknown[]
}

/**
 * Performs the calls of a turn: a flat plan, whose actions depend on nothing. When one throws, the others run to their ends: the
 * step ends with their results. @throws the Stop of a run that another owner continues, or BudgetSpent
 */
export async function runCalls(ctx: StepContext): Promise<void> {
  const actions = ctx.step.actions ?? []
  if (actions.length === 0) return
  const recorded = new Map<string, RecordedAction>()
  for (const row of actions)
    if (row.status !== 'PENDING')
      recorded.set(row.name, row.status === 'RUNNING' ? { status: 'RUNNING' } : outcomeOfRow(row))
  await runActions({ checked: flatPlan(actions), recorded, areCalls: true }, ctx)
}

/**
 * Executes the plan of a step and folds its outputs into the context of the run (DAG-2 to DAG-10).
 * @throws the Stop of a run that another owner continues, or BudgetSpent
 */
export async function runPlan(checked: CheckedPlan, ctx: StepContext): Promise<void> {
  const { step, state } = ctx
  const recorded = new Map<string, RecordedAction>()
  for (const row of step.actions ?? []) {
    if (row.status === 'RUNNING') recorded.set(row.name, { status: 'RUNNING' })
    // Large outputs are loaded in full, because later actions refer to them.
    else if (row.status !== 'PENDING')
      recorded.set(row.name, { ...outcomeOfRow(row), output: await unsealed(row, ctx) })
  }
  const outcomes = await runActions({ checked, recorded, areCalls: false }, ctx)
  ctx.signal.throwIfAborted()
  // Actions that wait for a person have not contributed to the context yet.
  if (!(step.actions ?? []).some(holdsUpRun)) state.context = contextAfter(checked, state.context, outcomes)
}

async function unsealed({ id, output, audit }: ActionRow, { runs, run, secrets }: RunCore): Promise<Json> {
  if (audit.light !== true) return output
  const text = await runs.readOutput(run.id, id)
  return secrets.reveal(text === null || audit.isText === true ? text : JSON.parse(text))
}

/**
 * Performs the actions of a step, each as soon as those it depends on have ended, at most `maxParallel` at a time (DAG-2).
 * Actions that an earlier owner ended stay as they are. @throws the Stop of a run that another owner continues,
 * or the error of an action; `step.actions` has the actions as they stand in any case.
 */
async function runActions(actions: StepActions, parentCtx: StepContext): Promise<Outcomes> {
  const { step, state, stepSignal, background } = parentCtx
  const { checked, recorded } = actions
  const ctx = await actionContext(step.actions ?? [], parentCtx)
  const rows = new Map((step.actions ?? []).map((action) => [action.name, action]))
  const progress: Progress = {
    ...{ ...actions, ctx, rows, wereHeld: new Set(), launches: [] },
    ...{ performing: null, firing: null, handover: null, thrown: [] },
  }
  const watch = watchHeld(ctx)
  const limit = ctx.run.effectiveLimits.maxParallel.value
  try {
    const outcomes = await schedulePlan(checked, {
      context: state.context,
      maxParallel: Math.min(checked.plan.maxParallel ?? limit, limit),
      recorded,
      signal: stepSignal,
      backgroundSignal: background.signal,
      adopt: (settled, action) => adopt(settled, action, state, ctx),
      record: (order) => recordEnd(order, progress),
      perform: (order, signal) => performOrder(order, signal, progress),
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
    if (progress.launches.length > 0) await Promise.all(progress.launches)
    step.actions = [...rows.values()]
  }
}

/**
 * Takes one action as far as this owner takes it. A process that is about to end begins none, and releases those that only wait; running
 * actions end before the run is released (DUR-4).
 */
async function performOrder(
  order: StartOrder,
  signal: AbortSignal,
  progress: Progress,
): Promise<ActionOutcome | 'held'> {
  const { areCalls, rows, wereHeld } = progress
  const { name, mode } = order.action
  try {
    progress.ctx.draining.throwIfAborted()
    const action = rowOf(order, progress)
    const shared = contextFor(mode, signal, progress)
    const ctx = wereHeld.has(name) ? await actionContext([action], shared) : shared
    const onChanged = (changed: ActionRow) => void rows.set(name, changed)
    const row =
      mode === 'FIRE_AND_FORGET'
        ? await fireOrder(order, progress, ctx)
        : await executeOrder(order, onChanged, progress, ctx)
    rows.set(name, row)
    if (!isHeld(row)) return outcomeOfRow(row)
    wereHeld.add(name)
    await meetPastEvents(row, ctx)
    if (!holdsUpRun(row)) awaitDecision(row, ctx)
    return 'held'
  } catch (error) {
    const stop = stopBehind(error, signal)
    if (stop?.kind === 'SHUTDOWN' && !signal.aborted) progress.handover = stop
    else if (!areCalls) throw error
    else progress.thrown.push(error)
    return 'held'
  }
}

/** Made once for all actions of the step that are waited for, and once for those that are fired. */
function contextFor(
  mode: StartOrder['action']['mode'],
  signal: AbortSignal,
  progress: Progress,
): ActionContext {
  if (mode === 'FIRE_AND_FORGET') {
    progress.firing ??= inBackground({ ...progress.ctx, stepSignal: signal })
    return progress.firing
  }
  progress.performing ??= { ...progress.ctx, stepSignal: signal }
  return progress.performing
}

/** The step continues when the action has begun, or is held up. */
function fireOrder(order: StartOrder, progress: Progress, ctx: ActionContext): Promise<ActionRow> {
  const { launches, rows } = progress
  const launched = Promise.withResolvers<void>()
  launches.push(launched.promise)
  const onChanged = (changed: ActionRow) => {
    rows.set(changed.name, changed)
    launched.resolve()
  }
  const started = () => executeOrder(order, onChanged, progress, ctx)
  const ended = performFired(() => rowOf(order, progress), started, ctx).then((row) => {
    rows.set(row.name, row)
    return row
  })
  return ended.finally(launched.resolve)
}

function executeOrder(
  { action: planned, parameters, isResumed }: StartOrder,
  onChanged: (changed: ActionRow) => void,
  progress: Progress,
  ctx: ActionContext,
): Promise<ActionRow> {
  const row = rowOf({ action: planned }, progress)
  // Resolved parameters from before a crash stay, because an any-of action could now read another dependency. So do parameters that a
  // person was shown, and those of a call.
  const isResolved = isResumed || progress.areCalls || gateOf(row) !== null
  const action = isResolved ? row : { ...row, parameters: toJson(parameters) }
  return executeAction(action, { planned, onChanged }, ctx)
}

/** Records an action that ended without being performed. */
function recordEnd(order: EndOrder, progress: Progress): void {
  const { ctx, rows, areCalls } = progress
  // An action that another owner is to continue stays as it is.
  const stop = stopOf(ctx.stepSignal)
  if (stop && isHandover(stop)) throw stop
  const row = rowOf(order, progress)
  rows.set(row.name, areCalls ? endCall(row, stop, ctx) : endPlanned(order, row, ctx))
}

/** A call that waits for a human is ended with the step. */
function endCall(row: ActionRow, stop: Stop | null, ctx: ActionContext): ActionRow {
  return isHeld(row) ? row : endUnperformed(row, 'SKIPPED', stop?.message ?? 'The run stopped.', ctx)
}

function endPlanned({ outcome, action }: EndOrder, row: ActionRow, ctx: ActionContext): ActionRow {
  switch (outcome.status) {
    case 'SKIPPED':
    case 'CANCELLED':
      return endUnperformed(row, outcome.status, outcome.error ?? '', ctx)
    case 'SUCCEEDED': {
      const bytes = Buffer.byteLength(JSON.stringify(outcome.output))
      return endAction(row, { kind: 'succeeded', output: outcome.output, bytes, done: false }, ctx)
    }
    case 'FAILED':
    case 'DENIED': {
      const { errorCode, error } = outcome
      const failure = { kind: 'failed', code: errorCode ?? 'ACTION_INVALID', error: error ?? '' } as const
      const ended = endAction(row, failure, ctx)
      if (action.mode === 'FIRE_AND_FORGET') warnOfFailure(ended, ctx)
      return ended
    }
    default:
      return outcome.status satisfies never
  }
}

function rowOf({ action }: Pick<StartOrder, 'action'>, { rows }: Pick<Progress, 'rows'>): ActionRow {
  const row = rows.get(action.name)
  if (!row) throw new Error(`The action ${action.name} has no row.`)
  return row
}

/** An action that has ended, as those see it that depend on it. */
function outcomeOfRow({ status, output, error, errorCode }: ActionRow): ActionOutcome {
  if (status === 'PENDING' || status === 'RUNNING') throw new Error('The action has not ended.')
  return { status, output, error, errorCode }
}

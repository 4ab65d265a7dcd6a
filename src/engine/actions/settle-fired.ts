import { type Plan, type PlanAction, parsePlan } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { StoredState } from '../../domain/run-store.ts'
import { toWordId } from '../../domain/word-id.ts'
import { closeGatesOf } from '../gates/resolve-gate.ts'
import { meetPastEvents } from '../gates/wake-by-event.ts'
import { type EndResult, failedBy } from '../run/action-result.ts'
import { isHeld } from '../run/held.ts'
import { type RunContext, type RunCore, type StepCore, stepContext } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { warn } from '../run/warn.ts'
import { isHandover, Stop, stopBehind } from '../stop.ts'
import { executeAction } from './execute-action.ts'
import { endAction } from './finalize-action.ts'
import { cancelBegun } from './perform-action.ts'
import { type ActionContext, actionContext } from './prepare-action.ts'
import { asWanted } from './stored-plan.ts'

/** Ending of an action that is no longer to be performed. */
export type FiredEnding = Extract<EndResult, { kind: 'failed' | 'stopped' }>

/**
 * Continues every action that an earlier owner fired and nobody ended (DAG-4): those of steps that are over, or, of a run that has ended,
 * all. `read` and `idempotent` calls are repeated with their keys, a `once` call ends as OUTCOME_UNKNOWN (TAS-5), and an action that a gate
 * held up continues as the gate was decided. The owner of a run calls this before any other work on it; `whenSettled` waits for the actions
 * that it began. `ending`: nothing is performed, everything ends so.
 */
export async function settleFired(
  fired: StoredState['fired'],
  ending: FiredEnding | null,
  state: LiveRun,
  parentCtx: RunContext,
): Promise<void> {
  for (const { step: row, actions } of fired) {
    const step = stepContext({ row, actions }, state, parentCtx, parentCtx.background.signal)
    const ctx = await actionContext(actions, inBackground(step))
    const endings = actions.map((action) => ({
      action,
      over: endingOfFiredAction(action, ending, parentCtx),
    }))
    // First: nobody finds an open gate of a run that has settled, also where this process dies in between.
    await closeGatesOf(
      endings.flatMap(({ action, over }) => (over ? [action] : [])),
      parentCtx,
    )
    await cancelBegun(
      endings.flatMap(({ action, over }) => (over?.kind === 'stopped' ? [action] : [])),
      ctx,
    )
    for (const { action, over } of endings)
      if (over) endAction(action, over, ctx)
      else adopt(resumeFired(action, ctx), action, state, ctx)
  }
}

function endingOfFiredAction(
  action: ActionRow,
  ending: FiredEnding | null,
  { run }: RunCore,
): FiredEnding | null {
  // A ONCE call is reported with an unknown outcome, whatever the reason for its end.
  if (ending && (ending.kind === 'stopped' || action.effect !== 'once')) return ending
  return run.isEnded && isChildToBe(action) ? { kind: 'stopped', stop: parentEnded } : null
}

const parentEnded = new Stop('ABORTED', 'The run that was to start it has ended.')

/** A child run ends with the run that fired it, and none begins after that (SUB-3). */
function isChildToBe({ type, childRunId }: ActionRow): boolean {
  return (type === 'AGENT' || type === 'WORKFLOW') && childRunId === null
}

async function resumeFired(action: ActionRow, ctx: ActionContext): Promise<void> {
  let current = action
  const onChanged = (changed: ActionRow) => {
    current = changed
  }
  const perform = async () => executeAction(action, { planned: plannedOf(action, ctx), onChanged }, ctx)
  const ended = await performFired(() => current, perform, ctx)
  await meetPastEvents(ended, ctx)
  awaitDecision(ended, ctx)
}

/** A held action continues when a human has decided, as long as this process owns the run; after that, the next owner continues it. */
export function awaitDecision(action: ActionRow, ctx: ActionContext): void {
  ctx.background.held.add(action, () => {
    const settled = actionContext([action], ctx).then((renewed) => resumeFired(action, renewed))
    adopt(settled, action, ctx.state, ctx)
  })
}

/** The action as the plan of its step has it. It was checked before it was stored. */
function plannedOf({ name }: ActionRow, ctx: StepCore): PlanAction {
  const { row } = ctx.step
  const parsed = parsePlan(row.plan)
  const plan: Plan | null = parsed.ok ? asWanted(parsed.plan, ctx) : null
  const planned = plan?.actions.find((action) => action.name === name)
  if (!planned) throw new Error(`The plan of step ${row.number} cannot be read.`)
  return planned
}

/** Resolves when all that was fired has ended, or is left to another process. */
export async function whenSettled({ background }: Pick<LiveRun, 'background'>): Promise<void> {
  while (background.size > 0) await Promise.all(background)
}

/** Gives FIRE_AND_FORGET actions a journal of their own, because their run may have ended. */
export function inBackground<Context extends RunContext>(ctx: Context): Context {
  return { ...ctx, journal: ctx.background.journal }
}

/**
 * Executes a fired action to its end, or to where a gate holds it up. Nobody waits for the result: a failure is a Warning, and so is a
 * thrown error. @throws only the Stop of a run that another owner continues
 */
export async function performFired(
  current: () => ActionRow,
  perform: () => Promise<ActionRow>,
  ctx: ActionContext,
): Promise<ActionRow> {
  const ended = await perform().catch((error: unknown) => endOfThrow(error, current(), ctx))
  if (isHeld(ended)) return ended
  warnOfFailure(ended, ctx)
  return ended
}

function endOfThrow(error: unknown, action: ActionRow, ctx: ActionContext): ActionRow {
  const stop = stopBehind(error, ctx.stepSignal)
  if (stop && isHandover(stop)) throw stop
  if (stop) return endAction(action, { kind: 'stopped', stop }, ctx)
  return endAction(action, failedBy(error), ctx)
}

/** Follows a fired action, until it has ended or is left to another process. */
export function adopt(
  settled: Promise<void>,
  { type, name }: Pick<ActionRow, 'type' | 'name'>,
  state: LiveRun,
  ctx: RunCore,
): void {
  const followed = settled
    .catch((error: unknown) => {
      if (!(error instanceof Stop))
        ctx.report(
          `Run ${toWordId('run', ctx.run.id)}: the fired action "${name}" is left to another process.`,
          error,
        )
    })
    .finally(() => {
      state.background.delete(followed)
      state.localWork.delete(followed)
    })
  state.background.add(followed)
  if (type !== 'AGENT' && type !== 'WORKFLOW') state.localWork.add(followed)
}

/** Nobody reads the result of a fired action: its failure is in the log (DAG-4). */
export function warnOfFailure({ name, status, error }: ActionRow, ctx: StepCore): void {
  if (status !== 'FAILED') return
  warn({ code: 'BACKGROUND_ACTION_FAILED', message: `${name}: ${error}` }, ctx.step.row.number, ctx)
}

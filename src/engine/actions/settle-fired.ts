import { isRungraphError, messageOf } from '../../domain/errors.ts'
import { type Plan, type PlanAction, parsePlan } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { StoredState } from '../../domain/run-store.ts'
import { closeGates } from '../gates/resolve-gate.ts'
import type { ActionResult } from '../run/action-result.ts'
import { isHeld } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import type { OpenStep, RunState } from '../run/run-state.ts'
import { isHandover, Stop, stopBehind } from '../stop.ts'
import { createClearance, type Pass, renewedClearance } from './clearance.ts'
import { performPlanned } from './perform-planned.ts'
import { end, letGo, skipAction } from './run-action.ts'
import { asWanted } from './stored-plan.ts'

/** How every action ends that is not to be performed any more. */
export type Ending = Extract<ActionResult, { kind: 'failed' | 'stopped' }>

/**
 * Takes up every action that an earlier owner fired and nobody ended (DAG-4): those of steps that are over, or, of a run that has
 * ended, all. `read` and `idempotent` calls are repeated with their keys, a `once` call ends as OUTCOME_UNKNOWN (TAS-5), and what a
 * gate held up goes on as the gate was decided. Who takes up a run calls this before anything else of it is done; `whenSettled` waits
 * for what it began. `ending`: nothing is performed, everything ends so.
 */
export async function settleFired(
  fired: StoredState['fired'],
  ending: Ending | null,
  state: RunState,
  given: RunContext,
): Promise<void> {
  const ctx = penOfFired(given)
  for (const { step: row, actions } of fired) {
    const step: OpenStep = { row, actions }
    const pass = await createClearance(step, state, ctx.background.signal, ctx)
    const ended: ActionRow[] = []
    for (const action of actions) {
      const over = endingOf(action, ending, ctx)
      if (over) ended.push(endAs(over, action, pass.stepNumber, ctx))
      else adopt(goOn(action, step, pass, ctx), action, state, ctx)
    }
    await closeGates(ended, ctx)
  }
}

function endingOf(action: ActionRow, ending: Ending | null, { run }: RunContext): Ending | null {
  // Of a call that must not happen twice it is said that nobody knows what it came to, whatever else there is to say.
  if (ending && (ending.kind === 'stopped' || action.effect !== 'once')) return ending
  return run.isEnded && isChildToBe(action) ? { kind: 'stopped', stop: endOfRun } : null
}

const endOfRun = new Stop('ABORTED', 'The run that was to start it has ended.')

/** A child run ends with the run that fired it, and none begins after that (SUB-3). */
function isChildToBe({ type, childRunId }: ActionRow): boolean {
  return (type === 'AGENT' || type === 'WORKFLOW') && childRunId === null
}

function endAs(ending: Ending, action: ActionRow, stepNumber: number, ctx: RunContext): ActionRow {
  return ending.kind === 'stopped' && action.status === 'PENDING'
    ? skipAction(action, ending.stop, stepNumber, ctx)
    : end(action, ending, stepNumber, ctx)
}

async function goOn(action: ActionRow, step: OpenStep, pass: Pass, ctx: RunContext): Promise<void> {
  let current = action
  const onChanged = (changed: ActionRow) => {
    current = changed
  }
  const perform = async () =>
    performPlanned(action, { planned: plannedOf(action, step, ctx), step, onChanged }, pass, ctx)
  awaitDecision(await performFired(() => current, perform, pass, ctx), step, pass, ctx)
}

/** What is held up goes on when a human has decided, as long as this process has the run; later whoever takes the run up goes on. */
export function awaitDecision(action: ActionRow, step: OpenStep, pass: Pass, given: RunContext): void {
  const ctx = penOfFired(given)
  ctx.background.held.add(action, () => {
    const settled = renewedClearance(pass, action, ctx).then((renewed) => goOn(action, step, renewed, ctx))
    adopt(settled, action, pass.state, ctx)
  })
}

/** The action as the plan of its step has it. It was checked before it was stored. */
function plannedOf({ name }: ActionRow, { row }: OpenStep, ctx: RunContext): PlanAction {
  const parsed = parsePlan(row.plan)
  const plan: Plan | null = parsed.ok ? asWanted(parsed.plan, ctx) : null
  const planned = plan?.actions.find((action) => action.name === name)
  if (!planned) throw new Error(`The plan of step ${row.number} cannot be read.`)
  return planned
}

/** Resolves when all that was fired has ended, or was left to another process. */
export async function whenSettled({ background }: Pick<RunState, 'background'>): Promise<void> {
  while (background.size > 0) await Promise.all(background)
}

/** What is fired writes by itself: its run may have ended. */
export function penOfFired(ctx: RunContext): RunContext {
  return { ...ctx, journal: ctx.background.journal }
}

/**
 * Takes what is fired to its end, or to where a gate holds it up. Nobody waits to hear of it: a failure is a Warning, and what is
 * thrown is a failure too. Throws only the Stop of a run that another goes on with.
 */
export async function performFired(
  current: () => ActionRow,
  perform: () => Promise<ActionRow>,
  pass: Pass,
  ctx: RunContext,
): Promise<ActionRow> {
  const ended = await perform().catch((error: unknown) => endOfThrow(error, current(), pass, ctx))
  if (isHeld(ended)) return ended
  warnOfFailure(ended, pass.stepNumber, ctx)
  return letGo(ended, ctx)
}

function endOfThrow(error: unknown, action: ActionRow, pass: Pass, ctx: RunContext): ActionRow {
  const stop = stopBehind(error, pass.signal)
  if (stop && isHandover(stop)) throw stop
  if (stop) return end(action, { kind: 'stopped', stop }, pass.stepNumber, ctx)
  const code = isRungraphError(error) ? error.code : 'TOOL_FAILED'
  return end(action, { kind: 'failed', code, error: messageOf(error) }, pass.stepNumber, ctx)
}

/** Follows what was fired, until it has ended or is left to another process. */
export function adopt(
  settled: Promise<void>,
  { type, name }: Pick<ActionRow, 'type' | 'name'>,
  state: RunState,
  ctx: RunContext,
): void {
  const followed = settled
    .catch((error: unknown) => {
      if (!(error instanceof Stop))
        ctx.report(`Run ${ctx.run.id}: the fired action "${name}" was left to another process.`, error)
    })
    .finally(() => {
      state.background.delete(followed)
      state.inHand.delete(followed)
    })
  state.background.add(followed)
  if (type !== 'AGENT' && type !== 'WORKFLOW') state.inHand.add(followed)
}

function warnOfFailure({ name, status, error }: ActionRow, stepNumber: number, ctx: RunContext): void {
  if (status !== 'FAILED') return
  const data = { code: 'BACKGROUND_ACTION_FAILED', message: `${name}: ${error}` }
  ctx.journal.write({ events: [{ type: 'Warning', stepNumber, data }] })
}

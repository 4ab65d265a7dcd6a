import { isSettled } from '../domain/action.ts'
import { messageOf } from '../domain/errors.ts'
import { isJsonObject, type Json, toJson } from '../domain/json.ts'
import type { PlanAction } from '../domain/plan.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { modelsOf } from './ask.ts'
import { BudgetSpent } from './budget-spent.ts'
import { clearReplanned, createPass, type Pass } from './gates/clear-action.ts'
import { gateOf, isHeld } from './gates/held.ts'
import { performAction } from './perform-action.ts'
import type { Performed, Tried } from './performed.ts'
import { actionHash, actionRetryDelay } from './plan/action-retry.ts'
import type { CheckedPlan } from './plan/checked-plan.ts'
import { type ActionOutcome, contextAfter, type RecordedAction } from './plan/outcome.ts'
import { checkChoice } from './plan/readiness.ts'
import { type EndOrder, type StartOrder, schedulePlan } from './plan/schedule-plan.ts'
import { hashOf, replanAction } from './replan-action.ts'
import { carryOut, end, isFelt, letGo, passBy, withoutChild } from './run-action.ts'
import type { RunContext } from './run-context.ts'
import type { OpenStep, RunState } from './run-state.ts'
import { isHandedOn, type Stop, stopBehind, stopOf } from './stop.ts'

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
  const passage: Passage = { checked, step, pass, ctx, rows, launches: [], left: null }
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
    })
    // What is fired has begun before its step ends, or is held up by a gate of it (EVT-3, DAG-4).
    await Promise.all(passage.launches)
    // An abort ends the run here; time that is up still lets the step close with what there is.
    ctx.signal.throwIfAborted()
    if (passage.left) throw passage.left
    // What waits for a human has yet to give its part.
    if (![...rows.values()].some(isHeld)) state.context = contextAfter(checked, state.context, outcomes)
  } finally {
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
  const isFired = order.action.mode === 'FIRE_AND_FORGET'
  // Nobody takes up what is fired where its run is at rest: it has all the time that there is.
  const pen = isFired ? { ...ctx, journal: ctx.background.journal, draining: never } : ctx
  const launched = Promise.withResolvers<void>()
  if (isFired) passage.launches.push(launched.promise)
  const onStarted = (started: ActionRow) => {
    keep(started, passage)
    launched.resolve()
  }
  try {
    ctx.draining.throwIfAborted()
    const row = await perform(order, passage, { ...pass, signal: stopped }, pen, onStarted)
    if (isHeld(row)) {
      keep(row, passage)
      return 'held'
    }
    if (isFired) warnOfFailure(row, pass.stepNumber, pen)
    keep(await letGo(row, pen), passage)
    return outcomeOf(row)
  } catch (error) {
    const stop = stopBehind(error, stopped)
    if (stop?.kind !== 'SHUTDOWN' || stopped.aborted) throw error
    passage.left = stop
    return 'held'
  } finally {
    launched.resolve()
  }
}

const never = new AbortController().signal

/** Takes one action to its end: from the cache, or performed, again and otherwise where it fails (DAG-9, DAG-10). */
async function perform(
  order: StartOrder,
  passage: Passage,
  pass: Pass,
  ctx: RunContext,
  onStarted: (started: ActionRow) => void,
): Promise<ActionRow> {
  const { place, action: planned, parameters, isResumed } = order
  const { checked, step } = passage
  const row = rowOf(order, passage)
  const stop = stopOf(pass.signal)
  if (stop && isHandedOn(stop)) throw stop
  // What was resolved before a crash stays, an any-of action may read another dependency today; and so does what a human was shown.
  const isResolved = isResumed || gateOf(row) !== null
  const action = isResolved ? row : { ...row, parameters: toJson(parameters) }
  const node = checked.nodes[place]
  const attempt = async (started: ActionRow): Promise<Tried> => {
    onStarted(started)
    const cached = await fromCache(started, planned, ctx)
    const tried = cached
      ? { action: started, performed: cached }
      : await untilDone(started, planned, step, pass, ctx)
    if (!cached) await toCache(tried, planned, ctx)
    if (!node || tried.performed.kind !== 'succeeded') return tried
    const chosen = checkChoice(node, { ...blankOutcome, output: tried.performed.output })
    return chosen.status === 'SUCCEEDED' ? tried : { ...tried, performed: toFailure(chosen) }
  }
  return carryOut(action, attempt, pass, ctx)
}

const blankOutcome: ActionOutcome = { status: 'SUCCEEDED', output: null, error: null, errorCode: null }

function toFailure({ errorCode, error }: ActionOutcome): Performed {
  return { kind: 'failed', code: errorCode ?? 'ACTION_INVALID', error: error ?? '' }
}

/** Tries again, each time otherwise, for as long as the action's policy allows. */
async function untilDone(
  started: ActionRow,
  planned: PlanAction,
  step: OpenStep,
  pass: Pass,
  ctx: RunContext,
): Promise<Tried> {
  const { signal, state } = pass
  const earlier: string[] = []
  let action = started
  let refused: Tried | null = null
  for (let attempt = 1; ; attempt++) {
    const tried: Tried = refused ?? (await performAction(action, planned, step, signal, state, ctx))
    const { performed } = tried
    action = tried.action
    if (performed.kind !== 'failed') return { action, performed }
    const delayMs = actionRetryDelay(planned.retry, attempt, ctx.random())
    if (delayMs === null || !mayRepeat(action)) return { action, performed }
    if (isFixed(action, ctx) && lasting.has(performed.code)) return { action, performed }
    earlier.push(hashOf(action))
    warnOfRetry(action, performed.error, delayMs, step, ctx)
    await ctx.clock.sleep(delayMs, AbortSignal.any([signal, ctx.draining])).catch(() => undefined) // stopped
    const stop = stopOf(signal) ?? stopOf(ctx.draining)
    if (stop) return { action, performed: { kind: 'stopped', stop } }
    const other = await otherwise(action, performed.error, earlier, step, signal, state, ctx)
    if (!other) return { action, performed }
    action = { ...withoutChild(action), ...other, attempt: action.attempt + 1 }
    const cleared = isFixed(action, ctx)
      ? ({ kind: 'go', action } as const)
      : await clearReplanned(action, pass, ctx)
    action = cleared.action
    if (cleared.kind === 'held') return { action, performed: { kind: 'held' } }
    refused = cleared.kind === 'refused' ? cleared : null
    ctx.journal.write({ actions: [action] })
    if (!refused && isFelt(action)) await ctx.journal.durable()
  }
}

/** An effect that may have happened is not tried again (TAS-5); nobody knows what a run came to that failed half-way. */
function mayRepeat({ effect, type }: ActionRow): boolean {
  return effect !== 'once' && type !== 'AGENT' && type !== 'WORKFLOW'
}

/** What to do in place of what failed. A plan that its caller wrote, and what is no tool call, is tried again as it is. */
async function otherwise(
  action: ActionRow,
  error: string,
  earlier: readonly string[],
  step: OpenStep,
  signal: AbortSignal,
  state: RunState,
  ctx: RunContext,
): Promise<Pick<ActionRow, 'target' | 'parameters' | 'effect'> | null> {
  const { target, parameters, effect } = action
  if (isFixed(action, ctx)) return { target, parameters, effect }
  try {
    const other = await replanAction(action, error, earlier, step, signal, state, ctx)
    return other && { ...other, effect: ctx.tools.find(other.target)?.effect ?? null }
  } catch (fault) {
    if (fault instanceof BudgetSpent || stopBehind(fault, signal)) throw fault
    // Without another way the action has failed, with its own error.
    const data = {
      code: 'REPLAN_FAILED',
      message: `${action.name}: no other way was found: ${messageOf(fault)}`,
    }
    ctx.journal.write({ events: [{ type: 'Warning', stepNumber: step.row.number, data }] })
    return null
  }
}

/** What is tried again is tried as it is: a plan that must not be changed, one that a human approved as it stands (LOOP-7), and what is no tool call. */
function isFixed({ type }: ActionRow, { run }: RunContext): boolean {
  const { protocolMode, requireUserApproval } = run.agent.definition
  return protocolMode === 'STRICT' || requireUserApproval || type !== 'TOOL'
}

/** What cannot succeed by being tried again as it is, or was ended on purpose. */
const lasting: ReadonlySet<string> = new Set([
  'CHILD_CANCELLED',
  'TOOL_ARGUMENTS_INVALID',
  'TOOL_UNKNOWN',
  'ACTION_INVALID',
  'SPAWN_REFUSED',
])

async function fromCache(action: ActionRow, planned: PlanAction, ctx: RunContext): Promise<Performed | null> {
  if (!planned.cache) return null
  const found = await ctx.actionCache.find(ctx.run.projectId, cacheKey(action, planned, ctx))
  if (!found) return null
  const output = found.sealed === null ? found.output : (ctx.vault?.open(found.sealed) ?? undefined)
  // What was sealed with another key is got anew.
  if (output === undefined) return null
  const bytes = Buffer.byteLength(JSON.stringify(output))
  return { kind: 'succeeded', output, bytes, done: false }
}

async function toCache({ action, performed }: Tried, planned: PlanAction, ctx: RunContext): Promise<void> {
  if (!planned.cache || performed.kind !== 'succeeded' || performed.done) return
  const output = ctx.secrets.redactor.value(performed.output)
  const isSecret = output !== performed.output
  if (isSecret && !ctx.vault) return
  await ctx.actionCache.put({
    projectId: ctx.run.projectId,
    hash: cacheKey(action, planned, ctx),
    output,
    sealed: isSecret && ctx.vault ? ctx.vault.seal(performed.output) : null,
    ttlMs: planned.cache.ttlMs,
  })
}

/** What an action's result hangs on: what it does, who is asked, and what shape is wanted. */
function cacheKey({ type, target, parameters }: ActionRow, planned: PlanAction, ctx: RunContext): string {
  const isAsked = (type === 'LLM' || type === 'DECISION') && target === ''
  const of = {
    parameters,
    outputSchema: planned.outputSchema,
    branches: planned.branches.map(({ name }) => name),
  }
  return actionHash({ type, target: isAsked ? modelsOf(ctx).join(' ') : target, parameters: of })
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

/** Follows what is fired and forgotten; a failure of it is a warning, for nobody waits to hear of it (DAG-4). */
function adopt(settled: Promise<void>, { type }: PlanAction, state: RunState, ctx: RunContext): void {
  const followed = settled
    .catch((error: unknown) =>
      ctx.report(`Run ${ctx.run.id}: an action in the background was let go.`, error),
    )
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

function warnOfRetry(
  { name }: ActionRow,
  error: string,
  delayMs: number,
  step: OpenStep,
  ctx: RunContext,
): void {
  const data = {
    code: 'ACTION_RETRY',
    message: `${name}: ${error.replace(/\.?$/, '.')} Trying again in ${delayMs} ms.`,
  }
  ctx.journal.write({ events: [{ type: 'Warning', stepNumber: step.row.number, data }] })
}

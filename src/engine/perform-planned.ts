import { messageOf } from '../domain/errors.ts'
import type { PlanAction } from '../domain/plan.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { modelsOf } from './ask.ts'
import { BudgetSpent } from './budget-spent.ts'
import { clearReplanned } from './gates/clear-action.ts'
import type { Pass } from './gates/pass.ts'
import { performAction } from './perform-action.ts'
import type { Performed, Tried } from './performed.ts'
import { actionHash, actionRetryDelay } from './plan/action-retry.ts'
import type { PlanNode } from './plan/checked-plan.ts'
import type { ActionOutcome } from './plan/outcome.ts'
import { checkChoice } from './plan/readiness.ts'
import { hashOf, replanAction } from './replan-action.ts'
import { carryOut, isFelt, withoutChild } from './run-action.ts'
import type { RunContext } from './run-context.ts'
import type { OpenStep, RunState } from './run-state.ts'
import { isHandedOn, stopBehind, stopOf } from './stop.ts'

/** An action as its plan has it. */
export interface PlannedWork {
  readonly planned: PlanAction
  /** What its names mean; absent: nothing waits for what it chooses. */
  readonly node?: PlanNode | undefined
  readonly step: OpenStep
  /** Called when the action has begun. */
  readonly onStarted: (started: ActionRow) => void
}

/** Takes one action to its end: from the cache, or performed, again and otherwise where it fails (DAG-9, DAG-10). */
export async function performPlanned(
  action: ActionRow,
  { planned, node, step, onStarted }: PlannedWork,
  pass: Pass,
  ctx: RunContext,
): Promise<ActionRow> {
  const stop = stopOf(pass.signal)
  if (stop && isHandedOn(stop)) throw stop
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

export function toFailure({ errorCode, error }: ActionOutcome): Performed {
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
  const bytes = Buffer.byteLength(JSON.stringify(found.output))
  return { kind: 'succeeded', output: found.output, bytes, done: false }
}

async function toCache({ action, performed }: Tried, planned: PlanAction, ctx: RunContext): Promise<void> {
  if (!planned.cache || performed.kind !== 'succeeded' || performed.done) return
  const entry = {
    projectId: ctx.run.projectId,
    hash: cacheKey(action, planned, ctx),
    output: performed.output,
  }
  await ctx.actionCache.put({ ...entry, ttlMs: planned.cache.ttlMs })
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

import { messageOf } from '../../domain/errors.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { PlanAction } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { linkedTo } from '../../domain/time-limit.ts'
import { modelsOf } from '../model/request.ts'
import { BudgetSpent } from '../model/reserve-budget.ts'
import { askForObject } from '../model/side-question.ts'
import type { AttemptResult, Failed } from '../run/action-result.ts'
import { withoutChild } from '../run/held.ts'
import type { PlanningContext, RunCore, StepCore } from '../run/run-context.ts'
import { warn } from '../run/warn.ts'
import { type Stop, stopBehind, stopOf } from '../stop.ts'
import { namedTools } from '../tools/offered-tools.ts'
import {
  actionRetryDelay,
  failuresOf,
  isReplannedDifferently,
  recordAttempt,
  remainingRetryDelay,
} from './attempts.ts'
import { throughCache } from './cached-action.ts'
import { errorText } from './finalize-action.ts'
import { performAction } from './perform-action.ts'
import {
  type ActionContext,
  clearReplanned,
  hasSideEffect,
  permitAgain,
  writeBeginning,
} from './prepare-action.ts'

/** An action as its plan has it. */
export interface PlannedWork {
  readonly planned: PlanAction
  /** Called with the action as it stands whenever an attempt of it begins, or it waits for the next. */
  readonly onChanged: (current: ActionRow) => void
}

/** Whether one attempt is all that there is to do about an action that has begun, as of each call of a model's turn. */
export function isTriedOnce({ retryAt }: ActionRow, { cache, retry }: PlanAction): boolean {
  return retryAt === null && cache === null && retry.maxAttempts <= 1
}

/** Performs an action that has begun as its plan wants it: from the cache, or again and otherwise where it fails (DAG-9, DAG-10). */
export function performRepeatedly(
  started: ActionRow,
  work: PlannedWork,
  ctx: ActionContext,
): Promise<AttemptResult> {
  const { planned } = work
  const { cache } = planned
  const perform = () => untilDone(started, work, ctx)
  return cache ? throughCache(started, { ...planned, cache }, perform, ctx) : perform()
}

/** Tries again, each time otherwise, for as long as the action's policy allows; from where an earlier owner was. */
async function untilDone(
  started: ActionRow,
  { planned, onChanged }: PlannedWork,
  ctx: ActionContext,
): Promise<AttemptResult> {
  let action = started
  let denied: Failed | null = null
  for (;;) {
    if (action.retryAt === null) {
      const attempted: AttemptResult = denied
        ? { action, result: denied }
        : await performAction(action, planned, ctx)
      const { result } = attempted
      if (result.kind !== 'failed') return attempted
      const status = denied ? 'DENIED' : 'FAILED'
      const delayMs = delayAfter({ ...attempted, result }, status, planned, ctx)
      if (delayMs === null) return attempted
      action = backOff(attempted.action, result, { status, delayMs }, ctx)
      onChanged(action)
    }
    const stop = await untilDue(action, planned, ctx)
    if (stop) return { action, result: { kind: 'stopped', stop } }
    const next = await nextAttempt(action, ctx)
    if ('result' in next) return next
    action = next.action
    denied = next.denied
    if (!denied) onChanged(action)
  }
}

/** Returns the delay before the next attempt, in milliseconds; `null` if there is none. */
function delayAfter(
  { action, result }: { readonly action: ActionRow; readonly result: Failed },
  status: 'FAILED' | 'DENIED',
  { retry }: PlanAction,
  ctx: StepCore,
): number | null {
  // A denied call had no effect.
  if (status === 'FAILED' && !mayRepeat(action)) return null
  if (isFixed(action, ctx) && lasting.has(result.code)) return null
  return actionRetryDelay(retry, failuresOf(action, ctx.state).length + 1, ctx.random())
}

/** Records the failed attempt and when the next one is due. The next owner of the run waits for the remaining time only. */
function backOff(
  action: ActionRow,
  { code: errorCode, error: failureText }: Failed,
  { status, delayMs }: { readonly status: 'FAILED' | 'DENIED'; readonly delayMs: number },
  ctx: StepCore,
): ActionRow {
  const { state, step } = ctx
  const stepNumber = step.row.number
  const { id: actionId, name, attempt, target } = action
  const at = new Date(ctx.clock.now())
  const error = errorText(failureText, ctx)
  const waiting = { ...action, retryAt: new Date(at.getTime() + delayMs) }
  const data = { actionId, name, attempt, target, error, errorCode, delayMs }
  ctx.journal.write({
    actions: [waiting],
    attempts: [recordAttempt(action, { status, error, errorCode, at }, state)],
    events: [{ type: 'ActionAttemptFailed', stepNumber, data }],
  })
  return waiting
}

async function untilDue(
  action: ActionRow,
  { retry }: PlanAction,
  { clock, draining, state, stepSignal: signal }: StepCore,
): Promise<Stop | null> {
  const attempt = failuresOf(action, state).length
  const leftMs = remainingRetryDelay(action.retryAt, { retry, attempt, now: clock.now() })
  const stopping = linkedTo(signal, draining)
  await clock.sleep(leftMs, stopping.signal).catch(() => undefined) // stopped
  stopping.unlink()
  return stopOf(signal) ?? stopOf(draining)
}

/** The next attempt, begun or denied; or the outcome of the action, where there is no further attempt or a gate holds it up. */
async function nextAttempt(
  action: ActionRow,
  ctx: ActionContext,
): Promise<AttemptResult | { readonly action: ActionRow; readonly denied: Failed | null }> {
  const { state } = ctx
  const earlier = failuresOf(action, state)
  const last = earlier.at(-1)
  const failed: Failed = { kind: 'failed', code: last?.errorCode ?? 'TOOL_FAILED', error: last?.error ?? '' }
  const hashes = earlier.map(({ hash }) => hash)
  const other = await otherwise(action, failed.error, hashes, ctx)
  if (!other) return { action, result: failed }
  // It has not begun, and is no call that was cut off, for as long as `retryAt` stands.
  const proposed = { ...withoutChild(action), ...other }
  const isRepeat = isFixed(action, ctx)
  const cleared = isRepeat ? await permitAgain(proposed, false, ctx) : await clearReplanned(proposed, ctx)
  switch (cleared.kind) {
    case 'held':
      return { action: cleared.action, result: { kind: 'held' } }
    case 'refused': {
      // Another proposal may be permitted; the same call would be denied again.
      if (isRepeat) return cleared
      const startedAt = new Date(ctx.clock.now())
      const attempt = cleared.action.attempt + 1
      const { result } = cleared
      const denied: Failed = { kind: 'failed', code: result.code, error: result.error }
      return { action: { ...cleared.action, attempt, startedAt, retryAt: null }, denied }
    }
    case 'go': {
      const begun = writeBeginning(cleared.action, ctx)
      if (hasSideEffect(begun)) await ctx.journal.durable()
      return { action: begun, denied: null }
    }
    default:
      return cleared satisfies never
  }
}

/** An effect that may have happened is not tried again (TAS-5); the outcome of a run that failed half-way is unknown. */
function mayRepeat({ effect, type }: ActionRow): boolean {
  return effect !== 'once' && type !== 'AGENT' && type !== 'WORKFLOW'
}

/** Returns the replacement of a failed action. An action of a caller's plan, and an action that is no tool call, is repeated unchanged. */
async function otherwise(
  action: ActionRow,
  error: string,
  earlier: readonly string[],
  ctx: PlanningContext,
): Promise<Pick<ActionRow, 'target' | 'parameters' | 'effect'> | null> {
  const { step, stepSignal: signal } = ctx
  const { target, parameters, effect } = action
  if (isFixed(action, ctx)) return { target, parameters, effect }
  try {
    const other = await replanAction(action, error, earlier, ctx)
    return other && { ...other, effect: ctx.tools.find(other.target)?.effect ?? null }
  } catch (fault) {
    if (fault instanceof BudgetSpent || stopBehind(fault, signal)) throw fault
    // Without an alternative the action has failed, with its own error.
    const message = `${action.name}: no other way was found: ${messageOf(fault)}`
    warn({ code: 'REPLAN_FAILED', message }, step.row.number, ctx)
    return null
  }
}

/**
 * Whether an action can only be repeated unchanged: its plan must not be changed, a person approved the plan as it is (LOOP-7), or it is no
 * tool call.
 */
function isFixed({ type }: ActionRow, { run }: RunCore): boolean {
  const { protocolMode, requireUserApproval } = run.agent.definition
  return protocolMode === 'STRICT' || requireUserApproval || type !== 'TOOL'
}

/** Error codes that a repetition of the same call cannot fix, or that end a call on purpose. */
const lasting: ReadonlySet<string> = new Set([
  'CHILD_CANCELLED',
  'TOOL_ARGUMENTS_INVALID',
  'TOOL_UNKNOWN',
  'ACTION_INVALID',
  'BRANCH_UNKNOWN',
  'SPAWN_REFUSED',
])

/** Maximum number of further requests if a replanned action repeats an earlier one. */
const maxRepeats = 2

/**
 * Asks the model for an alternative to a failed action: another tool, or other parameters (DAG-10). `earlier` are the hashes of the
 * attempts so far. Resolves to `null` where the model has nothing new; throws as callModel does.
 */
async function replanAction(
  failed: ActionRow,
  error: string,
  earlier: readonly string[],
  ctx: PlanningContext,
): Promise<Pick<ActionRow, 'target' | 'parameters'> | null> {
  const { step, stepSignal: signal, state } = ctx
  const own = ctx.run.agent.definition.tools
  const tools = namedTools(ctx).filter(({ name }) => own.includes(name))
  const schema: JsonObject = {
    type: 'object',
    properties: {
      target: { type: 'string', enum: [...new Set([failed.target, ...tools.map(({ name }) => name)])] },
      parameters: { type: 'object' },
    },
    required: ['target', 'parameters'],
  }
  let text = [
    `Goal of the run: ${ctx.run.input}`,
    `The action "${failed.name}" failed: ${error}`,
    `It called ${failed.target} with ${JSON.stringify(failed.parameters)}.`,
    'Achieve the same in another way: with another tool, or with other parameters.',
    'Tools:',
    ...tools.map(
      ({ name, description, inputSchema }) => `- ${name}: ${description} ${JSON.stringify(inputSchema)}`,
    ),
  ].join('\n')
  for (let repeats = 0; repeats <= maxRepeats; repeats++) {
    const answer = await askForObject(
      {
        purpose: 'REPLAN',
        step: step.row,
        // The cost is booked on the attempt that is planned.
        action: { id: failed.id, attempt: failed.attempt + 1 },
        models: modelsOf(ctx),
        systemPrompt: 'One action of a plan failed. Answer with an action that replaces it.',
        text,
        signal,
        format: { name: 'action', schema },
      },
      state,
      ctx,
    )
    const { target, parameters } = isJsonObject(answer) ? answer : {}
    if (typeof target !== 'string' || !isJsonObject(parameters)) return null
    if (isReplannedDifferently(earlier, { type: failed.type, target, parameters }))
      return { target, parameters }
    text = `${text}\n\nYou have already tried this action, and it failed with the same error. Choose another one.`
  }
  return null
}

import { quoted } from '../../domain/foreign-text.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { cutText } from '../context/show.ts'
import { type Replayed, recordedAttempts, recordedOutcome } from '../replay/recorded-actions.ts'
import type { ActionResult, AttemptResult } from '../run/action-result.ts'
import { isAttached } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import type { RunState } from '../run/run-state.ts'
import { isHandover, Stop } from '../stop.ts'
import { isRecorded, recordAttempt } from './attempts.ts'
import { performChild } from './child-run.ts'
import { clearAction } from './clear-action.ts'
import { type ActionContext, holdForOutcome, holdForPermission, rememberedWith } from './clearance.ts'
import { begin, end, endUnperformed, interruption } from './end-action.ts'
import { specialistInput } from './permission.ts'

/** How an action is executed. */
interface Execution {
  /** Performs it, once it has been cleared. */
  readonly perform: (started: ActionRow) => Promise<AttemptResult>
  /** Called with the action when it has begun: whatever is thrown after that, it is not one that never began. */
  readonly onChanged: (started: ActionRow) => void
}

/**
 * Takes one action to its one final status and records it: cleared, started, performed, ended. One that waits for a human, here or in its
 * child run, is given as it stands (JDG-4). An action that an earlier owner left running is repeated only if its effect allows (TAS-5). The
 * row has its output whole. @throws only the Stop of a run that another owner continues
 */
export async function executeAction(
  action: ActionRow,
  execution: Execution,
  ctx: ActionContext,
): Promise<ActionRow> {
  const recorded = await recordedOutcome(action, ctx.step.row.number, ctx)
  if (recorded && 'reason' in recorded) return endUnperformed(action, 'SKIPPED', recorded.reason, ctx)
  if (recorded) return replay(recorded, ctx)
  const clearance = isActive(action) ? ({ kind: 'go', action } as const) : await clearAction(action, ctx)
  switch (clearance.kind) {
    case 'held':
      return clearance.action
    case 'refused':
      return refuse(clearance.action, clearance.result, ctx)
    case 'specialist':
      return bySpecialist(clearance.action, clearance.slug, execution, ctx)
    case 'go':
      return performCleared(clearance.action, execution, ctx)
    default:
      return clearance satisfies never
  }
}

/** Takes the result of an action from the record, in place of every decision and execution (RUN-9). */
function replay({ action, result, earlier }: Replayed, ctx: ActionContext): ActionRow {
  const stepNumber = ctx.step.row.number
  const before = recordedAttempts(action, earlier, stepNumber, ctx)
  if (result.kind === 'denied') return end(action, result, ctx, before)
  // The last attempt is the only one that the record has as a whole.
  const first = { ...action, attempt: Math.max(0, action.attempt - 1) }
  const started = action.status === 'RUNNING' ? action : begin(first, ctx, before)
  if (result.kind === 'stopped' && isHandover(result.stop)) throw result.stop
  return end({ ...started, attempt: action.attempt }, result, ctx)
}

/**
 * A call that was handed to a specialist stays with the specialist, even if a crash came before the specialist's run began: the agent
 * itself may not make the call.
 */
function isActive(action: ActionRow): boolean {
  return isAttached(action) || (action.status === 'RUNNING' && specialistOf(action) !== null)
}

async function performCleared(
  action: ActionRow,
  execution: Execution,
  ctx: ActionContext,
): Promise<ActionRow> {
  const specialist = specialistOf(action)
  if (specialist !== null) return bySpecialist(action, specialist, execution, ctx)
  const started = isAttached(action) || action.retryAt !== null ? action : start(action, ctx)
  execution.onChanged(started)
  if (hasSideEffect(action)) await ctx.journal.durable()
  const { action: attempted, result } = await execution.perform(started)
  // The next owner of the run finds the action as it would after a crash.
  if (result.kind === 'stopped' && isHandover(result.stop)) throw result.stop
  if (result.kind === 'held') return attempted
  // A policy denies the retry by now.
  if (result.kind === 'denied') return refuse(attempted, result, ctx)
  return isToBeAsked(result, ctx) ? holdForOutcome(attempted, ctx).action : end(attempted, result, ctx)
}

/** A call that was cut off in transit, by the death of a server or of a connection, is as unknown as one that was cut off here (TAS-5). */
function isToBeAsked(result: ActionResult, { run }: RunContext): boolean {
  const isUnknown = result.kind === 'failed' && result.code === 'OUTCOME_UNKNOWN'
  return isUnknown && run.agent.definition.onUnknownOutcome === 'GATE'
}

/** An effect must not begin unrecorded: `once` is not to happen twice, and an idempotency key is to stay with its arguments (TAS-5). */
export function hasSideEffect({ effect }: ActionRow): boolean {
  return effect === 'once' || effect === 'idempotent'
}

/** Ends an action without performing it. A denied action never begins; an interrupted one has already begun. */
function refuse(
  action: ActionRow,
  result: Extract<ActionResult, { kind: 'denied' | 'failed' }>,
  ctx: ActionContext,
): ActionRow {
  const { state } = ctx
  return end(asProposed(action, result, state, ctx), result, ctx, rememberedWith(action, state))
}

/** A proposal that a human refused is an attempt, as one that a policy denied is: the one before it has a row of its own (DAG-10). */
function asProposed(
  action: ActionRow,
  { kind }: ActionResult,
  state: RunState,
  { clock }: RunContext,
): ActionRow {
  if (kind !== 'denied' || !isRecorded(action, state)) return action
  return { ...action, attempt: action.attempt + 1, startedAt: new Date(clock.now()) }
}

/** Another agent makes the call (TAS-3). Where it cannot either, a human decides about it. */
async function bySpecialist(
  action: ActionRow,
  slug: string,
  { onChanged }: Execution,
  ctx: ActionContext,
): Promise<ActionRow> {
  const agent = await ctx.agents.find(ctx.run.projectId, { slug })
  if (!agent)
    return holdForPermission(
      withoutChild(action),
      `the specialist "${slug}" is archived or does not exist any more`,
      ctx,
    ).action
  const started = isActive(action) ? action : start(action, ctx)
  onChanged(started)
  const input = specialistInput(action, ctx.run.agent.slug)
  const { projectLimits } = agent
  const child = {
    ...{ agent, projectLimits, input, context: {}, model: null },
    ...{ plan: null, workflow: null, options: {} },
  }
  const { action: attempted, result } = await performChild(started, child, ctx)
  if (result.kind === 'held') return attempted
  if (result.kind === 'stopped' && isHandover(result.stop)) throw result.stop
  const failure = await failureOfSpecialist(attempted, result, ctx)
  if (failure === null) return end(attempted, result, ctx)
  const why = `the specialist "${slug}" ${failure}`
  return holdForPermission(withoutChild(attempted), why, ctx).action
}

/**
 * Why the answer of a specialist does not serve as the result of the call; `null` where it does. A specialist that only says why not has
 * made no call.
 */
async function failureOfSpecialist(
  { type, target, childRunId }: ActionRow,
  result: ActionResult,
  { runs }: RunContext,
): Promise<string | null> {
  if (result.kind === 'failed') return `could not make the call: ${result.error}`
  if (result.kind !== 'succeeded' || childRunId === null) return null
  if (await runs.hasMade(childRunId, { type, target })) return null
  const outputText = typeof result.output === 'string' ? result.output : JSON.stringify(result.output)
  return `did not make the call. It says: ${quoted(cutText(outputText, 1_000))}`
}

function specialistOf({ audit }: ActionRow): string | null {
  return audit.specialist ?? null
}

/** The action as it is tried anew: by another child, or by none. */
export function withoutChild(action: ActionRow): ActionRow {
  const { child: _child, childStatus: _status, specialist: _specialist, ...audit } = action.audit
  return { ...action, audit }
}

/** Begins the next attempt. One that was cut off, here or by the death of its process, is recorded with it. */
function start(action: ActionRow, ctx: ActionContext): ActionRow {
  const { state } = ctx
  if (action.status !== 'RUNNING' || isRecorded(action, state)) return begin(action, ctx)
  const [errorCode, error] = interruption(action, new Stop('SHUTDOWN', 'Its process ended.'))
  const cutOff = recordAttempt(action, { status: 'CANCELLED', error, errorCode, at: null }, state)
  return begin(action, ctx, { attempts: [cutOff] })
}

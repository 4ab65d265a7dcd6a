import type { ActionRow } from '../../domain/run-log.ts'
import { quoted } from '../../domain/text/foreign-text.ts'
import { cutText } from '../context/show.ts'
import { type Replayed, recordedAttempts, recordedOutcome } from '../replay/recorded-actions.ts'
import { type ActionResult, asText, type Denied, type Failed } from '../run/action-result.ts'
import { isAttached, withoutChild } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import { isHandover, Stop, stopOf } from '../stop.ts'
import { isRecorded, recordAttempt } from './attempts.ts'
import { performChild } from './child-run.ts'
import {
  type ActionContext,
  clearAction,
  holdForOutcome,
  holdForPermission,
  rememberedWith,
} from './clear-action.ts'
import { begin, end, endUnperformed, interruption } from './end-action.ts'
import { hasSideEffect, type PlannedWork, performPlanned } from './perform-planned.ts'
import { specialistInput } from './permission.ts'

/**
 * Takes one action to its one final status and records it: cleared, started, performed, ended. One that waits for a human, here or in its
 * child run, is given as it stands (JDG-4). An action that an earlier owner left running is repeated only if its effect allows (TAS-5). The
 * row has its output whole. @throws only the Stop of a run that another owner continues
 */
export async function executeAction(
  action: ActionRow,
  work: PlannedWork,
  ctx: ActionContext,
): Promise<ActionRow> {
  const stop = stopOf(ctx.stepSignal)
  if (stop && isHandover(stop)) throw stop
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
      return bySpecialist(clearance.action, clearance.slug, work, ctx)
    case 'go':
      return performCleared(clearance.action, work, ctx)
    default:
      return clearance satisfies never
  }
}

/** Takes the result of an action from the record, in place of every decision and execution (RUN-9). */
function replay({ action, result, earlier }: Replayed, ctx: ActionContext): ActionRow {
  const before = recordedAttempts(action, earlier, ctx.step.row.number, ctx)
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

async function performCleared(action: ActionRow, work: PlannedWork, ctx: ActionContext): Promise<ActionRow> {
  const specialist = specialistOf(action)
  if (specialist !== null) return bySpecialist(action, specialist, work, ctx)
  const started = isAttached(action) || action.retryAt !== null ? action : start(action, ctx)
  work.onChanged(started)
  if (hasSideEffect(action)) await ctx.journal.durable()
  const { action: attempted, result } = await performPlanned(started, work, ctx)
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

/** Ends an action without performing it. A denied action never begins; an interrupted one has already begun. */
function refuse(action: ActionRow, result: Denied | Failed, ctx: ActionContext): ActionRow {
  // A proposal that a human refused is an attempt, as one that a policy denied is: the one before it has a row of its own (DAG-10).
  const isNext = result.kind === 'denied' && isRecorded(action, ctx.state)
  const next = { attempt: action.attempt + 1, startedAt: new Date(ctx.clock.now()) }
  return end(isNext ? { ...action, ...next } : action, result, ctx, rememberedWith(action, ctx.state))
}

/** Another agent makes the call (TAS-3). Where it cannot either, a human decides about it. */
async function bySpecialist(
  action: ActionRow,
  slug: string,
  { onChanged }: PlannedWork,
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
  const child = { agent, projectLimits: agent.projectLimits, input, options: {} }
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
  return `did not make the call. It says: ${quoted(cutText(asText(result.output), 1_000))}`
}

function specialistOf({ audit }: ActionRow): string | null {
  return audit.specialist ?? null
}

/** Begins the next attempt. One that was cut off, here or by the death of its process, is recorded with it. */
function start(action: ActionRow, ctx: ActionContext): ActionRow {
  const { state } = ctx
  if (action.status !== 'RUNNING' || isRecorded(action, state)) return begin(action, ctx)
  const [errorCode, error] = interruption(action, new Stop('SHUTDOWN', 'Its process ended.'))
  const cutOff = recordAttempt(action, { status: 'CANCELLED', error, errorCode, at: null }, state)
  return begin(action, ctx, { attempts: [cutOff] })
}

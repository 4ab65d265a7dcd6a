import type { ActionRow } from '../../domain/run-log.ts'
import { quoted } from '../../domain/text/foreign-text.ts'
import { cutText } from '../context/show.ts'
import { type Replayed, recordedAttempts, recordedOutcome } from '../replay/recorded-actions.ts'
import { type AttemptResult, asText } from '../run/action-result.ts'
import { withoutChild } from '../run/held.ts'
import type { RunCore } from '../run/run-context.ts'
import { isHandover, stopOf } from '../stop.ts'
import { performChild } from './child-run.ts'
import { endAction, endRefused, endUnperformed, finalizeAction, settleOutput } from './finalize-action.ts'
import { holdForPermission } from './hold-action.ts'
import { performAction } from './perform-action.ts'
import { specialistInput } from './permission.ts'
import {
  type ActionContext,
  beginAttempt,
  isDelegated,
  prepareAction,
  writeBeginning,
} from './prepare-action.ts'
import { isTriedOnce, type PlannedWork, performRepeatedly } from './retry-action.ts'

/**
 * Takes one action to its one final status and records it: prepared, executed, finalized. One that waits for a human, here or in its
 * child run, is given as it stands (JDG-4). An action that an earlier owner left running is repeated only if its effect allows (TAS-5). A
 * large output is durable by then, and the row has the part that is shown. @throws only the Stop of a run that another owner continues
 */
export async function executeAction(
  action: ActionRow,
  work: PlannedWork,
  ctx: ActionContext,
): Promise<ActionRow> {
  const stop = stopOf(ctx.stepSignal)
  if (stop && isHandover(stop)) throw stop
  const recorded = ctx.recording ? await recordedOutcome(action, ctx.step.row.number, ctx.recording) : null
  if (recorded && 'reason' in recorded) return endUnperformed(action, 'SKIPPED', recorded.reason, ctx)
  if (recorded) return replay(recorded, ctx)
  const prepared = await prepareAction(action, work.onChanged, ctx)
  switch (prepared.kind) {
    case 'held':
      return prepared.action
    case 'refused':
      return endRefused(prepared.action, prepared.result, ctx)
    case 'specialist':
      return finalizeAction(await bySpecialist(prepared.action, prepared.slug, work, ctx), ctx)
    case 'begun': {
      const perform = isTriedOnce(prepared.action, work.planned)
        ? performAction(prepared.action, work.planned, ctx)
        : performRepeatedly(prepared.action, work, ctx)
      return finalizeAction(await perform, ctx)
    }
    default:
      return prepared satisfies never
  }
}

/** Takes the result of an action from the record, in place of every decision and execution (RUN-9). */
async function replay({ action, result, earlier }: Replayed, ctx: ActionContext): Promise<ActionRow> {
  const before = recordedAttempts(action, earlier, ctx.step.row.number, ctx)
  if (result.kind === 'denied') return endAction(action, result, ctx, before)
  // The last attempt is the only one that the record has as a whole.
  const first = { ...action, attempt: Math.max(0, action.attempt - 1) }
  const started = action.status === 'RUNNING' ? action : writeBeginning(first, ctx, before)
  if (result.kind === 'stopped' && isHandover(result.stop)) throw result.stop
  return settleOutput(endAction({ ...started, attempt: action.attempt }, result, ctx), ctx)
}

/** Another agent makes the call (TAS-3). Where it cannot either, a human decides about it. */
async function bySpecialist(
  action: ActionRow,
  slug: string,
  { onChanged }: PlannedWork,
  ctx: ActionContext,
): Promise<AttemptResult> {
  const agent = await ctx.agents.find(ctx.run.projectId, { slug })
  if (!agent)
    return askInstead(action, `the specialist "${slug}" is archived or does not exist any more`, ctx)
  const started = isDelegated(action) ? action : beginAttempt(action, ctx)
  onChanged(started)
  const input = specialistInput(action, ctx.run.agent.slug)
  const child = { agent, projectLimits: agent.projectLimits, input, options: {} }
  const attempted = await performChild(started, child, ctx)
  const failure = await failureOfSpecialist(attempted, ctx)
  return failure === null
    ? attempted
    : askInstead(attempted.action, `the specialist "${slug}" ${failure}`, ctx)
}

function askInstead(action: ActionRow, why: string, ctx: ActionContext): AttemptResult {
  return { action: holdForPermission(withoutChild(action), why, ctx).action, result: { kind: 'held' } }
}

/**
 * Why the answer of a specialist does not serve as the result of the call; `null` where it does. A specialist that only says why not has
 * made no call.
 */
async function failureOfSpecialist(
  { action: { type, target, childRunId }, result }: AttemptResult,
  { runs }: RunCore,
): Promise<string | null> {
  if (result.kind === 'failed') return `could not make the call: ${result.error}`
  if (result.kind !== 'succeeded' || childRunId === null) return null
  if (await runs.hasMade(childRunId, { type, target })) return null
  return `did not make the call. It says: ${quoted(cutText(asText(result.output), 1_000))}`
}

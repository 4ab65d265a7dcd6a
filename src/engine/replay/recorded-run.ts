import type { Budgets } from '../../domain/budget.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { RecordedCall, ReplayOf } from '../../domain/run-history.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { PriceOf } from '../../domain/usage.ts'
import { createCoolDowns } from '../cool-downs.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import { afterPause } from '../judge/judgement.ts'
import { continuedAnew } from '../judge/partial-answer.ts'
import { createRateLimits } from '../rate-limits.ts'
import { revealMessage } from '../run/redaction.ts'
import { revealAction, revealAttempts } from '../run/reveal-stored.ts'
import type { Recording, RunContext } from '../run/run-context.ts'
import type { RunState } from '../run/run-state.ts'
import { createRecordedModels, type RecordedModels } from './recorded-models.ts'

/** The context of a run, with the record of another in the place of its models where it is a replay (RUN-9). */
export async function againstRecord(ctx: RunContext): Promise<RunContext> {
  const { run } = ctx
  if (run.replayOf === null) return ctx
  const { history } = ctx.runs
  const { runId } = run.replayOf
  const models = createRecordedModels({
    calls: async (stepNumber) => revealedCalls(await history.calls(runId, stepNumber), ctx),
    repeated: async (stepNumber) => (run.firstClaim ? [] : history.calls(run.id, stepNumber)),
    onMissing: ({ stepNumber, purpose }) =>
      recording.diverge(stepNumber, `a question of the purpose ${purpose}`),
  })
  const recording = await openRecording(run.replayOf, models, ctx)
  return {
    ...ctx,
    recording,
    models,
    budgets: untouchedBudgets,
    priceOf: replayed,
    // Failures in a replay say nothing about the models, so the replay has cool-downs and limits of its own.
    coolDowns: createCoolDowns(ctx.clock),
    rateLimits: createRateLimits(ctx.clock),
  }
}

/** A record is stored with marks; the values behind them were copied when the replay was made (TAS-7). */
async function revealedCalls(
  calls: readonly RecordedCall[],
  { secrets }: RunContext,
): Promise<readonly RecordedCall[]> {
  const revealed: RecordedCall[] = []
  for (const call of calls) {
    const message = call.message && (await revealMessage(call.message, secrets))
    revealed.push(message?.role === 'assistant' ? { ...call, message } : call)
  }
  return revealed
}

async function revealedAction(action: ActionRow | null, { secrets }: RunContext): Promise<ActionRow | null> {
  return action && revealAction(action, secrets)
}

async function openRecording(
  { runId, tools }: ReplayOf,
  models: RecordedModels,
  ctx: RunContext,
): Promise<Recording> {
  const { history } = ctx.runs
  const source = await history.find(ctx.run.projectId, runId)
  if (!source) throw new Error(`Run ${runId}, which ${ctx.run.id} replays, does not exist any more.`)
  const inputs = await history.inputs(runId)
  let divergence: RungraphError | null = null
  return {
    tools,
    goesOnAfter: (stepNumber) => stepNumber < source.lastStep,
    action: async (stepNumber, name) => revealedAction(await history.action(runId, stepNumber, name), ctx),
    attempts: async (actionId) =>
      revealAttempts(await history.attempts(ctx.run.projectId, actionId), ctx.secrets),
    gates: (stepNumber) => history.gates(runId, stepNumber),
    unpaid: async (question) =>
      (await models.has(question)) ? null : history.stoppedBy(runId, question.stepNumber),
    stoppedBy: (stepNumber) => history.stoppedBy(runId, stepNumber),
    due: (waiting, consumed, stepNumber) =>
      waiting.filter((_, index) => (inputs[consumed + index]?.beforeStep ?? 0) <= stepNumber),
    diverge: (stepNumber, what) => {
      divergence ??= new RungraphError('REPLAY_DIVERGED', { stepNumber, what })
      return divergence
    },
    divergence: () => divergence,
  }
}

/** Nothing is spent. */
const untouchedBudgets: Budgets = {
  isProjectLimited: async () => false,
  noteProjectLimited: () => undefined,
  inForce: async () => [],
  reserve: async () => ({ kind: 'reserved' }),
  settle: async () => undefined,
  recover: async () => undefined,
  spent: async () => ({ costUsd: '0', tokens: 0 }),
}

/** Marks the calls of a replay, which cost nothing. */
const replayed: PriceOf = () => ({ costUsd: '0', priceVersion: 'replay', pricedAs: 'replay' })

/**
 * The judge's verdict. A replay skips the pauses after which the recorded run continued, because the person who resumed it had seen why it
 * was paused. With live tools its gates open anew. With recorded ones it skips those as well, and no gate opens in it: at one
 * where the record ends it throws REPLAY_DIVERGED (RUN-9).
 */
export function verdictOn(state: RunState, { recording, clock }: RunContext): Verdict | undefined {
  const verdict = judge(state, clock.elapsed())
  if (!recording || (verdict?.kind !== 'gate' && verdict?.kind !== 'soft-stop')) return verdict
  if (verdict.kind === 'gate' && recording.tools === 'LIVE') return verdict
  if (!recording.goesOnAfter(state.stepCount)) {
    if (verdict.kind === 'soft-stop') return verdict
    throw recording.diverge(state.stepCount, 'a gate')
  }
  state.judgement = afterPause(state.judgement)
  state.partialAnswer = continuedAnew(state.partialAnswer)
  state.escalation = null
  state.budgetSpent = null
  return judge(state, clock.elapsed())
}

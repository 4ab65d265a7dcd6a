import type { Budgets } from '../../domain/budget.ts'
import { RungraphError } from '../../domain/errors.ts'
import { type AssistantMessage, toolCallsOf } from '../../domain/message.ts'
import {
  type FinishReason,
  type ModelChunk,
  ModelError,
  type ModelProvider,
  type ModelQuestion,
  type Models,
} from '../../domain/model.ts'
import type { RecordedCall, ReplayOf } from '../../domain/run-history.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { PriceOf } from '../../domain/usage.ts'
import { createCoolDowns } from '../cool-downs.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import { afterPause } from '../judge/judgement.ts'
import { continuedAnew } from '../judge/partial-answer.ts'
import { createRateLimits } from '../rate-limits.ts'
import { revealAction, revealAttempts, revealMessage } from '../run/reveal-stored.ts'
import type { Recording, RunContext, RunCore } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'

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
  { secrets }: RunCore,
): Promise<readonly RecordedCall[]> {
  const revealed: RecordedCall[] = []
  for (const call of calls) {
    const message = call.message && (await revealMessage(call.message, secrets))
    revealed.push(message?.role === 'assistant' ? { ...call, message } : call)
  }
  return revealed
}

async function revealedAction(action: ActionRow | null, { secrets }: RunCore): Promise<ActionRow | null> {
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
export function verdictOn(state: LiveRun, { recording, clock }: RunCore): Verdict | undefined {
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

/** Recorded question and its answer. */
interface RecordedEntry {
  readonly purpose: string
  readonly hash: string | null
  readonly call: RecordedCall
  isUsed: boolean
}

interface RecordOptions {
  /** The recorded calls of a step, in order. */
  readonly calls: (stepNumber: number) => Promise<readonly RecordedCall[]>
  /** The recorded calls of a step that an earlier owner of the replay has already repeated. */
  readonly repeated: (stepNumber: number) => Promise<readonly RecordedCall[]>
  /** Called if no recorded call fits the question. */
  readonly onMissing: (question: ModelQuestion) => void
}

export interface RecordedModels extends Models {
  /** Whether the record has the answer to this question. */
  has(question: ModelQuestion): Promise<boolean>
}

/**
 * Answers every model from the record of a run, and asks nobody (RUN-9): each question gets the next unused answer to the same
 * words, else the next of its step and purpose. A question that nobody answered then fails again.
 */
export function createRecordedModels(options: RecordOptions): RecordedModels {
  const provider: ModelProvider = {
    name: 'record',
    async *stream({ question, messageId }) {
      if (!question) throw missingAnswer('The request does not say what it is asked for.')
      const entry = choose(await pool(question.stepNumber), question)
      if (!entry) {
        options.onMissing(question)
        throw missingAnswer('Nothing recorded fits.')
      }
      entry.isUsed = true
      const { message, errorCode, errorMessage } = entry.call
      if (!message) throw failedAsThen(errorCode, `${errorCode}: ${errorMessage} (recorded)`)
      yield* incrementsOf(message)
      yield chunkOfAnswer(entry.call, { ...message, messageId })
    },
  }
  let known: { readonly stepNumber: number; readonly entries: Promise<readonly RecordedEntry[]> } | null =
    null

  /** Returns the recorded entries of a step, which all questions of the step share. */
  function pool(stepNumber: number): Promise<readonly RecordedEntry[]> {
    if (known?.stepNumber !== stepNumber) known = { stepNumber, entries: read(stepNumber) }
    return known.entries
  }

  async function read(stepNumber: number): Promise<readonly RecordedEntry[]> {
    const entries = entriesOf(await options.calls(stepNumber))
    for (const { purpose, questionHash: hash, message } of await options.repeated(stepNumber)) {
      const entry = message && choose(entries, { stepNumber, purpose, hash, attempt: 1 })
      if (entry) entry.isUsed = true
    }
    return entries
  }

  return {
    providers: [],
    profiles: () => [provider],
    has: async (question) => choose(await pool(question.stepNumber), question) !== undefined,
  }
}

function choose(
  entries: readonly RecordedEntry[],
  { purpose, hash, attempt }: ModelQuestion,
): RecordedEntry | undefined {
  const alike = entries.filter((entry) => entry.purpose === purpose && isAside(entry.hash) === isAside(hash))
  // Asked again at once: it failed, and does so for every model of the chain.
  if (attempt > 1) return alike.findLast(({ isUsed, call }) => isUsed && call.message === null)
  const unused = alike.filter(({ isUsed }) => !isUsed)
  return unused.find((entry) => entry.hash === hash) ?? unused[0]
}

function isAside(hash: string | null): boolean {
  return hash !== null
}

/** One entry for each question: its answer, or, where no attempt brought one, the last failure. */
function entriesOf(calls: readonly RecordedCall[]): RecordedEntry[] {
  const entries: RecordedEntry[] = []
  const failed = new Map<string, RecordedEntry>()
  for (const call of calls) {
    if (call.message === null && !isFailure(call)) continue
    const { purpose, questionHash: hash } = call
    const key = `${purpose} ${hash}`
    const entry = { purpose, hash, call, isUsed: false }
    const before = failed.get(key)
    failed.delete(key)
    // A further attempt at the same question takes the place of the one before.
    if (before && call.attempt > 1) entries.splice(entries.indexOf(before), 1, entry)
    else entries.push(entry)
    if (call.message === null) failed.set(key, entry)
  }
  return entries
}

/** Whether a recorded call failed on its own. A call that a stop of the process or run interrupted was asked again or no longer needed. */
function isFailure({ errorCode, errorMessage }: RecordedCall): boolean {
  return errorCode !== null && !errorMessage?.startsWith('Stopped: ')
}

function* incrementsOf({ parts }: AssistantMessage): Generator<ModelChunk> {
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'reasoning') yield { type: part.type, text: part.text }
    if (part.type === 'tool-call')
      yield { type: 'tool-arguments', callId: part.callId, name: part.name, text: part.arguments }
  }
}

function chunkOfAnswer(call: RecordedCall, message: AssistantMessage): ModelChunk {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = call
  return {
    type: 'done',
    message,
    usage: { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens },
    finishReason: finishReasonOf(message),
    rawFinishReason: call.finishReason,
    answeredBy: { provider: call.provider, model: call.model },
  }
}

function finishReasonOf(message: AssistantMessage): FinishReason {
  if (message.truncated) return 'LENGTH'
  return toolCallsOf(message).length > 0 ? 'TOOL_CALLS' : 'STOP'
}

/** A recorded failure that decides how the run ends stays what it was. */
function failedAsThen(errorCode: string | null, message: string): ModelError {
  const isKept = errorCode === 'CONTENT_BLOCKED' || errorCode === 'ANSWER_TOO_LARGE'
  const kind = isKept ? errorCode : 'BAD_REQUEST'
  return new ModelError(kind, message, { retryable: false })
}

/** Not to be tried again, and no reason for a cool-down. */
function missingAnswer(message: string): ModelError {
  return new ModelError('BAD_REQUEST', message, { retryable: false })
}

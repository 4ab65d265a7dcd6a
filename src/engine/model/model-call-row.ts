import { sha256 } from '../../domain/hash.ts'
import type { Sliced } from '../../domain/in-slices.ts'
import { type Json, toJson } from '../../domain/json.ts'
import { type Message, textOf } from '../../domain/message.ts'
import type { ModelAnswer, ModelError } from '../../domain/model.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ModelCallRow } from '../../domain/run-log.ts'
import { countTextSliced } from '../../domain/token-estimate.ts'
import { noTokens, type TokenUsage } from '../../domain/usage.ts'
import { countRequest } from '../context/count-tokens.ts'
import type { Asked, CallPosition, ModelCall } from '../model-call.ts'
import type { ModelContext } from '../run/run-context.ts'
import { requestsOf, usageOf } from '../run/run-state.ts'

/**
 * The outcome of one request. `shown`: whether any increment reached the log; `receivedText`: all text that the model wrote; `firstTokenAt`:
 * by `Clock.elapsed`.
 */
export type CallOutcome = {
  readonly shown: boolean
  readonly receivedText: string
  readonly firstTokenAt: number | null
} & (
  | { readonly kind: 'answered'; readonly answer: ModelAnswer }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly answer?: ModelAnswer }
)

/** Usage of a call, and whether it was estimated. */
export interface CallUsage {
  readonly usage: TokenUsage
  readonly estimated: boolean
}

interface FinishedCall extends CallPosition {
  /** Place among the calls of the run. */
  readonly number: number
  readonly provider: string
  readonly model: string
  readonly attempt: number
  /** Which of the provider's auth profiles, from 1. */
  readonly profile: number
  readonly messageId: string
  readonly questionHash: string | null
  /** The moment at which it began, as the time of day and as `Clock.elapsed`. */
  readonly began: { readonly now: number; readonly elapsed: number }
  /** The moment at which it ended, as `Clock.elapsed`. */
  readonly endedElapsed: number
  readonly outcome: CallOutcome
  readonly usage: CallUsage
  /** Whether it was part of a batch. */
  readonly pricing: 'BATCH' | null
}

/** The row of one request, with its usage and cost (MOD-8). */
export function callRow(call: FinishedCall, ctx: ModelContext): ModelCallRow {
  const { run } = ctx
  const { outcome, began, pricing } = call
  const { provider, model } = outcome.answer?.answeredBy ?? call
  const { usage, estimated } = call.usage
  const isUsed = usage.inputTokens + usage.outputTokens > 0 || outcome.kind === 'answered'
  const price = isUsed ? ctx.priceOf({ provider, model, usage, at: new Date(began.now), pricing }) : null
  return {
    id: ctx.newId(),
    projectId: run.projectId,
    runId: run.id,
    rootId: run.rootId,
    stepId: call.step.id,
    sessionId: run.sessionId,
    agentId: run.agent.agentId,
    agentVersion: run.agent.version,
    purpose: call.purpose,
    number: call.number,
    provider,
    model,
    attempt: call.attempt,
    actionId: call.action?.id ?? null,
    actionAttempt: call.action?.attempt ?? null,
    messageId: call.messageId,
    profile: call.profile,
    estimated,
    sent: outcome.kind === 'answered' || outcome.error.sent,
    finishReason: outcome.answer?.rawFinishReason ?? null,
    errorCode: outcome.kind === 'failed' ? outcome.error.kind : null,
    errorMessage: outcome.kind === 'failed' ? outcome.error.message : null,
    ...usage,
    costUsd: price?.costUsd ?? '0',
    priceVersion: price?.priceVersion ?? null,
    pricedAs: price?.pricedAs ?? null,
    answer: storedAnswer(call),
    questionHash: call.questionHash,
    latencyMs: call.endedElapsed - began.elapsed,
    timeToFirstTokenMs: outcome.firstTokenAt === null ? null : outcome.firstTokenAt - began.elapsed,
    startedAt: new Date(began.now),
    pricing,
  }
}

/** An answer that the history will not hold (RUN-9). */
function storedAnswer({ questionHash, outcome }: FinishedCall): Json {
  return questionHash !== null && outcome.kind === 'answered' ? toJson(outcome.answer.message) : null
}

/**
 * The usage of a call. If the provider gave no count, because the answer was cut off or because it never counts, the tokens of the
 * request and of the received text are estimated: such a call is not free (MOD-8).
 */
export function* usageOfCall(outcome: CallOutcome, asked: Asked): Sliced<CallUsage> {
  const { answer, receivedText } = outcome
  // An answer from a record has the usage that was recorded.
  if (answer?.answeredBy) return { usage: answer.usage, estimated: false }
  const counted = answer?.usage ?? noTokens
  const isTooLarge = outcome.kind === 'failed' && outcome.error.kind === 'ANSWER_TOO_LARGE'
  if (answer === undefined && receivedText === '' && !isTooLarge) return { usage: noTokens, estimated: false }
  const lacksInput = counted.inputTokens === 0
  const lacksOutput = counted.outputTokens === 0 && receivedText !== ''
  const usage = {
    ...counted,
    inputTokens: lacksInput ? countRequest(asked) : counted.inputTokens,
    outputTokens: lacksOutput ? yield* countTextSliced(receivedText) : counted.outputTokens,
  }
  return { usage, estimated: lacksInput || lacksOutput }
}

/** Event with the usage of a request; it is written with its row, so that the events of a run add up to its usage (EVT-3). */
export function usageEvent(stepNumber: number, row: ModelCallRow): NewEvent {
  const { provider, model, costUsd } = row
  const usage = usageOf({ ...requestsOf(row), tokens: row, costUsd })
  return { type: 'UsageReported', stepNumber, data: { provider, model, usage } }
}

/**
 * Distinguishes questions of one step whose answers do not enter the history (RUN-9): a hash of the purpose and the question's own
 * words. `null` for the run's own turns. The last word is asked on the history too; of that its last message alone is its own.
 */
export function questionHash({ purpose, context }: ModelCall, asked: Asked): string | null {
  if (context !== null && purpose !== 'FINAL') return null
  const own = context === null ? [asked.systemPrompt, asked.messages.map(words)] : asked.messages.slice(-1)
  return sha256(JSON.stringify([purpose, own]))
}

/** A part of a continued answer is identified by its text: it is stored in other letters, and has another id in a replay. */
function words(message: Message): Message | readonly [role: string, text: string] {
  return message.role === 'assistant' ? [message.role, textOf(message)] : message
}

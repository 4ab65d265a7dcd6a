import { tooLargeFor } from '../../domain/answer-size.ts'
import type { BudgetRefusal, BudgetScope } from '../../domain/budget.ts'
import { inSlices } from '../../domain/in-slices.ts'
import { type AssistantMessage, textOf, toolCallsOf } from '../../domain/message.ts'
import {
  absentProvider,
  type ModelAnswer,
  ModelError,
  type ModelProvider,
  type ModelRequest,
  type RequestOption,
} from '../../domain/model.ts'
import { createExchangeRecorder } from '../../domain/model-exchange.ts'
import { sentence } from '../../domain/text/foreign-text.ts'
import { cutText } from '../context/show.ts'
import { messageFiles } from '../files/message-files.ts'
import { type Asked, type Candidate, isOwnWords, type ModelCall } from '../model-call.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { ModelContext } from '../run/run-context.ts'
import { addCall, type LiveRun } from '../run/run-state.ts'
import { warn, warnOnce } from '../run/warn.ts'
import { stopOf } from '../stop.ts'
import { type BatchAttempt, beginningOf, exchangeOf, restForBatch } from './batched-call.ts'
import { type CallOutcome, callRow, questionHash, usageEvent, usageOfCall } from './model-call-row.ts'
import { BudgetSpent, heldBefore, reserveBudget } from './reserve-budget.ts'
import { streamAttempt } from './stream-attempt.ts'

/** An answer, and the recorded call that gave it: both are written together, so that it is never paid for again. */
export interface AnsweredCall {
  readonly message: AssistantMessage
  readonly row: ReturnType<typeof callRow>
  /** Whether any of it was streamed into the log. */
  readonly shown: boolean
  /** The limit that cut the answer off; `null`: it is whole. */
  readonly truncatedBy: BudgetRefusal['reason'] | null
}

type ModelAttempt =
  | { readonly kind: 'answered'; readonly answered: AnsweredCall }
  /** `lacksCall`: it has whole words, and the provider says that a call ends it, which did not come. */
  | { readonly kind: 'failed'; readonly error: ModelError; readonly lacksCall: boolean }
  /** It was not asked, for a limit of money that its cost could not be held to. */
  | { readonly kind: 'unpriced'; readonly why: string }

interface Try {
  /** From 1, over all candidates. */
  readonly number: number
  /** Whether words whose call did not come are taken as the answer: the model was asked for the call before. */
  readonly takesWords: boolean
  /** How it is part of a batch; `null`: it is sent at once. */
  readonly batch: BatchAttempt | null
}

/**
 * One attempt with one candidate, recorded once with any outcome (MOD-8). Its worst case is held against the budgets first and settled
 * after (LIM-9). @throws BudgetSpent, BatchRest where its request is kept for a batch, or the Stop of the call's signal
 */
export async function attemptModel(
  candidate: Candidate,
  { number: attempt, takesWords, batch }: Try,
  call: ModelCall,
  state: LiveRun,
  ctx: ModelContext,
): Promise<ModelAttempt> {
  const waited = batch?.kind === 'read' ? batch.turn : null
  const messageId = waited?.messageId ?? waited?.callId ?? ctx.newId()
  const pricing = batch === null ? null : ('BATCH' as const)
  const asked = call.request()
  const hold = waited
    ? heldBefore(waited.callId, waited.boundBy, ctx)
    : await reserveBudget(
        {
          pricing,
          messageId,
          provider: candidate.provider,
          model: candidate.model,
          worstInputTokens: () => state.meter.worst(candidate.name, asked),
          maxOutputTokens:
            asked.maxOutputTokens ?? ctx.modelInfo(candidate.provider, candidate.model).maxOutputTokens,
          floor: call.leastOutputTokens,
          signals: [call.signal, ctx.draining],
        },
        ctx,
      )
  if (hold.kind === 'refused') throw new BudgetSpent(hold)
  if (hold.kind === 'unpriced') return { kind: 'unpriced', why: unpricedReason(candidate, hold.scopes) }
  const { provider, model, profile } = candidate
  const hash = questionHash(call, asked)
  const question = { stepNumber: call.step.number, purpose: call.purpose, hash, attempt }
  // A question that the recorded run could not pay for stops a replay as it stopped that run (RUN-9).
  const unpaid = await ctx.recording?.unpaid(question)
  if (unpaid) throw new BudgetSpent({ reason: unpaid, scope: 'RUN' })
  const position = { ...call, attempt, profile, messageId, provider, model, questionHash: hash, pricing }
  const began = beginningOf(waited, ctx)
  state.lastCall += 1
  const number = state.lastCall
  const limits = { maxOutputTokens: hold.maxOutputTokens, signal: call.signal }
  const recorder = ctx.traffic && createExchangeRecorder()
  const sight = ctx.trace.ids === null ? undefined : { server: null, responseId: null, responseModel: null }
  const files = messageFiles(ctx.run.projectId, ctx)
  const exchange = batch && exchangeOf(batch)
  const watchers = { recorder, sight, sendBy: exchange?.sendBy }
  const request: ModelRequest = { ...asked, ...limits, ...watchers, files, model, messageId, question }
  const given = await askCandidate(candidate.access, request, position, state, ctx)
  const kept = exchange?.kept() ?? null
  if (kept && batch?.kind === 'keep' && !stopOf(call.signal)) {
    const { boundBy } = hold
    const attempted = { candidate, call, place: batch.place, messageId, number, boundBy, askedAt: began.now }
    return restForBatch(kept, attempted, state, ctx)
  }
  if (waited) state.batchedTurn = null
  const lacksCall = given.kind === 'answered' && lacksItsCall(given.answer)
  const isTaken = lacksCall && (takesWords || asked.tools.length === 0)
  const outcome =
    given.kind === 'answered' ? markTruncated(refuseUnfit(isTaken ? withWordsAlone(given) : given)) : given
  const endedElapsed = ctx.clock.elapsed()
  // Counting a long answer takes longer than other runs should wait.
  const usage = await inSlices(usageOfCall(outcome, asked))
  const row = callRow({ ...position, number, began, endedElapsed, outcome, usage }, ctx)
  addCall(state, row)
  if (recorder) ctx.traffic?.add(row, recorder)
  // A replay asks no provider, and the recorded run has reported its usage.
  if (!ctx.recording)
    ctx.trace.modelCalled({
      row,
      asked: request,
      answer: outcome.answer?.message ?? null,
      sight: sight ?? null,
    })
  await hold.settle(row)
  if (outcome.kind === 'answered') {
    // Side questions differ in kind and size, so the meter does not learn from them.
    warnOfRepairs(candidate, outcome.answer, call, ctx)
    if (call.context) learnSize(candidate, asked, outcome.answer, { state, ctx, call })
    return {
      kind: 'answered',
      answered: {
        message: outcome.answer.message,
        row,
        shown: outcome.shown,
        truncatedBy: await limitOf(outcome.answer, hold.boundBy, call, ctx),
      },
    }
  }
  recordFailure(row, outcome, state, ctx, call)
  const stop = stopOf(call.signal)
  if (stop) throw stop
  return { kind: 'failed', error: outcome.error, lacksCall }
}

/** Minimum share of the expected size that is missing if a provider truncated a prompt silently. */
const missingShare = 0.3

const missingTokens = 200

/** Calibrates the size estimate by the provider's count, unless the provider says that it did not read the whole request. */
function learnSize(
  { name }: Candidate,
  asked: Asked,
  { usage, cutsPrompts }: ModelAnswer,
  { state, ctx, call }: { readonly state: LiveRun; readonly ctx: ModelContext; readonly call: ModelCall },
): void {
  const { inputTokens } = usage
  const expected = state.meter.estimate(name, asked)
  const missing = expected - inputTokens
  const isCut = cutsPrompts && inputTokens > 0 && missing >= Math.max(missingTokens, missingShare * expected)
  if (!isCut) {
    state.meter.learn(name, asked, inputTokens)
    return
  }
  const message = `${name} read ${inputTokens} tokens of a request of about ${expected}: its server drops the oldest messages that do not fit, without an error. Give the model a larger context there (num_ctx of Ollama), or say how large it is with the agent's contextWindow or in the file of RUNGRAPH_MODELS.`
  warnOnce(`${name} cut`, { code: 'PROMPT_CUT', message }, call.step.number, state, ctx)
}

async function askCandidate(
  access: ModelProvider | null,
  request: ModelRequest,
  position: ModelCall & Record<'provider' | 'model' | 'messageId', string>,
  state: LiveRun,
  ctx: ModelContext,
): Promise<CallOutcome> {
  if (!access) {
    return {
      kind: 'failed',
      error: providerMissing(position.provider),
      shown: false,
      receivedText: '',
      firstTokenAt: null,
    }
  }
  const missed = access.unsupportedOptions?.(request) ?? []
  warnOfUnsupportedOptions(missed, position, state, ctx)
  warnOfAdaptations(access.adaptations?.(request) ?? [], position, state, ctx)
  warnOfFiles(access.leftOutFiles?.(request) ?? [], position, state, ctx)
  const sent = missed.includes('responseFormat') ? askInWords(request) : request
  return streamAttempt(access, sent, position, state, ctx)
}

type AnsweredOutcome = CallOutcome & { readonly kind: 'answered' }

function lacksItsCall({ lacksCall, message }: ModelAnswer): boolean {
  return lacksCall === true && textOf(message).trim() !== ''
}

function withWordsAlone(outcome: AnsweredOutcome): AnsweredOutcome {
  const { answer } = outcome
  const repaired = [...(answer.repaired ?? []), 'its end announced a tool call, and only its words came']
  return { ...outcome, answer: { ...answer, finishReason: 'STOP', repaired } }
}

/** A turn that was refused, blocked or garbled is a failure, regardless of its HTTP status and of the text before. */
function refuseUnfit(outcome: AnsweredOutcome): CallOutcome {
  const error = faultOfAnswer(outcome.answer)
  return error ? { ...outcome, kind: 'failed', error } : outcome
}

function faultOfAnswer({ message, finishReason, lacksCall }: ModelAnswer): ModelError | null {
  const tooLarge = tooLargeFor(message)
  if (tooLarge) return tooLarge
  switch (finishReason) {
    case 'CONTENT_FILTER':
      return new ModelError('CONTENT_BLOCKED', 'The provider blocked the answer.', { retryable: false })
    case 'REFUSAL':
      return new ModelError('CONTENT_BLOCKED', refusalIn(message), { retryable: false })
    case 'MALFORMED_TOOL_CALL':
      // Whole calls beside it are made; the model finds out about the other by its missing result.
      if (toolCallsOf(message).length > 0) return null
      return new ModelError('UNKNOWN', lacksCall ? missingCall : malformedCall, { retryable: true })
    case 'ERROR':
      return new ModelError('UNKNOWN', 'The provider broke the answer off.', { retryable: true })
    case 'STOP':
    case 'TOOL_CALLS':
    case 'LENGTH':
    case 'OTHER':
      return null
    default:
      return finishReason satisfies never
  }
}

const malformedCall = 'The model wrote a malformed tool call.'
const missingCall = 'The provider says that a tool call ends the answer, and sent none.'

function refusalIn({ parts }: AssistantMessage): string {
  const words = parts.map((part) => (part.type === 'refusal' ? part.text : '')).join('')
  return words.trim() === '' ? 'The model refused.' : `The model refused: ${cutText(words.trim(), 500)}`
}

/** Marks a truncated answer in the stored row, also for a replay (RUN-9). */
function markTruncated(outcome: CallOutcome): CallOutcome {
  if (outcome.kind !== 'answered' || outcome.answer.finishReason !== 'LENGTH') return outcome
  const { answer } = outcome
  return { ...outcome, answer: { ...answer, message: { ...answer.message, truncated: true } } }
}

/**
 * The limit that cut an answer off: the budget, where that bound it, or else the output limit of the model. Nothing binds a replay: it has
 * the limit at which the recorded run stopped.
 */
async function limitOf(
  { message }: ModelAnswer,
  boundBy: BudgetRefusal['reason'] | null,
  { step }: ModelCall,
  { recording }: ModelContext,
): Promise<AnsweredCall['truncatedBy']> {
  if (!message.truncated) return null
  return boundBy ?? (await recording?.stoppedBy(step.number)) ?? 'TOKEN_LIMIT'
}

function recordFailure(
  row: AnsweredCall['row'],
  outcome: CallOutcome & { kind: 'failed' },
  state: LiveRun,
  ctx: ModelContext,
  call: ModelCall,
): void {
  const { messageId } = row
  const stepNumber = call.step.number
  const reason = stopOf(call.signal)?.kind ?? outcome.error.kind
  ctx.journal.write({
    modelCalls: [row],
    // With the row: the next owner reads the answer of a batch once.
    ...(row.pricing && { run: { loopState: toLoopState(state) } }),
    // Text that was shown is void, unless the run stops here and keeps it as its summary (MOD-6, RUN-4).
    events: [
      // What was never sent has no usage.
      ...(row.sent ? [usageEvent(stepNumber, row)] : []),
      ...(outcome.shown && (reason !== 'ABORTED' || !isOwnWords(call.shows))
        ? [{ type: 'AttemptDiscarded', stepNumber, data: { messageId, reason } } as const]
        : []),
    ],
  })
  // A summary can be made of the words of a stopped attempt; another attempt has its own.
  if (!stopOf(call.signal) && isOwnWords(call.shows)) state.wordsSoFar = call.wordsBefore ?? ''
}

/** Says what of an answer was read otherwise than the model wrote it. */
function warnOfRepairs(
  { name }: Candidate,
  { repaired = [] }: ModelAnswer,
  { step }: ModelCall,
  ctx: ModelContext,
): void {
  for (const what of repaired)
    warn({ code: 'MODEL_ANSWER_REPAIRED', message: `${name}: ${what}.` }, step.number, ctx)
}

/** Warns of options of the definition that the model does not support; they are never dropped silently (MOD-1). */
function warnOfUnsupportedOptions(
  options: readonly RequestOption[],
  call: AskedModel,
  state: LiveRun,
  ctx: ModelContext,
): void {
  for (const option of options) {
    const instead = option === 'responseFormat' ? 'is asked for in words' : 'is left out'
    const message = `${nameOfModel(call)} does not take this request's ${option}; it ${instead}.`
    const data = { code: unsupportedCodes[option], message }
    warnOnce(`${nameOfModel(call)} ${option}`, data, call.step.number, state, ctx)
  }
}

/** Warns of what an earlier run was told when the model refused it: this one has not heard of it. */
function warnOfAdaptations(
  adaptations: readonly string[],
  call: AskedModel,
  state: LiveRun,
  ctx: ModelContext,
): void {
  for (const what of adaptations) {
    const message = sentence(`${nameOfModel(call)} refused an earlier request; since then ${what}`)
    const data = { code: 'MODEL_REQUEST_ADAPTED', message }
    warnOnce(`${nameOfModel(call)} ${what}`, data, call.step.number, state, ctx)
  }
}

/** Warns of files that the model does not take: each once in a run. */
function warnOfFiles(leftOut: readonly string[], call: AskedModel, state: LiveRun, ctx: ModelContext): void {
  for (const words of leftOut) {
    const message = sentence(`${nameOfModel(call)}: ${words}`)
    const data = { code: 'FILE_LEFT_OUT', message }
    warnOnce(`${nameOfModel(call)} ${words}`, data, call.step.number, state, ctx)
  }
}

type AskedModel = ModelCall & Record<'provider' | 'model', string>

function nameOfModel({ provider, model }: AskedModel): string {
  return `${provider}/${model}`
}

const unsupportedCodes: Record<RequestOption, string> = {
  temperature: 'TEMPERATURE_UNSUPPORTED',
  reasoningEffort: 'REASONING_EFFORT_UNSUPPORTED',
  responseFormat: 'RESPONSE_FORMAT_UNSUPPORTED',
}

function providerMissing(provider: string): ModelError {
  return new ModelError('AUTH', absentProvider(provider), { retryable: false, sent: false })
}

/** An unknown cost cannot be limited: the model is passed over before it is asked. The message names the limits and the remedy. */
function unpricedReason({ name }: Candidate, scopes: readonly BudgetScope[]): string {
  const limits = scopes.map((scope) => moneyLimits[scope])
  const inForce = limits.map(({ limit }) => limit).join(' and ')
  const remedies = limits.map(({ instead }) => instead).join(' and ')
  return `${name} was not asked, as no price of it is known and what it costs could not be held to ${inForce}: give its price in the file of RUNGRAPH_MODELS, or ${remedies} instead`
}

const moneyLimits: Record<BudgetScope, { readonly limit: string; readonly instead: string }> = {
  RUN: { limit: "the run's maxCostUsd", instead: 'limit the run by maxTokens' },
  TREE: { limit: 'the maxCostUsd of a run above it', instead: 'limit the run above by maxTokens' },
  PROJECT: {
    limit: "the project's maxCostUsdPerDay",
    instead: 'limit the day of the project by maxTokensPerDay (updateProject)',
  },
}

/** The request of a model that does not support schemas: its response format is in the system prompt instead (MOD-1). */
function askInWords(request: ModelRequest): ModelRequest {
  const { systemPrompt, responseFormat } = request
  if (responseFormat === null) return request
  const words = `Your final answer must be one JSON object that fits this JSON Schema, with no words around it:\n${JSON.stringify(responseFormat.schema)}`
  return {
    ...request,
    systemPrompt: systemPrompt === null ? words : `${systemPrompt}\n\n${words}`,
    responseFormat: null,
  }
}

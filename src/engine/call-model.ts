import { RungraphError } from '../domain/errors.ts'
import { type AssistantMessage, textOf, toolCallsOf } from '../domain/message.ts'
import {
  ModelError,
  type ModelProvider,
  type ModelRequest,
  parseModelName,
  providerSettings,
} from '../domain/model.ts'
import { attemptModel } from './attempt-model.ts'
import { type CallOutcome, type CallPlace, callRow } from './model-call-row.ts'
import { retryDelay } from './retry.ts'
import type { RunContext } from './run-context.ts'
import { addCall, type RunState } from './run-state.ts'
import { stopOf } from './stop.ts'

/** What is asked of the model, whichever of the chain answers. */
export interface ModelCall extends CallPlace {
  readonly request: Omit<ModelRequest, 'model' | 'signal' | 'messageId'>
  /** Aborted: the call ends at once, with the signal's Stop. */
  readonly signal: AbortSignal
}

/** An answer, and the recorded call that gave it: both are written together, so that it is never paid for again. */
export interface AnsweredCall {
  readonly message: AssistantMessage
  readonly row: ReturnType<typeof callRow>
}

/**
 * Asks the agent's models in order until one answers: each is tried again while that may help (MOD-4), then the next is asked (MOD-5).
 * Every attempt is recorded once. Throws MODELS_EXHAUSTED with what each said, or the Stop of the signal.
 */
export async function callModel(call: ModelCall, state: RunState, ctx: RunContext): Promise<AnsweredCall> {
  const { model, fallbackModels } = ctx.run.agent.definition
  const chain = [...new Set([model, ...fallbackModels])]
  const failures: string[] = []
  let attempt = 0
  for (const [index, name] of chain.entries()) {
    for (let tries = 1; ; tries++) {
      attempt += 1
      const outcome = await tryModel(name, attempt, call, state, ctx)
      if (outcome.kind === 'answered') return outcome
      const delay = retryDelay(outcome.error, tries, ctx.random())
      if (delay === null) {
        failures.push(failureOf(name, outcome.error, tries))
        announceSwitch(name, chain[index + 1], outcome.error, call, ctx)
        break
      }
      warnOfRetry(name, delay, outcome.error, call, ctx)
      await ctx.clock.sleep(delay, call.signal)
    }
  }
  throw new RungraphError('MODELS_EXHAUSTED', { attempts: failures })
}

function failureOf(name: string, { kind, message }: ModelError, tries: number): string {
  return `${name}: ${kind} after ${tries === 1 ? '1 try' : `${tries} tries`}, ${message.replace(/\.$/, '')}`
}

type Tried =
  | ({ readonly kind: 'answered' } & AnsweredCall)
  | { readonly kind: 'failed'; readonly error: ModelError }

async function tryModel(
  name: string,
  attempt: number,
  call: ModelCall,
  state: RunState,
  ctx: RunContext,
): Promise<Tried> {
  const messageId = ctx.newId()
  const parsed = parseModelName(name)
  const provider = parsed && ctx.models.profiles(parsed.provider)[0]
  const place = {
    ...call,
    attempt,
    profile: 1,
    messageId,
    provider: parsed?.provider ?? name,
    model: parsed?.model ?? name,
  }
  if (provider) warnOfLeftOut(provider, call, state, ctx)
  const startedAt = ctx.clock.now()
  const result: CallOutcome = provider
    ? await attemptModel(
        provider,
        { ...call.request, model: place.model, messageId, signal: call.signal },
        place,
        state,
        ctx,
      )
    : { kind: 'failed', error: providerMissing(place.provider), shown: false, firstTokenAt: null }
  const outcome = result.kind === 'answered' ? refuseEmptyAnswer(result) : result
  const row = callRow({ ...place, startedAt, outcome }, ctx)
  addCall(state, row)
  if (outcome.kind === 'answered') return { kind: 'answered', message: outcome.answer.message, row }
  recordFailure(row, outcome, state, ctx, call)
  const stop = stopOf(call.signal)
  if (stop) throw stop
  return { kind: 'failed', error: outcome.error }
}

/** A blocked or garbled turn with nothing in it is a failure, whatever its HTTP status. */
function refuseEmptyAnswer(outcome: CallOutcome & { kind: 'answered' }): CallOutcome {
  const { message, finishReason } = outcome.answer
  if (textOf(message) !== '' || toolCallsOf(message).length > 0) return outcome
  if (finishReason === 'CONTENT_FILTER') {
    return {
      ...outcome,
      kind: 'failed',
      error: new ModelError('CONTENT_BLOCKED', 'The provider blocked the answer.', { retryable: false }),
    }
  }
  if (finishReason === 'MALFORMED_TOOL_CALL') {
    return {
      ...outcome,
      kind: 'failed',
      error: new ModelError('UNKNOWN', 'The model wrote a malformed tool call.', { retryable: true }),
    }
  }
  return outcome
}

function recordFailure(
  row: ReturnType<typeof callRow>,
  outcome: CallOutcome & { kind: 'failed' },
  state: RunState,
  ctx: RunContext,
  call: ModelCall,
): void {
  const { messageId } = row
  const reason = stopOf(call.signal)?.kind ?? outcome.error.kind
  ctx.journal.write({
    modelCalls: [row],
    run: { costUsd: state.costUsd },
    // What was shown of it is void, unless the run stops here and keeps it as its summary (MOD-6, RUN-4).
    events:
      outcome.shown && reason !== 'ABORTED'
        ? [{ type: 'AttemptDiscarded', stepNumber: call.step.number, data: { messageId, reason } }]
        : [],
  })
  // The words of a stopped attempt are what a summary can be made of; another attempt says its own.
  if (!stopOf(call.signal)) state.wordsSoFar = ''
}

function announceSwitch(
  from: string,
  to: string | undefined,
  error: ModelError,
  call: ModelCall,
  ctx: RunContext,
): void {
  if (to === undefined) return
  const data = { fromModel: from, toModel: to, reason: error.kind }
  ctx.journal.write({ events: [{ type: 'ModelSwitched', stepNumber: call.step.number, data }] })
}

function warnOfRetry(
  name: string,
  delayMs: number,
  error: ModelError,
  call: ModelCall,
  ctx: RunContext,
): void {
  const message = `${name}: ${error.kind}, ${error.message} Trying again in ${delayMs} ms.`
  const data = { code: 'MODEL_RETRY', message }
  ctx.journal.write({ events: [{ type: 'Warning', stepNumber: call.step.number, data }] })
}

/** What a definition asks for and a provider cannot do is said, never silently dropped. */
function warnOfLeftOut(provider: ModelProvider, call: ModelCall, state: RunState, ctx: RunContext): void {
  const isLeftOut = call.request.temperature !== null && provider.leavesOut?.includes('temperature')
  if (!isLeftOut || state.warned.has(provider.name)) return
  state.warned.add(provider.name)
  const message = `${provider.name} takes no temperature; it is left out.`
  const data = { code: 'TEMPERATURE_LEFT_OUT', message }
  ctx.journal.write({ events: [{ type: 'Warning', stepNumber: call.step.number, data }] })
}

function providerMissing(provider: string): ModelError {
  const setting = providerSettings[provider]
  const message = setting ? `${provider} is not set up. Set ${setting}.` : `There is no provider ${provider}.`
  return new ModelError('AUTH', message, { retryable: false })
}

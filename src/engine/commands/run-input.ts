import { type AgentDefinition, runBounds } from '../../domain/agent.ts'
import { type Origin, originFields } from '../../domain/binding.ts'
import { compareDecimals, isDecimal } from '../../domain/decimal.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import { toGivenKey } from '../../domain/idempotency-key.ts'
import { isJsonObject, type Json, leastBytes } from '../../domain/json.ts'
import { largestTokenBudget } from '../../domain/limits.ts'
import { asTrigger, batchDeadline, type PricingOfRuns } from '../../domain/model-batch.ts'
import type { TriggerRun } from '../../domain/operations.ts'
import { checkText } from '../check-input.ts'

const maxPriority = 100

const maxDelayMs = 366 * 24 * 3_600_000

/**
 * Checks the input of a new run, for every trigger: the mutation, the trigger endpoint, a schedule (RUN-8). Types were checked where
 * the call came in; here are the bounds. @throws INVALID_INPUT, INPUT_TOO_LARGE
 */
export function checkTrigger(call: TriggerRun, now: number): void {
  if (call.prompt === undefined) checkInputText('input', call.input ?? '')
  else checkPrompt(call)
  checkOrigin(call.origin)
  checkKey('sessionKey', call.sessionKey)
  checkKey('threadId', call.threadId)
  checkIdempotencyKey(call.idempotencyKey)
  checkRange('maxSteps', call.maxSteps, 1_000_000)
  checkRange('timeoutMs', call.timeoutMs, runBounds.maxTimeoutMs)
  checkMoney('maxCostUsd', call.maxCostUsd)
  checkRange('maxTokens', call.maxTokens, largestTokenBudget)
  checkObject('context', call.context)
  const { priority = 0, startAt } = call
  if (!Number.isInteger(priority) || Math.abs(priority) > maxPriority)
    throw invalid('priority', `is ${priority}; it must be from -${maxPriority} to ${maxPriority}.`)
  if (startAt !== undefined && startAt.getTime() > now + maxDelayMs)
    throw invalid('startAt', 'is more than a year ahead. Trigger the run nearer to its time.')
}

function checkPrompt({ input, prompt }: Pick<TriggerRun, 'input' | 'prompt'>): void {
  if (input !== undefined) throw invalid('prompt', 'is given, and so is input. Leave out one of the two.')
  checkPromptArguments('prompt.arguments', prompt?.arguments)
}

/** Checks the arguments of a prompt of an MCP server. @throws INVALID_INPUT, INPUT_TOO_LARGE */
export function checkPromptArguments(field: string, args: Json = {}): void {
  checkObject(field, args)
  if (isJsonObject(args) && Object.values(args).some((value) => typeof value !== 'string'))
    throw invalid(field, 'has a value that is no text. Arguments of prompts are texts.')
}

/** Until when the turns of a run are asked in batches, from its start; `null`: they are asked at once (BATCH-1). @throws INVALID_INPUT */
export function batchDeadlineOf(
  { pricing, batchDeadlineMs }: Pick<TriggerRun, 'pricing' | 'batchDeadlineMs'>,
  definition: Pick<AgentDefinition, 'pricing'>,
): number | null {
  const { least, most, usual } = batchDeadline
  const isBatched = (pricing ?? definition.pricing) === 'BATCH'
  if (batchDeadlineMs === undefined) return isBatched ? usual : null
  if (!isBatched)
    throw invalid('batchDeadlineMs', 'is for the pricing BATCH. Give `pricing: BATCH`, or leave it out.')
  if (!Number.isInteger(batchDeadlineMs) || batchDeadlineMs < least || batchDeadlineMs > most)
    throw invalid('batchDeadlineMs', `is ${batchDeadlineMs}; it must be from ${least} to ${most}.`)
  return batchDeadlineMs
}

/**
 * The pricing of the runs of a schedule or an event trigger after a change: what the caller leaves out stays, and a deadline ends with the
 * pricing that it was for. @throws INVALID_INPUT
 */
export function changedPricing(
  call: { readonly [Field in keyof PricingOfRuns]?: PricingOfRuns[Field] | undefined },
  before: PricingOfRuns | null,
): PricingOfRuns {
  const pricing = call.pricing === undefined ? (before?.pricing ?? null) : call.pricing
  const kept = pricing === 'BATCH' ? (before?.batchDeadlineMs ?? null) : null
  const batchDeadlineMs = call.batchDeadlineMs === undefined ? kept : call.batchDeadlineMs
  const changed = { pricing, batchDeadlineMs }
  // A deadline needs a pricing of its own: the agent may have another one when a run begins.
  batchDeadlineOf(asTrigger(changed), { pricing: 'STANDARD' })
  return changed
}

/** Checks an origin that a run comes from. @throws INVALID_INPUT, INPUT_TOO_LARGE */
export function checkOrigin(origin: Origin | undefined): void {
  if (origin === undefined) return
  if (originFields.every((field) => origin[field] === null))
    throw invalid('origin', 'names nothing. Give at least one of its fields, or leave it out.')
  for (const field of originFields) checkKey(field, origin[field] ?? undefined)
}

/** Checks the initial context of a run. @throws INVALID_INPUT, INPUT_TOO_LARGE */
export function checkObject(field: string, value: Json | undefined): void {
  if (value === undefined || value === null) return
  if (!isJsonObject(value)) throw invalid(field, 'must be an object whose keys the actions may refer to.')
  const maxBytes = runBounds.maxContextBytes
  const bytes = leastBytes(value, maxBytes)
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  const text = JSON.stringify(value)
  checkText(field, text, maxBytes)
  if (text.includes('\\u0000'))
    throw invalid(field, 'holds a NUL character, which cannot be stored. Remove it.')
}

/** Checks a text that a model is to read. */
export function checkInputText(field: string, text: string): void {
  checkText(field, text, runBounds.maxInputBytes)
  if (text.trim() === '') throw invalid(field, 'is empty. Say what the agent is to do.')
}

/** The bounds are those of the key that the caller gave: the stored form of a token's key is longer. @throws INVALID_INPUT */
export function checkIdempotencyKey(stored: string | undefined): void {
  checkKey('idempotencyKey', stored === undefined ? undefined : (toGivenKey(stored) ?? stored))
}

/** The conflict about a key in its stored form, named as the caller gave it. */
export function idempotencyConflict(stored: string | undefined): RungraphError {
  return new RungraphError('IDEMPOTENCY_CONFLICT', { key: toGivenKey(stored ?? null) ?? '' })
}

export function checkKey(field: string, key: string | undefined): void {
  if (key === undefined) return
  if (key.trim() === '' || key.length > runBounds.maxKeyLength) {
    throw invalid(field, `must have 1 to ${runBounds.maxKeyLength} characters, or be left out.`)
  }
  checkText(field, key, runBounds.maxKeyLength * 4)
}

export function checkRange(field: string, value: number | null | undefined, max: number): void {
  if (value === undefined || value === null) return
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw invalid(field, `is ${value}; it must be from 1 to ${max}.`)
}

export function checkMoney(field: string, value: string | null | undefined): void {
  if (value === undefined || value === null) return
  if (!isDecimal(value) || compareDecimals(value, '0') <= 0) {
    throw invalid(
      field,
      `is "${value}"; it must be a decimal amount of US dollars above 0, for example "0.50".`,
    )
  }
}

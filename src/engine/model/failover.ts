import type { ModelRetry } from '../../domain/agent-settings.ts'
import type { ModelError } from '../../domain/model.ts'

/** Alternatives to an unchanged request to the same model. */
export interface Alternatives {
  /** Number of attempts on this candidate in this call. */
  readonly tries: number
  /** From 0 to below 1. */
  readonly random: number
  /** Retry settings of the agent for the same model (MOD-4). */
  readonly retry: ModelRetry
  /** Whether the model can be asked with other credentials that do not rest. */
  readonly otherProfile: boolean
  /** Whether the chain has another model that does not rest. */
  readonly otherModel: boolean
  /** Whether nobody else is left to ask. */
  readonly isLast: boolean
  /** Whether the run may wait: not where its time is up, and it only sums up. */
  readonly hasTime: boolean
  /** For how long nobody asks the model because of its rate limit, in milliseconds. */
  readonly limitMs: number
  /** Whether the history can be made smaller. */
  readonly canCompact: boolean
  /** Whether the request may be too long for the model, though no word of the refusal says so. */
  readonly mayBeTooLong: boolean
}

type RecoveryAction =
  | { readonly kind: 'wait'; readonly delayMs: number }
  /** Until the rate limit is over. */
  | { readonly kind: 'wait-for-turn' }
  /** The same, as soon as nobody else is left to ask. */
  | { readonly kind: 'wait-for-limit' }
  | { readonly kind: 'compact' }
  | { readonly kind: 'next-profile' }
  | { readonly kind: 'next-model' }

/** The scope of the cool-down after a failover: the credentials for every model, the model with these credentials, or nothing. */
type CooldownScope = 'credentials' | 'model' | 'nothing'

/** A rate limit is waited for this long where another model could answer meanwhile. */
export const shortWaitMs = 15_000

/** MOD-5: next step after a failed attempt, by its reason. */
export function nextRecovery(error: ModelError, alternatives: Alternatives): RecoveryAction {
  switch (error.kind) {
    case 'AUTH':
      return { kind: 'next-profile' }
    case 'RATE_LIMIT':
      return afterLimit(error, alternatives)
    case 'CONTEXT_OVERFLOW':
      return { kind: alternatives.canCompact ? 'compact' : 'next-model' }
    case 'TIMEOUT':
      return alternatives.otherModel ? { kind: 'next-model' } : waitOrLeave(error, alternatives)
    case 'OVERLOADED':
    case 'UNKNOWN':
    case 'BAD_REQUEST':
      return orCompact(error, waitOrLeave(error, alternatives), alternatives)
    case 'NETWORK':
    case 'CONTENT_BLOCKED':
    case 'ANSWER_TOO_LARGE':
      return waitOrLeave(error, alternatives)
    default:
      return error.kind satisfies never
  }
}

/** A rate limit is waited for no longer than this: a limit that lasts longer is a quota of a day or a month. */
const longestWaitMs = 3_600_000

/** Whether the limit passes, and within a time that a run waits for. */
export function isWaitedFor({ retryable, retryAfterMs = 0 }: ModelError): boolean {
  return retryable && retryAfterMs <= longestWaitMs
}

/**
 * A rate limit is the key's: the model may be asked with others, however long they rest. Where nobody else is left it is waited for as
 * often as it takes, within the time of the run: it is no failure of the model.
 */
function afterLimit(error: ModelError, alternatives: Alternatives): RecoveryAction {
  const { tries, retry, otherProfile, otherModel, isLast, hasTime, limitMs } = alternatives
  if (!hasTime || !isWaitedFor(error)) return { kind: 'next-profile' }
  const waitMs = error.retryAfterMs ?? limitMs
  const isWorthIt = waitMs <= (otherModel ? shortWaitMs : retry.capMs) && tries < retry.maxAttempts
  return { kind: !isLast && !otherProfile && isWorthIt ? 'wait-for-turn' : 'wait-for-limit' }
}

/** Before the run fails, a request that may be too long is made smaller once; some servers know no other answer to it than HTTP 500. */
function orCompact(
  { status }: ModelError,
  action: RecoveryAction,
  { mayBeTooLong, otherModel, tries }: Alternatives,
): RecoveryAction {
  const isLasting = action.kind === 'next-model' || (status === 500 && tries >= lastingTries)
  return isLasting && mayBeTooLong && !otherModel ? { kind: 'compact' } : action
}

/** A failure that comes so often is no passing one, if the request may be its cause. */
const lastingTries = 3

function waitOrLeave(error: ModelError, alternatives: Alternatives): RecoveryAction {
  const delayMs = retryDelay(error, alternatives)
  if (delayMs === null) return { kind: 'next-model' }
  const isLong = error.retryAfterMs !== undefined && error.retryAfterMs > shortWaitMs
  return isLong && alternatives.otherModel ? { kind: 'next-model' } : { kind: 'wait', delayMs }
}

/** HTTP's "Forbidden": the credentials are known, and may not do this. */
const forbidden = 403

/**
 * A failure that lies in the request says nothing about the next one, and credentials that may not use one model say nothing about the
 * others: all projects share them.
 */
export function cooldownAfter({ kind, status }: Pick<ModelError, 'kind' | 'status'>): CooldownScope {
  switch (kind) {
    case 'AUTH':
      return status === forbidden ? 'model' : 'credentials'
    case 'RATE_LIMIT':
    case 'TIMEOUT':
    case 'OVERLOADED':
    case 'NETWORK':
      return 'model'
    case 'CONTEXT_OVERFLOW':
    case 'BAD_REQUEST':
    case 'CONTENT_BLOCKED':
    case 'ANSWER_TOO_LARGE':
    case 'UNKNOWN':
      return 'nothing'
    default:
      return kind satisfies never
  }
}

interface RetryState {
  /** Number of attempts on the model, including the one that failed. */
  readonly tries: number
  /** From 0 to below 1. */
  readonly random: number
  readonly retry: ModelRetry
}

/**
 * Returns the delay before the next attempt on the same model, in milliseconds; `null` gives the model up (MOD-4). Full jitter, as in
 * Amazon's "Exponential Backoff And Jitter" (2015). The provider's retry-after is the minimum; one beyond the cap gives the model up,
 * because another model may answer meanwhile.
 */
export function retryDelay(error: ModelError, { tries, random, retry }: RetryState): number | null {
  const { maxAttempts, baseMs, capMs } = retry
  if (!error.retryable || tries >= maxAttempts) return null
  if (error.retryAfterMs !== undefined && error.retryAfterMs > capMs) return null
  const backoff = random * Math.min(capMs, baseMs * 2 ** (tries - 1))
  return Math.round((error.retryAfterMs ?? 0) + backoff)
}

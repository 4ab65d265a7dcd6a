import { z } from 'zod'
import { type ModelProvider, type ModelRequest, type Models, parseModelName } from '../domain/model.ts'
import type { ModelCallRow } from '../domain/run-log.ts'
import type { CoolDowns } from './cool-downs.ts'

/** Position of a model call in its run. */
export interface CallPosition {
  readonly purpose: ModelCallRow['purpose']
  readonly step: { readonly id: string; readonly number: number }
  /** The attempt of an action that it is made for, or that it plans; absent: it is made for none. */
  readonly action?: { readonly id: string; readonly attempt: number } | undefined
  readonly shows: StreamedPart
  /** The words that the answer continues with, said in earlier messages of the same turn. */
  readonly wordsBefore?: string
}

/**
 * Part of an answer that is streamed into the log as it arrives: the agent's turn, the text in a planner's turn, the text of a planner's
 * last turn, which may be plain, or the answer of an LLM action. Answers to the engine's own questions are not streamed.
 */
export type StreamedPart = 'turn' | 'planner' | 'last-planner' | 'nothing' | { readonly actionId: string }

/** Whether these are the agent's own words, which a run that is stopped leaves as its summary (RUN-4). */
export function isOwnWords(shows: StreamedPart): boolean {
  return shows === 'turn' || shows === 'planner' || shows === 'last-planner'
}

/** The part of a request that does not depend on the candidate. */
export type Asked = Omit<ModelRequest, 'model' | 'signal' | 'messageId'>

/** Call of a model, whichever model of the chain answers. */
export interface ModelCall extends CallPosition {
  /** The models in the order in which they are to be asked. */
  readonly models: readonly string[]
  /** Made anew for each attempt: a compaction in between changes the request. */
  readonly request: () => Asked
  /** Keeps the request within a model's window; `null` where it cannot be made smaller. */
  readonly context: ContextKeeper | null
  /** The least room for an answer that is worth paying for when a budget runs low, in tokens. */
  readonly leastOutputTokens: number
  /** Aborted: the call ends at once, with the signal's Stop. */
  readonly signal: AbortSignal
  /** A turn beside which nothing else of the run is running: it may be part of a batch (BATCH-1). Absent: it is asked at once. */
  readonly rest?: { readonly rejectedPlans: number }
}

export type ContextFit =
  | { readonly kind: 'fits' }
  /** Estimated size and room in the window, in tokens; `isSmallest`: after everything that can be omitted was omitted. */
  | {
      readonly kind: 'too-large'
      readonly tokens: number
      readonly room: number
      readonly isSmallest: boolean
    }

/** Keeps the requests to a model within its window (CTX-1). */
export interface ContextKeeper {
  /** Whether the request fits the candidate's window, made smaller for it where that is allowed and needed. */
  fit(candidate: Candidate, mayCompact: boolean): Promise<ContextFit>
  /** Whether the request is near a size that is known for the candidate, or larger than any that it answered. */
  isLarge(candidate: Candidate): boolean
  /** The provider said that it does not fit: makes it smaller than it is; false where that cannot be done. */
  overflowed(candidate: Candidate): Promise<boolean>
}

/** One candidate: a model, with one set of its provider's credentials. */
export interface Candidate {
  /** `provider/model`. */
  readonly name: string
  readonly provider: string
  readonly model: string
  /** Which of the provider's auth profiles, from 1. */
  readonly profile: number
  /** `null` where the provider is not set up. */
  readonly access: ModelProvider | null
}

/** All candidates of a chain: each model with all credentials before the next one. */
export function candidatesOf(chain: readonly string[], models: Models): readonly Candidate[] {
  return [...new Set(chain)].flatMap((name) => {
    const { provider, model } = parseModelName(name) ?? { provider: name, model: name }
    const profiles = models.profiles(provider)
    const accesses = profiles.length > 0 ? profiles : [null]
    return accesses.map((access, index) => ({ name, provider, model, profile: index + 1, access }))
  })
}

/** Candidates that are ready, in their order, then those in their cool-down, soonest first: one in its cool-down is better than none. */
export function readyFirst(
  candidates: readonly Candidate[],
  coolDowns: CoolDowns,
  now: number,
): readonly Candidate[] {
  const waits = (candidate: Candidate) => Math.max(0, readyAt(candidate, coolDowns) - now)
  return candidates.toSorted((a, b) => waits(a) - waits(b))
}

export function readyAt(candidate: Candidate, coolDowns: CoolDowns): number {
  return Math.max(coolDowns.until(credentialKey(candidate)), coolDowns.until(modelKey(candidate)))
}

/** Credentials that were refused are of no use for any model of their provider. */
export function credentialKey({ provider, profile }: Pick<Candidate, 'provider' | 'profile'>): string {
  return `${provider}#${profile}`
}

/** The cool-down of a model belongs to the credentials that it failed with, because rate limits do. */
export function modelKey({ name, profile }: Pick<Candidate, 'name' | 'profile'>): string {
  return `${name}#${profile}`
}

/**
 * The wait between two attempts at one turn of the conversation, kept in `loopState`: the next owner of the run waits for the remaining
 * time and continues the count, instead of at once asking a provider that has just said when to retry (MOD-4, DUR-1).
 */
export const backoff = z.object({
  stepNumber: z.int(),
  purpose: z.string(),
  model: z.string(),
  profile: z.int(),
  /** Number of attempts on this model. */
  tries: z.int(),
  /** Number of attempts on all models. */
  attempts: z.int(),
  delayMs: z.int(),
  /** Milliseconds since 1970. */
  until: z.number(),
})

export type Backoff = z.infer<typeof backoff>

/** The wait that an earlier owner was in, where it was at this call. */
export function backoffOf({ step, purpose, context }: ModelCall, stored: Backoff | null): Backoff | null {
  if (stored === null || context === null) return null
  return stored.stepNumber === step.number && stored.purpose === purpose ? stored : null
}

export function isBackoffOf(
  { model, profile }: Backoff,
  candidate: Pick<Candidate, 'name' | 'profile'>,
): boolean {
  return model === candidate.name && profile === candidate.profile
}

/** The remaining time in milliseconds; at most the whole delay, even if the clocks of two processes differ. */
export function remainingOf({ until, delayMs }: Backoff, now: number): number {
  return Math.min(Math.max(until - now, 0), delayMs)
}

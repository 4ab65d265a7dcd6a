import { z } from 'zod'
import type { ModelCall } from './model-call.ts'
import type { Candidate } from './model-chain.ts'

/**
 * The wait between two attempts at one turn of the conversation, kept in `loopState`: who goes on with the run waits for what is left
 * of it and counts on, in place of asking a provider at once that has just said when to come again (MOD-4, DUR-1).
 */
export const backoff = z.object({
  stepNumber: z.int(),
  purpose: z.string(),
  model: z.string(),
  profile: z.int(),
  /** How often this model was asked. */
  tries: z.int(),
  /** How often any was. */
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

export function isOf({ model, profile }: Backoff, candidate: Pick<Candidate, 'name' | 'profile'>): boolean {
  return model === candidate.name && profile === candidate.profile
}

/** What is left of it, in milliseconds; no more than all of it, whatever the clocks of two processes say. */
export function leftOf({ until, delayMs }: Backoff, now: number): number {
  return Math.min(Math.max(until - now, 0), delayMs)
}

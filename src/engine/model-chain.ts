import { type ModelProvider, type Models, parseModelName } from '../domain/model.ts'
import type { CoolDowns } from './cool-downs.ts'

/** One way to ask: a model, with one set of its provider's credentials. */
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

/** Every way to ask the models of a chain: each model with all credentials before the next one. */
export function candidatesOf(chain: readonly string[], models: Models): readonly Candidate[] {
  return [...new Set(chain)].flatMap((name) => {
    const { provider, model } = parseModelName(name) ?? { provider: name, model: name }
    const profiles = models.profiles(provider)
    const accesses = profiles.length > 0 ? profiles : [null]
    return accesses.map((access, index) => ({ name, provider, model, profile: index + 1, access }))
  })
}

/** Those that are ready in their order, then those that rest, soonest first: one that rests is better than none. */
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
export function credentialKey({ provider, profile }: Candidate): string {
  return `${provider}#${profile}`
}

/** A model rests under the credentials that it failed with: rate limits are theirs. */
export function modelKey({ name, profile }: Candidate): string {
  return `${name}#${profile}`
}

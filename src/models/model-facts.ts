import type { FactsOf } from '../domain/model.ts'

/** What is known of a model ahead of asking it. */
export const factsOf: FactsOf = () => ({ contextWindow: null, maxOutputTokens: null })

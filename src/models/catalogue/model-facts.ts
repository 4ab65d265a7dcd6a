import type { ModelFacts, ModelInfo } from '../../domain/model.ts'
import { entryOf } from './prices.ts'

/**
 * Limits of a model that are known without asking it: its window from the maintained table, its longest answer from the vendor's
 * documentation (MOD-5, CTX-1). Nothing is guessed from a similar name; an unknown limit is `null`.
 */
export const modelInfo: ModelInfo = (provider, model) => {
  const entry = entryOf(provider, model)
  if (entry === null) return { contextWindow: null, maxOutputTokens: null }
  const { contextWindow = entry.contextWindow, maxOutputTokens = null } = documented[entry.name] ?? {}
  return { contextWindow, maxOutputTokens }
}

/**
 * Limits that the vendors' own pages give and the table does not have, by the table's names; read on 2026-11-21.
 * - platform.claude.com/docs/en/models/<model>/overview: "Max output: 128K tokens", "64K tokens"
 * - developers.openai.com/api/docs/models/compare: "Max output 128,000"
 * - docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/2-5-pro: "Maximum input tokens: 1,048,576",
 *   "Maximum output tokens: 65,535"
 */
const documented: Readonly<Record<string, Partial<ModelFacts>>> = {
  'anthropic/claude-fable-5-1': { maxOutputTokens: 128_000 },
  'anthropic/claude-haiku-4-5': { maxOutputTokens: 64_000 },
  'anthropic/claude-opus-4-5': { maxOutputTokens: 64_000 },
  'anthropic/claude-opus-5': { maxOutputTokens: 128_000 },
  'anthropic/claude-opus-5-5': { maxOutputTokens: 128_000 },
  'anthropic/claude-sonnet-4-5': { maxOutputTokens: 64_000 },
  'anthropic/claude-sonnet-4-6': { maxOutputTokens: 128_000 },
  'anthropic/claude-sonnet-5': { maxOutputTokens: 128_000 },
  'google/gemini-2.5-pro': { contextWindow: 1_048_576, maxOutputTokens: 65_535 },
  'openai/gpt-5.5': { maxOutputTokens: 128_000 },
  'openai/gpt-5.6-luna': { maxOutputTokens: 128_000 },
  'openai/gpt-5.6-sol': { maxOutputTokens: 128_000 },
  'openai/gpt-5.6-terra': { maxOutputTokens: 128_000 },
}

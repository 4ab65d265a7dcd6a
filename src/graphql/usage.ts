import type { Usage } from '../domain/usage.ts'
import { builder } from './builder.ts'

export const UsageObject = builder.objectRef<Usage>('Usage').implement({
  description: 'What model calls used together.',
  fields: (t) => ({
    requests: t.exposeInt('requests', { description: 'How many model calls, failed ones included.' }),
    inputTokens: t.exposeInt('inputTokens', {
      description: 'Tokens sent, those read from a cache included.',
    }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens generated, reasoning included.' }),
    cachedInputTokens: t.exposeInt('cachedInputTokens', {
      description: "Of the tokens sent, those read from the provider's cache.",
    }),
    reasoningTokens: t.exposeInt('reasoningTokens', {
      description: 'Of the tokens generated, those of reasoning.',
    }),
    totalTokens: t.exposeInt('totalTokens', { description: 'Tokens sent and generated.' }),
    costUsd: t.expose('costUsd', {
      type: 'Decimal',
      description: 'The cost in US dollars. Calls without a known price are not in it; see `unpricedCalls`.',
    }),
  }),
})

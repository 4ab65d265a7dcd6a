import type { Usage } from '../../domain/usage.ts'
import { builder } from '../builder.ts'

export const UsageObject = builder.objectRef<Usage>('Usage').implement({
  description: 'Usage of one or more model calls.',
  fields: (t) => {
    const count = (name: Exclude<keyof Usage, 'costUsd' | 'unpricedCalls'>, description: string) =>
      t.expose(name, { type: 'SafeInt', description })
    return {
      requests: count(
        'requests',
        'Number of requests that were sent to models, including failed ones. Requests for which no connection or no provider was available are not included.',
      ),
      estimatedRequests: count(
        'estimatedRequests',
        'Number of requests for which the provider gave no token counts. Their tokens and cost are estimated.',
      ),
      inputTokens: count('inputTokens', 'Number of input tokens, including tokens read from a cache.'),
      outputTokens: count('outputTokens', 'Number of output tokens, including reasoning tokens.'),
      cachedInputTokens: count(
        'cachedInputTokens',
        "Number of input tokens that were read from the provider's cache.",
      ),
      reasoningTokens: count('reasoningTokens', 'Number of output tokens that were used for reasoning.'),
      totalTokens: count('totalTokens', 'Number of input and output tokens.'),
      costUsd: t.expose('costUsd', {
        type: 'Decimal',
        description: 'Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`.',
      }),
      unpricedCalls: t.field({
        type: 'SafeInt',
        description:
          'Number of model calls that used tokens at an unknown price, and that `costUsd` excludes. Set the price in a file of `RUNGRAPH_MODELS`.',
        resolve: ({ unpricedCalls = 0 }) => unpricedCalls,
      }),
    }
  },
})

import type { Usage } from '../../domain/usage.ts'
import { decimal, safeInt, valueObject } from '../fields.ts'

export const UsageObject = valueObject<Usage>(
  'Usage',
  'Usage of one or more model calls.',
  {
    requests: safeInt(
      'Number of requests that were sent to models, including failed ones. Requests for which no connection or no provider was available are not included.',
    ),
    estimatedRequests: safeInt(
      'Number of requests for which the provider gave no token counts. Their tokens and cost are estimated.',
    ),
    inputTokens: safeInt('Number of input tokens, including tokens read from a cache.'),
    outputTokens: safeInt('Number of output tokens, including reasoning tokens.'),
    cachedInputTokens: safeInt("Number of input tokens that were read from the provider's cache."),
    reasoningTokens: safeInt('Number of output tokens that were used for reasoning.'),
    totalTokens: safeInt('Number of input and output tokens.'),
    costUsd: decimal('Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`.'),
  },
  {
    fields: (t) => ({
      unpricedCalls: t.field({
        type: 'SafeInt',
        description:
          'Number of model calls that used tokens at an unknown price, and that `costUsd` excludes. Set the price in a file of `RUNGRAPH_MODELS`.',
        resolve: ({ unpricedCalls = 0 }) => unpricedCalls,
      }),
    }),
  },
)

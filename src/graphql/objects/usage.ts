import { RungraphError } from '../../domain/errors.ts'
import type { Usage } from '../../domain/usage.ts'
import { builder } from '../builder.ts'

export const UsageObject = builder.objectRef<Usage>('Usage').implement({
  description:
    'What model calls used together. A count above 2147483647 is refused with LIMIT_EXCEEDED; the cost and the other counts can still be read.',
  fields: (t) => {
    const count = (name: Exclude<keyof Usage, 'costUsd'>, description: string) =>
      t.int({ description, resolve: (usage) => countable(name, usage[name]) })
    return {
      requests: count(
        'requests',
        'How many requests were sent to models, failed ones included. What found no connection, or no provider, was not sent.',
      ),
      estimatedRequests: count(
        'estimatedRequests',
        'Of these, those whose tokens the provider did not count: they are estimated, and so is their cost.',
      ),
      inputTokens: count('inputTokens', 'Tokens sent, those read from a cache included.'),
      outputTokens: count('outputTokens', 'Tokens generated, reasoning included.'),
      cachedInputTokens: count(
        'cachedInputTokens',
        "Of the tokens sent, those read from the provider's cache.",
      ),
      reasoningTokens: count('reasoningTokens', 'Of the tokens generated, those of reasoning.'),
      totalTokens: count('totalTokens', 'Tokens sent and generated.'),
      costUsd: t.expose('costUsd', {
        type: 'Decimal',
        description:
          'The cost in US dollars. Calls without a known price are not in it; see `unpricedCalls`.',
      }),
    }
  },
})

/** GraphQL's Int ends at 2^31 - 1; more than that is refused rather than shown wrong. */
function countable(limit: string, value: number): number {
  const max = 2 ** 31 - 1
  if (value <= max) return value
  throw new RungraphError('LIMIT_EXCEEDED', {
    limit,
    value,
    max,
    remedy:
      'Ask for smaller parts: a shorter time with `since` and `until`, finer groups, or single runs and steps.',
  })
}

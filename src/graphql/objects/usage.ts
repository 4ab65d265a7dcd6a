import { usage } from '../../domain/usage.ts'
import { objectOf } from '../shape.ts'

export const UsageObject = objectOf(usage, {
  fields: (t) => ({
    unpricedCalls: t.field({
      type: 'SafeInt',
      description:
        'Number of model calls that used tokens at an unknown price, and that `costUsd` excludes. Set the price in a file of `RUNGRAPH_MODELS`.',
      resolve: ({ unpricedCalls = 0 }) => unpricedCalls,
    }),
    savedUsd: t.field({
      type: 'Decimal',
      description:
        'Savings by batches in US dollars: the difference between the full price and `costUsd`. See the pricing of runs.',
      resolve: ({ savedUsd = '0' }) => savedUsd,
    }),
  }),
})

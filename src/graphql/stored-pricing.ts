import { pricing, readPricing } from '../domain/model-batch.ts'
import { enumOf } from './shape.ts'

/** The field `pricing` of a row that starts runs: a schedule, an event trigger, an evaluation. */
export const storedPricing = {
  type: enumOf(pricing),
  description: 'Pricing of the model calls of the runs. Null if the pricing of the agent applies.',
  nullable: true,
  select: { pricing: true },
  resolve: (row: { readonly pricing: string | null }) => readPricing(row.pricing),
} as const

/** Description of the column `batchDeadlineMs` of a schedule or an event trigger. */
export const storedDeadline =
  'Time from the start of a run until which its turns are asked in batches, in milliseconds. Null if there is none, or 24 hours.'

/**
 * Tools of a shop, and a check in code that sees who asked for the tree of a run:
 *
 *     RUNGRAPH_TOOLS=examples/rights/tools.ts npm start
 *
 * set-up.ts makes the policies that belong to it.
 */
import { type CanExecuteTool, defineTool } from 'rungraph'

export default [
  defineTool({
    name: 'find_order',
    description: 'Finds an order by its number.',
    input: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    effect: 'read',
    execute: ({ order }) => ({ order, paidUsd: 120 }),
  }),
  defineTool({
    name: 'refund_order',
    description: 'Refunds an amount in US dollars for an order.',
    input: {
      type: 'object',
      properties: { order: { type: 'string' }, amountUsd: { type: 'number' } },
      required: ['order', 'amountUsd'],
    },
    effect: 'once',
    execute: ({ order, amountUsd }) => ({ order, refundedUsd: amountUsd }),
  }),
]

/** A person approves refunds of more than 50 dollars that an end user asked for, whichever agent below makes them. */
export const canExecuteTool: CanExecuteTool = ({ target, parameters, caller }) => {
  if (target !== 'refund_order' || caller.kind !== 'TOKEN') return undefined
  return amountOf(parameters) > 50 ? 'REQUIRE_APPROVAL' : undefined
}

function amountOf(parameters: unknown): number {
  const amount = typeof parameters === 'object' && parameters !== null && 'amountUsd' in parameters
  return amount ? Number(parameters.amountUsd) : Number.POSITIVE_INFINITY
}

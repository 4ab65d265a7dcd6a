/**
 * Tools of a small shop. Start Rungraph with them, then name them in an agent's `tools`:
 *
 *     RUNGRAPH_TOOLS=examples/tools.ts npm start
 */

import { defineTool, type ToolContext } from 'rungraph'
import { z } from 'zod'

/** Stands for the shop's database. */
const orders = new Map([
  ['A-1001', { customer: 'Ada', item: 'Desk lamp', paidUsd: 49.5, status: 'DELIVERED' }],
  ['A-1002', { customer: 'Grace', item: 'Office chair', paidUsd: 320, status: 'SHIPPED' }],
])
/** Stands for a payment provider, which pays once for each idempotency key. */
const refunds = new Map<string, { readonly orderId: string; readonly amountUsd: number }>()

/** With a schema of zod, valibot or arktype, the arguments have types, and the model sees the descriptions. */
const findOrder = defineTool({
  name: 'find_order',
  description: 'Finds an order by its number, and tells what was bought, what was paid and where it is.',
  input: z.object({
    orderId: z
      .string()
      .regex(/^A-\d{4}$/)
      .describe('Such as A-1001.'),
  }),
  effect: 'read', // changes nothing: it may be called again after a crash
  execute({ orderId }) {
    const order = orders.get(orderId)
    // The model reads this message, and can do something about it.
    if (!order)
      throw new Error(`There is no order ${orderId}. Ask the customer for the number on the invoice.`)
    return { orderId, ...order }
  },
})

/** A plain object with a JSON Schema needs no import at all. */
const refundOrder = {
  name: 'refund_order',
  description: 'Pays money back for an order.',
  inputSchema: {
    type: 'object',
    properties: {
      orderId: { type: 'string' },
      amountUsd: { type: 'number', exclusiveMinimum: 0, description: 'US dollars, at most what was paid.' },
    },
    required: ['orderId', 'amountUsd'],
    additionalProperties: false,
  },
  effect: 'idempotent', // the key makes a second call harmless; without one this would be 'once', never repeated
  timeoutMs: 10_000,
  async execute(args: { orderId: string; amountUsd: number }, { idempotencyKey, signal }: ToolContext) {
    const paidUsd = orders.get(args.orderId)?.paidUsd ?? 0
    if (args.amountUsd > paidUsd)
      throw new Error(`At most ${paidUsd} USD can be refunded for ${args.orderId}.`)
    signal.throwIfAborted() // with a real provider: fetch(url, { signal, headers: { 'idempotency-key': … } })
    const refund = refunds.get(idempotencyKey) ?? args
    refunds.set(idempotencyKey, refund)
    return { refunded: refund.amountUsd, orderId: refund.orderId }
  },
}

export default [findOrder, refundOrder]

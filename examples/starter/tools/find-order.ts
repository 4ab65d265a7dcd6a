import { defineTool } from 'rungraph'
import { z } from 'zod'

/** Stands for the database of the shop. */
const orders = new Map([
  ['A-1001', { customer: 'Ada', item: 'Desk lamp', paidUsd: 49.5, status: 'DELIVERED' }],
  ['A-1002', { customer: 'Grace', item: 'Office chair', paidUsd: 320, status: 'SHIPPED' }],
])

export default defineTool({
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

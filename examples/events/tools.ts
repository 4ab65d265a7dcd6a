/** A tool that waits for an event in its middle: it sends an invoice, waits until it is paid, and ships the order. */
import { defineTool } from 'rungraph'
import { z } from 'zod'

const twoWeeksMs = 14 * 24 * 3_600_000

export default defineTool({
  name: 'place_order',
  description: 'Sends the customer an invoice for an article, waits until it is paid, and ships it.',
  input: z.object({ article: z.string() }),
  effect: 'once',
  isResumable: true, // all that it does is in steps
  async execute({ article }, context) {
    const { invoice, sentAt } = await context.step('invoice', async (key) => ({
      ...(await post('invoices', { article }, key)),
      sentAt: Date.now(),
    }))
    const paid = await context.waitForEvent('paid', {
      name: 'order.paid',
      filter: `event.data.data.object.metadata.invoice == ${JSON.stringify(invoice)}`,
      // The customer may pay before the tool waits.
      since: new Date(sentAt),
      timeoutMs: twoWeeksMs,
    })
    if (paid === null) return { invoice, status: 'NOT_PAID' }
    const { parcel } = await context.step('ship', (key) => post('parcels', { invoice }, key))
    return { invoice, status: 'SHIPPED', parcel, payment: paid.id }
  },
})

/** The shop knows a repeated request by its key. */
async function post(path: string, body: object, idempotencyKey: string) {
  const { SHOP_URL = 'http://127.0.0.1:4300' } = process.env
  const response = await fetch(`${SHOP_URL}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The shop answers ${response.status}: ${await response.text()}`)
  return response.json()
}

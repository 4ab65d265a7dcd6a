/** A tool that asks in its middle: it reserves a shirt, asks the customer which size it is to have, and orders it. */
import { defineTool } from 'rungraph'
import { z } from 'zod'

export default defineTool({
  name: 'order_shirt',
  description: 'Reserves a shirt, asks the customer for the size, and orders it.',
  input: z.object({ colour: z.enum(['white', 'blue', 'black']) }),
  effect: 'once',
  isResumable: true, // all that it does is in steps
  async execute({ colour }, context) {
    const { place } = await context.step('reserve', (key) => post('reservations', { colour }, key))
    const outcome = await context.ask('size', {
      question: `A shirt in ${colour} is reserved for you. Which size?`,
      schema: {
        type: 'object',
        properties: {
          size: { title: 'Size', type: 'string', enum: ['S', 'M', 'L'] },
          note: { title: 'Note to the shop', type: 'string', maxLength: 500 },
        },
        required: ['size'],
        additionalProperties: false,
      },
      decider: 'USER',
    })
    if (outcome.status !== 'ANSWERED') return { place, status: outcome.status }
    return context.step('order', (key) => post('orders', { place, ...outcome.answer }, key))
  },
})

/** The shop knows a repeated request by its key. */
async function post(path: string, body: object, idempotencyKey: string) {
  const { SHOP_URL = 'http://127.0.0.1:4200' } = process.env
  const response = await fetch(`${SHOP_URL}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The shop answers ${response.status}: ${await response.text()}`)
  return response.json()
}

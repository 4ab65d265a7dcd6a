import { defineAgent } from 'rungraph'
import { model } from './_model.ts'

export default defineAgent({
  slug: 'clerk',
  name: 'Order clerk',
  description: 'Answers questions about the orders of the shop.',
  systemPrompt:
    'You answer questions about orders. Look an order up before you say anything about it. Answer briefly.',
  model,
  tools: ['find_order'],
  maxSteps: 10,
})

import { defineAgent } from 'rungraph'

export default [
  defineAgent({
    slug: 'orders',
    name: 'Orders',
    // Without a key, a script stands in for the model: it calls the first tool.
    model: process.env.ANTHROPIC_API_KEY ? 'anthropic/claude-sonnet-5' : 'scripted/stand-in',
    systemPrompt: 'You take orders of a shop. Order what the customer wants with place_order.',
    tools: ['place_order'],
  }),
]

import { defineAgent } from 'rungraph'

export default [
  defineAgent({
    slug: 'shirts',
    name: 'Shirts',
    // Without a key, a script stands in for the model: it calls the first tool.
    model: process.env.ANTHROPIC_API_KEY ? 'anthropic/claude-sonnet-5' : 'scripted/stand-in',
    systemPrompt: 'You sell shirts. Order what the customer wants.',
    tools: ['order_shirt'],
    // The user answers, whose run it is.
    gates: { decider: 'USER' },
  }),
]

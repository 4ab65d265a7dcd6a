import { defineAgent } from 'rungraph'

export default [
  defineAgent({
    slug: 'shirts',
    name: 'Shirts',
    model: 'anthropic/claude-sonnet-5',
    systemPrompt:
      'You sell shirts. Order what the customer wants. Ask with ask_person what only they can know.',
    tools: ['order_shirt', 'ask_person'],
    // What it needs is one plan: the user's answers come in its midst.
    planner: 'PLAN',
    protocolMode: 'STRICT',
    gates: { decider: 'USER' },
  }),
]

import { defineAgent } from 'rungraph'

export default [
  defineAgent({
    slug: 'sorter',
    name: 'Sorter',
    model: 'openai/gpt-5.6-sol',
    systemPrompt: 'Say in one word what the message is about: delivery, payment, product or other.',
    // Nobody waits for the answers: they may take a day, and cost half.
    pricing: 'BATCH',
  }),
]

/** The tools of the demonstrations. They answer from memory, and pay and send nothing. In your own project: `RUNGRAPH_TOOLS=tools.ts`. */
import { defineTool } from 'rungraph'
import { z } from 'zod'

const page =
  'Artificial intelligence is the capability of machines to perform tasks that are associated with human intelligence, such as learning, reasoning and planning. The field was founded in 1956.'
const papers = [
  { title: 'Attention Is All You Need', year: 2017, claim: 'Attention alone is enough to translate well.' },
  {
    title: 'ReAct: Synergizing Reasoning and Acting in Language Models',
    year: 2022,
    claim: 'Models that reason and act in turns make fewer mistakes.',
  },
]
const orders = new Map([
  ['A-1001', { customer: 'Ada', item: 'Desk lamp', paidUsd: 49.5, status: 'DELIVERED' }],
  ['A-1002', { customer: 'Grace', item: 'Office chair', paidUsd: 320, status: 'SHIPPED' }],
])
const customers = { everyone: 1240, testers: 12 }

// Arguments of several tools. The model reads the descriptions.
const orderId = z
  .string()
  .regex(/^A-\d{4}$/, { error: 'must be a number such as A-1001' })
  .describe('Such as A-1001.')
const group = z.enum(['everyone', 'testers']).describe('Whom: everyone, or the testers alone.')

export default [
  defineTool({
    name: 'web_scraper',
    description: 'Demonstration. Gives the text of a web page: always the same short one.',
    input: z.object({ url: z.url().describe('The address of the page.') }),
    effect: 'read', // changes nothing: it may be called again after a crash
    execute: ({ url }) => ({ url, title: 'Artificial intelligence', text: page }),
  }),
  defineTool({
    name: 'arxiv_search',
    description: 'Demonstration. Finds papers: always the same two.',
    input: z.object({ query: z.string().describe('What the papers are about.') }),
    effect: 'read',
    execute: ({ query }) => ({ query, papers }),
  }),
  defineTool({
    name: 'results_cache',
    description: 'Demonstration. Says that it keeps a value, and does not.',
    input: z.object({
      key: z.string().describe('The name of the value.'),
      value: z.unknown().describe('What to keep.'),
      ttl: z.int().positive().describe('For how many seconds.'),
    }),
    effect: 'idempotent', // has the same effect if it is called twice
    execute: ({ key, ttl }) => ({ key, expiresInSeconds: ttl }),
  }),
  defineTool({
    name: 'look_up_order',
    description: 'Demonstration. Tells who ordered what, and what was paid.',
    input: z.object({ orderId }),
    effect: 'read',
    execute: ({ orderId }) => ({ orderId, ...orderOf(orderId) }),
  }),
  defineTool({
    name: 'pay_refund',
    description: 'Demonstration. Says that it pays money back for an order, and does not.',
    input: z.object({
      orderId,
      amountUsd: z.number().positive().describe('US dollars, at most what was paid.'),
    }),
    effect: 'once', // is never repeated: after a crash in the middle of a call nobody knows whether it was paid
    execute: ({ orderId, amountUsd }) => {
      const { paidUsd } = orderOf(orderId)
      if (amountUsd > paidUsd)
        throw new Error(`At most ${paidUsd.toFixed(2)} USD can be paid back for ${orderId}.`)
      return { orderId, refundedUsd: amountUsd }
    },
  }),
  defineTool({
    name: 'note_on_order',
    description: 'Demonstration. Says that it leaves a note on an order, and does not.',
    input: z.object({ orderId, note: z.string().min(1).describe('For the colleagues who read it.') }),
    effect: 'idempotent',
    execute: ({ orderId, note }) => {
      orderOf(orderId)
      return { orderId, noted: note }
    },
  }),
  defineTool({
    name: 'list_customers',
    description: 'Demonstration. Counts the customers of a group.',
    input: z.object({ group }),
    effect: 'read',
    execute: ({ group }) => ({ group, count: customers[group] }),
  }),
  defineTool({
    name: 'send_newsletter',
    description: 'Demonstration. Says that it sends a text to all customers of a group, and does not.',
    input: z.object({ group, text: z.string().min(1).describe('What they read.') }),
    effect: 'once',
    execute: ({ group }) => ({ group, sentTo: customers[group] }),
  }),
]

function orderOf(id: string) {
  const order = orders.get(id)
  // The model reads this message, and can do something about it.
  if (!order) throw new Error(`There is no order ${id}. There are ${[...orders.keys()].join(' and ')}.`)
  return order
}

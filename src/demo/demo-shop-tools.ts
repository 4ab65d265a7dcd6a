import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Tool } from '../domain/tool.ts'
import { defineTool } from '../tools/define-tool.ts'

/**
 * The tools of a small shop, for the demonstrations of permissions. They answer from memory, and pay and send nothing. `chunkDelayMs` is
 * how long each of them takes.
 */
export function demoShopTools({ chunkDelayMs }: { readonly chunkDelayMs: number }): readonly Tool[] {
  const lookUpOrder = defineTool({
    name: 'look_up_order',
    description: 'Demonstration. Tells who ordered what, and what was paid.',
    input: z.object({ orderId }),
    effect: 'read',
    execute: async (wanted, { signal }) => {
      await sleep(chunkDelayMs, undefined, { signal })
      return { orderId: wanted.orderId, ...orderOf(wanted.orderId) }
    },
  })
  const payRefund = defineTool({
    name: 'pay_refund',
    description: 'Demonstration. Says that it pays money back for an order, and does not.',
    input: z.object({
      orderId,
      amountUsd: z.number().positive().describe('US dollars, at most what was paid.'),
    }),
    effect: 'once',
    execute: async ({ amountUsd, ...wanted }, { signal }) => {
      const { paidUsd } = orderOf(wanted.orderId)
      if (amountUsd > paidUsd)
        throw new Error(`At most ${paidUsd.toFixed(2)} USD can be paid back for ${wanted.orderId}.`)
      await sleep(chunkDelayMs, undefined, { signal })
      return { orderId: wanted.orderId, refundedUsd: amountUsd }
    },
  })
  const noteOnOrder = defineTool({
    name: 'note_on_order',
    description: 'Demonstration. Says that it leaves a note on an order, and does not.',
    input: z.object({ orderId, note: z.string().min(1).describe('For the colleagues who read it.') }),
    effect: 'idempotent',
    execute: async (wanted, { signal }) => {
      orderOf(wanted.orderId)
      await sleep(chunkDelayMs, undefined, { signal })
      return { orderId: wanted.orderId, noted: wanted.note }
    },
  })
  return [lookUpOrder, payRefund, noteOnOrder, ...newsletterTools(chunkDelayMs)]
}

function newsletterTools(chunkDelayMs: number): readonly Tool[] {
  const listCustomers = defineTool({
    name: 'list_customers',
    description: 'Demonstration. Counts the customers of a group.',
    input: z.object({ group }),
    effect: 'read',
    execute: async (wanted, { signal }) => {
      await sleep(chunkDelayMs, undefined, { signal })
      return { group: wanted.group, count: customers[wanted.group] }
    },
  })
  const sendNewsletter = defineTool({
    name: 'send_newsletter',
    description: 'Demonstration. Says that it sends a text to all customers of a group, and does not.',
    input: z.object({ group, text: z.string().min(1).describe('What they read.') }),
    effect: 'once',
    execute: async (wanted, { signal }) => {
      await sleep(chunkDelayMs, undefined, { signal })
      return { group: wanted.group, sentTo: customers[wanted.group] }
    },
  })
  return [listCustomers, sendNewsletter]
}

const orderId = z
  .string()
  .regex(/^A-\d{4}$/, { error: 'must be a number such as A-1001' })
  .describe('Such as A-1001.')

const orders = new Map([
  ['A-1001', { customer: 'Ada', item: 'Desk lamp', paidUsd: 49.5, status: 'DELIVERED' }],
  ['A-1002', { customer: 'Grace', item: 'Office chair', paidUsd: 320, status: 'SHIPPED' }],
])

function orderOf(id: string) {
  const order = orders.get(id)
  if (order) return order
  throw new Error(`There is no order ${id}. There are ${[...orders.keys()].join(' and ')}.`)
}

const customers = { everyone: 1240, testers: 12 }

const group = z.enum(['everyone', 'testers']).describe('Whom: everyone, or the testers alone.')

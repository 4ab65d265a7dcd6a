import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Tool } from '../../../src/domain/tool.ts'
import { defineTool } from '../../../src/tools/define-tool.ts'
import { numberOf } from './number-of.ts'

/** How many times faster than in a shop everything goes: the past is made fast, and stretched again by `spread-runs.ts`. */
export const pace = { speed: 5 }

/** The tools of a shop, for the pictures of the console. They answer from memory, after a second or two. */
export const shopTools: readonly Tool[] = [
  read('find_customer', 'Finds a customer by e-mail address.', { email: z.email() }, 400, ({ email }) => ({
    customerId: `C-${1_000 + numberOf(`${email}`, 9_000)}`,
    email,
    name: `${email}`.split('@')[0],
    since: '2024-03-11',
  })),
  read('find_order', 'Finds an order by its number.', { orderId: z.string() }, 700, ({ orderId }) => ({
    orderId,
    items: [{ sku: 'LAMP-07', title: 'Desk lamp, oak', quantity: 1 }],
    paidUsd: 30 + numberOf(`${orderId}`, 200),
    status: numberOf(`${orderId}`, 2) === 0 ? 'DELIVERED' : 'IN_TRANSIT',
    carrier: 'DHL',
  })),
  write('refund_order', 'Pays money back for an order.', {
    orderId: z.string(),
    amountUsd: z.number().positive(),
    reason: z.string(),
  }),
  read('search_help', 'Searches the help centre.', { query: z.string() }, 900, ({ query }) => ({
    query,
    articles: [
      { title: 'When is my order delivered?', url: 'https://help.example/delivery' },
      { title: 'Return an item', url: 'https://help.example/returns' },
    ],
  })),
  read('read_document', 'Reads a document as text.', { document: z.string() }, 1_800, ({ document }) => ({
    document,
    pages: 1 + numberOf(`${document}`, 4),
    text: 'Invoice. Northwind Papers Ltd. 12 boxes of card board at 4.25. Net 51.00, VAT 19 % 9.69, total 60.69 EUR.',
  })),
  read('check_vat', 'Checks a VAT number with the register.', { vatId: z.string() }, 1_200, ({ vatId }) => {
    if (!`${vatId}`.startsWith('DE')) throw new Error('The register of this country does not answer (503).')
    return { vatId, valid: true, holder: 'Northwind Papers Ltd.' }
  }),
  write('book_invoice', 'Books an invoice in the ledger.', { vendor: z.string(), totalEur: z.number() }),
  read('query_metrics', 'Reads a metric of the shop.', { metric: z.string() }, 1_100, ({ metric }) => ({
    metric,
    p95: [212, 230, 1_840, 1_911],
    unit: 'ms',
  })),
  read('read_logs', 'Searches the logs of a service.', { service: z.string() }, 2_300, ({ service }) => ({
    service,
    lines: ['pool exhausted: 40 of 40 connections', 'checkout: timeout after 2000 ms'],
  })),
  read('list_deploys', 'Lists the deployments of today.', { service: z.string() }, 600, ({ service }) => ({
    service,
    deploys: [{ version: '2.41.0', at: '09:12' }],
  })),
  write('page_on_call', 'Wakes the engineer on call.', { summary: z.string() }),
  read('search_web', 'Searches the web.', { query: z.string() }, 1_700, ({ query }) => ({
    query,
    results: ['Lamps Monthly: prices rose by 4 %.', 'Trade Journal: oak is scarce.'],
  })),
  read('read_page', 'Reads a web page.', { url: z.url() }, 2_600, ({ url }) => ({
    url,
    text: 'Prices of desk lamps rose by four percent in a year; three vendors cover 61 % of the market.',
  })),
  read('query_sales', 'Reads sales by category.', { category: z.string() }, 1_500, ({ category }) => ({
    category,
    weeks: [41_200, 43_900, 40_100, 46_700],
  })),
  read('draw_chart', 'Draws a chart of numbers.', { title: z.string(), values: z.unknown() }, 1_300, () => ({
    url: 'https://charts.example/9f2c.png',
  })),
  write('send_newsletter', 'Sends a text to a group of customers.', { group: z.string(), text: z.string() }),
  read('count_customers', 'Counts the customers of a group.', { group: z.string() }, 500, ({ group }) => ({
    group,
    count: group === 'everyone' ? 18_240 : 212,
  })),
  read(
    'read_changes',
    'Reads the changes of a repository.',
    { repository: z.string() },
    1_600,
    ({ repository }) => ({
      repository,
      commits: ['checkout: keep the basket for 30 days', 'search: rank by margin', 'fix: VAT of gift cards'],
    }),
  ),
]

function read(
  name: string,
  description: string,
  input: z.core.$ZodLooseShape,
  ms: number,
  result: (args: Record<string, unknown>) => unknown,
): Tool {
  return defineTool({
    name,
    description,
    input: z.object(input),
    effect: 'read',
    execute: async (args, { signal, idempotencyKey }) => {
      await sleep((ms * (60 + numberOf(idempotencyKey, 90))) / 100 / pace.speed, undefined, { signal })
      return result(args)
    },
  })
}

function write(name: string, description: string, input: z.core.$ZodLooseShape): Tool {
  return { ...read(name, description, input, 900, (args) => ({ done: true, ...args })), effect: 'once' }
}

import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'

const order = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.enum(['OPEN', 'SHIPPED', 'DELIVERED']),
  totalEur: z.number(),
  notes: z.array(z.string()),
})
type Order = z.infer<typeof order>

const orders: Order[] = [
  { id: 'A-1001', customer: 'Kim', status: 'DELIVERED', totalEur: 60.69, notes: [] },
  { id: 'A-1002', customer: 'Robin', status: 'SHIPPED', totalEur: 18.5, notes: ['Leave it at the door.'] },
  { id: 'A-1003', customer: 'Kim', status: 'OPEN', totalEur: 249, notes: [] },
]

/** A server for one connection or one request; the orders are the same for all. */
export function orderServer(): McpServer {
  const instructions = 'Prices are in euros. Look an order up before you add a note to it.'
  const server = new McpServer({ name: 'orders', version: '1.0.0' }, { instructions })
  server.registerTool(
    'find_orders',
    {
      description: 'Lists the orders of a customer, and all orders where none is named.',
      inputSchema: z.object({ customer: z.string().optional().describe('The name of the customer.') }),
      outputSchema: z.object({ orders: z.array(order) }),
      annotations: { readOnlyHint: true },
    },
    ({ customer }) => answer({ orders: orders.filter((one) => !customer || one.customer === customer) }),
  )
  server.registerTool(
    'get_order',
    {
      description: 'Shows one order.',
      inputSchema: z.object({ id: z.string().describe('Its number, such as A-1001.') }),
      outputSchema: order,
      annotations: { readOnlyHint: true },
    },
    ({ id }) => answer(find(id)),
  )
  server.registerTool(
    'add_note',
    {
      description: 'Adds a note to an order. Each call adds one.',
      inputSchema: z.object({ id: z.string(), note: z.string().min(1) }),
      outputSchema: order,
      annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false },
    },
    ({ id, note }) => {
      const found = find(id)
      found.notes.push(note)
      return answer(found)
    },
  )
  server.registerTool(
    'export_orders',
    {
      description: 'Exports all orders as CSV. Gives a link to the file.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true },
    },
    async (_args, { mcpReq: { _meta: meta, notify } }) => {
      for (const [index, { id }] of orders.entries()) {
        const progressToken = meta?.progressToken
        if (progressToken === undefined) break
        const params = { progressToken, progress: index + 1, total: orders.length, message: `Order ${id}` }
        await notify({ method: 'notifications/progress', params })
      }
      return {
        content: [
          { type: 'resource_link', uri: 'orders://export.csv', name: 'All orders', mimeType: 'text/csv' },
        ],
      }
    },
  )
  server.registerResource(
    'export',
    'orders://export.csv',
    { title: 'All orders', mimeType: 'text/csv' },
    ({ href }) => {
      const lines = orders.map(({ id, customer, status, totalEur }) =>
        [id, customer, status, totalEur].join(','),
      )
      return {
        contents: [
          { uri: href, mimeType: 'text/csv', text: ['id,customer,status,totalEur', ...lines].join('\n') },
        ],
      }
    },
  )
  server.registerResource(
    'order',
    new ResourceTemplate('orders://{id}', { list: undefined }),
    { title: 'One order', mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(find(String(id))) }],
    }),
  )
  server.registerPrompt(
    'answer_customer',
    {
      title: 'Answer a customer',
      description: 'Asks for an answer to the question of a customer about their orders.',
      argsSchema: z.object({
        customer: z.string().describe('The name of the customer.'),
        question: z.string().describe('What they want to know.').optional(),
      }),
    },
    ({ customer, question = 'When do my orders arrive?' }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: `The customer ${customer} asks: ${question} Look up their orders, and answer.`,
          },
        },
      ],
    }),
  )
  return server
}

/** What is thrown becomes an error result, which the model reads. */
function find(id: string): Order {
  const found = orders.find((one) => one.id === id)
  if (!found) throw new Error(`There is no order ${id}. Known: ${orders.map((one) => one.id).join(', ')}.`)
  return found
}

/** As data, and as text for clients that read only that. */
function answer<Data extends Record<string, unknown>>(data: Data) {
  return { structuredContent: data, content: [{ type: 'text' as const, text: JSON.stringify(data) }] }
}

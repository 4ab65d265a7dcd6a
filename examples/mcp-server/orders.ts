import { McpServer } from '@modelcontextprotocol/server'
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
  const server = new McpServer({ name: 'orders', version: '1.0.0' })
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

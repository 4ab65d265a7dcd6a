/** A tool that writes lines of every level to its log, for RUNGRAPH_TOOLS. */
import type { PlainTool } from '../../src/index.ts'

const tools: readonly PlainTool[] = [
  {
    name: 'import_orders',
    description: 'Imports orders.',
    inputSchema: { type: 'object' },
    effect: 'read',
    execute: async (_args, { log, step }) => {
      log.info('Reading the orders of the day.', { file: 'orders-2026-11-30.csv', bytes: 48_211 })
      log.debug('The separator is a semicolon.')
      const count = await step('read', async () => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        return 118
      })
      log.warn('Two orders have no customer.', { orders: ['A-1003', 'A-1017'] })
      await new Promise((resolve) => setTimeout(resolve, 300))
      log.error('The rate of PLN is from yesterday.', new Error('rates.example.com answered 503'))
      return { count }
    },
  },
]
export default tools

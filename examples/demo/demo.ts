/** What the agents need beside their code: rows that the API or the console makes in your own project. */

export { agentsOnDemand, default as agents } from './agents.ts'
export { scripts } from './scripts.ts'
export { default as tools } from './tools.ts'

/** Whether an agent may make a call, and who decides (docs/permission.md). */
export const policies = [
  {
    agent: 'demo-approval',
    tool: 'pay_refund',
    permission: 'REQUIRE_APPROVAL',
    reason: 'Refunds are approved by a human.',
  },
  {
    agent: 'demo-permission',
    tool: 'pay_refund',
    permission: 'DENY',
    reason: 'refunds are for specialists',
  },
] as const

/** A service that outlives runs, here a store of keys and values (docs/plans.md). */
export const relic = { name: 'demo_store', kind: 'KEY_VALUE' } as const

/** A plan that is stored, and run by its name (docs/plans.md). */
export const workflow = {
  slug: 'demo-quote',
  definition: {
    name: 'Demo: a quote',
    description: 'Works out what some pieces cost with tax, numbers the quote and keeps it for an hour.',
    agent: 'demo-workflow',
    parameters: {
      properties: { pieces: { type: 'integer', minimum: 1, maximum: 999_999, description: 'How many.' } },
      required: ['pieces'],
    },
    plan: {
      actions: [
        {
          name: 'net',
          type: 'TOOL',
          target: 'calculator',
          parameters: { expression: `\${pieces} * 4.25` },
          outputKey: 'net',
        },
        {
          name: 'number',
          type: 'RELIC',
          target: 'demo_store.increment',
          parameters: { key: 'quotes' },
          outputKey: 'counted',
        },
        {
          name: 'gross',
          type: 'TOOL',
          target: 'calculator',
          parameters: { expression: `round(\${net} * 119) / 100` },
          outputKey: 'gross',
        },
        {
          name: 'keep',
          type: 'RELIC',
          target: 'demo_store.set',
          parameters: {
            key: `quote-\${counted.value}`,
            value: { pieces: '$pieces', gross: '$gross' },
            ttlMs: 3_600_000,
          },
        },
      ],
    },
    output: { number: '$counted.value', pieces: '$pieces', gross: '$gross' },
  },
}

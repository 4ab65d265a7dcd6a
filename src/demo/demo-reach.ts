import type { AgentDefinitionInput } from '../domain/agent.ts'
import { defineAgent } from '../domain/defined-agent.ts'
import type { Permission } from '../domain/permission.ts'
import { workflowDefinition } from '../domain/workflow.ts'

/** Demonstrations of agents with other agents and systems: humans, specialists, subagents, workflows and relics. */
export const reachDemoAgents = [
  demoAgent('demo-approval', 'approval', {
    name: 'Demo: a call to approve',
    description:
      'Scripted. Wants to pay money back, which a policy wants approved: WAITING at a gate. Approve it, reject it, or revise the amount.',
    tools: ['look_up_order', 'pay_refund', 'note_on_order'],
  }),
  demoAgent('demo-plan-approval', 'plan-approval', {
    name: 'Demo: a plan to approve',
    description:
      'Scripted. Plans a newsletter, of which nothing runs before a human approved it. Send it back with a note, and it plans a smaller one.',
    planner: 'PLAN',
    requireUserApproval: true,
    tools: ['list_customers', 'send_newsletter'],
    relics: ['demo_store'],
  }),
  demoAgent('demo-permission', 'permission', {
    name: 'Demo: a call that is denied',
    description:
      'Scripted. May not pay money back: told what it may do instead, it insists, and its specialist makes the call as a child run.',
    tools: ['look_up_order', 'pay_refund', 'note_on_order'],
    specialists: ['demo-specialist'],
  }),
  demoAgent('demo-specialist', 'specialist', {
    name: 'Demo: a specialist',
    description: 'Scripted. Pays refunds that other agents ask for, where they are proper.',
    tools: ['look_up_order', 'pay_refund'],
  }),
  demoAgent('demo-subagents', 'subagents', {
    name: 'Demo: subagents',
    description:
      'Scripted. Starts two researchers side by side, one of which starts an agent of its own. Look at `runEvents(includeDescendants: true)`.',
    subagents: ['demo-researcher'],
  }),
  demoAgent('demo-researcher', 'researcher', {
    name: 'Demo: a researcher',
    description: 'Scripted. Reads one source, an encyclopedia or papers, and says what is in it.',
    tools: ['web_scraper', 'arxiv_search'],
    subagents: ['demo-explainer'],
  }),
  demoAgent('demo-explainer', 'explainer', {
    name: 'Demo: an explainer',
    description: 'Scripted. Says a claim in plain words.',
  }),
  demoAgent('demo-workflow', 'workflow', {
    name: 'Demo: a workflow',
    description:
      'Scripted. Runs the stored workflow demo-quote, which counts its quotes in the key-value relic demo_store.',
    tools: ['calculator'],
    relics: ['demo_store'],
    workflows: ['demo-quote'],
  }),
]

interface DemoPolicy {
  readonly agent: string
  readonly tool: string
  readonly permission: Permission
  readonly reason: string
}

/** Each speaks of one of these agents alone. */
export const demoPolicies: readonly DemoPolicy[] = [
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
]

export const demoRelic = { name: 'demo_store', kind: 'KEY_VALUE' } as const

const hourMs = 3_600_000

export const demoWorkflow = {
  slug: 'demo-quote',
  definition: workflowDefinition.parse({
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
            ttlMs: hourMs,
          },
        },
      ],
    },
    output: { number: '$counted.value', pieces: '$pieces', gross: '$gross' },
  }),
}

/** An agent that plays a script. */
export function demoAgent(slug: string, script: string, definition: Omit<AgentDefinitionInput, 'model'>) {
  return defineAgent({ slug, ...definition, model: `scripted/${script}` })
}

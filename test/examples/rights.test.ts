import { expect, test, vi } from 'vitest'
import { createToken, savePolicies } from '../../examples/rights/set-up.ts'
import shopTools, { canExecuteTool } from '../../examples/rights/tools.ts'
import { Client } from '../../src/client/index.ts'
import { createModels } from '../../src/models/registry.ts'
import { createScripted, type Script } from '../../src/models/scripted.ts'
import { createTools } from '../../src/tools/tool-registry.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'

/** Makes the calls that its input says, in one turn, and is done. */
const obeys: Script = ({ turn, input }) =>
  turn === 0 && input.startsWith('[') ? { toolCalls: JSON.parse(input) } : { text: 'Done.' }

const tenants = forFile(
  await openTenants(
    {},
    {
      models: createModels([createScripted({ scripts: { obeys }, chunkDelayMs: 0 })]),
      tools: createTools({ builtIn: [], module: shopTools }),
      canExecuteTool,
    },
  ),
)
const { key } = await tenants.createTenant('shop')
const admin = { url: tenants.url, key }
const client = new Client({ url: `${tenants.url}/graphql`, token: key })

const reach = {
  desk: { tools: ['find_order'], subagents: ['research', 'billing'] },
  research: { tools: ['find_order'], subagents: ['billing'] },
  billing: { tools: ['find_order', 'refund_order'] },
}
for (const [slug, definition] of Object.entries(reach)) {
  const input = { slug, definition: { name: slug, model: 'scripted/obeys', ...definition } }
  const mutation =
    'mutation($input: CreateAgentInput!) { createAgent(input: $input) { ... on Error { message } } }'
  expect(await read(admin, mutation, { input })).toEqual({ createAgent: {} })
}
await savePolicies(client)

/** An input whose agent has the next one do the same, down to the last, which refunds. */
function refundBy(amountUsd: number, [agent, ...below]: readonly string[]): string {
  if (agent === undefined)
    return JSON.stringify([{ name: 'refund_order', arguments: { order: '7', amountUsd } }])
  return JSON.stringify([{ name: 'spawn_agent', arguments: { agent, input: refundBy(amountUsd, below) } }])
}

/** The refund of a tree, once it was decided on. */
async function refundIn(caller: string, amountUsd: number, below: readonly string[], first = 'desk') {
  const mutation =
    'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } ... on Error { message } } }'
  const input = { agent: first, input: refundBy(amountUsd, below) }
  const id = textAt(await read({ url: tenants.url, key: caller }, mutation, { input }), 'triggerRun.id')
  const actions =
    'steps(first: 5) { nodes { actions { target status audit { agent decision rule ruleAgent reason } } } }'
  const children = [1, 2].reduce((inner) => `${actions} children(first: 2) { nodes { ${inner} } }`, actions)
  const query = `query($id: ID!) { run(id: $id) { ${children} } }`
  return vi.waitUntil(
    async () =>
      actionsIn(at(await read(admin, query, { id }), 'run')).find(({ audit }) => audit.decision != null),
    { timeout: 15_000, interval: 50 },
  )
}

interface Refund {
  readonly target: string
  readonly status: string
  readonly audit: Readonly<Record<string, string | null>>
}

function actionsIn(value: unknown): readonly Refund[] {
  if (typeof value !== 'object' || value === null) return []
  if ('target' in value && value.target === 'refund_order') return [value as Refund]
  return Object.values(value).flatMap(actionsIn)
}

test('TAS-10 TAS-11 TAS-12 the shop of the documents refunds by the agents and for the callers that may', async () => {
  const ann = await createToken(client, 'ann')
  const decided = async (...asked: Parameters<typeof refundIn>) => {
    const { audit } = await refundIn(...asked)
    const { agent, decision, rule, ruleAgent } = audit
    return { agent, decision, rule: rule?.replace(/:.*/, ''), ruleAgent }
  }
  const byBilling = { agent: 'billing', ruleAgent: null }
  expect(await decided(ann, 20, ['billing'])).toEqual({ ...byBilling, decision: 'ALLOW', rule: 'default' })
  expect(await decided(ann, 80, ['billing'])).toEqual({
    ...byBilling,
    decision: 'REQUIRE_APPROVAL',
    rule: 'hook',
  })
  expect(await decided(key, 80, ['billing'])).toEqual({ ...byBilling, decision: 'ALLOW', rule: 'default' })
  const denied = { agent: 'billing', decision: 'DENY', rule: 'policy' }
  expect(await decided(ann, 20, ['research', 'billing'])).toEqual({ ...denied, ruleAgent: 'research' })
  expect(await decided(key, 20, ['billing'], 'research')).toEqual({ ...denied, ruleAgent: 'billing' })
  expect(await decided(key, 20, [], 'billing')).toEqual({ ...byBilling, decision: 'ALLOW', rule: 'default' })
  const bound = await createToken(client, 'bob', 'AGENT')
  const byToken = { agent: 'billing', decision: 'DENY', rule: 'token', ruleAgent: 'desk' }
  expect(await decided(bound, 20, ['billing'])).toEqual(byToken)
})

import { expect, test } from 'vitest'
import { agentDefinition } from '../../../../src/domain/agent.ts'
import { wholeView } from '../../../../src/domain/context-view.ts'
import type { Tool } from '../../../../src/domain/tool.ts'
import { namedTools, offeredTools } from '../../../../src/engine/tools/offered-tools.ts'
import { createTools } from '../../../../src/tools/tool-registry.ts'

function tool(name: string, source = 'test'): Tool {
  const check: Tool['check'] = async (value) => ({ ok: true, value })
  return { name, description: name, inputSchema: {}, effect: 'read', source, check, execute: async () => '' }
}

/** The names of what an agent of these tools is offered, by a server whose MCP server lists its tools so. */
function offered(named: readonly string[], listed: readonly string[], more: object = {}): readonly string[] {
  const definition = agentDefinition.parse({ name: 'a', model: 'scripted/x', tools: named, ...more })
  const tools = createTools({
    builtIn: ['calculator', 'read_output', 'done', 'exit_loop'].map((name) => tool(name, 'built-in')),
    module: [tool('weigh'), tool('stock_lookup', 'relic:stock')],
    sources: [
      {
        ...{ source: 'mcp:shop', prefix: 'shop', absenceReason: () => null },
        list: () => listed.map((name) => tool(name, 'mcp:shop')),
      },
    ],
  })
  const ctx = {
    run: { agent: { definition } },
    tools,
    capabilities: { agents: [], relics: [], workflows: [] },
  }
  const view = { ...wholeView, summary: 'Before.' }
  const names = namedTools(ctx).map(({ name }) => name)
  expect(offeredTools({ history: [], view }, ctx).map(({ name }) => name)).toEqual(
    names.includes('read_output') ? names : [...names, 'read_output'],
  )
  return names
}

test('CTX-4 tools are offered in the order of the definition, then what it brings along, however servers list theirs', () => {
  const named = ['shop__sell', 'weigh', 'read_output', 'shop__buy', 'calculator']
  const all = [...named, 'done', 'exit_loop', 'stock_lookup']
  const more = { requireDoneTool: true, flowType: 'LOOP', loop: { maxIterations: 2 } }
  expect(offered(named, ['shop__buy', 'shop__sell', 'shop__other'], more)).toEqual(all)
  expect(offered(named, ['shop__other', 'shop__sell', 'shop__buy'], more)).toEqual(all)
  expect(offered(named.toReversed(), ['shop__buy', 'shop__sell'])).toEqual([
    ...named.toReversed(),
    'stock_lookup',
  ])
  expect(offered(['done', 'calculator'], [], { requireDoneTool: true })).toEqual([
    'done',
    'calculator',
    'stock_lookup',
  ])
})

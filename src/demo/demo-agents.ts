import { defineAgent } from '../domain/defined-agent.ts'
import { demoAgent, reachDemoAgents } from './demo-reach.ts'

/** The agents that the first start puts into an empty database. They play scripts: no key, no network. */
export const scriptedDemoAgents = [
  demoAgent('demo-chat', 'chat', {
    name: 'Demo: a chat answer',
    description: 'Scripted. Streams reasoning and a short answer.',
  }),
  demoAgent('demo-slow', 'slow', {
    name: 'Demo: slow enough to watch',
    description:
      'Scripted. Takes about twenty seconds: time to watch it, to abort it, or to kill the server.',
    tools: ['calculator'],
  }),
  demoAgent('demo-tool-loop', 'tool-loop', {
    name: 'Demo: a tool loop',
    description: 'Scripted. Works out a price in four steps with the calculator.',
    tools: ['calculator'],
  }),
  demoAgent('demo-parallel-tools', 'parallel-tools', {
    name: 'Demo: parallel tools',
    description: 'Scripted. Calls three tools in one step.',
    tools: ['calculator', 'current_time'],
  }),
  demoAgent('demo-doom-loop', 'doom-loop', {
    name: 'Demo: a doom loop',
    description: 'Scripted. Repeats one failing call until the engine stops it: FAILED, DOOM_LOOP.',
    tools: ['calculator'],
  }),
  demoAgent('demo-step-limit', 'step-limit', {
    name: 'Demo: a step limit',
    description:
      'Scripted. Never ends by itself; its limit of 3 steps pauses it with a summary. Resume it to go on.',
    tools: ['calculator'],
    maxSteps: 3,
  }),
  demoAgent('demo-failing-tool', 'failing-tool', {
    name: 'Demo: a failing tool',
    description: 'Scripted. Meets a refused address and an unknown tool, and recovers.',
    tools: ['http_get'],
  }),
  demoAgent('demo-research', 'research', {
    name: 'Demo: a research plan',
    description:
      'Scripted. Plans four actions as a graph: two sources side by side, their analysis, and a copy that nobody waits for. Look at `steps { plan { mermaid } }`.',
    planner: 'PLAN',
    protocolMode: 'AUTONOMOUS',
    tools: ['web_scraper', 'arxiv_search', 'results_cache'],
  }),
  demoAgent('demo-sequential', 'sequential', {
    name: 'Demo: stages in sequence',
    description: 'Scripted. Outline, draft and polish: the output of each stage is the input of the next.',
    flowType: 'SEQUENTIAL',
    stages: [
      { name: 'outline', instruction: 'List the points to make, in one line.' },
      { name: 'draft', instruction: 'Write a paragraph that makes these points.' },
      { name: 'polish', instruction: 'Make one clear sentence of it.' },
    ],
  }),
  demoAgent('demo-loop', 'loop', {
    name: 'Demo: a loop',
    description:
      'Scripted. Comes closer to the square root of two with each iteration, and leaves the loop when it is close enough.',
    flowType: 'LOOP',
    tools: ['calculator'],
  }),
  demoAgent('demo-self-check', 'self-check', {
    name: 'Demo: acceptance criteria',
    description:
      'Scripted. Its first answer does not meet its criteria and is sent back; the second does: GOAL_ACHIEVED.',
    tools: ['calculator'],
    acceptanceCriteria: ['The answer names the price with tax.', 'The answer shows how it was worked out.'],
  }),
  demoAgent('demo-low-confidence', 'low-confidence', {
    name: 'Demo: low confidence',
    description:
      'Scripted. Is not sure enough to go on by itself and waits for a human: WAITING, LOW_CONFIDENCE.',
    confidence: { threshold: 0.5 },
  }),
  ...reachDemoAgents,
]

/** Installed where the MCP server of `examples/mcp.json` is there. */
export const mcpDemoAgent = demoAgent('demo-mcp', 'mcp', {
  name: 'Demo: tools of an MCP server',
  description:
    'Scripted. Finds an order with the tools of the MCP server in examples/mcp-server, and leaves a note on it.',
  tools: ['orders__find_orders', 'orders__get_order', 'orders__add_note'],
})

/** Models of the demo agents that use a real provider. An agent is created if the provider's key is in the environment. */
export const showcaseModels = {
  openai: 'openai/gpt-5-mini',
  anthropic: 'anthropic/claude-sonnet-5',
  google: 'google/gemini-3.8-flash',
} as const

/** One agent on a real model for each of these providers that is set up. */
export function realDemoAgents(providers: readonly string[]) {
  return Object.entries(showcaseModels)
    .filter(([provider]) => providers.includes(provider))
    .map(([provider, model]) =>
      defineAgent({
        slug: `demo-${provider}`,
        name: `Demo: ${provider}`,
        description: `Answers with ${model}, with a calculator and a clock at hand.`,
        systemPrompt:
          'You are a helpful assistant. Use the tools for arithmetic and for the time. Answer briefly.',
        model,
        tools: ['calculator', 'current_time'],
        maxSteps: 20,
      }),
    )
}

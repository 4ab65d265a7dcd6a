import { type AgentDefinitionInput, defineAgent } from '../domain/agent.ts'

/** The agents that the first start puts into an empty database. They play scripts: no key, no network. */
export const scriptedDemoAgents = [
  demo('demo-chat', 'chat', {
    name: 'Demo: a chat answer',
    description: 'Scripted. Streams reasoning and a short answer.',
  }),
  demo('demo-slow', 'slow', {
    name: 'Demo: slow enough to watch',
    description:
      'Scripted. Takes about twenty seconds: time to watch it, to abort it, or to kill the server.',
    tools: ['calculator'],
  }),
  demo('demo-tool-loop', 'tool-loop', {
    name: 'Demo: a tool loop',
    description: 'Scripted. Works out a price in four steps with the calculator.',
    tools: ['calculator'],
  }),
  demo('demo-parallel-tools', 'parallel-tools', {
    name: 'Demo: parallel tools',
    description: 'Scripted. Calls three tools in one step.',
    tools: ['calculator', 'current_time'],
  }),
  demo('demo-doom-loop', 'doom-loop', {
    name: 'Demo: a doom loop',
    description: 'Scripted. Repeats one failing call until the engine stops it: FAILED, DOOM_LOOP.',
    tools: ['calculator'],
  }),
  demo('demo-step-limit', 'step-limit', {
    name: 'Demo: a step limit',
    description:
      'Scripted. Never ends by itself; its limit of 3 steps pauses it with a summary. Resume it to go on.',
    tools: ['calculator'],
    maxSteps: 3,
  }),
  demo('demo-failing-tool', 'failing-tool', {
    name: 'Demo: a failing tool',
    description: 'Scripted. Meets a refused address and an unknown tool, and recovers.',
    tools: ['http_get'],
  }),
]

/** What a real model is shown with; a provider's key in the environment brings its agent. */
const showcaseModels = {
  openai: 'openai/gpt-5-mini',
  anthropic: 'anthropic/claude-sonnet-5',
  google: 'google/gemini-3.8-flash',
} as const

/** One agent on a real model for each of these providers that is set up. */
export function realDemoAgents(providers: readonly string[]) {
  return Object.entries(showcaseModels)
    .filter(([provider]) => providers.includes(provider))
    .map(([provider, model]) =>
      defineAgent(`demo-${provider}`, {
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

function demo(slug: string, script: string, definition: Omit<AgentDefinitionInput, 'model'>) {
  return defineAgent(slug, { ...definition, model: `scripted/${script}` })
}

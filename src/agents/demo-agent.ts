import { type AgentDefinitionInput, defineAgent } from '../domain/agent.ts'

/** An agent that plays a script. */
export function demoAgent(slug: string, script: string, definition: Omit<AgentDefinitionInput, 'model'>) {
  return defineAgent(slug, { ...definition, model: `scripted/${script}` })
}

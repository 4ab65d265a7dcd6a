import type { AgentStore } from '../domain/run-store.ts'
import type { Tools } from '../domain/tool.ts'
import { mcpDemoAgent, realDemoAgents, scriptedDemoAgents } from './demo-agents.ts'

/**
 * Puts the demonstration agents into a project that has no agents; where it has any, only those of providers
 * and tools that were set up since. An agent that exists stays as it is.
 */
export async function installDemoAgents(options: {
  readonly agents: AgentStore
  readonly projectId: string
  readonly providers: readonly string[]
  readonly tools: Pick<Tools, 'find'>
  readonly newId: () => string
}): Promise<number> {
  const { agents, projectId, providers, tools, newId } = options
  const isEmpty = (await agents.count(projectId)) === 0
  const wanted = [
    ...(isEmpty ? scriptedDemoAgents : []),
    ...realDemoAgents(providers),
    ...[mcpDemoAgent].filter(({ definition }) => definition.tools.every((name) => tools.find(name))),
  ]
  let installed = 0
  for (const agent of wanted) {
    if (await agents.insert({ projectId, id: newId(), ...agent })) installed += 1
  }
  return installed
}

import type { AgentStore } from '../domain/run-store.ts'
import { realDemoAgents, scriptedDemoAgents } from './demo-agents.ts'

/**
 * Puts the demonstration agents into a project that has no agents; where it has any, only those of providers
 * that were set up since. An agent that exists stays as it is.
 */
export async function installDemoAgents(options: {
  readonly agents: AgentStore
  readonly projectId: string
  readonly providers: readonly string[]
  readonly newId: () => string
}): Promise<number> {
  const { agents, projectId, providers, newId } = options
  const isEmpty = (await agents.count(projectId)) === 0
  const wanted = [...(isEmpty ? scriptedDemoAgents : []), ...realDemoAgents(providers)]
  let installed = 0
  for (const agent of wanted) {
    if (await agents.insert({ projectId, id: newId(), ...agent })) installed += 1
  }
  return installed
}

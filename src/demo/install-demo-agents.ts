import type { AgentStore } from '../domain/agent-store.ts'
import type { JsonObject } from '../domain/json.ts'
import type { PolicyStore } from '../domain/permission.ts'
import type { RelicStore } from '../domain/relic.ts'
import { relicSettings } from '../domain/relic-settings.ts'
import type { Tools } from '../domain/tool.ts'
import type { WorkflowStore } from '../domain/workflow.ts'
import { mcpDemoAgent, realDemoAgents, scriptedDemoAgents } from './demo-agents.ts'
import { demoPolicies, demoRelic, demoWorkflow } from './demo-reach.ts'

interface Options {
  readonly agents: AgentStore
  readonly policies: Pick<PolicyStore, 'save'>
  readonly relics: Pick<RelicStore, 'save'>
  readonly workflows: Pick<WorkflowStore, 'insert'>
  readonly projectId: string
  readonly providers: readonly string[]
  readonly tools: Pick<Tools, 'find'>
  readonly newId: () => string
}

/**
 * Installs the demonstration agents into a project that has no agents, with their policies, relic and workflow; where the project has
 * agents, it adds only agents of providers and tools whose slug is free: archived ones keep theirs, deleted ones come back. Existing objects
 * stay as they are.
 */
export async function installDemoAgents(options: Options): Promise<number> {
  const { agents, projectId, providers, tools } = options
  const isEmpty = (await agents.count(projectId)) === 0
  // Objects that agents name are created first, so that nobody finds an incomplete agent.
  if (isEmpty) await installSurroundings(options)
  const wanted = [
    ...(isEmpty ? scriptedDemoAgents : []),
    ...realDemoAgents(providers),
    ...[mcpDemoAgent].filter(({ definition }) => definition.tools.every((name) => tools.find(name))),
  ]
  let installed = 0
  for (const agent of wanted) if (await installAgent(agent, options)) installed += 1
  return installed
}

async function installSurroundings({ projectId, relics, workflows, newId }: Options): Promise<void> {
  const settings: JsonObject = relicSettings.KEY_VALUE.parse({})
  await relics.save({ ...demoRelic, id: newId(), projectId, settings }, { replaces: false })
  await workflows.insert(projectId, { ...demoWorkflow, workflowId: newId() })
}

/** Its policies are installed with the agent, and never again. */
async function installAgent(
  agent: (typeof scriptedDemoAgents)[number],
  { agents, policies, projectId, newId }: Options,
): Promise<boolean> {
  const agentId = newId()
  if (!(await agents.insert({ projectId, id: agentId, ...agent }))) return false
  for (const { tool: target, permission, reason } of policiesOf(agent.slug)) {
    const calls = { agentId, type: 'TOOL', target, operation: null } as const
    await policies.save(projectId, { id: newId(), ...calls, permission, reason, replaces: false })
  }
  return true
}

function policiesOf(slug: string) {
  return demoPolicies.filter(({ agent }) => agent === slug)
}

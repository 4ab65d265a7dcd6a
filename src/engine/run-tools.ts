import type { ClaimedRun } from '../domain/run-store.ts'
import type { Tool, Tools } from '../domain/tool.ts'
import { spawnTool } from './children/spawn-tool.ts'
import { workflowTool } from './children/workflow-tool.ts'
import type { Reach } from './reach.ts'
import { relicTool } from './relic-tools.ts'
import type { EngineServices } from './run-context.ts'

/** Reads what the run's agent may reach; what does not exist is left out. */
export async function readReach(run: ClaimedRun, services: EngineServices): Promise<Reach> {
  const { projectId, agent } = run
  const { subagents, relics, workflows } = agent.definition
  const [agents, operations, stored] = await Promise.all([
    Promise.all(subagents.map((slug) => services.agents.find(projectId, { slug }))),
    relics.length === 0 ? [] : services.relics.describe(projectId, relics),
    Promise.all(workflows.map((slug) => services.workflows.find(projectId, { slug }))),
  ])
  return { agents: agents.filter(isThere), relics: operations, workflows: stored.filter(isThere) }
}

function isThere<Value>(value: Value | null): value is Value {
  return value !== null
}

/** The tools as one run sees them: those of the server, and one for each thing else that its agent may reach. Who plans names those as such. */
export function runTools(reach: Reach, run: ClaimedRun, { tools, schemas, relics }: EngineServices): Tools {
  const { definition } = run.agent
  if (definition.planner === 'PLAN') return tools
  const spawn = spawnTool(reach.agents, definition.subagentModels, schemas)
  return withOwn(
    [
      ...(spawn ? [spawn] : []),
      ...reach.relics.map((operation) => relicTool(operation, run.projectId, { relics, schemas })),
      ...reach.workflows.map((workflow) => workflowTool(workflow, schemas)),
    ],
    tools,
  )
}

function withOwn(own: readonly Tool[], tools: Tools): Tools {
  if (own.length === 0) return tools
  const names = new Set(own.map(({ name }) => name))
  return {
    list: () => [...tools.list().filter(({ name }) => !names.has(name)), ...own],
    find: (name) => own.find((tool) => tool.name === name) ?? tools.find(name),
    whyAbsent: (name) => tools.whyAbsent?.(name) ?? null,
  }
}

import type { Database } from '../../src/database/connect.ts'
import { demoScripts } from '../../src/demo/demo-scripts.ts'
import { demoTools } from '../../src/demo/demo-tools.ts'
import { installDemoAgents } from '../../src/demo/install-demo-agents.ts'
import type { AgentStore } from '../../src/domain/agent-store.ts'
import type { Tool } from '../../src/domain/tool.ts'

import type { Script } from '../../src/models/scripted.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'

import { builtInTools } from '../../src/tools/tool-registry.ts'
import { createTestEngine, type TestEngine } from './engine.ts'

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5)

/** The tools of the demonstrations, as quick as can be. */
export function quickTools(): readonly Tool[] {
  return [...builtInTools({ now, http: {} }), ...demoTools({ chunkDelayMs: 0 })]
}

/** An engine that plays the demonstrations without pauses, on the database of another or on one without any agents. */
export async function createDemoEngine(
  database: Database,
  options: { readonly tools?: readonly Tool[]; readonly project?: TestEngine['project'] } = {},
): Promise<TestEngine> {
  const { tools = quickTools(), ...others } = options
  const scripts = Object.fromEntries(
    Object.entries(demoScripts).map(([name, script]) => [name, quick(script)]),
  )
  const engine = await createTestEngine(database, { tools, scripts, ...others })
  await installDemos(engine, database)
  return engine
}

/** Installs the demonstrations as a start does; without the date, which differs each day, in their prompts. */
export function installDemos({ services, project }: TestEngine, { pool }: Database): Promise<number> {
  const agents: AgentStore = {
    ...services.agents,
    insert: (agent) =>
      services.agents.insert({ ...agent, definition: { ...agent.definition, promptSections: [] } }),
  }
  const { policies, workflows, tools, newId } = services
  const relics = createRelicStore(pool)
  const stores = { agents, policies, workflows, relics }
  return installDemoAgents({ ...stores, projectId: project.id, providers: [], tools, newId })
}

function quick(script: Script): Script {
  return (situation) => ({ ...script(situation), chunkDelayMs: 0 })
}

/** Triggers a demonstration. */
export async function triggerDemo(
  { operations, project }: TestEngine,
  slug: string,
  input = 'Show me what you can do.',
): Promise<string> {
  return (await operations.triggerRun({ projectId: project.id, agent: { slug }, input })).runId
}

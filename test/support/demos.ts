import { installDemo, loadDemo } from '../../src/app/demo.ts'
import type { Database } from '../../src/database/connect.ts'
import type { AgentStore } from '../../src/domain/definition-store.ts'
import type { Tool } from '../../src/domain/tool.ts'
import type { Script } from '../../src/models/scripted.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'
import { builtInTools } from '../../src/tools/tool-registry.ts'
import { createTestEngine, type TestEngine } from './engine.ts'

/** The demonstrations, as the server loads them. */
export const demo = await loadDemo()

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5)

/** The tools of the demonstrations, as quick as can be. */
export function quickTools(): readonly Tool[] {
  return [...builtInTools({ now, http: {} }), ...demo.tools]
}

/** An engine that plays the demonstrations without pauses, on the database of another or on one without any agents. */
export async function createDemoEngine(
  database: Database,
  options: { readonly tools?: readonly Tool[]; readonly project?: TestEngine['project'] } = {},
): Promise<TestEngine> {
  const { tools = quickTools(), ...others } = options
  const scripts = Object.fromEntries(
    Object.entries(demo.scripts).map(([name, script]) => [name, quick(script)]),
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
  const relics = createRelicStore(pool)
  return installDemo({ ...services, agents, relics, projectId: project.id, inCode: [] })
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

import type { ClaimedRun } from '../domain/run-store.ts'
import type { Schemas } from '../domain/schemas.ts'
import type { Tool, Tools } from '../domain/tool.ts'
import { spawnTool } from './children/spawn-tool.ts'

/** The tools as one run sees them: those of the server, and those that its agent's definition brings along. */
export function runTools(
  tools: Tools,
  { agent }: ClaimedRun,
  schemas: Schemas,
  more: readonly Tool[],
): Tools {
  const spawn = spawnTool(agent.definition, schemas)
  const own = [...(spawn ? [spawn] : []), ...more]
  if (own.length === 0) return tools
  const names = new Set(own.map(({ name }) => name))
  return {
    list: () => [...tools.list().filter(({ name }) => !names.has(name)), ...own],
    find: (name) => own.find((tool) => tool.name === name) ?? tools.find(name),
  }
}

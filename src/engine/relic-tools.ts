import type { Json } from '../domain/json.ts'
import type { RelicOperation } from '../domain/relic.ts'
import type { ClaimedRun } from '../domain/run-store.ts'
import type { Tool } from '../domain/tool.ts'
import type { EngineServices } from './run-context.ts'

/** The operations of the agent's relics as tools, named `<relic>_<operation>`, for agents that call tools (DAG-8). */
export async function relicTools(
  services: Pick<EngineServices, 'relics' | 'schemas'>,
  { projectId, agent }: Pick<ClaimedRun, 'projectId' | 'agent'>,
): Promise<readonly Tool[]> {
  const { relics } = agent.definition
  if (relics.length === 0) return []
  const operations = await services.relics.describe(projectId, relics)
  return operations.map((operation) => toTool(operation, projectId, services))
}

/** Operations have no `_` in their names: what comes after the last one is the operation. */
function toTool(
  { relic, operation, description, inputSchema, effect }: RelicOperation,
  projectId: string,
  { relics, schemas }: Pick<EngineServices, 'relics' | 'schemas'>,
): Tool {
  return {
    name: `${relic}_${operation}`,
    description: `${description} (${relic})`,
    inputSchema,
    effect,
    source: `relic:${relic}`,
    check: schemas.check(inputSchema),
    execute: (parameters, { idempotencyKey, signal }) =>
      // The engine hands over what `check` gave: the arguments as JSON.
      relics.perform({ projectId, relic, operation, parameters: parameters as Json, idempotencyKey, signal }),
  }
}

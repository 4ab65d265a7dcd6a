import type { Json } from '../domain/json.ts'
import type { RelicOperation } from '../domain/relic.ts'
import type { Tool } from '../domain/tool.ts'
import type { EngineServices } from './run-context.ts'

/** What a RELIC action names for a call of such a tool: `<relic>.<operation>`; `null` where it is another's. */
export function relicTargetOf(tool: Tool | null): string | null {
  if (!tool?.source.startsWith(sourcePrefix)) return null
  const relic = tool.source.slice(sourcePrefix.length)
  return `${relic}.${tool.name.slice(relic.length + 1)}`
}

const sourcePrefix = 'relic:'

/** An operation of a relic as a tool, named `<relic>_<operation>`, for agents that call tools (DAG-8). Its calls become RELIC actions. */
export function relicTool(
  { relic, operation, description, inputSchema, effect }: RelicOperation,
  projectId: string,
  { relics, schemas }: Pick<EngineServices, 'relics' | 'schemas'>,
): Tool {
  return {
    name: `${relic}_${operation}`,
    description: `${description} (${relic})`,
    inputSchema,
    effect,
    source: `${sourcePrefix}${relic}`,
    check: schemas.check(inputSchema),
    execute: (parameters, { idempotencyKey, signal }) =>
      // The engine hands over what `check` gave: the arguments as JSON.
      relics.perform({ projectId, relic, operation, parameters: parameters as Json, idempotencyKey, signal }),
  }
}

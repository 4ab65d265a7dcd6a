import type { AgentVersion } from '../../domain/agent.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Schemas } from '../../domain/schemas.ts'
import type { Tool } from '../../domain/tool.ts'

export const spawnToolName = 'spawn_agent'

/** The tool by which a model starts other agents (SUB-1); `null` where its agent may start none. Its calls become AGENT actions. */
export function spawnTool(
  agents: readonly AgentVersion[],
  models: readonly string[],
  schemas: Schemas,
): Tool | null {
  if (agents.length === 0) return null
  const inputSchema = spawnSchema(agents, models)
  return {
    name: spawnToolName,
    description:
      'Runs another agent on a task of its own and gives its answer. It sees nothing of this conversation: its input must say all that it needs. Call it several times in one turn to have agents work side by side.',
    inputSchema,
    // A call that was cut off is found again by the run that it started, never made twice.
    effect: 'idempotent',
    source: 'built-in',
    check: (args) => schemas.check(inputSchema)(args),
    execute: async () => {
      throw new Error('A call of spawn_agent is an AGENT action.')
    },
  }
}

function spawnSchema(agents: readonly AgentVersion[], models: readonly string[]): JsonObject {
  const known = agents.map(({ slug, definition: { description } }) =>
    description === null ? slug : `${slug}: ${description}`,
  )

  const model = { type: 'string', enum: models, description: "A model in place of the agent's own." }
  return {
    type: 'object',
    properties: {
      agent: {
        type: 'string',
        enum: agents.map(({ slug }) => slug),
        description: `Which agent. ${known.join('; ')}`,
      },
      input: {
        type: 'string',
        minLength: 1,
        description: 'What it is asked, with all that it needs to know.',
      },
      context: { type: 'object', description: 'Data for it, which its tools can read.' },
      ...(models.length > 0 && { model }),
      maxSteps: { type: 'integer', minimum: 1, description: 'How many steps it may take.' },
      timeoutMs: { type: 'integer', minimum: 1, description: 'How long it may take, in milliseconds.' },
      maxCostUsd: { type: 'string', description: 'What it may spend, in US dollars: "0.50".' },
    },
    required: ['agent', 'input'],
    additionalProperties: false,
  }
}

/** The agent that a call of the tool names; `null` where it is no such call, or none that can be made. */
export function spawnedAgent(name: string, parameters: Json): string | null {
  if (name !== spawnToolName || !isJsonObject(parameters)) return null
  const { agent, input } = parameters
  return typeof agent === 'string' && typeof input === 'string' ? agent : null
}

import { z } from 'zod'
import type { AgentDefinition, AgentVersion } from '../../domain/agent.ts'
import { compareDecimals, isDecimal } from '../../domain/decimal.ts'
import { formatIssue, issueMessages } from '../../domain/format-issue.ts'
import { sha256 } from '../../domain/hash.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Schemas } from '../../domain/schemas.ts'
import { someProblems } from '../../domain/text/some-problems.ts'
import { fitToolName, type Tool } from '../../domain/tool.ts'
import type { WorkflowVersion } from '../../domain/workflow.ts'
import { spawnToolName } from '../built-in-tools.ts'

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
      'Runs another agent on a task and returns its answer. The agent does not see this conversation: `input` must contain everything that it needs. Call this tool several times in one turn to run agents in parallel.',
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
        description: `The agent to run. ${known.join('; ')}`,
      },
      input: {
        type: 'string',
        minLength: 1,
        description: 'The task of the agent, with everything that it needs to know.',
      },
      context: { type: 'object', description: 'Data for the agent, which its tools can read.' },
      ...(models.length > 0 && { model }),
      maxSteps: { type: 'integer', minimum: 1, description: 'Maximum number of steps.' },
      timeoutMs: { type: 'integer', minimum: 1, description: 'Time limit in milliseconds.' },
      maxCostUsd: { type: 'string', description: 'Cost limit in US dollars, for example "0.50".' },
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

const workflowSource = 'workflow:'

/** A stored workflow as a tool, for agents that call tools (DAG-8). Its calls become WORKFLOW actions. */
export function workflowTool({ slug, definition }: WorkflowVersion, schemas: Schemas): Tool {
  const inputSchema = { type: 'object', ...definition.parameters }
  return {
    name: fitToolName(`workflow_${slug}`, slug, sha256),
    description:
      definition.description ?? `Runs the stored plan "${definition.name}" and returns its output.`,
    inputSchema,
    // A call that was cut off is found again by the run that it started, never made twice.
    effect: 'idempotent',
    source: `${workflowSource}${slug}`,
    check: (args) => schemas.check(inputSchema)(args),
    execute: async () => {
      throw new Error('A call of a workflow is a WORKFLOW action.')
    },
  }
}

/** The workflow that a tool runs; `null` if the tool runs none. */
export function workflowOf(tool: Tool | null): string | null {
  return tool?.source.startsWith(workflowSource) ? tool.source.slice(workflowSource.length) : null
}

/** Parameters of an AGENT action and of `spawn_agent`. */
const agentCall = z.object({
  input: z
    .string({ error: 'must be a text' })
    .min(1, { error: 'must not be empty' })
    .max(1_000_000)
    .describe(
      'The task of the agent. It does not see this conversation: say everything that it needs to know.',
    ),
  context: z
    .record(z.string(), z.json())
    .optional()
    .describe('Data for the agent: an object that its actions and tools can read.'),
  model: z.string().optional().describe("A model that replaces the agent's own, if that is allowed."),
  maxSteps: z.int().min(1).max(1_000_000).optional().describe('Maximum number of steps.'),
  timeoutMs: z.int().min(1).optional().describe('Time limit in milliseconds.'),
  maxCostUsd: z
    .string()
    .refine((text) => isDecimal(text) && compareDecimals(text, '0') > 0, {
      error: 'must be a decimal amount of US dollars above 0',
    })
    .optional()
    .describe('Cost limit in US dollars, for example "0.50".'),
})

/** Reads the parameters of a call to an agent, or returns their problems. */
export function readAgentCall(
  parameters: Json,
):
  | { readonly ok: true; readonly data: z.infer<typeof agentCall> }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const call = agentCall.safeParse(asCall(parameters), { error: issueMessages })
  if (call.success) return { ok: true, data: call.data }
  const problems = call.error.issues.map((issue) => formatIssue(issue))
  return { ok: false, problems: someProblems(problems) }
}

/** Why an agent may not be started, or not with this model; `null`: it may. */
export function refusalOf(
  slug: string,
  model: string | undefined,
  definition: AgentDefinition,
): string | null {
  const { subagents, subagentModels } = definition
  if (!subagents.includes(slug)) {
    return subagents.length === 0
      ? 'this agent may start no others.'
      : `it is not one of the agents that may be started: ${subagents.join(', ')}.`
  }
  if (model === undefined || subagentModels.includes(model)) return null
  return subagentModels.length === 0
    ? `no other model may be asked for than its own; leave out \`model\`.`
    : `the model ${model} may not be asked for. Allowed: ${subagentModels.join(', ')}.`
}

/** A plan may give an agent plain data: then that is its input. */
function asCall(parameters: Json): Json {
  const isData = isJsonObject(parameters) && parameters.input === undefined
  return isData ? { input: JSON.stringify(parameters) } : parameters
}

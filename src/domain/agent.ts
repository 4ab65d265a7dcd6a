import { z } from 'zod'
import { compareDecimals, isDecimal } from './decimal.ts'
import { parseModelName } from './model.ts'

export const flowTypes = ['SINGLE', 'SEQUENTIAL', 'LOOP'] as const

export const planners = ['TOOL_CALLS', 'PLAN'] as const

const modelName = z
  .string()
  .max(200)
  .refine((name) => parseModelName(name) !== null, {
    error: 'must be `provider/model`, for example `anthropic/claude-sonnet-5`',
  })

const money = z.string().refine((text) => isDecimal(text) && compareDecimals(text, '0') > 0, {
  error: 'must be a decimal amount of US dollars above 0, for example "0.50"',
})

const maxTimeoutMs = 7 * 24 * 3_600_000

/** What an agent is: the one declaration that the stored JSON, the TypeScript type and the API's input are checked by. */
export const agentDefinition = z.strictObject({
  name: z.string().min(1).max(200),
  description: z.string().max(10_000).nullable().default(null),
  systemPrompt: z.string().max(200_000).nullable().default(null),
  flowType: z.enum(flowTypes).default('SINGLE'),
  planner: z.enum(planners).default('TOOL_CALLS'),
  model: modelName,
  /** Tried in this order when the model before gives no answer (MOD-5). */
  fallbackModels: z.array(modelName).max(10).default([]),
  temperature: z.number().min(0).max(2).nullable().default(null),
  tools: z
    .array(z.string().min(1).max(100))
    .max(200)
    .refine((names) => new Set(names).size === names.length, { error: 'names a tool twice' })
    .default([]),
  /** Null: unlimited for a top-level run, 50 for a sub-agent (LIM-1, LIM-2). */
  maxSteps: z.int().min(1).max(1_000_000).nullable().default(null),
  defaultTimeoutMs: z.int().min(1).max(maxTimeoutMs).nullable().default(null),
  maxCostUsd: money.nullable().default(null),
  /** A turn without tool calls is not the end; the `done` tool is (LOOP-2). */
  requireDoneTool: z.boolean().default(false),
  acceptanceCriteria: z.array(z.string().min(1).max(2_000)).max(50).default([]),
  subagents: z.array(z.string().min(1).max(100)).max(50).default([]),
})
export type AgentDefinition = z.infer<typeof agentDefinition>
export type AgentDefinitionInput = z.input<typeof agentDefinition>

export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/

/** The version of an agent that a run is pinned to. */
export interface AgentVersion {
  readonly agentId: string
  readonly slug: string
  readonly version: number
  readonly definition: AgentDefinition
}

/** Declares an agent in code; throws ZodError where the definition is wrong. */
export function defineAgent(slug: string, definition: AgentDefinitionInput) {
  return { slug, definition: agentDefinition.parse(definition) }
}

/** What trigger input is bounded by. */
export const runBounds = {
  maxInputBytes: 1024 * 1024,
  maxContextBytes: 1024 * 1024,
  maxTimeoutMs,
  maxKeyLength: 200,
  maxReasonBytes: 10_000,
} as const

import { z } from 'zod'
import { compareDecimals, isDecimal } from './decimal.ts'
import { parseModelName, reasoningEfforts } from './model.ts'

export const flowTypes = ['SINGLE', 'SEQUENTIAL', 'LOOP'] as const

export const planners = ['TOOL_CALLS', 'PLAN'] as const

/** What becomes of a trigger whose session has a run under way (CTX-5). */
export const busySessionPolicies = ['ENQUEUE', 'REJECT', 'INTERRUPT'] as const

export type BusySession = (typeof busySessionPolicies)[number]

/** What the system prompt is made of, in this order, after the agent's own words (CTX-4). */
export const promptSections = ['DATE_TIME', 'CONTEXT', 'SKILLS', 'MEMORY', 'TOOLS'] as const

export type PromptSection = (typeof promptSections)[number]

const modelName = z
  .string()
  .max(200)
  .refine((name) => parseModelName(name) !== null, {
    error: 'must be `provider/model`, for example `anthropic/claude-sonnet-5`',
  })

const money = z.string().refine((text) => isDecimal(text) && compareDecimals(text, '0') > 0, {
  error: 'must be a decimal amount of US dollars above 0, for example "0.50"',
})

const outputSchema = z.record(z.string(), z.json()).refine((schema) => schema.type === 'object', {
  error: 'must be a JSON Schema whose `type` is "object"',
})

const compaction = z.strictObject({
  /** The share of the window above which a warning is given (CTX-1). */
  warnAt: z.number().min(0.1).max(1).default(0.8),
  /** The share of the window above which the history is made smaller. */
  compactAt: z.number().min(0.1).max(1).default(0.9),
  /** The share of the window that recent messages keep as they are. */
  keepRecent: z.number().min(0).max(0.8).default(0.3),
  /** Who summarises, in this order; empty: the agent's own models. */
  models: z.array(modelName).max(10).default([]),
})
export type CompactionSettings = z.infer<typeof compaction>

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
  reasoningEffort: z.enum(reasoningEfforts).nullable().default(null),
  /** Of one answer; null leaves it to the provider, and to what a budget has left. */
  maxOutputTokens: z.int().min(1).max(10_000_000).nullable().default(null),
  /** A JSON Schema that the final answer must fit. */
  outputSchema: outputSchema.nullable().default(null),
  tools: z
    .array(z.string().min(1).max(100))
    .max(200)
    .refine((names) => new Set(names).size === names.length, { error: 'names a tool twice' })
    .default([]),
  /** Null: unlimited for a top-level run, 50 for a sub-agent (LIM-1, LIM-2). */
  maxSteps: z.int().min(1).max(1_000_000).nullable().default(null),
  defaultTimeoutMs: z.int().min(1).max(maxTimeoutMs).nullable().default(null),
  maxCostUsd: money.nullable().default(null),
  /** Of the run and all its descendants, input and output (LIM-9). */
  maxTokens: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .nullable()
    .default(null),
  busySession: z.enum(busySessionPolicies).default('ENQUEUE'),
  promptSections: z
    .array(z.enum(promptSections))
    .default([...promptSections])
    .transform((chosen) => promptSections.filter((section) => chosen.includes(section))),
  /** Of the date and time that the model is told, an IANA name. */
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'must be a time zone such as `Europe/Berlin`' })
    .default('UTC'),
  /** Instructions that are merged into the system prompt, each under its name. */
  skills: z
    .array(z.strictObject({ name: z.string().min(1).max(100), instructions: z.string().min(1).max(100_000) }))
    .max(50)
    .default([]),
  /** In tokens; null takes the smallest window that is known of the models it may ask. */
  contextWindow: z.int().min(1_000).max(100_000_000).nullable().default(null),
  /** How a history that outgrows the window is made smaller; null never does it (CTX-2). */
  compaction: compaction.nullable().prefault({}),
  /** A tool's result with more characters stands in the context as its head and tail (CTX-3). */
  maxToolResultChars: z.int().min(200).max(10_000_000).default(16_000),
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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
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

import { z } from 'zod'
import { compareDecimals, isDecimal } from './decimal.ts'
import { parseModelName, reasoningEfforts } from './model.ts'

export const flowTypes = ['SINGLE', 'SEQUENTIAL', 'LOOP'] as const

export const planners = ['TOOL_CALLS', 'PLAN'] as const

/** How a PLAN agent goes on after a plan (LOOP-7). */
export const protocolModes = ['STRICT', 'DEFAULT', 'AUTONOMOUS'] as const

/** What becomes of a trigger whose session has a run under way (CTX-5). */
export const busySessionPolicies = ['ENQUEUE', 'REJECT', 'INTERRUPT'] as const

export type BusySession = (typeof busySessionPolicies)[number]

/** What the system prompt is made of after the agent's own words (CTX-4); src/engine/context/system-prompt.ts has their order. */
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

const stage = z.strictObject({
  name: z.string().min(1).max(100),
  instruction: z.string().min(1).max(100_000),
})

const loop = z.strictObject({
  maxIterations: z.int().min(1).max(10_000).default(10),
  /** A CEL condition over the run's context and `answer`, the last result; null: only the exit tool ends the loop early. */
  exitCondition: z.string().min(1).max(1_000).nullable().default(null),
})

export const toolChoices = ['AUTO', 'REQUIRED'] as const

/** MOD-4, where the agent wants it otherwise. */
const modelRetry = z.strictObject({
  maxAttempts: z.int().min(1).max(20).default(5),
  baseMs: z.int().min(0).max(60_000).default(1_000),
  capMs: z.int().min(0).max(600_000).default(60_000),
})
export type ModelRetry = z.infer<typeof modelRetry>

const confidence = z.strictObject({
  everySteps: z.int().min(1).max(1_000).default(5),
  /** Below it a gate is opened. */
  threshold: z.number().min(0).max(1).default(0.5),
  /** Who judges, in this order; empty: the agent's own models. */
  models: z.array(modelName).max(10).default([]),
})

const outputSchema = z.record(z.string(), z.json()).refine((schema) => schema.type === 'object', {
  error: 'must be a JSON Schema whose `type` is "object"',
})

const compaction = z.strictObject({
  /** The share of the window above which a warning is given (CTX-1). */
  warnAt: z.number().min(0.1).max(1).default(0.8),
  /** The share of the window above which the history is made smaller. */
  compactAt: z.number().min(0.1).max(1).default(0.9),
  /** The share of the window, less the room for an answer, that recent messages keep as they are. */
  keepRecent: z.number().min(0).max(0.8).default(0.3),
  /** Who summarises, in this order; empty: the agent's own models. */
  models: z.array(modelName).max(10).default([]),
})
export type CompactionSettings = z.infer<typeof compaction>

const maxTimeoutMs = 7 * 24 * 3_600_000

const definitionFields = z.strictObject({
  name: z.string().min(1).max(200),
  description: z.string().max(10_000).nullable().default(null),
  systemPrompt: z.string().max(200_000).nullable().default(null),
  flowType: z.enum(flowTypes).default('SINGLE'),
  /** Of a SEQUENTIAL flow, in order: the output of one is the input of the next (LOOP-6). */
  stages: z.array(stage).max(50).default([]),
  loop: loop.prefault({}),
  planner: z.enum(planners).default('TOOL_CALLS'),
  protocolMode: z.enum(protocolModes).default('DEFAULT'),
  /** A human approves each plan before it runs (LOOP-7). */
  requireUserApproval: z.boolean().default(false),
  /** Actions of one step that run at once (LIM-12). */
  maxParallel: z.int().min(1).max(100).default(5),
  /** Widens and narrows what runs at once by what succeeds (DAG-9). */
  dynamicParallelism: z.boolean().default(false),
  /** A failed action cancels the rest of its plan (DAG-6). */
  failFast: z.boolean().default(false),
  /** Failed actions of a plan are tried again as their retry policy says; false: none is (DAG-10). */
  retryActions: z.boolean().default(true),
  /** REQUIRED: every turn must call a tool. */
  toolChoice: z.enum(toolChoices).default('AUTO'),
  modelRetry: modelRetry.prefault({}),
  model: modelName,
  /** Tried in this order when the model before gives no answer (MOD-5). */
  fallbackModels: z.array(modelName).max(10).default([]),
  temperature: z.number().min(0).max(2).nullable().default(null),
  reasoningEffort: z.enum(reasoningEfforts).nullable().default(null),
  /** Of one answer; null takes what the model is known to give at most, or leaves it to the provider. */
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
  /** In tokens; null takes the window of the model that is asked, where it is known. */
  contextWindow: z.int().min(1_000).max(100_000_000).nullable().default(null),
  /** How a history that outgrows the window is made smaller; null never does it (CTX-2). */
  compaction: compaction.nullable().prefault({}),
  /** A tool's result with more characters stands in the context as its head and tail (CTX-3). */
  maxToolResultChars: z.int().min(200).max(10_000_000).default(16_000),
  /** A turn without tool calls is not the end; the `done` tool is (LOOP-2). */
  requireDoneTool: z.boolean().default(false),
  /** A failed action ends the run (S1 `terminate_on_error`). */
  terminateOnError: z.boolean().default(false),
  /** A run whose criteria are met, or that says so itself where it may, ends as GOAL_ACHIEVED. */
  terminateOnGoalAchieved: z.boolean().default(true),
  terminateOnNoProgress: z.boolean().default(true),
  /** Judged steps without progress that end the run (LIM-10). */
  noProgressSteps: z.int().min(1).max(1_000).default(5),
  /** How often a completion guard may send a final answer back (LOOP-4). */
  maxGuardRounds: z.int().min(0).max(100).default(3),
  /** Identical errors in a row that put a human in charge (LIM-7). */
  maxIdenticalErrors: z.int().min(2).max(100).default(3),
  /** How sure the agent must be of itself, and how often it is asked (JDG-3); null never asks. */
  confidence: confidence.nullable().default(null),
  acceptanceCriteria: z.array(z.string().min(1).max(2_000)).max(50).default([]),
  subagents: z.array(z.string().min(1).max(100)).max(50).default([]),
})

/** What an agent is: the one declaration that the stored JSON, the TypeScript type and the API's input are checked by. */
export const agentDefinition = definitionFields
  .refine(({ flowType, stages }) => flowType !== 'SEQUENTIAL' || stages.length > 0, {
    path: ['stages'],
    error: 'must name at least one stage where flowType is SEQUENTIAL',
  })
  .refine(({ flowType, stages }) => flowType === 'SEQUENTIAL' || stages.length === 0, {
    path: ['stages'],
    error: 'must be empty where flowType is not SEQUENTIAL',
  })
  .refine(({ stages }) => new Set(stages.map(({ name }) => name)).size === stages.length, {
    path: ['stages'],
    error: 'names a stage twice',
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

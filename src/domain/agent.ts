import { z } from 'zod'
import { compareDecimals, isDecimal } from './decimal.ts'
import { isJsonObject } from './json.ts'
import { type DefaultLimits, largestTokenBudget } from './limits.ts'
import { parseModelName, reasoningEfforts } from './model.ts'
import { redactionModes } from './redaction.ts'
import { isTimeZone } from './time-zone.ts'
import { integerBetween } from './whole.ts'

export const flowTypes = ['SINGLE', 'SEQUENTIAL', 'LOOP'] as const

export const planners = ['TOOL_CALLS', 'PLAN'] as const

/** How a PLAN agent continues after a plan (LOOP-7). */
export const protocolModes = ['STRICT', 'DEFAULT', 'AUTONOMOUS'] as const

/** Policies for a trigger whose session already has an active run (CTX-5). */
export const busySessionPolicies = ['ENQUEUE', 'REJECT', 'INTERRUPT'] as const

export type BusySession = (typeof busySessionPolicies)[number]

/** Sections of the system prompt after the agent's own prompt (CTX-4). src/engine/context/system-prompt.ts defines their order. */
export const promptSections = ['DATE_TIME', 'CONTEXT', 'SKILLS', 'MEMORY', 'TOOLS'] as const

export type PromptSection = (typeof promptSections)[number]

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/

const modelName = text(1, 200).refine((name) => parseModelName(name) !== null, {
  error: 'must be `provider/model`, for example `anthropic/claude-sonnet-5`',
})

const money = z.string().refine((text) => isDecimal(text) && compareDecimals(text, '0') > 0, {
  error: 'must be a decimal amount of US dollars above 0, for example "0.50"',
})

const stage = z.strictObject({
  name: text(1, 100),
  instruction: text(1, 100_000),
})

const loop = z.strictObject({
  maxIterations: integerBetween(1, 10_000).default(10),
  /** A CEL condition over the run's context and `answer`, the last result; null: only the exit tool ends the loop early. */
  exitCondition: text(1, 1_000).nullable().default(null),
})

export const defaultLoop = loop.parse({})

export const toolChoices = ['AUTO', 'REQUIRED'] as const

/** MOD-4, where the agent wants it otherwise. */
const modelRetry = z.strictObject({
  maxAttempts: integerBetween(1, 20).default(5),
  baseMs: integerBetween(0, 60_000).default(1_000),
  capMs: integerBetween(0, 600_000).default(60_000),
})
export type ModelRetry = z.infer<typeof modelRetry>

const confidence = z.strictObject({
  everySteps: integerBetween(1, 1_000).default(5),
  /** Below it a gate is opened. */
  threshold: amount(0, 1).default(0.5),
  /** Models that judge, in order of preference. Empty: the agent's own models. */
  models: list(modelName, 10).default([]),
})

/** Policies for a gate that expires without a decision: treat it as refused, or as approved. */
export const gateExpiries = ['REFUSE', 'PROCEED'] as const

const gates = z.strictObject({
  /** Time until a gate expires, in milliseconds; null: gates do not expire. */
  expiresAfterMs: integerBetween(1, 365 * 24 * 3_600_000)
    .nullable()
    .default(null),
  onExpiry: z.enum(gateExpiries).default('REFUSE'),
  /** The least role that may decide. */
  decider: z.enum(['OPERATOR', 'ADMIN']).default('OPERATOR'),
})

/** Policies for a call that must not be repeated and whose outcome is unknown (TAS-5). */
export const unknownOutcomePolicies = ['REPORT', 'GATE'] as const

const outputSchema = z.record(z.string(), z.json()).refine((schema) => schema.type === 'object', {
  error: 'must be a JSON Schema whose `type` is "object"',
})

const defaultWarnAt = 0.8

const compactionFields = z.strictObject({
  /** The share of the window above which a warning is given (CTX-1); left out: 0.8, or a tenth below `compactAt` where that is less. */
  warnAt: amount(0.05, 1).optional(),
  /** The share of the window above which the history is made smaller. */
  compactAt: amount(0.1, 1).default(0.9),
  /** The share of the window, less the room for an answer, that recent messages keep as they are. */
  keepRecent: amount(0, 0.8).default(0.3),
  /** Models that summarise, in order of preference. Empty: the agent's own models. */
  models: list(modelName, 10).default([]),
})

const compaction = compactionFields
  .refine(({ warnAt = 0, compactAt }) => warnAt < compactAt, {
    path: ['warnAt'],
    error: 'must be below compactAt, so that the warning comes before the history is made smaller',
  })
  .transform(({ warnAt, compactAt, ...otherFields }) => ({
    warnAt: warnAt ?? Math.min(defaultWarnAt, Math.round(compactAt * 90) / 100),
    compactAt,
    ...otherFields,
  }))
export type CompactionSettings = z.infer<typeof compaction>

/** The name is a heading in the system prompt. */
const skill = z.strictObject({
  name: text(1, 100).refine((name) => name.trim() !== '' && !lineBreak.test(name), {
    error: 'must be one line that is not blank',
  }),
  instructions: text(1, 100_000),
})

const maxTimeoutMs = 7 * 24 * 3_600_000

const definitionFields = z.strictObject({
  name: text(1, 200),
  description: text(0, 10_000).nullable().default(null),
  systemPrompt: text(0, 200_000).nullable().default(null),
  flowType: z.enum(flowTypes).default('SINGLE'),
  /** Stages of a SEQUENTIAL flow, in order: the output of one is the input of the next (LOOP-6). */
  stages: list(stage, 50).default([]),
  loop: loop.prefault({}),
  planner: z.enum(planners).default('TOOL_CALLS'),
  protocolMode: z.enum(protocolModes).default('DEFAULT'),
  /** A human approves each plan before it runs (LOOP-7). */
  requireUserApproval: z.boolean().default(false),
  /** Actions of one step that run at once (LIM-12). */
  maxParallel: integerBetween(1, 100).default(5),
  /** Adapts the number of parallel actions to their success (DAG-9). */
  dynamicParallelism: z.boolean().default(false),
  /** A failed action cancels the rest of its plan (DAG-6). */
  failFast: z.boolean().default(false),
  /** Failed actions of a plan are tried again as their retry policy says; false: none is (DAG-10). */
  retryActions: z.boolean().default(true),
  /** REQUIRED: every turn must call a tool. */
  toolChoice: z.enum(toolChoices).default('AUTO'),
  modelRetry: modelRetry.prefault({}),
  model: modelName,
  /** Tried in this order when the model before gives no answer (MOD-5); each is asked once, so repeated names have no effect. */
  fallbackModels: list(modelName, 10)
    .default([])
    .transform((names) => [...new Set(names)]),
  temperature: amount(0, 2).nullable().default(null),
  reasoningEffort: z.enum(reasoningEfforts).nullable().default(null),
  /** Output limit of one answer. null: the known maximum of the model, or the provider's default. */
  maxOutputTokens: integerBetween(1, 10_000_000).nullable().default(null),
  /** A JSON Schema that the final answer must fit. */
  outputSchema: outputSchema.nullable().default(null),
  tools: list(text(1, 100), 200)
    .refine((names) => new Set(names).size === names.length, { error: 'names a tool twice' })
    .default([]),
  /** Left out, as the next three: the project's default limit. Null: none; 50 for a sub-agent (LIM-1, LIM-2, LIM-14). */
  maxSteps: integerBetween(1, 1_000_000).nullable().optional(),
  defaultTimeoutMs: integerBetween(1, maxTimeoutMs).nullable().optional(),
  maxCostUsd: money.nullable().optional(),
  /** Token budget of the run and all its descendants, input and output (LIM-9). */
  maxTokens: integerBetween(1, largestTokenBudget).nullable().optional(),
  busySession: z.enum(busySessionPolicies).default('ENQUEUE'),
  promptSections: z
    .array(z.enum(promptSections))
    .default([...promptSections])
    .transform((chosen) => promptSections.filter((section) => chosen.includes(section))),
  /** Time zone of the date and time in the prompt, an IANA name. */
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'must be a time zone such as `Europe/Berlin`' })
    .default('UTC'),
  /** Instructions that are merged into the system prompt, each under its name. */
  skills: list(skill, 50)
    .refine((skills) => new Set(skills.map(({ name }) => name)).size === skills.length, {
      error: 'names a skill twice',
    })
    .default([]),
  /** In tokens; null takes the window of the model that is asked, where it is known. */
  contextWindow: integerBetween(1_000, 100_000_000).nullable().default(null),
  /** Compaction of a history that exceeds the context window; null disables it (CTX-2). */
  compaction: compaction.nullable().prefault({}),
  /** A tool's result with more characters is in the context as its head and tail (CTX-3). */
  maxToolResultChars: integerBetween(200, 10_000_000).default(16_000),
  /** A turn without tool calls is not the end; the `done` tool is (LOOP-2). */
  requireDoneTool: z.boolean().default(false),
  /** A failed action ends the run (S1 `terminate_on_error`). */
  terminateOnError: z.boolean().default(false),
  /** A run whose criteria are met, or that declares so itself where it may, ends as GOAL_ACHIEVED. */
  terminateOnGoalAchieved: z.boolean().default(true),
  terminateOnNoProgress: z.boolean().default(true),
  /** Judged steps without progress that end the run (LIM-10). */
  noProgressSteps: integerBetween(1, 1_000).default(5),
  /** Maximum number of times that a completion guard sends a final answer back (LOOP-4). */
  maxGuardRounds: integerBetween(0, 100).default(3),
  /** Maximum number of continuations of one answer that was truncated at the output limit (LOOP-10). */
  maxContinuations: integerBetween(0, 100).default(3),
  /** Identical errors in a row that put a human in charge (LIM-7). */
  maxIdenticalErrors: integerBetween(2, 100).default(3),
  /** Confidence threshold and interval of its checks (JDG-3); null disables them. */
  confidence: confidence.nullable().default(null),
  acceptanceCriteria: list(text(1, 2_000), 50).default([]),
  gates: gates.prefault({}),
  /** REPORT: the model reads that the outcome is unknown; GATE: a gate asks a human. */
  onUnknownOutcome: z.enum(unknownOutcomePolicies).default('REPORT'),
  /** Method of detecting secrets in the data that runs store and show (TAS-7). */
  redaction: z.enum(redactionModes).default('NAMED'),
  /** The agents that it may start, by slug (SUB-3). */
  subagents: list(text(1, 100), 50).default([]),
  /** The models that it may ask for in place of a child's own. */
  subagentModels: list(modelName, 20).default([]),
  /** Maximum depth of the run's tree: 1 allows children without children of their own (SUB-2). */
  maxDepth: integerBetween(1, 20).default(3),
  /** Maximum number of children of one run (SUB-2). */
  maxChildren: integerBetween(1, 1_000).default(20),
  /** The agents that make calls for it that it may not make itself, in this order, by slug (TAS-3). */
  specialists: list(text(1, 100), 20).default([]),
  /** The relics that it may call, by name. */
  relics: list(text(1, 100), 50).default([]),
  /** The stored workflows that it may run, by slug. */
  workflows: list(text(1, 100), 50).default([]),
})

/** Definition of an agent. The stored JSON, the TypeScript type and the API's input are all checked by this declaration. */
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

export const agentSources = ['API', 'CODE'] as const

/** Where the definition of an agent is maintained. One from code is changed by code alone (EMB-2). */
export type AgentSource = (typeof agentSources)[number]

/** An agent as it is now, with its project's defaults for agents that set no limits. */
export interface CurrentAgent extends AgentVersion {
  readonly source: AgentSource
  readonly projectLimits: DefaultLimits
}

const parts: Readonly<Record<string, z.ZodObject>> = {
  loop,
  modelRetry,
  confidence,
  compaction: compactionFields,
  gates,
}

/** The fields that were given. One that is undefined was not, nor was one that is null where null means nothing. */
export function givenFields(
  fields: Readonly<Record<string, unknown>>,
  { shape }: z.ZodObject = definitionFields,
): Readonly<Record<string, unknown>> {
  const present = Object.entries(fields).flatMap(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (value === undefined || (value === null && field && !z.safeParse(field, null).success)) return []
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    return [[name, part && isJsonObject(value) ? givenFields(value, part) : value] as const]
  })
  return Object.fromEntries(present)
}

function amount(min: number, max: number) {
  const error = `must be a number from ${min} to ${max}`
  return z.number({ error }).min(min, { error }).max(max, { error })
}

function text(min: number, max: number) {
  const error = min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`
  return z.string({ error: 'must be a text' }).min(min, { error }).max(max, { error })
}

function list<Item extends z.ZodType>(item: Item, max: number) {
  return z.array(item, { error: 'must be a list' }).max(max, { error: `must have at most ${max} entries` })
}

/** Bounds of trigger input. */
export const runBounds = {
  maxInputBytes: 1024 * 1024,
  maxContextBytes: 1024 * 1024,
  maxTimeoutMs,
  maxKeyLength: 200,
  maxReasonBytes: 10_000,
} as const

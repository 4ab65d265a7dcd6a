import { z } from 'zod'
import {
  busySession,
  compaction,
  compactionFields,
  confidence,
  flowType,
  gateSettings,
  loop,
  modelName,
  modelRetry,
  planner,
  promptSection,
  protocolMode,
  skill,
  stage,
  toolChoice,
  unknownOutcome,
} from './agent-settings.ts'
import { compareDecimals, isDecimal } from './decimal.ts'
import { about, amount, choice, declared, largeWhole, list, strictObject, text, whole } from './declared.ts'
import { invalid } from './errors.ts'
import { isJsonObject } from './json.ts'
import { type DefaultLimits, largestTokenBudget } from './limits.ts'
import { reasoningEffort } from './model.ts'
import { pricing } from './model-batch.ts'
import { redactionMode } from './redaction.ts'
import { isTimeZone } from './time-zone.ts'
import type { Traffic } from './version-traffic.ts'

const money = z
  .string()
  .refine((text) => isDecimal(text) && compareDecimals(text, '0') > 0, {
    error: 'must be a decimal amount of US dollars above 0, for example "0.50"',
  })
  .register(declared, { scalar: 'Decimal' })

export const defaultLoop = loop.parse({})

const outputSchema = z.record(z.string(), z.json()).refine((schema) => schema.type === 'object', {
  error: 'must be a JSON Schema whose `type` is "object"',
})

const names = (max: number) => list(text(1, 100), max).default([])

const maxTimeoutMs = 7 * 24 * 3_600_000

export const definitionFields = strictObject('AgentDefinition', 'Definition of an agent.', {
  name: about('Display name of the agent. Default: its slug.', text(1, 200)),
  description: about('Purpose of the agent.', text(0, 10_000).nullable().default(null)),
  systemPrompt: about('System prompt of the agent.', text(0, 200_000).nullable().default(null)),
  flowType: about('Flow of the agent.', flowType, 'SINGLE'),
  stages: about('Stages of a SEQUENTIAL flow, in order.', list(stage, 50).default([])), // LOOP-6
  loop: about('Exit rules of a LOOP flow.', loop.prefault({})),
  planner: about('Method by which a turn decides what to do.', planner, 'TOOL_CALLS'),
  protocolMode: about('Behaviour of an agent with the planner PLAN after a plan.', protocolMode, 'DEFAULT'),
  requireUserApproval: about('Whether a human must approve each plan before it runs.', z.boolean(), false), // LOOP-7
  maxParallel: about('Maximum number of actions of a step that run at once.', whole(1, 100), 5), // LIM-12
  dynamicParallelism: about(
    'Whether the number of parallel actions adapts to their success.',
    z.boolean(),
    false,
  ), // DAG-9
  failFast: about('Whether a failed action cancels the rest of its plan.', z.boolean(), false), // DAG-6
  retryActions: about(
    'Whether failed actions are retried according to their retry policy.',
    z.boolean(),
    true,
  ), // DAG-10
  toolChoice: about('Rule on whether the model may answer with text.', toolChoice, 'AUTO'),
  modelRetry: about('Retries of a model call after a temporary failure.', modelRetry.prefault({})),
  model: about(
    'Model of the agent: `provider/model`, for example `anthropic/claude-sonnet-5`. Required for a new agent.',
    modelName,
  ),
  /** Each is asked once, so repeated names have no effect. */
  fallbackModels: about(
    'Models that are called in this order if the previous model fails.',
    list(modelName, 10)
      .default([])
      .transform((names) => [...new Set(names)]),
  ), // MOD-5
  temperature: about(
    'Temperature, from 0 to 2. Null leaves it to the provider. Anthropic models accept none: it is left out with a Warning event.',
    amount(0, 2).nullable().default(null),
  ),
  reasoningEffort: about(
    'Effort that the model may spend on reasoning. Null leaves it to the provider.',
    reasoningEffort.nullable().default(null),
  ),
  maxOutputTokens: about(
    'Maximum length of the answer of one model call, in tokens. Null leaves it to the provider.',
    largeWhole(1, 10_000_000).nullable().default(null),
  ),
  outputSchema: about(
    'JSON Schema (`type: "object"`) that the final answer must match. Read the answer as `run.output`.',
    outputSchema.nullable().default(null),
  ),
  tools: about(
    'Names of the tools that the agent may call.',
    list(text(1, 100), 200)
      .refine((names) => new Set(names).size === names.length, { error: 'names a tool twice' })
      .default([]),
  ),
  maxSteps: about(
    "Step limit of a run. If you leave it out, the project's limit applies. Null is unlimited for a top-level run and 50 for a sub-agent.",
    whole(1, 1_000_000).nullable().optional(),
  ), // LIM-1, LIM-2, LIM-14
  defaultTimeoutMs: about(
    "Time limit of a run, in milliseconds. If you leave it out, the project's limit applies. Null is unlimited.",
    whole(1, maxTimeoutMs).nullable().optional(),
  ),
  maxCostUsd: about(
    "Cost limit of a run and its descendants, in US dollars. If you leave it out, the project's limit applies. Null is unlimited.",
    money.nullable().optional(),
  ),
  maxTokens: about(
    "Limit of input and output tokens of a run and its descendants. If you leave it out, the project's limit applies. Null is unlimited.",
    largeWhole(1, largestTokenBudget).nullable().optional(),
  ), // LIM-9
  pricing: about(
    'Pricing of the model calls of the runs of the agent, unless their trigger names another.',
    pricing,
    'STANDARD',
  ),
  busySession: about('Treatment of a new run whose session has an active run.', busySession, 'ENQUEUE'),
  promptSections: about(
    'Sections that are added to the system prompt. Default: every section that has content.',
    z
      .array(promptSection)
      .default(promptSection.options)
      .transform((chosen) => promptSection.options.filter((section) => chosen.includes(section))),
  ),
  timeZone: about(
    'Time zone of the date and time in the system prompt, such as `Europe/Berlin`. Default UTC.',
    z.string().refine(isTimeZone, { error: 'must be a time zone such as `Europe/Berlin`' }).default('UTC'),
  ),
  skills: about(
    'Instructions that are added to the system prompt, by name.',
    list(skill, 50)
      .refine((skills) => new Set(skills.map(({ name }) => name)).size === skills.length, {
        error: 'names a skill twice',
      })
      .default([]),
  ),
  contextWindow: about(
    'Context window for the conversation, in tokens, if it is to be smaller than that of the model. Null is the whole window of the model.',
    largeWhole(1_000, 100_000_000).nullable().default(null),
  ),
  compaction: about(
    'Compaction of the history. It is on by default. Null turns it off.',
    compaction.nullable().prefault({}),
  ), // CTX-2
  maxToolResultChars: about(
    'Maximum length of a tool result in the context, in characters. The model receives the head and tail of a longer result and reads the rest with `read_output`.',
    whole(200, 10_000_000),
    16_000,
  ), // CTX-3
  requireDoneTool: about('Whether only the `done` tool ends a run.', z.boolean(), false), // LOOP-2
  terminateOnError: about('Whether a failed action ends the run.', z.boolean(), false),
  terminateOnGoalAchieved: about(
    'Whether a run ends with GOAL_ACHIEVED as soon as its goal is achieved.',
    z.boolean(),
    true,
  ),
  terminateOnNoProgress: about('Whether steps without progress end the run.', z.boolean(), true),
  noProgressSteps: about(
    'Number of consecutive steps without progress that end the run.',
    whole(1, 1_000),
    5,
  ), // LIM-10
  maxGuardRounds: about(
    'Maximum number of times that an answer is rejected because of unfinished work.',
    whole(0, 100),
    3,
  ), // LOOP-4
  maxContinuations: about(
    'Maximum number of continuations of an answer that the output limit cut off, before the run is PAUSED.',
    whole(0, 100),
    3,
  ), // LOOP-10
  maxIdenticalErrors: about('Number of consecutive identical errors that open a gate.', whole(2, 100), 3), // LIM-7
  confidence: about(
    'Confidence checks of the agent. Null, the default, turns them off.',
    confidence.nullable().default(null),
  ), // JDG-3
  acceptanceCriteria: about(
    'Criteria that must be met before a run is complete.',
    list(text(1, 2_000), 50).default([]),
  ),
  gates: about('Decider and expiry of the gates of the runs.', gateSettings.prefault({})),
  onUnknownOutcome: about(
    'Treatment of an interrupted call of a tool with the effect `once`.',
    unknownOutcome,
    'REPORT',
  ),
  redaction: about(
    'Detection of secrets in the data that the runs of the agent store and show.',
    redactionMode,
    'NAMED',
  ), // TAS-7
  subagents: about(
    'Slugs of the agents that the agent may start, with the tool `spawn_agent` and in plans.',
    names(50),
  ), // SUB-3
  subagentModels: about(
    "Models that the agent may choose for a child run instead of the child's own model. Default: none.",
    list(modelName, 20).default([]),
  ),
  maxDepth: about('Maximum depth of the tree of runs. 1 permits only children.', whole(1, 20), 3), // SUB-2
  maxChildren: about('Maximum number of children of one run.', whole(1, 1_000), 20), // SUB-2
  specialists: about(
    'Slugs of the agents that make the calls that this agent may not make itself, in order of preference.',
    names(20),
  ), // TAS-3
  relics: about('Names of the relics that the agent may call.', names(50)),
  workflows: about('Slugs of the stored workflows that the agent may run.', names(50)),
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

/** The version of an agent that a run is pinned to. */
export interface AgentVersion {
  readonly agentId: string
  readonly slug: string
  readonly version: number
  readonly definition: AgentDefinition
}

export const agentSource = choice('AgentSource', 'Place where the definition of an agent is maintained.', {
  API: 'The API, or the console. Mutations change it.',
  CODE: 'The code of the server (`RUNGRAPH_AGENTS`). Mutations that change the definition are refused.',
})
export type AgentSource = z.infer<typeof agentSource>

/** An agent as it is now, with its project's defaults for agents that set no limits. */
export interface CurrentAgent extends AgentVersion {
  readonly source: AgentSource
  readonly projectLimits: DefaultLimits
  /** Which versions its new runs get; `null`: all get the newest (VER-1). */
  readonly traffic: Traffic | null
}

const parts: Readonly<Record<string, z.ZodObject>> = {
  ...{ loop, modelRetry, confidence, gates: gateSettings },
  compaction: compactionFields,
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

/** Bounds of trigger input. */
export const runBounds = {
  maxInputBytes: 1024 * 1024,
  maxContextBytes: 1024 * 1024,
  maxTimeoutMs,
  maxKeyLength: 200,
  maxReasonBytes: 10_000,
} as const

/** Refuses a text that no session will ever have for its key. @throws INVALID_INPUT */
export function checkSessionKey(key: string): void {
  const { maxKeyLength } = runBounds
  if (key.trim() === '' || key.length > maxKeyLength)
    throw invalid('sessionKey', `must have 1 to ${maxKeyLength} characters.`)
}

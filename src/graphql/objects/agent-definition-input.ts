import { builder, describedEnum } from '../builder.ts'
import { FlowType, Planner, ProtocolMode } from './agent.ts'
import { GateDecider, GateExpiry } from './gate.ts'

const ReasoningEffort = describedEnum(
  'ReasoningEffort',
  'Effort that a model may spend on reasoning before it answers.',
  {
    NONE: 'No reasoning, if the model allows that.',
    MINIMAL: 'The least reasoning that the model supports.',
    LOW: 'Little reasoning.',
    MEDIUM: 'Medium reasoning.',
    HIGH: 'The most reasoning.',
  },
)

const BusySession = describedEnum('BusySession', 'Treatment of a new run whose session has an active run.', {
  ENQUEUE: 'The new run waits for its turn.',
  REJECT: 'The new run is refused with a conflict.',
  INTERRUPT: 'The active run is aborted, then the new run begins.',
})

const PromptSection = describedEnum(
  'PromptSection',
  'Section that is added to the system prompt of an agent.',
  {
    DATE_TIME: 'Date and time, in the time zone of the agent.',
    CONTEXT: '`context` that the run was triggered with.',
    SKILLS: 'Skills of the agent.',
    MEMORY: 'Memory of the session.',
    TOOLS: 'Tools, each with the first sentence of its description.',
  },
)

const SkillInput = builder.inputType('SkillInput', {
  description: 'Instructions that are added to the system prompt.',
  fields: (t) => ({
    name: t.string({ description: 'Heading of the instructions.', required: true }),
    instructions: t.string({ description: 'Text of the instructions.', required: true }),
  }),
})

const CompactionInput = builder.inputType('CompactionInput', {
  description: 'Compaction of a history that exceeds the context window of the model.',
  fields: (t) => ({
    warnAt: t.float({
      description:
        'Share of the context window above which the run gives a Warning. Default 0.8, or a tenth below `compactAt` if that is less.',
    }),
    compactAt: t.float({
      description: 'Share of the context window above which the history is compacted. Default 0.9.',
    }),
    keepRecent: t.float({
      description: 'Share of the context window that the most recent messages keep unchanged. Default 0.3.',
    }),
    models: t.stringList({
      description: 'Models that write the summaries, in this order. Default: the models of the agent.',
    }),
  }),
})

const StageInput = builder.inputType('StageInput', {
  description: 'Stage of a SEQUENTIAL flow.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the stage, unique in the flow.', required: true }),
    instruction: t.string({
      description:
        'Instruction of the stage. Its input is the output of the previous stage, or the input of the run.',
      required: true,
    }),
  }),
})

const LoopInput = builder.inputType('LoopInput', {
  description: 'Exit rules of a LOOP flow, in addition to its tool `exit_loop`.',
  fields: (t) => ({
    maxIterations: t.int({ description: 'Maximum number of iterations. Default 10.' }),
    exitCondition: t.string({
      description:
        "CEL condition over the keys of the run's context and `answer`, which is the last result: an object if the result is a JSON object, otherwise text.",
    }),
  }),
})

const ToolChoice = describedEnum('ToolChoice', 'Rule on whether the model may answer with text.', {
  AUTO: 'The model may answer with text. A turn without tool calls is an answer.',
  REQUIRED: 'Each turn must call a tool. Only `done` and tools like it end the run.',
})

const ModelRetryInput = builder.inputType('ModelRetryInput', {
  description: 'Retries of a model call after a temporary failure.',
  fields: (t) => ({
    maxAttempts: t.int({ description: 'Maximum number of attempts, including the first. Default 5.' }),
    baseMs: t.int({
      description:
        'Upper bound of the first delay, in milliseconds. It doubles with each further delay. Default 1000.',
    }),
    capMs: t.int({ description: 'Upper bound of all delays, in milliseconds. Default 60000.' }),
  }),
})

const ConfidenceInput = builder.inputType('ConfidenceInput', {
  description: 'Confidence that the agent needs to continue without a human.',
  fields: (t) => ({
    everySteps: t.int({ description: 'Number of steps between two checks. Default 5.' }),
    threshold: t.float({
      description: 'Threshold from 0 to 1. A gate opens if the confidence is below it. Default 0.5.',
    }),
    models: t.stringList({
      description: 'Models that judge the confidence, in this order. Default: the models of the agent.',
    }),
  }),
})

const GateSettingsInput = builder.inputType('GateSettingsInput', {
  description: 'Decider and expiry of the gates of the runs.',
  fields: (t) => ({
    expiresAfterMs: t.int({
      description: 'Time until a gate expires, in milliseconds. Null, the default, means never.',
    }),
    onExpiry: t.field({
      type: GateExpiry,
      description: 'Effect of the expiry. Default REFUSE.',
    }),
    decider: t.field({ type: GateDecider, description: 'Lowest role that may decide. Default OPERATOR.' }),
  }),
})

const Redaction = describedEnum(
  'Redaction',
  'Detection of secrets in the data that the runs of an agent store and show.',
  {
    STRICT:
      'Like NAMED, and also values under the name of a secret in any text, such as `password: hunter2`.',
    NAMED:
      'Like VALUES, and also strings under the name of a secret in JSON, and credentials in the headers of HTTP messages.',
    VALUES: 'Known values, and credentials in a format that identifies their issuer.',
  },
)

const UnknownOutcome = describedEnum(
  'UnknownOutcome',
  'Treatment of an interrupted call that must not be repeated and whose outcome is unknown.',
  {
    REPORT: 'The model receives a message that the outcome is unknown.',
    GATE: 'A gate asks a human.',
  },
)

export const AgentDefinitionInput = builder.inputType('AgentDefinitionInput', {
  description:
    'Definition of an agent. An omitted field keeps its default (create) or its value (update). So does null, unless the field gives null another meaning.',
  fields: (t) => ({
    name: t.string({ description: 'Display name of the agent. Default: its slug.' }),
    description: t.string({ description: 'Purpose of the agent.' }),
    systemPrompt: t.string({ description: 'System prompt of the agent.' }),
    promptSections: t.field({
      type: [PromptSection],
      description: 'Sections that are added to the system prompt. Default: every section that has content.',
    }),
    timeZone: t.string({
      description:
        'Time zone of the date and time in the system prompt, such as `Europe/Berlin`. Default UTC.',
    }),
    skills: t.field({
      type: [SkillInput],
      description: 'Instructions that are added to the system prompt, by name.',
    }),
    flowType: t.field({ type: FlowType, description: 'Flow of the agent. Default SINGLE.' }),
    stages: t.field({ type: [StageInput], description: 'Stages of a SEQUENTIAL flow, in order.' }),
    loop: t.field({ type: LoopInput, description: 'Exit rules of a LOOP flow.' }),
    planner: t.field({
      type: Planner,
      description: 'Method by which a turn decides what to do. Default TOOL_CALLS.',
    }),
    protocolMode: t.field({
      type: ProtocolMode,
      description: 'Behaviour of an agent with the planner PLAN after a plan. Default DEFAULT.',
    }),
    requireUserApproval: t.boolean({
      description: 'Whether a human must approve each plan before it runs. Default false.',
    }),
    maxParallel: t.int({ description: 'Maximum number of actions of a step that run at once. Default 5.' }),
    dynamicParallelism: t.boolean({
      description: 'Whether the number of parallel actions adapts to their success. Default false.',
    }),
    failFast: t.boolean({
      description: 'Whether a failed action cancels the rest of its plan. Default false.',
    }),
    retryActions: t.boolean({
      description: 'Whether failed actions are retried according to their retry policy. Default true.',
    }),
    toolChoice: t.field({
      type: ToolChoice,
      description: 'Rule on whether the model may answer with text. Default AUTO.',
    }),
    modelRetry: t.field({
      type: ModelRetryInput,
      description: 'Retries of a model call after a temporary failure.',
    }),
    model: t.string({
      description:
        'Model of the agent: `provider/model`, for example `anthropic/claude-sonnet-5`. Required for a new agent.',
    }),
    fallbackModels: t.stringList({
      description: 'Models that are called in this order if the previous model fails.',
    }),
    temperature: t.float({
      description:
        'Temperature, from 0 to 2. Null leaves it to the provider. Anthropic models accept none: it is left out with a Warning event.',
    }),
    reasoningEffort: t.field({
      type: ReasoningEffort,
      description: 'Effort that the model may spend on reasoning. Null leaves it to the provider.',
    }),
    maxOutputTokens: t.field({
      type: 'SafeInt',
      description:
        'Maximum length of the answer of one model call, in tokens. Null leaves it to the provider.',
    }),
    outputSchema: t.field({
      type: 'JSON',
      description:
        'JSON Schema (`type: "object"`) that the final answer must match. Read the answer as `run.output`.',
    }),
    contextWindow: t.field({
      type: 'SafeInt',
      description:
        'Context window for the conversation, in tokens, if it is to be smaller than that of the model. Null is the whole window of the model.',
    }),
    compaction: t.field({
      type: CompactionInput,
      description: 'Compaction of the history. It is on by default. Null turns it off.',
    }),
    maxToolResultChars: t.int({
      description:
        'Maximum length of a tool result in the context, in characters. The model receives the head and tail of a longer result and reads the rest with `read_output`. Default 16000.',
    }),
    busySession: t.field({
      type: BusySession,
      description: 'Treatment of a new run whose session has an active run. Default ENQUEUE.',
    }),
    tools: t.stringList({ description: 'Names of the tools that the agent may call.' }),
    maxSteps: t.int({
      description:
        "Step limit of a run. If you leave it out, the project's limit applies. Null is unlimited for a top-level run and 50 for a sub-agent.",
    }),
    defaultTimeoutMs: t.int({
      description:
        "Time limit of a run, in milliseconds. If you leave it out, the project's limit applies. Null is unlimited.",
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description:
        "Cost limit of a run and its descendants, in US dollars. If you leave it out, the project's limit applies. Null is unlimited.",
    }),
    maxTokens: t.field({
      type: 'SafeInt',
      description:
        "Limit of input and output tokens of a run and its descendants. If you leave it out, the project's limit applies. Null is unlimited.",
    }),
    requireDoneTool: t.boolean({ description: 'Whether only the `done` tool ends a run. Default false.' }),
    terminateOnError: t.boolean({ description: 'Whether a failed action ends the run. Default false.' }),
    terminateOnGoalAchieved: t.boolean({
      description: 'Whether a run ends with GOAL_ACHIEVED as soon as its goal is achieved. Default true.',
    }),
    terminateOnNoProgress: t.boolean({
      description: 'Whether steps without progress end the run. Default true.',
    }),
    noProgressSteps: t.int({
      description: 'Number of consecutive steps without progress that end the run. Default 5.',
    }),
    maxGuardRounds: t.int({
      description:
        'Maximum number of times that an answer is rejected because of unfinished work. Default 3.',
    }),
    maxContinuations: t.int({
      description:
        'Maximum number of continuations of an answer that the output limit cut off, before the run is PAUSED. Default 3.',
    }),
    maxIdenticalErrors: t.int({
      description: 'Number of consecutive identical errors that open a gate. Default 3.',
    }),
    confidence: t.field({
      type: ConfidenceInput,
      description: 'Confidence checks of the agent. Null, the default, turns them off.',
    }),
    acceptanceCriteria: t.stringList({ description: 'Criteria that must be met before a run is complete.' }),
    gates: t.field({
      type: GateSettingsInput,
      description: 'Decider and expiry of the gates of the runs.',
    }),
    onUnknownOutcome: t.field({
      type: UnknownOutcome,
      description: 'Treatment of an interrupted call of a tool with the effect `once`. Default REPORT.',
    }),
    redaction: t.field({
      type: Redaction,
      description:
        'Detection of secrets in the data that the runs of the agent store and show. Default NAMED.',
    }),
    subagents: t.stringList({
      description: 'Slugs of the agents that the agent may start, with the tool `spawn_agent` and in plans.',
    }),
    subagentModels: t.stringList({
      description:
        "Models that the agent may choose for a child run instead of the child's own model. Default: none.",
    }),
    maxDepth: t.int({
      description: 'Maximum depth of the tree of runs. 1 permits only children. Default 3.',
    }),
    maxChildren: t.int({ description: 'Maximum number of children of one run. Default 20.' }),
    specialists: t.stringList({
      description:
        'Slugs of the agents that make the calls that this agent may not make itself, in order of preference.',
    }),
    relics: t.stringList({ description: 'Names of the relics that the agent may call.' }),
    workflows: t.stringList({ description: 'Slugs of the stored workflows that the agent may run.' }),
  }),
})

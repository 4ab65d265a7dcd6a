import type { AgentDefinition } from '../../domain/agent.ts'
import { builder, describedEnum } from '../builder.ts'
import { Agent, definitionOf, FlowType, Planner, ProtocolMode } from './agent.ts'
import { many, nullable, one, required, shape } from './definition-shape.ts'
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
  'Part that is added to the system prompt of an agent, or to its messages.',
  {
    DATE_TIME: 'Date and time, in the time zone of the agent, behind the messages of users.',
    CONTEXT: '`context` that the run was triggered with.',
    SKILLS: 'Skills of the agent.',
    MEMORY: 'Memory of the session.',
    TOOLS: 'Adds nothing: the tools are sent beside the system prompt.',
  },
)

const skill = shape('Skill', 'Instructions that are added to the system prompt.', {
  name: required(one('String', 'Heading of the instructions.')),
  instructions: required(one('String', 'Text of the instructions.')),
})

const compaction = shape(
  'Compaction',
  'Compaction of a history that exceeds the context window of the model.',
  {
    warnAt: one(
      'Float',
      'Share of the context window above which the run gives a Warning. Default 0.8, or a tenth below `compactAt` if that is less.',
    ),
    compactAt: one('Float', 'Share of the context window above which the history is compacted. Default 0.9.'),
    keepRecent: one(
      'Float',
      'Share of the context window that the most recent messages keep unchanged. Default 0.3.',
    ),
    models: many(
      'String',
      'Models that write the summaries, in this order. Default: the models of the agent.',
    ),
  },
)

const stage = shape('Stage', 'Stage of a SEQUENTIAL flow.', {
  name: required(one('String', 'Name of the stage, unique in the flow.')),
  instruction: required(
    one(
      'String',
      'Instruction of the stage. Its input is the output of the previous stage, or the input of the run.',
    ),
  ),
})

const loop = shape('Loop', 'Exit rules of a LOOP flow, in addition to its tool `exit_loop`.', {
  maxIterations: one('Int', 'Maximum number of iterations. Default 10.'),
  exitCondition: nullable(
    one(
      'String',
      "CEL condition over the keys of the run's context and `answer`, which is the last result: an object if the result is a JSON object, otherwise text.",
    ),
  ),
})

const ToolChoice = describedEnum('ToolChoice', 'Rule on whether the model may answer with text.', {
  AUTO: 'The model may answer with text. A turn without tool calls is an answer.',
  REQUIRED: 'Each turn must call a tool. Only `done` and tools like it end the run.',
})

const modelRetry = shape('ModelRetry', 'Retries of a model call after a temporary failure.', {
  maxAttempts: one('Int', 'Maximum number of attempts, including the first. Default 5.'),
  baseMs: one(
    'Int',
    'Upper bound of the first delay, in milliseconds. It doubles with each further delay. Default 1000.',
  ),
  capMs: one('Int', 'Upper bound of all delays, in milliseconds. Default 60000.'),
})

const confidence = shape('Confidence', 'Confidence that the agent needs to continue without a human.', {
  everySteps: one('Int', 'Number of steps between two checks. Default 5.'),
  threshold: one('Float', 'Threshold from 0 to 1. A gate opens if the confidence is below it. Default 0.5.'),
  models: many(
    'String',
    'Models that judge the confidence, in this order. Default: the models of the agent.',
  ),
})

const gateSettings = shape('GateSettings', 'Decider and expiry of the gates of the runs.', {
  expiresAfterMs: nullable(
    one('Int', 'Time until a gate expires, in milliseconds. Null, the default, means never.'),
  ),
  onExpiry: one(GateExpiry, 'Effect of the expiry. Default REFUSE.'),
  decider: one(GateDecider, 'Lowest role that may decide. Default OPERATOR.'),
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

export const agentDefinitionShape = shape(
  'AgentDefinition',
  'Definition of an agent.',
  {
    name: one('String', 'Display name of the agent. Default: its slug.'),
    description: nullable(one('String', 'Purpose of the agent.')),
    systemPrompt: nullable(one('String', 'System prompt of the agent.')),
    promptSections: many(
      PromptSection,
      'Sections that are added to the system prompt. Default: every section that has content.',
    ),
    timeZone: one(
      'String',
      'Time zone of the date and time in the system prompt, such as `Europe/Berlin`. Default UTC.',
    ),
    skills: many(skill, 'Instructions that are added to the system prompt, by name.'),
    flowType: one(FlowType, 'Flow of the agent. Default SINGLE.'),
    stages: many(stage, 'Stages of a SEQUENTIAL flow, in order.'),
    loop: one(loop, 'Exit rules of a LOOP flow.'),
    planner: one(Planner, 'Method by which a turn decides what to do. Default TOOL_CALLS.'),
    protocolMode: one(
      ProtocolMode,
      'Behaviour of an agent with the planner PLAN after a plan. Default DEFAULT.',
    ),
    requireUserApproval: one(
      'Boolean',
      'Whether a human must approve each plan before it runs. Default false.',
    ),
    maxParallel: one('Int', 'Maximum number of actions of a step that run at once. Default 5.'),
    dynamicParallelism: one(
      'Boolean',
      'Whether the number of parallel actions adapts to their success. Default false.',
    ),
    failFast: one('Boolean', 'Whether a failed action cancels the rest of its plan. Default false.'),
    retryActions: one(
      'Boolean',
      'Whether failed actions are retried according to their retry policy. Default true.',
    ),
    toolChoice: one(ToolChoice, 'Rule on whether the model may answer with text. Default AUTO.'),
    modelRetry: one(modelRetry, 'Retries of a model call after a temporary failure.'),
    model: one(
      'String',
      'Model of the agent: `provider/model`, for example `anthropic/claude-sonnet-5`. Required for a new agent.',
    ),
    fallbackModels: many('String', 'Models that are called in this order if the previous model fails.'),
    temperature: nullable(
      one(
        'Float',
        'Temperature, from 0 to 2. Null leaves it to the provider. Anthropic models accept none: it is left out with a Warning event.',
      ),
    ),
    reasoningEffort: nullable(
      one(ReasoningEffort, 'Effort that the model may spend on reasoning. Null leaves it to the provider.'),
    ),
    maxOutputTokens: nullable(
      one(
        'SafeInt',
        'Maximum length of the answer of one model call, in tokens. Null leaves it to the provider.',
      ),
    ),
    outputSchema: nullable(
      one(
        'JSON',
        'JSON Schema (`type: "object"`) that the final answer must match. Read the answer as `run.output`.',
      ),
    ),
    contextWindow: nullable(
      one(
        'SafeInt',
        'Context window for the conversation, in tokens, if it is to be smaller than that of the model. Null is the whole window of the model.',
      ),
    ),
    compaction: nullable(
      one(compaction, 'Compaction of the history. It is on by default. Null turns it off.'),
    ),
    maxToolResultChars: one(
      'Int',
      'Maximum length of a tool result in the context, in characters. The model receives the head and tail of a longer result and reads the rest with `read_output`. Default 16000.',
    ),
    busySession: one(BusySession, 'Treatment of a new run whose session has an active run. Default ENQUEUE.'),
    tools: many('String', 'Names of the tools that the agent may call.'),
    maxSteps: nullable(
      one(
        'Int',
        "Step limit of a run. If you leave it out, the project's limit applies. Null is unlimited for a top-level run and 50 for a sub-agent.",
      ),
    ),
    defaultTimeoutMs: nullable(
      one(
        'Int',
        "Time limit of a run, in milliseconds. If you leave it out, the project's limit applies. Null is unlimited.",
      ),
    ),
    maxCostUsd: nullable(
      one(
        'Decimal',
        "Cost limit of a run and its descendants, in US dollars. If you leave it out, the project's limit applies. Null is unlimited.",
      ),
    ),
    maxTokens: nullable(
      one(
        'SafeInt',
        "Limit of input and output tokens of a run and its descendants. If you leave it out, the project's limit applies. Null is unlimited.",
      ),
    ),
    requireDoneTool: one('Boolean', 'Whether only the `done` tool ends a run. Default false.'),
    terminateOnError: one('Boolean', 'Whether a failed action ends the run. Default false.'),
    terminateOnGoalAchieved: one(
      'Boolean',
      'Whether a run ends with GOAL_ACHIEVED as soon as its goal is achieved. Default true.',
    ),
    terminateOnNoProgress: one('Boolean', 'Whether steps without progress end the run. Default true.'),
    noProgressSteps: one('Int', 'Number of consecutive steps without progress that end the run. Default 5.'),
    maxGuardRounds: one(
      'Int',
      'Maximum number of times that an answer is rejected because of unfinished work. Default 3.',
    ),
    maxContinuations: one(
      'Int',
      'Maximum number of continuations of an answer that the output limit cut off, before the run is PAUSED. Default 3.',
    ),
    maxIdenticalErrors: one('Int', 'Number of consecutive identical errors that open a gate. Default 3.'),
    confidence: nullable(
      one(confidence, 'Confidence checks of the agent. Null, the default, turns them off.'),
    ),
    acceptanceCriteria: many('String', 'Criteria that must be met before a run is complete.'),
    gates: one(gateSettings, 'Decider and expiry of the gates of the runs.'),
    onUnknownOutcome: one(
      UnknownOutcome,
      'Treatment of an interrupted call of a tool with the effect `once`. Default REPORT.',
    ),
    redaction: one(
      Redaction,
      'Detection of secrets in the data that the runs of the agent store and show. Default NAMED.',
    ),
    subagents: many(
      'String',
      'Slugs of the agents that the agent may start, with the tool `spawn_agent` and in plans.',
    ),
    subagentModels: many(
      'String',
      "Models that the agent may choose for a child run instead of the child's own model. Default: none.",
    ),
    maxDepth: one('Int', 'Maximum depth of the tree of runs. 1 permits only children. Default 3.'),
    maxChildren: one('Int', 'Maximum number of children of one run. Default 20.'),
    specialists: many(
      'String',
      'Slugs of the agents that make the calls that this agent may not make itself, in order of preference.',
    ),
    relics: many('String', 'Names of the relics that the agent may call.'),
    workflows: many('String', 'Slugs of the stored workflows that the agent may run.'),
  },
  ' An omitted field keeps its default (create) or its value (update). So does null, unless the field gives null another meaning.',
)

/** Limits that a definition may leave to the project, by the field that has them. */
const inheritable = {
  maxSteps: 'MAX_STEPS',
  defaultTimeoutMs: 'TIMEOUT',
  maxCostUsd: 'COST_LIMIT',
  maxTokens: 'TOKEN_LIMIT',
} as const satisfies Partial<Record<keyof AgentDefinition, string>>

type Inheritable = keyof typeof inheritable
const inheritableFields = Object.keys(inheritable) as readonly Inheritable[] // Object.keys widens to string

const InheritedLimit = describedEnum('InheritedLimit', 'Limit that a definition leaves to the project.', {
  MAX_STEPS: 'Step limit, `maxSteps`.',
  TIMEOUT: 'Time limit, `defaultTimeoutMs`.',
  COST_LIMIT: 'Cost limit, `maxCostUsd`.',
  TOKEN_LIMIT: 'Token limit, `maxTokens`.',
} satisfies Record<(typeof inheritable)[Inheritable], string>)

builder.objectField(agentDefinitionShape.output, 'inheritedLimits', (t) =>
  t.field({
    type: [InheritedLimit],
    description:
      'Limits that the definition leaves to the project. A limit that is null and not in this list does not exist.',
    resolve: (definition) =>
      inheritableFields.filter((field) => definition[field] === undefined).map((field) => inheritable[field]),
  }),
)

builder.prismaObjectField(Agent, 'definition', (t) =>
  t.field({
    type: agentDefinitionShape.output,
    description: 'Complete definition of the newest version.',
    select: { version: true },
    resolve: (agent, _, ctx) => definitionOf(agent, ctx),
  }),
)

import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { Agent, FlowType, Planner, ProtocolMode } from './agent.ts'
import { GateDecider, GateExpiry } from './gate.ts'

const CreateAgentInput = builder.inputType('CreateAgentInput', {
  description: 'A new agent.',
  fields: (t) => ({
    slug: t.string({
      description: 'Its short name: lower case letters, digits and hyphens.',
      required: true,
    }),
    definition: t.field({ type: AgentDefinitionInput, description: 'What it is.', required: true }),
  }),
})

const UpdateAgentInput = builder.inputType('UpdateAgentInput', {
  description: 'A change of an agent.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    definition: t.field({ type: AgentDefinitionInput, description: 'What changes.', required: true }),
  }),
})

const CreateAgentResult = resultOf('CreateAgentResult', Agent, {
  description: 'The new agent, or why there is none.',
  errors: ['InvalidInput', 'Conflict'],
})

const UpdateAgentResult = resultOf('UpdateAgentResult', Agent, {
  description: 'The changed agent, or why it was not changed.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationFields((t) => ({
  createAgent: t.field({
    type: CreateAgentResult,
    description: 'Creates an agent.',
    args: { input: t.arg({ type: CreateAgentInput, description: 'The agent.', required: true }) },
    resolve: (_, { input: { slug, definition } }, ctx, info) =>
      outcome(info, async () =>
        find(await ctx.operations.createAgent({ projectId: ctx.project.id, slug, definition }), ctx, info),
      ),
  }),
  updateAgent: t.field({
    type: UpdateAgentResult,
    description: 'Changes an agent: a new version, for the runs that start from now on.',
    args: { input: t.arg({ type: UpdateAgentInput, description: 'The change.', required: true }) },
    resolve: (_, { input: { id, definition } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, agentId: readId('Agent', id, 'id'), definition }
        return find(await ctx.operations.updateAgent(call), ctx, info)
      }),
  }),
}))

/** The agent with what the operation selects of it. */
function find({ agentId }: { agentId: string }, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Agent', select: { id: true } })
  return ctx.prisma.agent.findUniqueOrThrow({ select, where: { id: agentId, projectId: ctx.project.id } })
}

const ReasoningEffort = describedEnum('ReasoningEffort', 'How long a model may think before it answers.', {
  NONE: 'Not at all, where the model allows that.',
  MINIMAL: 'As little as it can.',
  LOW: 'A little.',
  MEDIUM: 'Some.',
  HIGH: 'As long as it takes.',
})

const BusySession = describedEnum(
  'BusySession',
  'What becomes of a new run whose session has one under way.',
  {
    ENQUEUE: 'It waits for its turn.',
    REJECT: 'It is refused with a conflict.',
    INTERRUPT: 'The one under way is aborted, then the new one begins.',
  },
)

const PromptSection = describedEnum('PromptSection', "What is added to an agent's own system prompt.", {
  DATE_TIME: 'The date and the time, in the time zone of the agent.',
  CONTEXT: 'The `context` that the run was triggered with.',
  SKILLS: "The agent's skills.",
  MEMORY: 'What is remembered of the session.',
  TOOLS: 'The tools, each with the first sentence of its description.',
})

const SkillInput = builder.inputType('SkillInput', {
  description: 'Instructions that are merged into the system prompt.',
  fields: (t) => ({
    name: t.string({ description: 'The heading that they stand under.', required: true }),
    instructions: t.string({ description: 'What the model is told.', required: true }),
  }),
})

const CompactionInput = builder.inputType('CompactionInput', {
  description: "How a history that outgrows the model's context window is made smaller.",
  fields: (t) => ({
    warnAt: t.float({
      description:
        'The share of the window above which a Warning is given. Default 0.8, or a tenth below `compactAt` where that is less.',
    }),
    compactAt: t.float({
      description: 'The share of the window above which the history is made smaller. Default 0.9.',
    }),
    keepRecent: t.float({
      description: 'The share of the window that the most recent messages keep as they are. Default 0.3.',
    }),
    models: t.stringList({
      description: "The models that summarise, in this order. Default: the agent's own.",
    }),
  }),
})

const StageInput = builder.inputType('StageInput', {
  description: 'A stage of a SEQUENTIAL flow.',
  fields: (t) => ({
    name: t.string({ description: 'What it is called, once in the flow.', required: true }),
    instruction: t.string({
      description: 'What it does with its input: the output of the stage before, or what the run was given.',
      required: true,
    }),
  }),
})

const LoopInput = builder.inputType('LoopInput', {
  description: 'When a LOOP flow ends, besides by its tool `exit_loop`.',
  fields: (t) => ({
    maxIterations: t.int({ description: 'How often its body runs at most. Default 10.' }),
    exitCondition: t.string({
      description:
        "A CEL condition over the keys of the run's context and `answer`, the last result: an object where that is one in JSON, else text.",
    }),
  }),
})

const ToolChoice = describedEnum('ToolChoice', 'Whether the model may answer in words.', {
  AUTO: 'It may; a turn without tool calls is an answer.',
  REQUIRED: 'Every turn must call a tool: only `done` and tools like it end the run.',
})

const ModelRetryInput = builder.inputType('ModelRetryInput', {
  description: 'How often and when a model is asked again after a failure that may pass.',
  fields: (t) => ({
    maxAttempts: t.int({ description: 'How often it is asked in all. Default 5.' }),
    baseMs: t.int({
      description: 'The longest first wait, in milliseconds; each next is doubled. Default 1000.',
    }),
    capMs: t.int({ description: 'No wait is longer, in milliseconds. Default 60000.' }),
  }),
})

const ConfidenceInput = builder.inputType('ConfidenceInput', {
  description: 'How sure the agent must be of itself to go on without a human.',
  fields: (t) => ({
    everySteps: t.int({ description: 'How many steps lie between two checks. Default 5.' }),
    threshold: t.float({ description: 'From 0 to 1; below it a gate is opened. Default 0.5.' }),
    models: t.stringList({ description: "The models that judge, in this order. Default: the agent's own." }),
  }),
})

const GateSettingsInput = builder.inputType('GateSettingsInput', {
  description: 'Who decides at the gates of the runs, and until when.',
  fields: (t) => ({
    expiresAfterMs: t.int({
      description: 'How long a decision is waited for, in milliseconds. Default null: as long as it takes.',
    }),
    onExpiry: t.field({
      type: GateExpiry,
      description: 'What becomes of it then. Default REFUSE.',
    }),
    decider: t.field({ type: GateDecider, description: 'Who may decide. Default OPERATOR.' }),
  }),
})

const Redaction = describedEnum(
  'Redaction',
  'How secrets are found in what the runs of an agent store and show.',
  {
    STRICT: "As NAMED, and what stands under a secret's name in any text, such as `password: hunter2`.",
    NAMED:
      "As VALUES, and strings under a secret's name in JSON, and the credentials in the headers of HTTP messages.",
    VALUES: 'Known values, and credentials that the form tells which their issuers give them.',
  },
)

const UnknownOutcome = describedEnum(
  'UnknownOutcome',
  'What becomes of a call that must not happen twice, where nobody knows whether it did.',
  {
    REPORT: 'The model is told that its outcome is unknown.',
    GATE: 'A gate asks a human.',
  },
)

const AgentDefinitionInput = builder.inputType('AgentDefinitionInput', {
  description:
    'What an agent is. An omitted field keeps its default (create) or its value (update); so does null, where it means nothing else.',
  fields: (t) => ({
    name: t.string({ description: 'Its name for people. Default: its slug.' }),
    description: t.string({ description: 'What it is for.' }),
    systemPrompt: t.string({ description: 'What the model is told before everything else.' }),
    promptSections: t.field({
      type: [PromptSection],
      description: 'What is added to the system prompt. Default: every section that has something to say.',
    }),
    timeZone: t.string({
      description: 'Of the date and time in the system prompt, such as `Europe/Berlin`. Default UTC.',
    }),
    skills: t.field({ type: [SkillInput], description: 'Instructions for the system prompt, by name.' }),
    flowType: t.field({ type: FlowType, description: 'How it goes through its work. Default SINGLE.' }),
    stages: t.field({ type: [StageInput], description: 'The stages of a SEQUENTIAL flow, in order.' }),
    loop: t.field({ type: LoopInput, description: 'When a LOOP flow ends.' }),
    planner: t.field({ type: Planner, description: 'How its turns decide what to do. Default TOOL_CALLS.' }),
    protocolMode: t.field({
      type: ProtocolMode,
      description: 'How an agent that plans goes on after a plan. Default DEFAULT.',
    }),
    requireUserApproval: t.boolean({
      description: 'Whether a human must approve each plan before it runs. Default false.',
    }),
    maxParallel: t.int({ description: 'How many actions of a step run at once. Default 5.' }),
    dynamicParallelism: t.boolean({
      description: 'Whether what runs at once is widened and narrowed by what succeeds. Default false.',
    }),
    failFast: t.boolean({
      description: 'Whether a failed action cancels the rest of its plan. Default false.',
    }),
    retryActions: t.boolean({
      description: 'Whether failed actions are tried again as their retry policy says. Default true.',
    }),
    toolChoice: t.field({
      type: ToolChoice,
      description: 'Whether the model may answer in words. Default AUTO.',
    }),
    modelRetry: t.field({
      type: ModelRetryInput,
      description: 'How often and when a model is asked again after a failure.',
    }),
    model: t.string({
      description: '`provider/model`, for example `anthropic/claude-sonnet-5`. A new agent needs one.',
    }),
    fallbackModels: t.stringList({
      description: 'The models that are asked, in this order, when the one before gives no answer.',
    }),
    temperature: t.float({
      description:
        'From 0 to 2; null leaves it to the provider. Anthropic takes none: there it is left out, with a Warning event.',
    }),
    reasoningEffort: t.field({
      type: ReasoningEffort,
      description: 'How long the model may think; null leaves it to the provider.',
    }),
    maxOutputTokens: t.int({
      description: 'The longest answer of one model call, in tokens; null leaves it to the provider.',
    }),
    outputSchema: t.field({
      type: 'JSON',
      description:
        'A JSON Schema (`type: "object"`) that the final answer must fit; read it as `run.output`.',
    }),
    contextWindow: t.int({
      description:
        'In tokens: holds the conversation below the window that the model has. Null: the whole window.',
    }),
    compaction: t.field({
      type: CompactionInput,
      description: 'How the history is made smaller. Default on; null never does it.',
    }),
    maxToolResultChars: t.int({
      description:
        'A tool result that is longer is shown to the model as its head and tail, and read on with `read_output`. Default 16000.',
    }),
    busySession: t.field({
      type: BusySession,
      description: 'What becomes of a run whose session has one under way. Default ENQUEUE.',
    }),
    tools: t.stringList({ description: 'The names of the tools that it may call.' }),
    maxSteps: t.int({
      description:
        "The step limit; the project's where it is left out. Null: unlimited for a top-level run, 50 for a sub-agent.",
    }),
    defaultTimeoutMs: t.int({
      description:
        "The time limit of a run, in milliseconds; the project's where it is left out. Null is unlimited.",
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description:
        "The budget of a run and all its descendants, in US dollars; the project's where it is left out. Null is unlimited.",
    }),
    maxTokens: t.int({
      description:
        "The budget of a run and all its descendants, in tokens, input and output; the project's where it is left out. Null is unlimited.",
    }),
    requireDoneTool: t.boolean({ description: 'Whether only the `done` tool ends a run. Default false.' }),
    terminateOnError: t.boolean({ description: 'Whether a failed action ends the run. Default false.' }),
    terminateOnGoalAchieved: t.boolean({
      description: 'Whether a run ends as soon as its goal is met, as GOAL_ACHIEVED. Default true.',
    }),
    terminateOnNoProgress: t.boolean({
      description: 'Whether steps without progress end the run. Default true.',
    }),
    noProgressSteps: t.int({ description: 'How many such steps in a row end it. Default 5.' }),
    maxGuardRounds: t.int({
      description: 'How often an answer is sent back for work that is not finished. Default 3.',
    }),
    maxContinuations: t.int({
      description:
        'How often an answer that was cut off at the output limit is continued before the run is PAUSED. Default 3.',
    }),
    maxIdenticalErrors: t.int({
      description: 'How many identical errors in a row put a human in charge. Default 3.',
    }),
    confidence: t.field({
      type: ConfidenceInput,
      description: 'How sure of itself it must be. Default null: it is never asked.',
    }),
    acceptanceCriteria: t.stringList({ description: 'What must hold before a run is complete.' }),
    gates: t.field({
      type: GateSettingsInput,
      description: 'Who decides at the gates of its runs, and until when.',
    }),
    onUnknownOutcome: t.field({
      type: UnknownOutcome,
      description: 'What becomes of a `once` call that was cut off. Default REPORT.',
    }),
    redaction: t.field({
      type: Redaction,
      description: 'How secrets are found in what its runs store and show. Default NAMED.',
    }),
    subagents: t.stringList({
      description: 'The agents that it may start, by slug: with the tool `spawn_agent`, and in plans.',
    }),
    subagentModels: t.stringList({
      description: "The models that it may ask for in place of a child's own. Default: none.",
    }),
    maxDepth: t.int({
      description: 'How deep its tree of runs may grow; 1 is children only. Default 3.',
    }),
    maxChildren: t.int({ description: 'How many children one of its runs may start. Default 20.' }),
    specialists: t.stringList({
      description: 'The agents that make calls for it that it may not make itself, in this order, by slug.',
    }),
    relics: t.stringList({ description: 'The relics that it may call, by name.' }),
    workflows: t.stringList({ description: 'The stored workflows that it may run, by slug.' }),
  }),
})

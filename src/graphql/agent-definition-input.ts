import { FlowType, Planner } from './agent.ts'
import { builder } from './builder.ts'
import { describedEnum } from './described-enum.ts'

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
    warnAt: t.float({ description: 'The share of the window above which a Warning is given. Default 0.8.' }),
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

export const AgentDefinitionInput = builder.inputType('AgentDefinitionInput', {
  description: 'What an agent is. An omitted field keeps its default (create) or its value (update).',
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
    planner: t.field({ type: Planner, description: 'How its turns decide what to do. Default TOOL_CALLS.' }),
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
    maxSteps: t.int({ description: 'Null: unlimited for a top-level run, 50 for a sub-agent.' }),
    defaultTimeoutMs: t.int({ description: 'The time limit of a run, in milliseconds; null is unlimited.' }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description: 'The budget of a run and all its descendants, in US dollars; null is unlimited.',
    }),
    maxTokens: t.int({
      description:
        'The budget of a run and all its descendants, in tokens, input and output; null is unlimited.',
    }),
    requireDoneTool: t.boolean({ description: 'Whether only the `done` tool ends a run. Default false.' }),
    acceptanceCriteria: t.stringList({ description: 'What must hold before a run is complete.' }),
    subagents: t.stringList({ description: 'The agents that it may start, by slug.' }),
  }),
})

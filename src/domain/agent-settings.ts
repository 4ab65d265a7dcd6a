import type { z } from 'zod'
import { about, amount, choice, declared, list, strictObject, text, whole } from './declared.ts'
import { parseModelName } from './model.ts'

export const flowType = choice('FlowType', 'Flow of an agent.', {
  SINGLE: 'The loop runs once.',
  SEQUENTIAL: 'Named stages run in order. The output of a stage is the input of the next stage.',
  LOOP: 'The body repeats until its exit condition is true.',
})

export const planner = choice('Planner', 'Method by which a turn decides what to do.', {
  TOOL_CALLS: 'The tool calls of the model are the plan.',
  PLAN: 'The model writes a plan of dependent actions.',
})

export const protocolMode = choice(
  'ProtocolMode',
  'Behaviour of an agent with the planner PLAN after a plan.', // LOOP-7
  {
    STRICT: 'The run executes one plan as it stands. No other plan follows.',
    DEFAULT: 'The agent plans again after each plan, until it answers.',
    AUTONOMOUS: 'Like DEFAULT, and the agent decides by itself that its goal is achieved.',
  },
)

export const busySession = choice(
  'BusySession',
  'Treatment of a new run whose session has an active run.', // CTX-5
  {
    ENQUEUE: 'The new run waits for its turn.',
    REJECT: 'The new run is refused with a conflict.',
    INTERRUPT: 'The active run is aborted, then the new run begins.',
  },
)
export type BusySession = z.infer<typeof busySession>

/** CTX-4. src/engine/context/system-prompt.ts defines their order. */
export const promptSection = choice(
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
export type PromptSection = z.infer<typeof promptSection>

export const toolChoice = choice('ToolChoice', 'Rule on whether the model may answer with text.', {
  AUTO: 'The model may answer with text. A turn without tool calls is an answer.',
  REQUIRED: 'Each turn must call a tool. Only `done` and tools like it end the run.',
})

export const unknownOutcome = choice(
  'UnknownOutcome',
  'Treatment of an interrupted call that must not be repeated and whose outcome is unknown.', // TAS-5
  {
    REPORT: 'The model receives a message that the outcome is unknown.',
    GATE: 'A gate asks a human.',
  },
)

export const gateExpiry = choice('GateExpiry', 'Effect of the expiry of a gate.', {
  REFUSE: 'The call, plan or run at the gate is refused.',
  PROCEED: 'The call, plan or run at the gate continues.',
})

export const gateDecider = choice('GateDecider', 'Callers that may decide at a gate.', {
  OPERATOR: 'Callers with the role OPERATOR or ADMIN may decide.',
  ADMIN: 'Callers with the role ADMIN may decide.',
  USER: 'As OPERATOR. The holder of an access token with the ability ANSWER may also answer, if the gate asks a question.',
})
export type GateDecider = z.infer<typeof gateDecider>

export const modelName = text(1, 200).refine((name) => parseModelName(name) !== null, {
  error: 'must be `provider/model`, for example `anthropic/claude-sonnet-5`',
})

export const stage = strictObject('Stage', 'Stage of a SEQUENTIAL flow.', {
  name: about('Name of the stage, unique in the flow.', text(1, 100)),
  instruction: about(
    'Instruction of the stage. Its input is the output of the previous stage, or the input of the run.',
    text(1, 100_000),
  ),
})

export const loop = strictObject('Loop', 'Exit rules of a LOOP flow, in addition to its tool `exit_loop`.', {
  maxIterations: about('Maximum number of iterations.', whole(1, 10_000), 10),
  exitCondition: about(
    "CEL condition over the keys of the run's context and `answer`, which is the last result: an object if the result is a JSON object, otherwise text.",
    text(1, 1_000).nullable().default(null),
  ),
})

export const modelRetry = strictObject('ModelRetry', 'Retries of a model call after a temporary failure.', {
  maxAttempts: about('Maximum number of attempts, including the first.', whole(1, 20), 5),
  baseMs: about(
    'Upper bound of the first delay, in milliseconds. It doubles with each further delay.',
    whole(0, 60_000),
    1_000,
  ),
  capMs: about('Upper bound of all delays, in milliseconds.', whole(0, 600_000), 60_000),
})
export type ModelRetry = z.infer<typeof modelRetry>

export const confidence = strictObject(
  'Confidence',
  'Confidence that the agent needs to continue without a human.',
  {
    everySteps: about('Number of steps between two checks.', whole(1, 1_000), 5),
    threshold: about('Threshold from 0 to 1. A gate opens if the confidence is below it.', amount(0, 1), 0.5),
    models: about(
      'Models that judge the confidence, in this order. Default: the models of the agent.',
      list(modelName, 10).default([]),
    ),
  },
)

export const gateSettings = strictObject('GateSettings', 'Decider and expiry of the gates of the runs.', {
  expiresAfterMs: about(
    'Time until a gate expires, in milliseconds. Null, the default, means never.',
    whole(1, 365 * 24 * 3_600_000)
      .nullable()
      .default(null),
  ),
  onExpiry: about('Effect of the expiry.', gateExpiry, 'REFUSE'),
  decider: about('Callers that may decide.', gateDecider, 'OPERATOR'),
})

export const compactionFields = strictObject(
  'Compaction',
  'Compaction of a history that exceeds the context window of the model.',
  {
    warnAt: about(
      'Share of the context window above which the run gives a Warning. Default 0.8, or a tenth below `compactAt` if that is less.', // CTX-1
      amount(0.05, 1).optional().register(declared, { isFilled: true }),
    ),
    compactAt: about(
      'Share of the context window above which the history is compacted.',
      amount(0.1, 1),
      0.9,
    ),
    /** Of the window less the room for an answer. */
    keepRecent: about(
      'Share of the context window that the most recent messages keep unchanged.',
      amount(0, 0.8),
      0.3,
    ),
    models: about(
      'Models that write the summaries, in this order. Default: the models of the agent.',
      list(modelName, 10).default([]),
    ),
  },
)

const defaultWarnAt = 0.8

export const compaction = compactionFields
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

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/

/** The name is a heading in the system prompt. */
export const skill = strictObject('Skill', 'Instructions that are added to the system prompt.', {
  name: about(
    'Heading of the instructions.',
    text(1, 100).refine((name) => name.trim() !== '' && !lineBreak.test(name), {
      error: 'must be one line that is not blank',
    }),
  ),
  instructions: about('Text of the instructions.', text(1, 100_000)),
})

/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Status of an action. */
export type ActionStatus =
  /** The action was stopped with its run. */
  | 'CANCELLED'
  /** The action was not permitted. */
  | 'DENIED'
  /** The action ended in an error. */
  | 'FAILED'
  /** The action has not begun. */
  | 'PENDING'
  /** The action is being performed. */
  | 'RUNNING'
  /** The action was skipped because of an action that it depends on. */
  | 'SKIPPED'
  /** The action succeeded. */
  | 'SUCCEEDED';

/** Type of an action. */
export type ActionType =
  /** Child run of another agent. */
  | 'AGENT'
  /** Choice between branches of the plan. */
  | 'DECISION'
  /** Model call. */
  | 'LLM'
  /** Operation of a relic. */
  | 'RELIC'
  /** Call of a tool. */
  | 'TOOL'
  /** Stored plan with parameters. */
  | 'WORKFLOW';

/** Definition of an agent. An omitted field keeps its default (create) or its value (update). So does null, unless the field gives null another meaning. In an update, `name` and `model` cannot be null. */
export type AgentDefinitionInput = {
  /** Criteria that must be met before a run is complete. */
  acceptanceCriteria?: Array<string> | null | undefined;
  /** Treatment of a new run whose session has an active run. Default ENQUEUE. */
  busySession?: BusySession | null | undefined;
  /** Compaction of the history. It is on by default. Null turns it off. */
  compaction?: CompactionInput | null | undefined;
  /** Confidence checks of the agent. Null, the default, turns them off. */
  confidence?: ConfidenceInput | null | undefined;
  /** Context window for the conversation, in tokens, if it is to be smaller than that of the model. Null is the whole window of the model. */
  contextWindow?: number | null | undefined;
  /** Time limit of a run, in milliseconds. If you leave it out, the project's limit applies. Null is unlimited. */
  defaultTimeoutMs?: number | null | undefined;
  /** Purpose of the agent. */
  description?: string | null | undefined;
  /** Whether the number of parallel actions adapts to their success. Default false. */
  dynamicParallelism?: boolean | null | undefined;
  /** Whether a failed action cancels the rest of its plan. Default false. */
  failFast?: boolean | null | undefined;
  /** Models that are called in this order if the previous model fails. */
  fallbackModels?: Array<string> | null | undefined;
  /** Flow of the agent. Default SINGLE. */
  flowType?: FlowType | null | undefined;
  /** Decider and expiry of the gates of the runs. */
  gates?: GateSettingsInput | null | undefined;
  /** Exit rules of a LOOP flow. */
  loop?: LoopInput | null | undefined;
  /** Maximum number of children of one run. Default 20. */
  maxChildren?: number | null | undefined;
  /** Maximum number of continuations of an answer that the output limit cut off, before the run is PAUSED. Default 3. */
  maxContinuations?: number | null | undefined;
  /** Cost limit of a run and its descendants, in US dollars. If you leave it out, the project's limit applies. Null is unlimited. */
  maxCostUsd?: string | null | undefined;
  /** Maximum depth of the tree of runs. 1 permits only children. Default 3. */
  maxDepth?: number | null | undefined;
  /** Maximum number of times that an answer is rejected because of unfinished work. Default 3. */
  maxGuardRounds?: number | null | undefined;
  /** Number of consecutive identical errors that open a gate. Default 3. */
  maxIdenticalErrors?: number | null | undefined;
  /** Maximum length of the answer of one model call, in tokens. Null leaves it to the provider. */
  maxOutputTokens?: number | null | undefined;
  /** Maximum number of actions of a step that run at once. Default 5. */
  maxParallel?: number | null | undefined;
  /** Step limit of a run. If you leave it out, the project's limit applies. Null is unlimited for a top-level run and 50 for a sub-agent. */
  maxSteps?: number | null | undefined;
  /** Limit of input and output tokens of a run and its descendants. If you leave it out, the project's limit applies. Null is unlimited. */
  maxTokens?: number | null | undefined;
  /** Maximum length of a tool result in the context, in characters. The model receives the head and tail of a longer result and reads the rest with `read_output`. Default 16000. */
  maxToolResultChars?: number | null | undefined;
  /** Model of the agent: `provider/model`, for example `anthropic/claude-sonnet-5`. Required for a new agent. */
  model?: string | null | undefined;
  /** Retries of a model call after a temporary failure. */
  modelRetry?: ModelRetryInput | null | undefined;
  /** Display name of the agent. Default: its slug. */
  name?: string | null | undefined;
  /** Number of consecutive steps without progress that end the run. Default 5. */
  noProgressSteps?: number | null | undefined;
  /** Treatment of an interrupted call of a tool with the effect `once`. Default REPORT. */
  onUnknownOutcome?: UnknownOutcome | null | undefined;
  /** JSON Schema (`type: "object"`) that the final answer must match. Read the answer as `run.output`. */
  outputSchema?: unknown;
  /** Method by which a turn decides what to do. Default TOOL_CALLS. */
  planner?: Planner | null | undefined;
  /** Pricing of the model calls of the runs of the agent, unless their trigger names another. Default STANDARD. */
  pricing?: Pricing | null | undefined;
  /** Sections that are added to the system prompt. Default: every section that has content. */
  promptSections?: Array<PromptSection> | null | undefined;
  /** Behaviour of an agent with the planner PLAN after a plan. Default DEFAULT. */
  protocolMode?: ProtocolMode | null | undefined;
  /** Effort that the model may spend on reasoning. Null leaves it to the provider. */
  reasoningEffort?: ReasoningEffort | null | undefined;
  /** Detection of secrets in the data that the runs of the agent store and show. Default NAMED. */
  redaction?: Redaction | null | undefined;
  /** Names of the relics that the agent may call. */
  relics?: Array<string> | null | undefined;
  /** Whether only the `done` tool ends a run. Default false. */
  requireDoneTool?: boolean | null | undefined;
  /** Whether a human must approve each plan before it runs. Default false. */
  requireUserApproval?: boolean | null | undefined;
  /** Whether failed actions are retried according to their retry policy. Default true. */
  retryActions?: boolean | null | undefined;
  /** Instructions that are added to the system prompt, by name. */
  skills?: Array<SkillInput> | null | undefined;
  /** Slugs of the agents that make the calls that this agent may not make itself, in order of preference. */
  specialists?: Array<string> | null | undefined;
  /** Stages of a SEQUENTIAL flow, in order. */
  stages?: Array<StageInput> | null | undefined;
  /** Models that the agent may choose for a child run instead of the child's own model. Default: none. */
  subagentModels?: Array<string> | null | undefined;
  /** Slugs of the agents that the agent may start, with the tool `spawn_agent` and in plans. */
  subagents?: Array<string> | null | undefined;
  /** System prompt of the agent. */
  systemPrompt?: string | null | undefined;
  /** Temperature, from 0 to 2. Null leaves it to the provider. Anthropic models accept none: it is left out with a Warning event. */
  temperature?: number | null | undefined;
  /** Whether a failed action ends the run. Default false. */
  terminateOnError?: boolean | null | undefined;
  /** Whether a run ends with GOAL_ACHIEVED as soon as its goal is achieved. Default true. */
  terminateOnGoalAchieved?: boolean | null | undefined;
  /** Whether steps without progress end the run. Default true. */
  terminateOnNoProgress?: boolean | null | undefined;
  /** Time zone of the date and time in the system prompt, such as `Europe/Berlin`. Default UTC. */
  timeZone?: string | null | undefined;
  /** Rule on whether the model may answer with text. Default AUTO. */
  toolChoice?: ToolChoice | null | undefined;
  /** Names of the tools that the agent may call. */
  tools?: Array<string> | null | undefined;
  /** Slugs of the stored workflows that the agent may run. */
  workflows?: Array<string> | null | undefined;
};

/** Role of a caller. Each role includes the permissions of the roles before it. */
export type ApiKeyRole =
  /** The caller may change agents, policies, relics, webhooks and other configuration of runs, and create and revoke API keys. */
  | 'ADMIN'
  /** The caller may start and steer runs and decide at gates. */
  | 'OPERATOR'
  /** The caller may read and follow everything in the project except its API keys. */
  | 'VIEWER';

/** Treatment of a new run whose session has an active run. */
export type BusySession =
  /** The new run waits for its turn. */
  | 'ENQUEUE'
  /** The active run is aborted, then the new run begins. */
  | 'INTERRUPT'
  /** The new run is refused with a conflict. */
  | 'REJECT';

/** Kind of the credentials of a caller. */
export type CallerKind =
  /** An API key. */
  | 'KEY'
  /** No credentials: the server has no API key and serves its own machine only. */
  | 'LOOPBACK'
  /** A token of the identity provider of the server. */
  | 'PERSON'
  /** An access token, created with `createAccessToken`. */
  | 'TOKEN';

/** Compaction of a history that exceeds the context window of the model. */
export type CompactionInput = {
  /** Share of the context window above which the history is compacted. Default 0.9. */
  compactAt?: number | null | undefined;
  /** Share of the context window that the most recent messages keep unchanged. Default 0.3. */
  keepRecent?: number | null | undefined;
  /** Models that write the summaries, in this order. Default: the models of the agent. */
  models?: Array<string> | null | undefined;
  /** Share of the context window above which the run gives a Warning. Default 0.8, or a tenth below `compactAt` if that is less. */
  warnAt?: number | null | undefined;
};

/** Confidence that the agent needs to continue without a human. */
export type ConfidenceInput = {
  /** Number of steps between two checks. Default 5. */
  everySteps?: number | null | undefined;
  /** Models that judge the confidence, in this order. Default: the models of the agent. */
  models?: Array<string> | null | undefined;
  /** Threshold from 0 to 1. A gate opens if the confidence is below it. Default 0.5. */
  threshold?: number | null | undefined;
};

/** Item of a data set. */
export type DataSetItemInput = {
  /** Context that the runs begin with: an object. */
  context?: unknown;
  /** Expectations of the answer. If you leave them out, the run only has to complete. */
  expectations?: ExpectationsInput | null | undefined;
  /** Files of the input, such as images, in the order in which the model receives them. At most 20. All items of a call may bring 20 files, and name any number that were uploaded before. */
  files?: Array<FileInput> | null | undefined;
  /** Input of the runs. */
  input: string;
  /** Name of the item in the data set, at most 200 characters. Default: a hash of input, context and files. An item replaces the one with the same key. */
  key?: string | null | undefined;
  /** Global id of the run that a RECORDED evaluation replays for the item. */
  sourceRunId?: string | number | null | undefined;
};

/** Expectation that a check is about. */
export type EvaluationCheckKind =
  /** The answer contains a text. */
  | 'CONTAINS'
  /** The judge finds a criterion met. */
  | 'CRITERION'
  /** A function of the tools module finds the answer good. */
  | 'EVALUATOR'
  /** The answer is the expected one. */
  | 'EXACT'
  /** A regular expression matches in the answer. */
  | 'MATCHES'
  /** The run costs no more than the maximum. */
  | 'MAX_COST'
  /** The run takes no longer than the maximum. */
  | 'MAX_DURATION'
  /** The run takes no more steps than the maximum. */
  | 'MAX_STEPS'
  /** The answer fits a JSON Schema. */
  | 'SCHEMA'
  /** The run calls a tool, agent, relic or workflow. */
  | 'TOOL_CALLED'
  /** The run does not call a tool, agent, relic or workflow. */
  | 'TOOL_NOT_CALLED';

/** Judge of the criteria of a data set. */
export type EvaluationJudgeInput = {
  /** Global id or slug of the agent that judges. Default: `evaluation-judge`, which is created if the project has none. */
  agent?: string | number | null | undefined;
  /** Model of the judge: `provider/model`. Default: the model of the named agent; without one, the evaluated agent's. */
  model?: string | null | undefined;
  /** Number of times that each answer is judged, from 1 to 9. A criterion is met if more than half of the votes say so. Default 1. */
  votes?: number | null | undefined;
};

/** Method of an evaluation. */
export type EvaluationMode =
  /** Each item is a new run, which asks models and calls tools. */
  | 'MODELS'
  /** The run that each item was made from is replayed against its recorded answers. It asks no model, calls no tool and costs nothing. */
  | 'RECORDED';

/** Status of a result of an evaluation. */
export type EvaluationResultStatus =
  /** The evaluation ended before the result. */
  | 'CANCELLED'
  /** The replay needed an answer or a tool result that its record does not have. It does not count towards the score. */
  | 'DIVERGED'
  /** The answer could not be judged. It does not count towards the score. */
  | 'ERROR'
  /** The run did not complete, or a check failed. */
  | 'FAILED'
  /** The run completed, and no check failed. */
  | 'PASSED'
  /** The run of the result has not been started. */
  | 'PENDING'
  /** The run of the result is executed, or its answer is judged. */
  | 'RUNNING';

/** Status of an evaluation. */
export type EvaluationStatus =
  /** A caller cancelled the evaluation. */
  | 'CANCELLED'
  /** Every result has ended. */
  | 'COMPLETED'
  /** The evaluation could not continue. `error` has the reason. */
  | 'FAILED'
  /** The evaluation waits for a process. */
  | 'QUEUED'
  /** A process executes the evaluation. */
  | 'RUNNING';

/** Expectations of the answer to an item. Each entry is one check. An entry that is left out or null is not checked. */
export type ExpectationsInput = {
  /** Texts that the answer must contain, in this spelling. */
  contains?: Array<string> | null | undefined;
  /** Criteria that the judge, a model, must find met, at most 20. */
  criteria?: Array<string> | null | undefined;
  /** Names of functions that the tools module exports as `evaluators`, which judge the answer. */
  evaluators?: Array<string> | null | undefined;
  /** Expected answer: a text, compared without the space around it, or data, compared by its value. Null if there is none. */
  exact?: unknown;
  /** Regular expressions that must match somewhere in the answer, as a `pattern` of JSON Schema. */
  matches?: Array<string> | null | undefined;
  /** Maximum cost of the run and its descendants in US dollars. Null if there is none. */
  maxCostUsd?: string | null | undefined;
  /** Maximum duration of the run in milliseconds. Null if there is none. */
  maxDurationMs?: number | null | undefined;
  /** Maximum number of steps of the run. Null if there is none. */
  maxSteps?: number | null | undefined;
  /** JSON Schema that the answer must fit. Null if there is none. */
  schema?: unknown;
  /** Names of tools, agents, relics and workflows that the run must call. */
  toolsCalled?: Array<string> | null | undefined;
  /** Names of tools, agents, relics and workflows that the run must not call. */
  toolsNotCalled?: Array<string> | null | undefined;
};

/** File of a message. Give exactly one of the fields. */
export type FileInput =
  {   /** Global id of a file that was uploaded before, or that a run of the caller names. */
  id: string | number; upload?: never; url?: never; }
  |  { id?: never;   /** The file itself, as a part of a multipart request. */
  upload: Blob; url?: never; }
  |  { id?: never; upload?: never;   /** URL of a file that the server fetches once, now: with http or https, at a public address. */
  url: string; };

/** Flow of an agent. */
export type FlowType =
  /** The body repeats until its exit condition is true. */
  | 'LOOP'
  /** Named stages run in order. The output of a stage is the input of the next stage. */
  | 'SEQUENTIAL'
  /** The loop runs once. */
  | 'SINGLE';

/** Callers that may decide at a gate. */
export type GateDecider =
  /** Callers with the role ADMIN may decide. */
  | 'ADMIN'
  /** Callers with the role OPERATOR or ADMIN may decide. */
  | 'OPERATOR'
  /** As OPERATOR. The holder of an access token with the ability ANSWER may also answer, if the gate asks a question. */
  | 'USER';

/** Decision of a human at a gate. */
export type GateDecision =
  /** The call at a gate of the kind INPUT continues with `answer`. With REJECT instead, it continues without one. */
  | 'ANSWER'
  /** The call, plan or run at the gate continues. */
  | 'APPROVE'
  /** The call, plan or run at the gate is refused. A refused call is not made. A refused plan, or a refusal at a gate about the whole run, ends the run. */
  | 'REJECT'
  /** The call, plan or run at the gate continues in another way: with other arguments, or, if you give only a note, the model reads the note and calls or plans again. */
  | 'REVISE';

/** Effect of the expiry of a gate. */
export type GateExpiry =
  /** The call, plan or run at the gate continues. */
  | 'PROCEED'
  /** The call, plan or run at the gate is refused. */
  | 'REFUSE';

/** Decider and expiry of the gates of the runs. */
export type GateSettingsInput = {
  /** Callers that may decide. Default OPERATOR. */
  decider?: GateDecider | null | undefined;
  /** Time until a gate expires, in milliseconds. Null, the default, means never. */
  expiresAfterMs?: number | null | undefined;
  /** Effect of the expiry. Default REFUSE. */
  onExpiry?: GateExpiry | null | undefined;
};

/** Status of a gate. */
export type GateStatus =
  /** A human answered, or an event came. The call that asked or waited continues with the answer or the event. */
  | 'ANSWERED'
  /** A human approved. What waited at the gate continues. */
  | 'APPROVED'
  /** The run ended before a decision. */
  | 'CANCELLED'
  /** The gate expired before a decision. */
  | 'EXPIRED'
  /** The gate waits for a decision. */
  | 'OPEN'
  /** A human rejected. What waited at the gate is refused. */
  | 'REJECTED'
  /** A human revised. What waited at the gate continues in another way. */
  | 'REVISED';

/** Exit rules of a LOOP flow, in addition to its tool `exit_loop`. */
export type LoopInput = {
  /** CEL condition over the keys of the run's context and `answer`, which is the last result: an object if the result is a JSON object, otherwise text. */
  exitCondition?: string | null | undefined;
  /** Maximum number of iterations. Default 10. */
  maxIterations?: number | null | undefined;
};

/** Prompt of an MCP server, which becomes the input of a run. */
export type McpPromptInput = {
  /** Arguments of the prompt: an object whose values are texts. */
  arguments?: unknown;
  /** Name of the prompt, as the server has it. */
  name: string;
  /** Name of the MCP server, as `RUNGRAPH_MCP` has it. */
  server: string;
};

/** Author of a message. */
export type MessageRole =
  /** The model. */
  | 'ASSISTANT'
  /** Instruction that the agent added to the conversation. */
  | 'SYSTEM'
  /** Result of a tool call. */
  | 'TOOL'
  /** The caller, a person who steered the run, or the engine in their place. */
  | 'USER';

/** Form in which the model receives a message. */
export type MessageVisibility =
  /** The start and the end of a large tool result, or the end of a long partial answer. */
  | 'CUT'
  /** Nothing: the conversation did not fit the context window. */
  | 'DROPPED'
  /** A summary in place of the message and others. */
  | 'SUMMARISED'
  /** The whole message. */
  | 'WHOLE';

/** Option of an agent that a model may support. */
export type ModelFeature =
  /** The provider holds the answer to the `outputSchema` of the agent. Other models are told the schema in the prompt. */
  | 'OUTPUT_SCHEMA'
  /** The `reasoningEffort` of the agent is sent to the model. */
  | 'REASONING_EFFORT'
  /** The `temperature` of the agent is sent to the model. */
  | 'TEMPERATURE';

/** Retries of a model call after a temporary failure. */
export type ModelRetryInput = {
  /** Upper bound of the first delay, in milliseconds. It doubles with each further delay. Default 1000. */
  baseMs?: number | null | undefined;
  /** Upper bound of all delays, in milliseconds. Default 60000. */
  capMs?: number | null | undefined;
  /** Maximum number of attempts, including the first. Default 5. */
  maxAttempts?: number | null | undefined;
};

/** Origin of a message. At least one field must be given. */
export type OriginInput = {
  /** Account of yours on the channel. */
  accountId?: string | null | undefined;
  /** Channel of the message, for example a chat service. */
  channel?: string | null | undefined;
  /** Guild or group in which the message was written. */
  guildId?: string | null | undefined;
  /** Author of the message. */
  peer?: string | null | undefined;
};

/** Method by which a turn decides what to do. */
export type Planner =
  /** The model writes a plan of dependent actions. */
  | 'PLAN'
  /** The tool calls of the model are the plan. */
  | 'TOOL_CALLS';

/** Pricing of the model calls of a run. */
export type Pricing =
  /** The turns of the conversation are asked through the batch APIs of the providers, at half the price. Until a batch is answered, which can take hours, the run waits. */
  | 'BATCH'
  /** Models are asked at once, at the full price. */
  | 'STANDARD';

/** Role of a process. */
export type ProcessRole =
  /** The process serves the API and executes runs. */
  | 'ALL'
  /** The process only serves the API. Other processes execute runs. */
  | 'API'
  /** The process only executes runs. */
  | 'WORKER';

/** Part that is added to the system prompt of an agent, or to its messages. */
export type PromptSection =
  /** `context` that the run was triggered with. */
  | 'CONTEXT'
  /** Date and time, in the time zone of the agent, behind the messages of users. */
  | 'DATE_TIME'
  /** Memory of the session. */
  | 'MEMORY'
  /** Skills of the agent. */
  | 'SKILLS'
  /** Adds nothing: the tools are sent beside the system prompt. */
  | 'TOOLS';

/** Behaviour of an agent with the planner PLAN after a plan. */
export type ProtocolMode =
  /** Like DEFAULT, and the agent decides by itself that its goal is achieved. */
  | 'AUTONOMOUS'
  /** The agent plans again after each plan, until it answers. */
  | 'DEFAULT'
  /** The run executes one plan as it stands. No other plan follows. */
  | 'STRICT';

/** Condition on ratings. A rating must match every field that you give. */
export type RatingMatchInput = {
  /** Ratings by this caller: the name of an API key, the subject of an access token, or `loopback`. */
  by?: string | null | undefined;
  /** Ratings with this label. */
  label?: string | null | undefined;
  /** Ratings with this score or a lower one, from 0 to 1. */
  maxScore?: number | null | undefined;
  /** Ratings with this score or a higher one, from 0 to 1. */
  minScore?: number | null | undefined;
};

/** Effort that a model may spend on reasoning before it answers. */
export type ReasoningEffort =
  /** The most reasoning. */
  | 'HIGH'
  /** Little reasoning. */
  | 'LOW'
  /** Medium reasoning. */
  | 'MEDIUM'
  /** The least reasoning that the model supports. */
  | 'MINIMAL'
  /** No reasoning, if the model allows that. */
  | 'NONE';

/** Detection of secrets in the data that the runs of an agent store and show. */
export type Redaction =
  /** Like VALUES, and also strings under the name of a secret in JSON, and credentials in the headers of HTTP messages. */
  | 'NAMED'
  /** Like NAMED, and also values under the name of a secret in any text, such as `password: hunter2`. */
  | 'STRICT'
  /** Known values, and credentials in a format that identifies their issuer. */
  | 'VALUES';

/** Kind of a relic. */
export type RelicKind =
  /** HTTP API, restricted to the methods and paths that its settings allow. */
  | 'HTTP'
  /** Store of JSON values by key, in the database of the server. Values can expire. */
  | 'KEY_VALUE'
  /** PostgreSQL database. It is read only unless its settings allow writes. */
  | 'SQL';

/** Input of `resolveGate`. The credentials of the request identify the decider. */
export type ResolveGateInput = {
  /** Answer to the question, for ANSWER only: an object that fits `schema` of the context of the gate. */
  answer?: unknown;
  /** New arguments, for REVISE only: an object that replaces the arguments of the call, or, for a plan, such an object for each changed action by its name. They are checked in the same way as arguments that the model wrote. */
  arguments?: unknown;
  /** Decision at the gate. */
  decision: GateDecision;
  /** Global id of the gate. */
  id: string | number;
  /** Note that the model receives. REVISE requires a note or `arguments`. */
  note?: string | null | undefined;
};

/** Filter for runs. A run must match every field that you give. */
export type RunFilter = {
  /** Runs of this agent, by its slug or global id. */
  agent?: string | number | null | undefined;
  /** Runs of this version of the agent. Versions are numbered by agent, so it needs `agent`. */
  agentVersion?: number | null | undefined;
  /** Runs with at least one of these tags, at most 20. */
  anyTag?: Array<string> | null | undefined;
  /** Runs that were accepted after this time. */
  createdAfter?: string | null | undefined;
  /** Runs that were accepted before this time. */
  createdBefore?: string | null | undefined;
  /** Runs with one of these ids, at most 100. */
  ids?: Array<string | number> | null | undefined;
  /** Runs whose own model calls had cost this much or less, in US dollars, when they last stopped running. Runs that never stopped count as 0. */
  maxCostUsd?: string | null | undefined;
  /** Runs whose `durationMs` is this number of milliseconds or less. */
  maxDurationMs?: number | null | undefined;
  /** Runs whose metadata has all of these entries with these values, as an object. */
  metadata?: unknown;
  /** Runs whose own model calls had cost this much or more, in US dollars, when they last stopped running. Runs that never stopped count as 0. */
  minCostUsd?: string | null | undefined;
  /** Runs whose `durationMs` is this number of milliseconds or more. */
  minDurationMs?: number | null | undefined;
  /** Runs that called this model, `provider/model`, also if the call failed. */
  model?: string | null | undefined;
  /** Child runs of this run, by its global id. */
  parentId?: string | number | null | undefined;
  /** Runs with a rating that matches every field of this. Without any field: runs with a rating. */
  rating?: RatingMatchInput | null | undefined;
  /** Whether to include only runs that no other run started. Default false. */
  rootsOnly?: boolean | null | undefined;
  /** Runs that this schedule triggered, by its global id. */
  scheduleId?: string | number | null | undefined;
  /** Runs whose input, summary or error message contains this text in its first 10,000 characters, in upper or lower case. 1 to 200 characters. */
  search?: string | null | undefined;
  /** Runs of the session with this key. */
  sessionKey?: string | null | undefined;
  /** Runs with one of these statuses. */
  status?: Array<RunStatus> | null | undefined;
  /** Runs with all of these tags, at most 20. */
  tags?: Array<string> | null | undefined;
  /** Runs with one of these termination reasons. */
  terminationReason?: Array<TerminationReason> | null | undefined;
  /** Runs with this thread id. */
  threadId?: string | null | undefined;
  /** Runs with a call of this tool, by its name. */
  tool?: string | null | undefined;
  /** Runs that this caller triggered: the name of an API key, or `loopback`. */
  triggeredBy?: string | null | undefined;
  /** Runs that execute this workflow, by its slug or global id. */
  workflow?: string | number | null | undefined;
};

/** Status of a run. */
export type RunStatus =
  /** The run was aborted. This status is final. */
  | 'CANCELLED'
  /** The run gave its answer. This status is final. */
  | 'COMPLETED'
  /** The run ended in an error. This status is final. */
  | 'FAILED'
  /** The run reached a limit. You can resume it with higher limits. */
  | 'PAUSED'
  /** The run is accepted and waits for a worker. */
  | 'QUEUED'
  /** A worker executes the run. */
  | 'RUNNING'
  /** The run waits for a human decision at a gate. */
  | 'WAITING';

/** Instructions that are added to the system prompt. */
export type SkillInput = {
  /** Text of the instructions. */
  instructions: string;
  /** Heading of the instructions. */
  name: string;
};

/** Stage of a SEQUENTIAL flow. */
export type StageInput = {
  /** Instruction of the stage. Its input is the output of the previous stage, or the input of the run. */
  instruction: string;
  /** Name of the stage, unique in the flow. */
  name: string;
};

/** Input of `startEvaluation`. */
export type StartEvaluationInput = {
  /** Global id or slug of the agent. */
  agent: string | number;
  /** Version of the agent. Default: the newest. */
  agentVersion?: number | null | undefined;
  /** Global id of an evaluation over the same data set to compare with. */
  baselineId?: string | number | null | undefined;
  /** Maximum number of results that are executed at once, from 1 to 50. Default 5. */
  concurrency?: number | null | undefined;
  /** Global id or slug of the data set. */
  dataSet: string | number;
  /** Judge of the criteria. RECORDED asks none. */
  judge?: EvaluationJudgeInput | null | undefined;
  /** Method of the evaluation. Default MODELS. */
  mode?: EvaluationMode | null | undefined;
  /** Pricing of the model calls of the runs, those of the judge included. If you leave it out, the pricing of each agent applies. With BATCH, give a high concurrency: each run waits for its batches. */
  pricing?: Pricing | null | undefined;
  /** Number of runs of each item, from 1 to 20. Default 1. */
  trials?: number | null | undefined;
};

/** Reason why a run ended, paused or waits. */
export type TerminationReason =
  /** A caller aborted the run. */
  | 'ABORTED'
  /** The run reached its cost limit. */
  | 'COST_LIMIT'
  /** A tool call ended the run. */
  | 'DONE_TOOL'
  /** The run repeated the same call again and again. */
  | 'DOOM_LOOP'
  /** An error ended the run. */
  | 'ERROR'
  /** The model gave its final answer. */
  | 'FINAL_ANSWER'
  /** A human rejected the continuation of the run. */
  | 'GATE_REJECTED'
  /** The goal of the run was achieved. */
  | 'GOAL_ACHIEVED'
  /** The confidence of the agent was too low. */
  | 'LOW_CONFIDENCE'
  /** The run reached its step limit. */
  | 'MAX_STEPS'
  /** All models of the chain failed. */
  | 'MODELS_EXHAUSTED'
  /** The run made no progress. */
  | 'NO_PROGRESS'
  /** A call that the run needed was not permitted. */
  | 'PERMISSION_BLOCKED'
  /** The run reached its time limit. */
  | 'TIMEOUT'
  /** The run reached its token limit. */
  | 'TOKEN_LIMIT';

/** Ability that an access token gives. */
export type TokenAbility =
  /** The holder may abort runs of the scope. */
  | 'ABORT'
  /** The holder may answer questions of runs of the scope, at gates of the kind INPUT with the decider USER. */
  | 'ANSWER'
  /** The holder may decide at gates of the scope that do not require the role ADMIN. */
  | 'DECIDE'
  /** The holder may rate runs of the scope, and delete their own ratings. */
  | 'RATE'
  /** The holder may read and follow the runs of the scope. */
  | 'READ'
  /** The holder may send messages to active runs of the scope. */
  | 'STEER'
  /** The holder may start runs of one agent in the session of the scope, or with its tag. */
  | 'TRIGGER';

/** Rule on whether the model may answer with text. */
export type ToolChoice =
  /** The model may answer with text. A turn without tool calls is an answer. */
  | 'AUTO'
  /** Each turn must call a tool. Only `done` and tools like it end the run. */
  | 'REQUIRED';

/** Effect of a tool or an operation of a relic: what happens to a call that a crash interrupted. */
export type ToolEffect =
  /** The call has the same effect if it is made twice. An interrupted call is repeated with the same key. */
  | 'IDEMPOTENT'
  /** An interrupted call is never repeated. The model receives an error, or a human decides. */
  | 'ONCE'
  /** The call changes nothing. An interrupted call is repeated. */
  | 'READ';

/** Kind of a tool: where it comes from. */
export type ToolKind =
  /** The tool is part of the server. */
  | 'BUILT_IN'
  /** The tool is offered by an MCP server: `RUNGRAPH_MCP`. */
  | 'MCP'
  /** The tool is code of the operator: `RUNGRAPH_TOOLS`. */
  | 'MODULE'
  /** The tool is an operation of an HTTP API: `RUNGRAPH_OPENAPI`. */
  | 'OPENAPI';

/** Input of `triggerRun`. */
export type TriggerRunInput = {
  /** Global id or slug of the agent. If you leave it out, the binding of the origin selects the agent. */
  agent?: string | number | null | undefined;
  /** Time from the start of the run until which its turns are asked in batches, in milliseconds, up to 7 days. After it, they are asked at the full price. Only with the pricing BATCH. Default: 24 hours. */
  batchDeadlineMs?: number | null | undefined;
  /** Data that the actions of the run share, as an object. */
  context?: unknown;
  /** Files of the input, such as images, in the order in which the model receives them. At most 20. */
  files?: Array<FileInput> | null | undefined;
  /** Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too, including `priority` and `startAt`; otherwise the request is refused. */
  idempotencyKey?: string | null | undefined;
  /** Input of the run. Leave it out if you give a prompt. */
  input?: string | null | undefined;
  /** Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  maxCostUsd?: string | null | undefined;
  /** Step limit. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  maxSteps?: number | null | undefined;
  /** Limit of input and output tokens of the run and its descendants. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  maxTokens?: number | null | undefined;
  /** Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata. */
  metadata?: unknown;
  /** Origin of the input. It selects the agent if you name none, and gives a session key if you give none. The model reads it as `origin` of the context of the run. */
  origin?: OriginInput | null | undefined;
  /** Plan of the first step, instead of a plan that the model writes. Only for an agent that plans. `planSchema` is the schema of a plan. */
  plan?: unknown;
  /** Pricing of the model calls of the run and its descendants. If you leave it out, the pricing of the agent applies. An agent that a workflow or another run starts has the pricing of that run. */
  pricing?: Pricing | null | undefined;
  /** Priority of the run, from -100 to 100. Among the queued runs of the project, the run with the highest number starts first. Default 0. */
  priority?: number | null | undefined;
  /** Prompt of an MCP server in place of the input. The server is asked for its messages once, and they are the input of the run, also of its forks and replays. */
  prompt?: McpPromptInput | null | undefined;
  /** Key of the session that the run belongs to. A session is created if the project has none with this key. */
  sessionKey?: string | null | undefined;
  /** Earliest time at which the run may begin, at most a year ahead. By default, the run begins at once. */
  startAt?: string | null | undefined;
  /** Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags. */
  tags?: Array<string> | null | undefined;
  /** Thread id that the run shares with the runs that it starts and with other runs of yours. Default: the id of the run. */
  threadId?: string | null | undefined;
  /** Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  timeoutMs?: number | null | undefined;
};

/** Treatment of an interrupted call that must not be repeated and whose outcome is unknown. */
export type UnknownOutcome =
  /** A gate asks a human. */
  | 'GATE'
  /** The model receives a message that the outcome is unknown. */
  | 'REPORT';

/** Input of `updateRun`. What you leave out stays unchanged. */
export type UpdateRunInput = {
  /** Tags to add. A tag that the run has already stays. */
  addTags?: Array<string> | null | undefined;
  /** Global id of the run. */
  id: string | number;
  /** Entries of the metadata to set, as an object. Null as the value of an entry removes it; entries that you leave out stay. */
  metadata?: unknown;
  /** Tags to remove. A tag that the run does not have is ignored. */
  removeTags?: Array<string> | null | undefined;
  /** Tags that replace all tags of the run. Not together with `addTags` or `removeTags`. */
  tags?: Array<string> | null | undefined;
};

/** State of a worker. */
export type WorkerState =
  /** The worker executes runs and claims new ones. */
  | 'ACTIVE'
  /** The worker claims no new runs, because its process is shutting down. */
  | 'DRAINING'
  /** The worker stopped without notice, or cannot reach the database. Other workers take over its runs. It is listed for an hour. */
  | 'LOST';

export type HomeQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeQuery = { agents: { edges: Array<{ node: { id: string, slug: string, name: string } }> }, runs: { totalCount: number, edges: Array<{ node: { id: string, status: RunStatus, input: string, agent: { id: string, slug: string } } }> } };

export type NewestRunsFragment = { runs: { totalCount: number, edges: Array<{ node: { id: string, status: RunStatus, input: string, agent: { id: string, slug: string } } }> } };

export type HomeUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type HomeUpdatesSubscription = { runUpdated: { cursor: string, query: { runs: { totalCount: number, edges: Array<{ node: { id: string, status: RunStatus, input: string, agent: { id: string, slug: string } } }> } } } };

export type HomeDeletionsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type HomeDeletionsSubscription = { runDeleted: { cursor: string, query: { runs: { totalCount: number, edges: Array<{ node: { id: string, status: RunStatus, input: string, agent: { id: string, slug: string } } }> } } } };

export type StartRunMutationVariables = Exact<{
  input: TriggerRunInput;
}>;


export type StartRunMutation = { triggerRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, status: RunStatus }
   };

export type RunPageQueryVariables = Exact<{
  id: string | number;
}>;


export type RunPageQuery = { run: { input: string, summary: string | null, id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, agent: { id: string, slug: string }, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } | null };

export type RunPageEventsSubscriptionVariables = Exact<{
  runId: string | number;
  after?: string | null | undefined;
}>;


export type RunPageEventsSubscription = { runEvents:
    | { id: string, cursor: string }
    | { id: string, cursor: string, action: { id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null } }
    | { id: string, cursor: string, action: { id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null } }
    | { id: string, cursor: string, action: { id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null } }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string, action: { id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null } }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string }
    | { id: string, cursor: string, run: { summary: string | null, id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string, run: { summary: string | null, id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string, step: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }
    | { id: string, cursor: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } } }
    | { id: string, cursor: string }
    | { messageId: string, offset: number, text: string, id: string, cursor: string, run: { id: string } }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
    | { id: string, cursor: string }
   };

export type RunStateFragment = { id: string, status: RunStatus, terminationReason: TerminationReason | null, stepCount: number, recoveries: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string }, steps: { edges: Array<{ node: { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> } }> } };

export type StepStateFragment = { id: string, number: number, reasoning: string | null, success: boolean | null, durationMs: number | null, actions: Array<{ id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null }> };

export type ActionStateFragment = { id: string, name: string, target: string, status: ActionStatus, error: string | null, durationMs: number | null };

export type DefinitionsQueryVariables = Exact<{
  agent: string;
}>;


export type DefinitionsQuery = { agents: { totalCount: number, nodes: Array<{ id: string, slug: string, version: number, archivedAt: string | null, definition: { model: string, tools: Array<string> } }> }, agent: { id: string, version: number, versions: { nodes: Array<{ number: number, createdBy: string | null, changes: Array<{ field: string, before: unknown, after: unknown }> }> } } | null, sessions: { nodes: Array<{ id: string, key: string, runCount: number }> }, models: Array<{ name: string, features: Array<ModelFeature> | null, price: { inputPerMillion: string } | null, provider: { name: string } }>, providers: Array<{ name: string, configured: boolean, setting: string | null }>, tools: Array<{ name: string, kind: ToolKind, effect: ToolEffect }> };

export type ChangeAgentMutationVariables = Exact<{
  id: string | number;
  definition: AgentDefinitionInput;
  expectedVersion?: number | null | undefined;
}>;


export type ChangeAgentMutation = { updateAgent:
    | { id: string, version: number }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type RollBackMutationVariables = Exact<{
  id: string | number;
  version: number;
}>;


export type RollBackMutation = { rollBackAgent:
    | { id: string, version: number }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type ArchiveAgentMutationVariables = Exact<{
  id: string | number;
}>;


export type ArchiveAgentMutation = { archiveAgent:
    | { id: string, archivedAt: string | null }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type RestoreAgentMutationVariables = Exact<{
  id: string | number;
}>;


export type RestoreAgentMutation = { restoreAgent:
    | { id: string, archivedAt: string | null }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type CreateAutomationMutationVariables = Exact<{
  agent: string | number;
  url: string;
}>;


export type CreateAutomationMutation = { createSchedule:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { id: string, nextFireAt: string | null, nextFireTimes: Array<string> }
  , createWebhook:
    | { code: string, message: string }
    | { secret: string | null, webhook: { id: string, url: string } }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type TryAutomationMutationVariables = Exact<{
  schedule: string | number;
  webhook: string | number;
}>;


export type TryAutomationMutation = { fireSchedule:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { id: string, tags: Array<string>, schedule: { id: string } | null }
  , testWebhook:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { accepted: boolean, status: number | null, error: string | null }
  , rotateWebhookSecret:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { secret: string, webhook: { id: string } }
   };

export type RemoveAutomationMutationVariables = Exact<{
  schedule: string | number;
  webhook: string | number;
}>;


export type RemoveAutomationMutation = { deleteSchedule:
    | { id: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
  , deleteWebhook:
    | { id: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type AdministrationQueryVariables = Exact<{
  relic: string;
}>;


export type AdministrationQuery = { relic: { id: string, kind: RelicKind, entries: { nodes: Array<{ key: string, value: unknown, sizeBytes: number }> } } | null, projects: { nodes: Array<{ id: string, slug: string }> }, caller: { kind: CallerKind, name: string, role: ApiKeyRole, scope: { runId: string | null, abilities: Array<TokenAbility> } | null } };

export type TokenForRunMutationVariables = Exact<{
  run: string | number;
  subject: string;
}>;


export type TokenForRunMutation = { createAccessToken:
    | { code: string, message: string }
    | { token: string, expiresAt: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type OwnRunQueryVariables = Exact<{
  id: string | number;
}>;


export type OwnRunQuery = { caller: { kind: CallerKind, name: string, scope: { runId: string | null, abilities: Array<TokenAbility> } | null }, run: { id: string, status: RunStatus, output: unknown } | null, runs: { totalCount: number } };

export type CollectItemsMutationVariables = Exact<{
  dataSet: string;
  item: DataSetItemInput;
}>;


export type CollectItemsMutation = { createDataSet:
    | { code: string, message: string }
    | { id: string, slug: string, version: number }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type EvaluateMutationVariables = Exact<{
  input: StartEvaluationInput;
}>;


export type EvaluateMutation = { startEvaluation:
    | { id: string, status: EvaluationStatus, resultCount: number }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type EvaluationProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type EvaluationProgressSubscription = { evaluationUpdated: { id: string, status: EvaluationStatus, passedCount: number, failedCount: number, errorCount: number, resultCount: number, score: number | null } };

export type EvaluationReportQueryVariables = Exact<{
  id: string | number;
}>;


export type EvaluationReportQuery = { evaluation: { id: string, status: EvaluationStatus, score: number | null, results: { nodes: Array<{ id: string, status: EvaluationResultStatus, score: number | null, item: { id: string, key: string }, itemTrials: { passed: number, total: number, flaky: boolean }, checks: Array<{ kind: EvaluationCheckKind, passed: boolean | null }> }> }, comparison: { improved: number, regressed: number, same: number, flaky: number } | null } | null };

export type LiveRunsSubscriptionVariables = Exact<{
  filter?: RunFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type LiveRunsSubscription = { runUpdated: { cursor: string, isMatch: boolean, run: { id: string, status: RunStatus, tags: Array<string> }, edge: { cursor: string, node: { id: string } } | null, query: { runs: { totalCount: number, nodes: Array<{ id: string, status: RunStatus }> } } } };

export type LiveGatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveGatesSubscription = { gateUpdated: { cursor: string, isMatch: boolean, gate: { id: string, status: GateStatus, reason: string, resolvedBy: string | null }, query: { gates: { totalCount: number, nodes: Array<{ id: string }> } } } };

export type DecideMutationVariables = Exact<{
  input: ResolveGateInput;
}>;


export type DecideMutation = { resolveGate:
    | { code: string, message: string }
    | { code: string, message: string }
    | { id: string, status: GateStatus, resolvedBy: string | null, run: { id: string, status: RunStatus } }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type LiveDeletionsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveDeletionsSubscription = { runDeleted: { cursor: string, runId: string, query: { runs: { totalCount: number, nodes: Array<{ id: string }> } } } };

export type StartTaggedMutationVariables = Exact<{
  input: TriggerRunInput;
}>;


export type StartTaggedMutation = { triggerRun:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { id: string, status: RunStatus, tags: Array<string>, metadata: unknown }
   };

export type FollowRunSubscriptionVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type FollowRunSubscription = { runEvents:
    | { __typename: 'ActionAttemptFailed', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionCompleted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionDenied', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionFailed', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionLogged', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionProgressed', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionSkipped', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionStarted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ActionStepCompleted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ArgumentsDelta', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'AttemptDiscarded', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ChildRunEnded', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ChildRunStarted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'CompactionStarted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ConfidenceRequested', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ContextCompacted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ErrorOccurred', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'FinalAnswer', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'GateOpened', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'GateResolved', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'HistoryTruncated', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'InputInjected', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ModelSwitched', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'PlanGenerated', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'ReasoningDelta', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'RunCompleted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'RunContinued', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'RunFailed', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'RunRecovered', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'RunResumed', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'RunStarted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'RunWaiting', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'StageStarted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'StateEdited', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'StepCompleted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'StepStarted', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'Terminating', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'TextDelta', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'UsageReported', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'Validated', id: string, cursor: string, run: { id: string, status: RunStatus } }
    | { __typename: 'Warning', id: string, cursor: string, run: { id: string, status: RunStatus } }
   };

export type WhatWasSaidQueryVariables = Exact<{
  id: string | number;
}>;


export type WhatWasSaidQuery = { run: { id: string, messages: { totalCount: number, nodes: Array<{ runId: string, position: number, role: MessageRole, text: string, tokens: number, visibility: MessageVisibility, parts: Array<
          | { __typename: 'FilePart' }
          | { __typename: 'ReasoningPart' }
          | { __typename: 'RefusalPart' }
          | { __typename: 'TextPart' }
          | { __typename: 'ToolCallPart', name: string, arguments: string }
          | { __typename: 'ToolResultPart' }
        > }> }, session: { id: string, key: string, messages: { nodes: Array<{ runId: string, position: number, role: MessageRole, text: string }> } } | null, steps: { nodes: Array<{ id: string, number: number, text: string | null, messages: { nodes: Array<{ runId: string, position: number, role: MessageRole, visibility: MessageVisibility }> }, modelCalls: Array<{ id: string, model: string, error: string | null, request: { path: string, body: string } | null, response: { status: number, body: string } | null }>, actions: Array<{ id: string, name: string, attempts: Array<{ number: number, status: ActionStatus, output: unknown, error: string | null }> }> }> }, events: { nodes: Array<
        | { __typename: 'ActionAttemptFailed', id: string, seq: number }
        | { __typename: 'ActionCompleted', id: string, seq: number }
        | { __typename: 'ActionDenied', id: string, seq: number }
        | { __typename: 'ActionFailed', id: string, seq: number }
        | { __typename: 'ActionLogged', id: string, seq: number }
        | { __typename: 'ActionProgressed', id: string, seq: number }
        | { __typename: 'ActionSkipped', id: string, seq: number }
        | { __typename: 'ActionStarted', id: string, seq: number }
        | { __typename: 'ActionStepCompleted', id: string, seq: number }
        | { __typename: 'ArgumentsDelta', id: string, seq: number }
        | { __typename: 'AttemptDiscarded', id: string, seq: number }
        | { __typename: 'ChildRunEnded', id: string, seq: number }
        | { __typename: 'ChildRunStarted', id: string, seq: number }
        | { __typename: 'CompactionStarted', id: string, seq: number }
        | { __typename: 'ConfidenceRequested', id: string, seq: number }
        | { __typename: 'ContextCompacted', id: string, seq: number }
        | { __typename: 'ErrorOccurred', id: string, seq: number }
        | { __typename: 'FinalAnswer', id: string, seq: number }
        | { __typename: 'GateOpened', id: string, seq: number }
        | { __typename: 'GateResolved', id: string, seq: number }
        | { __typename: 'HistoryTruncated', id: string, seq: number }
        | { __typename: 'InputInjected', id: string, seq: number }
        | { __typename: 'ModelSwitched', id: string, seq: number }
        | { __typename: 'PlanGenerated', id: string, seq: number }
        | { __typename: 'ReasoningDelta', id: string, seq: number }
        | { __typename: 'RunCompleted', id: string, seq: number }
        | { __typename: 'RunContinued', id: string, seq: number }
        | { __typename: 'RunFailed', id: string, seq: number }
        | { __typename: 'RunRecovered', id: string, seq: number }
        | { __typename: 'RunResumed', id: string, seq: number }
        | { __typename: 'RunStarted', id: string, seq: number }
        | { __typename: 'RunWaiting', id: string, seq: number }
        | { __typename: 'StageStarted', id: string, seq: number }
        | { __typename: 'StateEdited', id: string, seq: number }
        | { __typename: 'StepCompleted', id: string, seq: number }
        | { __typename: 'StepStarted', id: string, seq: number }
        | { __typename: 'Terminating', id: string, seq: number }
        | { __typename: 'TextDelta', id: string, seq: number }
        | { __typename: 'UsageReported', id: string, seq: number }
        | { __typename: 'Validated', id: string, seq: number }
        | { __typename: 'Warning', id: string, seq: number }
      >, pageInfo: { hasPreviousPage: boolean } } } | null };

export type FindRunsQueryVariables = Exact<{
  tag: string;
  first?: number | null | undefined;
  filter?: RunFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type FindRunsQuery = { byTag: { totalCount: number, nodes: Array<{ id: string, status: RunStatus, tags: Array<string>, metadata: unknown }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, found: { nodes: Array<{ id: string }> } };

export type LabelRunMutationVariables = Exact<{
  input: UpdateRunInput;
}>;


export type LabelRunMutation = { updateRun:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
    | { id: string, tags: Array<string>, metadata: unknown }
   };

export type ManyRunsMutationVariables = Exact<{
  filter: RunFilter;
  dryRun: boolean;
}>;


export type ManyRunsMutation = { abortRuns:
    | { code: string, message: string }
    | { code: string, message: string }
    | { matched: number, done: number, failed: number, failures: Array<{ runId: string, code: string }> }
  , retryRuns:
    | { code: string, message: string }
    | { code: string, message: string }
    | { matched: number, done: number }
   };

export type ForgetMutationVariables = Exact<{
  session: string;
}>;


export type ForgetMutation = { deleteSession:
    | { code: string, message: string }
    | { id: string, key: string, runCount: number }
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string }
   };

export type HowItGoesQueryVariables = Exact<{
  since?: string | null | undefined;
  timeZone?: string | null | undefined;
  filter?: RunFilter | null | undefined;
}>;


export type HowItGoesQuery = { runStats: { cursor: string, isTruncated: boolean, buckets: Array<{ day: string | null, status: RunStatus | null, count: number, failureRate: number | null, duration: { p50: number | null, p95: number | null, p99: number | null }, timeToFirstToken: { p50: number | null }, gateWait: { count: number, p50: number | null }, usage: { costUsd: string, totalTokens: number } }> }, toolStats: { tools: Array<{ type: ActionType, target: string, calls: number, failed: number, failureRate: number | null, duration: { p95: number | null } }> }, queue: { due: number, running: number, free: number, workers: Array<{ id: string, state: WorkerState, slots: number, active: number }> }, server: { version: string, role: ProcessRole, limits: { depth: number, cost: number, pageSize: number }, retention: { runsDays: number | null } } };

export type WatchStatsSubscriptionVariables = Exact<{
  filter?: RunFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchStatsSubscription = { runStats: { cursor: string, buckets: Array<{ status: RunStatus | null, count: number }> } };

export type RunEventsSubscriptionVariables = Exact<{
  runId: string | number;
  after?: string | null | undefined;
}>;


export type RunEventsSubscription = { runEvents:
    | { __typename: 'ActionAttemptFailed', seq: number, cursor: string, at: string }
    | { __typename: 'ActionCompleted', seq: number, cursor: string, at: string }
    | { __typename: 'ActionDenied', seq: number, cursor: string, at: string }
    | { __typename: 'ActionFailed', seq: number, cursor: string, at: string }
    | { __typename: 'ActionLogged', seq: number, cursor: string, at: string }
    | { __typename: 'ActionProgressed', seq: number, cursor: string, at: string }
    | { __typename: 'ActionSkipped', seq: number, cursor: string, at: string }
    | { __typename: 'ActionStarted', seq: number, cursor: string, at: string }
    | { __typename: 'ActionStepCompleted', seq: number, cursor: string, at: string }
    | { __typename: 'ArgumentsDelta', seq: number, cursor: string, at: string }
    | { __typename: 'AttemptDiscarded', seq: number, cursor: string, at: string }
    | { __typename: 'ChildRunEnded', seq: number, cursor: string, at: string }
    | { __typename: 'ChildRunStarted', seq: number, cursor: string, at: string }
    | { __typename: 'CompactionStarted', seq: number, cursor: string, at: string }
    | { __typename: 'ConfidenceRequested', seq: number, cursor: string, at: string }
    | { __typename: 'ContextCompacted', seq: number, cursor: string, at: string }
    | { __typename: 'ErrorOccurred', seq: number, cursor: string, at: string }
    | { __typename: 'FinalAnswer', seq: number, cursor: string, at: string }
    | { __typename: 'GateOpened', seq: number, cursor: string, at: string }
    | { __typename: 'GateResolved', seq: number, cursor: string, at: string }
    | { __typename: 'HistoryTruncated', seq: number, cursor: string, at: string }
    | { __typename: 'InputInjected', seq: number, cursor: string, at: string }
    | { __typename: 'ModelSwitched', seq: number, cursor: string, at: string }
    | { __typename: 'PlanGenerated', seq: number, cursor: string, at: string }
    | { __typename: 'ReasoningDelta', seq: number, cursor: string, at: string }
    | { __typename: 'RunCompleted', seq: number, cursor: string, at: string }
    | { __typename: 'RunContinued', seq: number, cursor: string, at: string }
    | { __typename: 'RunFailed', seq: number, cursor: string, at: string }
    | { __typename: 'RunRecovered', seq: number, cursor: string, at: string }
    | { __typename: 'RunResumed', seq: number, cursor: string, at: string }
    | { __typename: 'RunStarted', seq: number, cursor: string, at: string }
    | { __typename: 'RunWaiting', seq: number, cursor: string, at: string }
    | { __typename: 'StageStarted', seq: number, cursor: string, at: string }
    | { __typename: 'StateEdited', seq: number, cursor: string, at: string }
    | { __typename: 'StepCompleted', seq: number, cursor: string, at: string }
    | { __typename: 'StepStarted', seq: number, cursor: string, at: string }
    | { __typename: 'Terminating', seq: number, cursor: string, at: string }
    | { __typename: 'TextDelta', seq: number, cursor: string, at: string }
    | { __typename: 'UsageReported', seq: number, cursor: string, at: string }
    | { __typename: 'Validated', seq: number, cursor: string, at: string }
    | { __typename: 'Warning', seq: number, cursor: string, at: string }
   };

export type RunQueryVariables = Exact<{
  id: string | number;
}>;


export type RunQuery = { run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, summary: string | null, stepCount: number, durationMs: number | null, error: { code: string, message: string } | null, usage: { totalTokens: number, costUsd: string } } | null };

export type TriggerRunMutationVariables = Exact<{
  input: TriggerRunInput;
}>;


export type TriggerRunMutation = { triggerRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, status: RunStatus }
   };

export const NewestRunsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NewestRuns"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<NewestRunsFragment, unknown>;
export const ActionStateFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]} as unknown as DocumentNode<ActionStateFragment, unknown>;
export const StepStateFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StepState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]} as unknown as DocumentNode<StepStateFragment, unknown>;
export const RunStateFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StepState"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StepState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}}]} as unknown as DocumentNode<RunStateFragment, unknown>;
export const HomeDocument = {"__meta__":{"hash":"sha256:c46ed07fe12a77d274adacbd7af5eb96c33bcd7da3468ac5896ec78677a7ce96"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Home"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"NewestRuns"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NewestRuns"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<HomeQuery, HomeQueryVariables>;
export const HomeUpdatesDocument = {"__meta__":{"hash":"sha256:68f9eba2e622d3b0097ba03ffbda7eb27bcaf84f117c4a317500b1c00a34b4c3"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"HomeUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NewestRuns"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NewestRuns"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<HomeUpdatesSubscription, HomeUpdatesSubscriptionVariables>;
export const HomeDeletionsDocument = {"__meta__":{"hash":"sha256:d8abc66e022a741521d9d8374eb31eb33a67b998f7ba6f7121502033e63dad33"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"HomeDeletions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runDeleted"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NewestRuns"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NewestRuns"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<HomeDeletionsSubscription, HomeDeletionsSubscriptionVariables>;
export const StartRunDocument = {"__meta__":{"hash":"sha256:a56cfcdbf512193dc3e4930b0edc2330b1de363f876b589098c9c3ec6d86a540"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TriggerRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"triggerRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<StartRunMutation, StartRunMutationVariables>;
export const RunPageDocument = {"__meta__":{"hash":"sha256:2d78fc19dbf5fbb19f076b50595c0afdb457b60126bae3805da092259a57f742"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StepState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StepState"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RunPageQuery, RunPageQueryVariables>;
export const RunPageEventsDocument = {"__meta__":{"hash":"sha256:9405bcf123bc91751e2aecb63eb7c28ee2add0c7d63c451c168e7f929835ffe3"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunPageEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"runId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"runId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunRecovered"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunResumed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunContinued"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunWaiting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StepStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanGenerated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionDenied"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionSkipped"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StepState"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StepState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionState"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StepState"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RunPageEventsSubscription, RunPageEventsSubscriptionVariables>;
export const DefinitionsDocument = {"__meta__":{"hash":"sha256:4e3cc906650727f452a614cd20adc43fc4f6f31b3f4f502daf122307711b0146"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Definitions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"StringValue","value":"demo","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"tool"},"value":{"kind":"StringValue","value":"calculator","block":false}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"LAST_ACTIVE_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"runCount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"models"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"StringValue","value":"claude","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"features"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputPerMillion"}}]}},{"kind":"Field","name":{"kind":"Name","value":"provider"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"providers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"configured"}},{"kind":"Field","name":{"kind":"Name","value":"setting"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"kind"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"BUILT_IN"}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}}]}}]}}]} as unknown as DocumentNode<DefinitionsQuery, DefinitionsQueryVariables>;
export const ChangeAgentDocument = {"__meta__":{"hash":"sha256:ba4593b0c37dc97d6191f1091429f7a95ceaca54110681c613ec90f16bc3fa05"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"definition"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinitionInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"definition"},"value":{"kind":"Variable","name":{"kind":"Name","value":"definition"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ChangeAgentMutation, ChangeAgentMutationVariables>;
export const RollBackDocument = {"__meta__":{"hash":"sha256:8c34c5cd5d35402dfe85ee6f3b77480c1a3c6737b0dbbb25146e05e984588913"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RollBack"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rollBackAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RollBackMutation, RollBackMutationVariables>;
export const ArchiveAgentDocument = {"__meta__":{"hash":"sha256:f8bb528be76a00b6a9af9314b70ee383f393de51538b7b94cb060539ea4f86e6"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ArchiveAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archiveAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ArchiveAgentMutation, ArchiveAgentMutationVariables>;
export const RestoreAgentDocument = {"__meta__":{"hash":"sha256:4d62bae45e7a580e6c9fe457c89d93f484430c8ca21e898dad27f21e63c6716c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreAgentMutation, RestoreAgentMutationVariables>;
export const CreateAutomationDocument = {"__meta__":{"hash":"sha256:2c0006781d815024954ad97b4da20e6073d4691847376cbaada778da1946de46"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAutomation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"url"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"cron"},"value":{"kind":"StringValue","value":"0 9 * * *","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"input"},"value":{"kind":"StringValue","value":"Good morning.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"enabled"},"value":{"kind":"BooleanValue","value":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"tags"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"daily","block":false}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireAt"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireTimes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"count"},"value":{"kind":"IntValue","value":"2"}}]}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"createWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"url"},"value":{"kind":"Variable","name":{"kind":"Name","value":"url"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"topics"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"RUN_COMPLETED"}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedWebhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateAutomationMutation, CreateAutomationMutationVariables>;
export const TryAutomationDocument = {"__meta__":{"hash":"sha256:486075b91f867719cbd85eb9a028fb14bf9ff90dc119abed5cbae65196ca3bca"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TryAutomation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schedule"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"webhook"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fireSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schedule"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"schedule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"testWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"webhook"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookTest"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accepted"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"rotateWebhookSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"webhook"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"keepOldForMs"},"value":{"kind":"IntValue","value":"60000"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RotatedWebhookSecret"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TryAutomationMutation, TryAutomationMutationVariables>;
export const RemoveAutomationDocument = {"__meta__":{"hash":"sha256:900c292645c4ec7a4ee3b2ee96f3fa6cf63d2e058864e2023c88df2811159d5e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveAutomation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schedule"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"webhook"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schedule"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedSchedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"deleteWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"webhook"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedWebhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RemoveAutomationMutation, RemoveAutomationMutationVariables>;
export const AdministrationDocument = {"__meta__":{"hash":"sha256:2260392475d1bf6918e86344d83d8993ac55de093d38ce579484e80415b07bcc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Administration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"relic"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"relic"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"relic"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"projects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"caller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"scope"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"abilities"}}]}}]}}]}}]} as unknown as DocumentNode<AdministrationQuery, AdministrationQueryVariables>;
export const TokenForRunDocument = {"__meta__":{"hash":"sha256:a1f9469fb11f6b99deeceeddb85c06e4e8f08e937661dd28441b1623fba1e465"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TokenForRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"run"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"subject"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAccessToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"run"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"abilities"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"READ"},{"kind":"EnumValue","value":"ABORT"}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"subject"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subject"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"expiresInMs"},"value":{"kind":"IntValue","value":"60000"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedAccessToken"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TokenForRunMutation, TokenForRunMutationVariables>;
export const OwnRunDocument = {"__meta__":{"hash":"sha256:aa242dbca2db179ce0fbe6561d1d25f6ce4dbc1d19fc4737f5e891bcf1f89d0d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OwnRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"scope"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"abilities"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"output"}}]}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<OwnRunQuery, OwnRunQueryVariables>;
export const CollectItemsDocument = {"__meta__":{"hash":"sha256:eb8b67eaba29a9c54dd1ec88220114e3bf506fd6d04552ee7e5863b0aa1b079b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CollectItems"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataSet"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"item"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DataSetItemInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDataSet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataSet"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"items"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"item"}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CollectItemsMutation, CollectItemsMutationVariables>;
export const EvaluateDocument = {"__meta__":{"hash":"sha256:559d69b78f0181247294ef374e74cfbc96e0d0e0958f4a46e6d3682094c1e83d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Evaluate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartEvaluationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startEvaluation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<EvaluateMutation, EvaluateMutationVariables>;
export const EvaluationProgressDocument = {"__meta__":{"hash":"sha256:d99d8a7aedf459870220047a8d411344c49ab7e90ac79c77ab6b2b6193c8f7cf"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"EvaluationProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"evaluationUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"passedCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"score"}}]}}]}}]} as unknown as DocumentNode<EvaluationProgressSubscription, EvaluationProgressSubscriptionVariables>;
export const EvaluationReportDocument = {"__meta__":{"hash":"sha256:5e98fa54ac6e3401715fdf079970db2c9927da6a7c6911cd479c4a41c8e3c8eb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EvaluationReport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"evaluation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"Field","name":{"kind":"Name","value":"itemTrials"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"flaky"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparison"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"improved"}},{"kind":"Field","name":{"kind":"Name","value":"regressed"}},{"kind":"Field","name":{"kind":"Name","value":"same"}},{"kind":"Field","name":{"kind":"Name","value":"flaky"}}]}}]}}]}}]} as unknown as DocumentNode<EvaluationReportQuery, EvaluationReportQueryVariables>;
export const LiveRunsDocument = {"__meta__":{"hash":"sha256:e3a2b1211dd60389058344bc317a1501e1405c1d4f759a638c120b0ec45583c7"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"includeUnmatched"},"value":{"kind":"BooleanValue","value":true}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"isMatch"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LiveRunsSubscription, LiveRunsSubscriptionVariables>;
export const LiveGatesDocument = {"__meta__":{"hash":"sha256:64c76dd9d6d8057f88acf204445edfc939fd4dbf2888ca43adaebd69a7708858"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveGates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OPEN"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"includeUnmatched"},"value":{"kind":"BooleanValue","value":true}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"isMatch"}},{"kind":"Field","name":{"kind":"Name","value":"gate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OPEN"}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LiveGatesSubscription, LiveGatesSubscriptionVariables>;
export const DecideDocument = {"__meta__":{"hash":"sha256:1b0dd596eda6745bf999aab39b1ddbf814286e3f831f71bce2e6e251b648e8d2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Decide"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResolveGateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resolveGate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DecideMutation, DecideMutationVariables>;
export const LiveDeletionsDocument = {"__meta__":{"hash":"sha256:af9cdf6dccbbe18616d6a8df15ff1e0b09aff670f6106ce0b5556a4de27a3e80"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveDeletions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runDeleted"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LiveDeletionsSubscription, LiveDeletionsSubscriptionVariables>;
export const StartTaggedDocument = {"__meta__":{"hash":"sha256:b9e54325e2597843f4c348608bba520229caf5d9721f0472e97e171d5c20e2c0"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartTagged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TriggerRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"triggerRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<StartTaggedMutation, StartTaggedMutationVariables>;
export const FollowRunDocument = {"__meta__":{"hash":"sha256:c5d6b173a5ffff4f6a98035742482e3cd0350a3b6c018647ad0c8a8e9a6abeb6"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FollowRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"StepCompleted"},{"kind":"EnumValue","value":"GateOpened"},{"kind":"EnumValue","value":"RunCompleted"},{"kind":"EnumValue","value":"RunFailed"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]} as unknown as DocumentNode<FollowRunSubscription, FollowRunSubscriptionVariables>;
export const WhatWasSaidDocument = {"__meta__":{"hash":"sha256:07ad07afaadff31f372b3457c3a8790dd17e1e7e042fd4feea8bc24fe7b17ae1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhatWasSaid"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolCallPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"2"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"modelCalls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"request"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"body"}}]}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"body"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WhatWasSaidQuery, WhatWasSaidQueryVariables>;
export const FindRunsDocument = {"__meta__":{"hash":"sha256:733217a45562d9e3e50c121698785ef44c32d6350649617fe30b1ba68847ca37"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tag"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"byTag"},"name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"tags"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"tag"}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"found"},"name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"COMPLETED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<FindRunsQuery, FindRunsQueryVariables>;
export const LabelRunDocument = {"__meta__":{"hash":"sha256:f33640093b28efeb437a714b9363320571ec1fefa28e3b63942e07545a8cf746"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LabelRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LabelRunMutation, LabelRunMutationVariables>;
export const ManyRunsDocument = {"__meta__":{"hash":"sha256:671fe4be9be232ddf3b417fb1bbaae0cb23dacc228cf3e0a8de9e71383c7fb58"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ManyRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abortRuns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"reason"},"value":{"kind":"StringValue","value":"No longer needed","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunBatch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"failures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryRuns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"BooleanValue","value":true}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunBatch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"done"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ManyRunsMutation, ManyRunsMutationVariables>;
export const ForgetDocument = {"__meta__":{"hash":"sha256:bbdd54a7b611179ccafb8005b46694ac3e5fadd1cd2d06c7b9380cec9b42bb8d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Forget"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"session"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"session"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"includeCopies"},"value":{"kind":"BooleanValue","value":true}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedSession"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"runCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ForgetMutation, ForgetMutationVariables>;
export const HowItGoesDocument = {"__meta__":{"hash":"sha256:5f17f9efaf4cb9b71f26d7799da5f16e49b0174ea7bb1b2c1e94cce3aa23fe5a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HowItGoes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"DAY"},{"kind":"EnumValue","value":"STATUS"}]}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"isTruncated"}},{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"failureRate"}},{"kind":"Field","name":{"kind":"Name","value":"duration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"p50"}},{"kind":"Field","name":{"kind":"Name","value":"p95"}},{"kind":"Field","name":{"kind":"Name","value":"p99"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeToFirstToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"p50"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gateWait"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"p50"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"toolStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"calls"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"failureRate"}},{"kind":"Field","name":{"kind":"Name","value":"duration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"p95"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"queue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"due"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"free"}},{"kind":"Field","name":{"kind":"Name","value":"workers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"slots"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"server"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"limits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"depth"}},{"kind":"Field","name":{"kind":"Name","value":"cost"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runsDays"}}]}}]}}]}}]} as unknown as DocumentNode<HowItGoesQuery, HowItGoesQueryVariables>;
export const WatchStatsDocument = {"__meta__":{"hash":"sha256:bc5aa4bdf96b86886175cf6b0d37b09195d6881a08a8c0243fa33b5fb2354005"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATUS"}]}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<WatchStatsSubscription, WatchStatsSubscriptionVariables>;
export const RunEventsDocument = {"__meta__":{"hash":"sha256:6a0642a1d70a41245053161cc69cf24296fd877f8c5f8e605544f6e6dd875ec8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"runId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"runId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]} as unknown as DocumentNode<RunEventsSubscription, RunEventsSubscriptionVariables>;
export const RunDocument = {"__meta__":{"hash":"sha256:01c368a486d8981fddb5f3c9306a5a14534cb1792c7975e88ddee09e7cecdbc8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Run"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}}]}}]}}]} as unknown as DocumentNode<RunQuery, RunQueryVariables>;
export const TriggerRunDocument = {"__meta__":{"hash":"sha256:81f167141ca9e57fad0fcf3141e124f0d87e698cf3c5d54d5b0671cfb260f56a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TriggerRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TriggerRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"triggerRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TriggerRunMutation, TriggerRunMutationVariables>;
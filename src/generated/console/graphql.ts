/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Input of `abortRun`. */
export type AbortRunInput = {
  /** Global id of the run. */
  id: string | number;
  /** Reason for the abort, for people. */
  reason?: string | null | undefined;
};

/** Input of `abortRuns`. */
export type AbortRunsInput = {
  /** Whether only to find the runs and change nothing. Default false. */
  dryRun?: boolean | null | undefined;
  /** Filter that the runs match. At least one field besides `rootsOnly` must leave out some runs, so that no call means every run by mistake: `tags: []`, `metadata: {}` or a minimum of 0 does not count. */
  filter: RunFilter;
  /** Maximum number of runs, from 1 to 5000. Default 1000. The newest runs come first. If `hasMore` is true, repeat the call. */
  limit?: number | null | undefined;
  /** Reason for the abort, for people. */
  reason?: string | null | undefined;
};

/** Mode in which a plan waits for an action. */
export type ActionMode =
  /** The action runs in parallel with other actions. */
  | 'ASYNC'
  /** The plan does not wait for the action. */
  | 'FIRE_AND_FORGET'
  /** The actions that are listed after it start only after it has ended. */
  | 'SYNC';

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

/** Input of `addDataSetItems`. */
export type AddDataSetItemsInput = {
  /** Global id or slug of the data set. */
  dataSet: string | number;
  /** Items to add. */
  items: Array<DataSetItemInput>;
  /** Whether to remove the items that are not in `items`. Default false. */
  removeOthers?: boolean | null | undefined;
};

/** Input of `addRunsToDataSet`. Give either `runIds` or `filter`. */
export type AddRunsToDataSetInput = {
  /** Whether to create the data set if `dataSet` is a slug that no data set of the project has. Default false. */
  create?: boolean | null | undefined;
  /** Global id or slug of the data set. */
  dataSet: string | number;
  /** Whether the answer of a COMPLETED run is expected word for word, as `exact`. Default false. */
  expectAnswer?: boolean | null | undefined;
  /** Filter for the runs. The newest are taken. At least one field besides `rootsOnly` must leave out some runs. */
  filter?: RunFilter | null | undefined;
  /** Maximum number of runs that `filter` selects, from 1 to 1,000. Default 100. */
  limit?: number | null | undefined;
  /** Global ids of the runs, at most 1,000. */
  runIds?: Array<string | number> | null | undefined;
};

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

/** Filter for agents. Each field that is given must match. */
export type AgentFilter = {
  /** Whether agents are archived. Default ACTIVE. */
  archived?: ArchiveState | null | undefined;
  /** Model that the agent calls, first or as a fallback: `provider/model`. */
  model?: string | null | undefined;
  /** Text that the slug, the name or the description contains, in any case of letters. */
  search?: string | null | undefined;
  /** Name of a tool that the agent may call. */
  tool?: string | null | undefined;
};

/** Order of a list of agents. */
export type AgentOrder = {
  /** Direction of the order. */
  direction: OrderDirection;
  /** Field to order by. */
  field: AgentOrderField;
};

/** Fields that agents can be ordered by. Agents with equal values are ordered by id. */
export type AgentOrderField =
  /** Time when the agent was created. */
  | 'CREATED_AT'
  /** Display name of the agent. */
  | 'NAME'
  /** Slug of the agent. */
  | 'SLUG'
  /** Time when the agent was last changed. */
  | 'UPDATED_AT';

/** Place where the definition of an agent is maintained. */
export type AgentSource =
  /** The API, or the console. Mutations change it. */
  | 'API'
  /** The code of the server (`RUNGRAPH_AGENTS`). Mutations that change the definition are refused. */
  | 'CODE';

/** Role of a caller. Each role includes the permissions of the roles before it. */
export type ApiKeyRole =
  /** The caller may change agents, policies, relics, webhooks and other configuration of runs, and create and revoke API keys. */
  | 'ADMIN'
  /** The caller may start and steer runs and decide at gates. */
  | 'OPERATOR'
  /** The caller may read and follow everything in the project except its API keys. */
  | 'VIEWER';

/** Input of `archiveAgent`. */
export type ArchiveAgentInput = {
  /** Global id of the agent. */
  id: string | number;
};

/** Choice between archived agents or workflows, the others, and both. */
export type ArchiveState =
  /** Objects that are not archived. */
  | 'ACTIVE'
  /** Archived objects and others. */
  | 'ANY'
  /** Archived objects. */
  | 'ARCHIVED';

/** Input of `archiveWorkflow`. */
export type ArchiveWorkflowInput = {
  /** Global id of the workflow. */
  id: string | number;
};

/** Decision about a call. */
export type AuditDecision =
  /** The call was permitted. */
  | 'ALLOW'
  /** The call was not permitted. */
  | 'DENY'
  /** The call was refused for a reason other than permission. */
  | 'REFUSED'
  /** The call required the approval of a human. */
  | 'REQUIRE_APPROVAL';

/** Treatment of a new run whose session has an active run. */
export type BusySession =
  /** The new run waits for its turn. */
  | 'ENQUEUE'
  /** The active run is aborted, then the new run begins. */
  | 'INTERRUPT'
  /** The new run is refused with a conflict. */
  | 'REJECT';

/** Purpose of a model call. */
export type CallPurpose =
  /** Summary of older messages. */
  | 'COMPACTION'
  /** Confidence of the agent. */
  | 'CONFIDENCE'
  /** Final summary after a limit was reached. */
  | 'FINAL'
  /** Next turn of the loop. */
  | 'LOOP'
  /** Plan of actions. */
  | 'PLAN'
  /** Replacement for a failed action. */
  | 'REPLAN'
  /** Judgement of the progress of the run. */
  | 'VALIDATION';

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

/** How much worse a version may be than the one that it is compared with. */
export type CanaryMarginsInput = {
  /** Mean cost of a run: by which share it may be higher, from 0. 0.25: a quarter. */
  cost?: number | null | undefined;
  /** Mean active time of a run: by which share it may be longer, from 0. 0.25: a quarter. */
  duration?: number | null | undefined;
  /** Failure rate: by how much it may be higher, as a difference of two shares, from 0 to 1. 0.05: 5 percentage points. */
  failureRate?: number | null | undefined;
  /** Mean rating of a run: by how much it may be lower, from 0 to 1. */
  rating?: number | null | undefined;
};

/** Measure that a canary compares. */
export type CanaryMeasure =
  /** Mean cost of a run's own model calls, in US dollars. */
  | 'COST'
  /** Mean active time of a run, in milliseconds. */
  | 'DURATION'
  /** Share of FAILED and PAUSED runs among the COMPLETED, FAILED and PAUSED ones: a run that stands at a limit has not done its work. */
  | 'FAILURE_RATE'
  /** Mean rating of the rated runs, from 0 to 1. */
  | 'RATING';

/** Status of a canary. */
export type CanaryStatus =
  /** No measure of the version is worse than its margin permits. */
  | 'PASSED'
  /** A share of the new runs gets the version. */
  | 'RUNNING'
  /** A measure of the version is worse, or a caller stopped the canary. All runs get the version before. */
  | 'STOPPED'
  /** The canary reached its last run without a decision. All runs get the version before. */
  | 'UNDECIDED';

/** What a comparison says about a measure. */
export type CanaryVerdict =
  /** The whole interval is within the margin: the version is not worse than it permits. */
  | 'NOT_WORSE'
  /** The interval reaches beyond the margin on one side, or there are too few runs for one. */
  | 'UNKNOWN'
  /** The whole interval is beyond the margin: the version is worse. */
  | 'WORSE';

/** Input of `cancelEvaluation`. */
export type CancelEvaluationInput = {
  /** Global id of the evaluation. */
  id: string | number;
};

/** Input of `commentRun`. */
export type CommentRunInput = {
  /** Global id of the action that the comment is about, in place of a step. */
  actionId?: string | number | null | undefined;
  /** Global id of the run. */
  runId: string | number;
  /** Number of the step that the comment is about. Leave it out for a comment on the run. */
  stepNumber?: number | null | undefined;
  /** Text of the comment, of 1 to 10,000 characters. */
  text: string;
};

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

/** Strategy for a conversation that exceeds the context window. */
export type CompactionStrategy =
  /** The oldest messages are left out. */
  | 'DROP_OLDEST'
  /** Older messages are replaced by a summary. */
  | 'SUMMARISE'
  /** Large tool results are cut. */
  | 'TRUNCATE_RESULTS';

/** Confidence that the agent needs to continue without a human. */
export type ConfidenceInput = {
  /** Number of steps between two checks. Default 5. */
  everySteps?: number | null | undefined;
  /** Models that judge the confidence, in this order. Default: the models of the agent. */
  models?: Array<string> | null | undefined;
  /** Threshold from 0 to 1. A gate opens if the confidence is below it. Default 0.5. */
  threshold?: number | null | undefined;
};

/** Kind of a part of a cost. */
export type CostKind =
  /** What batches saved of the full price. The cost is negative. */
  | 'BATCH_DISCOUNT'
  /** Input tokens that were read from the provider's cache. */
  | 'CACHE_READ'
  /** Input tokens that were written to the provider's cache. */
  | 'CACHE_WRITE'
  /** Input tokens that no cache of the provider served or stored. */
  | 'INPUT'
  /** Output tokens, including reasoning tokens. */
  | 'OUTPUT'
  /** Price of the requests, whatever their tokens. */
  | 'REQUEST';

/** Input of `createAgent`. */
export type CreateAgentInput = {
  /** Definition of the agent. */
  definition: AgentDefinitionInput;
  /** Short name of the agent: lower case letters, digits and hyphens. */
  slug: string;
};

/** Input of `createApiKey`. */
export type CreateApiKeyInput = {
  /** Time from which the key is no longer valid. If you leave it out, the key does not expire. */
  expiresAt?: string | null | undefined;
  /** Name of the caller that is to use the key. It must differ from the names of all present and past keys of the project. */
  name: string;
  /** Role of the callers that use the key. It must be ADMIN if the project has no valid key with the role ADMIN. */
  role: ApiKeyRole;
};

/** Input of `createDataSet`. */
export type CreateDataSetInput = {
  /** Purpose of the data set. */
  description?: string | null | undefined;
  /** Items, at most 1,000. Default: none. */
  items?: Array<DataSetItemInput> | null | undefined;
  /** Display name. Default: the slug. */
  name?: string | null | undefined;
  /** Short name, unique in the project: lower-case letters, digits and hyphens. */
  slug: string;
};

/** Input of `createSchedule`. */
export type CreateScheduleInput = {
  /** Global id or slug of the agent. */
  agent: string | number;
  /** Time from the start of a run until which its turns are asked in batches, in milliseconds, up to 7 days. Only with the pricing BATCH. Null for 24 hours. Default: null. */
  batchDeadlineMs?: number | null | undefined;
  /** Cron expression with five fields: minute, hour, day of the month, month, day of the week. `0 9 * * 1-5` means at 9:00 on Monday to Friday. */
  cron: string;
  /** Whether the schedule is enabled. Default true. */
  enabled?: boolean | null | undefined;
  /** Input of the runs. */
  input: string;
  /** Metadata of the runs, as in `triggerRun`. Default: none. */
  metadata?: unknown;
  /** Treatment of times that pass while no process is running. Default ONCE. */
  misfirePolicy?: MisfirePolicy | null | undefined;
  /** Pricing of the model calls of the runs. Null for the pricing of the agent. Default: null. */
  pricing?: Pricing | null | undefined;
  /** Key of the session that the runs share. If you leave it out, the runs have no session. */
  sessionKey?: string | null | undefined;
  /** Tags of the runs, as in `triggerRun`. Default: none. */
  tags?: Array<string> | null | undefined;
  /** Time zone of the schedule: `Europe/Berlin`. Default `UTC`. */
  timeZone?: string | null | undefined;
};

/** Input of `createWebhook`. */
export type CreateWebhookInput = {
  /** Topics that the webhook receives. If you leave it out, it receives all topics. */
  topics?: Array<WebhookTopic> | null | undefined;
  /** URL that receives the POST requests: `https://…` or `http://…`. A private address must be listed in `RUNGRAPH_WEBHOOK_PRIVATE`. */
  url: string;
};

/** Input of `createWorkflow`. */
export type CreateWorkflowInput = {
  /** Definition of the workflow. */
  definition: WorkflowDefinitionInput;
  /** Short name of the workflow: lower case letters, digits and hyphens. */
  slug: string;
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

/** Changes to the limits for runs if neither the trigger nor the agent sets them. A field that you leave out stays unchanged. Null removes the limit. */
export type DefaultLimitsInput = {
  /** Cost limit of a run and its descendants, in US dollars. Null removes the limit. */
  maxCostUsd?: string | null | undefined;
  /** Step limit of a run. Null removes the limit. */
  maxSteps?: number | null | undefined;
  /** Limit of input and output tokens of a run and its descendants. Null removes the limit. */
  maxTokens?: number | null | undefined;
  /** Time limit of a run, in milliseconds. Null removes the limit. */
  timeoutMs?: number | null | undefined;
};

/** Input of `deleteAgent`. */
export type DeleteAgentInput = {
  /** Global id of the agent. */
  id: string | number;
};

/** Input of `deleteBinding`. */
export type DeleteBindingInput = {
  /** Global id of the binding. */
  id: string | number;
};

/** Input of `deleteEventSource`. */
export type DeleteEventSourceInput = {
  /** Global id of the event source. */
  id: string | number;
};

/** Input of `deleteEventTrigger`. */
export type DeleteEventTriggerInput = {
  /** Global id of the event trigger. */
  id: string | number;
};

/** Input of `deletePolicy`. */
export type DeletePolicyInput = {
  /** Global id of the policy. */
  id: string | number;
};

/** Input of `deleteRating`. */
export type DeleteRatingInput = {
  /** Global id of the rating. */
  id: string | number;
};

/** Input of `deleteRelic`. */
export type DeleteRelicInput = {
  /** Global id of the relic. */
  id: string | number;
};

/** Input of `deleteRunComment`. */
export type DeleteRunCommentInput = {
  /** Global id of the run comment. */
  id: string | number;
};

/** Input of `deleteRun`. */
export type DeleteRunInput = {
  /** Global id of a top-level run that has ended. */
  id: string | number;
  /** Whether to delete also the runs that were forked, retried, replayed or evaluated from what is deleted, which contain its texts. Default false: the deletion is refused if there are any. */
  includeCopies?: boolean | null | undefined;
};

/** Input of `deleteSchedule`. */
export type DeleteScheduleInput = {
  /** Global id of the schedule. */
  id: string | number;
};

/** Input of `deleteSession`. */
export type DeleteSessionInput = {
  /** Whether to delete also the runs that were forked, retried, replayed or evaluated from what is deleted, which contain its texts. Default false: the deletion is refused if there are any. */
  includeCopies?: boolean | null | undefined;
  /** Key of the session. */
  key: string;
};

/** Input of `deleteWebhook`. */
export type DeleteWebhookInput = {
  /** Global id of the webhook. */
  id: string | number;
};

/** Input of `deleteWorkflow`. */
export type DeleteWorkflowInput = {
  /** Global id of the workflow. */
  id: string | number;
};

/** Status of a delivery. */
export type DeliveryStatus =
  /** The server gave up after many attempts. `redeliver` starts again. */
  | 'ABANDONED'
  /** The receiver accepted the delivery. */
  | 'DELIVERED'
  /** The receiver has not accepted the delivery yet. */
  | 'PENDING';

/** Input of `endMcpSignIn`. */
export type EndMcpSignInInput = {
  /** Name of the server in the file `RUNGRAPH_MCP`. */
  server: string;
};

/** Difference of an item between two evaluations. */
export type EvaluationChange =
  /** The baseline has no item with this key. */
  | 'ADDED'
  /** Some trials of the item pass and others fail in at least one of the evaluations. A difference may be chance. */
  | 'FLAKY'
  /** The item failed in the baseline and passes now, or has a higher score. */
  | 'IMPROVED'
  /** The item passed in the baseline and fails now, or has a lower score. */
  | 'REGRESSED'
  /** Only the baseline has an item with this key. */
  | 'REMOVED'
  /** The item has the same score, or was not scored in one of the evaluations. */
  | 'SAME';

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

/** Filter for evaluations. An evaluation must match every field that you give. */
export type EvaluationFilter = {
  /** Evaluations of this agent, by its slug or global id. */
  agent?: string | number | null | undefined;
  /** Evaluations of this version of the agent. Versions are numbered by agent, so it needs `agent`. */
  agentVersion?: number | null | undefined;
  /** Evaluations over this data set, by its slug or global id. */
  dataSet?: string | number | null | undefined;
  /** Evaluations by one of these methods. */
  mode?: Array<EvaluationMode> | null | undefined;
  /** Evaluations with one of these statuses. */
  status?: Array<EvaluationStatus> | null | undefined;
};

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

/** Input of `fireSchedule`. */
export type FireScheduleInput = {
  /** Global id of the schedule. */
  id: string | number;
};

/** Flow of an agent. */
export type FlowType =
  /** The body repeats until its exit condition is true. */
  | 'LOOP'
  /** Named stages run in order. The output of a stage is the input of the next stage. */
  | 'SEQUENTIAL'
  /** The loop runs once. */
  | 'SINGLE';

/** Input of `forkRun`. */
export type ForkRunInput = {
  /** Number of the last step to take over, which must have ended. 0 begins from the start. */
  afterStep: number;
  /** Context of the new run, in place of the context after the step: an object. */
  context?: unknown;
  /** Position of a message of the run: the new run has neither it nor the messages after it, and the model is asked again from there. A result of a tool is dropped with its call. */
  dropFrom?: number | null | undefined;
  /** Global id of the run to fork. */
  id: string | number;
  /** With `afterStep: 0`, the input that replaces the original input. Otherwise, the next message that the model receives. */
  input?: string | null | undefined;
  /** Messages of the run with other texts. At most 100. Messages that a compaction covers cannot be changed. */
  messages?: Array<MessageEditInput> | null | undefined;
  /** Model of the new run, instead of the agent's model: `provider/model`. */
  model?: string | null | undefined;
  /** System prompt of the new run, instead of the agent's system prompt. */
  systemPrompt?: string | null | undefined;
};

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

/** Filter for gates. Each field that is given must match. */
export type GateFilter = {
  /** Gates of the runs of this agent, by its global id or slug. */
  agent?: string | number | null | undefined;
  /** Gates that opened after this time. */
  createdAfter?: string | null | undefined;
  /** Gates that opened before this time. */
  createdBefore?: string | null | undefined;
  /** Gates with one of these ids, at most 100. */
  ids?: Array<string | number> | null | undefined;
  /** Whether to include the gates of all descendants of `runId`. Default false. */
  includeDescendants?: boolean | null | undefined;
  /** Gates of one of these kinds. Default: of all kinds except TIME and EVENT, at which nobody decides. */
  kind?: Array<GateKind> | null | undefined;
  /** Gates of the run with this global id. */
  runId?: string | number | null | undefined;
  /** Gates with one of these statuses. */
  status?: Array<GateStatus> | null | undefined;
};

/** Kind of a gate: the cause of the decision. */
export type GateKind =
  /** A policy requires the approval of a call. */
  | 'ACTION_APPROVAL'
  /** A turn of the run waits for the answer of a batch. Nobody decides: the run continues with the answer, or asks at the full price when the gate expires. */
  | 'BATCH'
  /** A call waits for an event (`sendEvent`). Nobody decides: the call continues with the event, or without one when the gate expires. */
  | 'EVENT'
  /** The same error occurred repeatedly. */
  | 'IDENTICAL_ERRORS'
  /** A call asks a question, which is answered with ANSWER. */
  | 'INPUT'
  /** The confidence of the agent was too low. */
  | 'LOW_CONFIDENCE'
  /** The monitor detected an anomaly. */
  | 'MONITOR'
  /** A call that must not be repeated was interrupted, and its outcome is unknown. */
  | 'OUTCOME_UNKNOWN'
  /** A call was denied, and no specialist may make it. */
  | 'PERMISSION'
  /** A plan requires approval before it runs. */
  | 'PLAN_APPROVAL'
  /** A call waits for a time. Nobody decides: the gate expires then, and the call continues. */
  | 'TIME';

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

/** Method of an HTTP request. */
export type HttpMethod =
  /** The method DELETE. */
  | 'DELETE'
  /** The method GET. */
  | 'GET'
  /** The method HEAD. */
  | 'HEAD'
  /** The method PATCH. */
  | 'PATCH'
  /** The method POST. */
  | 'POST'
  /** The method PUT. */
  | 'PUT';

/** Limit that a definition leaves to the project. */
export type InheritedLimit =
  /** Cost limit, `maxCostUsd`. */
  | 'COST_LIMIT'
  /** Step limit, `maxSteps`. */
  | 'MAX_STEPS'
  /** Time limit, `defaultTimeoutMs`. */
  | 'TIMEOUT'
  /** Token limit, `maxTokens`. */
  | 'TOKEN_LIMIT';

/** Source of a limit of a run. */
export type LimitSource =
  /** Definition of the agent. */
  | 'AGENT'
  /** Built-in default. */
  | 'DEFAULT'
  /** Limits of the run that started the run. */
  | 'PARENT'
  /** Default limits of the project. */
  | 'PROJECT'
  /** Input of `resumeRun`. */
  | 'RESUME'
  /** Input of the mutation that triggered the run. */
  | 'TRIGGER';

/** Level of a line of the log of a call. */
export type LogLevel =
  /** For the search of a fault. It is kept where the log of the server has that level, too. */
  | 'DEBUG'
  /** Something failed. The call may still succeed. */
  | 'ERROR'
  /** What the call does. */
  | 'INFO'
  /** Something that a person may want to know about. */
  | 'WARN';

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

/** Whom a sign-in to an MCP server is for. */
export type McpSignInFor =
  /** All calls are made with one account, which an administrator of the server signs in to. */
  | 'SERVER'
  /** The calls of a run are made with the account of the person that started it. */
  | 'USER';

/** Change of a message that a fork takes over. */
export type MessageEditInput = {
  /** Position of the message in the run that is forked, as `Run.messages` has it. */
  position: number;
  /** Text in place of that of the message. Of a TOOL message, it is the result as the model receives it. */
  text: string;
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

/** Treatment of the times of a schedule that passed while no process was running. */
export type MisfirePolicy =
  /** One run stands for all missed times. It starts as soon as a process is running. */
  | 'ONCE'
  /** The missed times are skipped. The schedule continues with the next time. */
  | 'SKIP';

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

/** Direction of an order. */
export type OrderDirection =
  /** Ascending: the lowest value first. */
  | 'ASC'
  /** Descending: the highest value first. */
  | 'DESC';

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

/** Permission of a call. */
export type Permission =
  /** The call is permitted. */
  | 'ALLOW'
  /** The call is not permitted. */
  | 'DENY'
  /** The call is permitted after a human has approved it. */
  | 'REQUIRE_APPROVAL';

/** Type of an action that reaches outside of its run and needs permission. */
export type PermittedType =
  /** Child runs of other agents. */
  | 'AGENT'
  /** Operations of relics. */
  | 'RELIC'
  /** Calls of tools. */
  | 'TOOL'
  /** Stored plans with parameters. */
  | 'WORKFLOW';

/** Reason why an action starts only after another action. */
export type PlanEdgeKind =
  /** The other action is SYNC and precedes the action in the plan. */
  | 'BARRIER'
  /** The other action decides whether the action runs. */
  | 'BRANCH'
  /** The condition of the action reads the output or the status of the other action. */
  | 'CONDITION'
  /** The parameters of the action read the output of the other action. */
  | 'DATA'
  /** The action names the other action in `dependsOn`. */
  | 'DEPENDENCY';

/** Author of a plan. */
export type PlanSource =
  /** The caller gave the plan with the run. */
  | 'CALLER'
  /** The model of the agent wrote the plan. */
  | 'MODEL'
  /** The plan comes from the stored workflow that the run executes. */
  | 'WORKFLOW';

/** Method by which a turn decides what to do. */
export type Planner =
  /** The model writes a plan of dependent actions. */
  | 'PLAN'
  /** The tool calls of the model are the plan. */
  | 'TOOL_CALLS';

/** Runs of an agent that a policy applies to. */
export type PolicyScope =
  /** The runs of the agent. */
  | 'AGENT'
  /** The runs of the agent, and all runs below them, whichever agents they are of. ALLOW permits nothing below: it only excepts calls from a less specific policy of the agent that also applies to the descendants. */
  | 'DESCENDANTS';

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

/** Input of `rateRun`. */
export type RateRunInput = {
  /** Comment on the run, of at most 10,000 characters. */
  comment?: string | null | undefined;
  /** Labels of the rating, such as `wrong-tool`: at most 20, of at most 100 characters each. */
  labels?: Array<string> | null | undefined;
  /** Global id of the run. */
  runId: string | number;
  /** Score of the run, from 0, the worst, to 1, the best. A thumb down is 0, and a thumb up is 1. */
  score: number;
};

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

/** Input of `redeliver`. */
export type RedeliverInput = {
  /** Global id of the delivery, or the `webhook-id` of a request. */
  id: string | number;
};

/** Kind of a relic. */
export type RelicKind =
  /** HTTP API, restricted to the methods and paths that its settings allow. */
  | 'HTTP'
  /** Store of JSON values by key, in the database of the server. Values can expire. */
  | 'KEY_VALUE'
  /** PostgreSQL database. It is read only unless its settings allow writes. */
  | 'SQL';

/** Input of `removeDataSetItems`. */
export type RemoveDataSetItemsInput = {
  /** Global id or slug of the data set. */
  dataSet: string | number;
  /** Global ids of the items, at most 1,000. */
  itemIds: Array<string | number>;
};

/** Input of `replayRun`. */
export type ReplayRunInput = {
  /** Global id of the run. */
  id: string | number;
  /** Treatment of tool calls. Default RECORDED. */
  tools?: ReplayTools | null | undefined;
};

/** Treatment of tool calls in a replay. */
export type ReplayTools =
  /** The replay calls the tools again, with all their effects. Current policies apply and every gate opens again. A call that was not approved in the recorded form opens a gate in any case. */
  | 'LIVE'
  /** The replay uses the recorded outputs. It executes no tools and opens no gates. */
  | 'RECORDED';

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

/** Input of `restoreAgent`. */
export type RestoreAgentInput = {
  /** Global id of the agent. */
  id: string | number;
};

/** Input of `restoreWorkflow`. */
export type RestoreWorkflowInput = {
  /** Global id of the workflow. */
  id: string | number;
};

/** Input of `resumeRun`. */
export type ResumeRunInput = {
  /** Files of the message. At most 20. */
  files?: Array<FileInput> | null | undefined;
  /** Global id of the run. */
  id: string | number;
  /** Additional cost that the run may have, in US dollars. */
  maxCostUsd?: string | null | undefined;
  /** Number of additional steps. */
  maxSteps?: number | null | undefined;
  /** Number of additional input and output tokens. */
  maxTokens?: number | null | undefined;
  /** Message that the model receives when the run continues. */
  message?: string | null | undefined;
  /** Additional active time, in milliseconds. */
  timeoutMs?: number | null | undefined;
};

/** Input of `retryRun`. */
export type RetryRunInput = {
  /** Global id of the run. */
  id: string | number;
};

/** Input of `retryRuns`. */
export type RetryRunsInput = {
  /** Whether only to find the runs and change nothing. Default false. */
  dryRun?: boolean | null | undefined;
  /** Filter that the runs match. At least one field besides `rootsOnly` must leave out some runs, so that no call means every run by mistake: `tags: []`, `metadata: {}` or a minimum of 0 does not count. */
  filter: RunFilter;
  /** Maximum number of runs, from 1 to 5000. Default 1000. The newest runs come first. If `hasMore` is true, repeat the call. */
  limit?: number | null | undefined;
};

/** Input of `revokeApiKey`. */
export type RevokeApiKeyInput = {
  /** Whether to revoke the key also if it is the last valid one of the project with the role ADMIN. Default false. */
  force?: boolean | null | undefined;
  /** Global id of the API key. */
  id: string | number;
};

/** Input of `rollBackAgent`. */
export type RollBackAgentInput = {
  /** Newest version as you know it. The mutation is a conflict if the agent has another one. If you leave it out, the newest version is not checked. */
  expectedVersion?: number | null | undefined;
  /** Global id of the agent. */
  id: string | number;
  /** Number of the version whose definition the agent gets again. */
  version: number;
};

/** Input of `rollBackWorkflow`. */
export type RollBackWorkflowInput = {
  /** Newest version as you know it. The mutation is a conflict if the workflow has another one. If you leave it out, the newest version is not checked. */
  expectedVersion?: number | null | undefined;
  /** Global id of the workflow. */
  id: string | number;
  /** Number of the version whose definition the workflow gets again. */
  version: number;
};

/** Input of `rotateWebhookSecret`. */
export type RotateWebhookSecretInput = {
  /** Global id of the webhook. */
  id: string | number;
  /** Time in milliseconds for which requests are also signed with the old secret, from 0 to 604800000 (7 days). Default 86400000 (24 hours). */
  keepOldForMs?: number | null | undefined;
};

/** Filter for the comments on a run. A comment must match every field that you give. */
export type RunCommentFilter = {
  /** Comments on the action with this global id. */
  actionId?: string | number | null | undefined;
  /** Comments on the step with this number, without those on its actions. */
  stepNumber?: number | null | undefined;
};

/** Names of the event types. Each value is the name of a GraphQL type that implements `RunEvent`. */
export type RunEventType =
  /** An attempt of an action failed, and another attempt follows. */
  | 'ActionAttemptFailed'
  /** An action succeeded. */
  | 'ActionCompleted'
  /** An action was denied by a permission rule or by a person. It has no ActionStarted, unless an attempt of it began before. */
  | 'ActionDenied'
  /** An action failed. The model receives the error and the run continues. */
  | 'ActionFailed'
  /** A call wrote a line of its log. */
  | 'ActionLogged'
  /** A call reported how far it is. Of the reports of a call within a second, the log has the last one. */
  | 'ActionProgressed'
  /** An action ended before it began. It has no ActionStarted. */
  | 'ActionSkipped'
  /** An attempt of an action started. */
  | 'ActionStarted'
  /** A step of a call completed: a call that begins again is given its result. */
  | 'ActionStepCompleted'
  /** The model produced a part of the arguments of a tool call. */
  | 'ArgumentsDelta'
  /** An attempt of a model call was discarded. Remove the text that was shown for `messageId`. */
  | 'AttemptDiscarded'
  /** A child run that an action started ended or paused. */
  | 'ChildRunEnded'
  /** An action started a child run (SUB-1). */
  | 'ChildRunStarted'
  /** The request exceeds the compaction threshold of the context window, and compaction of the history begins. */
  | 'CompactionStarted'
  /** A caller asked for the confidence of the agent, which is judged after the next step (JDG-3). */
  | 'ConfidenceRequested'
  /** Compaction of the history finished. The model receives a smaller history from now on; the messages themselves stay stored. */
  | 'ContextCompacted'
  /** An error occurred outside of any action. */
  | 'ErrorOccurred'
  /** The run gave its final answer. */
  | 'FinalAnswer'
  /** A gate opened: the run waits there for a person, a time, an event or a batch. At a gate about a FIRE_AND_FORGET action, only that action waits. */
  | 'GateOpened'
  /** A gate was decided, expired or was closed. */
  | 'GateResolved'
  /** Events that stood here are no longer kept (EVT-7). */
  | 'HistoryTruncated'
  /** A message that was sent to the run, or that came with its resume, was added to its history (CTX-5). */
  | 'InputInjected'
  /** The run switches to another model of its chain, or to another API key for the same model. */
  | 'ModelSwitched'
  /** The model decided which actions the step performs. */
  | 'PlanGenerated'
  /** The model produced a part of its reasoning text. */
  | 'ReasoningDelta'
  /** The run ended as COMPLETED or CANCELLED, or paused as PAUSED until it is resumed. */
  | 'RunCompleted'
  /** A run that waited continues. If a decision at a gate of the run itself lets it continue, only GateResolved says so. */
  | 'RunContinued'
  /** The run failed. */
  | 'RunFailed'
  /** Another worker continues the run from its last checkpoint, because the lease of its previous owner expired or the lock of its worker was lost. */
  | 'RunRecovered'
  /** A paused run continues with the limits that were granted to it. */
  | 'RunResumed'
  /** A worker started the run for the first time. */
  | 'RunStarted'
  /** The run waits for a human decision: either all remaining actions of its step wait, here or in a child run, or the run waits as a whole. */
  | 'RunWaiting'
  /** A stage of a SEQUENTIAL flow or an iteration of a LOOP flow began. */
  | 'StageStarted'
  /** The run began as a fork, with changes to the state that it took over. */
  | 'StateEdited'
  /** A step of the loop is complete and durable. */
  | 'StepCompleted'
  /** A step of the loop began. */
  | 'StepStarted'
  /** The run is about to stop. */
  | 'Terminating'
  /** The model produced a part of its answer text. */
  | 'TextDelta'
  /** A request to a model ended and its usage was recorded, whether its answer was used, withheld or refused. The sum of these events is the usage of the run. */
  | 'UsageReported'
  /** The progress of the run was judged. */
  | 'Validated'
  /** A condition that a person may want to know about. The run continues. */
  | 'Warning';

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

/** Order of a list of runs. */
export type RunOrder = {
  /** Direction of the order. */
  direction: OrderDirection;
  /** Field to order by. */
  field: RunOrderField;
};

/** Fields that runs can be ordered by. Runs with equal values are ordered by id. */
export type RunOrderField =
  /** Time when the run reached a final status. A run that has not ended counts as the latest. */
  | 'COMPLETED_AT'
  /** Cost of the run's own model calls when it last stopped running: paused, waiting or ended. */
  | 'COST'
  /** Time when the run was accepted. */
  | 'CREATED_AT'
  /** Duration of the run. A run that has not ended counts as the longest. */
  | 'DURATION';

/** Dimension that runs are grouped by. */
export type RunStatsDimension =
  /** Agent of the runs. */
  | 'AGENT'
  /** Day on which the runs were accepted, in the time zone of the query. */
  | 'DAY'
  /** Hour in which the runs were accepted, in the time zone of the query. */
  | 'HOUR'
  /** Model that the runs called, with its provider. A run that called several models counts in the bucket of each. */
  | 'MODEL'
  /** Termination reason of the runs. */
  | 'REASON'
  /** Status of the runs. */
  | 'STATUS'
  /** Tag of the runs. A run with several tags counts in the bucket of each. */
  | 'TAG'
  /** Tool that the runs called. A run that called several tools counts in the bucket of each. */
  | 'TOOL'
  /** Agent and agent version of the runs. */
  | 'VERSION';

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

/** Input of `runWorkflow`. */
export type RunWorkflowInput = {
  /** Global id or slug of the agent that executes the workflow. If you leave it out, the agent of the workflow executes it. */
  agent?: string | number | null | undefined;
  /** Time from the start of the run until which its turns are asked in batches, in milliseconds, up to 7 days. After it, they are asked at the full price. Only with the pricing BATCH. Default: 24 hours. */
  batchDeadlineMs?: number | null | undefined;
  /** Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too; otherwise the request is refused. */
  idempotencyKey?: string | null | undefined;
  /** Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  maxCostUsd?: string | null | undefined;
  /** Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata. */
  metadata?: unknown;
  /** Parameters of the workflow, as an object. */
  parameters?: unknown;
  /** Pricing of the model calls of the run and its descendants. If you leave it out, the pricing of the agent applies. An agent that a workflow or another run starts has the pricing of that run. */
  pricing?: Pricing | null | undefined;
  /** Prompts of MCP servers in place of parameters, at most 20. The servers are asked for their messages once, and the texts are parameters of the run, also when it is retried or replayed. */
  prompts?: Array<WorkflowPromptInput> | null | undefined;
  /** Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags. */
  tags?: Array<string> | null | undefined;
  /** Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  timeoutMs?: number | null | undefined;
  /** Global id or slug of the workflow. */
  workflow: string | number;
};

/** Input of `saveBinding`. A field of the origin that you leave out matches any value. */
export type SaveBindingInput = {
  /** Account of yours on the channel. Null matches any account. */
  accountId?: string | null | undefined;
  /** Global id or slug of the agent. */
  agent: string | number;
  /** Channel of the messages. Null matches any channel. */
  channel?: string | null | undefined;
  /** Guild or group of the messages. Null matches any guild. */
  guildId?: string | null | undefined;
  /** Global id of the binding to replace. If you leave it out, a new binding is created. */
  id?: string | number | null | undefined;
  /** Correspondent. Null matches any correspondent. */
  peer?: string | null | undefined;
};

/** Input of `saveEventSource`. A field that you leave out stays unchanged. */
export type SaveEventSourceInput = {
  /** Name of every event of the source. Null if each webhook has the name of its event. */
  eventName?: string | null | undefined;
  /** Place of the id of the event in the body, with dots between names: `event.type`. Or a header: `header:X-Shopify-Topic`. Null for that of the scheme. */
  idAt?: string | null | undefined;
  /** Time for which the secret before counts beside a new one, in milliseconds, at most 7 days. Default: 24 hours. */
  keepOldForMs?: number | null | undefined;
  /** Maximum number of events that the source sends in a minute, 1 to 6,000. Default: 600. */
  maxPerMinute?: number | null | undefined;
  /** Place of the name of the event in the body, with dots between names: `event.type`. Or a header: `header:X-Shopify-Topic`. Null for that of the scheme. */
  nameAt?: string | null | undefined;
  /** Form of the signatures. A new source needs it. */
  scheme?: SignatureScheme | null | undefined;
  /** Secret that the sender signs with, of 16 to 1,000 characters. If you leave it out, a new source gets one, and an existing one keeps its own. */
  secret?: string | null | undefined;
  /** Encoding of the signature. For the scheme HMAC only. Default: HEX. */
  signatureEncoding?: SignatureEncoding | null | undefined;
  /** Header that has the signature. The scheme HMAC needs it, others have their own. */
  signatureHeader?: string | null | undefined;
  /** Slug of the source, unique in the project: the last part of its address, of lower-case letters, digits and hyphens. */
  slug: string;
  /** A webhook is refused if the time that was signed is further from that of the server, in seconds, 1 to 3,600. Default: 300. */
  toleranceSeconds?: number | null | undefined;
};

/** Input of `saveEventTrigger`. A field that you leave out stays unchanged. */
export type SaveEventTriggerInput = {
  /** Global id or slug of the agent. A new trigger needs it. */
  agent?: string | number | null | undefined;
  /** Time from the start of a run until which its turns are asked in batches, in milliseconds, up to 7 days. Only with the pricing BATCH. Null for 24 hours. Default: null. */
  batchDeadlineMs?: number | null | undefined;
  /** CEL expression over `event` that an event must fulfil: `event.data.amount > 100`. Null for every event of the name. */
  condition?: string | null | undefined;
  /** Whether the trigger is enabled. Default true. */
  enabled?: boolean | null | undefined;
  /** Name of the events: `order.paid`. A new trigger needs it. */
  event?: string | null | undefined;
  /** Input of the runs. `${event.data.order}` stands for a value of the event, `$$` for a dollar sign. A new trigger needs it. */
  input?: string | null | undefined;
  /** Metadata of the runs, as in `triggerRun`. */
  metadata?: unknown;
  /** Name of the trigger, unique in the project, of at most 100 characters. */
  name: string;
  /** Pricing of the model calls of the runs. Null for the pricing of the agent. Default: null. */
  pricing?: Pricing | null | undefined;
  /** Key of the session that the runs share. It may have references as the input has. Null for no session. */
  sessionKey?: string | null | undefined;
  /** Tags of the runs, as in `triggerRun`. */
  tags?: Array<string> | null | undefined;
};

/** Input of `savePolicy`. A field that you leave out matches any value. */
export type SavePolicyInput = {
  /** Global id or slug of the agent whose calls the policy applies to. */
  agent?: string | number | null | undefined;
  /** Whether the policy applies to the runs of the agent alone, or also to all runs below them. DESCENDANTS needs an `agent`. Default AGENT. */
  appliesTo?: PolicyScope | null | undefined;
  /** Condition of the policy, in CEL, over the run that makes the call: `caller` (`name`, `kind`), `run` (`id`, `rootId`, `parentId`, `depth`, `agent`, `agentVersion`, `sessionKey`), `ancestors` (a list of `runId`, `agent` and `agentVersion`, from the root to the parent) and `context.<key>`. Such as `ancestors.exists(a, a.agent == "support")`. If it cannot be evaluated, DENY and REQUIRE_APPROVAL apply, and ALLOW does not. */
  condition?: string | null | undefined;
  /** Global id of the policy to replace. If you leave it out, a new policy is created. */
  id?: string | number | null | undefined;
  /** Operation of a relic: `get`, `query` or `request`. */
  operation?: string | null | undefined;
  /** Permission of the calls. */
  permission: Permission;
  /** Reason for the policy, which a refused caller receives. */
  reason?: string | null | undefined;
  /** Name of the tool, relic, workflow or agent. With `*` at the end, all names with this prefix. */
  target?: string | null | undefined;
  /** Type of the calls that the policy applies to. */
  type?: PermittedType | null | undefined;
};

/** Input of `saveRelic`. */
export type SaveRelicInput = {
  /** Global id of the relic to change. If you leave it out, a new relic is created. */
  id?: string | number | null | undefined;
  /** Kind of the relic. The kind of an existing relic cannot change. */
  kind: RelicKind;
  /** Name of the relic: a letter, then letters, digits, `_` or `-`, at most 48 characters. */
  name: string;
  /** Settings of this kind of relic. A setting that you leave out has its default. Secrets are environment variables of the server for the project: `RELIC_<PROJECT>__<NAME>`. */
  settings?: unknown;
};

/** Input of `sendEvent`. */
export type SendEventInput = {
  /** Data of the event, at most 256 KiB of JSON. Default: null. */
  data?: unknown;
  /** Id that you have for the event, of at most 200 characters and unique in the project. An event that is sent again with the same id is the same event: nothing happens again. Default: an id of its own. */
  key?: string | null | undefined;
  /** Name of the event, of at most 200 characters: `order.paid`. Calls and event triggers wait for events of a name. */
  name: string;
};

/** Filter for sessions. Each field that is given must match. */
export type SessionFilter = {
  /** Sessions last active after this time. */
  activeAfter?: string | null | undefined;
  /** Sessions last active before this time. */
  activeBefore?: string | null | undefined;
  /** Sessions whose first run was of this agent, by its global id or slug. */
  agent?: string | number | null | undefined;
  /** Sessions created after this time. */
  createdAfter?: string | null | undefined;
  /** Sessions created before this time. */
  createdBefore?: string | null | undefined;
  /** Whether a run of the session is QUEUED, RUNNING or WAITING. */
  hasActiveRun?: boolean | null | undefined;
  /** Text that the key contains, in any case of letters. */
  search?: string | null | undefined;
};

/** Order of a list of sessions. */
export type SessionOrder = {
  /** Direction of the order. */
  direction: OrderDirection;
  /** Field to order by. */
  field: SessionOrderField;
};

/** Fields that sessions can be ordered by. Sessions with equal values are ordered by id. */
export type SessionOrderField =
  /** Time when the session was created. */
  | 'CREATED_AT'
  /** Time when a run of the session was last triggered. */
  | 'LAST_ACTIVE_AT';

/** Input of `setVersionWeights`. */
export type SetVersionWeightsInput = {
  /** Global id or slug of the agent. */
  agent: string | number;
  /** Weights of versions: at most 20, each version once. A version that is not among them gets no runs. Empty: all runs get the newest version, as without weights. */
  weights: Array<VersionWeightInput>;
};

/** Encoding of a signature in a header. */
export type SignatureEncoding =
  /** Base64. */
  | 'BASE64'
  /** Hexadecimal digits, with or without `sha256=` before them. */
  | 'HEX';

/** Form of the signatures of the webhooks that an event source sends. */
export type SignatureScheme =
  /** GitHub: `X-Hub-Signature-256`. The name of the event is `X-GitHub-Event`, with a dot and `action` of the body if there is one. Its id is `X-GitHub-Delivery`. GitHub signs no time. */
  | 'GITHUB'
  /** HMAC-SHA256 of the body in a header of any name. The source says where the name of the event is. Its id is the hash of the body, unless the source says where it is. No time is signed. */
  | 'HMAC'
  /** Slack: `X-Slack-Signature` and `X-Slack-Request-Timestamp`. The name of the event is `event.type` of the body, its id is `event_id` of the body. */
  | 'SLACK'
  /** Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The name of the event is `type` of the body, its id is `webhook-id`. */
  | 'STANDARD'
  /** Stripe: `Stripe-Signature`. The name of the event is `type` of the body, its id is `id` of the body. */
  | 'STRIPE';

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

/** Input of `startCanary`. */
export type StartCanaryInput = {
  /** Global id or slug of the agent. */
  agent: string | number;
  /** Version that the other runs get, and that it is compared with. Default: the version with all the weight; without weights, the newest version, or the one before it if that is the new one. */
  baselineVersion?: number | null | undefined;
  /** Number of runs of the version, without those under way, after which the canary ends, from `minRuns` to 10,000. Default 1,000, or `minRuns` if that is more. */
  maxRuns?: number | null | undefined;
  /** Number of runs of each version that must be compared before the first decision, from 10 to 10,000. COMPLETED, FAILED and PAUSED runs are compared. Default 50. */
  minRuns?: number | null | undefined;
  /** Whether all runs get the version once it has passed. Otherwise the shares stay as they are. Default false. */
  promote?: boolean | null | undefined;
  /** Measures that are compared, with their margins. Default: `failureRate: 0.05`, `cost: 0.25`, `duration: 0.25`. */
  stopOn?: CanaryMarginsInput | null | undefined;
  /** Version that a share of the new runs is to get. */
  version: number;
  /** Share of the new runs that get the version, from 0.01 to 0.99. Default 0.1. */
  weight?: number | null | undefined;
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

/** Input of `startMcpSignIn`. */
export type StartMcpSignInInput = {
  /** Name of the server in the file `RUNGRAPH_MCP`. */
  server: string;
};

/** Input of `steerRun`. */
export type SteerRunInput = {
  /** Files of the message. At most 20. */
  files?: Array<FileInput> | null | undefined;
  /** Global id of the run. */
  id: string | number;
  /** Message that the model receives at the next step. */
  message: string;
};

/** Difference between two steps. */
export type StepDifference =
  /** The actions or their outcomes differ. */
  | 'ACTIONS'
  /** The errors differ. */
  | 'ERROR'
  /** One of the runs has no step with this number. */
  | 'MISSING'
  /** The reasoning texts differ. */
  | 'REASONING'
  /** The texts of the models differ. */
  | 'TEXT';

/** Input of `stopCanary`. */
export type StopCanaryInput = {
  /** Global id of the canary. */
  id: string | number;
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

/** Input of `testWebhook`. */
export type TestWebhookInput = {
  /** Global id of the webhook. */
  id: string | number;
};

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

/** Input of `updateAgent`. */
export type UpdateAgentInput = {
  /** Changes to the definition of the agent. */
  definition: AgentDefinitionInput;
  /** Version that the change is made to. The update is a conflict if the agent has another version. If you leave it out, the newest version is changed. */
  expectedVersion?: number | null | undefined;
  /** Global id of the agent. */
  id: string | number;
};

/** Input of `updateProject`. A field that you leave out stays unchanged. So does a field that is null, unless the field gives null another meaning. */
export type UpdateProjectInput = {
  /** Limits for runs if neither the trigger nor the agent sets them. They apply to runs that start from now on. */
  defaultLimits?: DefaultLimitsInput | null | undefined;
  /** Permission of a call that no policy matches. */
  defaultPermission?: Permission | null | undefined;
  /** Maximum number of runs that are RUNNING at once, at least 1. Null leaves it unchanged. */
  maxConcurrentRuns?: number | null | undefined;
  /** Cost limit of all runs of the project in one day (UTC), in US dollars. Null removes the limit. */
  maxCostUsdPerDay?: string | null | undefined;
  /** Maximum size of a file, in bytes, from 1 to 104857600 (100 MiB). */
  maxFileBytes?: number | null | undefined;
  /** Maximum size of the contents of all files together, in bytes. The same bytes count once. */
  maxStoredFileBytes?: number | null | undefined;
  /** Token limit of all runs of the project in one day (UTC). Null removes the limit. */
  maxTokensPerDay?: number | null | undefined;
  /** Display name of the project. */
  name?: string | null | undefined;
  /** Global id or slug of the project. Default: the caller's own. Only an administrator of the server may name another. */
  project?: string | number | null | undefined;
};

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

/** Input of `updateSchedule`. A field that you leave out stays unchanged. Null has a meaning only for `sessionKey`. */
export type UpdateScheduleInput = {
  /** Global id or slug of the agent. */
  agent?: string | number | null | undefined;
  /** Time from the start of a run until which its turns are asked in batches, in milliseconds, up to 7 days. Only with the pricing BATCH. Null for 24 hours. Default: null. */
  batchDeadlineMs?: number | null | undefined;
  /** Cron expression with five fields, as in `createSchedule`. */
  cron?: string | null | undefined;
  /** Whether the schedule is enabled. If you enable it, it continues with the next time; times that passed meanwhile are skipped. */
  enabled?: boolean | null | undefined;
  /** Global id of the schedule. */
  id: string | number;
  /** Input of the runs. */
  input?: string | null | undefined;
  /** Metadata of the runs from now on. It replaces the earlier one. */
  metadata?: unknown;
  /** Treatment of times that pass while no process is running. */
  misfirePolicy?: MisfirePolicy | null | undefined;
  /** Pricing of the model calls of the runs. Null for the pricing of the agent. Default: null. */
  pricing?: Pricing | null | undefined;
  /** Key of the session that the runs share. Null for no session. */
  sessionKey?: string | null | undefined;
  /** Tags of the runs from now on. They replace the earlier ones. */
  tags?: Array<string> | null | undefined;
  /** Time zone of the schedule. */
  timeZone?: string | null | undefined;
};

/** Input of `updateSession`. */
export type UpdateSessionInput = {
  /** Key of the session. A session is created if the project has none with this key. */
  key: string;
  /** Lines of text that replace the memory of the session: at most 100 lines of at most 2,000 characters. */
  memory: Array<string>;
};

/** Input of `updateWebhook`. A field that you leave out stays unchanged. */
export type UpdateWebhookInput = {
  /** Whether the webhook is enabled. If you disable it, no notifications are written or sent. If you enable it, the notifications that were written before and not delivered are sent; notifications for the time in which it was disabled do not exist. */
  enabled?: boolean | null | undefined;
  /** Global id of the webhook. */
  id: string | number;
  /** Topics that the webhook receives from now on. */
  topics?: Array<WebhookTopic> | null | undefined;
  /** URL of the receiver, from the next attempt on. */
  url?: string | null | undefined;
};

/** Input of `updateWorkflow`. */
export type UpdateWorkflowInput = {
  /** Changes to the definition of the workflow. */
  definition: WorkflowDefinitionInput;
  /** Version that the change is made to. The update is a conflict if the workflow has another version. If you leave it out, the newest version is changed. */
  expectedVersion?: number | null | undefined;
  /** Global id of the workflow. */
  id: string | number;
};

/** Dimension that usage is grouped by. */
export type UsageDimension =
  /** Agent of the model calls. */
  | 'AGENT'
  /** Agent and agent version of the model calls. */
  | 'AGENT_VERSION'
  /** Day of the model calls, in UTC. */
  | 'DAY'
  /** Name of the model, as the provider calls it. */
  | 'MODEL'
  /** Name of the provider. */
  | 'PROVIDER'
  /** Purpose of the model calls. */
  | 'PURPOSE'
  /** Run of the model calls. */
  | 'RUN'
  /** Session of the model calls. */
  | 'SESSION';

/** Share of the new runs of an agent that get a version. */
export type VersionWeightInput = {
  /** Number of the version. */
  version: number;
  /** Weight of the version. The shares of the versions are in proportion to their weights. */
  weight: number;
};

/** Topic of a webhook notification. */
export type WebhookTopic =
  /** `gate.opened`: a gate opened and a human must decide. */
  | 'GATE_OPENED'
  /** `gate.resolved`: a gate was decided or expired, or its run ended or paused. */
  | 'GATE_RESOLVED'
  /** `run.cancelled`: a run was aborted. */
  | 'RUN_CANCELLED'
  /** `run.completed`: a run gave its answer. */
  | 'RUN_COMPLETED'
  /** `run.failed`: a run ended in an error. */
  | 'RUN_FAILED'
  /** `run.paused`: a run reached a limit and can be resumed. */
  | 'RUN_PAUSED'
  /** `run.resumed`: a run that waited or was paused continues. */
  | 'RUN_RESUMED'
  /** `run.started`: a worker started a run for the first time. */
  | 'RUN_STARTED'
  /** `run.waiting`: a run waits for a human decision at a gate. */
  | 'RUN_WAITING';

/** Reason why another worker took over a run. */
export type WorkerLoss =
  /** The worker did not renew its lease in time. */
  | 'LEASE_EXPIRED'
  /** Nobody held the lock of the worker any more, though its lease had not expired yet. */
  | 'LOCK_LOST';

/** State of a worker. */
export type WorkerState =
  /** The worker executes runs and claims new ones. */
  | 'ACTIVE'
  /** The worker claims no new runs, because its process is shutting down. */
  | 'DRAINING'
  /** The worker stopped without notice, or cannot reach the database. Other workers take over its runs. It is listed for an hour. */
  | 'LOST';

/** Definition of a workflow. In an update, a field that you leave out stays unchanged. So does one that is null, unless null has a meaning for it. `name` and `plan` cannot be null there. */
export type WorkflowDefinitionInput = {
  /** Slug of the agent that executes the workflow if `runWorkflow` names none. */
  agent?: string | null | undefined;
  /** Purpose of the workflow. */
  description?: string | null | undefined;
  /** Display name of the workflow. Default: its slug. */
  name?: string | null | undefined;
  /** Template of the output, such as `"$report"` or `{ "text": "$report.text" }`. Null stands for all outputs by their keys. */
  output?: unknown;
  /** JSON Schema of an object that holds the parameters. The plan refers to each property by its name. A parameter that is left out has the `default` of its schema, or is null. */
  parameters?: unknown;
  /** Plan of the workflow. `planSchema` is the schema of a plan. */
  plan?: unknown;
};

/** Filter for workflows. Each field that is given must match. */
export type WorkflowFilter = {
  /** Whether workflows are archived. Default ACTIVE. */
  archived?: ArchiveState | null | undefined;
  /** Text that the slug, the name or the description contains, in any case of letters. */
  search?: string | null | undefined;
};

/** Order of a list of workflows. */
export type WorkflowOrder = {
  /** Direction of the order. */
  direction: OrderDirection;
  /** Field to order by. */
  field: WorkflowOrderField;
};

/** Fields that workflows can be ordered by. Workflows with equal values are ordered by id. */
export type WorkflowOrderField =
  /** Time when the workflow was created. */
  | 'CREATED_AT'
  /** Display name of the workflow. */
  | 'NAME'
  /** Slug of the workflow. */
  | 'SLUG'
  /** Time when the workflow was last changed. */
  | 'UPDATED_AT';

/** Prompt of an MCP server, which becomes a parameter of a workflow. */
export type WorkflowPromptInput = {
  /** Name of the parameter, which `parameters` leaves out. */
  parameter: string;
  /** Prompt whose text is the value of the parameter. */
  prompt: McpPromptInput;
};

/** An enum describing what kind of type a given `__Type` is. */
export type __TypeKind =
  /** Indicates this type is a scalar. */
  | 'SCALAR'
  /** Indicates this type is an object. `fields` and `interfaces` are valid fields. */
  | 'OBJECT'
  /** Indicates this type is an interface. `fields`, `interfaces`, and `possibleTypes` are valid fields. */
  | 'INTERFACE'
  /** Indicates this type is a union. `possibleTypes` is a valid field. */
  | 'UNION'
  /** Indicates this type is an enum. `enumValues` is a valid field. */
  | 'ENUM'
  /** Indicates this type is an input object. `inputFields` is a valid field. */
  | 'INPUT_OBJECT'
  /** Indicates this type is a list. `ofType` is a valid field. */
  | 'LIST'
  /** Indicates this type is a non-null. `ofType` is a valid field. */
  | 'NON_NULL';

export type AbortRunMutationVariables = Exact<{
  input: AbortRunInput;
}>;


export type AbortRunMutation = { abortRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, status: RunStatus }
   };

export type AbortRunsMutationVariables = Exact<{
  input: AbortRunsInput;
}>;


export type AbortRunsMutation = { abortRuns:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'RunBatch', matched: number, done: number, failed: number, hasMore: boolean, failures: Array<{ runId: string, message: string }> }
   };

export type AddDataSetItemsMutationVariables = Exact<{
  input: AddDataSetItemsInput;
}>;


export type AddDataSetItemsMutation = { addDataSetItems:
    | { __typename: 'DataSetChange', added: number, dataSet: { createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number, items: { totalCount: number } } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type AddRunsToDataSetMutationVariables = Exact<{
  input: AddRunsToDataSetInput;
}>;


export type AddRunsToDataSetMutation = { addRunsToDataSet:
    | { __typename: 'DataSetChange', added: number, dataSet: { createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number, items: { totalCount: number } } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type ArchiveAgentMutationVariables = Exact<{
  input: ArchiveAgentInput;
}>;


export type ArchiveAgentMutation = { archiveAgent:
    | { __typename: 'Agent', id: string, archivedAt: string | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type ArchiveWorkflowMutationVariables = Exact<{
  input: ArchiveWorkflowInput;
}>;


export type ArchiveWorkflowMutation = { archiveWorkflow:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Workflow', archivedAt: string | null, createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number }
   };

export type CancelEvaluationMutationVariables = Exact<{
  input: CancelEvaluationInput;
}>;


export type CancelEvaluationMutation = { cancelEvaluation:
    | { __typename: 'Evaluation', agentVersion: number, completedAt: string | null, concurrency: number, costUsd: string, createdAt: string, createdBy: string | null, dataSetVersion: number, divergedCount: number, durationMs: number, error: string | null, errorCount: number, failedCount: number, id: string, judgeCostUsd: string, judgeVotes: number, mode: EvaluationMode, passedCount: number, pricing: Pricing | null, resultCount: number, score: number | null, startedAt: string | null, status: EvaluationStatus, trials: number, unpricedCalls: number, agent: { id: string, slug: string, name: string }, dataSet: { id: string, slug: string, name: string } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type CommentRunMutationVariables = Exact<{
  input: CommentRunInput;
}>;


export type CommentRunMutation = { commentRun:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'RunComment', id: string }
   };

export type CreateAgentMutationVariables = Exact<{
  input: CreateAgentInput;
}>;


export type CreateAgentMutation = { createAgent:
    | { __typename: 'Agent', id: string, slug: string }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
   };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'CreatedApiKey', key: string, apiKey: { createdAt: string, createdBy: string, expiresAt: string | null, id: string, isServerAdmin: boolean, lastUsedAt: string | null, name: string, revokedAt: string | null, revokedBy: string | null, role: ApiKeyRole } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
   };

export type CreateDataSetMutationVariables = Exact<{
  input: CreateDataSetInput;
}>;


export type CreateDataSetMutation = { createDataSet:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DataSet', id: string, slug: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type CreateScheduleMutationVariables = Exact<{
  input: CreateScheduleInput;
}>;


export type CreateScheduleMutation = { createSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', batchDeadlineMs: number | null, createdAt: string, cron: string, enabled: boolean, id: string, input: string, lastError: string | null, lastFiredAt: string | null, metadata: unknown, misfirePolicy: MisfirePolicy, nextFireAt: string | null, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, timeZone: string, agent: { id: string, slug: string, name: string } }
   };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'CreatedWebhook', secret: string | null, webhook: { createdAt: string, disabledAt: string | null, disabledReason: string | null, enabled: boolean, failingSince: string | null, id: string, topics: Array<WebhookTopic>, url: string } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
   };

export type CreateWorkflowMutationVariables = Exact<{
  input: CreateWorkflowInput;
}>;


export type CreateWorkflowMutation = { createWorkflow:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'Workflow', id: string, slug: string }
   };

export type DeleteAgentMutationVariables = Exact<{
  input: DeleteAgentInput;
}>;


export type DeleteAgentMutation = { deleteAgent:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DeletedAgent', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteBindingMutationVariables = Exact<{
  input: DeleteBindingInput;
}>;


export type DeleteBindingMutation = { deleteBinding:
    | { __typename: 'DeletedBinding', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteEventSourceMutationVariables = Exact<{
  input: DeleteEventSourceInput;
}>;


export type DeleteEventSourceMutation = { deleteEventSource:
    | { __typename: 'DeletedEventSource', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteEventTriggerMutationVariables = Exact<{
  input: DeleteEventTriggerInput;
}>;


export type DeleteEventTriggerMutation = { deleteEventTrigger:
    | { __typename: 'DeletedEventTrigger', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeletePolicyMutationVariables = Exact<{
  input: DeletePolicyInput;
}>;


export type DeletePolicyMutation = { deletePolicy:
    | { __typename: 'DeletedPolicy', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteRatingMutationVariables = Exact<{
  input: DeleteRatingInput;
}>;


export type DeleteRatingMutation = { deleteRating:
    | { __typename: 'DeletedRating', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteRunMutationVariables = Exact<{
  input: DeleteRunInput;
}>;


export type DeleteRunMutation = { deleteRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DeletedRun', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteRunCommentMutationVariables = Exact<{
  input: DeleteRunCommentInput;
}>;


export type DeleteRunCommentMutation = { deleteRunComment:
    | { __typename: 'DeletedRunComment', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteRelicMutationVariables = Exact<{
  input: DeleteRelicInput;
}>;


export type DeleteRelicMutation = { deleteRelic:
    | { __typename: 'DeletedRelic', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteScheduleMutationVariables = Exact<{
  input: DeleteScheduleInput;
}>;


export type DeleteScheduleMutation = { deleteSchedule:
    | { __typename: 'DeletedSchedule', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteSessionMutationVariables = Exact<{
  input: DeleteSessionInput;
}>;


export type DeleteSessionMutation = { deleteSession:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DeletedSession', id: string, runCount: number }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'DeletedWebhook', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type DeleteWorkflowMutationVariables = Exact<{
  input: DeleteWorkflowInput;
}>;


export type DeleteWorkflowMutation = { deleteWorkflow:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DeletedWorkflow', id: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type FireScheduleMutationVariables = Exact<{
  input: FireScheduleInput;
}>;


export type FireScheduleMutation = { fireSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, status: RunStatus }
   };

export type ForkRunMutationVariables = Exact<{
  input: ForkRunInput;
}>;


export type ForkRunMutation = { forkRun:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string }
   };

export type RateRunMutationVariables = Exact<{
  input: RateRunInput;
}>;


export type RateRunMutation = { rateRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Rating', id: string, run: { id: string, rating: number | null, ownRating: { id: string, score: number, comment: string | null, labels: Array<string> } | null, ratings: { totalCount: number, nodes: Array<{ id: string, score: number, comment: string | null, labels: Array<string>, ratedBy: string, updatedAt: string }> } } }
   };

export type RedeliverMutationVariables = Exact<{
  input: RedeliverInput;
}>;


export type RedeliverMutation = { redeliver:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'WebhookDelivery', abandonedAt: string | null, attempt: number, createdAt: string, deliveredAt: string | null, id: string, lastError: string | null, lastStatusCode: number | null, nextAttemptAt: string | null, payload: unknown, status: DeliveryStatus, topic: WebhookTopic, run: { id: string, status: RunStatus } }
   };

export type RemoveDataSetItemsMutationVariables = Exact<{
  input: RemoveDataSetItemsInput;
}>;


export type RemoveDataSetItemsMutation = { removeDataSetItems:
    | { __typename: 'DataSetChange', removed: number, dataSet: { createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number, items: { totalCount: number } } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type ReplayRunMutationVariables = Exact<{
  input: ReplayRunInput;
}>;


export type ReplayRunMutation = { replayRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string }
   };

export type ResolveGateMutationVariables = Exact<{
  input: ResolveGateInput;
}>;


export type ResolveGateMutation = { resolveGate:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'Gate', decider: GateDecider, respondent: string | null, onExpiry: GateExpiry | null, note: string | null, id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, resolution: { arguments: unknown, answer: unknown } | null, context:
        | { __typename: 'BatchContext', stepNumber: number }
        | { __typename: 'CallContext', action: string, type: ActionType, target: string, arguments: unknown, stepNumber: number }
        | { __typename: 'EventContext', stepNumber: number }
        | { __typename: 'IdenticalErrorsContext', target: string, error: string, count: number, progress: number | null, stepNumber: number }
        | { __typename: 'LowConfidenceContext', confidence: number | null, progress: number | null, stepNumber: number, confidenceReason: string | null }
        | { __typename: 'MonitorContext', escalation: string | null, progress: number | null, stepNumber: number }
        | { __typename: 'PlanContext', reasoning: string | null, stepNumber: number, actions: Array<{ name: string, type: ActionType, target: string, parameters: unknown, dependsOn: Array<string> }> }
        | { __typename: 'QuestionContext', target: string, question: string, schema: unknown, url: string | null, stepNumber: number }
        | { __typename: 'TimeContext', stepNumber: number }
      , action: { id: string, status: ActionStatus } | null, step: { id: string, number: number, text: string | null, plan: { edges: Array<{ from: string, to: string, kind: PlanEdgeKind }> } | null } | null, run: { id: string, status: RunStatus, input: string, createdAt: string, agentVersion: number, agent: { id: string, slug: string, name: string } } }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type RestoreAgentMutationVariables = Exact<{
  input: RestoreAgentInput;
}>;


export type RestoreAgentMutation = { restoreAgent:
    | { __typename: 'Agent', id: string, source: AgentSource, archivedAt: string | null }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type RestoreWorkflowMutationVariables = Exact<{
  input: RestoreWorkflowInput;
}>;


export type RestoreWorkflowMutation = { restoreWorkflow:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Workflow', archivedAt: string | null, createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number }
   };

export type ResumeRunMutationVariables = Exact<{
  input: ResumeRunInput;
}>;


export type ResumeRunMutation = { resumeRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, status: RunStatus }
   };

export type RetryRunMutationVariables = Exact<{
  input: RetryRunInput;
}>;


export type RetryRunMutation = { retryRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string }
   };

export type RetryRunsMutationVariables = Exact<{
  input: RetryRunsInput;
}>;


export type RetryRunsMutation = { retryRuns:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'RunBatch', matched: number, done: number, failed: number, hasMore: boolean, failures: Array<{ runId: string, message: string }> }
   };

export type RevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeApiKeyMutation = { revokeApiKey:
    | { __typename: 'ApiKey', createdAt: string, createdBy: string, expiresAt: string | null, id: string, isServerAdmin: boolean, lastUsedAt: string | null, name: string, revokedAt: string | null, revokedBy: string | null, role: ApiKeyRole }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type RollBackAgentMutationVariables = Exact<{
  input: RollBackAgentInput;
}>;


export type RollBackAgentMutation = { rollBackAgent:
    | { __typename: 'Agent', createdAt: string, flowType: FlowType, id: string, slug: string, name: string, description: string | null, model: string, planner: Planner, version: number, source: AgentSource, archivedAt: string | null, updatedAt: string, warnings: Array<{ message: string }>, definition: { acceptanceCriteria: Array<string>, busySession: BusySession, contextWindow: number | null, defaultTimeoutMs: number | null, description: string | null, dynamicParallelism: boolean, failFast: boolean, fallbackModels: Array<string>, flowType: FlowType, inheritedLimits: Array<InheritedLimit>, maxChildren: number, maxContinuations: number, maxCostUsd: string | null, maxDepth: number, maxGuardRounds: number, maxIdenticalErrors: number, maxOutputTokens: number | null, maxParallel: number, maxSteps: number | null, maxTokens: number | null, maxToolResultChars: number, model: string, name: string, noProgressSteps: number, onUnknownOutcome: UnknownOutcome, outputSchema: unknown, planner: Planner, pricing: Pricing, promptSections: Array<PromptSection>, protocolMode: ProtocolMode, reasoningEffort: ReasoningEffort | null, redaction: Redaction, relics: Array<string>, requireDoneTool: boolean, requireUserApproval: boolean, retryActions: boolean, specialists: Array<string>, subagentModels: Array<string>, subagents: Array<string>, systemPrompt: string | null, temperature: number | null, terminateOnError: boolean, terminateOnGoalAchieved: boolean, terminateOnNoProgress: boolean, timeZone: string, toolChoice: ToolChoice, tools: Array<string>, workflows: Array<string>, compaction: { compactAt: number, keepRecent: number, models: Array<string>, warnAt: number } | null, confidence: { everySteps: number, models: Array<string>, threshold: number } | null, gates: { decider: GateDecider, expiresAfterMs: number | null, onExpiry: GateExpiry }, loop: { exitCondition: string | null, maxIterations: number }, modelRetry: { baseMs: number, capMs: number, maxAttempts: number }, skills: Array<{ instructions: string, name: string }>, stages: Array<{ instruction: string, name: string }> }, tools: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, kind: ToolKind, name: string, source: string, timeoutMs: number | null }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type RollBackWorkflowMutationVariables = Exact<{
  input: RollBackWorkflowInput;
}>;


export type RollBackWorkflowMutation = { rollBackWorkflow:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Workflow', archivedAt: string | null, createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number }
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'RotatedWebhookSecret', secret: string, webhook: { id: string } }
   };

export type RunWorkflowMutationVariables = Exact<{
  input: RunWorkflowInput;
}>;


export type RunWorkflowMutation = { runWorkflow:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, status: RunStatus }
   };

export type SaveBindingMutationVariables = Exact<{
  input: SaveBindingInput;
}>;


export type SaveBindingMutation = { saveBinding:
    | { __typename: 'Binding', accountId: string | null, channel: string | null, createdAt: string, guildId: string | null, id: string, peer: string | null, agent: { id: string, slug: string, name: string } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type SaveEventSourceMutationVariables = Exact<{
  input: SaveEventSourceInput;
}>;


export type SaveEventSourceMutation = { saveEventSource:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'SavedEventSource', secret: string | null, source: { id: string } }
   };

export type SaveEventTriggerMutationVariables = Exact<{
  input: SaveEventTriggerInput;
}>;


export type SaveEventTriggerMutation = { saveEventTrigger:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'EventTrigger', batchDeadlineMs: number | null, condition: string | null, createdAt: string, enabled: boolean, event: string, id: string, input: string, lastAt: string | null, lastError: string | null, metadata: unknown, name: string, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, agent: { id: string, slug: string, name: string } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type SavePolicyMutationVariables = Exact<{
  input: SavePolicyInput;
}>;


export type SavePolicyMutation = { savePolicy:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Policy', appliesTo: PolicyScope, condition: string | null, createdAt: string, id: string, operation: string | null, permission: Permission, reason: string | null, target: string | null, type: PermittedType | null, agent: { id: string, slug: string, name: string } | null }
   };

export type SaveRelicMutationVariables = Exact<{
  input: SaveRelicInput;
}>;


export type SaveRelicMutation = { saveRelic:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Relic', createdAt: string, id: string, kind: RelicKind, name: string, operations: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, name: string }>, settings:
        | { __typename: 'HttpRelicSettings', allowPrivate: boolean, baseUrl: string, honoursIdempotencyKey: boolean, kind: RelicKind, maxBytes: number, methods: Array<HttpMethod>, paths: Array<string>, timeoutMs: number, headers: Array<{ name: string, value: string }> }
        | { __typename: 'KeyValueRelicSettings', defaultTtlMs: number | null, kind: RelicKind, maxValueBytes: number }
        | { __typename: 'SqlRelicSettings', allowWrites: boolean, env: string | null, kind: RelicKind, maxConnections: number, maxRows: number, schema: string | null, statementTimeoutMs: number, url: string | null }
       }
   };

export type SendEventMutationVariables = Exact<{
  input: SendEventInput;
}>;


export type SendEventMutation = { sendEvent:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'ReceivedEvent', data: unknown, deliveredAt: string | null, expiresAt: string, id: string, key: string, name: string, receivedAt: string, sentBy: string | null, gates: Array<{ id: string, run: { id: string, status: RunStatus } }>, runs: Array<{ id: string, status: RunStatus }> }
   };

export type SetVersionWeightsMutationVariables = Exact<{
  input: SetVersionWeightsInput;
}>;


export type SetVersionWeightsMutation = { setVersionWeights:
    | { __typename: 'Agent', id: string, version: number, versionWeights: Array<{ version: number, weight: number }>, canaries: { nodes: Array<{ id: string, version: number, baselineVersion: number, weight: number, minRuns: number, maxRuns: number, status: CanaryStatus, reason: string | null, comparedAt: string | null, agent: { id: string, slug: string, name: string }, comparisons: Array<{ measure: CanaryMeasure, verdict: CanaryVerdict, margin: number, version: { count: number, value: number | null }, baseline: { count: number, value: number | null }, difference: { low: number, high: number } | null }> }> } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type StartCanaryMutationVariables = Exact<{
  input: StartCanaryInput;
}>;


export type StartCanaryMutation = { startCanary:
    | { __typename: 'Canary', id: string, agent: { id: string, version: number, versionWeights: Array<{ version: number, weight: number }>, canaries: { nodes: Array<{ id: string, version: number, baselineVersion: number, weight: number, minRuns: number, maxRuns: number, status: CanaryStatus, reason: string | null, comparedAt: string | null, agent: { id: string, slug: string, name: string }, comparisons: Array<{ measure: CanaryMeasure, verdict: CanaryVerdict, margin: number, version: { count: number, value: number | null }, baseline: { count: number, value: number | null }, difference: { low: number, high: number } | null }> }> } } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type StartEvaluationMutationVariables = Exact<{
  input: StartEvaluationInput;
}>;


export type StartEvaluationMutation = { startEvaluation:
    | { __typename: 'Evaluation', agentVersion: number, completedAt: string | null, concurrency: number, costUsd: string, createdAt: string, createdBy: string | null, dataSetVersion: number, divergedCount: number, durationMs: number, error: string | null, errorCount: number, failedCount: number, id: string, judgeCostUsd: string, judgeVotes: number, mode: EvaluationMode, passedCount: number, pricing: Pricing | null, resultCount: number, score: number | null, startedAt: string | null, status: EvaluationStatus, trials: number, unpricedCalls: number, agent: { id: string, slug: string, name: string }, dataSet: { id: string, slug: string, name: string } }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type SteerRunMutationVariables = Exact<{
  input: SteerRunInput;
}>;


export type SteerRunMutation = { steerRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string }
   };

export type StopCanaryMutationVariables = Exact<{
  input: StopCanaryInput;
}>;


export type StopCanaryMutation = { stopCanary:
    | { __typename: 'Canary', id: string, agent: { id: string, version: number, versionWeights: Array<{ version: number, weight: number }>, canaries: { nodes: Array<{ id: string, version: number, baselineVersion: number, weight: number, minRuns: number, maxRuns: number, status: CanaryStatus, reason: string | null, comparedAt: string | null, agent: { id: string, slug: string, name: string }, comparisons: Array<{ measure: CanaryMeasure, verdict: CanaryVerdict, margin: number, version: { count: number, value: number | null }, baseline: { count: number, value: number | null }, difference: { low: number, high: number } | null }> }> } } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'WebhookTest', accepted: boolean, status: number | null, durationMs: number, body: string | null, error: string | null }
   };

export type TriggerRunMutationVariables = Exact<{
  input: TriggerRunInput;
}>;


export type TriggerRunMutation = { triggerRun:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'LimitExceededError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, status: RunStatus, session: { id: string, key: string } | null }
   };

export type UpdateAgentMutationVariables = Exact<{
  input: UpdateAgentInput;
}>;


export type UpdateAgentMutation = { updateAgent:
    | { __typename: 'Agent', createdAt: string, flowType: FlowType, id: string, slug: string, name: string, description: string | null, model: string, planner: Planner, version: number, source: AgentSource, archivedAt: string | null, updatedAt: string, warnings: Array<{ message: string }>, definition: { acceptanceCriteria: Array<string>, busySession: BusySession, contextWindow: number | null, defaultTimeoutMs: number | null, description: string | null, dynamicParallelism: boolean, failFast: boolean, fallbackModels: Array<string>, flowType: FlowType, inheritedLimits: Array<InheritedLimit>, maxChildren: number, maxContinuations: number, maxCostUsd: string | null, maxDepth: number, maxGuardRounds: number, maxIdenticalErrors: number, maxOutputTokens: number | null, maxParallel: number, maxSteps: number | null, maxTokens: number | null, maxToolResultChars: number, model: string, name: string, noProgressSteps: number, onUnknownOutcome: UnknownOutcome, outputSchema: unknown, planner: Planner, pricing: Pricing, promptSections: Array<PromptSection>, protocolMode: ProtocolMode, reasoningEffort: ReasoningEffort | null, redaction: Redaction, relics: Array<string>, requireDoneTool: boolean, requireUserApproval: boolean, retryActions: boolean, specialists: Array<string>, subagentModels: Array<string>, subagents: Array<string>, systemPrompt: string | null, temperature: number | null, terminateOnError: boolean, terminateOnGoalAchieved: boolean, terminateOnNoProgress: boolean, timeZone: string, toolChoice: ToolChoice, tools: Array<string>, workflows: Array<string>, compaction: { compactAt: number, keepRecent: number, models: Array<string>, warnAt: number } | null, confidence: { everySteps: number, models: Array<string>, threshold: number } | null, gates: { decider: GateDecider, expiresAfterMs: number | null, onExpiry: GateExpiry }, loop: { exitCondition: string | null, maxIterations: number }, modelRetry: { baseMs: number, capMs: number, maxAttempts: number }, skills: Array<{ instructions: string, name: string }>, stages: Array<{ instruction: string, name: string }> }, tools: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, kind: ToolKind, name: string, source: string, timeoutMs: number | null }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type UpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
}>;


export type UpdateProjectMutation = { updateProject:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Project', createdAt: string, defaultPermission: Permission, id: string, maxConcurrentRuns: number, maxCostUsdPerDay: string | null, maxFileBytes: number, maxStoredFileBytes: number, maxTokensPerDay: number | null, name: string, slug: string, defaultLimits: { maxCostUsd: string | null, maxSteps: number | null, maxTokens: number | null, timeoutMs: number | null }, spentToday: { costUsd: string, reservedTokens: number, reservedUsd: string, tokens: number, unpricedCalls: number } }
   };

export type UpdateRunMutationVariables = Exact<{
  input: UpdateRunInput;
}>;


export type UpdateRunMutation = { updateRun:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Run', id: string, tags: Array<string> }
   };

export type UpdateScheduleMutationVariables = Exact<{
  input: UpdateScheduleInput;
}>;


export type UpdateScheduleMutation = { updateSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', batchDeadlineMs: number | null, createdAt: string, cron: string, enabled: boolean, id: string, input: string, lastError: string | null, lastFiredAt: string | null, metadata: unknown, misfirePolicy: MisfirePolicy, nextFireAt: string | null, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, timeZone: string, agent: { id: string, slug: string, name: string } }
   };

export type UpdateSessionMutationVariables = Exact<{
  input: UpdateSessionInput;
}>;


export type UpdateSessionMutation = { updateSession:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'Session', id: string, memory: Array<string> }
   };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Webhook', createdAt: string, disabledAt: string | null, disabledReason: string | null, enabled: boolean, failingSince: string | null, id: string, topics: Array<WebhookTopic>, url: string }
   };

export type UpdateWorkflowMutationVariables = Exact<{
  input: UpdateWorkflowInput;
}>;


export type UpdateWorkflowMutation = { updateWorkflow:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', path: Array<string> | null, code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Workflow', archivedAt: string | null, createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number }
   };

export type BindingShownFragment = { accountId: string | null, channel: string | null, createdAt: string, guildId: string | null, id: string, peer: string | null, agent: { id: string, slug: string, name: string } };

export type DataSetRowFragment = { createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number, items: { totalCount: number } };

export type DeliveryRowFragment = { abandonedAt: string | null, attempt: number, createdAt: string, deliveredAt: string | null, id: string, lastError: string | null, lastStatusCode: number | null, nextAttemptAt: string | null, payload: unknown, status: DeliveryStatus, topic: WebhookTopic, run: { id: string, status: RunStatus } };

export type EvaluationRowFragment = { agentVersion: number, completedAt: string | null, concurrency: number, costUsd: string, createdAt: string, createdBy: string | null, dataSetVersion: number, divergedCount: number, durationMs: number, error: string | null, errorCount: number, failedCount: number, id: string, judgeCostUsd: string, judgeVotes: number, mode: EvaluationMode, passedCount: number, pricing: Pricing | null, resultCount: number, score: number | null, startedAt: string | null, status: EvaluationStatus, trials: number, unpricedCalls: number, agent: { id: string, slug: string, name: string }, dataSet: { id: string, slug: string, name: string } };

export type EventRowFragment = { data: unknown, deliveredAt: string | null, expiresAt: string, id: string, key: string, name: string, receivedAt: string, sentBy: string | null, gates: Array<{ id: string, run: { id: string, status: RunStatus } }>, runs: Array<{ id: string, status: RunStatus }> };

export type EventSourceRowFragment = { createdAt: string, eventName: string | null, id: string, idAt: string | null, maxPerMinute: number, nameAt: string | null, path: string, previousSecretUntil: string | null, scheme: SignatureScheme, signatureEncoding: SignatureEncoding | null, signatureHeader: string | null, slug: string, toleranceSeconds: number };

export type EventTriggerRowFragment = { batchDeadlineMs: number | null, condition: string | null, createdAt: string, enabled: boolean, event: string, id: string, input: string, lastAt: string | null, lastError: string | null, metadata: unknown, name: string, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, agent: { id: string, slug: string, name: string } };

export type HttpSettingsFragment = { allowPrivate: boolean, baseUrl: string, honoursIdempotencyKey: boolean, kind: RelicKind, maxBytes: number, methods: Array<HttpMethod>, paths: Array<string>, timeoutMs: number, headers: Array<{ name: string, value: string }> };

export type KeyRowFragment = { createdAt: string, createdBy: string, expiresAt: string | null, id: string, isServerAdmin: boolean, lastUsedAt: string | null, name: string, revokedAt: string | null, revokedBy: string | null, role: ApiKeyRole };

export type KeyValueSettingsFragment = { defaultTtlMs: number | null, kind: RelicKind, maxValueBytes: number };

export type PolicyShownFragment = { appliesTo: PolicyScope, condition: string | null, createdAt: string, id: string, operation: string | null, permission: Permission, reason: string | null, target: string | null, type: PermittedType | null, agent: { id: string, slug: string, name: string } | null };

export type ProjectSettingsFragment = { createdAt: string, defaultPermission: Permission, id: string, maxConcurrentRuns: number, maxCostUsdPerDay: string | null, maxFileBytes: number, maxStoredFileBytes: number, maxTokensPerDay: number | null, name: string, slug: string, defaultLimits: { maxCostUsd: string | null, maxSteps: number | null, maxTokens: number | null, timeoutMs: number | null }, spentToday: { costUsd: string, reservedTokens: number, reservedUsd: string, tokens: number, unpricedCalls: number } };

export type QueueShownFragment = { blocked: number, due: number, free: number, maxConcurrentRuns: number, oldestDueAt: string | null, returned: number, running: number, scheduled: number, workers: Array<{ active: number, id: string, lastSeenAt: string, name: string | null, role: ProcessRole, slots: number, startedAt: string, state: WorkerState, version: string }> };

export type RelicWholeFragment = { createdAt: string, id: string, kind: RelicKind, name: string, operations: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, name: string }>, settings:
    | { __typename: 'HttpRelicSettings', allowPrivate: boolean, baseUrl: string, honoursIdempotencyKey: boolean, kind: RelicKind, maxBytes: number, methods: Array<HttpMethod>, paths: Array<string>, timeoutMs: number, headers: Array<{ name: string, value: string }> }
    | { __typename: 'KeyValueRelicSettings', defaultTtlMs: number | null, kind: RelicKind, maxValueBytes: number }
    | { __typename: 'SqlRelicSettings', allowWrites: boolean, env: string | null, kind: RelicKind, maxConnections: number, maxRows: number, schema: string | null, statementTimeoutMs: number, url: string | null }
   };

export type RelicOperationShownFragment = { description: string, effect: ToolEffect, inputSchema: unknown, name: string };

export type ResultRowFragment = { completedAt: string | null, costUsd: string, durationMs: number | null, error: string | null, id: string, judgeCostUsd: string, output: unknown, score: number | null, startedAt: string | null, status: EvaluationResultStatus, stepCount: number | null, trial: number, unpricedCalls: number, item: { id: string, key: string, input: string }, itemTrials: { passed: number, total: number, flaky: boolean }, checks: Array<{ kind: EvaluationCheckKind, expected: string, passed: boolean | null, reason: string }>, run: { id: string } | null };

export type RunLimitsFragment = { maxCostUsd: string | null, maxSteps: number | null, maxTokens: number | null, timeoutMs: number | null };

export type ScheduleRowFragment = { batchDeadlineMs: number | null, createdAt: string, cron: string, enabled: boolean, id: string, input: string, lastError: string | null, lastFiredAt: string | null, metadata: unknown, misfirePolicy: MisfirePolicy, nextFireAt: string | null, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, timeZone: string, agent: { id: string, slug: string, name: string } };

export type SpendingFragment = { costUsd: string, reservedTokens: number, reservedUsd: string, tokens: number, unpricedCalls: number };

export type SqlSettingsFragment = { allowWrites: boolean, env: string | null, kind: RelicKind, maxConnections: number, maxRows: number, schema: string | null, statementTimeoutMs: number, url: string | null };

export type ToolShownFragment = { description: string, effect: ToolEffect, inputSchema: unknown, kind: ToolKind, name: string, source: string, timeoutMs: number | null };

export type UsageGroupFragment = { agentId: string | null, agentVersion: number | null, day: string | null, model: string | null, provider: string | null, purpose: CallPurpose | null, sessionId: string | null, agent: { id: string, slug: string, name: string } | null, session: { id: string, key: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number } };

export type WebhookRowFragment = { createdAt: string, disabledAt: string | null, disabledReason: string | null, enabled: boolean, failingSince: string | null, id: string, topics: Array<WebhookTopic>, url: string };

export type WorkerShownFragment = { active: number, id: string, lastSeenAt: string, name: string | null, role: ProcessRole, slots: number, startedAt: string, state: WorkerState, version: string };

export type WorkflowHeadFragment = { archivedAt: string | null, createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number };

export type WorkflowVersionShownFragment = { agent: string | null, createdAt: string, createdBy: string | null, description: string | null, name: string, number: number, output: unknown, parameters: unknown, changes: Array<{ field: string, before: unknown, after: unknown }>, plan: { json: unknown, waves: Array<Array<string>>, actions: Array<{ name: string, type: ActionType, target: string, mode: ActionMode }>, edges: Array<{ from: string, to: string, kind: PlanEdgeKind }> } };

export type AgentsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: AgentFilter | null | undefined;
  orderBy?: AgentOrder | null | undefined;
}>;


export type AgentsQuery = { agents: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, slug: string, name: string, description: string | null, model: string, planner: Planner, version: number, source: AgentSource, archivedAt: string | null, updatedAt: string }> } };

export type ApiKeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ createdAt: string, createdBy: string, expiresAt: string | null, id: string, isServerAdmin: boolean, lastUsedAt: string | null, name: string, revokedAt: string | null, revokedBy: string | null, role: ApiKeyRole }> } };

export type BindingsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BindingsQuery = { bindings: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ accountId: string | null, channel: string | null, createdAt: string, guildId: string | null, id: string, peer: string | null, agent: { id: string, slug: string, name: string } }> } };

export type DataSetsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type DataSetsQuery = { dataSets: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number, items: { totalCount: number } }> } };

export type EvaluationsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: EvaluationFilter | null | undefined;
}>;


export type EvaluationsQuery = { evaluations: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ agentVersion: number, completedAt: string | null, concurrency: number, costUsd: string, createdAt: string, createdBy: string | null, dataSetVersion: number, divergedCount: number, durationMs: number, error: string | null, errorCount: number, failedCount: number, id: string, judgeCostUsd: string, judgeVotes: number, mode: EvaluationMode, passedCount: number, pricing: Pricing | null, resultCount: number, score: number | null, startedAt: string | null, status: EvaluationStatus, trials: number, unpricedCalls: number, agent: { id: string, slug: string, name: string }, dataSet: { id: string, slug: string, name: string } }> } };

export type EventSourcesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type EventSourcesQuery = { eventSources: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ createdAt: string, eventName: string | null, id: string, idAt: string | null, maxPerMinute: number, nameAt: string | null, path: string, previousSecretUntil: string | null, scheme: SignatureScheme, signatureEncoding: SignatureEncoding | null, signatureHeader: string | null, slug: string, toleranceSeconds: number }> } };

export type EventTriggersQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type EventTriggersQuery = { eventTriggers: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ batchDeadlineMs: number | null, condition: string | null, createdAt: string, enabled: boolean, event: string, id: string, input: string, lastAt: string | null, lastError: string | null, metadata: unknown, name: string, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, agent: { id: string, slug: string, name: string } }> } };

export type ReceivedEventsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ReceivedEventsQuery = { receivedEvents: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ data: unknown, deliveredAt: string | null, expiresAt: string, id: string, key: string, name: string, receivedAt: string, sentBy: string | null, gates: Array<{ id: string, run: { id: string, status: RunStatus } }>, runs: Array<{ id: string, status: RunStatus }> }> } };

export type RelicsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RelicsQuery = { relics: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ createdAt: string, id: string, kind: RelicKind, name: string, operations: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, name: string }>, settings:
        | { __typename: 'HttpRelicSettings', allowPrivate: boolean, baseUrl: string, honoursIdempotencyKey: boolean, kind: RelicKind, maxBytes: number, methods: Array<HttpMethod>, paths: Array<string>, timeoutMs: number, headers: Array<{ name: string, value: string }> }
        | { __typename: 'KeyValueRelicSettings', defaultTtlMs: number | null, kind: RelicKind, maxValueBytes: number }
        | { __typename: 'SqlRelicSettings', allowWrites: boolean, env: string | null, kind: RelicKind, maxConnections: number, maxRows: number, schema: string | null, statementTimeoutMs: number, url: string | null }
       }> } };

export type SchedulesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SchedulesQuery = { schedules: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ batchDeadlineMs: number | null, createdAt: string, cron: string, enabled: boolean, id: string, input: string, lastError: string | null, lastFiredAt: string | null, metadata: unknown, misfirePolicy: MisfirePolicy, nextFireAt: string | null, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, timeZone: string, agent: { id: string, slug: string, name: string } }> } };

export type SessionsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: SessionFilter | null | undefined;
  orderBy?: SessionOrder | null | undefined;
}>;


export type SessionsQuery = { sessions: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, key: string, createdAt: string, lastActiveAt: string, runCount: number, agent: { id: string, slug: string, name: string } | null, activeRuns: Array<{ id: string, status: RunStatus }>, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> } };

export type WebhooksQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { webhooks: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ createdAt: string, disabledAt: string | null, disabledReason: string | null, enabled: boolean, failingSince: string | null, id: string, topics: Array<WebhookTopic>, url: string, pending: { totalCount: number }, abandoned: { totalCount: number } }> } };

export type WorkflowsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: WorkflowFilter | null | undefined;
  orderBy?: WorkflowOrder | null | undefined;
}>;


export type WorkflowsQuery = { workflows: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ archivedAt: string | null, createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number, latest: { number: number, agent: string | null, plan: { waves: Array<Array<string>> } }, runs: { totalCount: number, nodes: Array<{ id: string, status: RunStatus, createdAt: string }> } }> } };

export type DefinitionShownFragment = { acceptanceCriteria: Array<string>, busySession: BusySession, contextWindow: number | null, defaultTimeoutMs: number | null, description: string | null, dynamicParallelism: boolean, failFast: boolean, fallbackModels: Array<string>, flowType: FlowType, inheritedLimits: Array<InheritedLimit>, maxChildren: number, maxContinuations: number, maxCostUsd: string | null, maxDepth: number, maxGuardRounds: number, maxIdenticalErrors: number, maxOutputTokens: number | null, maxParallel: number, maxSteps: number | null, maxTokens: number | null, maxToolResultChars: number, model: string, name: string, noProgressSteps: number, onUnknownOutcome: UnknownOutcome, outputSchema: unknown, planner: Planner, pricing: Pricing, promptSections: Array<PromptSection>, protocolMode: ProtocolMode, reasoningEffort: ReasoningEffort | null, redaction: Redaction, relics: Array<string>, requireDoneTool: boolean, requireUserApproval: boolean, retryActions: boolean, specialists: Array<string>, subagentModels: Array<string>, subagents: Array<string>, systemPrompt: string | null, temperature: number | null, terminateOnError: boolean, terminateOnGoalAchieved: boolean, terminateOnNoProgress: boolean, timeZone: string, toolChoice: ToolChoice, tools: Array<string>, workflows: Array<string>, compaction: { compactAt: number, keepRecent: number, models: Array<string>, warnAt: number } | null, confidence: { everySteps: number, models: Array<string>, threshold: number } | null, gates: { decider: GateDecider, expiresAfterMs: number | null, onExpiry: GateExpiry }, loop: { exitCondition: string | null, maxIterations: number }, modelRetry: { baseMs: number, capMs: number, maxAttempts: number }, skills: Array<{ instructions: string, name: string }>, stages: Array<{ instruction: string, name: string }> };

export type DefinitionSchemaQueryVariables = Exact<{ [key: string]: never; }>;


export type DefinitionSchemaQuery = { __type: { inputFields: Array<{ name: string, description: string | null, type: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, inputFields: Array<{ name: string, description: string | null, type: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } }> | null, enumValues: Array<{ name: string }> | null } | null, inputFields: Array<{ name: string, description: string | null, type: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } }> | null, enumValues: Array<{ name: string }> | null } | null, inputFields: Array<{ name: string, description: string | null, type: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } }> | null, enumValues: Array<{ name: string }> | null } | null, inputFields: Array<{ name: string, description: string | null, type: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } }> | null, enumValues: Array<{ name: string }> | null } }> | null } | null };

export type NestedTypeFragment = { kind: __TypeKind, name: string | null, inputFields: Array<{ name: string, description: string | null, type: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, ofType: { kind: __TypeKind, name: string | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } | null, enumValues: Array<{ name: string }> | null } }> | null, enumValues: Array<{ name: string }> | null };

export type NamedTypeFragment = { kind: __TypeKind, name: string | null, enumValues: Array<{ name: string }> | null };

export type RunPageEventsSubscriptionVariables = Exact<{
  runId: string | number;
  after?: string | null | undefined;
  types?: Array<RunEventType> | RunEventType | null | undefined;
}>;


export type RunPageEventsSubscription = { runEvents:
    | { __typename: 'ActionAttemptFailed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, attempt: number, delayMs: number, error: string, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ActionCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, durationMs: number, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ActionDenied', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, reason: string, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ActionFailed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, error: string, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ActionLogged', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, actionId: string, name: string, level: LogLevel, message: string, data: unknown, loggedAt: string }
    | { __typename: 'ActionProgressed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, progress: number | null, progressTotal: number | null, progressMessage: string | null, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ActionSkipped', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, reason: string, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ActionStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, target: string, attempt: number, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ActionStepCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, key: string, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ArgumentsDelta', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, tool: string, text: string }
    | { __typename: 'AttemptDiscarded', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, messageId: string, discardReason: string }
    | { __typename: 'ChildRunEnded', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, status: RunStatus, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'ChildRunStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, agentName: string, action: { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null } }
    | { __typename: 'CompactionStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, tokens: number, limit: number }
    | { __typename: 'ConfidenceRequested', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, requestedBy: string | null }
    | { __typename: 'ContextCompacted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, strategies: Array<CompactionStrategy>, tokensBefore: number, tokensAfter: number }
    | { __typename: 'ErrorOccurred', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, code: string, message: string }
    | { __typename: 'FinalAnswer', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, answer: string }
    | { __typename: 'GateOpened', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'GateResolved', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, gateStatus: GateStatus | null, resolvedBy: string | null, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'HistoryTruncated', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null }
    | { __typename: 'InputInjected', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, sentBy: string | null, injected: string }
    | { __typename: 'ModelSwitched', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, fromModel: string, toModel: string, switchReason: string }
    | { __typename: 'PlanGenerated', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, actions: Array<{ name: string }> }
    | { __typename: 'ReasoningDelta', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, messageId: string, offset: number, text: string }
    | { __typename: 'RunCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, status: RunStatus, terminationReason: TerminationReason, totalSteps: number, totalActions: number, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'RunContinued', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'RunFailed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, errorCode: string, error: string, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'RunRecovered', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, recoveries: number, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'RunResumed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, resumedBy: string | null, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'RunStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, agentName: string, maxSteps: number | null, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'RunWaiting', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, childRuns: number, openGates: number, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } }
    | { __typename: 'StageStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, index: number, total: number | null }
    | { __typename: 'StateEdited', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, contextEdited: boolean, editedMessages: Array<number>, droppedFrom: number | null }
    | { __typename: 'StepCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, actionsCompleted: number, run: { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> }, step: { id: string, number: number, startedAt: string, durationMs: number | null, success: boolean | null, progress: number | null, error: string | null, actions: Array<{ id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null }>, modelCalls: Array<{ id: string, messageId: string, purpose: CallPurpose, provider: string, model: string, startedAt: string, latencyMs: number | null, timeToFirstTokenMs: number | null, attempt: number, finishReason: string | null, errorCode: string | null, error: string | null, action: { id: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> } }
    | { __typename: 'StepStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, step: { id: string, number: number, startedAt: string, durationMs: number | null, success: boolean | null, progress: number | null, error: string | null, actions: Array<{ id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null }>, modelCalls: Array<{ id: string, messageId: string, purpose: CallPurpose, provider: string, model: string, startedAt: string, latencyMs: number | null, timeToFirstTokenMs: number | null, attempt: number, finishReason: string | null, errorCode: string | null, error: string | null, action: { id: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> } }
    | { __typename: 'Terminating', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, terminationReason: TerminationReason, abortedBy: string | null, abortReason: string | null }
    | { __typename: 'TextDelta', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, messageId: string, offset: number, text: string }
    | { __typename: 'UsageReported', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, model: string, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }
    | { __typename: 'Validated', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null }
    | { __typename: 'Warning', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, code: string, message: string }
   };

type EventText_ActionAttemptFailed_Fragment = { name: string, attempt: number, delayMs: number, error: string };

type EventText_ActionCompleted_Fragment = { name: string, durationMs: number };

type EventText_ActionDenied_Fragment = { name: string, reason: string };

type EventText_ActionFailed_Fragment = { name: string, error: string };

type EventText_ActionLogged_Fragment = { actionId: string, name: string, level: LogLevel, message: string, data: unknown, loggedAt: string };

type EventText_ActionProgressed_Fragment = { name: string, progress: number | null, progressTotal: number | null, progressMessage: string | null };

type EventText_ActionSkipped_Fragment = { name: string, reason: string };

type EventText_ActionStarted_Fragment = { name: string, target: string, attempt: number };

type EventText_ActionStepCompleted_Fragment = { name: string, key: string };

type EventText_ArgumentsDelta_Fragment = { tool: string, text: string };

type EventText_AttemptDiscarded_Fragment = { messageId: string, discardReason: string };

type EventText_ChildRunEnded_Fragment = { name: string, status: RunStatus };

type EventText_ChildRunStarted_Fragment = { name: string, agentName: string };

type EventText_CompactionStarted_Fragment = { tokens: number, limit: number };

type EventText_ConfidenceRequested_Fragment = { requestedBy: string | null };

type EventText_ContextCompacted_Fragment = { strategies: Array<CompactionStrategy>, tokensBefore: number, tokensAfter: number };

type EventText_ErrorOccurred_Fragment = { code: string, message: string };

type EventText_FinalAnswer_Fragment = { answer: string };

type EventText_GateResolved_Fragment = { gateStatus: GateStatus | null, resolvedBy: string | null };

type EventText_InputInjected_Fragment = { sentBy: string | null, injected: string };

type EventText_ModelSwitched_Fragment = { fromModel: string, toModel: string, switchReason: string };

type EventText_PlanGenerated_Fragment = { actions: Array<{ name: string }> };

type EventText_ReasoningDelta_Fragment = { messageId: string, offset: number, text: string };

type EventText_RunCompleted_Fragment = { status: RunStatus, terminationReason: TerminationReason, totalSteps: number, totalActions: number };

type EventText_RunFailed_Fragment = { errorCode: string, error: string };

type EventText_RunRecovered_Fragment = { recoveries: number };

type EventText_RunResumed_Fragment = { resumedBy: string | null };

type EventText_RunStarted_Fragment = { agentName: string, maxSteps: number | null };

type EventText_RunWaiting_Fragment = { childRuns: number, openGates: number };

type EventText_StageStarted_Fragment = { name: string, index: number, total: number | null };

type EventText_StateEdited_Fragment = { contextEdited: boolean, editedMessages: Array<number>, droppedFrom: number | null };

type EventText_StepCompleted_Fragment = { actionsCompleted: number };

type EventText_Terminating_Fragment = { terminationReason: TerminationReason, abortedBy: string | null, abortReason: string | null };

type EventText_TextDelta_Fragment = { messageId: string, offset: number, text: string };

type EventText_UsageReported_Fragment = { model: string, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } };

type EventText_Warning_Fragment = { code: string, message: string };

export type EventTextFragment =
  | EventText_ActionAttemptFailed_Fragment
  | EventText_ActionCompleted_Fragment
  | EventText_ActionDenied_Fragment
  | EventText_ActionFailed_Fragment
  | EventText_ActionLogged_Fragment
  | EventText_ActionProgressed_Fragment
  | EventText_ActionSkipped_Fragment
  | EventText_ActionStarted_Fragment
  | EventText_ActionStepCompleted_Fragment
  | EventText_ArgumentsDelta_Fragment
  | EventText_AttemptDiscarded_Fragment
  | EventText_ChildRunEnded_Fragment
  | EventText_ChildRunStarted_Fragment
  | EventText_CompactionStarted_Fragment
  | EventText_ConfidenceRequested_Fragment
  | EventText_ContextCompacted_Fragment
  | EventText_ErrorOccurred_Fragment
  | EventText_FinalAnswer_Fragment
  | EventText_GateResolved_Fragment
  | EventText_InputInjected_Fragment
  | EventText_ModelSwitched_Fragment
  | EventText_PlanGenerated_Fragment
  | EventText_ReasoningDelta_Fragment
  | EventText_RunCompleted_Fragment
  | EventText_RunFailed_Fragment
  | EventText_RunRecovered_Fragment
  | EventText_RunResumed_Fragment
  | EventText_RunStarted_Fragment
  | EventText_RunWaiting_Fragment
  | EventText_StageStarted_Fragment
  | EventText_StateEdited_Fragment
  | EventText_StepCompleted_Fragment
  | EventText_Terminating_Fragment
  | EventText_TextDelta_Fragment
  | EventText_UsageReported_Fragment
  | EventText_Warning_Fragment
;

export type CallerQueryVariables = Exact<{ [key: string]: never; }>;


export type CallerQuery = { caller: { kind: CallerKind, name: string, role: ApiKeyRole, isServerAdmin: boolean, expiresAt: string | null }, project: { id: string, name: string, slug: string }, server: { version: string, role: ProcessRole } };

export type RunChangesSubscriptionVariables = Exact<{
  filter?: RunFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type RunChangesSubscription = { runUpdated: { cursor: string, run: { id: string, status: RunStatus, tags: Array<string> } } };

export type RunsPulseSubscriptionVariables = Exact<{
  filter?: RunFilter | null | undefined;
  since: string;
}>;


export type RunsPulseSubscription = { runStats: { buckets: Array<{ status: RunStatus | null, count: number }> } };

export type AgentNameFragment = { id: string, slug: string, name: string };

export type CostFragment = { totalTokens: number, costUsd: string, unpricedCalls: number };

export type RunNameFragment = { id: string, status: RunStatus, input: string, createdAt: string, agent: { id: string, slug: string, name: string } };

export type RunLineFragment = { startedAt: string | null, durationMs: number | null, id: string, status: RunStatus, input: string, createdAt: string, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } };

export type EditsOfForkFragment = { context: boolean, messages: Array<number>, droppedFrom: number | null };

export type NextFragment = { hasNextPage: boolean, endCursor: string | null };

export type AgentChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
  archived?: ArchiveState | null | undefined;
}>;


export type AgentChoicesQuery = { agents: { nodes: Array<{ id: string, slug: string, name: string }> } };

export type ModelNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelNamesQuery = { models: Array<{ name: string }>, agents: { nodes: Array<{ id: string, model: string }> } };

export type PaletteQueryVariables = Exact<{
  search: string;
}>;


export type PaletteQuery = { agents: { nodes: Array<{ id: string, slug: string, name: string }> }, runs: { nodes: Array<{ id: string, input: string, status: RunStatus, agent: { id: string, slug: string } }> }, sessions: { nodes: Array<{ id: string, key: string }> } };

export type OpenGatesQueryVariables = Exact<{ [key: string]: never; }>;


export type OpenGatesQuery = { gates: { totalCount: number } };

export type OpenGatesUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OpenGatesUpdatesSubscription = { gateUpdated: { cursor: string, gate: { id: string, status: GateStatus }, query: { gates: { totalCount: number } } } };

export type AgentShownFragment = { createdAt: string, flowType: FlowType, id: string, slug: string, name: string, description: string | null, model: string, planner: Planner, version: number, source: AgentSource, archivedAt: string | null, updatedAt: string, warnings: Array<{ message: string }>, definition: { acceptanceCriteria: Array<string>, busySession: BusySession, contextWindow: number | null, defaultTimeoutMs: number | null, description: string | null, dynamicParallelism: boolean, failFast: boolean, fallbackModels: Array<string>, flowType: FlowType, inheritedLimits: Array<InheritedLimit>, maxChildren: number, maxContinuations: number, maxCostUsd: string | null, maxDepth: number, maxGuardRounds: number, maxIdenticalErrors: number, maxOutputTokens: number | null, maxParallel: number, maxSteps: number | null, maxTokens: number | null, maxToolResultChars: number, model: string, name: string, noProgressSteps: number, onUnknownOutcome: UnknownOutcome, outputSchema: unknown, planner: Planner, pricing: Pricing, promptSections: Array<PromptSection>, protocolMode: ProtocolMode, reasoningEffort: ReasoningEffort | null, redaction: Redaction, relics: Array<string>, requireDoneTool: boolean, requireUserApproval: boolean, retryActions: boolean, specialists: Array<string>, subagentModels: Array<string>, subagents: Array<string>, systemPrompt: string | null, temperature: number | null, terminateOnError: boolean, terminateOnGoalAchieved: boolean, terminateOnNoProgress: boolean, timeZone: string, toolChoice: ToolChoice, tools: Array<string>, workflows: Array<string>, compaction: { compactAt: number, keepRecent: number, models: Array<string>, warnAt: number } | null, confidence: { everySteps: number, models: Array<string>, threshold: number } | null, gates: { decider: GateDecider, expiresAfterMs: number | null, onExpiry: GateExpiry }, loop: { exitCondition: string | null, maxIterations: number }, modelRetry: { baseMs: number, capMs: number, maxAttempts: number }, skills: Array<{ instructions: string, name: string }>, stages: Array<{ instruction: string, name: string }> }, tools: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, kind: ToolKind, name: string, source: string, timeoutMs: number | null }> };

export type AgentOfPageQueryVariables = Exact<{
  id?: string | number | null | undefined;
  slug?: string | null | undefined;
}>;


export type AgentOfPageQuery = { agent: { createdAt: string, flowType: FlowType, id: string, slug: string, name: string, description: string | null, model: string, planner: Planner, version: number, source: AgentSource, archivedAt: string | null, updatedAt: string, warnings: Array<{ message: string }>, definition: { acceptanceCriteria: Array<string>, busySession: BusySession, contextWindow: number | null, defaultTimeoutMs: number | null, description: string | null, dynamicParallelism: boolean, failFast: boolean, fallbackModels: Array<string>, flowType: FlowType, inheritedLimits: Array<InheritedLimit>, maxChildren: number, maxContinuations: number, maxCostUsd: string | null, maxDepth: number, maxGuardRounds: number, maxIdenticalErrors: number, maxOutputTokens: number | null, maxParallel: number, maxSteps: number | null, maxTokens: number | null, maxToolResultChars: number, model: string, name: string, noProgressSteps: number, onUnknownOutcome: UnknownOutcome, outputSchema: unknown, planner: Planner, pricing: Pricing, promptSections: Array<PromptSection>, protocolMode: ProtocolMode, reasoningEffort: ReasoningEffort | null, redaction: Redaction, relics: Array<string>, requireDoneTool: boolean, requireUserApproval: boolean, retryActions: boolean, specialists: Array<string>, subagentModels: Array<string>, subagents: Array<string>, systemPrompt: string | null, temperature: number | null, terminateOnError: boolean, terminateOnGoalAchieved: boolean, terminateOnNoProgress: boolean, timeZone: string, toolChoice: ToolChoice, tools: Array<string>, workflows: Array<string>, compaction: { compactAt: number, keepRecent: number, models: Array<string>, warnAt: number } | null, confidence: { everySteps: number, models: Array<string>, threshold: number } | null, gates: { decider: GateDecider, expiresAfterMs: number | null, onExpiry: GateExpiry }, loop: { exitCondition: string | null, maxIterations: number }, modelRetry: { baseMs: number, capMs: number, maxAttempts: number }, skills: Array<{ instructions: string, name: string }>, stages: Array<{ instruction: string, name: string }> }, tools: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, kind: ToolKind, name: string, source: string, timeoutMs: number | null }> } | null };

export type AgentStatsQueryVariables = Exact<{
  agent: string | number;
  since: string;
}>;


export type AgentStatsQuery = { all: { buckets: Array<{ count: number, completed: number, failed: number, cancelled: number, active: number, failureRate: number | null, duration: { count: number, p50: number | null, p95: number | null, p99: number | null }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> }, openGates: { totalCount: number } };

export type RunsOfAgentQueryVariables = Exact<{
  agent: string | number;
}>;


export type RunsOfAgentQuery = { runs: { totalCount: number, nodes: Array<{ id: string, status: RunStatus, terminationReason: TerminationReason | null, input: string, tags: Array<string>, createdAt: string, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, agentVersion: number, triggeredBy: string | null, agent: { id: string, slug: string, name: string }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, error: { message: string } | null }> } };

export type RunsOfAgentUpdatesSubscriptionVariables = Exact<{
  agent: string | number;
  after?: string | null | undefined;
}>;


export type RunsOfAgentUpdatesSubscription = { runUpdated: { cursor: string, run: { id: string }, query: { runs: { totalCount: number, nodes: Array<{ id: string, status: RunStatus, terminationReason: TerminationReason | null, input: string, tags: Array<string>, createdAt: string, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, agentVersion: number, triggeredBy: string | null, agent: { id: string, slug: string, name: string }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, error: { message: string } | null }> } } } };

export type VersionsOfAgentQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type VersionsOfAgentQuery = { agent: { id: string, version: number, versions: { nodes: Array<{ number: number, createdAt: string, createdBy: string | null, changes: Array<{ field: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type TwoVersionsQueryVariables = Exact<{
  agent: string | number;
  from: number;
  to: number;
}>;


export type TwoVersionsQuery = { from: { number: number, definition: { acceptanceCriteria: Array<string>, busySession: BusySession, contextWindow: number | null, defaultTimeoutMs: number | null, description: string | null, dynamicParallelism: boolean, failFast: boolean, fallbackModels: Array<string>, flowType: FlowType, inheritedLimits: Array<InheritedLimit>, maxChildren: number, maxContinuations: number, maxCostUsd: string | null, maxDepth: number, maxGuardRounds: number, maxIdenticalErrors: number, maxOutputTokens: number | null, maxParallel: number, maxSteps: number | null, maxTokens: number | null, maxToolResultChars: number, model: string, name: string, noProgressSteps: number, onUnknownOutcome: UnknownOutcome, outputSchema: unknown, planner: Planner, pricing: Pricing, promptSections: Array<PromptSection>, protocolMode: ProtocolMode, reasoningEffort: ReasoningEffort | null, redaction: Redaction, relics: Array<string>, requireDoneTool: boolean, requireUserApproval: boolean, retryActions: boolean, specialists: Array<string>, subagentModels: Array<string>, subagents: Array<string>, systemPrompt: string | null, temperature: number | null, terminateOnError: boolean, terminateOnGoalAchieved: boolean, terminateOnNoProgress: boolean, timeZone: string, toolChoice: ToolChoice, tools: Array<string>, workflows: Array<string>, compaction: { compactAt: number, keepRecent: number, models: Array<string>, warnAt: number } | null, confidence: { everySteps: number, models: Array<string>, threshold: number } | null, gates: { decider: GateDecider, expiresAfterMs: number | null, onExpiry: GateExpiry }, loop: { exitCondition: string | null, maxIterations: number }, modelRetry: { baseMs: number, capMs: number, maxAttempts: number }, skills: Array<{ instructions: string, name: string }>, stages: Array<{ instruction: string, name: string }> } } | null, to: { number: number, definition: { acceptanceCriteria: Array<string>, busySession: BusySession, contextWindow: number | null, defaultTimeoutMs: number | null, description: string | null, dynamicParallelism: boolean, failFast: boolean, fallbackModels: Array<string>, flowType: FlowType, inheritedLimits: Array<InheritedLimit>, maxChildren: number, maxContinuations: number, maxCostUsd: string | null, maxDepth: number, maxGuardRounds: number, maxIdenticalErrors: number, maxOutputTokens: number | null, maxParallel: number, maxSteps: number | null, maxTokens: number | null, maxToolResultChars: number, model: string, name: string, noProgressSteps: number, onUnknownOutcome: UnknownOutcome, outputSchema: unknown, planner: Planner, pricing: Pricing, promptSections: Array<PromptSection>, protocolMode: ProtocolMode, reasoningEffort: ReasoningEffort | null, redaction: Redaction, relics: Array<string>, requireDoneTool: boolean, requireUserApproval: boolean, retryActions: boolean, specialists: Array<string>, subagentModels: Array<string>, subagents: Array<string>, systemPrompt: string | null, temperature: number | null, terminateOnError: boolean, terminateOnGoalAchieved: boolean, terminateOnNoProgress: boolean, timeZone: string, toolChoice: ToolChoice, tools: Array<string>, workflows: Array<string>, compaction: { compactAt: number, keepRecent: number, models: Array<string>, warnAt: number } | null, confidence: { everySteps: number, models: Array<string>, threshold: number } | null, gates: { decider: GateDecider, expiresAfterMs: number | null, onExpiry: GateExpiry }, loop: { exitCondition: string | null, maxIterations: number }, modelRetry: { baseMs: number, capMs: number, maxAttempts: number }, skills: Array<{ instructions: string, name: string }>, stages: Array<{ instruction: string, name: string }> } } | null };

export type ToolNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type ToolNamesQuery = { tools: Array<{ name: string, description: string }> };

export type PromptPreviewQueryVariables = Exact<{
  agent: string | number;
  definition?: AgentDefinitionInput | null | undefined;
  sessionKey?: string | null | undefined;
}>;


export type PromptPreviewQuery = { promptPreview: { systemPrompt: string | null, offeredTools: Array<{ name: string, description: string, inputSchema: unknown }> } };

export type AgentRowFragment = { id: string, slug: string, name: string, description: string | null, model: string, planner: Planner, version: number, source: AgentSource, archivedAt: string | null, updatedAt: string };

export type AgentsStatsQueryVariables = Exact<{
  since: string;
  timeZone: string;
}>;


export type AgentsStatsQuery = { all: { isTruncated: boolean, buckets: Array<{ count: number, completed: number, failed: number, cancelled: number, active: number, failureRate: number | null, agent: { id: string } | null, duration: { count: number, p50: number | null, p95: number | null, p99: number | null }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> }, daily: { isTruncated: boolean, buckets: Array<{ day: string | null, completed: number, failed: number, count: number, agent: { id: string } | null }> } };

export type PoliciesQueryVariables = Exact<{ [key: string]: never; }>;


export type PoliciesQuery = { policies: { totalCount: number, nodes: Array<{ appliesTo: PolicyScope, condition: string | null, createdAt: string, id: string, operation: string | null, permission: Permission, reason: string | null, target: string | null, type: PermittedType | null, agent: { id: string, slug: string, name: string } | null }> }, project: { id: string, defaultPermission: Permission } };

export type RulingOfCallQueryVariables = Exact<{
  agent: string | number;
  type: PermittedType;
  target: string;
  operation?: string | null | undefined;
}>;


export type RulingOfCallQuery = { permission: { permission: Permission, reason: string | null, rule: string, policy: { appliesTo: PolicyScope, condition: string | null, createdAt: string, id: string, operation: string | null, permission: Permission, reason: string | null, target: string | null, type: PermittedType | null, agent: { id: string, slug: string, name: string } | null } | null } };

export type AgentOfOriginQueryVariables = Exact<{
  origin: OriginInput;
}>;


export type AgentOfOriginQuery = { resolveAgent: { id: string, slug: string, name: string } | null };

export type CanaryShownFragment = { id: string, version: number, baselineVersion: number, weight: number, minRuns: number, maxRuns: number, status: CanaryStatus, reason: string | null, comparedAt: string | null, agent: { id: string, slug: string, name: string }, comparisons: Array<{ measure: CanaryMeasure, verdict: CanaryVerdict, margin: number, version: { count: number, value: number | null }, baseline: { count: number, value: number | null }, difference: { low: number, high: number } | null }> };

export type AgentTrafficFragment = { id: string, version: number, versionWeights: Array<{ version: number, weight: number }>, canaries: { nodes: Array<{ id: string, version: number, baselineVersion: number, weight: number, minRuns: number, maxRuns: number, status: CanaryStatus, reason: string | null, comparedAt: string | null, agent: { id: string, slug: string, name: string }, comparisons: Array<{ measure: CanaryMeasure, verdict: CanaryVerdict, margin: number, version: { count: number, value: number | null }, baseline: { count: number, value: number | null }, difference: { low: number, high: number } | null }> }> } };

export type TrafficOfAgentQueryVariables = Exact<{
  id: string | number;
  slug: string | number;
  since: string;
}>;


export type TrafficOfAgentQuery = { agent: { id: string, version: number, versionWeights: Array<{ version: number, weight: number }>, canaries: { nodes: Array<{ id: string, version: number, baselineVersion: number, weight: number, minRuns: number, maxRuns: number, status: CanaryStatus, reason: string | null, comparedAt: string | null, agent: { id: string, slug: string, name: string }, comparisons: Array<{ measure: CanaryMeasure, verdict: CanaryVerdict, margin: number, version: { count: number, value: number | null }, baseline: { count: number, value: number | null }, difference: { low: number, high: number } | null }> }> } } | null, versions: { buckets: Array<{ agentVersion: number | null, count: number, completed: number, failed: number, cancelled: number, active: number, failureRate: number | null, failureInterval: { low: number, high: number } | null, rating: { mean: number | null, interval: { low: number, high: number } | null }, duration: { count: number, p50: number | null, p95: number | null, p99: number | null }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> } };

export type RunFiguresFragment = { count: number, completed: number, failed: number, cancelled: number, active: number, failureRate: number | null, duration: { count: number, p50: number | null, p95: number | null, p99: number | null }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } };

export type BoardStatsQueryVariables = Exact<{
  filter?: RunFilter | null | undefined;
  since: string;
  until?: string | null | undefined;
  timeZone: string;
  byTime: Array<RunStatsDimension> | RunStatsDimension;
}>;


export type BoardStatsQuery = { totals: { buckets: Array<{ count: number, completed: number, failed: number, cancelled: number, active: number, failureRate: number | null, rating: { count: number, mean: number | null, interval: { low: number, high: number } | null }, duration: { count: number, p50: number | null, p95: number | null, p99: number | null }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> }, overTime: { buckets: Array<{ hour: string | null, day: string | null, count: number, completed: number, failed: number, cancelled: number, active: number, failureRate: number | null, duration: { count: number, p50: number | null, p95: number | null, p99: number | null }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> }, byAgent: { buckets: Array<{ count: number, completed: number, failed: number, cancelled: number, active: number, failureRate: number | null, agent: { id: string, slug: string, name: string } | null, duration: { count: number, p50: number | null, p95: number | null, p99: number | null }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> }, byTag: { buckets: Array<{ tag: string | null, count: number }> } };

export type BoardPartsQueryVariables = Exact<{
  filter?: RunFilter | null | undefined;
  since: string;
  until?: string | null | undefined;
  timeZone: string;
  groupBy: Array<RunStatsDimension> | RunStatsDimension;
}>;


export type BoardPartsQuery = { runStats: { buckets: Array<{ hour: string | null, day: string | null, status: RunStatus | null, terminationReason: TerminationReason | null, count: number, agent: { id: string, slug: string, name: string } | null }> } };

export type BoardNowQueryVariables = Exact<{
  active: RunFilter;
}>;


export type BoardNowQuery = { queue: { blocked: number, due: number, free: number, maxConcurrentRuns: number, oldestDueAt: string | null, returned: number, running: number, scheduled: number, workers: Array<{ active: number, id: string, lastSeenAt: string, name: string | null, role: ProcessRole, slots: number, startedAt: string, state: WorkerState, version: string }> }, project: { id: string, maxCostUsdPerDay: string | null, maxTokensPerDay: number | null, spentToday: { costUsd: string, reservedTokens: number, reservedUsd: string, tokens: number, unpricedCalls: number } }, openGates: { totalCount: number, nodes: Array<{ id: string, kind: GateKind, reason: string, createdAt: string, expiresAt: string | null, run: { id: string, agent: { id: string, name: string } } }> }, canaries: { totalCount: number, nodes: Array<{ id: string, version: number, baselineVersion: number, weight: number, minRuns: number, maxRuns: number, status: CanaryStatus, reason: string | null, comparedAt: string | null, agent: { id: string, slug: string, name: string }, comparisons: Array<{ measure: CanaryMeasure, verdict: CanaryVerdict, margin: number, version: { count: number, value: number | null }, baseline: { count: number, value: number | null }, difference: { low: number, high: number } | null }> }> }, activeRuns: { totalCount: number, nodes: Array<{ startedAt: string | null, durationMs: number | null, id: string, status: RunStatus, input: string, createdAt: string, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } }> } };

export type SlowRunsQueryVariables = Exact<{
  filter: RunFilter;
}>;


export type SlowRunsQuery = { runs: { nodes: Array<{ startedAt: string | null, durationMs: number | null, id: string, status: RunStatus, input: string, createdAt: string, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } }> } };

export type ComparedRunFragment = { id: string, status: RunStatus, terminationReason: TerminationReason | null, createdAt: string, durationMs: number | null, stepCount: number, summary: string | null, input: string, agentVersion: number, agent: { id: string, name: string }, overrides: { edits: { context: boolean, messages: Array<number>, droppedFrom: number | null } | null } | null };

export type ComparedStepFragment = { id: string, number: number, durationMs: number | null, text: string | null, error: string | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } };

export type ComparedActionFragment = { id: string, target: string, status: ActionStatus, parameters: unknown, output: unknown, error: string | null, durationMs: number | null };

export type CompareRunsQueryVariables = Exact<{
  a: string | number;
  b: string | number;
  first: number;
  after?: number | null | undefined;
}>;


export type CompareRunsQuery = { runDiff: { divergesAt: number | null, stepCount: number, a: { id: string, status: RunStatus, terminationReason: TerminationReason | null, createdAt: string, durationMs: number | null, stepCount: number, summary: string | null, input: string, agentVersion: number, agent: { id: string, name: string }, overrides: { edits: { context: boolean, messages: Array<number>, droppedFrom: number | null } | null } | null }, b: { id: string, status: RunStatus, terminationReason: TerminationReason | null, createdAt: string, durationMs: number | null, stepCount: number, summary: string | null, input: string, agentVersion: number, agent: { id: string, name: string }, overrides: { edits: { context: boolean, messages: Array<number>, droppedFrom: number | null } | null } | null }, fields: Array<{ name: string, a: unknown, b: unknown }>, usage: { costDeltaUsd: string, tokensDelta: number, requestsDelta: number, a: { requests: number, totalTokens: number, costUsd: string, unpricedCalls: number }, b: { requests: number, totalTokens: number, costUsd: string, unpricedCalls: number } }, steps: Array<{ number: number, same: boolean, differs: Array<StepDifference>, a: { id: string, number: number, durationMs: number | null, text: string | null, error: string | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } } | null, b: { id: string, number: number, durationMs: number | null, text: string | null, error: string | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } } | null, actions: Array<{ name: string, same: boolean, sameOutput: boolean, sameParameters: boolean, sameStatus: boolean, a: { id: string, target: string, status: ActionStatus, parameters: unknown, output: unknown, error: string | null, durationMs: number | null } | null, b: { id: string, target: string, status: ActionStatus, parameters: unknown, output: unknown, error: string | null, durationMs: number | null } | null }> }> } | null };

export type EvaluationPageQueryVariables = Exact<{
  id: string | number;
}>;


export type EvaluationPageQuery = { evaluation: { agentVersion: number, completedAt: string | null, concurrency: number, costUsd: string, createdAt: string, createdBy: string | null, dataSetVersion: number, divergedCount: number, durationMs: number, error: string | null, errorCount: number, failedCount: number, id: string, judgeCostUsd: string, judgeVotes: number, mode: EvaluationMode, passedCount: number, pricing: Pricing | null, resultCount: number, score: number | null, startedAt: string | null, status: EvaluationStatus, trials: number, unpricedCalls: number, baseline: { id: string, agentVersion: number } | null, agent: { id: string, slug: string, name: string }, dataSet: { id: string, slug: string, name: string } } | null };

export type EvaluationComparisonQueryVariables = Exact<{
  id: string | number;
}>;


export type EvaluationComparisonQuery = { evaluation: { id: string, comparison: { improved: number, regressed: number, same: number, flaky: number, items: Array<{ key: string, change: EvaluationChange, costDeltaUsd: string | null, before: { passed: number, total: number, score: number | null } | null, after: { passed: number, total: number, score: number | null } | null }> } | null } | null };

export type EvaluationResultsQueryVariables = Exact<{
  id: string | number;
  status?: Array<EvaluationResultStatus> | EvaluationResultStatus | null | undefined;
  after?: string | null | undefined;
}>;


export type EvaluationResultsQuery = { evaluation: { id: string, results: { totalCount: number, nodes: Array<{ completedAt: string | null, costUsd: string, durationMs: number | null, error: string | null, id: string, judgeCostUsd: string, output: unknown, score: number | null, startedAt: string | null, status: EvaluationResultStatus, stepCount: number | null, trial: number, unpricedCalls: number, item: { id: string, key: string, input: string }, itemTrials: { passed: number, total: number, flaky: boolean }, checks: Array<{ kind: EvaluationCheckKind, expected: string, passed: boolean | null, reason: string }>, run: { id: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type EvaluationUpdatesSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type EvaluationUpdatesSubscription = { evaluationUpdated: { agentVersion: number, completedAt: string | null, concurrency: number, costUsd: string, createdAt: string, createdBy: string | null, dataSetVersion: number, divergedCount: number, durationMs: number, error: string | null, errorCount: number, failedCount: number, id: string, judgeCostUsd: string, judgeVotes: number, mode: EvaluationMode, passedCount: number, pricing: Pricing | null, resultCount: number, score: number | null, startedAt: string | null, status: EvaluationStatus, trials: number, unpricedCalls: number, agent: { id: string, slug: string, name: string }, dataSet: { id: string, slug: string, name: string } } };

export type DataSetItemsQueryVariables = Exact<{
  slug: string;
  after?: string | null | undefined;
}>;


export type DataSetItemsQuery = { dataSet: { id: string, items: { totalCount: number, nodes: Array<{ id: string, key: string, input: string, files: Array<{ id: string, name: string | null, mediaType: string, byteCount: number, url: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type DataSetItemShownFragment = { id: string, key: string, input: string, files: Array<{ id: string, name: string | null, mediaType: string, byteCount: number, url: string | null }> };

export type GateRowFragment = { id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, context:
    | { __typename: 'BatchContext', stepNumber: number }
    | { __typename: 'CallContext', type: ActionType, target: string, stepNumber: number }
    | { __typename: 'EventContext', stepNumber: number }
    | { __typename: 'IdenticalErrorsContext', stepNumber: number }
    | { __typename: 'LowConfidenceContext', stepNumber: number }
    | { __typename: 'MonitorContext', stepNumber: number }
    | { __typename: 'PlanContext', stepNumber: number, actions: Array<{ name: string }> }
    | { __typename: 'QuestionContext', target: string, question: string, stepNumber: number }
    | { __typename: 'TimeContext', stepNumber: number }
  , run: { id: string, input: string, agent: { id: string, slug: string, name: string } } };

export type GatePageFragment = { totalCount: number, nodes: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, context:
      | { __typename: 'BatchContext', stepNumber: number }
      | { __typename: 'CallContext', type: ActionType, target: string, stepNumber: number }
      | { __typename: 'EventContext', stepNumber: number }
      | { __typename: 'IdenticalErrorsContext', stepNumber: number }
      | { __typename: 'LowConfidenceContext', stepNumber: number }
      | { __typename: 'MonitorContext', stepNumber: number }
      | { __typename: 'PlanContext', stepNumber: number, actions: Array<{ name: string }> }
      | { __typename: 'QuestionContext', target: string, question: string, stepNumber: number }
      | { __typename: 'TimeContext', stepNumber: number }
    , run: { id: string, input: string, agent: { id: string, slug: string, name: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type GatesQueryVariables = Exact<{
  filter: GateFilter;
  first: number;
}>;


export type GatesQuery = { updateCursors: { gateUpdated: string, query: { gates: { totalCount: number, nodes: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, context:
            | { __typename: 'BatchContext', stepNumber: number }
            | { __typename: 'CallContext', type: ActionType, target: string, stepNumber: number }
            | { __typename: 'EventContext', stepNumber: number }
            | { __typename: 'IdenticalErrorsContext', stepNumber: number }
            | { __typename: 'LowConfidenceContext', stepNumber: number }
            | { __typename: 'MonitorContext', stepNumber: number }
            | { __typename: 'PlanContext', stepNumber: number, actions: Array<{ name: string }> }
            | { __typename: 'QuestionContext', target: string, question: string, stepNumber: number }
            | { __typename: 'TimeContext', stepNumber: number }
          , run: { id: string, input: string, agent: { id: string, slug: string, name: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } } };

export type MoreGatesQueryVariables = Exact<{
  filter: GateFilter;
  first: number;
  after: string;
}>;


export type MoreGatesQuery = { gates: { totalCount: number, nodes: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, context:
        | { __typename: 'BatchContext', stepNumber: number }
        | { __typename: 'CallContext', type: ActionType, target: string, stepNumber: number }
        | { __typename: 'EventContext', stepNumber: number }
        | { __typename: 'IdenticalErrorsContext', stepNumber: number }
        | { __typename: 'LowConfidenceContext', stepNumber: number }
        | { __typename: 'MonitorContext', stepNumber: number }
        | { __typename: 'PlanContext', stepNumber: number, actions: Array<{ name: string }> }
        | { __typename: 'QuestionContext', target: string, question: string, stepNumber: number }
        | { __typename: 'TimeContext', stepNumber: number }
      , run: { id: string, input: string, agent: { id: string, slug: string, name: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type GatesUpdatesSubscriptionVariables = Exact<{
  filter: GateFilter;
  after?: string | null | undefined;
}>;


export type GatesUpdatesSubscription = { gateUpdated: { cursor: string, isMatch: boolean, gate: { id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, context:
        | { __typename: 'BatchContext', stepNumber: number }
        | { __typename: 'CallContext', type: ActionType, target: string, stepNumber: number }
        | { __typename: 'EventContext', stepNumber: number }
        | { __typename: 'IdenticalErrorsContext', stepNumber: number }
        | { __typename: 'LowConfidenceContext', stepNumber: number }
        | { __typename: 'MonitorContext', stepNumber: number }
        | { __typename: 'PlanContext', stepNumber: number, actions: Array<{ name: string }> }
        | { __typename: 'QuestionContext', target: string, question: string, stepNumber: number }
        | { __typename: 'TimeContext', stepNumber: number }
      , run: { id: string, input: string, agent: { id: string, slug: string, name: string } } }, query: { gates: { totalCount: number } } } };

export type GateShownFragment = { decider: GateDecider, respondent: string | null, onExpiry: GateExpiry | null, note: string | null, id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, resolution: { arguments: unknown, answer: unknown } | null, context:
    | { __typename: 'BatchContext', stepNumber: number }
    | { __typename: 'CallContext', action: string, type: ActionType, target: string, arguments: unknown, stepNumber: number }
    | { __typename: 'EventContext', stepNumber: number }
    | { __typename: 'IdenticalErrorsContext', target: string, error: string, count: number, progress: number | null, stepNumber: number }
    | { __typename: 'LowConfidenceContext', confidence: number | null, progress: number | null, stepNumber: number, confidenceReason: string | null }
    | { __typename: 'MonitorContext', escalation: string | null, progress: number | null, stepNumber: number }
    | { __typename: 'PlanContext', reasoning: string | null, stepNumber: number, actions: Array<{ name: string, type: ActionType, target: string, parameters: unknown, dependsOn: Array<string> }> }
    | { __typename: 'QuestionContext', target: string, question: string, schema: unknown, url: string | null, stepNumber: number }
    | { __typename: 'TimeContext', stepNumber: number }
  , action: { id: string, status: ActionStatus } | null, step: { id: string, number: number, text: string | null, plan: { edges: Array<{ from: string, to: string, kind: PlanEdgeKind }> } | null } | null, run: { id: string, status: RunStatus, input: string, createdAt: string, agentVersion: number, agent: { id: string, slug: string, name: string } } };

export type GateOfPageQueryVariables = Exact<{
  id: string | number;
}>;


export type GateOfPageQuery = { node:
    | { __typename: 'Action' }
    | { __typename: 'ActionAttemptFailed' }
    | { __typename: 'ActionCompleted' }
    | { __typename: 'ActionDenied' }
    | { __typename: 'ActionFailed' }
    | { __typename: 'ActionLogged' }
    | { __typename: 'ActionProgressed' }
    | { __typename: 'ActionSkipped' }
    | { __typename: 'ActionStarted' }
    | { __typename: 'ActionStepCompleted' }
    | { __typename: 'Agent' }
    | { __typename: 'ApiKey' }
    | { __typename: 'ArgumentsDelta' }
    | { __typename: 'AttemptDiscarded' }
    | { __typename: 'Canary' }
    | { __typename: 'ChildRunEnded' }
    | { __typename: 'ChildRunStarted' }
    | { __typename: 'CompactionStarted' }
    | { __typename: 'ConfidenceRequested' }
    | { __typename: 'ContextCompacted' }
    | { __typename: 'DataSet' }
    | { __typename: 'DataSetItem' }
    | { __typename: 'ErrorOccurred' }
    | { __typename: 'Evaluation' }
    | { __typename: 'EvaluationResult' }
    | { __typename: 'EventSource' }
    | { __typename: 'EventTrigger' }
    | { __typename: 'File' }
    | { __typename: 'FinalAnswer' }
    | { __typename: 'Gate', decider: GateDecider, respondent: string | null, onExpiry: GateExpiry | null, note: string | null, id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, resolution: { arguments: unknown, answer: unknown } | null, context:
        | { __typename: 'BatchContext', stepNumber: number }
        | { __typename: 'CallContext', action: string, type: ActionType, target: string, arguments: unknown, stepNumber: number }
        | { __typename: 'EventContext', stepNumber: number }
        | { __typename: 'IdenticalErrorsContext', target: string, error: string, count: number, progress: number | null, stepNumber: number }
        | { __typename: 'LowConfidenceContext', confidence: number | null, progress: number | null, stepNumber: number, confidenceReason: string | null }
        | { __typename: 'MonitorContext', escalation: string | null, progress: number | null, stepNumber: number }
        | { __typename: 'PlanContext', reasoning: string | null, stepNumber: number, actions: Array<{ name: string, type: ActionType, target: string, parameters: unknown, dependsOn: Array<string> }> }
        | { __typename: 'QuestionContext', target: string, question: string, schema: unknown, url: string | null, stepNumber: number }
        | { __typename: 'TimeContext', stepNumber: number }
      , action: { id: string, status: ActionStatus } | null, step: { id: string, number: number, text: string | null, plan: { edges: Array<{ from: string, to: string, kind: PlanEdgeKind }> } | null } | null, run: { id: string, status: RunStatus, input: string, createdAt: string, agentVersion: number, agent: { id: string, slug: string, name: string } } }
    | { __typename: 'GateOpened' }
    | { __typename: 'GateResolved' }
    | { __typename: 'HistoryTruncated' }
    | { __typename: 'InputInjected' }
    | { __typename: 'ModelCall' }
    | { __typename: 'ModelSwitched' }
    | { __typename: 'PlanGenerated' }
    | { __typename: 'Policy' }
    | { __typename: 'Project' }
    | { __typename: 'Rating' }
    | { __typename: 'ReasoningDelta' }
    | { __typename: 'ReceivedEvent' }
    | { __typename: 'Relic' }
    | { __typename: 'Run' }
    | { __typename: 'RunComment' }
    | { __typename: 'RunCompleted' }
    | { __typename: 'RunContinued' }
    | { __typename: 'RunFailed' }
    | { __typename: 'RunRecovered' }
    | { __typename: 'RunResumed' }
    | { __typename: 'RunStarted' }
    | { __typename: 'RunWaiting' }
    | { __typename: 'Schedule' }
    | { __typename: 'Session' }
    | { __typename: 'StageStarted' }
    | { __typename: 'StateEdited' }
    | { __typename: 'Step' }
    | { __typename: 'StepCompleted' }
    | { __typename: 'StepStarted' }
    | { __typename: 'Terminating' }
    | { __typename: 'TextDelta' }
    | { __typename: 'UsageReported' }
    | { __typename: 'Validated' }
    | { __typename: 'Warning' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
    | { __typename: 'Workflow' }
   | null };

export type GateOfPageUpdatesSubscriptionVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type GateOfPageUpdatesSubscription = { gateUpdated: { cursor: string, gate: { decider: GateDecider, respondent: string | null, onExpiry: GateExpiry | null, note: string | null, id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, expiresAt: string | null, resolvedAt: string | null, resolvedBy: string | null, resolution: { arguments: unknown, answer: unknown } | null, context:
        | { __typename: 'BatchContext', stepNumber: number }
        | { __typename: 'CallContext', action: string, type: ActionType, target: string, arguments: unknown, stepNumber: number }
        | { __typename: 'EventContext', stepNumber: number }
        | { __typename: 'IdenticalErrorsContext', target: string, error: string, count: number, progress: number | null, stepNumber: number }
        | { __typename: 'LowConfidenceContext', confidence: number | null, progress: number | null, stepNumber: number, confidenceReason: string | null }
        | { __typename: 'MonitorContext', escalation: string | null, progress: number | null, stepNumber: number }
        | { __typename: 'PlanContext', reasoning: string | null, stepNumber: number, actions: Array<{ name: string, type: ActionType, target: string, parameters: unknown, dependsOn: Array<string> }> }
        | { __typename: 'QuestionContext', target: string, question: string, schema: unknown, url: string | null, stepNumber: number }
        | { __typename: 'TimeContext', stepNumber: number }
      , action: { id: string, status: ActionStatus } | null, step: { id: string, number: number, text: string | null, plan: { edges: Array<{ from: string, to: string, kind: PlanEdgeKind }> } | null } | null, run: { id: string, status: RunStatus, input: string, createdAt: string, agentVersion: number, agent: { id: string, slug: string, name: string } } } } };

export type ToolOfCallQueryVariables = Exact<{
  name: string;
}>;


export type ToolOfCallQuery = { tools: Array<{ name: string, description: string, effect: ToolEffect, inputSchema: unknown }> };

export type RunCommentsQueryVariables = Exact<{
  id: string | number;
  filter?: RunCommentFilter | null | undefined;
}>;


export type RunCommentsQuery = { run: { id: string, comments: { totalCount: number, nodes: Array<{ id: string, text: string, commentedBy: string, createdAt: string, step: { id: string, number: number } | null, action: { id: string, name: string } | null }> } } | null };

export type CommentMarksQueryVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
}>;


export type CommentMarksQuery = { runs: { nodes: Array<{ id: string, comments: { nodes: Array<{ id: string, stepNumber: number | null, action: { id: string } | null }>, pageInfo: { hasPreviousPage: boolean, startCursor: string | null } } }> } };

export type OlderMarksQueryVariables = Exact<{
  id: string | number;
  before: string;
}>;


export type OlderMarksQuery = { run: { id: string, comments: { nodes: Array<{ id: string, stepNumber: number | null, action: { id: string } | null }>, pageInfo: { hasPreviousPage: boolean, startCursor: string | null } } } | null };

export type MarksFragment = { nodes: Array<{ id: string, stepNumber: number | null, action: { id: string } | null }>, pageInfo: { hasPreviousPage: boolean, startCursor: string | null } };

export type CostPartShownFragment = { kind: CostKind, tokens: number, costUsd: string };

export type RunCostQueryVariables = Exact<{
  id: string | number;
}>;


export type RunCostQuery = { run: { id: string, cost: { wastedUsd: string, cacheSavedUsd: string, unpricedCalls: number, parts: Array<{ kind: CostKind, tokens: number, costUsd: string }> | null, total: { totalTokens: number, costUsd: string, unpricedCalls: number }, byModel: Array<{ model: string | null, provider: string | null, usage: { requests: number, totalTokens: number, costUsd: string, unpricedCalls: number } }>, byPurpose: Array<{ purpose: CallPurpose | null, usage: { requests: number, totalTokens: number, costUsd: string, unpricedCalls: number } }>, byStep: Array<{ step: { id: string, number: number }, usage: { requests: number, totalTokens: number, costUsd: string, unpricedCalls: number } }>, byChild: Array<{ run: { id: string, agent: { id: string, name: string } } | null, usage: { requests: number, totalTokens: number, costUsd: string, unpricedCalls: number } }> } } | null };

export type StepDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type StepDetailQuery = { node:
    | { __typename: 'Action' }
    | { __typename: 'ActionAttemptFailed' }
    | { __typename: 'ActionCompleted' }
    | { __typename: 'ActionDenied' }
    | { __typename: 'ActionFailed' }
    | { __typename: 'ActionLogged' }
    | { __typename: 'ActionProgressed' }
    | { __typename: 'ActionSkipped' }
    | { __typename: 'ActionStarted' }
    | { __typename: 'ActionStepCompleted' }
    | { __typename: 'Agent' }
    | { __typename: 'ApiKey' }
    | { __typename: 'ArgumentsDelta' }
    | { __typename: 'AttemptDiscarded' }
    | { __typename: 'Canary' }
    | { __typename: 'ChildRunEnded' }
    | { __typename: 'ChildRunStarted' }
    | { __typename: 'CompactionStarted' }
    | { __typename: 'ConfidenceRequested' }
    | { __typename: 'ContextCompacted' }
    | { __typename: 'DataSet' }
    | { __typename: 'DataSetItem' }
    | { __typename: 'ErrorOccurred' }
    | { __typename: 'Evaluation' }
    | { __typename: 'EvaluationResult' }
    | { __typename: 'EventSource' }
    | { __typename: 'EventTrigger' }
    | { __typename: 'File' }
    | { __typename: 'FinalAnswer' }
    | { __typename: 'Gate' }
    | { __typename: 'GateOpened' }
    | { __typename: 'GateResolved' }
    | { __typename: 'HistoryTruncated' }
    | { __typename: 'InputInjected' }
    | { __typename: 'ModelCall' }
    | { __typename: 'ModelSwitched' }
    | { __typename: 'PlanGenerated' }
    | { __typename: 'Policy' }
    | { __typename: 'Project' }
    | { __typename: 'Rating' }
    | { __typename: 'ReasoningDelta' }
    | { __typename: 'ReceivedEvent' }
    | { __typename: 'Relic' }
    | { __typename: 'Run' }
    | { __typename: 'RunComment' }
    | { __typename: 'RunCompleted' }
    | { __typename: 'RunContinued' }
    | { __typename: 'RunFailed' }
    | { __typename: 'RunRecovered' }
    | { __typename: 'RunResumed' }
    | { __typename: 'RunStarted' }
    | { __typename: 'RunWaiting' }
    | { __typename: 'Schedule' }
    | { __typename: 'Session' }
    | { __typename: 'StageStarted' }
    | { __typename: 'StateEdited' }
    | { __typename: 'Step', id: string, number: number, startedAt: string, durationMs: number | null, progress: number | null, error: string | null, summary: string | null, text: string | null, reasoning: string | null, systemPrompt: string | null, offeredTools: Array<{ name: string, description: string, inputSchema: unknown }> | null, toolCalls: Array<{ callId: string, name: string, arguments: string }>, usage: { requests: number, totalTokens: number, costUsd: string, unpricedCalls: number }, validation: { confidence: { confidence: number, reason: string } | null, criteria: Array<{ criterion: string, met: boolean, evidence: string }> | null } | null, messages: { totalCount: number, nodes: Array<{ runId: string, position: number, role: MessageRole, byEngine: boolean, createdAt: string, stepNumber: number | null, tokens: number, visibility: MessageVisibility, parts: Array<
            | { __typename: 'FilePart', fileName: string | null, mediaType: string, byteCount: number, file: { id: string, url: string | null } | null }
            | { __typename: 'ReasoningPart', text: string }
            | { __typename: 'RefusalPart', text: string }
            | { __typename: 'TextPart', text: string }
            | { __typename: 'ToolCallPart', callId: string, name: string, arguments: string }
            | { __typename: 'ToolResultPart', callId: string, name: string, text: string, isError: boolean }
          > }> } }
    | { __typename: 'StepCompleted' }
    | { __typename: 'StepStarted' }
    | { __typename: 'Terminating' }
    | { __typename: 'TextDelta' }
    | { __typename: 'UsageReported' }
    | { __typename: 'Validated' }
    | { __typename: 'Warning' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
    | { __typename: 'Workflow' }
   | null };

export type ActionDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ActionDetailQuery = { node:
    | { __typename: 'Action', parameters: unknown, output: unknown, id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, child: { id: string, status: RunStatus, input: string, startedAt: string | null, durationMs: number | null, stepCount: number, agent: { id: string, name: string }, usage: { costUsd: string, unpricedCalls: number } } | null, attempts: Array<{ number: number, status: ActionStatus, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, completedAt: string | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }>, audit: { agent: string | null, decision: AuditDecision | null, decidedBy: string | null, rule: string | null, ruleAgent: string | null, reason: string | null, resultBytes: number | null, gate: { id: string } | null } | null, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null }
    | { __typename: 'ActionAttemptFailed' }
    | { __typename: 'ActionCompleted' }
    | { __typename: 'ActionDenied' }
    | { __typename: 'ActionFailed' }
    | { __typename: 'ActionLogged' }
    | { __typename: 'ActionProgressed' }
    | { __typename: 'ActionSkipped' }
    | { __typename: 'ActionStarted' }
    | { __typename: 'ActionStepCompleted' }
    | { __typename: 'Agent' }
    | { __typename: 'ApiKey' }
    | { __typename: 'ArgumentsDelta' }
    | { __typename: 'AttemptDiscarded' }
    | { __typename: 'Canary' }
    | { __typename: 'ChildRunEnded' }
    | { __typename: 'ChildRunStarted' }
    | { __typename: 'CompactionStarted' }
    | { __typename: 'ConfidenceRequested' }
    | { __typename: 'ContextCompacted' }
    | { __typename: 'DataSet' }
    | { __typename: 'DataSetItem' }
    | { __typename: 'ErrorOccurred' }
    | { __typename: 'Evaluation' }
    | { __typename: 'EvaluationResult' }
    | { __typename: 'EventSource' }
    | { __typename: 'EventTrigger' }
    | { __typename: 'File' }
    | { __typename: 'FinalAnswer' }
    | { __typename: 'Gate' }
    | { __typename: 'GateOpened' }
    | { __typename: 'GateResolved' }
    | { __typename: 'HistoryTruncated' }
    | { __typename: 'InputInjected' }
    | { __typename: 'ModelCall' }
    | { __typename: 'ModelSwitched' }
    | { __typename: 'PlanGenerated' }
    | { __typename: 'Policy' }
    | { __typename: 'Project' }
    | { __typename: 'Rating' }
    | { __typename: 'ReasoningDelta' }
    | { __typename: 'ReceivedEvent' }
    | { __typename: 'Relic' }
    | { __typename: 'Run' }
    | { __typename: 'RunComment' }
    | { __typename: 'RunCompleted' }
    | { __typename: 'RunContinued' }
    | { __typename: 'RunFailed' }
    | { __typename: 'RunRecovered' }
    | { __typename: 'RunResumed' }
    | { __typename: 'RunStarted' }
    | { __typename: 'RunWaiting' }
    | { __typename: 'Schedule' }
    | { __typename: 'Session' }
    | { __typename: 'StageStarted' }
    | { __typename: 'StateEdited' }
    | { __typename: 'Step' }
    | { __typename: 'StepCompleted' }
    | { __typename: 'StepStarted' }
    | { __typename: 'Terminating' }
    | { __typename: 'TextDelta' }
    | { __typename: 'UsageReported' }
    | { __typename: 'Validated' }
    | { __typename: 'Warning' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
    | { __typename: 'Workflow' }
   | null };

export type CallDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type CallDetailQuery = { node:
    | { __typename: 'Action' }
    | { __typename: 'ActionAttemptFailed' }
    | { __typename: 'ActionCompleted' }
    | { __typename: 'ActionDenied' }
    | { __typename: 'ActionFailed' }
    | { __typename: 'ActionLogged' }
    | { __typename: 'ActionProgressed' }
    | { __typename: 'ActionSkipped' }
    | { __typename: 'ActionStarted' }
    | { __typename: 'ActionStepCompleted' }
    | { __typename: 'Agent' }
    | { __typename: 'ApiKey' }
    | { __typename: 'ArgumentsDelta' }
    | { __typename: 'AttemptDiscarded' }
    | { __typename: 'Canary' }
    | { __typename: 'ChildRunEnded' }
    | { __typename: 'ChildRunStarted' }
    | { __typename: 'CompactionStarted' }
    | { __typename: 'ConfidenceRequested' }
    | { __typename: 'ContextCompacted' }
    | { __typename: 'DataSet' }
    | { __typename: 'DataSetItem' }
    | { __typename: 'ErrorOccurred' }
    | { __typename: 'Evaluation' }
    | { __typename: 'EvaluationResult' }
    | { __typename: 'EventSource' }
    | { __typename: 'EventTrigger' }
    | { __typename: 'File' }
    | { __typename: 'FinalAnswer' }
    | { __typename: 'Gate' }
    | { __typename: 'GateOpened' }
    | { __typename: 'GateResolved' }
    | { __typename: 'HistoryTruncated' }
    | { __typename: 'InputInjected' }
    | { __typename: 'ModelCall', profile: number, pricedAs: string | null, estimated: boolean, pricing: Pricing, id: string, messageId: string, purpose: CallPurpose, provider: string, model: string, startedAt: string, latencyMs: number | null, timeToFirstTokenMs: number | null, attempt: number, finishReason: string | null, errorCode: string | null, error: string | null, costParts: Array<{ kind: CostKind, tokens: number, costUsd: string }> | null, usageDetail: { inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, costUsd: string, unpricedCalls: number }, action: { id: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }
    | { __typename: 'ModelSwitched' }
    | { __typename: 'PlanGenerated' }
    | { __typename: 'Policy' }
    | { __typename: 'Project' }
    | { __typename: 'Rating' }
    | { __typename: 'ReasoningDelta' }
    | { __typename: 'ReceivedEvent' }
    | { __typename: 'Relic' }
    | { __typename: 'Run' }
    | { __typename: 'RunComment' }
    | { __typename: 'RunCompleted' }
    | { __typename: 'RunContinued' }
    | { __typename: 'RunFailed' }
    | { __typename: 'RunRecovered' }
    | { __typename: 'RunResumed' }
    | { __typename: 'RunStarted' }
    | { __typename: 'RunWaiting' }
    | { __typename: 'Schedule' }
    | { __typename: 'Session' }
    | { __typename: 'StageStarted' }
    | { __typename: 'StateEdited' }
    | { __typename: 'Step' }
    | { __typename: 'StepCompleted' }
    | { __typename: 'StepStarted' }
    | { __typename: 'Terminating' }
    | { __typename: 'TextDelta' }
    | { __typename: 'UsageReported' }
    | { __typename: 'Validated' }
    | { __typename: 'Warning' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
    | { __typename: 'Workflow' }
   | null };

export type CallTrafficQueryVariables = Exact<{
  id: string | number;
}>;


export type CallTrafficQuery = { node:
    | { __typename: 'Action' }
    | { __typename: 'ActionAttemptFailed' }
    | { __typename: 'ActionCompleted' }
    | { __typename: 'ActionDenied' }
    | { __typename: 'ActionFailed' }
    | { __typename: 'ActionLogged' }
    | { __typename: 'ActionProgressed' }
    | { __typename: 'ActionSkipped' }
    | { __typename: 'ActionStarted' }
    | { __typename: 'ActionStepCompleted' }
    | { __typename: 'Agent' }
    | { __typename: 'ApiKey' }
    | { __typename: 'ArgumentsDelta' }
    | { __typename: 'AttemptDiscarded' }
    | { __typename: 'Canary' }
    | { __typename: 'ChildRunEnded' }
    | { __typename: 'ChildRunStarted' }
    | { __typename: 'CompactionStarted' }
    | { __typename: 'ConfidenceRequested' }
    | { __typename: 'ContextCompacted' }
    | { __typename: 'DataSet' }
    | { __typename: 'DataSetItem' }
    | { __typename: 'ErrorOccurred' }
    | { __typename: 'Evaluation' }
    | { __typename: 'EvaluationResult' }
    | { __typename: 'EventSource' }
    | { __typename: 'EventTrigger' }
    | { __typename: 'File' }
    | { __typename: 'FinalAnswer' }
    | { __typename: 'Gate' }
    | { __typename: 'GateOpened' }
    | { __typename: 'GateResolved' }
    | { __typename: 'HistoryTruncated' }
    | { __typename: 'InputInjected' }
    | { __typename: 'ModelCall', id: string, request: { method: string, path: string, body: string, bodyBytes: number, isTruncated: boolean } | null, response: { status: number, body: string, bodyBytes: number, isTruncated: boolean } | null }
    | { __typename: 'ModelSwitched' }
    | { __typename: 'PlanGenerated' }
    | { __typename: 'Policy' }
    | { __typename: 'Project' }
    | { __typename: 'Rating' }
    | { __typename: 'ReasoningDelta' }
    | { __typename: 'ReceivedEvent' }
    | { __typename: 'Relic' }
    | { __typename: 'Run' }
    | { __typename: 'RunComment' }
    | { __typename: 'RunCompleted' }
    | { __typename: 'RunContinued' }
    | { __typename: 'RunFailed' }
    | { __typename: 'RunRecovered' }
    | { __typename: 'RunResumed' }
    | { __typename: 'RunStarted' }
    | { __typename: 'RunWaiting' }
    | { __typename: 'Schedule' }
    | { __typename: 'Session' }
    | { __typename: 'StageStarted' }
    | { __typename: 'StateEdited' }
    | { __typename: 'Step' }
    | { __typename: 'StepCompleted' }
    | { __typename: 'StepStarted' }
    | { __typename: 'Terminating' }
    | { __typename: 'TextDelta' }
    | { __typename: 'UsageReported' }
    | { __typename: 'Validated' }
    | { __typename: 'Warning' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
    | { __typename: 'Workflow' }
   | null };

export type MessageShownFragment = { position: number, role: MessageRole, byEngine: boolean, createdAt: string, stepNumber: number | null, tokens: number, visibility: MessageVisibility, parts: Array<
    | { __typename: 'FilePart', fileName: string | null, mediaType: string, byteCount: number, file: { id: string, url: string | null } | null }
    | { __typename: 'ReasoningPart', text: string }
    | { __typename: 'RefusalPart', text: string }
    | { __typename: 'TextPart', text: string }
    | { __typename: 'ToolCallPart', callId: string, name: string, arguments: string }
    | { __typename: 'ToolResultPart', callId: string, name: string, text: string, isError: boolean }
  > };

export type RunMessagesQueryVariables = Exact<{
  id: string | number;
  last: number;
  before?: string | null | undefined;
}>;


export type RunMessagesQuery = { run: { id: string, messages: { totalCount: number, pageInfo: { hasPreviousPage: boolean, startCursor: string | null }, nodes: Array<{ position: number, role: MessageRole, byEngine: boolean, createdAt: string, stepNumber: number | null, tokens: number, visibility: MessageVisibility, parts: Array<
          | { __typename: 'FilePart', fileName: string | null, mediaType: string, byteCount: number, file: { id: string, url: string | null } | null }
          | { __typename: 'ReasoningPart', text: string }
          | { __typename: 'RefusalPart', text: string }
          | { __typename: 'TextPart', text: string }
          | { __typename: 'ToolCallPart', callId: string, name: string, arguments: string }
          | { __typename: 'ToolResultPart', callId: string, name: string, text: string, isError: boolean }
        > }> } } | null };

export type RunPlansQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type RunPlansQuery = { run: { id: string, steps: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, number: number, plan: { source: PlanSource, reasoning: string | null, maxParallel: number | null, failFast: boolean, edges: Array<{ from: string, to: string, kind: PlanEdgeKind }>, nodes: Array<{ name: string, isCritical: boolean, condition: string | null, branch: string | null, action: { id: string, type: ActionType, target: string, status: ActionStatus, durationMs: number | null } }> } | null }> } } | null };

export type RatingsOfRunFragment = { id: string, rating: number | null, ownRating: { id: string, score: number, comment: string | null, labels: Array<string> } | null, ratings: { totalCount: number, nodes: Array<{ id: string, score: number, comment: string | null, labels: Array<string>, ratedBy: string, updatedAt: string }> } };

export type RunRatingsQueryVariables = Exact<{
  id: string | number;
}>;


export type RunRatingsQuery = { run: { id: string, rating: number | null, ownRating: { id: string, score: number, comment: string | null, labels: Array<string> } | null, ratings: { totalCount: number, nodes: Array<{ id: string, score: number, comment: string | null, labels: Array<string>, ratedBy: string, updatedAt: string }> } } | null };

export type RunLiveFragment = { id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> };

export type ActionLiveFragment = { id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null };

export type CallLiveFragment = { id: string, messageId: string, purpose: CallPurpose, provider: string, model: string, startedAt: string, latencyMs: number | null, timeToFirstTokenMs: number | null, attempt: number, finishReason: string | null, errorCode: string | null, error: string | null, action: { id: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } };

export type StepLiveFragment = { id: string, number: number, startedAt: string, durationMs: number | null, success: boolean | null, progress: number | null, error: string | null, actions: Array<{ id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null }>, modelCalls: Array<{ id: string, messageId: string, purpose: CallPurpose, provider: string, model: string, startedAt: string, latencyMs: number | null, timeToFirstTokenMs: number | null, attempt: number, finishReason: string | null, errorCode: string | null, error: string | null, action: { id: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> };

export type RunPageQueryVariables = Exact<{
  id: string | number;
}>;


export type RunPageQuery = { run: { input: string, createdAt: string, startAt: string, agentVersion: number, tags: Array<string>, metadata: unknown, context: unknown, threadId: string, traceId: string, priority: number, pricing: Pricing, batchDeadlineMs: number | null, depth: number, idempotencyKey: string | null, triggeredBy: string | null, triggeredByKind: CallerKind | null, rightsOf: string | null, deltasPrunedAt: string | null, forkedAfterStep: number | null, scheduledFor: string | null, settledAt: string | null, workflowVersion: number | null, id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, agent: { id: string, slug: string, name: string, model: string }, overrides: { model: string | null, systemPrompt: string | null, edits: { context: boolean, messages: Array<number>, droppedFrom: number | null } | null } | null, session: { id: string, key: string } | null, root: { id: string }, schedule: { id: string, cron: string } | null, workflow: { id: string, slug: string, name: string } | null, parent: { id: string, agent: { id: string, name: string } } | null, forkedFrom: { id: string } | null, replayOf: { id: string } | null, forks: { nodes: Array<{ id: string, status: RunStatus, forkedAfterStep: number | null, createdAt: string }> }, effectiveLimits: { maxSteps: { value: number | null, source: LimitSource }, maxTokens: { value: number | null, source: LimitSource }, maxCostUsd: { value: string | null, source: LimitSource }, timeoutMs: { value: number | null, source: LimitSource } }, cursor: { edges: Array<{ cursor: string }> }, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } | null };

export type RunAgentModelQueryVariables = Exact<{
  agent: string | number;
  version: number;
}>;


export type RunAgentModelQuery = { agentVersion: { definition: { model: string, fallbackModels: Array<string>, temperature: number | null, reasoningEffort: ReasoningEffort | null, maxOutputTokens: number | null } } | null };

export type RunStepsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type RunStepsQuery = { run: { id: string, steps: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, number: number, startedAt: string, durationMs: number | null, success: boolean | null, progress: number | null, error: string | null, actions: Array<{ id: string, name: string, type: ActionType, target: string, status: ActionStatus, attempt: number, dependsOn: Array<string>, startedAt: string | null, durationMs: number | null, error: string | null, errorCode: string | null, attempts: Array<{ number: number, startedAt: string | null, completedAt: string | null, status: ActionStatus }>, completedSteps: Array<{ key: string, at: string }>, childRun: { id: string, status: RunStatus } | null }>, modelCalls: Array<{ id: string, messageId: string, purpose: CallPurpose, provider: string, model: string, startedAt: string, latencyMs: number | null, timeToFirstTokenMs: number | null, attempt: number, finishReason: string | null, errorCode: string | null, error: string | null, action: { id: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }> }> } } | null };

export type TagsOfRunQueryVariables = Exact<{
  id: string | number;
}>;


export type TagsOfRunQuery = { run: { id: string, tags: Array<string> } | null };

export type RunLogQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RunLogQuery = { run: { id: string, events: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<
        | { __typename: 'ActionAttemptFailed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, attempt: number, delayMs: number, error: string }
        | { __typename: 'ActionCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, durationMs: number }
        | { __typename: 'ActionDenied', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, reason: string }
        | { __typename: 'ActionFailed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, error: string }
        | { __typename: 'ActionLogged', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, actionId: string, name: string, level: LogLevel, message: string, data: unknown, loggedAt: string }
        | { __typename: 'ActionProgressed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, progress: number | null, progressTotal: number | null, progressMessage: string | null }
        | { __typename: 'ActionSkipped', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, reason: string }
        | { __typename: 'ActionStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, target: string, attempt: number }
        | { __typename: 'ActionStepCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, key: string }
        | { __typename: 'ArgumentsDelta', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, tool: string, text: string }
        | { __typename: 'AttemptDiscarded', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, messageId: string, discardReason: string }
        | { __typename: 'ChildRunEnded', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, status: RunStatus }
        | { __typename: 'ChildRunStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, agentName: string }
        | { __typename: 'CompactionStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, tokens: number, limit: number }
        | { __typename: 'ConfidenceRequested', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, requestedBy: string | null }
        | { __typename: 'ContextCompacted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, strategies: Array<CompactionStrategy>, tokensBefore: number, tokensAfter: number }
        | { __typename: 'ErrorOccurred', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, code: string, message: string }
        | { __typename: 'FinalAnswer', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, answer: string }
        | { __typename: 'GateOpened', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null }
        | { __typename: 'GateResolved', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, gateStatus: GateStatus | null, resolvedBy: string | null }
        | { __typename: 'HistoryTruncated', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null }
        | { __typename: 'InputInjected', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, sentBy: string | null, injected: string }
        | { __typename: 'ModelSwitched', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, fromModel: string, toModel: string, switchReason: string }
        | { __typename: 'PlanGenerated', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, actions: Array<{ name: string }> }
        | { __typename: 'ReasoningDelta', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, messageId: string, offset: number, text: string }
        | { __typename: 'RunCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, status: RunStatus, terminationReason: TerminationReason, totalSteps: number, totalActions: number }
        | { __typename: 'RunContinued', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null }
        | { __typename: 'RunFailed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, errorCode: string, error: string }
        | { __typename: 'RunRecovered', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, recoveries: number }
        | { __typename: 'RunResumed', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, resumedBy: string | null }
        | { __typename: 'RunStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, agentName: string, maxSteps: number | null }
        | { __typename: 'RunWaiting', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, childRuns: number, openGates: number }
        | { __typename: 'StageStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, name: string, index: number, total: number | null }
        | { __typename: 'StateEdited', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, contextEdited: boolean, editedMessages: Array<number>, droppedFrom: number | null }
        | { __typename: 'StepCompleted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, actionsCompleted: number }
        | { __typename: 'StepStarted', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null }
        | { __typename: 'Terminating', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, terminationReason: TerminationReason, abortedBy: string | null, abortReason: string | null }
        | { __typename: 'TextDelta', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, messageId: string, offset: number, text: string }
        | { __typename: 'UsageReported', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, model: string, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } }
        | { __typename: 'Validated', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null }
        | { __typename: 'Warning', id: string, cursor: string, seq: number, at: string, type: RunEventType, stepNumber: number | null, code: string, message: string }
      > } } | null };

export type RunLinesQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type RunLinesQuery = { run: { id: string, events: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
        | { __typename: 'ActionAttemptFailed', id: string, seq: number }
        | { __typename: 'ActionCompleted', id: string, seq: number }
        | { __typename: 'ActionDenied', id: string, seq: number }
        | { __typename: 'ActionFailed', id: string, seq: number }
        | { __typename: 'ActionLogged', actionId: string, level: LogLevel, message: string, data: unknown, loggedAt: string, id: string, seq: number }
        | { __typename: 'ActionProgressed', id: string, seq: number }
        | { __typename: 'ActionSkipped', id: string, seq: number }
        | { __typename: 'ActionStarted', id: string, seq: number }
        | { __typename: 'ActionStepCompleted', id: string, seq: number }
        | { __typename: 'ArgumentsDelta', id: string, seq: number }
        | { __typename: 'AttemptDiscarded', messageId: string, at: string, stepNumber: number | null, cursor: string, id: string, seq: number, discardReason: string }
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
      > } } | null };

export type LastWordQueryVariables = Exact<{
  id: string | number;
  before: string;
}>;


export type LastWordQuery = { run: { id: string, events: { nodes: Array<
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
        | { id: string, at: string }
      > } } | null };

export type RunStatusQueryVariables = Exact<{
  id: string | number;
}>;


export type RunStatusQuery = { updateCursors: { runUpdated: string, query: { run: { id: string, status: RunStatus } | null } } };

export type RunStatusUpdatesSubscriptionVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type RunStatusUpdatesSubscription = { runUpdated: { cursor: string, run: { id: string, status: RunStatus } } };

export type ChildFactsFragment = { id: string, status: RunStatus, input: string, startedAt: string | null, durationMs: number | null, stepCount: number, agent: { id: string, name: string }, usage: { costUsd: string, unpricedCalls: number } };

export type RunChildrenQueryVariables = Exact<{
  id: string | number;
}>;


export type RunChildrenQuery = { updateCursors: { runUpdated: string, query: { run: { id: string, status: RunStatus, children: { nodes: Array<{ id: string, status: RunStatus, input: string, startedAt: string | null, durationMs: number | null, stepCount: number, agent: { id: string, name: string }, usage: { costUsd: string, unpricedCalls: number } }> } } | null } } };

export type RunChildrenUpdatesSubscriptionVariables = Exact<{
  parent: string | number;
  after?: string | null | undefined;
}>;


export type RunChildrenUpdatesSubscription = { runUpdated: { cursor: string, run: { id: string, status: RunStatus, input: string, startedAt: string | null, durationMs: number | null, stepCount: number, agent: { id: string, name: string }, usage: { costUsd: string, unpricedCalls: number } } } };

export type TracedRunQueryVariables = Exact<{
  id: string | number;
}>;


export type TracedRunQuery = { run: { createdAt: string, id: string, status: RunStatus, terminationReason: TerminationReason | null, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, progress: number | null, recoveries: number, queuePosition: number | null, summary: string | null, output: unknown, abortReason: string | null, abortedBy: string | null, agent: { id: string, name: string, model: string }, overrides: { model: string | null } | null, cursor: { edges: Array<{ cursor: string }> }, workerClaims: Array<{ name: string | null, version: string, since: string, recoveries: number, lost: WorkerLoss | null }>, error: { code: string, message: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, gates: Array<{ id: string, kind: GateKind, status: GateStatus, reason: string, createdAt: string, resolvedAt: string | null, resolvedBy: string | null, expiresAt: string | null, action: { id: string } | null, step: { id: string, number: number } | null }> } | null };

export type RunParentQueryVariables = Exact<{
  id: string | number;
}>;


export type RunParentQuery = { run: { id: string, parent: { id: string } | null } | null };

export type RunWorkerQueryVariables = Exact<{
  id: string | number;
}>;


export type RunWorkerQuery = { run: { id: string, worker: { since: string, process: { id: string, name: string | null, version: string, state: WorkerState, lastSeenAt: string } | null } | null } | null };

export type RunRowFragment = { id: string, status: RunStatus, terminationReason: TerminationReason | null, input: string, tags: Array<string>, createdAt: string, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, agentVersion: number, triggeredBy: string | null, agent: { id: string, slug: string, name: string }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, error: { message: string } | null };

export type RunsPageFragment = { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ cursor: string, node: { id: string, status: RunStatus, terminationReason: TerminationReason | null, input: string, tags: Array<string>, createdAt: string, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, agentVersion: number, triggeredBy: string | null, agent: { id: string, slug: string, name: string }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, error: { message: string } | null } }> };

export type RunsQueryVariables = Exact<{
  filter?: RunFilter | null | undefined;
  orderBy?: RunOrder | null | undefined;
  first: number;
}>;


export type RunsQuery = { updateCursors: { runUpdated: string, query: { runs: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ cursor: string, node: { id: string, status: RunStatus, terminationReason: TerminationReason | null, input: string, tags: Array<string>, createdAt: string, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, agentVersion: number, triggeredBy: string | null, agent: { id: string, slug: string, name: string }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, error: { message: string } | null } }> } } } };

export type MoreRunsQueryVariables = Exact<{
  filter?: RunFilter | null | undefined;
  orderBy?: RunOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type MoreRunsQuery = { runs: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ cursor: string, node: { id: string, status: RunStatus, terminationReason: TerminationReason | null, input: string, tags: Array<string>, createdAt: string, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, agentVersion: number, triggeredBy: string | null, agent: { id: string, slug: string, name: string }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, error: { message: string } | null } }> } };

export type RunsUpdatesSubscriptionVariables = Exact<{
  filter?: RunFilter | null | undefined;
  orderBy?: RunOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type RunsUpdatesSubscription = { runUpdated: { cursor: string, isMatch: boolean, run: { id: string }, edge: { cursor: string, node: { id: string, status: RunStatus, terminationReason: TerminationReason | null, input: string, tags: Array<string>, createdAt: string, startedAt: string | null, completedAt: string | null, durationMs: number | null, stepCount: number, agentVersion: number, triggeredBy: string | null, agent: { id: string, slug: string, name: string }, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, error: { message: string } | null } } | null, query: { runs: { totalCount: number } } } };

export type RunBatchFieldsFragment = { matched: number, done: number, failed: number, hasMore: boolean, failures: Array<{ runId: string, message: string }> };

export type RunTagsQueryVariables = Exact<{
  from?: string | null | undefined;
}>;


export type RunTagsQuery = { runTags: Array<string> };

export type SessionMessageFragment = { runId: string, position: number, role: MessageRole, byEngine: boolean, createdAt: string, stepNumber: number | null, tokens: number, visibility: MessageVisibility, parts: Array<
    | { __typename: 'FilePart', fileName: string | null, mediaType: string, byteCount: number, file: { id: string, url: string | null } | null }
    | { __typename: 'ReasoningPart', text: string }
    | { __typename: 'RefusalPart', text: string }
    | { __typename: 'TextPart', text: string }
    | { __typename: 'ToolCallPart', callId: string, name: string, arguments: string }
    | { __typename: 'ToolResultPart', callId: string, name: string, text: string, isError: boolean }
  > };

export type SessionRunFragment = { startedAt: string | null, durationMs: number | null, id: string, status: RunStatus, input: string, createdAt: string, error: { message: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } };

export type SessionPageQueryVariables = Exact<{
  key: string;
  last: number;
  before?: string | null | undefined;
}>;


export type SessionPageQuery = { session: { memory: Array<string>, id: string, key: string, createdAt: string, lastActiveAt: string, runCount: number, activeRuns: Array<{ id: string, status: RunStatus, startedAt: string | null, durationMs: number | null, input: string, createdAt: string, error: { message: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } }>, runs: { totalCount: number, nodes: Array<{ startedAt: string | null, durationMs: number | null, id: string, status: RunStatus, input: string, createdAt: string, error: { message: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } }> }, messages: { totalCount: number, pageInfo: { hasPreviousPage: boolean, startCursor: string | null }, nodes: Array<{ runId: string, position: number, role: MessageRole, byEngine: boolean, createdAt: string, stepNumber: number | null, tokens: number, visibility: MessageVisibility, parts: Array<
          | { __typename: 'FilePart', fileName: string | null, mediaType: string, byteCount: number, file: { id: string, url: string | null } | null }
          | { __typename: 'ReasoningPart', text: string }
          | { __typename: 'RefusalPart', text: string }
          | { __typename: 'TextPart', text: string }
          | { __typename: 'ToolCallPart', callId: string, name: string, arguments: string }
          | { __typename: 'ToolResultPart', callId: string, name: string, text: string, isError: boolean }
        > }> }, agent: { id: string, slug: string, name: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } } | null };

export type SessionPageEventsSubscriptionVariables = Exact<{
  key: string;
  after?: string | null | undefined;
}>;


export type SessionPageEventsSubscription = { sessionEvents:
    | { __typename: 'ActionAttemptFailed', cursor: string }
    | { __typename: 'ActionCompleted', cursor: string }
    | { __typename: 'ActionDenied', cursor: string }
    | { __typename: 'ActionFailed', cursor: string }
    | { __typename: 'ActionLogged', cursor: string }
    | { __typename: 'ActionProgressed', cursor: string }
    | { __typename: 'ActionSkipped', cursor: string }
    | { __typename: 'ActionStarted', cursor: string }
    | { __typename: 'ActionStepCompleted', cursor: string }
    | { __typename: 'ArgumentsDelta', cursor: string }
    | { __typename: 'AttemptDiscarded', cursor: string }
    | { __typename: 'ChildRunEnded', cursor: string }
    | { __typename: 'ChildRunStarted', cursor: string }
    | { __typename: 'CompactionStarted', cursor: string }
    | { __typename: 'ConfidenceRequested', cursor: string }
    | { __typename: 'ContextCompacted', cursor: string }
    | { __typename: 'ErrorOccurred', cursor: string }
    | { __typename: 'FinalAnswer', cursor: string }
    | { __typename: 'GateOpened', cursor: string }
    | { __typename: 'GateResolved', cursor: string }
    | { __typename: 'HistoryTruncated', cursor: string }
    | { __typename: 'InputInjected', cursor: string }
    | { __typename: 'ModelSwitched', cursor: string }
    | { __typename: 'PlanGenerated', cursor: string }
    | { __typename: 'ReasoningDelta', cursor: string }
    | { __typename: 'RunCompleted', cursor: string }
    | { __typename: 'RunContinued', cursor: string }
    | { __typename: 'RunFailed', cursor: string }
    | { __typename: 'RunRecovered', cursor: string }
    | { __typename: 'RunResumed', cursor: string }
    | { __typename: 'RunStarted', cursor: string }
    | { __typename: 'RunWaiting', cursor: string }
    | { __typename: 'StageStarted', cursor: string }
    | { __typename: 'StateEdited', cursor: string }
    | { __typename: 'StepCompleted', cursor: string }
    | { __typename: 'StepStarted', cursor: string }
    | { __typename: 'Terminating', cursor: string }
    | { __typename: 'TextDelta', cursor: string }
    | { __typename: 'UsageReported', cursor: string }
    | { __typename: 'Validated', cursor: string }
    | { __typename: 'Warning', cursor: string }
   };

export type SessionRowFragment = { id: string, key: string, createdAt: string, lastActiveAt: string, runCount: number, agent: { id: string, slug: string, name: string } | null, activeRuns: Array<{ id: string, status: RunStatus }>, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } };

export type SessionsUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SessionsUpdatesSubscription = { runUpdated: { cursor: string, run: { id: string, status: RunStatus, session: { id: string, key: string, createdAt: string, lastActiveAt: string, runCount: number, agent: { id: string, slug: string, name: string } | null, activeRuns: Array<{ id: string, status: RunStatus }>, usage: { totalTokens: number, costUsd: string, unpricedCalls: number } } | null } } };

export type RunsThatSayQueryVariables = Exact<{
  text: string;
}>;


export type RunsThatSayQuery = { runs: { nodes: Array<{ id: string, status: RunStatus, input: string, summary: string | null, createdAt: string, session: { id: string, key: string } | null }>, pageInfo: { hasNextPage: boolean } } };

export type SettingsMcpServersQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsMcpServersQuery = { mcpServers: Array<{ name: string, per: McpSignInFor | null, signIn: { signedInAt: string, scope: string | null } | null }> };

export type StartMcpSignInMutationVariables = Exact<{
  input: StartMcpSignInInput;
}>;


export type StartMcpSignInMutation = { startMcpSignIn:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', code: string, message: string }
    | { __typename: 'McpSignInLink', url: string }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type EndMcpSignInMutationVariables = Exact<{
  input: EndMcpSignInInput;
}>;


export type EndMcpSignInMutation = { endMcpSignIn:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ForbiddenError', code: string, message: string }
    | { __typename: 'InvalidInputError', code: string, message: string }
    | { __typename: 'McpServer', name: string, signIn: { signedInAt: string } | null }
    | { __typename: 'NotFoundError', code: string, message: string }
   };

export type RelicEntriesQueryVariables = Exact<{
  id: string | number;
  prefix?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type RelicEntriesQuery = { relic: { id: string, entries: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ key: string, value: unknown, sizeBytes: number, expiresAt: string | null, updatedAt: string }> } } | null };

export type ScheduleDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailQuery = { node:
    | { __typename: 'Action' }
    | { __typename: 'ActionAttemptFailed' }
    | { __typename: 'ActionCompleted' }
    | { __typename: 'ActionDenied' }
    | { __typename: 'ActionFailed' }
    | { __typename: 'ActionLogged' }
    | { __typename: 'ActionProgressed' }
    | { __typename: 'ActionSkipped' }
    | { __typename: 'ActionStarted' }
    | { __typename: 'ActionStepCompleted' }
    | { __typename: 'Agent' }
    | { __typename: 'ApiKey' }
    | { __typename: 'ArgumentsDelta' }
    | { __typename: 'AttemptDiscarded' }
    | { __typename: 'Canary' }
    | { __typename: 'ChildRunEnded' }
    | { __typename: 'ChildRunStarted' }
    | { __typename: 'CompactionStarted' }
    | { __typename: 'ConfidenceRequested' }
    | { __typename: 'ContextCompacted' }
    | { __typename: 'DataSet' }
    | { __typename: 'DataSetItem' }
    | { __typename: 'ErrorOccurred' }
    | { __typename: 'Evaluation' }
    | { __typename: 'EvaluationResult' }
    | { __typename: 'EventSource' }
    | { __typename: 'EventTrigger' }
    | { __typename: 'File' }
    | { __typename: 'FinalAnswer' }
    | { __typename: 'Gate' }
    | { __typename: 'GateOpened' }
    | { __typename: 'GateResolved' }
    | { __typename: 'HistoryTruncated' }
    | { __typename: 'InputInjected' }
    | { __typename: 'ModelCall' }
    | { __typename: 'ModelSwitched' }
    | { __typename: 'PlanGenerated' }
    | { __typename: 'Policy' }
    | { __typename: 'Project' }
    | { __typename: 'Rating' }
    | { __typename: 'ReasoningDelta' }
    | { __typename: 'ReceivedEvent' }
    | { __typename: 'Relic' }
    | { __typename: 'Run' }
    | { __typename: 'RunComment' }
    | { __typename: 'RunCompleted' }
    | { __typename: 'RunContinued' }
    | { __typename: 'RunFailed' }
    | { __typename: 'RunRecovered' }
    | { __typename: 'RunResumed' }
    | { __typename: 'RunStarted' }
    | { __typename: 'RunWaiting' }
    | { __typename: 'Schedule', nextFireTimes: Array<string>, batchDeadlineMs: number | null, createdAt: string, cron: string, enabled: boolean, id: string, input: string, lastError: string | null, lastFiredAt: string | null, metadata: unknown, misfirePolicy: MisfirePolicy, nextFireAt: string | null, pricing: Pricing | null, sessionKey: string | null, tags: Array<string>, timeZone: string, runs: { totalCount: number, nodes: Array<{ id: string, status: RunStatus, createdAt: string, scheduledFor: string | null, durationMs: number | null, startedAt: string | null, error: { message: string } | null }> }, agent: { id: string, slug: string, name: string } }
    | { __typename: 'Session' }
    | { __typename: 'StageStarted' }
    | { __typename: 'StateEdited' }
    | { __typename: 'Step' }
    | { __typename: 'StepCompleted' }
    | { __typename: 'StepStarted' }
    | { __typename: 'Terminating' }
    | { __typename: 'TextDelta' }
    | { __typename: 'UsageReported' }
    | { __typename: 'Validated' }
    | { __typename: 'Warning' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
    | { __typename: 'Workflow' }
   | null };

export type SettingsToolsQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type SettingsToolsQuery = { tools: Array<{ description: string, effect: ToolEffect, inputSchema: unknown, kind: ToolKind, name: string, source: string, timeoutMs: number | null, agents: Array<{ id: string, slug: string, name: string }> }> };

export type SettingsModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsModelsQuery = { providers: Array<{ name: string, configured: boolean, setting: string | null, baseUrl: string | null, profiles: Array<{ number: number, coolingUntil: string | null }> }>, models: Array<{ name: string, contextWindow: number | null, maxOutputTokens: number | null, features: Array<ModelFeature> | null, price: { inputPerMillion: string, cachedInputPerMillion: string, outputPerMillion: string, version: string } | null, provider: { name: string, configured: boolean } }> };

export type SettingsProjectQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsProjectQuery = { project: { createdAt: string, defaultPermission: Permission, id: string, maxConcurrentRuns: number, maxCostUsdPerDay: string | null, maxFileBytes: number, maxStoredFileBytes: number, maxTokensPerDay: number | null, name: string, slug: string, defaultLimits: { maxCostUsd: string | null, maxSteps: number | null, maxTokens: number | null, timeoutMs: number | null }, spentToday: { costUsd: string, reservedTokens: number, reservedUsd: string, tokens: number, unpricedCalls: number } } };

export type SettingsServerQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsServerQuery = { server: { version: string, role: ProcessRole, startedAt: string, now: string, features: { monitor: boolean, onlyPersistedOperations: boolean, redis: boolean, tracing: boolean }, retention: { runsDays: number | null, deltasDays: number | null, modelTrafficDays: number }, limits: { cost: number, depth: number, aliases: number, tokens: number, rootFields: number, pageSize: number, requestBytes: number, runInputBytes: number, requestsPerMinute: number | null, connectionsPerAddress: number, operationsPerRequest: number, operationsPerSocket: number, subscriptionsPerCaller: number, socketMessageBytes: number, answerCharacters: number } } };

export type DeliveriesQueryVariables = Exact<{
  id: string | number;
  status?: Array<DeliveryStatus> | DeliveryStatus | null | undefined;
  after?: string | null | undefined;
}>;


export type DeliveriesQuery = { node:
    | { __typename: 'Action' }
    | { __typename: 'ActionAttemptFailed' }
    | { __typename: 'ActionCompleted' }
    | { __typename: 'ActionDenied' }
    | { __typename: 'ActionFailed' }
    | { __typename: 'ActionLogged' }
    | { __typename: 'ActionProgressed' }
    | { __typename: 'ActionSkipped' }
    | { __typename: 'ActionStarted' }
    | { __typename: 'ActionStepCompleted' }
    | { __typename: 'Agent' }
    | { __typename: 'ApiKey' }
    | { __typename: 'ArgumentsDelta' }
    | { __typename: 'AttemptDiscarded' }
    | { __typename: 'Canary' }
    | { __typename: 'ChildRunEnded' }
    | { __typename: 'ChildRunStarted' }
    | { __typename: 'CompactionStarted' }
    | { __typename: 'ConfidenceRequested' }
    | { __typename: 'ContextCompacted' }
    | { __typename: 'DataSet' }
    | { __typename: 'DataSetItem' }
    | { __typename: 'ErrorOccurred' }
    | { __typename: 'Evaluation' }
    | { __typename: 'EvaluationResult' }
    | { __typename: 'EventSource' }
    | { __typename: 'EventTrigger' }
    | { __typename: 'File' }
    | { __typename: 'FinalAnswer' }
    | { __typename: 'Gate' }
    | { __typename: 'GateOpened' }
    | { __typename: 'GateResolved' }
    | { __typename: 'HistoryTruncated' }
    | { __typename: 'InputInjected' }
    | { __typename: 'ModelCall' }
    | { __typename: 'ModelSwitched' }
    | { __typename: 'PlanGenerated' }
    | { __typename: 'Policy' }
    | { __typename: 'Project' }
    | { __typename: 'Rating' }
    | { __typename: 'ReasoningDelta' }
    | { __typename: 'ReceivedEvent' }
    | { __typename: 'Relic' }
    | { __typename: 'Run' }
    | { __typename: 'RunComment' }
    | { __typename: 'RunCompleted' }
    | { __typename: 'RunContinued' }
    | { __typename: 'RunFailed' }
    | { __typename: 'RunRecovered' }
    | { __typename: 'RunResumed' }
    | { __typename: 'RunStarted' }
    | { __typename: 'RunWaiting' }
    | { __typename: 'Schedule' }
    | { __typename: 'Session' }
    | { __typename: 'StageStarted' }
    | { __typename: 'StateEdited' }
    | { __typename: 'Step' }
    | { __typename: 'StepCompleted' }
    | { __typename: 'StepStarted' }
    | { __typename: 'Terminating' }
    | { __typename: 'TextDelta' }
    | { __typename: 'UsageReported' }
    | { __typename: 'Validated' }
    | { __typename: 'Warning' }
    | { __typename: 'Webhook', id: string, deliveries: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ abandonedAt: string | null, attempt: number, createdAt: string, deliveredAt: string | null, id: string, lastError: string | null, lastStatusCode: number | null, nextAttemptAt: string | null, payload: unknown, status: DeliveryStatus, topic: WebhookTopic, run: { id: string, status: RunStatus } }> } }
    | { __typename: 'WebhookDelivery' }
    | { __typename: 'Workflow' }
   | null };

export type UsageFiguresFragment = { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number };

export type BudgetFieldsFragment = { id: string, maxCostUsdPerDay: string | null, maxTokensPerDay: number | null, spentToday: { costUsd: string, reservedTokens: number, reservedUsd: string, tokens: number, unpricedCalls: number } };

export type CallUsageQueryVariables = Exact<{
  since: string;
  until?: string | null | undefined;
  agent?: string | number | null | undefined;
  groupBy: Array<UsageDimension> | UsageDimension;
}>;


export type CallUsageQuery = { usage: Array<{ agentId: string | null, agentVersion: number | null, day: string | null, model: string | null, provider: string | null, purpose: CallPurpose | null, sessionId: string | null, agent: { id: string, slug: string, name: string } | null, session: { id: string, key: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number } }> };

export type RunUsageQueryVariables = Exact<{
  filter?: RunFilter | null | undefined;
  since: string;
  until?: string | null | undefined;
  timeZone: string;
  groupBy: Array<RunStatsDimension> | RunStatsDimension;
}>;


export type RunUsageQuery = { runStats: { buckets: Array<{ hour: string | null, day: string | null, agentVersion: number | null, provider: string | null, model: string | null, tag: string | null, tool: string | null, status: RunStatus | null, terminationReason: TerminationReason | null, agent: { id: string, slug: string, name: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number } }> } };

export type UsageContextQueryVariables = Exact<{
  filter?: RunFilter | null | undefined;
  since: string;
  until?: string | null | undefined;
}>;


export type UsageContextQuery = { runStats: { buckets: Array<{ status: RunStatus | null, count: number, usage: { costUsd: string, unpricedCalls: number } }> }, project: { id: string, maxCostUsdPerDay: string | null, maxTokensPerDay: number | null, spentToday: { costUsd: string, reservedTokens: number, reservedUsd: string, tokens: number, unpricedCalls: number } } };

export type CallsBehindQueryVariables = Exact<{
  since: string;
  until?: string | null | undefined;
  agent?: string | number | null | undefined;
  groupBy: Array<UsageDimension> | UsageDimension;
}>;


export type CallsBehindQuery = { usage: Array<{ agentId: string | null, agentVersion: number | null, day: string | null, model: string | null, provider: string | null, purpose: CallPurpose | null, sessionId: string | null, run: { id: string, status: RunStatus, input: string, createdAt: string, agent: { id: string, slug: string, name: string } } | null, agent: { id: string, slug: string, name: string } | null, session: { id: string, key: string } | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number } }> };

export type RunsBehindQueryVariables = Exact<{
  filter: RunFilter;
}>;


export type RunsBehindQuery = { runs: { totalCount: number, nodes: Array<{ id: string, status: RunStatus, input: string, createdAt: string, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } }> } };

export type CallsOfRunQueryVariables = Exact<{
  id: string | number;
}>;


export type CallsOfRunQuery = { run: { id: string, cost: { wastedUsd: string, unpricedCalls: number }, steps: { totalCount: number, nodes: Array<{ id: string, number: number, modelCalls: Array<{ id: string, purpose: CallPurpose, provider: string, model: string, attempt: number, startedAt: string, latencyMs: number | null, timeToFirstTokenMs: number | null, errorCode: string | null, usage: { requests: number, inputTokens: number, cachedInputTokens: number, outputTokens: number, reasoningTokens: number, totalTokens: number, costUsd: string, savedUsd: string, unpricedCalls: number } }> }> } } | null };

export type WorkflowPageQueryVariables = Exact<{
  id: string | number;
}>;


export type WorkflowPageQuery = { workflow: { archivedAt: string | null, createdAt: string, description: string | null, id: string, name: string, slug: string, updatedAt: string, version: number, versions: { totalCount: number, nodes: Array<{ agent: string | null, createdAt: string, createdBy: string | null, description: string | null, name: string, number: number, output: unknown, parameters: unknown, changes: Array<{ field: string, before: unknown, after: unknown }>, plan: { json: unknown, waves: Array<Array<string>>, actions: Array<{ name: string, type: ActionType, target: string, mode: ActionMode }>, edges: Array<{ from: string, to: string, kind: PlanEdgeKind }> } }> } } | null };

export type WorkflowRunsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type WorkflowRunsQuery = { workflow: { id: string, runs: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ workflowVersion: number | null, triggeredBy: string | null, output: unknown, startedAt: string | null, durationMs: number | null, id: string, status: RunStatus, input: string, createdAt: string, error: { message: string } | null, usage: { totalTokens: number, costUsd: string, unpricedCalls: number }, agent: { id: string, slug: string, name: string } }> } } | null };

export const AgentNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<AgentNameFragment, unknown>;
export const BindingShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BindingShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Binding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"peer"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<BindingShownFragment, unknown>;
export const DataSetRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataSetRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<DataSetRowFragment, unknown>;
export const DeliveryRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abandonedAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastStatusCode"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"payload"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"topic"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<DeliveryRowFragment, unknown>;
export const EvaluationRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EvaluationRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"dataSetVersion"}},{"kind":"Field","name":{"kind":"Name","value":"divergedCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"judgeVotes"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"passedCount"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trials"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<EvaluationRowFragment, unknown>;
export const EventRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReceivedEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentBy"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<EventRowFragment, unknown>;
export const EventSourceRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventSourceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventSource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"eventName"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"idAt"}},{"kind":"Field","name":{"kind":"Name","value":"maxPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"nameAt"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"scheme"}},{"kind":"Field","name":{"kind":"Name","value":"signatureEncoding"}},{"kind":"Field","name":{"kind":"Name","value":"signatureHeader"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"toleranceSeconds"}}]}}]} as unknown as DocumentNode<EventSourceRowFragment, unknown>;
export const EventTriggerRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventTriggerRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventTrigger"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"event"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<EventTriggerRowFragment, unknown>;
export const KeyRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isServerAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedBy"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]} as unknown as DocumentNode<KeyRowFragment, unknown>;
export const PolicyShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appliesTo"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<PolicyShownFragment, unknown>;
export const RunLimitsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLimits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DefaultLimits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}}]} as unknown as DocumentNode<RunLimitsFragment, unknown>;
export const SpendingFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spending"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DaySpending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reservedTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reservedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<SpendingFragment, unknown>;
export const ProjectSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProjectSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"defaultPermission"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"maxConcurrentRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsdPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"maxFileBytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxStoredFileBytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokensPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"defaultLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLimits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"spentToday"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Spending"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLimits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DefaultLimits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spending"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DaySpending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reservedTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reservedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<ProjectSettingsFragment, unknown>;
export const WorkerShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkerShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worker"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"slots"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<WorkerShownFragment, unknown>;
export const QueueShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"QueueShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Queue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"due"}},{"kind":"Field","name":{"kind":"Name","value":"free"}},{"kind":"Field","name":{"kind":"Name","value":"maxConcurrentRuns"}},{"kind":"Field","name":{"kind":"Name","value":"oldestDueAt"}},{"kind":"Field","name":{"kind":"Name","value":"returned"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"scheduled"}},{"kind":"Field","name":{"kind":"Name","value":"workers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkerShown"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkerShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worker"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"slots"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<QueueShownFragment, unknown>;
export const RelicOperationShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelicOperationShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RelicOperation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<RelicOperationShownFragment, unknown>;
export const HttpSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HttpSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowPrivate"}},{"kind":"Field","name":{"kind":"Name","value":"baseUrl"}},{"kind":"Field","name":{"kind":"Name","value":"honoursIdempotencyKey"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"methods"}},{"kind":"Field","name":{"kind":"Name","value":"paths"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]} as unknown as DocumentNode<HttpSettingsFragment, unknown>;
export const KeyValueSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyValueSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KeyValueRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultTtlMs"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxValueBytes"}}]}}]} as unknown as DocumentNode<KeyValueSettingsFragment, unknown>;
export const SqlSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowWrites"}},{"kind":"Field","name":{"kind":"Name","value":"env"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxConnections"}},{"kind":"Field","name":{"kind":"Name","value":"maxRows"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"statementTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]} as unknown as DocumentNode<SqlSettingsFragment, unknown>;
export const RelicWholeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelicWhole"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Relic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"operations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RelicOperationShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"HttpSettings"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyValueSettings"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SqlSettings"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelicOperationShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RelicOperation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HttpSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowPrivate"}},{"kind":"Field","name":{"kind":"Name","value":"baseUrl"}},{"kind":"Field","name":{"kind":"Name","value":"honoursIdempotencyKey"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"methods"}},{"kind":"Field","name":{"kind":"Name","value":"paths"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyValueSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KeyValueRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultTtlMs"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxValueBytes"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowWrites"}},{"kind":"Field","name":{"kind":"Name","value":"env"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxConnections"}},{"kind":"Field","name":{"kind":"Name","value":"maxRows"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"statementTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]} as unknown as DocumentNode<RelicWholeFragment, unknown>;
export const ResultRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EvaluationResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"trial"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}},{"kind":"Field","name":{"kind":"Name","value":"itemTrials"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"flaky"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expected"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<ResultRowFragment, unknown>;
export const ScheduleRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"cron"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastFiredAt"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"misfirePolicy"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireAt"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<ScheduleRowFragment, unknown>;
export const UsageFiguresFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<UsageFiguresFragment, unknown>;
export const UsageGroupFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageGroup"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<UsageGroupFragment, unknown>;
export const WebhookRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"topics"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]} as unknown as DocumentNode<WebhookRowFragment, unknown>;
export const WorkflowHeadFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<WorkflowHeadFragment, unknown>;
export const WorkflowVersionShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowVersionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"json"}},{"kind":"Field","name":{"kind":"Name","value":"waves"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]}}]} as unknown as DocumentNode<WorkflowVersionShownFragment, unknown>;
export const NamedTypeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NamedType"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"__Type"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"enumValues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<NamedTypeFragment, unknown>;
export const NestedTypeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NestedType"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"__Type"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"inputFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NamedType"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"__Type"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"enumValues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<NestedTypeFragment, unknown>;
export const EventTextFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventText"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionAttemptFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"delayMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionDenied"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionSkipped"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArgumentsDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AttemptDiscarded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","alias":{"kind":"Name","value":"discardReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CompactionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConfidenceRequested"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ContextCompacted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"strategies"}},{"kind":"Field","name":{"kind":"Name","value":"tokensBefore"}},{"kind":"Field","name":{"kind":"Name","value":"tokensAfter"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorOccurred"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FinalAnswer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"answer"},"name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateResolved"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateStatus"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InputInjected"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"injected"},"name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"sentBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionLogged"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actionId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"loggedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionProgressed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"progressTotal"}},{"kind":"Field","name":{"kind":"Name","value":"progressMessage"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelSwitched"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromModel"}},{"kind":"Field","name":{"kind":"Name","value":"toModel"}},{"kind":"Field","alias":{"kind":"Name","value":"switchReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanGenerated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"totalSteps"}},{"kind":"Field","name":{"kind":"Name","value":"totalActions"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunRecovered"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoveries"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunResumed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunWaiting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"childRuns"}},{"kind":"Field","alias":{"kind":"Name","value":"openGates"},"name":{"kind":"Name","value":"gates"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StageStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateEdited"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contextEdited"}},{"kind":"Field","name":{"kind":"Name","value":"editedMessages"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFrom"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actionsCompleted"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminating"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"abortedBy"}},{"kind":"Field","name":{"kind":"Name","value":"abortReason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageReported"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<EventTextFragment, unknown>;
export const AgentRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<AgentRowFragment, unknown>;
export const DefinitionShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DefinitionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptanceCriteria"}},{"kind":"Field","name":{"kind":"Name","value":"busySession"}},{"kind":"Field","name":{"kind":"Name","value":"compaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"compactAt"}},{"kind":"Field","name":{"kind":"Name","value":"keepRecent"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"warnAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everySteps"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"threshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"defaultTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dynamicParallelism"}},{"kind":"Field","name":{"kind":"Name","value":"failFast"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackModels"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inheritedLimits"}},{"kind":"Field","name":{"kind":"Name","value":"loop"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exitCondition"}},{"kind":"Field","name":{"kind":"Name","value":"maxIterations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxChildren"}},{"kind":"Field","name":{"kind":"Name","value":"maxContinuations"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxDepth"}},{"kind":"Field","name":{"kind":"Name","value":"maxGuardRounds"}},{"kind":"Field","name":{"kind":"Name","value":"maxIdenticalErrors"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxParallel"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxToolResultChars"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"modelRetry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseMs"}},{"kind":"Field","name":{"kind":"Name","value":"capMs"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"noProgressSteps"}},{"kind":"Field","name":{"kind":"Name","value":"onUnknownOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"outputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"promptSections"}},{"kind":"Field","name":{"kind":"Name","value":"protocolMode"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningEffort"}},{"kind":"Field","name":{"kind":"Name","value":"redaction"}},{"kind":"Field","name":{"kind":"Name","value":"relics"}},{"kind":"Field","name":{"kind":"Name","value":"requireDoneTool"}},{"kind":"Field","name":{"kind":"Name","value":"requireUserApproval"}},{"kind":"Field","name":{"kind":"Name","value":"retryActions"}},{"kind":"Field","name":{"kind":"Name","value":"skills"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"specialists"}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instruction"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subagentModels"}},{"kind":"Field","name":{"kind":"Name","value":"subagents"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnError"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnGoalAchieved"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnNoProgress"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"toolChoice"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"workflows"}}]}}]} as unknown as DocumentNode<DefinitionShownFragment, unknown>;
export const ToolShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}}]} as unknown as DocumentNode<ToolShownFragment, unknown>;
export const AgentShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentRow"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DefinitionShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolShown"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DefinitionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptanceCriteria"}},{"kind":"Field","name":{"kind":"Name","value":"busySession"}},{"kind":"Field","name":{"kind":"Name","value":"compaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"compactAt"}},{"kind":"Field","name":{"kind":"Name","value":"keepRecent"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"warnAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everySteps"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"threshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"defaultTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dynamicParallelism"}},{"kind":"Field","name":{"kind":"Name","value":"failFast"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackModels"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inheritedLimits"}},{"kind":"Field","name":{"kind":"Name","value":"loop"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exitCondition"}},{"kind":"Field","name":{"kind":"Name","value":"maxIterations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxChildren"}},{"kind":"Field","name":{"kind":"Name","value":"maxContinuations"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxDepth"}},{"kind":"Field","name":{"kind":"Name","value":"maxGuardRounds"}},{"kind":"Field","name":{"kind":"Name","value":"maxIdenticalErrors"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxParallel"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxToolResultChars"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"modelRetry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseMs"}},{"kind":"Field","name":{"kind":"Name","value":"capMs"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"noProgressSteps"}},{"kind":"Field","name":{"kind":"Name","value":"onUnknownOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"outputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"promptSections"}},{"kind":"Field","name":{"kind":"Name","value":"protocolMode"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningEffort"}},{"kind":"Field","name":{"kind":"Name","value":"redaction"}},{"kind":"Field","name":{"kind":"Name","value":"relics"}},{"kind":"Field","name":{"kind":"Name","value":"requireDoneTool"}},{"kind":"Field","name":{"kind":"Name","value":"requireUserApproval"}},{"kind":"Field","name":{"kind":"Name","value":"retryActions"}},{"kind":"Field","name":{"kind":"Name","value":"skills"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"specialists"}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instruction"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subagentModels"}},{"kind":"Field","name":{"kind":"Name","value":"subagents"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnError"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnGoalAchieved"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnNoProgress"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"toolChoice"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"workflows"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}}]} as unknown as DocumentNode<AgentShownFragment, unknown>;
export const CanaryShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CanaryShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"baselineVersion"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"minRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxRuns"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"comparedAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparisons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"measure"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"margin"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<CanaryShownFragment, unknown>;
export const AgentTrafficFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentTraffic"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"versionWeights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CanaryShown"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CanaryShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"baselineVersion"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"minRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxRuns"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"comparedAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparisons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"measure"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"margin"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]} as unknown as DocumentNode<AgentTrafficFragment, unknown>;
export const CostFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<CostFragment, unknown>;
export const RunFiguresFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"failureRate"}},{"kind":"Field","name":{"kind":"Name","value":"duration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"p50"}},{"kind":"Field","name":{"kind":"Name","value":"p95"}},{"kind":"Field","name":{"kind":"Name","value":"p99"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<RunFiguresFragment, unknown>;
export const EditsOfForkFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditsOfFork"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateEdits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"context"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFrom"}}]}}]} as unknown as DocumentNode<EditsOfForkFragment, unknown>;
export const ComparedRunFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedRun"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EditsOfFork"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditsOfFork"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateEdits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"context"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFrom"}}]}}]} as unknown as DocumentNode<ComparedRunFragment, unknown>;
export const ComparedStepFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<ComparedStepFragment, unknown>;
export const ComparedActionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedAction"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]} as unknown as DocumentNode<ComparedActionFragment, unknown>;
export const DataSetItemShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataSetItemShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSetItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"files"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"byteCount"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]} as unknown as DocumentNode<DataSetItemShownFragment, unknown>;
export const GateRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<GateRowFragment, unknown>;
export const NextFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<NextFragment, unknown>;
export const GatePageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GatePage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<GatePageFragment, unknown>;
export const GateShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}},{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"respondent"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"resolution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}}]}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LowConfidenceContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confidence"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","alias":{"kind":"Name","value":"confidenceReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdenticalErrorsContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MonitorContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"escalation"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}}]} as unknown as DocumentNode<GateShownFragment, unknown>;
export const MarksFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Marks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCommentConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]} as unknown as DocumentNode<MarksFragment, unknown>;
export const CostPartShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CostPartShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CostPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}}]} as unknown as DocumentNode<CostPartShownFragment, unknown>;
export const RatingsOfRunFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RatingsOfRun"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}},{"kind":"Field","name":{"kind":"Name","value":"ownRating"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ratings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"ratedBy"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<RatingsOfRunFragment, unknown>;
export const RunLiveFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"workerClaims"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"queuePosition"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"abortReason"}},{"kind":"Field","name":{"kind":"Name","value":"abortedBy"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<RunLiveFragment, unknown>;
export const ActionLiveFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"completedSteps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"childRun"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<ActionLiveFragment, unknown>;
export const CallLiveFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CallLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}},{"kind":"Field","name":{"kind":"Name","value":"timeToFirstTokenMs"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<CallLiveFragment, unknown>;
export const StepLiveFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StepLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"modelCalls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CallLive"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"completedSteps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"childRun"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CallLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}},{"kind":"Field","name":{"kind":"Name","value":"timeToFirstTokenMs"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<StepLiveFragment, unknown>;
export const ChildFactsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChildFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}}]} as unknown as DocumentNode<ChildFactsFragment, unknown>;
export const RunRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<RunRowFragment, unknown>;
export const RunsPageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunsPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RunsPageFragment, unknown>;
export const RunBatchFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunBatchFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunBatch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}},{"kind":"Field","name":{"kind":"Name","value":"failures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RunBatchFieldsFragment, unknown>;
export const MessageShownFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"byEngine"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RefusalPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolCallPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolResultPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FilePart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"byteCount"}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MessageShownFragment, unknown>;
export const SessionMessageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionMessage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageShown"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"byEngine"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RefusalPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolCallPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolResultPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FilePart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"byteCount"}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SessionMessageFragment, unknown>;
export const RunNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<RunNameFragment, unknown>;
export const RunLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<RunLineFragment, unknown>;
export const SessionRunFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRun"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLine"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<SessionRunFragment, unknown>;
export const SessionRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActiveAt"}},{"kind":"Field","name":{"kind":"Name","value":"runCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"activeRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<SessionRowFragment, unknown>;
export const BudgetFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BudgetFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsdPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokensPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"spentToday"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Spending"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spending"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DaySpending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reservedTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reservedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<BudgetFieldsFragment, unknown>;
export const AbortRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AbortRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AbortRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abortRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AbortRunMutation, AbortRunMutationVariables>;
export const AbortRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AbortRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AbortRunsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abortRuns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunBatch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunBatchFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunBatchFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunBatch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}},{"kind":"Field","name":{"kind":"Name","value":"failures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<AbortRunsMutation, AbortRunsMutationVariables>;
export const AddDataSetItemsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddDataSetItems"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddDataSetItemsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addDataSetItems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSetChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"added"}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataSetRow"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataSetRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<AddDataSetItemsMutation, AddDataSetItemsMutationVariables>;
export const AddRunsToDataSetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddRunsToDataSet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddRunsToDataSetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addRunsToDataSet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSetChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"added"}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataSetRow"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataSetRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<AddRunsToDataSetMutation, AddRunsToDataSetMutationVariables>;
export const ArchiveAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ArchiveAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveAgentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archiveAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ArchiveAgentMutation, ArchiveAgentMutationVariables>;
export const ArchiveWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ArchiveWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archiveWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkflowHead"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<ArchiveWorkflowMutation, ArchiveWorkflowMutationVariables>;
export const CancelEvaluationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelEvaluation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelEvaluationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelEvaluation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EvaluationRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EvaluationRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"dataSetVersion"}},{"kind":"Field","name":{"kind":"Name","value":"divergedCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"judgeVotes"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"passedCount"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trials"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<CancelEvaluationMutation, CancelEvaluationMutationVariables>;
export const CommentRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CommentRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CommentRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commentRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunComment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CommentRunMutation, CommentRunMutationVariables>;
export const CreateAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAgentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateAgentMutation, CreateAgentMutationVariables>;
export const CreateApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyRow"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isServerAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedBy"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]} as unknown as DocumentNode<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const CreateDataSetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateDataSet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDataSetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDataSet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateDataSetMutation, CreateDataSetMutationVariables>;
export const CreateScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateScheduleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"cron"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastFiredAt"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"misfirePolicy"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireAt"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<CreateScheduleMutation, CreateScheduleMutationVariables>;
export const CreateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedWebhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookRow"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"topics"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]} as unknown as DocumentNode<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const CreateWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateWorkflowMutation, CreateWorkflowMutationVariables>;
export const DeleteAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteAgentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteAgentMutation, DeleteAgentMutationVariables>;
export const DeleteBindingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteBinding"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteBindingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteBinding"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedBinding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteBindingMutation, DeleteBindingMutationVariables>;
export const DeleteEventSourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteEventSource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteEventSourceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteEventSource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedEventSource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteEventSourceMutation, DeleteEventSourceMutationVariables>;
export const DeleteEventTriggerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteEventTrigger"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteEventTriggerInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteEventTrigger"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedEventTrigger"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteEventTriggerMutation, DeleteEventTriggerMutationVariables>;
export const DeletePolicyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeletePolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeletePolicyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletePolicy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedPolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeletePolicyMutation, DeletePolicyMutationVariables>;
export const DeleteRatingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRating"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteRatingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRating"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedRating"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteRatingMutation, DeleteRatingMutationVariables>;
export const DeleteRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteRunMutation, DeleteRunMutationVariables>;
export const DeleteRunCommentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRunComment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteRunCommentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRunComment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedRunComment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteRunCommentMutation, DeleteRunCommentMutationVariables>;
export const DeleteRelicDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRelic"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteRelicInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRelic"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedRelic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteRelicMutation, DeleteRelicMutationVariables>;
export const DeleteScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteScheduleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedSchedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteScheduleMutation, DeleteScheduleMutationVariables>;
export const DeleteSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedSession"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteSessionMutation, DeleteSessionMutationVariables>;
export const DeleteWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedWebhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const DeleteWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedWorkflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteWorkflowMutation, DeleteWorkflowMutationVariables>;
export const FireScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FireSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FireScheduleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fireSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<FireScheduleMutation, FireScheduleMutationVariables>;
export const ForkRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ForkRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ForkRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"forkRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ForkRunMutation, ForkRunMutationVariables>;
export const RateRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RateRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RateRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rateRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Rating"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RatingsOfRun"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RatingsOfRun"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}},{"kind":"Field","name":{"kind":"Name","value":"ownRating"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ratings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"ratedBy"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<RateRunMutation, RateRunMutationVariables>;
export const RedeliverDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Redeliver"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RedeliverInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redeliver"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abandonedAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastStatusCode"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"payload"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"topic"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<RedeliverMutation, RedeliverMutationVariables>;
export const RemoveDataSetItemsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveDataSetItems"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveDataSetItemsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeDataSetItems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSetChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removed"}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataSetRow"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataSetRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<RemoveDataSetItemsMutation, RemoveDataSetItemsMutationVariables>;
export const ReplayRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReplayRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReplayRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ReplayRunMutation, ReplayRunMutationVariables>;
export const ResolveGateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResolveGate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResolveGateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resolveGate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateShown"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}},{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"respondent"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"resolution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}}]}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LowConfidenceContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confidence"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","alias":{"kind":"Name","value":"confidenceReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdenticalErrorsContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MonitorContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"escalation"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}}]} as unknown as DocumentNode<ResolveGateMutation, ResolveGateMutationVariables>;
export const RestoreAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreAgentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreAgentMutation, RestoreAgentMutationVariables>;
export const RestoreWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkflowHead"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<RestoreWorkflowMutation, RestoreWorkflowMutationVariables>;
export const ResumeRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResumeRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ResumeRunMutation, ResumeRunMutationVariables>;
export const RetryRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetryRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RetryRunMutation, RetryRunMutationVariables>;
export const RetryRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetryRunsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryRuns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunBatch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunBatchFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunBatchFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunBatch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}},{"kind":"Field","name":{"kind":"Name","value":"failures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RetryRunsMutation, RetryRunsMutationVariables>;
export const RevokeApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isServerAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedBy"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]} as unknown as DocumentNode<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const RollBackAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RollBackAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RollBackAgentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rollBackAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentShown"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DefinitionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptanceCriteria"}},{"kind":"Field","name":{"kind":"Name","value":"busySession"}},{"kind":"Field","name":{"kind":"Name","value":"compaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"compactAt"}},{"kind":"Field","name":{"kind":"Name","value":"keepRecent"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"warnAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everySteps"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"threshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"defaultTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dynamicParallelism"}},{"kind":"Field","name":{"kind":"Name","value":"failFast"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackModels"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inheritedLimits"}},{"kind":"Field","name":{"kind":"Name","value":"loop"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exitCondition"}},{"kind":"Field","name":{"kind":"Name","value":"maxIterations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxChildren"}},{"kind":"Field","name":{"kind":"Name","value":"maxContinuations"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxDepth"}},{"kind":"Field","name":{"kind":"Name","value":"maxGuardRounds"}},{"kind":"Field","name":{"kind":"Name","value":"maxIdenticalErrors"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxParallel"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxToolResultChars"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"modelRetry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseMs"}},{"kind":"Field","name":{"kind":"Name","value":"capMs"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"noProgressSteps"}},{"kind":"Field","name":{"kind":"Name","value":"onUnknownOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"outputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"promptSections"}},{"kind":"Field","name":{"kind":"Name","value":"protocolMode"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningEffort"}},{"kind":"Field","name":{"kind":"Name","value":"redaction"}},{"kind":"Field","name":{"kind":"Name","value":"relics"}},{"kind":"Field","name":{"kind":"Name","value":"requireDoneTool"}},{"kind":"Field","name":{"kind":"Name","value":"requireUserApproval"}},{"kind":"Field","name":{"kind":"Name","value":"retryActions"}},{"kind":"Field","name":{"kind":"Name","value":"skills"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"specialists"}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instruction"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subagentModels"}},{"kind":"Field","name":{"kind":"Name","value":"subagents"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnError"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnGoalAchieved"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnNoProgress"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"toolChoice"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"workflows"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentRow"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DefinitionShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolShown"}}]}}]}}]} as unknown as DocumentNode<RollBackAgentMutation, RollBackAgentMutationVariables>;
export const RollBackWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RollBackWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RollBackWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rollBackWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkflowHead"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<RollBackWorkflowMutation, RollBackWorkflowMutationVariables>;
export const RotateWebhookSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateWebhookSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RotateWebhookSecretInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateWebhookSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RotatedWebhookSecret"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const RunWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RunWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RunWorkflowMutation, RunWorkflowMutationVariables>;
export const SaveBindingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveBinding"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SaveBindingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveBinding"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Binding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BindingShown"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BindingShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Binding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"peer"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<SaveBindingMutation, SaveBindingMutationVariables>;
export const SaveEventSourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveEventSource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SaveEventSourceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveEventSource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedEventSource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SaveEventSourceMutation, SaveEventSourceMutationVariables>;
export const SaveEventTriggerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveEventTrigger"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SaveEventTriggerInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveEventTrigger"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventTrigger"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventTriggerRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventTriggerRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventTrigger"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"event"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<SaveEventTriggerMutation, SaveEventTriggerMutationVariables>;
export const SavePolicyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SavePolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SavePolicyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"savePolicy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PolicyShown"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appliesTo"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<SavePolicyMutation, SavePolicyMutationVariables>;
export const SaveRelicDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveRelic"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SaveRelicInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveRelic"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Relic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RelicWhole"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelicOperationShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RelicOperation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HttpSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowPrivate"}},{"kind":"Field","name":{"kind":"Name","value":"baseUrl"}},{"kind":"Field","name":{"kind":"Name","value":"honoursIdempotencyKey"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"methods"}},{"kind":"Field","name":{"kind":"Name","value":"paths"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyValueSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KeyValueRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultTtlMs"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxValueBytes"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowWrites"}},{"kind":"Field","name":{"kind":"Name","value":"env"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxConnections"}},{"kind":"Field","name":{"kind":"Name","value":"maxRows"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"statementTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelicWhole"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Relic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"operations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RelicOperationShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"HttpSettings"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyValueSettings"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SqlSettings"}}]}}]}}]} as unknown as DocumentNode<SaveRelicMutation, SaveRelicMutationVariables>;
export const SendEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SendEventInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReceivedEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReceivedEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentBy"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<SendEventMutation, SendEventMutationVariables>;
export const SetVersionWeightsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetVersionWeights"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetVersionWeightsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setVersionWeights"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentTraffic"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CanaryShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"baselineVersion"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"minRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxRuns"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"comparedAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparisons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"measure"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"margin"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentTraffic"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"versionWeights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CanaryShown"}}]}}]}}]}}]} as unknown as DocumentNode<SetVersionWeightsMutation, SetVersionWeightsMutationVariables>;
export const StartCanaryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartCanary"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartCanaryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startCanary"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentTraffic"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CanaryShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"baselineVersion"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"minRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxRuns"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"comparedAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparisons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"measure"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"margin"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentTraffic"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"versionWeights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CanaryShown"}}]}}]}}]}}]} as unknown as DocumentNode<StartCanaryMutation, StartCanaryMutationVariables>;
export const StartEvaluationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartEvaluation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartEvaluationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startEvaluation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EvaluationRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EvaluationRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"dataSetVersion"}},{"kind":"Field","name":{"kind":"Name","value":"divergedCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"judgeVotes"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"passedCount"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trials"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<StartEvaluationMutation, StartEvaluationMutationVariables>;
export const SteerRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SteerRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SteerRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"steerRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SteerRunMutation, SteerRunMutationVariables>;
export const StopCanaryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StopCanary"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StopCanaryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stopCanary"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentTraffic"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CanaryShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"baselineVersion"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"minRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxRuns"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"comparedAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparisons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"measure"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"margin"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentTraffic"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"versionWeights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CanaryShown"}}]}}]}}]}}]} as unknown as DocumentNode<StopCanaryMutation, StopCanaryMutationVariables>;
export const TestWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TestWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookTest"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accepted"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TestWebhookMutation, TestWebhookMutationVariables>;
export const TriggerRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TriggerRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TriggerRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"triggerRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TriggerRunMutation, TriggerRunMutationVariables>;
export const UpdateAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateAgentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentShown"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DefinitionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptanceCriteria"}},{"kind":"Field","name":{"kind":"Name","value":"busySession"}},{"kind":"Field","name":{"kind":"Name","value":"compaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"compactAt"}},{"kind":"Field","name":{"kind":"Name","value":"keepRecent"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"warnAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everySteps"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"threshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"defaultTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dynamicParallelism"}},{"kind":"Field","name":{"kind":"Name","value":"failFast"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackModels"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inheritedLimits"}},{"kind":"Field","name":{"kind":"Name","value":"loop"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exitCondition"}},{"kind":"Field","name":{"kind":"Name","value":"maxIterations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxChildren"}},{"kind":"Field","name":{"kind":"Name","value":"maxContinuations"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxDepth"}},{"kind":"Field","name":{"kind":"Name","value":"maxGuardRounds"}},{"kind":"Field","name":{"kind":"Name","value":"maxIdenticalErrors"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxParallel"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxToolResultChars"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"modelRetry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseMs"}},{"kind":"Field","name":{"kind":"Name","value":"capMs"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"noProgressSteps"}},{"kind":"Field","name":{"kind":"Name","value":"onUnknownOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"outputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"promptSections"}},{"kind":"Field","name":{"kind":"Name","value":"protocolMode"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningEffort"}},{"kind":"Field","name":{"kind":"Name","value":"redaction"}},{"kind":"Field","name":{"kind":"Name","value":"relics"}},{"kind":"Field","name":{"kind":"Name","value":"requireDoneTool"}},{"kind":"Field","name":{"kind":"Name","value":"requireUserApproval"}},{"kind":"Field","name":{"kind":"Name","value":"retryActions"}},{"kind":"Field","name":{"kind":"Name","value":"skills"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"specialists"}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instruction"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subagentModels"}},{"kind":"Field","name":{"kind":"Name","value":"subagents"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnError"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnGoalAchieved"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnNoProgress"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"toolChoice"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"workflows"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentRow"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DefinitionShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolShown"}}]}}]}}]} as unknown as DocumentNode<UpdateAgentMutation, UpdateAgentMutationVariables>;
export const UpdateProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProjectInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProjectSettings"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLimits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DefaultLimits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spending"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DaySpending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reservedTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reservedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProjectSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"defaultPermission"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"maxConcurrentRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsdPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"maxFileBytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxStoredFileBytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokensPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"defaultLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLimits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"spentToday"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Spending"}}]}}]}}]} as unknown as DocumentNode<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const UpdateRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateRunMutation, UpdateRunMutationVariables>;
export const UpdateScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateScheduleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"cron"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastFiredAt"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"misfirePolicy"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireAt"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<UpdateScheduleMutation, UpdateScheduleMutationVariables>;
export const UpdateSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"memory"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateSessionMutation, UpdateSessionMutationVariables>;
export const UpdateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookRow"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"topics"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]} as unknown as DocumentNode<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const UpdateWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkflowHead"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<UpdateWorkflowMutation, UpdateWorkflowMutationVariables>;
export const AgentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Agents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AgentFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AgentOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<AgentsQuery, AgentsQueryVariables>;
export const ApiKeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiKeys"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isServerAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedBy"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]} as unknown as DocumentNode<ApiKeysQuery, ApiKeysQueryVariables>;
export const BindingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Bindings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bindings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BindingShown"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BindingShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Binding"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"peer"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<BindingsQuery, BindingsQueryVariables>;
export const DataSetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DataSets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataSets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataSetRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataSetRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<DataSetsQuery, DataSetsQueryVariables>;
export const EvaluationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Evaluations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EvaluationFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"evaluations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EvaluationRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EvaluationRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"dataSetVersion"}},{"kind":"Field","name":{"kind":"Name","value":"divergedCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"judgeVotes"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"passedCount"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trials"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<EvaluationsQuery, EvaluationsQueryVariables>;
export const EventSourcesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EventSources"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventSources"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventSourceRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventSourceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventSource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"eventName"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"idAt"}},{"kind":"Field","name":{"kind":"Name","value":"maxPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"nameAt"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"scheme"}},{"kind":"Field","name":{"kind":"Name","value":"signatureEncoding"}},{"kind":"Field","name":{"kind":"Name","value":"signatureHeader"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"toleranceSeconds"}}]}}]} as unknown as DocumentNode<EventSourcesQuery, EventSourcesQueryVariables>;
export const EventTriggersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EventTriggers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventTriggers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventTriggerRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventTriggerRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventTrigger"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"event"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<EventTriggersQuery, EventTriggersQueryVariables>;
export const ReceivedEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReceivedEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"receivedEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReceivedEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentBy"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<ReceivedEventsQuery, ReceivedEventsQueryVariables>;
export const RelicsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Relics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"relics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RelicWhole"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelicOperationShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RelicOperation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HttpSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowPrivate"}},{"kind":"Field","name":{"kind":"Name","value":"baseUrl"}},{"kind":"Field","name":{"kind":"Name","value":"honoursIdempotencyKey"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"methods"}},{"kind":"Field","name":{"kind":"Name","value":"paths"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyValueSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KeyValueRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultTtlMs"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxValueBytes"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlRelicSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowWrites"}},{"kind":"Field","name":{"kind":"Name","value":"env"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"maxConnections"}},{"kind":"Field","name":{"kind":"Name","value":"maxRows"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"statementTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelicWhole"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Relic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"operations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RelicOperationShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"HttpSettings"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyValueSettings"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SqlSettings"}}]}}]}}]} as unknown as DocumentNode<RelicsQuery, RelicsQueryVariables>;
export const SchedulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Schedules"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"schedules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"cron"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastFiredAt"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"misfirePolicy"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireAt"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<SchedulesQuery, SchedulesQueryVariables>;
export const SessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Sessions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SessionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SessionOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActiveAt"}},{"kind":"Field","name":{"kind":"Name","value":"runCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"activeRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<SessionsQuery, SessionsQueryVariables>;
export const WebhooksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Webhooks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhooks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookRow"}},{"kind":"Field","alias":{"kind":"Name","value":"pending"},"name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"PENDING"}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"abandoned"},"name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"ABANDONED"}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"topics"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]} as unknown as DocumentNode<WebhooksQuery, WebhooksQueryVariables>;
export const WorkflowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Workflows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkflowHead"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"waves"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<WorkflowsQuery, WorkflowsQueryVariables>;
export const DefinitionSchemaDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DefinitionSchema"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__type"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"AgentDefinitionInput","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NestedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NestedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NestedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NestedType"}}]}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NamedType"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"__Type"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"enumValues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NestedType"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"__Type"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"inputFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}},{"kind":"Field","name":{"kind":"Name","value":"ofType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedType"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<DefinitionSchemaQuery, DefinitionSchemaQueryVariables>;
export const RunPageEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunPageEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"runId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"types"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunEventType"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"runId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"Variable","name":{"kind":"Name","value":"types"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventText"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionAttemptFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionDenied"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionProgressed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionSkipped"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateOpened"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateResolved"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunContinued"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunRecovered"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunResumed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunWaiting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StepLive"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StepStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StepLive"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"completedSteps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"childRun"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CallLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}},{"kind":"Field","name":{"kind":"Name","value":"timeToFirstTokenMs"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventText"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionAttemptFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"delayMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionDenied"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionSkipped"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArgumentsDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AttemptDiscarded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","alias":{"kind":"Name","value":"discardReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CompactionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConfidenceRequested"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ContextCompacted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"strategies"}},{"kind":"Field","name":{"kind":"Name","value":"tokensBefore"}},{"kind":"Field","name":{"kind":"Name","value":"tokensAfter"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorOccurred"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FinalAnswer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"answer"},"name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateResolved"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateStatus"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InputInjected"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"injected"},"name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"sentBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionLogged"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actionId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"loggedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionProgressed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"progressTotal"}},{"kind":"Field","name":{"kind":"Name","value":"progressMessage"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelSwitched"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromModel"}},{"kind":"Field","name":{"kind":"Name","value":"toModel"}},{"kind":"Field","alias":{"kind":"Name","value":"switchReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanGenerated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"totalSteps"}},{"kind":"Field","name":{"kind":"Name","value":"totalActions"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunRecovered"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoveries"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunResumed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunWaiting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"childRuns"}},{"kind":"Field","alias":{"kind":"Name","value":"openGates"},"name":{"kind":"Name","value":"gates"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StageStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateEdited"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contextEdited"}},{"kind":"Field","name":{"kind":"Name","value":"editedMessages"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFrom"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actionsCompleted"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminating"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"abortedBy"}},{"kind":"Field","name":{"kind":"Name","value":"abortReason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageReported"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"workerClaims"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"queuePosition"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"abortReason"}},{"kind":"Field","name":{"kind":"Name","value":"abortedBy"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StepLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"modelCalls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CallLive"}}]}}]}}]} as unknown as DocumentNode<RunPageEventsSubscription, RunPageEventsSubscriptionVariables>;
export const CallerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Caller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isServerAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"Field","name":{"kind":"Name","value":"server"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]}}]} as unknown as DocumentNode<CallerQuery, CallerQueryVariables>;
export const RunChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}}]}}]}}]}}]} as unknown as DocumentNode<RunChangesSubscription, RunChangesSubscriptionVariables>;
export const RunsPulseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunsPulse"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATUS"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<RunsPulseSubscription, RunsPulseSubscriptionVariables>;
export const AgentChoicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AgentChoices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"archived"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveState"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"archived"},"value":{"kind":"Variable","name":{"kind":"Name","value":"archived"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<AgentChoicesQuery, AgentChoicesQueryVariables>;
export const ModelNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ModelNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"configured"},"value":{"kind":"BooleanValue","value":true}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"UPDATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}}]}}]}}]} as unknown as DocumentNode<ModelNamesQuery, ModelNamesQueryVariables>;
export const PaletteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Palette"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<PaletteQuery, PaletteQueryVariables>;
export const OpenGatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OpenGates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OPEN"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<OpenGatesQuery, OpenGatesQueryVariables>;
export const OpenGatesUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"OpenGatesUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"gate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OPEN"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]}}]}}]} as unknown as DocumentNode<OpenGatesUpdatesSubscription, OpenGatesUpdatesSubscriptionVariables>;
export const AgentOfPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AgentOfPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"slug"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentShown"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DefinitionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptanceCriteria"}},{"kind":"Field","name":{"kind":"Name","value":"busySession"}},{"kind":"Field","name":{"kind":"Name","value":"compaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"compactAt"}},{"kind":"Field","name":{"kind":"Name","value":"keepRecent"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"warnAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everySteps"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"threshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"defaultTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dynamicParallelism"}},{"kind":"Field","name":{"kind":"Name","value":"failFast"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackModels"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inheritedLimits"}},{"kind":"Field","name":{"kind":"Name","value":"loop"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exitCondition"}},{"kind":"Field","name":{"kind":"Name","value":"maxIterations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxChildren"}},{"kind":"Field","name":{"kind":"Name","value":"maxContinuations"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxDepth"}},{"kind":"Field","name":{"kind":"Name","value":"maxGuardRounds"}},{"kind":"Field","name":{"kind":"Name","value":"maxIdenticalErrors"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxParallel"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxToolResultChars"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"modelRetry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseMs"}},{"kind":"Field","name":{"kind":"Name","value":"capMs"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"noProgressSteps"}},{"kind":"Field","name":{"kind":"Name","value":"onUnknownOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"outputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"promptSections"}},{"kind":"Field","name":{"kind":"Name","value":"protocolMode"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningEffort"}},{"kind":"Field","name":{"kind":"Name","value":"redaction"}},{"kind":"Field","name":{"kind":"Name","value":"relics"}},{"kind":"Field","name":{"kind":"Name","value":"requireDoneTool"}},{"kind":"Field","name":{"kind":"Name","value":"requireUserApproval"}},{"kind":"Field","name":{"kind":"Name","value":"retryActions"}},{"kind":"Field","name":{"kind":"Name","value":"skills"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"specialists"}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instruction"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subagentModels"}},{"kind":"Field","name":{"kind":"Name","value":"subagents"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnError"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnGoalAchieved"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnNoProgress"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"toolChoice"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"workflows"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentRow"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DefinitionShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolShown"}}]}}]}}]} as unknown as DocumentNode<AgentOfPageQuery, AgentOfPageQueryVariables>;
export const AgentStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AgentStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"all"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFigures"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"openGates"},"name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OPEN"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"failureRate"}},{"kind":"Field","name":{"kind":"Name","value":"duration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"p50"}},{"kind":"Field","name":{"kind":"Name","value":"p95"}},{"kind":"Field","name":{"kind":"Name","value":"p99"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<AgentStatsQuery, AgentStatsQueryVariables>;
export const RunsOfAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunsOfAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RunsOfAgentQuery, RunsOfAgentQueryVariables>;
export const RunsOfAgentUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunsOfAgentUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunRow"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RunsOfAgentUpdatesSubscription, RunsOfAgentUpdatesSubscriptionVariables>;
export const VersionsOfAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VersionsOfAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<VersionsOfAgentQuery, VersionsOfAgentQueryVariables>;
export const TwoVersionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TwoVersions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"from"},"name":{"kind":"Name","value":"agentVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"number"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DefinitionShown"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"to"},"name":{"kind":"Name","value":"agentVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"number"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DefinitionShown"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DefinitionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptanceCriteria"}},{"kind":"Field","name":{"kind":"Name","value":"busySession"}},{"kind":"Field","name":{"kind":"Name","value":"compaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"compactAt"}},{"kind":"Field","name":{"kind":"Name","value":"keepRecent"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"warnAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everySteps"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"threshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"defaultTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dynamicParallelism"}},{"kind":"Field","name":{"kind":"Name","value":"failFast"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackModels"}},{"kind":"Field","name":{"kind":"Name","value":"flowType"}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inheritedLimits"}},{"kind":"Field","name":{"kind":"Name","value":"loop"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exitCondition"}},{"kind":"Field","name":{"kind":"Name","value":"maxIterations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxChildren"}},{"kind":"Field","name":{"kind":"Name","value":"maxContinuations"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxDepth"}},{"kind":"Field","name":{"kind":"Name","value":"maxGuardRounds"}},{"kind":"Field","name":{"kind":"Name","value":"maxIdenticalErrors"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxParallel"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxToolResultChars"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"modelRetry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseMs"}},{"kind":"Field","name":{"kind":"Name","value":"capMs"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"noProgressSteps"}},{"kind":"Field","name":{"kind":"Name","value":"onUnknownOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"outputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"planner"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"promptSections"}},{"kind":"Field","name":{"kind":"Name","value":"protocolMode"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningEffort"}},{"kind":"Field","name":{"kind":"Name","value":"redaction"}},{"kind":"Field","name":{"kind":"Name","value":"relics"}},{"kind":"Field","name":{"kind":"Name","value":"requireDoneTool"}},{"kind":"Field","name":{"kind":"Name","value":"requireUserApproval"}},{"kind":"Field","name":{"kind":"Name","value":"retryActions"}},{"kind":"Field","name":{"kind":"Name","value":"skills"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"specialists"}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instruction"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subagentModels"}},{"kind":"Field","name":{"kind":"Name","value":"subagents"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnError"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnGoalAchieved"}},{"kind":"Field","name":{"kind":"Name","value":"terminateOnNoProgress"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"toolChoice"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"workflows"}}]}}]} as unknown as DocumentNode<TwoVersionsQuery, TwoVersionsQueryVariables>;
export const ToolNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ToolNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}}]} as unknown as DocumentNode<ToolNamesQuery, ToolNamesQueryVariables>;
export const PromptPreviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PromptPreview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"definition"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AgentDefinitionInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sessionKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promptPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"definition"},"value":{"kind":"Variable","name":{"kind":"Name","value":"definition"}}},{"kind":"Argument","name":{"kind":"Name","value":"sessionKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sessionKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"offeredTools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}}]}}]}}]}}]} as unknown as DocumentNode<PromptPreviewQuery, PromptPreviewQueryVariables>;
export const AgentsStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AgentsStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"all"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"AGENT"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isTruncated"}},{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFigures"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"daily"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"AGENT"},{"kind":"EnumValue","value":"DAY"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isTruncated"}},{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"failureRate"}},{"kind":"Field","name":{"kind":"Name","value":"duration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"p50"}},{"kind":"Field","name":{"kind":"Name","value":"p95"}},{"kind":"Field","name":{"kind":"Name","value":"p99"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<AgentsStatsQuery, AgentsStatsQueryVariables>;
export const PoliciesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PolicyShown"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"defaultPermission"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appliesTo"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<PoliciesQuery, PoliciesQueryVariables>;
export const RulingOfCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RulingOfCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PermittedType"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"target"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operation"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"permission"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"target"},"value":{"kind":"Variable","name":{"kind":"Name","value":"target"}}},{"kind":"Argument","name":{"kind":"Name","value":"operation"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operation"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"policy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PolicyShown"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appliesTo"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<RulingOfCallQuery, RulingOfCallQueryVariables>;
export const AgentOfOriginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AgentOfOrigin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"origin"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OriginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resolveAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"origin"},"value":{"kind":"Variable","name":{"kind":"Name","value":"origin"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<AgentOfOriginQuery, AgentOfOriginQueryVariables>;
export const TrafficOfAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TrafficOfAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentTraffic"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"versions"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"slug"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"VERSION"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFigures"}},{"kind":"Field","name":{"kind":"Name","value":"failureInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rating"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mean"}},{"kind":"Field","name":{"kind":"Name","value":"interval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CanaryShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"baselineVersion"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"minRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxRuns"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"comparedAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparisons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"measure"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"margin"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentTraffic"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"versionWeights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CanaryShown"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"failureRate"}},{"kind":"Field","name":{"kind":"Name","value":"duration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"p50"}},{"kind":"Field","name":{"kind":"Name","value":"p95"}},{"kind":"Field","name":{"kind":"Name","value":"p99"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<TrafficOfAgentQuery, TrafficOfAgentQueryVariables>;
export const BoardStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BoardStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"byTime"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsDimension"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"totals"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFigures"}},{"kind":"Field","name":{"kind":"Name","value":"rating"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"mean"}},{"kind":"Field","name":{"kind":"Name","value":"interval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"overTime"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"byTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFigures"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"byAgent"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"AGENT"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunFigures"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"byTag"},"name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"TAG"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"failureRate"}},{"kind":"Field","name":{"kind":"Name","value":"duration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"p50"}},{"kind":"Field","name":{"kind":"Name","value":"p95"}},{"kind":"Field","name":{"kind":"Name","value":"p99"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<BoardStatsQuery, BoardStatsQueryVariables>;
export const BoardPartsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BoardParts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsDimension"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<BoardPartsQuery, BoardPartsQueryVariables>;
export const BoardNowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BoardNow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"active"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"queue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"QueueShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BudgetFields"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"openGates"},"name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OPEN"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"canaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"RUNNING"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CanaryShown"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"activeRuns"},"name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"active"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLine"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkerShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worker"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"slots"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spending"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DaySpending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reservedTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reservedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"QueueShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Queue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"due"}},{"kind":"Field","name":{"kind":"Name","value":"free"}},{"kind":"Field","name":{"kind":"Name","value":"maxConcurrentRuns"}},{"kind":"Field","name":{"kind":"Name","value":"oldestDueAt"}},{"kind":"Field","name":{"kind":"Name","value":"returned"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"scheduled"}},{"kind":"Field","name":{"kind":"Name","value":"workers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkerShown"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BudgetFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsdPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokensPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"spentToday"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Spending"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CanaryShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Canary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"baselineVersion"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"minRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxRuns"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"comparedAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comparisons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"measure"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"margin"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<BoardNowQuery, BoardNowQueryVariables>;
export const SlowRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SlowRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"DURATION"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLine"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<SlowRunsQuery, SlowRunsQueryVariables>;
export const CompareRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CompareRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"a"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"b"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runDiff"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"a"},"value":{"kind":"Variable","name":{"kind":"Name","value":"a"}}},{"kind":"Argument","name":{"kind":"Name","value":"b"},"value":{"kind":"Variable","name":{"kind":"Name","value":"b"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"divergesAt"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"a"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedRun"}}]}},{"kind":"Field","name":{"kind":"Name","value":"b"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedRun"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"a"}},{"kind":"Field","name":{"kind":"Name","value":"b"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"a"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}},{"kind":"Field","name":{"kind":"Name","value":"requests"}}]}},{"kind":"Field","name":{"kind":"Name","value":"b"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}},{"kind":"Field","name":{"kind":"Name","value":"requests"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costDeltaUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokensDelta"}},{"kind":"Field","name":{"kind":"Name","value":"requestsDelta"}}]}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"same"}},{"kind":"Field","name":{"kind":"Name","value":"differs"}},{"kind":"Field","name":{"kind":"Name","value":"a"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"b"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"same"}},{"kind":"Field","name":{"kind":"Name","value":"sameOutput"}},{"kind":"Field","name":{"kind":"Name","value":"sameParameters"}},{"kind":"Field","name":{"kind":"Name","value":"sameStatus"}},{"kind":"Field","name":{"kind":"Name","value":"a"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedAction"}}]}},{"kind":"Field","name":{"kind":"Name","value":"b"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedAction"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditsOfFork"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateEdits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"context"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFrom"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedRun"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EditsOfFork"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedAction"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]} as unknown as DocumentNode<CompareRunsQuery, CompareRunsQueryVariables>;
export const EvaluationPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EvaluationPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"evaluation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EvaluationRow"}},{"kind":"Field","name":{"kind":"Name","value":"baseline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EvaluationRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"dataSetVersion"}},{"kind":"Field","name":{"kind":"Name","value":"divergedCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"judgeVotes"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"passedCount"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trials"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<EvaluationPageQuery, EvaluationPageQueryVariables>;
export const EvaluationComparisonDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EvaluationComparison"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"evaluation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"comparison"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"improved"}},{"kind":"Field","name":{"kind":"Name","value":"regressed"}},{"kind":"Field","name":{"kind":"Name","value":"same"}},{"kind":"Field","name":{"kind":"Name","value":"flaky"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"change"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"IMPROVED"},{"kind":"EnumValue","value":"REGRESSED"},{"kind":"EnumValue","value":"FLAKY"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"costDeltaUsd"}},{"kind":"Field","name":{"kind":"Name","value":"before"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"score"}}]}},{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"score"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<EvaluationComparisonQuery, EvaluationComparisonQueryVariables>;
export const EvaluationResultsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EvaluationResults"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EvaluationResultStatus"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"evaluation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResultRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EvaluationResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"trial"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}},{"kind":"Field","name":{"kind":"Name","value":"itemTrials"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"flaky"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expected"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<EvaluationResultsQuery, EvaluationResultsQueryVariables>;
export const EvaluationUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"EvaluationUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"evaluationUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EvaluationRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EvaluationRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Evaluation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"dataSetVersion"}},{"kind":"Field","name":{"kind":"Name","value":"divergedCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"judgeCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"judgeVotes"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"passedCount"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trials"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<EvaluationUpdatesSubscription, EvaluationUpdatesSubscriptionVariables>;
export const DataSetItemsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DataSetItems"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataSet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataSetItemShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataSetItemShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataSetItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"files"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"byteCount"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<DataSetItemsQuery, DataSetItemsQueryVariables>;
export const GatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Gates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GateFilter"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCursors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GatePage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GatePage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}}]}}]} as unknown as DocumentNode<GatesQuery, GatesQueryVariables>;
export const MoreGatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MoreGates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GateFilter"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GatePage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GatePage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}}]}}]} as unknown as DocumentNode<MoreGatesQuery, MoreGatesQueryVariables>;
export const GatesUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"GatesUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GateFilter"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"includeUnmatched"},"value":{"kind":"BooleanValue","value":true}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"isMatch"}},{"kind":"Field","name":{"kind":"Name","value":"gate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}}]} as unknown as DocumentNode<GatesUpdatesSubscription, GatesUpdatesSubscriptionVariables>;
export const GateOfPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GateOfPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateShown"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}},{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"respondent"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"resolution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}}]}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LowConfidenceContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confidence"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","alias":{"kind":"Name","value":"confidenceReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdenticalErrorsContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MonitorContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"escalation"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}}]} as unknown as DocumentNode<GateOfPageQuery, GateOfPageQueryVariables>;
export const GateOfPageUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"GateOfPageUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"includeUnmatched"},"value":{"kind":"BooleanValue","value":true}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"gate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateShown"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GateShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Gate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GateRow"}},{"kind":"Field","name":{"kind":"Name","value":"decider"}},{"kind":"Field","name":{"kind":"Name","value":"respondent"}},{"kind":"Field","name":{"kind":"Name","value":"onExpiry"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"resolution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}}]}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CallContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LowConfidenceContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confidence"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","alias":{"kind":"Name","value":"confidenceReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdenticalErrorsContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MonitorContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"escalation"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuestionContext"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}}]} as unknown as DocumentNode<GateOfPageUpdatesSubscription, GateOfPageUpdatesSubscriptionVariables>;
export const ToolOfCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ToolOfCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tools"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}}]}}]}}]} as unknown as DocumentNode<ToolOfCallQuery, ToolOfCallQueryVariables>;
export const RunCommentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunComments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunCommentFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"commentedBy"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<RunCommentsQuery, RunCommentsQueryVariables>;
export const CommentMarksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CommentMarks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Marks"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Marks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCommentConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]} as unknown as DocumentNode<CommentMarksQuery, CommentMarksQueryVariables>;
export const OlderMarksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OlderMarks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Marks"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Marks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCommentConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]} as unknown as DocumentNode<OlderMarksQuery, OlderMarksQueryVariables>;
export const RunCostDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunCost"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cost"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wastedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"cacheSavedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CostPartShown"}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byModel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"byPurpose"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"byStep"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"byChild"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CostPartShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CostPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<RunCostQuery, RunCostQueryVariables>;
export const StepDetailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StepDetail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"offeredTools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}}]}},{"kind":"Field","name":{"kind":"Name","value":"toolCalls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"validation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confidence"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"criteria"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"criterion"}},{"kind":"Field","name":{"kind":"Name","value":"met"}},{"kind":"Field","name":{"kind":"Name","value":"evidence"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"60"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageShown"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"byEngine"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RefusalPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolCallPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolResultPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FilePart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"byteCount"}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<StepDetailQuery, StepDetailQueryVariables>;
export const ActionDetailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ActionDetail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}},{"kind":"Field","alias":{"kind":"Name","value":"child"},"name":{"kind":"Name","value":"childRun"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChildFacts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"audit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"decision"}},{"kind":"Field","name":{"kind":"Name","value":"decidedBy"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"ruleAgent"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"resultBytes"}},{"kind":"Field","name":{"kind":"Name","value":"gate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"completedSteps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"childRun"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChildFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<ActionDetailQuery, ActionDetailQueryVariables>;
export const CallDetailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CallDetail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CallLive"}},{"kind":"Field","name":{"kind":"Name","value":"profile"}},{"kind":"Field","name":{"kind":"Name","value":"pricedAs"}},{"kind":"Field","name":{"kind":"Name","value":"estimated"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"costParts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CostPartShown"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"usageDetail"},"name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CallLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}},{"kind":"Field","name":{"kind":"Name","value":"timeToFirstTokenMs"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CostPartShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CostPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}}]} as unknown as DocumentNode<CallDetailQuery, CallDetailQueryVariables>;
export const CallTrafficDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CallTraffic"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"request"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"bodyBytes"}},{"kind":"Field","name":{"kind":"Name","value":"isTruncated"}}]}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"bodyBytes"}},{"kind":"Field","name":{"kind":"Name","value":"isTruncated"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CallTrafficQuery, CallTrafficQueryVariables>;
export const RunMessagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunMessages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageShown"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"byEngine"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RefusalPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolCallPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolResultPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FilePart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"byteCount"}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RunMessagesQuery, RunMessagesQueryVariables>;
export const RunPlansDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunPlans"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"maxParallel"}},{"kind":"Field","name":{"kind":"Name","value":"failFast"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isCritical"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<RunPlansQuery, RunPlansQueryVariables>;
export const RunRatingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunRatings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RatingsOfRun"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RatingsOfRun"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}},{"kind":"Field","name":{"kind":"Name","value":"ownRating"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ratings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"ratedBy"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<RunRatingsQuery, RunRatingsQueryVariables>;
export const RunPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startAt"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"context"}},{"kind":"Field","name":{"kind":"Name","value":"threadId"}},{"kind":"Field","name":{"kind":"Name","value":"traceId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"depth"}},{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredByKind"}},{"kind":"Field","name":{"kind":"Name","value":"rightsOf"}},{"kind":"Field","name":{"kind":"Name","value":"deltasPrunedAt"}},{"kind":"Field","name":{"kind":"Name","value":"forkedAfterStep"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"edits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EditsOfFork"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"Field","name":{"kind":"Name","value":"scheduledFor"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}},{"kind":"Field","name":{"kind":"Name","value":"workflowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"root"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"schedule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cron"}}]}},{"kind":"Field","name":{"kind":"Name","value":"workflow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"forkedFrom"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"replayOf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"forks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"forkedAfterStep"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"effectiveLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"maxSteps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"cursor"},"name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"StepStarted"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"workerClaims"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"queuePosition"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"abortReason"}},{"kind":"Field","name":{"kind":"Name","value":"abortedBy"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditsOfFork"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateEdits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"context"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFrom"}}]}}]} as unknown as DocumentNode<RunPageQuery, RunPageQueryVariables>;
export const RunAgentModelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunAgentModel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"number"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"definition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackModels"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningEffort"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}}]}}]}}]}}]} as unknown as DocumentNode<RunAgentModelQuery, RunAgentModelQueryVariables>;
export const RunStepsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunSteps"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StepLive"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActionLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Action"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"dependsOn"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"completedSteps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"childRun"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CallLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}},{"kind":"Field","name":{"kind":"Name","value":"timeToFirstTokenMs"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StepLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Step"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActionLive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"modelCalls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CallLive"}}]}}]}}]} as unknown as DocumentNode<RunStepsQuery, RunStepsQueryVariables>;
export const TagsOfRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TagsOfRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}}]}}]}}]} as unknown as DocumentNode<TagsOfRunQuery, TagsOfRunQueryVariables>;
export const RunLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventText"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventText"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionAttemptFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"delayMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionDenied"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionSkipped"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArgumentsDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AttemptDiscarded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","alias":{"kind":"Name","value":"discardReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChildRunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CompactionStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConfidenceRequested"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ContextCompacted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"strategies"}},{"kind":"Field","name":{"kind":"Name","value":"tokensBefore"}},{"kind":"Field","name":{"kind":"Name","value":"tokensAfter"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorOccurred"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FinalAnswer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"answer"},"name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GateResolved"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateStatus"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InputInjected"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"injected"},"name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"sentBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionLogged"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actionId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"loggedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionProgressed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"progressTotal"}},{"kind":"Field","name":{"kind":"Name","value":"progressMessage"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionStepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelSwitched"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromModel"}},{"kind":"Field","name":{"kind":"Name","value":"toModel"}},{"kind":"Field","alias":{"kind":"Name","value":"switchReason"},"name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanGenerated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"totalSteps"}},{"kind":"Field","name":{"kind":"Name","value":"totalActions"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunRecovered"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoveries"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunResumed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumedBy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunWaiting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"childRuns"}},{"kind":"Field","alias":{"kind":"Name","value":"openGates"},"name":{"kind":"Name","value":"gates"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StageStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateEdited"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contextEdited"}},{"kind":"Field","name":{"kind":"Name","value":"editedMessages"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFrom"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StepCompleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actionsCompleted"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminating"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"abortedBy"}},{"kind":"Field","name":{"kind":"Name","value":"abortReason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageReported"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Warning"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RunLogQuery, RunLogQueryVariables>;
export const RunLinesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunLines"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"ActionLogged"},{"kind":"EnumValue","value":"AttemptDiscarded"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionLogged"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actionId"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"loggedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AttemptDiscarded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","alias":{"kind":"Name","value":"discardReason"},"name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<RunLinesQuery, RunLinesQueryVariables>;
export const LastWordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LastWord"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"TextDelta"},{"kind":"EnumValue","value":"ReasoningDelta"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LastWordQuery, LastWordQueryVariables>;
export const RunStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunStatus"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCursors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RunStatusQuery, RunStatusQueryVariables>;
export const RunStatusUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunStatusUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]} as unknown as DocumentNode<RunStatusUpdatesSubscription, RunStatusUpdatesSubscriptionVariables>;
export const RunChildrenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunChildren"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCursors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"children"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChildFacts"}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChildFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}}]} as unknown as DocumentNode<RunChildrenQuery, RunChildrenQueryVariables>;
export const RunChildrenUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunChildrenUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"parent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"parentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"parent"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChildFacts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChildFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}}]} as unknown as DocumentNode<RunChildrenUpdatesSubscription, RunChildrenUpdatesSubscriptionVariables>;
export const TracedRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TracedRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLive"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"cursor"},"name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"StepStarted"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLive"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"workerClaims"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"recoveries"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"queuePosition"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"abortReason"}},{"kind":"Field","name":{"kind":"Name","value":"abortedBy"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"includeDescendants"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedBy"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"action"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}}]}}]}}]} as unknown as DocumentNode<TracedRunQuery, TracedRunQueryVariables>;
export const RunParentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunParent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"parent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<RunParentQuery, RunParentQueryVariables>;
export const RunWorkerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunWorker"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"worker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"process"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RunWorkerQuery, RunWorkerQueryVariables>;
export const RunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Runs"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCursors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunsPage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunsPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunRow"}}]}}]}}]}}]} as unknown as DocumentNode<RunsQuery, RunsQueryVariables>;
export const MoreRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MoreRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunsPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunsPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunRow"}}]}}]}}]}}]} as unknown as DocumentNode<MoreRunsQuery, MoreRunsQueryVariables>;
export const RunsUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunsUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"includeUnmatched"},"value":{"kind":"BooleanValue","value":true}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"isMatch"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RunsUpdatesSubscription, RunsUpdatesSubscriptionVariables>;
export const RunTagsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunTags"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runTags"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}}]}]}}]} as unknown as DocumentNode<RunTagsQuery, RunTagsQueryVariables>;
export const SessionPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SessionPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"session"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionRow"}},{"kind":"Field","name":{"kind":"Name","value":"memory"}},{"kind":"Field","name":{"kind":"Name","value":"activeRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionRun"}}]}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionRun"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionMessage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"byEngine"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"stepNumber"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReasoningPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RefusalPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolCallPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolResultPart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FilePart"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"byteCount"}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActiveAt"}},{"kind":"Field","name":{"kind":"Name","value":"runCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"activeRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRun"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLine"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionMessage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageShown"}}]}}]} as unknown as DocumentNode<SessionPageQuery, SessionPageQueryVariables>;
export const SessionPageEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"SessionPageEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"sessionKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"RunStarted"},{"kind":"EnumValue","value":"RunWaiting"},{"kind":"EnumValue","value":"RunResumed"},{"kind":"EnumValue","value":"RunContinued"},{"kind":"EnumValue","value":"RunCompleted"},{"kind":"EnumValue","value":"RunFailed"},{"kind":"EnumValue","value":"StepStarted"},{"kind":"EnumValue","value":"StepCompleted"},{"kind":"EnumValue","value":"ActionCompleted"},{"kind":"EnumValue","value":"ActionFailed"},{"kind":"EnumValue","value":"InputInjected"},{"kind":"EnumValue","value":"GateResolved"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<SessionPageEventsSubscription, SessionPageEventsSubscriptionVariables>;
export const SessionsUpdatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"SessionsUpdates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionRow"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActiveAt"}},{"kind":"Field","name":{"kind":"Name","value":"runCount"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"activeRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<SessionsUpdatesSubscription, SessionsUpdatesSubscriptionVariables>;
export const RunsThatSayDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunsThatSay"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<RunsThatSayQuery, RunsThatSayQueryVariables>;
export const SettingsMcpServersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SettingsMcpServers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mcpServers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"per"}},{"kind":"Field","name":{"kind":"Name","value":"signIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signedInAt"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}}]}}]}}]} as unknown as DocumentNode<SettingsMcpServersQuery, SettingsMcpServersQueryVariables>;
export const StartMcpSignInDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartMcpSignIn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartMcpSignInInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startMcpSignIn"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"McpSignInLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<StartMcpSignInMutation, StartMcpSignInMutationVariables>;
export const EndMcpSignInDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndMcpSignIn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EndMcpSignInInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endMcpSignIn"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"McpServer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"signIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signedInAt"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<EndMcpSignInMutation, EndMcpSignInMutationVariables>;
export const RelicEntriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RelicEntries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"prefix"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"relic"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"prefix"},"value":{"kind":"Variable","name":{"kind":"Name","value":"prefix"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<RelicEntriesQuery, RelicEntriesQueryVariables>;
export const ScheduleDetailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ScheduleDetail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleRow"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireTimes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"count"},"value":{"kind":"IntValue","value":"8"}}]},{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledFor"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchDeadlineMs"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"cron"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastFiredAt"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"misfirePolicy"}},{"kind":"Field","name":{"kind":"Name","value":"nextFireAt"}},{"kind":"Field","name":{"kind":"Name","value":"pricing"}},{"kind":"Field","name":{"kind":"Name","value":"sessionKey"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<ScheduleDetailQuery, ScheduleDetailQueryVariables>;
export const SettingsToolsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SettingsTools"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tools"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolShown"}},{"kind":"Field","name":{"kind":"Name","value":"agents"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"inputSchema"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<SettingsToolsQuery, SettingsToolsQueryVariables>;
export const SettingsModelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SettingsModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"providers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"configured"}},{"kind":"Field","name":{"kind":"Name","value":"setting"}},{"kind":"Field","name":{"kind":"Name","value":"baseUrl"}},{"kind":"Field","name":{"kind":"Name","value":"profiles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"coolingUntil"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"features"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inputPerMillion"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputPerMillion"}},{"kind":"Field","name":{"kind":"Name","value":"outputPerMillion"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"provider"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"configured"}}]}}]}}]}}]} as unknown as DocumentNode<SettingsModelsQuery, SettingsModelsQueryVariables>;
export const SettingsProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SettingsProject"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProjectSettings"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLimits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DefaultLimits"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"maxCostUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxSteps"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spending"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DaySpending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reservedTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reservedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProjectSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"defaultPermission"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"maxConcurrentRuns"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsdPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"maxFileBytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxStoredFileBytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokensPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"defaultLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLimits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"spentToday"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Spending"}}]}}]}}]} as unknown as DocumentNode<SettingsProjectQuery, SettingsProjectQueryVariables>;
export const SettingsServerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SettingsServer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"server"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"now"}},{"kind":"Field","name":{"kind":"Name","value":"features"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"monitor"}},{"kind":"Field","name":{"kind":"Name","value":"onlyPersistedOperations"}},{"kind":"Field","name":{"kind":"Name","value":"redis"}},{"kind":"Field","name":{"kind":"Name","value":"tracing"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runsDays"}},{"kind":"Field","name":{"kind":"Name","value":"deltasDays"}},{"kind":"Field","name":{"kind":"Name","value":"modelTrafficDays"}}]}},{"kind":"Field","name":{"kind":"Name","value":"limits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cost"}},{"kind":"Field","name":{"kind":"Name","value":"depth"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"rootFields"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}},{"kind":"Field","name":{"kind":"Name","value":"requestBytes"}},{"kind":"Field","name":{"kind":"Name","value":"runInputBytes"}},{"kind":"Field","name":{"kind":"Name","value":"requestsPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"connectionsPerAddress"}},{"kind":"Field","name":{"kind":"Name","value":"operationsPerRequest"}},{"kind":"Field","name":{"kind":"Name","value":"operationsPerSocket"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionsPerCaller"}},{"kind":"Field","name":{"kind":"Name","value":"socketMessageBytes"}},{"kind":"Field","name":{"kind":"Name","value":"answerCharacters"}}]}}]}}]}}]} as unknown as DocumentNode<SettingsServerQuery, SettingsServerQueryVariables>;
export const DeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Deliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeliveryStatus"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryRow"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abandonedAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"lastStatusCode"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"payload"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"topic"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<DeliveriesQuery, DeliveriesQueryVariables>;
export const CallUsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CallUsage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UsageDimension"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageGroup"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageGroup"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}}]}}]} as unknown as DocumentNode<CallUsageQuery, CallUsageQueryVariables>;
export const RunUsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunUsage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunStatsDimension"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<RunUsageQuery, RunUsageQueryVariables>;
export const UsageContextDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UsageContext"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATUS"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BudgetFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spending"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DaySpending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reservedTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reservedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"tokens"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BudgetFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"maxCostUsdPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokensPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"spentToday"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Spending"}}]}}]}}]} as unknown as DocumentNode<UsageContextQuery, UsageContextQueryVariables>;
export const CallsBehindDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CallsBehind"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UsageDimension"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"groupBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageGroup"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageGroup"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsageBucket"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"agentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}}]} as unknown as DocumentNode<CallsBehindQuery, CallsBehindQueryVariables>;
export const RunsBehindDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunsBehind"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RunFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"COST"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<RunsBehindQuery, RunsBehindQueryVariables>;
export const CallsOfRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CallsOfRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cost"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wastedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"modelCalls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"purpose"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}},{"kind":"Field","name":{"kind":"Name","value":"timeToFirstTokenMs"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UsageFigures"}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UsageFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"savedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}}]} as unknown as DocumentNode<CallsOfRunQuery, CallsOfRunQueryVariables>;
export const WorkflowPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkflowPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkflowHead"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkflowVersionShown"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkflowVersionShown"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}},{"kind":"Field","name":{"kind":"Name","value":"plan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"json"}},{"kind":"Field","name":{"kind":"Name","value":"waves"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]}}]} as unknown as DocumentNode<WorkflowPageQuery, WorkflowPageQueryVariables>;
export const WorkflowRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkflowRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Next"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunLine"}},{"kind":"Field","name":{"kind":"Name","value":"workflowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"triggeredBy"}},{"kind":"Field","name":{"kind":"Name","value":"output"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cost"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"unpricedCalls"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Next"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cost"}}]}}]}}]} as unknown as DocumentNode<WorkflowRunsQuery, WorkflowRunsQueryVariables>;
/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Input of `abortRun`. */
export type AbortRunInput = {
  /** Global id of the run. */
  readonly id: string | number;
  /** Reason for the abort, for people. */
  readonly reason?: string | null | undefined;
};

/** Mode in which a plan waits for an action. */
export type ActionMode =
  /** The action runs in parallel with other actions. */
  | 'ASYNC'
  /** The plan does not wait for the action. */
  | 'FIRE_AND_FORGET'
  /** The actions that are listed after it start only after it has ended. */
  | 'SYNC';

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

/** Strategy for a conversation that exceeds the context window. */
export type CompactionStrategy =
  /** The oldest messages are left out. */
  | 'DROP_OLDEST'
  /** Older messages are replaced by a summary. */
  | 'SUMMARISE'
  /** Large tool results are cut. */
  | 'TRUNCATE_RESULTS';

/** File of a message. Give exactly one of the fields. */
export type FileInput =
  {   /** Global id of a file that was uploaded before, or that a run of the caller names. */
  readonly id: string | number; readonly upload?: never; readonly url?: never; }
  |  { readonly id?: never;   /** The file itself, as a part of a multipart request. */
  readonly upload: Blob; readonly url?: never; }
  |  { readonly id?: never; readonly upload?: never;   /** URL of a file that the server fetches once, now: with http or https, at a public address. */
  readonly url: string; };

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

/** Prompt of an MCP server, which becomes the input of a run. */
export type McpPromptInput = {
  /** Arguments of the prompt: an object whose values are texts. */
  readonly arguments?: unknown;
  /** Name of the prompt, as the server has it. */
  readonly name: string;
  /** Name of the MCP server, as `RUNGRAPH_MCP` has it. */
  readonly server: string;
};

/** Origin of a message. At least one field must be given. */
export type OriginInput = {
  /** Account of yours on the channel. */
  readonly accountId?: string | null | undefined;
  /** Channel of the message, for example a chat service. */
  readonly channel?: string | null | undefined;
  /** Guild or group in which the message was written. */
  readonly guildId?: string | null | undefined;
  /** Author of the message. */
  readonly peer?: string | null | undefined;
};

/** Pricing of the model calls of a run. */
export type Pricing =
  /** The turns of the conversation are asked through the batch APIs of the providers, at half the price. Until a batch is answered, which can take hours, the run waits. */
  | 'BATCH'
  /** Models are asked at once, at the full price. */
  | 'STANDARD';

/** Source of a judgement of progress. */
export type ProgressSource =
  /** Artifacts that the tools of the run made. */
  | 'ARTIFACTS'
  /** A model that judged by the acceptance criteria. */
  | 'MODEL'
  /** Results of tests that a tool reported. */
  | 'TESTS';

/** Kind of events that are no longer kept. */
export type RemovedEvents =
  /** Increments of the run from `fromSeq` to `toSeq`. Their complete texts are kept. */
  | 'DELTAS'
  /** Whole runs of the session or the project, between the previous event and the next event. `run` is the run of the next event. */
  | 'RUNS';

/** Input of `resolveGate`. The credentials of the request identify the decider. */
export type ResolveGateInput = {
  /** Answer to the question, for ANSWER only: an object that fits `schema` of the context of the gate. */
  readonly answer?: unknown;
  /** New arguments, for REVISE only: an object that replaces the arguments of the call, or, for a plan, such an object for each changed action by its name. They are checked in the same way as arguments that the model wrote. */
  readonly arguments?: unknown;
  /** Decision at the gate. */
  readonly decision: GateDecision;
  /** Global id of the gate. */
  readonly id: string | number;
  /** Note that the model receives. REVISE requires a note or `arguments`. */
  readonly note?: string | null | undefined;
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

/** Input of `triggerRun`. */
export type TriggerRunInput = {
  /** Global id or slug of the agent. If you leave it out, the binding of the origin selects the agent. */
  readonly agent?: string | number | null | undefined;
  /** Time from the start of the run until which its turns are asked in batches, in milliseconds, up to 7 days. After it, they are asked at the full price. Only with the pricing BATCH. Default: 24 hours. */
  readonly batchDeadlineMs?: number | null | undefined;
  /** Data that the actions of the run share, as an object. */
  readonly context?: unknown;
  /** Files of the input, such as images, in the order in which the model receives them. At most 20. */
  readonly files?: ReadonlyArray<FileInput> | null | undefined;
  /** Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too, including `priority` and `startAt`; otherwise the request is refused. */
  readonly idempotencyKey?: string | null | undefined;
  /** Input of the run. Leave it out if you give a prompt. */
  readonly input?: string | null | undefined;
  /** Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  readonly maxCostUsd?: string | null | undefined;
  /** Step limit. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  readonly maxSteps?: number | null | undefined;
  /** Limit of input and output tokens of the run and its descendants. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  readonly maxTokens?: number | null | undefined;
  /** Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata. */
  readonly metadata?: unknown;
  /** Origin of the input. It selects the agent if you name none, and gives a session key if you give none. The model reads it as `origin` of the context of the run. */
  readonly origin?: OriginInput | null | undefined;
  /** Plan of the first step, instead of a plan that the model writes. Only for an agent that plans. `planSchema` is the schema of a plan. */
  readonly plan?: unknown;
  /** Pricing of the model calls of the run and its descendants. If you leave it out, the pricing of the agent applies. An agent that a workflow or another run starts has the pricing of that run. */
  readonly pricing?: Pricing | null | undefined;
  /** Priority of the run, from -100 to 100. Among the queued runs of the project, the run with the highest number starts first. Default 0. */
  readonly priority?: number | null | undefined;
  /** Prompt of an MCP server in place of the input. The server is asked for its messages once, and they are the input of the run, also of its forks and replays. */
  readonly prompt?: McpPromptInput | null | undefined;
  /** Key of the session that the run belongs to. A session is created if the project has none with this key. */
  readonly sessionKey?: string | null | undefined;
  /** Earliest time at which the run may begin, at most a year ahead. By default, the run begins at once. */
  readonly startAt?: string | null | undefined;
  /** Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags. */
  readonly tags?: ReadonlyArray<string> | null | undefined;
  /** Thread id that the run shares with the runs that it starts and with other runs of yours. Default: the id of the run. */
  readonly threadId?: string | null | undefined;
  /** Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  readonly timeoutMs?: number | null | undefined;
};

export type RunEventsSubscriptionVariables = Exact<{
  runId: string | number;
  after?: string | null | undefined;
  types?: ReadonlyArray<RunEventType> | RunEventType | null | undefined;
  includeDescendants?: boolean;
}>;


export type RunEventsSubscription = { readonly runEvents:
    | { readonly __typename: 'ActionAttemptFailed', readonly actionId: string, readonly attempt: number, readonly delayMs: number, readonly error: string, readonly errorCode: string, readonly name: string, readonly target: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionCompleted', readonly actionId: string, readonly attempt: number, readonly durationMs: number, readonly name: string, readonly output: unknown, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionDenied', readonly actionId: string, readonly name: string, readonly reason: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionFailed', readonly actionId: string, readonly attempt: number, readonly error: string, readonly errorCode: string, readonly name: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionLogged', readonly actionId: string, readonly data: unknown, readonly level: LogLevel, readonly loggedAt: string, readonly message: string, readonly name: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionProgressed', readonly actionId: string, readonly name: string, readonly progress: number | null, readonly progressMessage: string | null, readonly progressTotal: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionSkipped', readonly actionId: string, readonly name: string, readonly reason: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionStarted', readonly actionId: string, readonly actionType: ActionType, readonly attempt: number, readonly mode: ActionMode, readonly name: string, readonly parameters: unknown, readonly target: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ActionStepCompleted', readonly actionId: string, readonly key: string, readonly name: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ArgumentsDelta', readonly callId: string, readonly messageId: string, readonly offset: number, readonly text: string, readonly tool: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'AttemptDiscarded', readonly messageId: string, readonly reason: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ChildRunEnded', readonly actionId: string, readonly childRunId: string, readonly name: string, readonly status: RunStatus, readonly terminationReason: TerminationReason, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ChildRunStarted', readonly actionId: string, readonly agentName: string, readonly childRunId: string, readonly name: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'CompactionStarted', readonly limit: number, readonly tokens: number, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ConfidenceRequested', readonly receivedAt: string | null, readonly requestedBy: string | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ContextCompacted', readonly strategies: ReadonlyArray<CompactionStrategy>, readonly tokensAfter: number, readonly tokensBefore: number, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ErrorOccurred', readonly code: string, readonly message: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'FinalAnswer', readonly text: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'GateOpened', readonly gateId: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly gate: { readonly id: string, readonly kind: GateKind, readonly status: GateStatus, readonly reason: string, readonly decider: GateDecider, readonly respondent: string | null, readonly resolvedBy: string | null, readonly expiresAt: string | null, readonly action: { readonly id: string, readonly name: string, readonly target: string, readonly parameters: unknown } | null, readonly context:
          | { readonly question: string, readonly schema: unknown, readonly url: string | null }
          | Record<PropertyKey, never>
         }, readonly run?: { readonly id: string } }
    | { readonly __typename: 'GateResolved', readonly gateId: string, readonly gateStatus: GateStatus | null, readonly resolvedBy: string | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly gate: { readonly id: string, readonly kind: GateKind, readonly status: GateStatus, readonly reason: string, readonly decider: GateDecider, readonly respondent: string | null, readonly resolvedBy: string | null, readonly expiresAt: string | null, readonly action: { readonly id: string, readonly name: string, readonly target: string, readonly parameters: unknown } | null, readonly context:
          | { readonly question: string, readonly schema: unknown, readonly url: string | null }
          | Record<PropertyKey, never>
         }, readonly run?: { readonly id: string } }
    | { readonly __typename: 'HistoryTruncated', readonly fromSeq: number | null, readonly removed: RemovedEvents, readonly toSeq: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'InputInjected', readonly receivedAt: string | null, readonly sentBy: string | null, readonly text: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ModelSwitched', readonly fromModel: string, readonly fromProfile: number | null, readonly reason: string, readonly toModel: string, readonly toProfile: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'PlanGenerated', readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly actions: ReadonlyArray<{ readonly dependsOn: ReadonlyArray<string>, readonly mode: ActionMode, readonly name: string, readonly target: string, readonly type: ActionType, readonly wave: number }>, readonly run?: { readonly id: string } }
    | { readonly __typename: 'ReasoningDelta', readonly llmActionId: string | null, readonly messageId: string, readonly offset: number, readonly text: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'RunCompleted', readonly status: RunStatus, readonly terminationReason: TerminationReason, readonly totalActions: number, readonly totalSteps: number, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly usage: { readonly cachedInputTokens: number, readonly costUsd: string, readonly estimatedRequests: number, readonly inputTokens: number, readonly outputTokens: number, readonly reasoningTokens: number, readonly requests: number, readonly savedUsd: string, readonly totalTokens: number, readonly unpricedCalls: number }, readonly run?: { readonly id: string } }
    | { readonly __typename: 'RunContinued', readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'RunFailed', readonly error: string, readonly errorCode: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly usage: { readonly cachedInputTokens: number, readonly costUsd: string, readonly estimatedRequests: number, readonly inputTokens: number, readonly outputTokens: number, readonly reasoningTokens: number, readonly requests: number, readonly savedUsd: string, readonly totalTokens: number, readonly unpricedCalls: number }, readonly run?: { readonly id: string } }
    | { readonly __typename: 'RunRecovered', readonly recoveries: number, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'RunResumed', readonly maxCostUsd: string | null, readonly maxSteps: number | null, readonly maxTokens: number | null, readonly resumedBy: string | null, readonly timeoutMs: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'RunStarted', readonly agentName: string, readonly maxSteps: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'RunWaiting', readonly childRuns: number, readonly gates: number, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'StageStarted', readonly index: number, readonly name: string, readonly total: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'StateEdited', readonly contextEdited: boolean, readonly droppedFrom: number | null, readonly editedMessages: ReadonlyArray<number>, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'StepCompleted', readonly actionsCompleted: number, readonly progress: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'StepStarted', readonly maxSteps: number | null, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'Terminating', readonly abortReason: string | null, readonly abortRequestedAt: string | null, readonly abortedBy: string | null, readonly terminationReason: TerminationReason, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'TextDelta', readonly llmActionId: string | null, readonly messageId: string, readonly offset: number, readonly text: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'UsageReported', readonly model: string, readonly provider: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly usage: { readonly cachedInputTokens: number, readonly costUsd: string, readonly estimatedRequests: number, readonly inputTokens: number, readonly outputTokens: number, readonly reasoningTokens: number, readonly requests: number, readonly savedUsd: string, readonly totalTokens: number, readonly unpricedCalls: number }, readonly run?: { readonly id: string } }
    | { readonly __typename: 'Validated', readonly judgedProgress: number, readonly source: ProgressSource, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
    | { readonly __typename: 'Warning', readonly code: string, readonly message: string, readonly id: string, readonly seq: number, readonly cursor: string, readonly at: string, readonly stepNumber: number | null, readonly run?: { readonly id: string } }
   };

export type AbortRunMutationVariables = Exact<{
  input: AbortRunInput;
}>;


export type AbortRunMutation = { readonly abortRun:
    | { readonly __typename: 'ConflictError', readonly code: string, readonly message: string }
    | { readonly __typename: 'ForbiddenError', readonly code: string, readonly message: string }
    | { readonly __typename: 'InvalidInputError', readonly code: string, readonly message: string }
    | { readonly __typename: 'NotFoundError', readonly code: string, readonly message: string }
    | { readonly __typename: 'Run', readonly id: string, readonly status: RunStatus }
   };

export type ResolveGateMutationVariables = Exact<{
  input: ResolveGateInput;
}>;


export type ResolveGateMutation = { readonly resolveGate:
    | { readonly __typename: 'ConflictError', readonly code: string, readonly message: string }
    | { readonly __typename: 'ForbiddenError', readonly code: string, readonly message: string }
    | { readonly __typename: 'Gate', readonly id: string, readonly status: GateStatus, readonly run: { readonly id: string, readonly status: RunStatus } }
    | { readonly __typename: 'InvalidInputError', readonly code: string, readonly message: string }
    | { readonly __typename: 'NotFoundError', readonly code: string, readonly message: string }
   };

export type TriggerRunMutationVariables = Exact<{
  input: TriggerRunInput;
}>;


export type TriggerRunMutation = { readonly triggerRun:
    | { readonly __typename: 'ConflictError', readonly code: string, readonly message: string }
    | { readonly __typename: 'ForbiddenError', readonly code: string, readonly message: string }
    | { readonly __typename: 'InvalidInputError', readonly code: string, readonly message: string }
    | { readonly __typename: 'LimitExceededError', readonly code: string, readonly message: string }
    | { readonly __typename: 'NotFoundError', readonly code: string, readonly message: string }
    | { readonly __typename: 'Run', readonly id: string, readonly status: RunStatus }
   };

export type RunResultQueryVariables = Exact<{
  id: string | number;
}>;


export type RunResultQuery = { readonly run: { readonly id: string, readonly status: RunStatus, readonly terminationReason: TerminationReason | null, readonly summary: string | null, readonly output: unknown, readonly stepCount: number, readonly durationMs: number | null, readonly error: { readonly code: string, readonly message: string } | null, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly totalTokens: number, readonly costUsd: string, readonly unpricedCalls: number } } | null };

export type RunEndSubscriptionVariables = Exact<{
  runId: string | number;
  after?: string | null | undefined;
}>;


export type RunEndSubscription = { readonly runEvents:
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
    | { readonly cursor: string }
   };

export type RunGoesOnQueryVariables = Exact<{
  runId: string | number;
}>;


export type RunGoesOnQuery = { readonly run: { readonly id: string, readonly status: RunStatus } | null };

export type RunChangesSubscriptionVariables = Exact<{
  runId: string | number;
  after?: string | null | undefined;
}>;


export type RunChangesSubscription = { readonly runUpdated: { readonly cursor: string, readonly run: { readonly id: string, readonly status: RunStatus } } };

export type OpenGatesQueryVariables = Exact<{ [key: string]: never; }>;


export type OpenGatesQuery = { readonly gates: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: GateKind, readonly status: GateStatus, readonly reason: string, readonly decider: GateDecider, readonly respondent: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly context:
        | { readonly question: string, readonly schema: unknown, readonly url: string | null }
        | Record<PropertyKey, never>
      , readonly run: { readonly id: string }, readonly action: { readonly id: string, readonly name: string, readonly target: string, readonly parameters: unknown } | null }> } };

export type GateChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type GateChangesSubscription = { readonly gateUpdated: { readonly cursor: string, readonly query: { readonly gates: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: GateKind, readonly status: GateStatus, readonly reason: string, readonly decider: GateDecider, readonly respondent: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly context:
            | { readonly question: string, readonly schema: unknown, readonly url: string | null }
            | Record<PropertyKey, never>
          , readonly run: { readonly id: string }, readonly action: { readonly id: string, readonly name: string, readonly target: string, readonly parameters: unknown } | null }> } } } };

export type OpenGateFragment = { readonly id: string, readonly kind: GateKind, readonly status: GateStatus, readonly reason: string, readonly decider: GateDecider, readonly respondent: string | null, readonly createdAt: string, readonly expiresAt: string | null, readonly context:
    | { readonly question: string, readonly schema: unknown, readonly url: string | null }
    | Record<PropertyKey, never>
  , readonly run: { readonly id: string }, readonly action: { readonly id: string, readonly name: string, readonly target: string, readonly parameters: unknown } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const OpenGateFragmentDoc = new TypedDocumentString(`
    fragment OpenGate on Gate {
  id
  kind
  status
  reason
  decider
  respondent
  createdAt
  expiresAt
  context {
    ... on QuestionContext {
      question
      schema
      url
    }
  }
  run {
    id
  }
  action {
    id
    name
    target
    parameters
  }
}
    `, {"fragmentName":"OpenGate"}) as unknown as TypedDocumentString<OpenGateFragment, unknown>;
export const RunEventsDocument = new TypedDocumentString(`
    subscription RunEvents($runId: ID!, $after: String, $types: [RunEventType!], $includeDescendants: Boolean! = false) {
  runEvents(
    runId: $runId
    after: $after
    types: $types
    includeDescendants: $includeDescendants
  ) {
    __typename
    id
    seq
    cursor
    at
    stepNumber
    run @include(if: $includeDescendants) {
      id
    }
    ... on ActionAttemptFailed {
      actionId
      attempt
      delayMs
      error
      errorCode
      name
      target
    }
    ... on ActionCompleted {
      actionId
      attempt
      durationMs
      name
      output
    }
    ... on ActionDenied {
      actionId
      name
      reason
    }
    ... on ActionFailed {
      actionId
      attempt
      error
      errorCode
      name
    }
    ... on ActionLogged {
      actionId
      data
      level
      loggedAt
      message
      name
    }
    ... on ActionProgressed {
      actionId
      name
      progress
      progressMessage
      progressTotal
    }
    ... on ActionSkipped {
      actionId
      name
      reason
    }
    ... on ActionStarted {
      actionId
      actionType
      attempt
      mode
      name
      parameters
      target
    }
    ... on ActionStepCompleted {
      actionId
      key
      name
    }
    ... on ArgumentsDelta {
      callId
      messageId
      offset
      text
      tool
    }
    ... on AttemptDiscarded {
      messageId
      reason
    }
    ... on ChildRunEnded {
      actionId
      childRunId
      name
      status
      terminationReason
    }
    ... on ChildRunStarted {
      actionId
      agentName
      childRunId
      name
    }
    ... on CompactionStarted {
      limit
      tokens
    }
    ... on ConfidenceRequested {
      receivedAt
      requestedBy
    }
    ... on ContextCompacted {
      strategies
      tokensAfter
      tokensBefore
    }
    ... on ErrorOccurred {
      code
      message
    }
    ... on FinalAnswer {
      text
    }
    ... on GateOpened {
      gate {
        id
        kind
        status
        reason
        decider
        respondent
        resolvedBy
        expiresAt
        action {
          id
          name
          target
          parameters
        }
        context {
          ... on QuestionContext {
            question
            schema
            url
          }
        }
      }
      gateId
    }
    ... on GateResolved {
      gate {
        id
        kind
        status
        reason
        decider
        respondent
        resolvedBy
        expiresAt
        action {
          id
          name
          target
          parameters
        }
        context {
          ... on QuestionContext {
            question
            schema
            url
          }
        }
      }
      gateId
      gateStatus
      resolvedBy
    }
    ... on HistoryTruncated {
      fromSeq
      removed
      toSeq
    }
    ... on InputInjected {
      receivedAt
      sentBy
      text
    }
    ... on ModelSwitched {
      fromModel
      fromProfile
      reason
      toModel
      toProfile
    }
    ... on PlanGenerated {
      actions {
        dependsOn
        mode
        name
        target
        type
        wave
      }
    }
    ... on ReasoningDelta {
      llmActionId
      messageId
      offset
      text
    }
    ... on RunCompleted {
      status
      terminationReason
      totalActions
      totalSteps
      usage {
        cachedInputTokens
        costUsd
        estimatedRequests
        inputTokens
        outputTokens
        reasoningTokens
        requests
        savedUsd
        totalTokens
        unpricedCalls
      }
    }
    ... on RunFailed {
      error
      errorCode
      usage {
        cachedInputTokens
        costUsd
        estimatedRequests
        inputTokens
        outputTokens
        reasoningTokens
        requests
        savedUsd
        totalTokens
        unpricedCalls
      }
    }
    ... on RunRecovered {
      recoveries
    }
    ... on RunResumed {
      maxCostUsd
      maxSteps
      maxTokens
      resumedBy
      timeoutMs
    }
    ... on RunStarted {
      agentName
      maxSteps
    }
    ... on RunWaiting {
      childRuns
      gates
    }
    ... on StageStarted {
      index
      name
      total
    }
    ... on StateEdited {
      contextEdited
      droppedFrom
      editedMessages
    }
    ... on StepCompleted {
      actionsCompleted
      progress
    }
    ... on StepStarted {
      maxSteps
    }
    ... on Terminating {
      abortReason
      abortRequestedAt
      abortedBy
      terminationReason
    }
    ... on TextDelta {
      llmActionId
      messageId
      offset
      text
    }
    ... on UsageReported {
      model
      provider
      usage {
        cachedInputTokens
        costUsd
        estimatedRequests
        inputTokens
        outputTokens
        reasoningTokens
        requests
        savedUsd
        totalTokens
        unpricedCalls
      }
    }
    ... on Validated {
      judgedProgress
      source
    }
    ... on Warning {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RunEventsSubscription, RunEventsSubscriptionVariables>;
export const AbortRunDocument = new TypedDocumentString(`
    mutation AbortRun($input: AbortRunInput!) {
  abortRun(input: $input) {
    __typename
    ... on Run {
      id
      status
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AbortRunMutation, AbortRunMutationVariables>;
export const ResolveGateDocument = new TypedDocumentString(`
    mutation ResolveGate($input: ResolveGateInput!) {
  resolveGate(input: $input) {
    __typename
    ... on Gate {
      id
      status
      run {
        id
        status
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ResolveGateMutation, ResolveGateMutationVariables>;
export const TriggerRunDocument = new TypedDocumentString(`
    mutation TriggerRun($input: TriggerRunInput!) {
  triggerRun(input: $input) {
    __typename
    ... on Run {
      id
      status
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TriggerRunMutation, TriggerRunMutationVariables>;
export const RunResultDocument = new TypedDocumentString(`
    query RunResult($id: ID!) {
  run(id: $id) {
    id
    status
    terminationReason
    summary
    output
    error {
      code
      message
    }
    stepCount
    durationMs
    usage {
      inputTokens
      outputTokens
      totalTokens
      costUsd
      unpricedCalls
    }
  }
}
    `) as unknown as TypedDocumentString<RunResultQuery, RunResultQueryVariables>;
export const RunEndDocument = new TypedDocumentString(`
    subscription RunEnd($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after, types: [RunCompleted, RunFailed]) {
    cursor
  }
}
    `) as unknown as TypedDocumentString<RunEndSubscription, RunEndSubscriptionVariables>;
export const RunGoesOnDocument = new TypedDocumentString(`
    query RunGoesOn($runId: ID!) {
  run(id: $runId) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<RunGoesOnQuery, RunGoesOnQueryVariables>;
export const RunChangesDocument = new TypedDocumentString(`
    subscription RunChanges($runId: ID!, $after: String) {
  runUpdated(filter: { ids: [$runId] }, after: $after) {
    cursor
    run {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<RunChangesSubscription, RunChangesSubscriptionVariables>;
export const OpenGatesDocument = new TypedDocumentString(`
    query OpenGates {
  gates(filter: { status: [OPEN] }, first: 100) {
    nodes {
      ...OpenGate
    }
  }
}
    fragment OpenGate on Gate {
  id
  kind
  status
  reason
  decider
  respondent
  createdAt
  expiresAt
  context {
    ... on QuestionContext {
      question
      schema
      url
    }
  }
  run {
    id
  }
  action {
    id
    name
    target
    parameters
  }
}`) as unknown as TypedDocumentString<OpenGatesQuery, OpenGatesQueryVariables>;
export const GateChangesDocument = new TypedDocumentString(`
    subscription GateChanges($after: String) {
  gateUpdated(after: $after) {
    cursor
    query {
      gates(filter: { status: [OPEN] }, first: 100) {
        nodes {
          ...OpenGate
        }
      }
    }
  }
}
    fragment OpenGate on Gate {
  id
  kind
  status
  reason
  decider
  respondent
  createdAt
  expiresAt
  context {
    ... on QuestionContext {
      question
      schema
      url
    }
  }
  run {
    id
  }
  action {
    id
    name
    target
    parameters
  }
}`) as unknown as TypedDocumentString<GateChangesSubscription, GateChangesSubscriptionVariables>;
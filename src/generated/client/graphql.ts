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
  agent?: string | number | null | undefined;
  /** Data that the actions of the run share, as an object. */
  context?: unknown;
  /** Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too, including `priority` and `startAt`; otherwise the request is refused. */
  idempotencyKey?: string | null | undefined;
  /** Input of the run. */
  input: string;
  /** Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  maxCostUsd?: string | null | undefined;
  /** Step limit. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  maxSteps?: number | null | undefined;
  /** Limit of input and output tokens of the run and its descendants. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited. */
  maxTokens?: number | null | undefined;
  /** Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata. */
  metadata?: unknown;
  /** Origin of the input. It selects the agent if you name none, and gives a session key if you give none. */
  origin?: OriginInput | null | undefined;
  /** Plan of the first step, instead of a plan that the model writes. Only for an agent that plans. `planSchema` is the schema of a plan. */
  plan?: unknown;
  /** Priority of the run, from -100 to 100. Among the queued runs of the project, the run with the highest number starts first. Default 0. */
  priority?: number | null | undefined;
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

export type RunEventsSubscriptionVariables = Exact<{
  runId: string | number;
  after?: string | null | undefined;
}>;


export type RunEventsSubscription = { runEvents:
    | { __typename: 'ActionAttemptFailed', seq: number, cursor: string, at: string }
    | { __typename: 'ActionCompleted', seq: number, cursor: string, at: string }
    | { __typename: 'ActionDenied', seq: number, cursor: string, at: string }
    | { __typename: 'ActionFailed', seq: number, cursor: string, at: string }
    | { __typename: 'ActionSkipped', seq: number, cursor: string, at: string }
    | { __typename: 'ActionStarted', seq: number, cursor: string, at: string }
    | { __typename: 'ArgumentsDelta', seq: number, cursor: string, at: string }
    | { __typename: 'AttemptDiscarded', seq: number, cursor: string, at: string }
    | { __typename: 'ChildRunEnded', seq: number, cursor: string, at: string }
    | { __typename: 'ChildRunStarted', seq: number, cursor: string, at: string }
    | { __typename: 'CompactionStarted', seq: number, cursor: string, at: string }
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
export const RunEventsDocument = {"__meta__":{"hash":"sha256:6a0642a1d70a41245053161cc69cf24296fd877f8c5f8e605544f6e6dd875ec8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"runId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"runId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]} as unknown as DocumentNode<RunEventsSubscription, RunEventsSubscriptionVariables>;
export const RunDocument = {"__meta__":{"hash":"sha256:01c368a486d8981fddb5f3c9306a5a14534cb1792c7975e88ddee09e7cecdbc8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Run"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"terminationReason"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stepCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}}]}}]}}]}}]} as unknown as DocumentNode<RunQuery, RunQueryVariables>;
export const TriggerRunDocument = {"__meta__":{"hash":"sha256:81f167141ca9e57fad0fcf3141e124f0d87e698cf3c5d54d5b0671cfb260f56a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TriggerRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TriggerRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"triggerRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TriggerRunMutation, TriggerRunMutationVariables>;
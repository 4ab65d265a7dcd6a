/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Input of `addDataSetItems`. */
export type AddDataSetItemsInput = {
  /** Global id or slug of the data set. */
  readonly dataSet: string | number;
  /** Items to add. */
  readonly items: ReadonlyArray<DataSetItemInput>;
  /** Whether to remove the items that are not in `items`. Default false. */
  readonly removeOthers?: boolean | null | undefined;
};

/** Input of `cancelEvaluation`. */
export type CancelEvaluationInput = {
  /** Global id of the evaluation. */
  readonly id: string | number;
};

/** Input of `createDataSet`. */
export type CreateDataSetInput = {
  /** Purpose of the data set. */
  readonly description?: string | null | undefined;
  /** Items, at most 1,000. Default: none. */
  readonly items?: ReadonlyArray<DataSetItemInput> | null | undefined;
  /** Display name. Default: the slug. */
  readonly name?: string | null | undefined;
  /** Short name, unique in the project: lower-case letters, digits and hyphens. */
  readonly slug: string;
};

/** Item of a data set. */
export type DataSetItemInput = {
  /** Context that the runs begin with: an object. */
  readonly context?: unknown;
  /** Expectations of the answer. If you leave them out, the run only has to complete. */
  readonly expectations?: ExpectationsInput | null | undefined;
  /** Files of the input, such as images, in the order in which the model receives them. At most 20. All items of a call may bring 20 files, and name any number that were uploaded before. */
  readonly files?: ReadonlyArray<FileInput> | null | undefined;
  /** Input of the runs. */
  readonly input: string;
  /** Name of the item in the data set, at most 200 characters. Default: a hash of input, context and files. An item replaces the one with the same key. */
  readonly key?: string | null | undefined;
  /** Global id of the run that a RECORDED evaluation replays for the item. */
  readonly sourceRunId?: string | number | null | undefined;
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
  readonly agent?: string | number | null | undefined;
  /** Evaluations of this version of the agent. Versions are numbered by agent, so it needs `agent`. */
  readonly agentVersion?: number | null | undefined;
  /** Evaluations over this data set, by its slug or global id. */
  readonly dataSet?: string | number | null | undefined;
  /** Evaluations by one of these methods. */
  readonly mode?: ReadonlyArray<EvaluationMode> | null | undefined;
  /** Evaluations with one of these statuses. */
  readonly status?: ReadonlyArray<EvaluationStatus> | null | undefined;
};

/** Judge of the criteria of a data set. */
export type EvaluationJudgeInput = {
  /** Global id or slug of the agent that judges. Default: `evaluation-judge`, which is created if the project has none. */
  readonly agent?: string | number | null | undefined;
  /** Model of the judge: `provider/model`. Default: the model of the named agent; without one, the evaluated agent's. */
  readonly model?: string | null | undefined;
  /** Number of times that each answer is judged, from 1 to 9. A criterion is met if more than half of the votes say so. Default 1. */
  readonly votes?: number | null | undefined;
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
  readonly contains?: ReadonlyArray<string> | null | undefined;
  /** Criteria that the judge, a model, must find met, at most 20. */
  readonly criteria?: ReadonlyArray<string> | null | undefined;
  /** Names of functions that the tools module exports as `evaluators`, which judge the answer. */
  readonly evaluators?: ReadonlyArray<string> | null | undefined;
  /** Expected answer: a text, compared without the space around it, or data, compared by its value. Null if there is none. */
  readonly exact?: unknown;
  /** Regular expressions that must match somewhere in the answer, as a `pattern` of JSON Schema. */
  readonly matches?: ReadonlyArray<string> | null | undefined;
  /** Maximum cost of the run and its descendants in US dollars. Null if there is none. */
  readonly maxCostUsd?: string | null | undefined;
  /** Maximum duration of the run in milliseconds. Null if there is none. */
  readonly maxDurationMs?: number | null | undefined;
  /** Maximum number of steps of the run. Null if there is none. */
  readonly maxSteps?: number | null | undefined;
  /** JSON Schema that the answer must fit. Null if there is none. */
  readonly schema?: unknown;
  /** Names of tools, agents, relics and workflows that the run must call. */
  readonly toolsCalled?: ReadonlyArray<string> | null | undefined;
  /** Names of tools, agents, relics and workflows that the run must not call. */
  readonly toolsNotCalled?: ReadonlyArray<string> | null | undefined;
};

/** File of a message. Give exactly one of the fields. */
export type FileInput =
  {   /** Global id of a file that was uploaded before, or that a run of the caller names. */
  readonly id: string | number; readonly upload?: never; readonly url?: never; }
  |  { readonly id?: never;   /** The file itself, as a part of a multipart request. */
  readonly upload: Blob; readonly url?: never; }
  |  { readonly id?: never; readonly upload?: never;   /** URL of a file that the server fetches once, now: with http or https, at a public address. */
  readonly url: string; };

/** Verdict on all trials of an item. */
export type ItemVerdict =
  /** No trial passed. */
  | 'FAILED'
  /** Some trials passed and others failed. */
  | 'FLAKY'
  /** All trials passed. */
  | 'PASSED';

/** Pricing of the model calls of a run. */
export type Pricing =
  /** The turns of the conversation are asked through the batch APIs of the providers, at half the price. Until a batch is answered, which can take hours, the run waits. */
  | 'BATCH'
  /** Models are asked at once, at the full price. */
  | 'STANDARD';

/** Input of `startEvaluation`. */
export type StartEvaluationInput = {
  /** Global id or slug of the agent. */
  readonly agent: string | number;
  /** Version of the agent. Default: the newest. */
  readonly agentVersion?: number | null | undefined;
  /** Global id of an evaluation over the same data set to compare with. */
  readonly baselineId?: string | number | null | undefined;
  /** Maximum number of results that are executed at once, from 1 to 50. Default 5. */
  readonly concurrency?: number | null | undefined;
  /** Global id or slug of the data set. */
  readonly dataSet: string | number;
  /** Judge of the criteria. RECORDED asks none. */
  readonly judge?: EvaluationJudgeInput | null | undefined;
  /** Method of the evaluation. Default MODELS. */
  readonly mode?: EvaluationMode | null | undefined;
  /** Pricing of the model calls of the runs, those of the judge included. If you leave it out, the pricing of each agent applies. With BATCH, give a high concurrency: each run waits for its batches. */
  readonly pricing?: Pricing | null | undefined;
  /** Number of runs of each item, from 1 to 20. Default 1. */
  readonly trials?: number | null | undefined;
};

export type AddDataSetItemsMutationVariables = Exact<{
  input: AddDataSetItemsInput;
}>;


export type AddDataSetItemsMutation = { readonly addDataSetItems:
    | { readonly __typename: 'DataSetChange' }
    | { readonly __typename: 'ForbiddenError', readonly code: string, readonly message: string }
    | { readonly __typename: 'InvalidInputError', readonly code: string, readonly message: string }
    | { readonly __typename: 'LimitExceededError', readonly code: string, readonly message: string }
    | { readonly __typename: 'NotFoundError', readonly code: string, readonly message: string }
   };

export type CancelEvaluationMutationVariables = Exact<{
  input: CancelEvaluationInput;
}>;


export type CancelEvaluationMutation = { readonly cancelEvaluation:
    | { readonly __typename: 'Evaluation' }
    | { readonly __typename: 'ForbiddenError', readonly code: string, readonly message: string }
    | { readonly __typename: 'InvalidInputError', readonly code: string, readonly message: string }
    | { readonly __typename: 'NotFoundError', readonly code: string, readonly message: string }
   };

export type CreateDataSetMutationVariables = Exact<{
  input: CreateDataSetInput;
}>;


export type CreateDataSetMutation = { readonly createDataSet:
    | { readonly __typename: 'ConflictError', readonly code: string, readonly message: string }
    | { readonly __typename: 'DataSet' }
    | { readonly __typename: 'ForbiddenError', readonly code: string, readonly message: string }
    | { readonly __typename: 'InvalidInputError', readonly code: string, readonly message: string }
    | { readonly __typename: 'LimitExceededError', readonly code: string, readonly message: string }
    | { readonly __typename: 'NotFoundError', readonly code: string, readonly message: string }
   };

export type StartEvaluationMutationVariables = Exact<{
  input: StartEvaluationInput;
}>;


export type StartEvaluationMutation = { readonly startEvaluation:
    | { readonly __typename: 'Evaluation', readonly id: string }
    | { readonly __typename: 'ForbiddenError', readonly code: string, readonly message: string }
    | { readonly __typename: 'InvalidInputError', readonly code: string, readonly message: string }
    | { readonly __typename: 'LimitExceededError', readonly code: string, readonly message: string }
    | { readonly __typename: 'NotFoundError', readonly code: string, readonly message: string }
   };

export type BaselineQueryVariables = Exact<{
  filter: EvaluationFilter;
}>;


export type BaselineQuery = { readonly evaluations: { readonly nodes: ReadonlyArray<{ readonly id: string }> } };

export type BaselinePartsQueryVariables = Exact<{
  agent: string | number;
  version: number;
  id?: string | number | null | undefined;
  slug?: string | null | undefined;
}>;


export type BaselinePartsQuery = { readonly agentVersion: { readonly number: number } | null, readonly dataSet: { readonly id: string } | null };

export type EvaluationProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type EvaluationProgressSubscription = { readonly evaluationUpdated: { readonly status: EvaluationStatus } };

export type EvaluationSumsQueryVariables = Exact<{
  id: string | number;
  with: string | number;
}>;


export type EvaluationSumsQuery = { readonly evaluation: { readonly id: string, readonly status: EvaluationStatus, readonly error: string | null, readonly mode: EvaluationMode, readonly trials: number, readonly agentVersion: number, readonly dataSetVersion: number, readonly score: number | null, readonly resultCount: number, readonly passedCount: number, readonly failedCount: number, readonly divergedCount: number, readonly errorCount: number, readonly costUsd: string, readonly judgeCostUsd: string, readonly unpricedCalls: number, readonly durationMs: number, readonly comparison: { readonly baseline: { readonly id: string, readonly agentVersion: number }, readonly items: ReadonlyArray<{ readonly key: string, readonly change: EvaluationChange, readonly after: { readonly verdict: ItemVerdict | null, readonly passed: number, readonly total: number, readonly score: number | null, readonly costUsd: string, readonly unpricedCalls: number, readonly durationMs: number | null } | null }> } | null } | null };

export type EvaluationResultsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type EvaluationResultsQuery = { readonly evaluation: { readonly results: { readonly nodes: ReadonlyArray<{ readonly trial: number, readonly status: EvaluationResultStatus, readonly output: unknown, readonly score: number | null, readonly error: string | null, readonly item: { readonly key: string }, readonly run: { readonly id: string } | null, readonly checks: ReadonlyArray<{ readonly kind: EvaluationCheckKind, readonly expected: string, readonly passed: boolean | null, readonly score: number | null, readonly reason: string, readonly votes: { readonly met: number, readonly total: number } | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

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

export const AddDataSetItemsDocument = new TypedDocumentString(`
    mutation AddDataSetItems($input: AddDataSetItemsInput!) {
  addDataSetItems(input: $input) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AddDataSetItemsMutation, AddDataSetItemsMutationVariables>;
export const CancelEvaluationDocument = new TypedDocumentString(`
    mutation CancelEvaluation($input: CancelEvaluationInput!) {
  cancelEvaluation(input: $input) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelEvaluationMutation, CancelEvaluationMutationVariables>;
export const CreateDataSetDocument = new TypedDocumentString(`
    mutation CreateDataSet($input: CreateDataSetInput!) {
  createDataSet(input: $input) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateDataSetMutation, CreateDataSetMutationVariables>;
export const StartEvaluationDocument = new TypedDocumentString(`
    mutation StartEvaluation($input: StartEvaluationInput!) {
  startEvaluation(input: $input) {
    __typename
    ... on Evaluation {
      id
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<StartEvaluationMutation, StartEvaluationMutationVariables>;
export const BaselineDocument = new TypedDocumentString(`
    query Baseline($filter: EvaluationFilter!) {
  evaluations(first: 1, filter: $filter) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<BaselineQuery, BaselineQueryVariables>;
export const BaselinePartsDocument = new TypedDocumentString(`
    query BaselineParts($agent: ID!, $version: Int!, $id: ID, $slug: String) {
  agentVersion(agent: $agent, number: $version) {
    number
  }
  dataSet(id: $id, slug: $slug) {
    id
  }
}
    `) as unknown as TypedDocumentString<BaselinePartsQuery, BaselinePartsQueryVariables>;
export const EvaluationProgressDocument = new TypedDocumentString(`
    subscription EvaluationProgress($id: ID!) {
  evaluationUpdated(id: $id) {
    status
  }
}
    `) as unknown as TypedDocumentString<EvaluationProgressSubscription, EvaluationProgressSubscriptionVariables>;
export const EvaluationSumsDocument = new TypedDocumentString(`
    query EvaluationSums($id: ID!, $with: ID!) {
  evaluation(id: $id) {
    id
    status
    error
    mode
    trials
    agentVersion
    dataSetVersion
    score
    resultCount
    passedCount
    failedCount
    divergedCount
    errorCount
    costUsd
    judgeCostUsd
    unpricedCalls
    durationMs
    comparison(with: $with) {
      baseline {
        id
        agentVersion
      }
      items {
        key
        change
        after {
          verdict
          passed
          total
          score
          costUsd
          unpricedCalls
          durationMs
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EvaluationSumsQuery, EvaluationSumsQueryVariables>;
export const EvaluationResultsDocument = new TypedDocumentString(`
    query EvaluationResults($id: ID!, $after: String) {
  evaluation(id: $id) {
    results(first: 50, after: $after) {
      nodes {
        trial
        status
        output
        score
        error
        item {
          key
        }
        run {
          id
        }
        checks {
          kind
          expected
          passed
          score
          reason
          votes {
            met
            total
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EvaluationResultsQuery, EvaluationResultsQueryVariables>;
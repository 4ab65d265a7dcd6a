import { z } from 'zod'
import type { Expectations } from './data-set.ts'
import { about, choice, object } from './declared.ts'
import { given, needed } from './given.ts'
import type { Json } from './json.ts'
import type { FilePart, Message } from './message.ts'
import { type Pricing, pricing } from './model-batch.ts'
import type { InProject } from './object-key.ts'
import type { RunStatus } from './run.ts'

export const evaluationMode = choice('EvaluationMode', 'Method of an evaluation.', {
  MODELS: 'Each item is a new run, which asks models and calls tools.',
  RECORDED:
    'The run that each item was made from is replayed against its recorded answers. It asks no model, calls no tool and costs nothing.',
})
export type EvaluationMode = z.infer<typeof evaluationMode>

export const evaluationStatus = choice('EvaluationStatus', 'Status of an evaluation.', {
  QUEUED: 'The evaluation waits for a process.',
  RUNNING: 'A process executes the evaluation.',
  COMPLETED: 'Every result has ended.',
  CANCELLED: 'A caller cancelled the evaluation.',
  FAILED: 'The evaluation could not continue. `error` has the reason.',
})

export const resultStatus = choice('EvaluationResultStatus', 'Status of a result of an evaluation.', {
  PENDING: 'The run of the result has not been started.',
  RUNNING: 'The run of the result is executed, or its answer is judged.',
  PASSED: 'The run completed, and no check failed.',
  FAILED: 'The run did not complete, or a check failed.',
  DIVERGED:
    'The replay needed an answer or a tool result that its record does not have. It does not count towards the score.',
  ERROR: 'The answer could not be judged. It does not count towards the score.',
  CANCELLED: 'The evaluation ended before the result.',
})

/** Bounds of evaluations. */
export const evaluationBounds = {
  maxTrials: 20,
  maxConcurrency: 50,
  maxVotes: 9,
  /** Evaluations of one data set that are stored at once. */
  maxEvaluations: 1_000,
  /** Of one project that have not ended. */
  maxActive: 20,
} as const

/** The slug of the agent that judges where the caller names none. It is created when it is first needed. */
export const defaultJudge = 'evaluation-judge'

export const checkKind = choice('EvaluationCheckKind', 'Expectation that a check is about.', {
  EXACT: 'The answer is the expected one.',
  CONTAINS: 'The answer contains a text.',
  MATCHES: 'A regular expression matches in the answer.',
  SCHEMA: 'The answer fits a JSON Schema.',
  CRITERION: 'The judge finds a criterion met.',
  EVALUATOR: 'A function of the tools module finds the answer good.',
  MAX_COST: 'The run costs no more than the maximum.',
  MAX_STEPS: 'The run takes no more steps than the maximum.',
  MAX_DURATION: 'The run takes no longer than the maximum.',
  TOOL_CALLED: 'The run calls a tool, agent, relic or workflow.',
  TOOL_NOT_CALLED: 'The run does not call a tool, agent, relic or workflow.',
})
export type CheckKind = z.infer<typeof checkKind>

export const judgeVotes = object('JudgeVotes', 'Votes of the judge on a criterion.', {
  met: about('Number of votes that found the criterion met.', z.int()),
  of: z.int(),
})

export const evaluationCheck = object('EvaluationCheck', 'Check of one expectation.', {
  kind: about('Expectation of the check.', checkKind),
  expected: about('Expected value, cut to 1,000 characters.', z.string()),
  passed: about(
    'Whether the check passed. Null if it was not made, and does not count.',
    z.boolean().nullable(),
  ),
  score: about('Score of the check, from 0 to 1. Null if it was not made.', z.number().nullable()),
  reason: about('Reason of the verdict. Empty if there is nothing to say.', z.string()),
  votes: about('Votes of the judge. Null if the check is not about a criterion.', judgeVotes.nullable()),
})
export type Check = Readonly<z.infer<typeof evaluationCheck>>

/** The checks of a result, as they are stored. */
export const storedChecks = z.array(evaluationCheck)

/** Subject and progress of an evaluation. */
export interface EvaluationRow {
  readonly id: string
  readonly projectId: string
  readonly dataSetId: string
  readonly dataSetVersion: number
  readonly agentId: string
  readonly agentVersion: number
  readonly mode: EvaluationMode
  readonly trials: number
  readonly concurrency: number
  readonly judgeAgentId: string | null
  readonly judgeModel: string | null
  readonly judgeVotes: number
  /** Pricing of its runs; `null`: that of their agents. */
  readonly pricing: Pricing | null
  readonly baselineId: string | null
  readonly createdBy: string | null
}

/** A result that has not ended, as it is looked at again and again. */
export interface OpenResult {
  readonly id: string
  /** Whether its run is to be begun, or its run and the runs that judge it so far stand still. */
  readonly isReady: boolean
}

/** All that a result is begun with, or judged by. */
export interface ResultInHand {
  readonly id: string
  readonly key: string
  readonly input: string
  readonly files: readonly FilePart[]
  readonly context: Json
  readonly expectations: Expectations
  readonly sourceRunId: string | null
  /** `null`: its run is to be begun. */
  readonly runId: string | null
  /** `null`: the run is there no more. */
  readonly run: RunFacts | null
  readonly judgeRunIds: readonly string[]
  /** Statuses and answers of the runs that judge. */
  readonly judges: readonly JudgeRun[]
}

/** What the checks of an answer need to know of its run. */
export interface RunFacts {
  readonly id: string
  readonly status: RunStatus
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly terminationReason: string | null
  readonly output: Json
  readonly stepCount: number
  readonly durationMs: number | null
  /** Of the run with all below it, without the calls whose price is not known. */
  readonly costUsd: string
  readonly unpricedCalls: number
  /** Names of the targets that it called, in order. */
  readonly calls: readonly string[]
}

export interface JudgeRun {
  readonly status: RunStatus
  readonly summary: string | null
  readonly errorMessage: string | null
}

/** How a result ended. Its cost and duration are those of its runs. */
export interface EndedResult {
  readonly status: 'PASSED' | 'FAILED' | 'DIVERGED' | 'ERROR'
  readonly output: Json
  /** `null` where nothing can be said of the answer: DIVERGED and ERROR do not count towards the score. */
  readonly score: number | null
  readonly checks: readonly Check[]
  readonly error: string | null
}

/** The rows of evaluations. Each field of a result is written once, by the first writer (EVAL-3). */
export interface EvaluationStore {
  /** Stores an evaluation with a result for each trial of each item. */
  insert(evaluation: EvaluationRow): Promise<'inserted' | 'empty' | 'full' | 'unrecorded' | 'busy'>
  /** Whether an item of a version has criteria, and the evaluators that its items name. */
  needs(
    dataSetId: string,
    version: number,
  ): Promise<{ readonly hasCriteria: boolean; readonly evaluators: readonly string[] }>
  /** The data set of an evaluation; `null`: the project has none such. */
  dataSetOf(projectId: string, evaluationId: string): Promise<string | null>
  /** Ends an evaluation that has not ended; gives the runs that are active for it. */
  cancel(projectId: string, evaluationId: string): Promise<readonly string[]>
  delete(projectId: string, evaluationId: string): Promise<'deleted' | 'missing' | 'active'>
  /** Renews the leases of the owner, and gives what they are on: what is not among it is the owner's no more, or has ended. */
  renew(lease: EvaluationLease): Promise<readonly EvaluationRow[]>
  /** Takes what nobody drives, at most `limit`. */
  claim(lease: EvaluationLease, limit: number): Promise<readonly EvaluationRow[]>
  /** Ends the leases of the owner, for other processes to continue. */
  release(owner: string): Promise<void>
  /** The first `limit` results that have not ended: with the same limit each time, those that were begun are always among them. */
  open(evaluationId: string, limit: number): Promise<readonly OpenResult[]>
  /** `null`: the result has ended, or another owner has just taken it further. */
  take(resultId: string): Promise<ResultInHand | null>
  /** The run of a result, which two owners may begin: it is the same. False where the result has ended: its run is nobody's. */
  begun(resultId: string, runId: string): Promise<boolean>
  judging(resultId: string, runIds: readonly string[]): Promise<void>
  /** Writes a result that has not ended, and adds it to the sums of its evaluation. False where it had ended. */
  end(evaluationId: string, resultId: string, ended: EndedResult): Promise<boolean>
  /** COMPLETED where no result is open; false where one is, or the owner is another. */
  complete(evaluationId: string, owner: string): Promise<boolean>
  /** FAILED with why; gives the runs that are active for it. */
  fail(evaluationId: string, owner: string, error: string): Promise<readonly string[]>
  conversation(projectId: string, runId: string): Promise<readonly Message[]>
}

/** How long an owner is believed to drive an evaluation without a renewal: by the clock of the database, as the owners' may differ. */
export interface EvaluationLease {
  readonly owner: string
  readonly leaseMs: number
}

/** Operations on evaluations (EVAL-2). */
export interface EvaluationOperations {
  /** Accepts an evaluation, which is durable when this resolves; gives its id. @throws INVALID_INPUT, NOT_FOUND, LIMIT_EXCEEDED */
  startEvaluation(call: StartEvaluation): Promise<string>
  /** Ends an evaluation and aborts its runs; one that has ended stays as it is. `by`: name of the caller. @throws NOT_FOUND */
  cancelEvaluation(projectId: string, evaluationId: string, by?: string): Promise<void>
  /** Deletes an evaluation with its results; its runs stay. @throws NOT_FOUND, EVALUATION_ACTIVE */
  deleteEvaluation(projectId: string, evaluationId: string): Promise<void>
  /** Gives a value each time that an evaluation of the project may have changed, the first at once. */
  changes(projectId: string, signal: AbortSignal): AsyncGenerator<void, void, void>
}

const judgeSettings = object('EvaluationJudge', 'Judge of the criteria of a data set.', {
  agent: given.key(
    'Agent',
    'Global id or slug of the agent that judges. Default: `evaluation-judge`, which is created if the project has none.',
  ),
  model: given.text(
    "Model of the judge: `provider/model`. Default: the model of the named agent; without one, the evaluated agent's.",
  ),
  votes: given.int(
    'Number of times that each answer is judged, from 1 to 9. A criterion is met if more than half of the votes say so. Default 1.',
  ),
})
export type JudgeSettings = Readonly<z.infer<typeof judgeSettings>>

export const newEvaluation = z.object({
  dataSet: needed.key('DataSet', 'Global id or slug of the data set.'),
  agent: needed.key('Agent', 'Global id or slug of the agent.'),
  agentVersion: given.int('Version of the agent. Default: the newest.'),
  mode: given.one(evaluationMode, 'Method of the evaluation. Default MODELS.'),
  trials: given.int('Number of runs of each item, from 1 to 20. Default 1.'),
  concurrency: given.int('Maximum number of results that are executed at once, from 1 to 50. Default 5.'),
  pricing: given.one(
    pricing,
    'Pricing of the model calls of the runs, those of the judge included. If you leave it out, the pricing of each agent applies. With BATCH, give a high concurrency: each run waits for its batches.',
  ),
  judge: given.one(judgeSettings, 'Judge of the criteria. RECORDED asks none.'),
  baselineId: given.id('Evaluation', 'Global id of an evaluation over the same data set to compare with.'),
})
export type StartEvaluation = InProject &
  Readonly<z.infer<typeof newEvaluation>> & {
    /** Name of the caller. */
    readonly by?: string | undefined
  }

import { evaluationCheck, judgeVotes, storedChecks } from '../../domain/evaluation.ts'
import type { TrialCounts } from '../../domain/reads.ts'
import { int, valueObject } from '../fields.ts'
import { rowObject } from '../row-object.ts'
import { objectOf } from '../shape.ts'
import { Run } from './run.ts'
import { findStoredRun, findStoredRuns } from './run-by-id.ts'

objectOf(judgeVotes, {
  fields: (t) => ({
    total: t.exposeInt('of', { description: 'Number of votes.' }),
    flaky: t.boolean({
      description: 'Whether the votes disagree.',
      resolve: ({ met, of }) => met > 0 && met < of,
    }),
  }),
})

const ItemTrials = valueObject<TrialCounts>(
  'ItemTrials',
  'Trials of an item in an evaluation.',
  { passed: int('Number of trials that PASSED.') },
  {
    fields: (t) => ({
      total: t.exposeInt('of', { description: 'Number of trials that PASSED or FAILED.' }),
      flaky: t.boolean({
        description: 'Whether some trials passed and others failed.',
        resolve: ({ passed, of }) => passed > 0 && passed < of,
      }),
    }),
  },
)

export const EvaluationResult = rowObject(
  'EvaluationResult',
  'Result of one run of one item of an evaluation.',
  {
    evaluation: 'Evaluation of the result.',
    item: 'Item of the result.',
    trial: 'Number of the run of the item, from 1.',
    status: 'Status of the result.',
    output:
      'Answer of the run: a text, or data if the agent has an `outputSchema`. Null if there is none. Placeholders replace secrets.',
    score: 'Mean score of the checks, from 0 to 1. Null if the result does not count.',
    error: 'Reason why there was no answer to check, or why it could not be judged. Null otherwise.',
    costUsd: 'Cost of the run with its descendants in US dollars.',
    judgeCostUsd: 'Cost of the judge in US dollars.',
    unpricedCalls:
      'Number of model calls of the run and the judge that no cost includes, because their price is not known.',
    durationMs: 'Duration of the run in milliseconds. Null if it has not ended.',
    stepCount: 'Number of steps of the run. Null if it has not ended.',
    startedAt: 'Time when the run was started. Null if it has not been started.',
    completedAt: 'Time when the result ended. Null if it has not ended.',
  },
  (t) => ({
    run: t.field({
      type: Run,
      description: 'Run of the result. Null if it has not been started or was removed.',
      nullable: true,
      select: { trialRunId: true },
      resolve: ({ trialRunId }, _, ctx, info) => findStoredRun(trialRunId, ctx, info),
    }),
    judgeRuns: t.field({
      type: [Run],
      description: 'Runs of the judge, one of each vote, without those that were removed.',
      select: { judgeRunIds: true },
      resolve: ({ judgeRunIds }, _, ctx, info) => findStoredRuns(judgeRunIds, ctx, info),
    }),
    checks: t.field({
      type: [objectOf(evaluationCheck)],
      description: 'Checks of the answer, one of each expectation. Empty if there was no answer to check.',
      select: { checks: true },
      resolve: ({ checks }) => storedChecks.parse(checks),
      extensions: { listSize: 20 },
    }),
    itemTrials: t.field({
      type: ItemTrials,
      description: 'Trials of the item of the result in the evaluation, this one included.',
      select: { evaluationId: true, itemId: true },
      resolve: ({ evaluationId, itemId }, _, ctx, info) =>
        ctx.loaders.read(info, 'trialCounts').load({ evaluationId, itemId }),
    }),
  }),
)

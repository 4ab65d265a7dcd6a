import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId, toGlobalId, toKey } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { toAgentKey } from './binding.ts'
import { Evaluation, Mode } from './evaluation.ts'

const JudgeInput = builder.inputType('EvaluationJudgeInput', {
  description: 'Judge of the criteria of a data set.',
  fields: (t) => ({
    agent: t.id({
      description:
        'Global id or slug of the agent that judges. Default: `evaluation-judge`, which is created if the project has none.',
    }),
    model: t.string({
      description:
        "Model of the judge: `provider/model`. Default: the model of the named agent; without one, the evaluated agent's.",
    }),
    votes: t.int({
      description:
        'Number of times that each answer is judged, from 1 to 9. A criterion is met if more than half of the votes say so. Default 1.',
    }),
  }),
})

const StartEvaluationInput = builder.inputType('StartEvaluationInput', {
  description: 'Input of `startEvaluation`.',
  fields: (t) => ({
    dataSet: t.id({ description: 'Global id or slug of the data set.', required: true }),
    agent: t.id({ description: 'Global id or slug of the agent.', required: true }),
    agentVersion: t.int({ description: 'Version of the agent. Default: the newest.' }),
    mode: t.field({ type: Mode, description: 'Method of the evaluation. Default MODELS.' }),
    trials: t.int({ description: 'Number of runs of each item, from 1 to 20. Default 1.' }),
    concurrency: t.int({
      description: 'Maximum number of results that are executed at once, from 1 to 50. Default 5.',
    }),
    judge: t.field({ type: JudgeInput, description: 'Judge of the criteria. RECORDED asks none.' }),
    baselineId: t.id({
      description: 'Global id of an evaluation over the same data set to compare with.',
    }),
  }),
})

const CancelEvaluationInput = builder.inputType('CancelEvaluationInput', {
  description: 'Input of `cancelEvaluation`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the evaluation.', required: true }) }),
})

const StartEvaluationResult = resultOf('StartEvaluationResult', Evaluation, {
  description: 'New evaluation, or the error.',
  errors: ['InvalidInput', 'NotFound', 'LimitExceeded'],
})

const CancelEvaluationResult = resultOf('CancelEvaluationResult', Evaluation, {
  description: 'Evaluation after the cancellation, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

const EvaluationDeletion = deletion('Evaluation', ['InvalidInput', 'NotFound', 'Conflict'])

builder.mutationFields((t) => ({
  startEvaluation: t.field({
    type: StartEvaluationResult,
    description:
      'Starts an evaluation: a version of an agent over all items of a data set. Its runs have the limits of the agent and the project.',
    args: {
      input: t.arg({ type: StartEvaluationInput, description: 'Evaluation to start.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { judge } = input
        const { evaluationId } = await ctx.operations.evaluations.startEvaluation({
          projectId: ctx.project.id,
          dataSet: toKey('DataSet', input.dataSet),
          agent: toAgentKey(input.agent),
          version: input.agentVersion ?? undefined,
          mode: input.mode ?? undefined,
          trials: input.trials ?? undefined,
          concurrency: input.concurrency ?? undefined,
          judge: judge
            ? {
                agent: judge.agent == null ? undefined : toAgentKey(judge.agent),
                model: judge.model ?? undefined,
                votes: judge.votes ?? undefined,
              }
            : undefined,
          baselineId:
            input.baselineId == null ? undefined : readId('Evaluation', input.baselineId, 'baselineId'),
          by: ctx.caller.name,
        })
        return findEvaluation(evaluationId, ctx, info)
      }),
  }),
  cancelEvaluation: t.field({
    type: CancelEvaluationResult,
    description: 'Ends an evaluation and aborts its runs. An evaluation that has ended stays as it is.',
    args: {
      input: t.arg({ type: CancelEvaluationInput, description: 'Evaluation to cancel.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { evaluationId } = await ctx.operations.evaluations.cancelEvaluation({
          projectId: ctx.project.id,
          evaluationId: readId('Evaluation', input.id, 'id'),
          by: ctx.caller.name,
        })
        return findEvaluation(evaluationId, ctx, info)
      }),
  }),
  deleteEvaluation: t.field({
    type: EvaluationDeletion.Result,
    description: 'Deletes an evaluation with its results. Its runs stay.',
    args: {
      input: t.arg({ type: EvaluationDeletion.Input, description: 'Evaluation to delete.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, evaluationId: readId('Evaluation', input.id, 'id') }
        const { evaluationId } = await ctx.operations.evaluations.deleteEvaluation(call)
        return { id: toGlobalId('Evaluation', evaluationId) }
      }),
  }),
}))

function findEvaluation(id: string, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Evaluation', select: { id: true } })
  return ctx.prisma.evaluation.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
}

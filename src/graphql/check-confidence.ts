import { builder } from './builder.ts'
import { outcome, resultOf } from './error.ts'
import { findRun } from './find-run.ts'
import { findId } from './global-id.ts'
import { Run } from './run.ts'

const CheckConfidenceInput = builder.inputType('CheckConfidenceInput', {
  description: 'A run that has not ended.',
  fields: (t) => ({ id: t.id({ description: 'Its global id.', required: true }) }),
})

const CheckConfidenceResult = resultOf('CheckConfidenceResult', Run, {
  description: 'The run whose agent is going to be asked, or why it is not.',
  errors: ['NotFound', 'Conflict'],
})

builder.mutationField('checkConfidence', (t) =>
  t.field({
    type: CheckConfidenceResult,
    description:
      'Has the agent of a run under way asked how sure it is of itself, after its next step; below its threshold (0.5 where its definition names none) a gate is opened.',
    args: { input: t.arg({ type: CheckConfidenceInput, description: 'The run.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, runId: findId('Run', id) }
        return findRun(await ctx.operations.checkConfidence(call), ctx, info)
      }),
  }),
)

import { builder } from './builder.ts'
import { outcome, resultOf } from './error.ts'
import { findRun } from './find-run.ts'
import { findId } from './global-id.ts'
import { Run } from './run.ts'

const SteerRunInput = builder.inputType('SteerRunInput', {
  description: 'A message to a run that has not ended.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    message: t.string({ description: 'What its model reads at the next step.', required: true }),
  }),
})

const SteerRunResult = resultOf('SteerRunResult', Run, {
  description: 'The run that takes the message, or why it does not.',
  errors: ['NotFound', 'Conflict'],
})

builder.mutationField('steerRun', (t) =>
  t.field({
    type: SteerRunResult,
    description:
      'Sends a message to a run under way. Its model reads it at the next step; an answer that was on its way is not the end then.',
    args: { input: t.arg({ type: SteerRunInput, description: 'The message.', required: true }) },
    resolve: (_, { input: { id, message } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, runId: findId('Run', id), message }
        return findRun(await ctx.operations.steerRun(call), ctx, info)
      }),
  }),
)

import { givenFile } from '../../domain/file.ts'
import { runResumption, triggerInput } from '../../domain/run-calls.ts'
import type { GraphQLContext } from '../context.ts'
import { many, required, string } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { inputFields, inputObjectOf } from '../shape.ts'
import { toOrigin } from './binding.ts'
import { scopeOfFiles } from './file.ts'
import { Run } from './run.ts'

mutation('triggerRun', {
  description: 'Starts a run. The run is durable when the mutation returns.',
  argument: 'Run to start.',
  input: inputFields(triggerInput),
  result: Run,
  gives: 'Accepted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async ({ origin, ...run }, ctx) => {
    const call = {
      ...run,
      ...actor(ctx),
      ...scopeOfFiles(run.files, ctx),
      ...(origin && { origin: toOrigin(origin) }),
    }
    return (await ctx.operations.triggerRun(call)).runId
  },
})

mutation('abortRun', {
  description: 'Aborts a run. The text produced so far stays as its summary.',
  argument: 'Run to abort, and the reason.',
  input: {
    id: required.idOf('Run'),
    reason: string('Reason for the abort, for people.'),
  },
  result: Run,
  gives: 'Aborted run, or the error.',
  resolve: async ({ id: runId, reason }, ctx) =>
    (await ctx.operations.abortRun({ projectId: ctx.project.id, runId, reason, by: ctx.caller.name })).runId,
})

mutation('resumeRun', {
  description: 'Resumes a paused run.',
  argument: 'Run to resume, with its additional limits.',
  input: { id: required.idOf('Run'), ...inputFields(runResumption) },
  result: Run,
  gives: 'Resumed run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async ({ id: runId, ...limits }, ctx) => {
    const call = { ...limits, projectId: ctx.project.id, runId, by: ctx.caller.name }
    return (await ctx.operations.resumeRun(call)).runId
  },
})

mutation('steerRun', {
  description:
    'Sends a message to a run that has not ended. The model receives it at the next step. An answer that the model gave before it received the message does not end the run.',
  argument: 'Run, and the message for it.',
  input: {
    id: required.idOf('Run'),
    message: required.string('Message that the model receives at the next step.'),
    files: many(inputObjectOf(givenFile), 'Files of the message. At most 20.'),
  },
  result: Run,
  gives: 'Run that receives the message, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async ({ id: runId, message, files }, ctx) => {
    const call = {
      projectId: ctx.project.id,
      runId,
      message,
      files,
      by: ctx.caller.name,
      ...scopeOfFiles(files, ctx),
    }
    return (await ctx.operations.steerRun(call)).runId
  },
})

mutation('checkConfidence', {
  description:
    "Asks the agent of an active run for its confidence after the next step. A gate opens if the confidence is below the threshold of the agent's definition (0.5 if it has none).",
  argument: 'Run whose agent is asked.',
  input: { id: required.idOf('Run') },
  result: Run,
  gives: 'Run whose agent is asked for its confidence, or the error.',
  resolve: async ({ id: runId }, ctx) =>
    (await ctx.operations.checkConfidence({ projectId: ctx.project.id, runId, by: ctx.caller.name })).runId,
})

/** The project and the caller of a mutation that starts a run. */
export function actor({ project, caller, trace = null }: GraphQLContext) {
  const bindsDescendants = caller.access !== null && caller.access.childRights !== 'OWN'
  return { projectId: project.id, by: caller.name, byKind: caller.kind, bindsDescendants, trace }
}

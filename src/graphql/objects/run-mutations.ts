import type { GraphQLContext } from '../context.ts'
import {
  decimal,
  int,
  json,
  keyOf,
  many,
  moment,
  nullable,
  one,
  required,
  safeInt,
  string,
} from '../fields.ts'
import { mutation } from '../mutation.ts'
import { OriginInput, toOrigin } from './binding.ts'
import { Run } from './run.ts'

mutation('triggerRun', {
  description: 'Starts a run. The run is durable when the mutation returns.',
  argument: 'Run to start.',
  input: {
    agent: keyOf(
      'Agent',
      'Global id or slug of the agent. If you leave it out, the binding of the origin selects the agent.',
    ),
    origin: one(
      OriginInput,
      'Origin of the input. It selects the agent if you name none, and gives a session key if you give none. The model reads it as `origin` of the context of the run.',
    ),
    input: required.string('Input of the run.'),
    sessionKey: string(
      'Key of the session that the run belongs to. A session is created if the project has none with this key.',
    ),
    threadId: string(
      'Thread id that the run shares with the runs that it starts and with other runs of yours. Default: the id of the run.',
    ),
    idempotencyKey: string(
      'Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too, including `priority` and `startAt`; otherwise the request is refused.',
    ),
    maxSteps: nullable.int(
      'Step limit. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    ),
    timeoutMs: nullable.int(
      'Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    ),
    maxCostUsd: nullable.decimal(
      'Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    ),
    maxTokens: nullable.safeInt(
      'Limit of input and output tokens of the run and its descendants. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    ),
    priority: int(
      'Priority of the run, from -100 to 100. Among the queued runs of the project, the run with the highest number starts first. Default 0.',
    ),
    startAt: moment(
      'Earliest time at which the run may begin, at most a year ahead. By default, the run begins at once.',
    ),
    tags: many(
      'String',
      'Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags.',
    ),
    metadata: json(
      'Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata.',
    ),
    context: json('Data that the actions of the run share, as an object.'),
    plan: json(
      'Plan of the first step, instead of a plan that the model writes. Only for an agent that plans. `planSchema` is the schema of a plan.',
    ),
  },
  result: Run,
  gives: 'Accepted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async ({ origin, ...run }, ctx) => {
    const call = { ...run, ...actor(ctx), ...(origin && { origin: toOrigin(origin) }) }
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
  input: {
    id: required.idOf('Run'),
    maxSteps: int('Number of additional steps.'),
    timeoutMs: int('Additional active time, in milliseconds.'),
    maxCostUsd: decimal('Additional cost that the run may have, in US dollars.'),
    maxTokens: safeInt('Number of additional input and output tokens.'),
    message: string('Message that the model receives when the run continues.'),
  },
  result: Run,
  gives: 'Resumed run, or the error.',
  resolve: async ({ id: runId, ...limits }, ctx) =>
    (await ctx.operations.resumeRun({ ...limits, projectId: ctx.project.id, runId, by: ctx.caller.name }))
      .runId,
})

mutation('steerRun', {
  description:
    'Sends a message to a run that has not ended. The model receives it at the next step. An answer that the model gave before it received the message does not end the run.',
  argument: 'Run, and the message for it.',
  input: {
    id: required.idOf('Run'),
    message: required.string('Message that the model receives at the next step.'),
  },
  result: Run,
  gives: 'Run that receives the message, or the error.',
  resolve: async ({ id: runId, message }, ctx) =>
    (await ctx.operations.steerRun({ projectId: ctx.project.id, runId, message, by: ctx.caller.name })).runId,
})

mutation('checkConfidence', {
  description:
    "Asks the agent of an active run for its confidence after the next step. A gate opens if the confidence is below the threshold of the agent's definition (0.5 if it has none).",
  argument: 'Run whose agent is asked.',
  input: { id: required.idOf('Run') },
  result: Run,
  gives: 'Run whose agent is asked for its confidence, or the error.',
  resolve: async ({ id: runId }, ctx) =>
    (await ctx.operations.checkConfidence({ projectId: ctx.project.id, runId })).runId,
})

/** The project and the caller of a mutation that starts a run. */
export function actor({ project, caller, trace = null }: GraphQLContext) {
  return { projectId: project.id, by: caller.name, trace }
}

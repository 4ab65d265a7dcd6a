import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { TriggerRun } from '../../domain/operations.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { OriginInput, toAgentKey, toOrigin } from './binding.ts'
import { Run } from './run.ts'

const TriggerRunInput = builder.inputType('TriggerRunInput', {
  description: 'Input of `triggerRun`.',
  fields: (t) => ({
    agent: t.id({
      description:
        'Global id or slug of the agent. If you leave it out, the binding of the origin selects the agent.',
    }),
    origin: t.field({
      type: OriginInput,
      description:
        'Origin of the input. It selects the agent if you name none, and gives a session key if you give none. The model reads it as `origin` of the context of the run.',
    }),
    input: t.string({ description: 'Input of the run.', required: true }),
    sessionKey: t.string({
      description:
        'Key of the session that the run belongs to. A session is created if the project has none with this key.',
    }),
    threadId: t.string({
      description:
        'Thread id that the run shares with the runs that it starts and with other runs of yours. Default: the id of the run.',
    }),
    idempotencyKey: t.string({
      description:
        'Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too, including `priority` and `startAt`; otherwise the request is refused.',
    }),
    maxSteps: t.int({
      description:
        'Step limit. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    }),
    timeoutMs: t.int({
      description:
        'Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description:
        'Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    }),
    maxTokens: t.field({
      type: 'SafeInt',
      description:
        'Limit of input and output tokens of the run and its descendants. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
    }),
    priority: t.int({
      description:
        'Priority of the run, from -100 to 100. Among the queued runs of the project, the run with the highest number starts first. Default 0.',
    }),
    startAt: t.field({
      type: 'DateTime',
      description:
        'Earliest time at which the run may begin, at most a year ahead. By default, the run begins at once.',
    }),
    tags: t.stringList({
      description:
        'Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags.',
    }),
    metadata: t.field({
      type: 'JSON',
      description:
        'Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata.',
    }),
    context: t.field({ type: 'JSON', description: 'Data that the actions of the run share, as an object.' }),
    plan: t.field({
      type: 'JSON',
      description:
        'Plan of the first step, instead of a plan that the model writes. Only for an agent that plans. `planSchema` is the schema of a plan.',
    }),
  }),
})

const AbortRunInput = builder.inputType('AbortRunInput', {
  description: 'Input of `abortRun`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the run.', required: true }),
    reason: t.string({ description: 'Reason for the abort, for people.' }),
  }),
})

const ResumeRunInput = builder.inputType('ResumeRunInput', {
  description: 'Input of `resumeRun`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the run.', required: true }),
    maxSteps: t.int({ description: 'Number of additional steps.' }),
    timeoutMs: t.int({ description: 'Additional active time, in milliseconds.' }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description: 'Additional cost that the run may have, in US dollars.',
    }),
    maxTokens: t.field({
      type: 'SafeInt',
      description: 'Number of additional input and output tokens.',
    }),
    message: t.string({ description: 'Message that the model receives when the run continues.' }),
  }),
})

const TriggerRunResult = resultOf('TriggerRunResult', Run, {
  description: 'Accepted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

const AbortRunResult = resultOf('AbortRunResult', Run, {
  description: 'Aborted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const ResumeRunResult = resultOf('ResumeRunResult', Run, {
  description: 'Resumed run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  triggerRun: t.field({
    type: TriggerRunResult,
    description: 'Starts a run. The run is durable when the mutation returns.',
    args: { input: t.arg({ type: TriggerRunInput, description: 'Run to start.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => findRun(await ctx.operations.triggerRun(toTrigger(ctx, input)), ctx, info)),
  }),
  abortRun: t.field({
    type: AbortRunResult,
    description: 'Aborts a run. The text produced so far stays as its summary.',
    args: {
      input: t.arg({ type: AbortRunInput, description: 'Run to abort, and the reason.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () =>
        findRun(await ctx.operations.abortRun({ ...toCall(ctx, input), by: ctx.caller.name }), ctx, info),
      ),
  }),
  resumeRun: t.field({
    type: ResumeRunResult,
    description: 'Resumes a paused run.',
    args: {
      input: t.arg({
        type: ResumeRunInput,
        description: 'Run to resume, with its additional limits.',
        required: true,
      }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => findRun(await ctx.operations.resumeRun(toCall(ctx, input)), ctx, info)),
  }),
}))

function toTrigger(ctx: GraphQLContext, input: typeof TriggerRunInput.$inferInput): TriggerRun {
  const { agent, origin, ...options } = input
  return {
    ...withoutNulls(options),
    ...limitsIn(options),
    input: input.input,
    projectId: ctx.project.id,
    by: ctx.caller.name,
    trace: ctx.trace ?? null,
    ...(agent != null && { agent: toAgentKey(agent) }),
    ...(origin != null && { origin: toOrigin(origin) }),
  }
}

function toCall<Input extends { readonly id: string }>(ctx: GraphQLContext, input: Input) {
  return { ...withoutNulls(input), projectId: ctx.project.id, runId: readId('Run', input.id, 'id') }
}

/** A limit of null has a meaning of its own: unlimited. */
export function limitsIn<Input extends { readonly [Name in (typeof limitNames)[number]]?: unknown }>(
  input: Input,
) {
  return Object.fromEntries(limitNames.flatMap((name) => (input[name] === null ? [[name, null]] : [])))
}

const limitNames = ['maxSteps', 'timeoutMs', 'maxCostUsd', 'maxTokens'] as const

type WithoutNulls<Input> = { readonly [Name in keyof Input]: Exclude<Input[Name], null> }

/** The input with null as if it was left out. */
export function withoutNulls<Input extends object>(input: Input): WithoutNulls<Input> {
  const entries = Object.entries(input).filter(([, value]) => value !== null)
  // Object.fromEntries forgets which keys it was given; they are those of `input`.
  return Object.fromEntries(entries) as WithoutNulls<Input>
}

const SteerRunInput = builder.inputType('SteerRunInput', {
  description: 'Input of `steerRun`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the run.', required: true }),
    message: t.string({ description: 'Message that the model receives at the next step.', required: true }),
  }),
})

const SteerRunResult = resultOf('SteerRunResult', Run, {
  description: 'Run that receives the message, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationField('steerRun', (t) =>
  t.field({
    type: SteerRunResult,
    description:
      'Sends a message to a run that has not ended. The model receives it at the next step. An answer that the model gave before it received the message does not end the run.',
    args: {
      input: t.arg({ type: SteerRunInput, description: 'Run, and the message for it.', required: true }),
    },
    resolve: (_, { input: { id, message } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, runId: readId('Run', id, 'id'), message }
        return findRun(await ctx.operations.steerRun(call), ctx, info)
      }),
  }),
)

const CheckConfidenceInput = builder.inputType('CheckConfidenceInput', {
  description: 'Input of `checkConfidence`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the run.', required: true }) }),
})

const CheckConfidenceResult = resultOf('CheckConfidenceResult', Run, {
  description: 'Run whose agent is asked for its confidence, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationField('checkConfidence', (t) =>
  t.field({
    type: CheckConfidenceResult,
    description:
      "Asks the agent of an active run for its confidence after the next step. A gate opens if the confidence is below the threshold of the agent's definition (0.5 if it has none).",
    args: {
      input: t.arg({ type: CheckConfidenceInput, description: 'Run whose agent is asked.', required: true }),
    },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, runId: readId('Run', id, 'id') }
        return findRun(await ctx.operations.checkConfidence(call), ctx, info)
      }),
  }),
)

/** The run that a mutation returns, with the fields that the operation selects. */
export function findRun({ runId }: { runId: string }, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Run', select: { id: true } })
  return ctx.prisma.run.findUniqueOrThrow({ select, where: { id: runId, projectId: ctx.project.id } })
}

import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { TriggerRun } from '../../domain/operations.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId } from '../global-id.ts'
import { OriginInput, toAgentKey, toOrigin } from './binding.ts'
import { Run } from './run.ts'

const TriggerRunInput = builder.inputType('TriggerRunInput', {
  description: 'A run to start.',
  fields: (t) => ({
    agent: t.string({
      description: "The agent's global id or slug. Left out: the binding of the origin decides.",
    }),
    origin: t.field({
      type: OriginInput,
      description:
        'Where the input came from. It gives the agent where none is named, and a session key of its own where none is given.',
    }),
    input: t.string({ description: 'What it is asked.', required: true }),
    sessionKey: t.string({
      description: 'The conversation that it belongs to; begun where the project has none with this key.',
    }),
    threadId: t.string({
      description: 'What it shares with the runs that it starts, and others of yours. Default: its own id.',
    }),
    idempotencyKey: t.string({
      description:
        'The same key gives the same run, however often it is sent. All else belongs to it, `priority` and `startAt` as well: with any other it is refused.',
    }),
    maxSteps: t.int({
      description:
        "The step limit; the agent's, else the project's, where it is left out. Null is unlimited.",
    }),
    timeoutMs: t.int({
      description:
        "The time limit in milliseconds; the agent's, else the project's, where it is left out. Null is unlimited.",
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description:
        "The budget in US dollars; the agent's, else the project's, where it is left out. Null is unlimited.",
    }),
    maxTokens: t.int({
      description:
        "The budget in tokens, input and output, of the run and those below it; the agent's, else the project's, where it is left out. Null is unlimited.",
    }),
    priority: t.int({
      description:
        "Among the project's runs that wait for a place, higher goes first: from -100 to 100. Default 0.",
    }),
    startAt: t.field({
      type: 'DateTime',
      description: 'Not to begin before this time, a year ahead at most. Default: at once.',
    }),
    context: t.field({ type: 'JSON', description: 'The data that its actions share, as an object.' }),
    plan: t.field({
      type: 'JSON',
      description:
        'For an agent that plans: the plan of its first step, in place of one that its model writes. `planSchema` is its schema.',
    }),
  }),
})

const AbortRunInput = builder.inputType('AbortRunInput', {
  description: 'A run to stop.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    reason: t.string({ description: 'Why, for people.' }),
  }),
})

const ResumeRunInput = builder.inputType('ResumeRunInput', {
  description: 'A paused run to send on.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    maxSteps: t.int({ description: 'More steps, on top of those taken.' }),
    timeoutMs: t.int({ description: 'More running time, in milliseconds.' }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description: 'More to spend in US dollars, on top of what was spent.',
    }),
    maxTokens: t.int({ description: 'More tokens, input and output, on top of those used.' }),
    message: t.string({ description: 'A message that the model reads when it goes on.' }),
  }),
})

const TriggerRunResult = resultOf('TriggerRunResult', Run, {
  description: 'The accepted run, or why it was not.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

const AbortRunResult = resultOf('AbortRunResult', Run, {
  description: 'The stopped run, or why it was not.',
  errors: ['NotFound', 'Conflict'],
})

const ResumeRunResult = resultOf('ResumeRunResult', Run, {
  description: 'The resumed run, or why it was not.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  triggerRun: t.field({
    type: TriggerRunResult,
    description: 'Starts a run. It is durable when this answers, whatever then happens to the server.',
    args: { input: t.arg({ type: TriggerRunInput, description: 'The run.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => findRun(await ctx.operations.triggerRun(toTrigger(ctx, input)), ctx, info)),
  }),
  abortRun: t.field({
    type: AbortRunResult,
    description: 'Stops a run and keeps the text produced so far as its summary.',
    args: { input: t.arg({ type: AbortRunInput, description: 'The run.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () =>
        findRun(await ctx.operations.abortRun({ ...toCall(ctx, input), by: ctx.caller.name }), ctx, info),
      ),
  }),
  resumeRun: t.field({
    type: ResumeRunResult,
    description: 'Sends a paused run on.',
    args: {
      input: t.arg({ type: ResumeRunInput, description: 'The run and what more it gets.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => findRun(await ctx.operations.resumeRun(toCall(ctx, input)), ctx, info)),
  }),
}))

function toTrigger(ctx: GraphQLContext, input: typeof TriggerRunInput.$inferInput): TriggerRun {
  const { agent, origin, ...wishes } = input
  return {
    ...given(wishes),
    ...limitsIn(wishes),
    input: input.input,
    projectId: ctx.project.id,
    by: ctx.caller.name,
    trace: ctx.trace ?? null,
    ...(agent != null && { agent: toAgentKey(agent) }),
    ...(origin != null && { origin: toOrigin(origin) }),
  }
}

function toCall<Input extends { readonly id: string }>(ctx: GraphQLContext, input: Input) {
  return { ...given(input), projectId: ctx.project.id, runId: findId('Run', input.id) }
}

/** Of a limit, null says something: that there is none. */
export function limitsIn<Input extends { readonly [Name in (typeof limitNames)[number]]?: unknown }>(
  input: Input,
) {
  return Object.fromEntries(limitNames.flatMap((name) => (input[name] === null ? [[name, null]] : [])))
}

const limitNames = ['maxSteps', 'timeoutMs', 'maxCostUsd', 'maxTokens'] as const

type Given<Input> = { readonly [Name in keyof Input]: Exclude<Input[Name], null> }

/** The input with null as if it was left out. */
export function given<Input extends object>(input: Input): Given<Input> {
  const entries = Object.entries(input).filter(([, value]) => value !== null)
  // Object.fromEntries forgets which keys it was given; they are those of `input`.
  return Object.fromEntries(entries) as Given<Input>
}

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

/** The run that a mutation answers with, with what the operation selects of it. */
export function findRun({ runId }: { runId: string }, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Run', select: { id: true } })
  return ctx.prisma.run.findUniqueOrThrow({ select, where: { id: runId, projectId: ctx.project.id } })
}

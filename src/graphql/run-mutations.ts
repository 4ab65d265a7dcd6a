import type { TriggerRun } from '../domain/operations.ts'
import { OriginInput, toAgentKey, toOrigin } from './binding.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { outcome, resultOf } from './error.ts'
import { findRun } from './find-run.ts'
import { findId } from './global-id.ts'
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

import type { ReplayTools } from '../../domain/run-history.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { Run, RunConnection } from './run.ts'
import { runsOf } from './run-list.ts'
import { findRun } from './run-mutations.ts'

const ReplayToolsEnum = describedEnum('ReplayTools', 'What a replay does where its run used tools.', {
  RECORDED: 'It takes what they gave then; nothing is executed, and no gate opens.',
  LIVE: 'It calls them again, with all their effects. Policies of today hold, every gate opens anew, and a call that was not approved as it stood opens one in any case.',
} satisfies Record<ReplayTools, string>)

builder.prismaObjectFields(Run, (t) => ({
  forkedFrom: t.relation('forkedFrom', {
    description: 'The run that it was forked from, or that it retries; null where it is neither.',
    nullable: true,
  }),
  forkedAfterStep: t.exposeInt('forkedAfterStep', {
    description:
      'The last step that it took over from `forkedFrom`; 0 where it began at the start. Its own steps count on from there.',
    nullable: true,
  }),
  replayOf: t.relation('replayOf', {
    description: 'The run whose record it is executed against; null where it is no replay.',
    nullable: true,
  }),
  overrides: t.expose('overrides', {
    type: 'JSON',
    description: "What it changes of its agent's definition, `{ model, systemPrompt }`; null where nothing.",
    nullable: true,
  }),
  forks: t.field({
    type: RunConnection,
    description: 'The runs that were forked from it or retry it, oldest first.',
    args: t.arg.connectionArgs(),
    resolve: ({ id }, args, ctx, info) =>
      connect(
        { ctx, info, args },
        runsOf(ctx, { column: 'forkedFromId', id }, null, { field: 'CREATED_AT', direction: 'ASC' }),
        (query, ids) => ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

const ForkRunInput = builder.inputType('ForkRunInput', {
  description: 'A run to start from the state of another, and what is to be different.',
  fields: (t) => ({
    id: t.id({ description: 'The global id of the run to fork.', required: true }),
    afterStep: t.int({
      description: 'The last step to take over, one that has ended; 0 begins at the start.',
      required: true,
    }),
    input: t.string({
      description:
        'With `afterStep: 0` the input in place of the original; else the next message that its model reads.',
    }),
    model: t.string({ description: "For this run, in place of its agent's model: `provider/model`." }),
    systemPrompt: t.string({ description: "For this run, in place of its agent's own words." }),
  }),
})

const RetryRunInput = builder.inputType('RetryRunInput', {
  description: 'A run at rest to start anew.',
  fields: (t) => ({ id: t.id({ description: 'Its global id.', required: true }) }),
})

const ReplayRunInput = builder.inputType('ReplayRunInput', {
  description: 'A run at rest to execute again against its record.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    tools: t.field({
      type: ReplayToolsEnum,
      description: 'Where tools were used. Default RECORDED.',
    }),
  }),
})

const ForkRunResult = resultOf('ForkRunResult', Run, {
  description: 'The new run, or why there is none.',
  errors: ['InvalidInput', 'NotFound'],
})

const RetryRunResult = resultOf('RetryRunResult', Run, {
  description: 'The new run, or why there is none.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

const ReplayRunResult = resultOf('ReplayRunResult', Run, {
  description: 'The new run, or why there is none.',
  errors: ['NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  forkRun: t.field({
    type: ForkRunResult,
    description:
      "Starts a new run from the state of another after one of its steps, whether that one is at rest or not. It is a root of its own with the same version of the agent, takes over history, context and artifacts as they were, and begins with no cost. It is in no session: what the original's session had said before stays in its history. Its step limit is the original's and counts the steps that it took over; time and budget are granted anew.",
    args: { input: t.arg({ type: ForkRunInput, description: 'The fork.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { id, afterStep, input: words, model, systemPrompt } = input
        const call = {
          ...place(ctx, id),
          afterStep,
          input: words ?? undefined,
          model: model ?? undefined,
          systemPrompt: systemPrompt ?? undefined,
        }
        return findRun(await ctx.operations.history.forkRun(call), ctx, info)
      }),
  }),
  retryRun: t.field({
    type: RetryRunResult,
    description:
      'Starts a run at rest anew: the same version of its agent, input, context, plan and session, and its limits as it was triggered with them. A paused run stays paused beside its retry. A fork is retried from where it began.',
    args: { input: t.arg({ type: RetryRunInput, description: 'The run.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () => findRun(await ctx.operations.history.retryRun(place(ctx, id)), ctx, info)),
  }),
  replayRun: t.field({
    type: ReplayRunResult,
    description:
      'Executes a run at rest again, as a new run, against the recorded answers of its models: no provider is asked, and its calls cost nothing. Messages that were sent to the run are read ahead of the same steps, and pauses that it went on after are passed by; with recorded tools so are its gates. Where nothing recorded fits, as the code or its tools have changed, it fails with REPLAY_DIVERGED; so does the replay of a run that a caller, its time or its budget stopped, where the record ends.',
    args: { input: t.arg({ type: ReplayRunInput, description: 'The run.', required: true }) },
    resolve: (_, { input: { id, tools } }, ctx, info) =>
      outcome(info, async () => {
        const call = { ...place(ctx, id), tools: tools ?? 'RECORDED' }
        return findRun(await ctx.operations.history.replayRun(call), ctx, info)
      }),
  }),
}))

function place(ctx: GraphQLContext, id: string) {
  return {
    projectId: ctx.project.id,
    runId: findId('Run', id),
    by: ctx.caller.name,
    trace: ctx.trace ?? null,
  }
}

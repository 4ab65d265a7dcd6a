import { type ReplayTools, type RunOverrides, runOverrides } from '../../domain/run-history.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { Run } from './run.ts'
import { oldestRunFirst, runs } from './run-list.ts'
import { findRun } from './run-mutations.ts'

const ReplayToolsEnum = describedEnum('ReplayTools', 'Treatment of tool calls in a replay.', {
  RECORDED: 'The replay uses the recorded outputs. It executes no tools and opens no gates.',
  LIVE: 'The replay calls the tools again, with all their effects. Current policies apply and every gate opens again. A call that was not approved in the recorded form opens a gate in any case.',
} satisfies Record<ReplayTools, string>)

const RunOverridesObject = builder.objectRef<RunOverrides>('RunOverrides').implement({
  description: "Changes to the agent's definition for one run.",
  fields: (t) => ({
    model: t.string({
      description: "Model of the run. Null if it is the agent's.",
      nullable: true,
      resolve: ({ model }) => model ?? null,
    }),
    systemPrompt: t.string({
      description: "System prompt of the run. Null if it is the agent's.",
      nullable: true,
      resolve: ({ systemPrompt }) => systemPrompt ?? null,
    }),
  }),
})

builder.prismaObjectFields(Run, (t) => ({
  forkedFrom: t.relation('forkedFrom', {
    description:
      'Run that this run was forked from or that it retries. Null if it is neither a fork nor a retry.',
    nullable: true,
  }),
  forkedAfterStep: t.exposeInt('forkedAfterStep', {
    description:
      "Number of the last step that the run took over from `forkedFrom`. 0 if it began from the start. The run's own steps continue the numbering. Null if the run is not a fork.",
    nullable: true,
  }),
  replayOf: t.relation('replayOf', {
    description: 'Run whose record this run replays. Null if the run is not a replay.',
    nullable: true,
  }),
  overrides: t.field({
    type: RunOverridesObject,
    description: "Changes to the agent's definition for this run. Null if there are none.",
    nullable: true,
    select: { overrides: true },
    resolve: ({ overrides }) => (overrides === null ? null : runOverrides.parse(overrides)),
  }),
  forks: t.field(
    runs.field({
      description: 'Runs that were forked from this run or that retry it, oldest first.',
      ...{ column: 'forkedFromId', takes: [], order: oldestRunFirst },
    }),
  ),
}))

const ForkRunInput = builder.inputType('ForkRunInput', {
  description: 'Input of `forkRun`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the run to fork.', required: true }),
    afterStep: t.int({
      description: 'Number of the last step to take over, which must have ended. 0 begins from the start.',
      required: true,
    }),
    input: t.string({
      description:
        'With `afterStep: 0`, the input that replaces the original input. Otherwise, the next message that the model receives.',
    }),
    model: t.string({ description: "Model of the new run, instead of the agent's model: `provider/model`." }),
    systemPrompt: t.string({
      description: "System prompt of the new run, instead of the agent's system prompt.",
    }),
  }),
})

const RetryRunInput = builder.inputType('RetryRunInput', {
  description: 'Input of `retryRun`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the run.', required: true }) }),
})

const ReplayRunInput = builder.inputType('ReplayRunInput', {
  description: 'Input of `replayRun`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the run.', required: true }),
    tools: t.field({
      type: ReplayToolsEnum,
      description: 'Treatment of tool calls. Default RECORDED.',
    }),
  }),
})

const ForkRunResult = resultOf('ForkRunResult', Run, {
  description: 'New run, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

const RetryRunResult = resultOf('RetryRunResult', Run, {
  description: 'New run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

const ReplayRunResult = resultOf('ReplayRunResult', Run, {
  description: 'New run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  forkRun: t.field({
    type: ForkRunResult,
    description:
      "Starts a new run from the state of another run after one of its steps, whether the other run has ended or not. The new run is a top-level run with the same version of the agent. It takes over history, context and artifacts and begins with no cost. It belongs to no session, but the earlier messages of the original's session stay in its history. Its step limit is that of the original and includes the steps that it took over; its time and budget begin anew.",
    args: {
      input: t.arg({
        type: ForkRunInput,
        description: 'Run to fork, and the changes for the new run.',
        required: true,
      }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { id, afterStep, input: words, model, systemPrompt } = input
        const call = {
          ...runTarget(ctx, id),
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
      'Starts a new run with the same version of the agent, input, context, plan, session and original limits as a run that has ended or is paused. A paused run stays paused. The retry of a fork begins where the fork began.',
    args: { input: t.arg({ type: RetryRunInput, description: 'Run to retry.', required: true }) },
    resolve: (_, { input: { id } }, ctx, info) =>
      outcome(info, async () =>
        findRun(await ctx.operations.history.retryRun(runTarget(ctx, id)), ctx, info),
      ),
  }),
  replayRun: t.field({
    type: ReplayRunResult,
    description:
      'Starts a new run that executes an ended or paused run against the recorded answers of its models. No provider is called and the model calls cost nothing. Messages that were sent to the run arrive before the same steps, and pauses that the run continued after are skipped; with recorded tools, gates are skipped too. If no recorded answer fits, because the code or the tools changed, the replay fails with REPLAY_DIVERGED. The replay of a run that a caller, its time or its budget stopped fails in the same way at the end of the record.',
    args: { input: t.arg({ type: ReplayRunInput, description: 'Run to replay.', required: true }) },
    resolve: (_, { input: { id, tools } }, ctx, info) =>
      outcome(info, async () => {
        const call = { ...runTarget(ctx, id), tools: tools ?? 'RECORDED' }
        return findRun(await ctx.operations.history.replayRun(call), ctx, info)
      }),
  }),
}))

function runTarget(ctx: GraphQLContext, id: string) {
  return {
    projectId: ctx.project.id,
    runId: readId('Run', id, 'id'),
    by: ctx.caller.name,
    trace: ctx.trace ?? null,
  }
}

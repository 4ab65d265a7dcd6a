import { runFork } from '../../domain/run-calls.ts'
import { replayTools, runOverrides } from '../../domain/run-history.ts'
import { builder } from '../builder.ts'
import { one, required, rowFields } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { enumOf, inputFields, objectOf } from '../shape.ts'
import { Run } from './run.ts'
import { oldestRunFirst, runs } from './run-list.ts'
import { actor } from './run-mutations.ts'

const ReplayToolsEnum = enumOf(replayTools)

builder.prismaObjectFields(Run, (t) => ({
  ...rowFields(t, {
    forkedFrom:
      'Run that this run was forked from or that it retries. Null if it is neither a fork nor a retry.',
    forkedAfterStep:
      "Number of the last step that the run took over from `forkedFrom`. 0 if it began from the start. The run's own steps continue the numbering. Null if the run is not a fork.",
    replayOf: 'Run whose record this run replays. Null if the run is not a replay.',
  }),
  overrides: t.field({
    type: objectOf(runOverrides),
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

mutation('forkRun', {
  description:
    "Starts a new run from the state of another run after one of its steps, whether the other run has ended or not. The new run is a top-level run with the same version of the agent. It takes over history, context and artifacts and begins with no cost. It belongs to no session, but the earlier messages of the original's session stay in its history. Its step limit is that of the original and includes the steps that it took over; its time and budget begin anew.",
  argument: 'Run to fork, and the changes for the new run.',
  input: { id: required.idOf('Run', 'Global id of the run to fork.'), ...inputFields(runFork) },
  result: Run,
  gives: 'New run, or the error.',
  errors: ['InvalidInput', 'NotFound'],
  resolve: async ({ id: runId, ...changes }, ctx) =>
    (await ctx.operations.history.forkRun({ ...changes, runId, ...actor(ctx) })).runId,
})

mutation('retryRun', {
  description:
    'Starts a new run with the same version of the agent, input, context, plan, session and original limits as a run that has ended or is paused. A paused run stays paused. The retry of a fork begins where the fork began.',
  argument: 'Run to retry.',
  input: { id: required.idOf('Run') },
  result: Run,
  gives: 'New run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async ({ id: runId }, ctx) =>
    (await ctx.operations.history.retryRun({ runId, ...actor(ctx) })).runId,
})

mutation('replayRun', {
  description:
    'Starts a new run that executes an ended or paused run against the recorded answers of its models. No provider is called and the model calls cost nothing. Messages that were sent to the run arrive before the same steps, and pauses that the run continued after are skipped; with recorded tools, gates are skipped too. If no recorded answer fits, because the code or the tools changed, the replay fails with REPLAY_DIVERGED. The replay of a run that a caller, its time or its budget stopped fails in the same way at the end of the record.',
  argument: 'Run to replay.',
  input: {
    id: required.idOf('Run'),
    tools: one(ReplayToolsEnum, 'Treatment of tool calls. Default RECORDED.'),
  },
  result: Run,
  gives: 'New run, or the error.',
  resolve: async ({ id: runId, tools = 'RECORDED' }, ctx) =>
    (await ctx.operations.history.replayRun({ runId, tools, ...actor(ctx) })).runId,
})

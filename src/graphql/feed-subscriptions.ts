import { builder } from './builder.ts'
import { followProject, followSession } from './follow-feeds.ts'
import { followRunChanges } from './follow-run-changes.ts'
import { Run, RunFilterInput } from './run.ts'
import { RunEventObject } from './run-event.ts'
import { toShownEvent } from './shown-events.ts'

const after = 'The `cursor` of the last event that was received; left out, the stream begins now.'
const types = 'Only events of these types.'

builder.subscriptionFields((t) => ({
  sessionEvents: t.field({
    type: RunEventObject,
    description:
      'The events of all runs of a session and of the runs below them, live, in one order that agrees with the order within each run. A session that does not exist yet is waited for. Its cursors are of another kind than those of `runEvents`.',
    args: {
      sessionKey: t.arg.string({ description: "The session's key.", required: true }),
      after: t.arg.string({ description: after }),
      types: t.arg.stringList({ description: types }),
    },
    subscribe: (_, args, ctx) => followSession(ctx, args),
    resolve: toShownEvent,
  }),
  projectEvents: t.field({
    type: RunEventObject,
    description:
      'The events of all runs of the project, live, in one order that agrees with the order within each run. Its cursors are of another kind than those of `runEvents`.',
    args: {
      after: t.arg.string({ description: after }),
      types: t.arg.stringList({ description: types }),
    },
    subscribe: (_, args, ctx) => followProject(ctx, args),
    resolve: toShownEvent,
  }),
  runUpdated: t.field({
    type: Run,
    description:
      'A run when it is made and each time that its status changes, as it is then, from now on. Two changes that come right after each other may come as one. What was there before is in `runs`.',
    args: {
      filter: t.arg({
        type: RunFilterInput,
        description: 'Only runs that this keeps, by what they are when they are given.',
      }),
    },
    subscribe: (_, { filter }, ctx) => followRunChanges(ctx, filter ?? null),
    resolve: (run) => run,
  }),
}))

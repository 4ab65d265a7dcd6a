import { builder } from './builder.ts'
import { followRun } from './follow-run.ts'
import { RunEventObject } from './run-event.ts'
import { toShownEvent } from './shown-events.ts'

builder.subscriptionField('runEvents', (t) =>
  t.field({
    type: RunEventObject,
    description:
      'Every event of the run after the cursor (from the first when none), then live ones; completes after the last.',
    args: {
      runId: t.arg.id({ description: "The run's global id.", required: true }),
      after: t.arg.string({ description: 'The `cursor` of the last event that was received.' }),
      includeDescendants: t.arg.boolean({
        description:
          'Whether the events of all runs below it come too, in one order that agrees with the order within each run. Default false. Its cursors are of another kind.',
      }),
      types: t.arg.stringList({ description: 'Only events of these types.' }),
    },
    subscribe: (_, args, ctx) => followRun(ctx, args),
    resolve: toShownEvent,
  }),
)

import { builder } from './builder.ts'
import { followGates } from './follow-gates.ts'
import { Gate } from './gate.ts'
import { GateStatus } from './gate-enums.ts'

builder.subscriptionField('gateUpdated', (t) =>
  t.field({
    type: Gate,
    description:
      'A gate of the project when it opens and when it is resolved, as it is then, from now on. What was there before is in `gates`.',
    args: {
      status: t.arg({
        type: [GateStatus],
        description: 'Only gates that came into one of these states and are still in it.',
      }),
      runId: t.arg.id({ description: 'Only gates of this run, by its global id.' }),
      includeDescendants: t.arg.boolean({
        description: 'With `runId`: whether those of the runs below it come too. Default false.',
      }),
    },
    subscribe: (_, args, ctx) => followGates(ctx, args),
    resolve: ({ gateId }) => ({ id: gateId }),
  }),
)

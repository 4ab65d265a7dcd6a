import { sessionFilter } from '../../domain/filters.ts'
import { builder } from '../builder.ts'
import { defineList } from '../paging/list.ts'
import { timeColumn, toOrder } from '../paging/order.ts'
import { Run } from './run.ts'
import { Session } from './session.ts'

/** An active session has one run that is executed and others that wait for it. */
const maxActiveRuns = 100

builder.prismaObjectField(Session, 'activeRuns', (t) =>
  t.field({
    type: [Run],
    description:
      'Runs of the session that are QUEUED, RUNNING or WAITING, oldest first, at most 100. Empty if the session is idle.',
    extensions: { weight: 10 },
    resolve: ({ id }, _, ctx, info) =>
      ctx.loaders
        .ofField<string, readonly { id: string }[]>(info, 'activeRuns', async (ids) =>
          (await ctx.reads.activeRuns(ctx.project.id, ids, maxActiveRuns)).map((runs) => runs.map(toStub)),
        )
        .load(id),
  }),
)

/** A run with its id alone: its selected fields are read together with those of the other runs. */
function toStub(id: string) {
  return { id }
}

const orders = {
  LAST_ACTIVE_AT: timeColumn('lastActiveAt', 'Time when a run of the session was last triggered.'),
  CREATED_AT: timeColumn('createdAt', 'Time when the session was created.'),
}

const sessions = defineList(Session, {
  table: 'Session',
  words: ['session', 'sessions'],
  filter: sessionFilter,
  where: ({ project }, filter) => ({ kind: 'sessions', projectId: project.id, filter: filter ?? {} }),
  orders,
  order: toOrder(orders, { field: 'LAST_ACTIVE_AT', direction: 'DESC' }),
})

sessions.query('sessions', 'Sessions of the project, the last active first if you give no order.')

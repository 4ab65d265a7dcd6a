import { runFilter } from '../../domain/filters.ts'
import { everything } from '../../domain/row-list.ts'
import { builder } from '../builder.ts'
import { defineList } from '../paging/list.ts'
import { type OrderColumns, timeColumn, toOrder } from '../paging/order.ts'
import { queryById } from '../row-object.ts'
import { Agent } from './agent.ts'
import { Run } from './run.ts'
import { Session } from './session.ts'

const orders = {
  CREATED_AT: timeColumn('createdAt', 'Time when the run was accepted.'),
  COMPLETED_AT: {
    ...timeColumn(
      'completedAt',
      'Time when the run reached a final status. A run that has not ended counts as the latest.',
    ),
    nullable: true,
  },
  DURATION: {
    ...{ column: 'durationMs', type: 'int', nullable: true },
    description: 'Duration of the run. A run that has not ended counts as the longest.',
  },
  COST: {
    ...{ column: 'costUsd', type: 'numeric', nullable: false },
    description: "Cost of the run's own model calls when it last stopped running: paused, waiting or ended.",
  },
} satisfies OrderColumns<string>

export const runs = defineList(Run, {
  table: 'Run',
  words: ['run', 'runs'],
  filter: runFilter,
  where: ({ project, caller }, filter) =>
    filter === null && caller.access === null
      ? everything
      : { kind: 'runs', projectId: project.id, filter: { ...filter, within: caller.access?.scope } },
  orders,
  order: toOrder(orders, { field: 'CREATED_AT', direction: 'DESC' }),
})

export const oldestRunFirst = toOrder(orders, { field: 'CREATED_AT', direction: 'ASC' })

builder.prismaObjectField(Run, 'children', (t) =>
  t.field(
    runs.field({
      description: 'Child runs of the run, oldest first.',
      ...{ column: 'parentId', takes: [], order: oldestRunFirst },
    }),
  ),
)

builder.prismaObjectField(Agent, 'runs', (t) =>
  t.field(
    runs.field({ description: 'Runs of the agent, newest first.', column: 'agentId', takes: ['filter'] }),
  ),
)

builder.prismaObjectField(Session, 'runs', (t) =>
  t.field(runs.field({ description: 'Runs of the session, newest first.', column: 'sessionId', takes: [] })),
)

queryById('Run', Run)

runs.query('runs', 'Runs of the project, newest first if you give no order.')

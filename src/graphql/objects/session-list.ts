import type { List, SessionFilter } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { connect } from '../paging/connection.ts'
import { type OrderArgument, OrderDirection, toOrder } from '../paging/order.ts'
import { toAgentKey } from './binding.ts'
import { checkTexts } from './definition.ts'
import { checkRanges } from './filter-ranges.ts'
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

const SessionFilterInput = builder.inputType('SessionFilter', {
  description: 'Filter for sessions. Each field that is given must match.',
  fields: (t) => ({
    agent: t.id({ description: 'Sessions whose first run was of this agent, by its global id or slug.' }),
    search: t.string({ description: 'Text that the key contains, in any case of letters.' }),
    hasActiveRun: t.boolean({
      description: 'Whether a run of the session is QUEUED, RUNNING or WAITING.',
    }),
    createdAfter: t.field({ type: 'DateTime', description: 'Sessions created after this time.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Sessions created before this time.' }),
    activeAfter: t.field({ type: 'DateTime', description: 'Sessions last active after this time.' }),
    activeBefore: t.field({ type: 'DateTime', description: 'Sessions last active before this time.' }),
  }),
})

const SessionOrderField = describedEnum(
  'SessionOrderField',
  'Fields that sessions can be ordered by. Sessions with equal values are ordered by id.',
  {
    LAST_ACTIVE_AT: 'Time when a run of the session was last triggered.',
    CREATED_AT: 'Time when the session was created.',
  },
)

const SessionOrderInput = builder.inputType('SessionOrder', {
  description: 'Order of a list of sessions.',
  fields: (t) => ({
    field: t.field({ type: SessionOrderField, description: 'Field to order by.', required: true }),
    direction: t.field({ type: OrderDirection, description: 'Direction of the order.', required: true }),
  }),
})

const columns = {
  LAST_ACTIVE_AT: { column: 'lastActiveAt', type: 'timestamptz', nullable: false },
  CREATED_AT: { column: 'createdAt', type: 'timestamptz', nullable: false },
} as const

const lastActiveFirst = { field: 'LAST_ACTIVE_AT', direction: 'DESC' } as const

const SessionConnection = builder.connectionObject(
  { type: Session, name: 'SessionConnection', description: 'Page of sessions.' },
  { name: 'SessionEdge', description: 'Session and its position in the list.' },
)

builder.queryField('sessions', (t) =>
  t.field({
    type: SessionConnection,
    description: 'Sessions of the project, the last active first if you give no order.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: SessionFilterInput,
        description: 'Filter for the sessions. All sessions if you leave it out.',
      }),
      orderBy: t.arg({ type: SessionOrderInput, description: 'Order of the sessions.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect(
        { ctx, info, args },
        sessionsOf(ctx, args.filter ?? {}, args.orderBy ?? lastActiveFirst),
        (query, ids) => ctx.prisma.session.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

/** Filter of sessions as callers write it: an agent by its slug or global id. */
interface SessionFilterArguments extends Omit<SessionFilter, 'agent'> {
  readonly agent?: string | null | undefined
}

/** @throws INVALID_INPUT */
function sessionsOf(
  { project }: GraphQLContext,
  { agent, ...filter }: SessionFilterArguments,
  order: OrderArgument<keyof typeof columns>,
): List & { readonly of: string } {
  checkRanges(filter, [
    ['createdAfter', 'createdBefore'],
    ['activeAfter', 'activeBefore'],
  ])
  const kept: SessionFilter = {
    ...checkTexts(filter, ['search']),
    agent: agent == null ? null : toAgentKey(agent),
  }
  return {
    of: project.id,
    table: 'Session',
    parent: 'projectId',
    where: { kind: 'sessions', projectId: project.id, filter: kept },
    order: toOrder(columns, order),
  }
}

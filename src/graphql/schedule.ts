import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { missedPolicies, type MissedPolicy as Policy } from '../domain/schedule.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import type { GraphQLContext } from './context.ts'
import { describedEnum } from './described-enum.ts'
import { toGlobalId } from './global-id.ts'
import { byCreation, everything, type List } from './keyset.ts'
import { Run, RunConnection } from './run.ts'
import { runsOf } from './run-list.ts'

export const MissedPolicy = describedEnum(
  'MissedPolicy',
  'What becomes of the times of a schedule that went by while no process was there.',
  {
    SKIP: 'Nothing: it goes on with the next time.',
    ONCE: 'One run stands for all of them, as soon as a process is there.',
  } satisfies Readonly<Record<Policy, string>>,
)

export const Schedule = builder.prismaObject('Schedule', {
  description: 'When an agent is run without anybody asking, and with what.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Schedule', id) }),
    agent: t.relation('agent', { description: 'Who is run: its newest version at that time.' }),
    cron: t.exposeString('cron', {
      description: 'Five fields: minute, hour, day of the month, month, day of the week.',
    }),
    timeZone: t.exposeString('timeZone', { description: 'Whose clocks it goes by: `Europe/Berlin`.' }),
    input: t.exposeString('input', { description: 'What the agent is asked.' }),
    sessionKey: t.exposeString('sessionKey', {
      description: 'The session that its runs share; null where each is by itself.',
      nullable: true,
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it fires.' }),
    missed: t.field({
      type: MissedPolicy,
      description: 'What becomes of times that went by while no process was there.',
      select: { missed: true },
      // The engine is its only writer, and writes none but these.
      resolve: ({ missed }) => missedPolicies.find((known) => known === missed) ?? 'ONCE',
    }),
    nextAt: t.expose('nextAt', {
      type: 'DateTime',
      description: 'The next time that it fires; null where it does not.',
      nullable: true,
    }),
    lastAt: t.expose('lastAt', {
      type: 'DateTime',
      description: 'The last time that it fired for; null before the first.',
      nullable: true,
    }),
    lastError: t.exposeString('lastError', {
      description: 'Why its last time brought no run; null where it did.',
      nullable: true,
    }),
    nextFireTimes: t.field({
      type: ['DateTime'],
      description: 'The next times; none where it is not enabled.',
      args: { count: t.arg.int({ description: 'How many, from 1 to 100. Default 5.' }) },
      select: { cron: true, timeZone: true, nextAt: true },
      resolve: (schedule, { count }, ctx) => [
        ...ctx.operations.schedules.nextFireTimes(schedule, count ?? 5),
      ],
    }),
    runs: t.field({
      type: RunConnection,
      description: 'The runs that it brought, newest first.',
      args: t.arg.connectionArgs(),
      resolve: ({ id }, args, ctx, info) =>
        connect({ ctx, info, args }, runsOf(ctx, { column: 'scheduleId', id }), (query, ids) =>
          ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
        ),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
})

const ScheduleConnection = builder.connectionObject(
  { type: Schedule, name: 'ScheduleConnection', description: 'A page of schedules.' },
  { name: 'ScheduleEdge', description: 'A schedule and its place in the list.' },
)

builder.queryField('schedules', (t) =>
  t.field({
    type: ScheduleConnection,
    description: 'The schedules of the project, in the order in which they were created.',
    args: t.arg.connectionArgs(),
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, schedulesOf(ctx), (query, ids) =>
        ctx.prisma.schedule.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

builder.prismaObjectFields(Run, (t) => ({
  schedule: t.field({
    type: Schedule,
    description: 'The schedule that it was triggered by; null where it was not, or the schedule is no more.',
    nullable: true,
    select: { scheduleId: true },
    resolve: ({ scheduleId }, _, ctx, info) =>
      scheduleId === null ? null : findSchedule(scheduleId, ctx, info),
  }),
  scheduledFor: t.expose('scheduledFor', {
    type: 'DateTime',
    description: 'The time of the schedule that it is for.',
    nullable: true,
  }),
}))

/** Those of all runs of a list are read together; there is no row for one that was deleted. */
function findSchedule(
  scheduleId: string,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<{ readonly id: string } | null> {
  const { select } = queryFromInfo({ context: ctx, info, select: { id: true } })
  const loader = ctx.loaders.ofField<string, { readonly id: string } | null>(info, 'row', async (ids) => {
    const where = { id: { in: [...ids] }, projectId: ctx.project.id }
    const rows = new Map((await ctx.prisma.schedule.findMany({ select, where })).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  })
  return loader.load(scheduleId)
}

function schedulesOf({ project }: GraphQLContext): List & { readonly of: string } {
  return { of: project.id, table: 'Schedule', parent: 'projectId', where: everything, order: byCreation }
}

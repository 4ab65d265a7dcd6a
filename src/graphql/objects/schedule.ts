import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { byCreation, everything, type List } from '../../domain/row-list.ts'
import { misfirePolicies, type MisfirePolicy as Policy } from '../../domain/schedule.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, toGlobalId } from '../global-id.ts'
import { deletion, refuseNull } from '../mutation.ts'
import { connect } from '../paging/connection.ts'
import { toAgentKey } from './binding.ts'
import { Run, RunConnection } from './run.ts'
import { runsOf } from './run-list.ts'

const MisfirePolicy = describedEnum(
  'MisfirePolicy',
  'What becomes of the times of a schedule that went by while no process was there.',
  {
    SKIP: 'Nothing: it goes on with the next time.',
    ONCE: 'One run stands for all of them, as soon as a process is there.',
  } satisfies Readonly<Record<Policy, string>>,
)

const Schedule = builder.prismaObject('Schedule', {
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
    misfirePolicy: t.field({
      type: MisfirePolicy,
      description: 'What becomes of times that went by while no process was there.',
      select: { misfirePolicy: true },
      // The engine is its only writer, and writes none but these.
      resolve: ({ misfirePolicy }) => misfirePolicies.find((known) => known === misfirePolicy) ?? 'ONCE',
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

const CreateScheduleInput = builder.inputType('CreateScheduleInput', {
  description: 'When an agent is to be run, and with what.',
  fields: (t) => ({
    agent: t.string({ description: "The agent's global id or slug.", required: true }),
    cron: t.string({
      description:
        "Five fields: minute, hour, day of the month, month, day of the week. `0 9 * * 1-5`: at nine o'clock on working days.",
      required: true,
    }),
    timeZone: t.string({ description: 'Whose clocks it goes by: `Europe/Berlin`. Default `UTC`.' }),
    input: t.string({ description: 'What the agent is asked.', required: true }),
    sessionKey: t.string({ description: 'The session that its runs share; each is by itself without one.' }),
    enabled: t.boolean({ description: 'Whether it fires. Default true.' }),
    misfirePolicy: t.field({
      type: MisfirePolicy,
      description: 'What becomes of times that go by while no process is there. Default ONCE.',
    }),
  }),
})

const UpdateScheduleInput = builder.inputType('UpdateScheduleInput', {
  description:
    'What is to be changed of a schedule; what is left out stays. Only for `sessionKey` does null mean something.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', required: true }),
    agent: t.string({ description: "The agent's global id or slug." }),
    cron: t.string({ description: 'Five fields, as in `createSchedule`.' }),
    timeZone: t.string({ description: 'Whose clocks it goes by.' }),
    input: t.string({ description: 'What the agent is asked.' }),
    sessionKey: t.string({ description: 'The session that its runs share; null for none.' }),
    enabled: t.boolean({
      description:
        'False: it fires no more. True: it goes on with the next time; what went by meanwhile is not made up for.',
    }),
    misfirePolicy: t.field({
      type: MisfirePolicy,
      description: 'What becomes of times that go by while no process is there.',
    }),
  }),
})

const ScheduleDeletion = deletion('Schedule')

const CreateScheduleResult = resultOf('CreateScheduleResult', Schedule, {
  description: 'The new schedule, or why there is none.',
  errors: ['InvalidInput', 'NotFound', 'LimitExceeded'],
})

const UpdateScheduleResult = resultOf('UpdateScheduleResult', Schedule, {
  description: 'The changed schedule, or why it was not changed.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationFields((t) => ({
  createSchedule: t.field({
    type: CreateScheduleResult,
    description:
      'Has an agent run at the times of a cron expression, once for each however many processes there are.',
    args: { input: t.arg({ type: CreateScheduleInput, description: 'The schedule.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { scheduleId: id } = await ctx.operations.schedules.createSchedule({
          projectId: ctx.project.id,
          agent: toAgentKey(input.agent),
          cron: input.cron,
          timeZone: input.timeZone ?? undefined,
          input: input.input,
          sessionKey: input.sessionKey ?? undefined,
          enabled: input.enabled ?? undefined,
          misfirePolicy: input.misfirePolicy ?? undefined,
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Schedule', select: { id: true } })
        return ctx.prisma.schedule.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  updateSchedule: t.field({
    type: UpdateScheduleResult,
    description: 'Changes a schedule. With other times it begins anew from now.',
    args: { input: t.arg({ type: UpdateScheduleInput, description: 'The changes.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        refuseNull(input, ['agent', 'cron', 'timeZone', 'input', 'enabled', 'misfirePolicy'])
        const { scheduleId: id } = await ctx.operations.schedules.updateSchedule({
          projectId: ctx.project.id,
          scheduleId: findId('Schedule', input.id),
          agent: input.agent == null ? undefined : toAgentKey(input.agent),
          cron: input.cron ?? undefined,
          timeZone: input.timeZone ?? undefined,
          input: input.input ?? undefined,
          sessionKey: input.sessionKey,
          enabled: input.enabled ?? undefined,
          misfirePolicy: input.misfirePolicy ?? undefined,
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Schedule', select: { id: true } })
        return ctx.prisma.schedule.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deleteSchedule: t.field({
    type: ScheduleDeletion.Result,
    description: 'Removes a schedule. The runs that it brought stay.',
    args: { input: t.arg({ type: ScheduleDeletion.Input, description: 'The schedule.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, scheduleId: findId('Schedule', input.id) }
        const { scheduleId } = await ctx.operations.schedules.deleteSchedule(call)
        return { id: toGlobalId('Schedule', scheduleId) }
      }),
  }),
}))

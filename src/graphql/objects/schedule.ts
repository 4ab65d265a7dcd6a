import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { byCreation } from '../../domain/row-list.ts'
import { misfirePolicies, type MisfirePolicy as Policy } from '../../domain/schedule.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { deletion, refuseNull } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { toAgentKey } from './binding.ts'
import { Run } from './run.ts'
import { runs } from './run-list.ts'
import { findRun } from './run-mutations.ts'

const MisfirePolicy = describedEnum(
  'MisfirePolicy',
  'Treatment of the times of a schedule that passed while no process was running.',
  {
    SKIP: 'The missed times are skipped. The schedule continues with the next time.',
    ONCE: 'One run stands for all missed times. It starts as soon as a process is running.',
  } satisfies Readonly<Record<Policy, string>>,
)

const Schedule = builder.prismaObject('Schedule', {
  description: 'Rule that runs an agent at the times of a cron expression.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the schedule.', resolve: ({ id }) => toGlobalId('Schedule', id) }),
    agent: t.relation('agent', {
      description: 'Agent that the schedule runs, in its newest version at that time.',
    }),
    cron: t.exposeString('cron', {
      description:
        'Cron expression with five fields: minute, hour, day of the month, month, day of the week.',
    }),
    timeZone: t.exposeString('timeZone', { description: 'Time zone of the schedule: `Europe/Berlin`.' }),
    input: t.exposeString('input', { description: 'Input of the runs.' }),
    sessionKey: t.exposeString('sessionKey', {
      description: 'Key of the session that the runs share. Null if each run has no session.',
      nullable: true,
    }),
    tags: t.exposeStringList('tags', { description: 'Tags that the runs get, in alphabetical order.' }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'Metadata that the runs get.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the schedule is enabled.' }),
    misfirePolicy: t.field({
      type: MisfirePolicy,
      description: 'Treatment of times that passed while no process was running.',
      select: { misfirePolicy: true },
      // The engine is its only writer, and writes none but these.
      resolve: ({ misfirePolicy }) => misfirePolicies.find((known) => known === misfirePolicy) ?? 'ONCE',
    }),
    nextFireAt: t.expose('nextAt', {
      type: 'DateTime',
      description: 'Next time of the schedule. Null if it is not enabled or has no further time.',
      nullable: true,
    }),
    lastFiredAt: t.expose('lastAt', {
      type: 'DateTime',
      description: 'Last time for which the schedule fired. Null if it has not fired.',
      nullable: true,
    }),
    lastError: t.exposeString('lastError', {
      description: 'Reason why the last time started no run. Null if it started one.',
      nullable: true,
    }),
    nextFireTimes: t.field({
      type: ['DateTime'],
      description: 'Next times of the schedule. Empty if it is not enabled or has no further time.',
      args: { count: t.arg.int({ description: 'Number of times, from 1 to 100. Default 5.' }) },
      select: { cron: true, timeZone: true, nextAt: true },
      resolve: (schedule, { count }, ctx) => [
        ...ctx.operations.schedules.nextFireTimes(schedule, count ?? 5),
      ],
    }),
    runs: t.field(
      runs.field({
        description: 'Runs that the schedule started, newest first.',
        ...{ column: 'scheduleId', takes: [] },
      }),
    ),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the schedule was created.',
    }),
  }),
})

const schedules = defineList(Schedule, {
  table: 'Schedule',
  words: ['schedule', 'schedules'],
  order: byCreation,
})

builder.queryFields((t) => ({
  schedule: t.prismaField({
    type: Schedule,
    description: 'Schedule with this id. Null if the project has no such schedule.',
    nullable: true,
    args: {
      id: t.arg.id({
        description: 'Global id of the schedule, or its UUID as logs show it.',
        required: true,
      }),
    },
    resolve: (query, _, { id }, { prisma, project }) =>
      prisma.schedule.findUnique({
        ...query,
        where: { id: readId('Schedule', id, 'id'), projectId: project.id },
      }),
  }),
  schedules: t.field(
    schedules.field({ description: 'Schedules of the project, in the order of their creation.' }),
  ),
}))

builder.prismaObjectFields(Run, (t) => ({
  schedule: t.field({
    type: Schedule,
    description:
      'Schedule that triggered the run. Null if no schedule triggered it or the schedule was deleted.',
    nullable: true,
    select: { scheduleId: true },
    resolve: ({ scheduleId }, _, ctx, info) =>
      scheduleId === null ? null : findSchedule(scheduleId, ctx, info),
  }),
  scheduledFor: t.expose('scheduledFor', {
    type: 'DateTime',
    description:
      'Time of the schedule that the run is for. Null if no schedule triggered the run, or if a caller fired the schedule.',
    nullable: true,
  }),
}))

/** Schedules of all runs of a list are read together. A deleted schedule has no row. */
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

const CreateScheduleInput = builder.inputType('CreateScheduleInput', {
  description: 'Input of `createSchedule`.',
  fields: (t) => ({
    agent: t.id({ description: 'Global id or slug of the agent.', required: true }),
    cron: t.string({
      description:
        'Cron expression with five fields: minute, hour, day of the month, month, day of the week. `0 9 * * 1-5` means at 9:00 on Monday to Friday.',
      required: true,
    }),
    timeZone: t.string({ description: 'Time zone of the schedule: `Europe/Berlin`. Default `UTC`.' }),
    input: t.string({ description: 'Input of the runs.', required: true }),
    sessionKey: t.string({
      description: 'Key of the session that the runs share. If you leave it out, the runs have no session.',
    }),
    tags: t.stringList({ description: 'Tags of the runs, as in `triggerRun`. Default: none.' }),
    metadata: t.field({
      type: 'JSON',
      description: 'Metadata of the runs, as in `triggerRun`. Default: none.',
    }),
    enabled: t.boolean({ description: 'Whether the schedule is enabled. Default true.' }),
    misfirePolicy: t.field({
      type: MisfirePolicy,
      description: 'Treatment of times that pass while no process is running. Default ONCE.',
    }),
  }),
})

const UpdateScheduleInput = builder.inputType('UpdateScheduleInput', {
  description:
    'Input of `updateSchedule`. A field that you leave out stays unchanged. Null has a meaning only for `sessionKey`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the schedule.', required: true }),
    agent: t.id({ description: 'Global id or slug of the agent.' }),
    cron: t.string({ description: 'Cron expression with five fields, as in `createSchedule`.' }),
    timeZone: t.string({ description: 'Time zone of the schedule.' }),
    input: t.string({ description: 'Input of the runs.' }),
    sessionKey: t.string({ description: 'Key of the session that the runs share. Null for no session.' }),
    tags: t.stringList({ description: 'Tags of the runs from now on. They replace the earlier ones.' }),
    metadata: t.field({
      type: 'JSON',
      description: 'Metadata of the runs from now on. It replaces the earlier one.',
    }),
    enabled: t.boolean({
      description:
        'Whether the schedule is enabled. If you enable it, it continues with the next time; times that passed meanwhile are skipped.',
    }),
    misfirePolicy: t.field({
      type: MisfirePolicy,
      description: 'Treatment of times that pass while no process is running.',
    }),
  }),
})

const ScheduleDeletion = deletion('Schedule')

const FireScheduleInput = builder.inputType('FireScheduleInput', {
  description: 'Input of `fireSchedule`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the schedule.', required: true }) }),
})

const FireScheduleResult = resultOf('FireScheduleResult', Run, {
  description: 'Accepted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const CreateScheduleResult = resultOf('CreateScheduleResult', Schedule, {
  description: 'New schedule, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

const UpdateScheduleResult = resultOf('UpdateScheduleResult', Schedule, {
  description: 'Changed schedule, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  createSchedule: t.field({
    type: CreateScheduleResult,
    description:
      'Creates a schedule that runs an agent at the times of a cron expression. Each time starts one run, however many processes exist.',
    args: { input: t.arg({ type: CreateScheduleInput, description: 'Schedule to create.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { scheduleId: id } = await ctx.operations.schedules.createSchedule({
          projectId: ctx.project.id,
          agent: toAgentKey(input.agent),
          cron: input.cron,
          timeZone: input.timeZone ?? undefined,
          input: input.input,
          sessionKey: input.sessionKey ?? undefined,
          tags: input.tags ?? undefined,
          metadata: input.metadata ?? undefined,
          enabled: input.enabled ?? undefined,
          misfirePolicy: input.misfirePolicy ?? undefined,
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Schedule', select: { id: true } })
        return ctx.prisma.schedule.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  updateSchedule: t.field({
    type: UpdateScheduleResult,
    description: 'Changes a schedule. If its times change, it starts again from now.',
    args: {
      input: t.arg({ type: UpdateScheduleInput, description: 'Schedule, and its changes.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        refuseNull(input, [
          'agent',
          'cron',
          'timeZone',
          'input',
          'tags',
          'metadata',
          'enabled',
          'misfirePolicy',
        ])
        const { scheduleId: id } = await ctx.operations.schedules.updateSchedule({
          projectId: ctx.project.id,
          scheduleId: readId('Schedule', input.id, 'id'),
          agent: input.agent == null ? undefined : toAgentKey(input.agent),
          cron: input.cron ?? undefined,
          timeZone: input.timeZone ?? undefined,
          input: input.input ?? undefined,
          sessionKey: input.sessionKey,
          tags: input.tags ?? undefined,
          metadata: input.metadata ?? undefined,
          enabled: input.enabled ?? undefined,
          misfirePolicy: input.misfirePolicy ?? undefined,
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Schedule', select: { id: true } })
        return ctx.prisma.schedule.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  fireSchedule: t.field({
    type: FireScheduleResult,
    description:
      'Starts a run of a schedule now, with its agent, input and session, whether it is enabled or not. The times of the schedule do not change, and `scheduledFor` of the run is null.',
    args: { input: t.arg({ type: FireScheduleInput, description: 'Schedule to fire.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const scheduleId = readId('Schedule', input.id, 'id')
        const by = { by: ctx.caller.name, trace: ctx.trace ?? null }
        const call = { projectId: ctx.project.id, scheduleId, ...by }
        return findRun(await ctx.operations.schedules.fireSchedule(call), ctx, info)
      }),
  }),
  deleteSchedule: t.field({
    type: ScheduleDeletion.Result,
    description: 'Deletes a schedule. The runs that it started stay.',
    args: {
      input: t.arg({ type: ScheduleDeletion.Input, description: 'Schedule to delete.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, scheduleId: readId('Schedule', input.id, 'id') }
        const { scheduleId } = await ctx.operations.schedules.deleteSchedule(call)
        return { id: toGlobalId('Schedule', scheduleId) }
      }),
  }),
}))

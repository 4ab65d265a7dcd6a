import { byCreation } from '../../domain/row-list.ts'
import { misfirePolicy, newSchedule, scheduleChange } from '../../domain/schedule.ts'
import { builder } from '../builder.ts'
import { required } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { loadRow, queryById, rowObject } from '../row-object.ts'
import { enumOf, inputFields } from '../shape.ts'
import { storedDeadline, storedPricing } from '../stored-pricing.ts'
import { Run } from './run.ts'
import { runs } from './run-list.ts'
import { actor } from './run-mutations.ts'

const Schedule = rowObject(
  'Schedule',
  'Rule that runs an agent at the times of a cron expression.',
  {
    agent: 'Agent that the schedule runs, in the version that new runs get at that time.',
    cron: 'Cron expression with five fields: minute, hour, day of the month, month, day of the week.',
    timeZone: 'Time zone of the schedule: `Europe/Berlin`.',
    input: 'Input of the runs.',
    sessionKey: 'Key of the session that the runs share. Null if each run has no session.',
    tags: 'Tags that the runs get, in alphabetical order.',
    metadata: 'Metadata that the runs get.',
    batchDeadlineMs: storedDeadline,
    enabled: 'Whether the schedule is enabled.',
    lastError: 'Reason why the last time started no run. Null if it started one.',
    createdAt: 'Time when the schedule was created.',
  },
  (t) => ({
    misfirePolicy: t.field({
      type: enumOf(misfirePolicy),
      description: 'Treatment of times that passed while no process was running.',
      select: { misfirePolicy: true },
      // The engine is its only writer, and writes none but these.
      resolve: (schedule) =>
        misfirePolicy.options.find((known) => known === schedule.misfirePolicy) ?? 'ONCE',
    }),
    pricing: t.field(storedPricing),
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
  }),
)

const schedules = defineList(Schedule, {
  table: 'Schedule',
  words: ['schedule', 'schedules'],
  order: byCreation,
})

queryById('Schedule', Schedule)

schedules.query('schedules', 'Schedules of the project, in the order of their creation.')

builder.prismaObjectFields(Run, (t) => ({
  schedule: t.field({
    type: Schedule,
    description:
      'Schedule that triggered the run. Null if no schedule triggered it or the schedule was deleted.',
    nullable: true,
    select: { scheduleId: true },
    resolve: ({ scheduleId }, _, ctx, info) =>
      scheduleId === null ? null : loadRow('Schedule', scheduleId, { ctx, info }),
  }),
  scheduledFor: t.expose('scheduledFor', {
    type: 'DateTime',
    description:
      'Time of the schedule that the run is for. Null if no schedule triggered the run, or if a caller fired the schedule.',
    nullable: true,
  }),
}))

mutation('createSchedule', {
  description:
    'Creates a schedule that runs an agent at the times of a cron expression. Each time starts one run, however many processes exist.',
  argument: 'Schedule to create.',
  input: inputFields(newSchedule),
  result: Schedule,
  gives: 'New schedule, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async (schedule, ctx) =>
    (await ctx.operations.schedules.createSchedule({ ...schedule, projectId: ctx.project.id })).scheduleId,
})

mutation('updateSchedule', {
  description: 'Changes a schedule. If its times change, it starts again from now.',
  argument: 'Schedule, and its changes.',
  note: 'A field that you leave out stays unchanged. Null has a meaning only for `sessionKey`.',
  input: { id: required.idOf('Schedule'), ...inputFields(scheduleChange) },
  nulls: 'REFUSED',
  result: Schedule,
  gives: 'Changed schedule, or the error.',
  resolve: async ({ id: scheduleId, ...changes }, ctx) =>
    (await ctx.operations.schedules.updateSchedule({ ...changes, projectId: ctx.project.id, scheduleId }))
      .scheduleId,
})

mutation('fireSchedule', {
  description:
    'Starts a run of a schedule now, with its agent, input and session, whether it is enabled or not. The times of the schedule do not change, and `scheduledFor` of the run is null.',
  argument: 'Schedule to fire.',
  input: { id: required.idOf('Schedule') },
  result: Run,
  gives: 'Accepted run, or the error.',
  resolve: async ({ id: scheduleId }, ctx) =>
    (await ctx.operations.schedules.fireSchedule({ scheduleId, ...actor(ctx) })).runId,
})

deletes('Schedule', {
  description: 'Deletes a schedule. The runs that it started stay.',
  remove: (scheduleId, ctx) =>
    ctx.operations.schedules.deleteSchedule({ projectId: ctx.project.id, scheduleId }),
})

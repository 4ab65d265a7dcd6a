import { queryFromInfo } from '@pothos/plugin-prisma'
import { toAgentKey } from './binding.ts'
import { builder } from './builder.ts'
import { deletion } from './deletion.ts'
import { outcome, resultOf } from './error.ts'
import { findId, toGlobalId } from './global-id.ts'
import { refuseNull } from './refuse-null.ts'
import { MissedPolicy, Schedule } from './schedule.ts'

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
    missed: t.field({
      type: MissedPolicy,
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
    missed: t.field({
      type: MissedPolicy,
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
          missed: input.missed ?? undefined,
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
        refuseNull(input, ['agent', 'cron', 'timeZone', 'input', 'enabled', 'missed'])
        const { scheduleId: id } = await ctx.operations.schedules.updateSchedule({
          projectId: ctx.project.id,
          scheduleId: findId('Schedule', input.id),
          agent: input.agent == null ? undefined : toAgentKey(input.agent),
          cron: input.cron ?? undefined,
          timeZone: input.timeZone ?? undefined,
          input: input.input ?? undefined,
          sessionKey: input.sessionKey,
          enabled: input.enabled ?? undefined,
          missed: input.missed ?? undefined,
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

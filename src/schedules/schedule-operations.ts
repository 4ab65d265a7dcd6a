import { invalid, RungraphError, tooMany } from '../domain/errors.ts'
import type {
  CreateSchedule,
  FireSchedule,
  ScheduleOperations,
  ScheduleRow,
  ScheduleStore,
  UpdateSchedule,
} from '../domain/schedule.ts'
import { timeZoneNamed } from '../domain/time-zone.ts'
import { checkText } from '../engine/check-input.ts'
import { readLabels, readMetadata, readTags } from '../engine/commands/check-labels.ts'
import { findAgent } from '../engine/commands/find-agent.ts'
import { changedPricing, checkInputText, checkKey } from '../engine/commands/run-input.ts'
import { acceptRun } from '../engine/commands/trigger-run.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { validateCron } from './cron-fault.ts'
import { fireTimesAfter, nextFireTime } from './fire-times.ts'
import { runOf } from './schedules.ts'

/** Maximum number of schedules of one project. */
const maxSchedules = 1_000

const maxTimes = 100

const maxCronBytes = 200

type ScheduleServices = Pick<EngineServices, 'agents' | 'runs' | 'log' | 'newId' | 'clock' | 'wakeups'> & {
  readonly schedules: ScheduleStore
}

/** Creates the operations on schedules (SCHED-5). */
export function createScheduleOperations(services: ScheduleServices): ScheduleOperations {
  return {
    createSchedule: (call) => createSchedule(call, services),
    updateSchedule: (call) => updateSchedule(call, services),
    deleteSchedule: async ({ projectId, scheduleId }) => {
      if (await services.schedules.delete(projectId, scheduleId)) return { scheduleId }
      throw new RungraphError('NOT_FOUND', { kind: 'schedule' })
    },
    fireSchedule: (call) => fireNow(call, services),
    nextFireTimes: (schedule, count) => {
      if (count < 1 || count > maxTimes)
        throw invalid('count', `is ${count}; it must be from 1 to ${maxTimes}.`)
      if (schedule.nextAt === null) return []
      return fireTimesAfter(schedule, services.clock.now(), count).map((time) => new Date(time))
    },
  }
}

async function createSchedule(
  call: CreateSchedule,
  services: ScheduleServices,
): Promise<{ readonly scheduleId: string }> {
  const {
    projectId,
    cron,
    input,
    timeZone = 'UTC',
    sessionKey = null,
    enabled = true,
    misfirePolicy = 'ONCE',
  } = call
  const labels = readLabels(call)
  const zone = checkTimeZone(timeZone)
  const settings = {
    ...{ cron, timeZone: zone, input, sessionKey, ...labels, enabled, misfirePolicy },
    ...changedPricing(call, null),
  }
  checkSchedule(settings)
  const agentId = await agentOf(projectId, call.agent, services)
  const nextAt = nextOf(settings, services)
  const schedule = { id: services.newId(), projectId, agentId, ...settings, nextAt }
  if (await services.schedules.insert(schedule, maxSchedules)) return { scheduleId: schedule.id }
  throw tooMany('schedules of the project', {
    max: maxSchedules,
    remedy: 'Delete those that are not needed.',
  })
}

/** Times that passed before a schedule is enabled or changed are skipped. */
async function updateSchedule(
  call: UpdateSchedule,
  services: ScheduleServices,
): Promise<{ readonly scheduleId: string }> {
  const { projectId, scheduleId } = call
  for (;;) {
    const before = await services.schedules.find(projectId, scheduleId)
    if (!before) throw new RungraphError('NOT_FOUND', { kind: 'schedule' })
    const after = await changed(before, call, services)
    // If the schedule fired in the meantime, the change is computed again.
    if (await services.schedules.replace(after, before.nextAt)) return { scheduleId }
  }
}

/** A run of the schedule as one of its times would bring it, but for no time (SCHED-6). */
async function fireNow(
  { projectId, scheduleId, by, byKind, trace }: FireSchedule,
  services: ScheduleServices,
): Promise<{ readonly runId: string }> {
  const schedule = await services.schedules.find(projectId, scheduleId)
  if (!schedule) throw new RungraphError('NOT_FOUND', { kind: 'schedule' })
  const call = { ...runOf(schedule), by, byKind, trace }
  const accepted = await acceptRun(call, { firedScheduleId: scheduleId }, services)
  if (!accepted) throw new Error('A run for no time of its schedule was skipped as superseded.')
  return accepted
}

async function changed(
  before: ScheduleRow,
  call: UpdateSchedule,
  services: ScheduleServices,
): Promise<ScheduleRow> {
  const after = {
    ...before,
    cron: call.cron ?? before.cron,
    timeZone: call.timeZone === undefined ? before.timeZone : checkTimeZone(call.timeZone),
    input: call.input ?? before.input,
    sessionKey: call.sessionKey === undefined ? before.sessionKey : call.sessionKey,
    tags: call.tags === undefined ? before.tags : readTags('tags', call.tags),
    metadata: call.metadata === undefined ? before.metadata : readMetadata('metadata', call.metadata),
    ...changedPricing(call, before),
    enabled: call.enabled ?? before.enabled,
    misfirePolicy: call.misfirePolicy ?? before.misfirePolicy,
  }
  checkSchedule(after)
  const agentId = call.agent ? await agentOf(before.projectId, call.agent, services) : before.agentId
  const isMoved =
    after.cron !== before.cron || after.timeZone !== before.timeZone || after.enabled !== before.enabled
  return { ...after, agentId, nextAt: isMoved ? nextOf(after, services) : before.nextAt }
}

type Checked = Pick<ScheduleRow, 'cron' | 'timeZone' | 'input' | 'sessionKey' | 'enabled'>

function checkSchedule({ cron, input, sessionKey }: Checked): void {
  checkText('cron', cron, maxCronBytes)
  const fault = validateCron(cron)
  if (fault !== null)
    throw invalid('cron', `${fault}. For example \`0 9 * * 1-5\`: at nine o'clock on working days.`)
  checkInputText('input', input)
  checkKey('sessionKey', sessionKey ?? undefined)
}

/** As it is spelled. */
function checkTimeZone(name: string): string {
  const timeZone = timeZoneNamed(name)
  if (timeZone !== null) return timeZone
  throw invalid('timeZone', `is ${JSON.stringify(name)}; it must be one such as Europe/Berlin, or UTC.`)
}

function nextOf({ enabled, ...cron }: Checked, { clock }: ScheduleServices): Date | null {
  const next = enabled ? nextFireTime(cron, clock.now()) : null
  return next === null ? null : new Date(next)
}

async function agentOf(
  projectId: string,
  key: CreateSchedule['agent'],
  { agents }: ScheduleServices,
): Promise<string> {
  const agent = await findAgent(projectId, key, agents)
  return agent.agentId
}

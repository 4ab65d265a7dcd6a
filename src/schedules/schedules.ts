import type { Dispatch } from '../domain/dispatch.ts'
import { errorTable, isRungraphError } from '../domain/errors.ts'
import { type ScheduleRow, type ScheduleStep, type ScheduleStore, scheduleIdOf } from '../domain/schedule.ts'
import { acceptRun } from '../engine/commands/trigger-run.ts'
import { createPeriodicTask, type DuePeriodicTask, withJobs } from '../engine/periodic-task.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { lastFireTime, nextFireTime } from './fire-times.ts'

/** Times whose job was lost are found within this. */
const sweepMs = 5_000

/** So many schedules are fired at once. */
const pageSize = 100

type SchedulesServices = FireServices & { readonly dispatch: Dispatch }

/** Fires schedules when their time comes, until it is closed (SCHED-2). Any number of processes may. */
export function createSchedules(services: SchedulesServices): DuePeriodicTask {
  const rounds = createPeriodicTask(
    {
      look: () => fireDue(services),
      pauseMs: () => sweepMs,
      everyMs: sweepMs,
      failure: 'Schedules could not be checked; trying again.',
    },
    services,
  )
  const perform = (key: string) => fireOne(scheduleIdOf(key), services)
  return withJobs(rounds, { lane: 'schedules', perform }, services)
}

/** Nothing where it was fired before, or is meant for another time by now. */
async function fireOne(scheduleId: string, services: SchedulesServices): Promise<void> {
  for (const schedule of await services.schedules.due({ scheduleId }, new Date(services.clock.now())))
    await fire(schedule, services)
}

/** Fires all whose time has come; one that cannot be fired does not hold up the others. */
export async function fireDue(services: FireServices): Promise<void> {
  const found = await services.schedules.due({ limit: pageSize }, new Date(services.clock.now()))
  for (const schedule of found)
    await fire(schedule, services).catch((error: unknown) =>
      services.report(`Schedule ${schedule.id} could not be fired; trying again.`, error),
    )
}

type FireServices = Pick<
  EngineServices,
  'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups' | 'report'
> & {
  readonly schedules: ScheduleStore
}

/**
 * Fires a schedule whose time has come. However many processes do at once, one run comes of it, as the schedule moves on in the
 * transaction that stores the run (SCHED-2). If the input cannot trigger a run, the schedule records the error and still advances.
 */
export async function fire(schedule: ScheduleRow, services: FireServices): Promise<void> {
  const { nextAt } = schedule
  const now = services.clock.now()
  if (nextAt === null || nextAt.getTime() > now) return
  const step = stepOf({ ...schedule, nextAt }, now)
  if (step.fires === null) {
    await services.schedules.step(step, skipped(nextAt))
    return
  }
  const { projectId, agentId, input, sessionKey } = schedule
  const call = { projectId, agent: { id: agentId }, input, ...(sessionKey !== null && { sessionKey }) }
  try {
    await acceptRun(call, step, services)
  } catch (error) {
    if (!isRungraphError(error) || errorTable[error.code].audience !== 'client') throw error
    await services.schedules.step(step, error.message)
  }
}

function skipped(from: Date): string {
  return `What was due since ${from.toISOString()} was skipped: no process was there at its time.`
}

/** What is performed so late at most is on time: a restart, a slow database. */
const onTimeMs = 10_000

/**
 * Where a schedule whose time has come goes, and what it fires for: the last time up to now, which stands for all that went by since
 * it was checked last; nothing where no process ran at that time and the misfire policy skips (SCHED-3).
 */
function stepOf(schedule: ScheduleRow & { readonly nextAt: Date }, now: number): ScheduleStep {
  const { id, nextAt, misfirePolicy } = schedule
  const last = lastFireTime(schedule, nextAt.getTime(), now)
  const next = nextFireTime(schedule, last)
  const isOnTime = now - last <= onTimeMs
  return {
    scheduleId: id,
    from: nextAt,
    fires: isOnTime || misfirePolicy === 'ONCE' ? new Date(last) : null,
    next: next === null ? null : new Date(next),
  }
}

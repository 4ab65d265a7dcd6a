import { type Dispatch, type DueJobs, idOfKey } from '../domain/dispatch.ts'
import { errorTable, isRungraphError } from '../domain/errors.ts'
import { asTrigger } from '../domain/model-batch.ts'
import { type ScheduleRow, type ScheduleStep, type ScheduleStore, scheduleJob } from '../domain/schedule.ts'
import { acceptRun } from '../engine/commands/trigger-run.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { lastFireTime, nextFireTime } from './fire-times.ts'

/** So many schedules are found at once. */
const pageSize = 100

/** Fires schedules when their time comes, until the returned function is called (SCHED-2). Any number of processes may. */
export function fireSchedules(
  services: FireServices & { readonly dispatch: Dispatch },
): Promise<() => Promise<void>> {
  return services.dispatch.work('schedules', (key) => fireOne(idOfKey(key), services))
}

/** Finds the schedules whose time has come. */
export function dueSchedules({ schedules, clock }: Pick<FireServices, 'schedules' | 'clock'>): DueJobs {
  return async () => {
    const due = await schedules.due({ limit: pageSize }, new Date(clock.now()))
    return due.flatMap(({ id, nextAt }) => (nextAt ? [scheduleJob({ id, nextAt })] : []))
  }
}

/** Nothing where it was fired before, or is meant for another time by now. */
async function fireOne(scheduleId: string, services: FireServices): Promise<void> {
  for (const schedule of await services.schedules.due({ scheduleId }, new Date(services.clock.now())))
    await fire(schedule, services)
}

type FireServices = Pick<EngineServices, 'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups'> & {
  readonly schedules: ScheduleStore
}

/**
 * Fires a schedule that is due. However many processes do so at once, it starts one run, as the schedule advances in the transaction that
 * stores the run (SCHED-2). If the input cannot trigger a run, the schedule records the error and still advances.
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
  try {
    await acceptRun(runOf(schedule), step, services)
  } catch (error) {
    if (!isRungraphError(error) || errorTable[error.code].audience !== 'client') throw error
    await services.schedules.step(step, error.message)
  }
}

/** The run that a schedule triggers: agent, input, session, tags, metadata and pricing. */
export function runOf(schedule: ScheduleRow) {
  const { projectId, agentId, input, sessionKey, tags, metadata } = schedule
  const session = sessionKey === null ? {} : { sessionKey }
  return { projectId, agent: { id: agentId }, input, tags, metadata, ...session, ...asTrigger(schedule) }
}

function skipped(from: Date): string {
  return `What was due since ${from.toISOString()} was skipped: no process was there at its time.`
}

/** Maximum delay of a run that is still on time, after a restart or with a slow database, in milliseconds. */
const onTimeMs = 10_000

/**
 * The next state of a due schedule, and the time that it fires for: the last time up to now, which stands for all missed ones since the
 * last check; nothing where no process ran at that time and the misfire policy skips (SCHED-3).
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

import type { Dispatch } from '../../domain/dispatch.ts'
import { scheduleIdOf } from '../../domain/schedule.ts'
import { createRounds, type DueRounds, withJobs } from '../rounds.ts'
import { type FireServices, fire } from './fire.ts'

/** Times whose job was lost are found within this. */
const sweepMs = 5_000
/** So many schedules are fired at once. */
const pageSize = 100

export type SchedulesServices = FireServices & { readonly dispatch: Dispatch }

/** Fires schedules when their time comes, until it is closed (SCHED-2). Any number of processes may. */
export function createSchedules(services: SchedulesServices): DueRounds {
  const rounds = createRounds(
    {
      look: () => fireDue(services),
      pauseMs: () => sweepMs,
      everyMs: sweepMs,
      failure: 'Schedules could not be looked after; trying again.',
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

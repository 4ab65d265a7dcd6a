import type { Dispatch } from '../../domain/dispatch.ts'
import { scheduleIdOf } from '../../domain/schedule.ts'
import { Pulse } from '../pulse.ts'
import { type FireServices, fire } from './fire.ts'

/** Times whose job was lost are found within this. */
const sweepMs = 5_000
/** So many schedules are fired at once. */
const pageSize = 100

export type SchedulesServices = FireServices & { readonly dispatch: Dispatch }

/** Fires schedules when their time comes, until it is closed (SCHED-2). Any number of processes may. */
export interface Schedules {
  start(): Promise<void>
  close(): Promise<void>
  /** Whether it still looks for what is due. */
  readonly pulse: Pulse
}

export function createSchedules(services: SchedulesServices): Schedules {
  const pulse = new Pulse({ everyMs: sweepMs })
  const closing = new AbortController()
  let sweeping: Promise<void> = Promise.resolve()
  let stopTimers: () => Promise<void> = async () => undefined

  async function sweep(): Promise<void> {
    while (!closing.signal.aborted) {
      await fireDue(services).then(
        () => pulse.beat(),
        (error: unknown) => services.report('Schedules could not be looked after; trying again.', error),
      )
      await services.clock.sleep(sweepMs, closing.signal).catch(() => undefined) // closed
    }
  }

  return {
    pulse,
    start: async () => {
      pulse.beat()
      sweeping = sweep()
      stopTimers = await services.dispatch.work('schedules', (key) => fireOne(scheduleIdOf(key), services))
    },
    close: async () => {
      closing.abort()
      await stopTimers()
      await sweeping
      pulse.end()
    },
  }
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

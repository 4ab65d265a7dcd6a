import type pg from 'pg'
import type { DueJobs } from '../domain/dispatch.ts'
import type { ScheduleOperations } from '../domain/schedule.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { createScheduleOperations } from '../schedules/schedule-operations.ts'
import { dueSchedules, fireSchedules } from '../schedules/schedules.ts'
import type { Config } from '../settings/config.ts'
import { createScheduleStore } from '../store/schedule-store.ts'
import { executesRuns } from './open-services.ts'

/** Services for schedules. */
export interface OpenSchedules {
  readonly operations: ScheduleOperations
  /** Begins to fire them, in a process that does more than serve. */
  start(): Promise<void>
  close(): Promise<void>
  readonly due: DueJobs
}

/** Combines the operations of callers on schedules and the part that fires them. */
export function openSchedules(config: Config, pool: pg.Pool, engine: EngineServices): OpenSchedules {
  const services = { ...engine, schedules: createScheduleStore({ ...engine, pool }) }
  let stop: () => Promise<void> = async () => undefined
  return {
    operations: createScheduleOperations(services),
    start: async () => {
      if (executesRuns(config)) stop = await fireSchedules(services)
    },
    close: () => stop(),
    due: dueSchedules(services),
  }
}

import type pg from 'pg'
import type { Config } from '../config.ts'
import type { ScheduleOperations } from '../domain/schedule.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import type { ReadinessCheck } from '../http/health/readiness.ts'
import { createScheduleOperations } from '../schedules/schedule-operations.ts'
import { createSchedules } from '../schedules/schedules.ts'
import { createScheduleStore } from '../store/schedule-store.ts'
import { executes } from './open-services.ts'

/** What a process has to do with schedules. */
export interface OpenSchedules {
  readonly operations: ScheduleOperations
  /** Begins to fire them, in a process that does more than serve. */
  start(): Promise<void>
  close(): Promise<void>
  /** What of it must come round for the process to be ready. */
  readonly readiness: Readonly<Record<string, ReadinessCheck>>
}

/** Puts together what callers may ask about schedules, and what fires them. */
export function openSchedules(config: Config, pool: pg.Pool, engine: EngineServices): OpenSchedules {
  const services = { ...engine, schedules: createScheduleStore({ ...engine, pool }) }
  const firing = executes(config) ? createSchedules(services) : null
  return {
    operations: createScheduleOperations(services),
    start: async () => firing?.start(),
    readiness: firing ? { schedules: firing.pulse.readiness } : {},
    close: async () => firing?.close(),
  }
}

import { errorTable, isRungraphError } from '../../domain/errors.ts'
import type { ScheduleRow, ScheduleStore } from '../../domain/schedule.ts'
import type { EngineServices } from '../run-context.ts'
import { acceptRun } from '../trigger-run.ts'
import { stepOf } from './schedule-step.ts'

export type FireServices = Pick<
  EngineServices,
  'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups' | 'report'
> & {
  readonly schedules: ScheduleStore
}

/**
 * Fires a schedule whose time has come. However many processes do at once, one run comes of it, as the schedule moves on in the
 * transaction that stores the run (SCHED-2). What a run cannot be triggered with is told on the schedule, which moves on too.
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

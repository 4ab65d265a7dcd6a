import { z } from 'zod'
import type { CallerKind } from './caller.ts'
import { choice } from './declared.ts'
import { type Job, onEveryClock } from './dispatch.ts'
import { given, givenOrNull, needed } from './given.ts'
import { type PricingOfRuns, pricingOfRuns } from './model-batch.ts'
import type { InProject } from './object-key.ts'
import type { Metadata } from './run-labels.ts'
import type { TraceContext } from './trace-context.ts'

export const misfirePolicy = choice(
  'MisfirePolicy',
  'Treatment of the times of a schedule that passed while no process was running.',
  {
    SKIP: 'The missed times are skipped. The schedule continues with the next time.',
    ONCE: 'One run stands for all missed times. It starts as soon as a process is running.',
  },
)
export type MisfirePolicy = z.infer<typeof misfirePolicy>

/** When an agent is run automatically, and with which input (SCHED-1). */
export interface ScheduleRow extends PricingOfRuns {
  readonly id: string
  readonly projectId: string
  readonly agentId: string
  readonly cron: string
  readonly timeZone: string
  readonly input: string
  readonly sessionKey: string | null
  /** Tags and metadata of its runs. */
  readonly tags: readonly string[]
  readonly metadata: Metadata
  readonly enabled: boolean
  readonly misfirePolicy: MisfirePolicy
  /** The next time, or the first that nobody has dealt with; `null` where it is not enabled. */
  readonly nextAt: Date | null
}

/** One advance of a schedule: the process that advances it from its old time is the one that fires (SCHED-2). */
export interface ScheduleStep {
  readonly scheduleId: string
  readonly from: Date
  /** The time that it fires for; `null`: for none. */
  readonly fires: Date | null
  readonly next: Date | null
}

export interface ScheduleStore {
  /** False where the project has `max` of them already. */
  insert(schedule: ScheduleRow, max: number): Promise<boolean>
  find(projectId: string, scheduleId: string): Promise<ScheduleRow | null>
  /** Replaces it as a whole, where its next time is still `from`; false where it has advanced meanwhile, or does not exist any more. */
  replace(schedule: ScheduleRow, from: Date | null): Promise<boolean>
  /** False where the project has none such. */
  delete(projectId: string, scheduleId: string): Promise<boolean>
  /** Schedules whose time has come, at most `limit`; or one of them, if its time has. */
  due(
    which: { readonly limit: number } | { readonly scheduleId: string },
    now: Date,
  ): Promise<readonly ScheduleRow[]>
  /** Advances it without a run, with the reason; false where another process did. */
  step(step: ScheduleStep, error: string | null): Promise<boolean>
}

/** The job that says that a time has come. Each time has its own: one that is not meant any more finds nothing to do. */
export function scheduleJob({ id, nextAt }: { readonly id: string; readonly nextAt: Date }): Job {
  return { lane: 'schedules', key: `${id}/${nextAt.toISOString()}`, dueAt: onEveryClock(nextAt) }
}

/** Operations on schedules. */
export interface ScheduleOperations {
  /** @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, LIMIT_EXCEEDED */
  createSchedule(call: CreateSchedule): Promise<{ readonly scheduleId: string }>
  /** @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND */
  updateSchedule(call: UpdateSchedule): Promise<{ readonly scheduleId: string }>
  /** Its runs stay. @throws NOT_FOUND */
  deleteSchedule(call: InProject<'scheduleId'>): Promise<{ readonly scheduleId: string }>
  /** Triggers a run of it now, also where it is disabled; its times stay as they are. @throws NOT_FOUND, SESSION_BUSY */
  fireSchedule(call: FireSchedule): Promise<{ readonly runId: string }>
  /** The next times of a schedule that is enabled, at most `count`. @throws INVALID_INPUT */
  nextFireTimes(schedule: Pick<ScheduleRow, 'cron' | 'timeZone' | 'nextAt'>, count: number): readonly Date[]
}

export const newSchedule = z.object({
  agent: needed.key('Agent', 'Global id or slug of the agent.'),
  cron: needed.text(
    'Cron expression with five fields: minute, hour, day of the month, month, day of the week. `0 9 * * 1-5` means at 9:00 on Monday to Friday.',
  ),
  timeZone: given.text('Time zone of the schedule: `Europe/Berlin`. Default `UTC`.'),
  input: needed.text('Input of the runs.'),
  sessionKey: given.text(
    'Key of the session that the runs share. If you leave it out, the runs have no session.',
  ),
  tags: given.texts('Tags of the runs, as in `triggerRun`. Default: none.'),
  metadata: given.json('Metadata of the runs, as in `triggerRun`. Default: none.'),
  ...pricingOfRuns,
  enabled: given.flag('Whether the schedule is enabled. Default true.'),
  misfirePolicy: given.one(
    misfirePolicy,
    'Treatment of times that pass while no process is running. Default ONCE.',
  ),
})
export type CreateSchedule = InProject & Readonly<z.infer<typeof newSchedule>>

export const scheduleChange = z.object({
  agent: given.key('Agent', 'Global id or slug of the agent.'),
  cron: given.text('Cron expression with five fields, as in `createSchedule`.'),
  timeZone: given.text('Time zone of the schedule.'),
  input: given.text('Input of the runs.'),
  sessionKey: givenOrNull.text('Key of the session that the runs share. Null for no session.'),
  tags: given.texts('Tags of the runs from now on. They replace the earlier ones.'),
  metadata: given.json('Metadata of the runs from now on. It replaces the earlier one.'),
  ...pricingOfRuns,
  enabled: given.flag(
    'Whether the schedule is enabled. If you enable it, it continues with the next time; times that passed meanwhile are skipped.',
  ),
  misfirePolicy: given.one(misfirePolicy, 'Treatment of times that pass while no process is running.'),
})
export type UpdateSchedule = InProject<'scheduleId'> & Readonly<z.infer<typeof scheduleChange>>

export interface FireSchedule extends InProject<'scheduleId'> {
  /** Name of the caller, from their credentials. */
  readonly by: string
  /** Kind of their credentials; absent: it is not known. */
  readonly byKind?: CallerKind | undefined
  /** Trace of the caller; `null`: none. */
  readonly trace: TraceContext | null
}

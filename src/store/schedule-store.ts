import type pg from 'pg'
import type { Dispatch, Transaction } from '../domain/dispatch.ts'
import { type ScheduleRow, type ScheduleStep, type ScheduleStore, scheduleJob } from '../domain/schedule.ts'
import { lockProject } from '../sql/lock-spaces.ts'
import { inTransaction } from '../sql/transaction.ts'

/** The rows of schedules, in PostgreSQL. Wherever one is to go next, the job for it comes with the row, in one transaction. */
export function createScheduleStore(options: {
  readonly pool: pg.Pool
  readonly dispatch: Dispatch
}): ScheduleStore {
  const { pool, dispatch } = options
  return {
    insert: (schedule, max) =>
      inTransaction(pool, async (client, transaction) => {
        // The count is exact, as the schedules of a project are added one after another.
        await lockProject(client, 'schedules', schedule.projectId)
        const { rowCount } = await client.query(insertStatement, [...valuesOf(schedule), max])
        if (rowCount !== 1) return false
        await enqueueNext(schedule.id, schedule.nextAt, { dispatch, transaction })
        return true
      }),

    find: async (projectId, scheduleId) => {
      const { rows } = await pool.query<ScheduleRow>(
        `select ${scheduleColumns} from "Schedule" where "projectId" = $1 and id = $2`,
        [projectId, scheduleId],
      )
      return rows[0] ?? null
    },

    replace: (schedule, from) =>
      inTransaction(pool, async (client, transaction) => {
        const { rowCount } = await client.query(replaceStatement, [...valuesOf(schedule), from])
        if (rowCount !== 1) return false
        await enqueueNext(schedule.id, schedule.nextAt, { dispatch, transaction })
        return true
      }),

    delete: async (projectId, scheduleId) => {
      const { rowCount } = await pool.query('delete from "Schedule" where "projectId" = $1 and id = $2', [
        projectId,
        scheduleId,
      ])
      return rowCount === 1
    },

    due: async (which, now) => {
      const { rows } = await pool.query<ScheduleRow>(
        'limit' in which
          ? { text: `${dueStatement} order by "nextAt", id limit $2`, values: [now, which.limit] }
          : { text: `${dueStatement} and id = $2`, values: [now, which.scheduleId] },
      )
      return rows
    },

    step: (step, error) =>
      inTransaction(pool, async (client, transaction) => {
        if (!(await isStillAt(client, step))) return false
        await moveSchedule(client, step, { error, dispatch, transaction })
        return true
      }),
  }
}

/** Locks a schedule where it stands; false where it stands elsewhere by now. */
export async function isStillAt(client: pg.PoolClient, { scheduleId, from }: ScheduleStep): Promise<boolean> {
  const { rowCount } = await client.query(
    'select 1 from "Schedule" where id = $1 and "nextAt" = $2 for update',
    [scheduleId, from],
  )
  return rowCount === 1
}

interface ScheduleMove {
  readonly error: string | null
  readonly dispatch: Dispatch
  readonly transaction: Transaction
}

/** Moves a schedule on that is locked, with the job for its next time. */
export async function moveSchedule(
  client: pg.PoolClient,
  { scheduleId, fires, next }: ScheduleStep,
  moving: ScheduleMove,
): Promise<void> {
  await client.query(
    `update "Schedule" set "nextAt" = $2, "lastAt" = coalesce($3, "lastAt"), "lastError" = $4 where id = $1`,
    [scheduleId, next, fires, moving.error],
  )
  await enqueueNext(scheduleId, next, moving)
}

async function enqueueNext(
  id: string,
  nextAt: Date | null,
  { dispatch, transaction }: Pick<ScheduleMove, 'dispatch' | 'transaction'>,
): Promise<void> {
  if (nextAt !== null) await dispatch.enqueue([scheduleJob({ id, nextAt })], transaction)
}

const scheduleColumns = `id, "projectId", "agentId", cron, "timeZone", input, "sessionKey", enabled, "misfirePolicy", "nextAt", tags, metadata, pricing, "batchDeadlineMs"`

function valuesOf(schedule: ScheduleRow): readonly unknown[] {
  const { id, projectId, agentId, cron, timeZone, input, sessionKey, enabled, misfirePolicy, nextAt } =
    schedule
  const times = [cron, timeZone, input, sessionKey, enabled, misfirePolicy, nextAt]
  return [
    id,
    projectId,
    agentId,
    ...times,
    schedule.tags,
    JSON.stringify(schedule.metadata),
    schedule.pricing,
    schedule.batchDeadlineMs,
  ]
}

const insertStatement = `
insert into "Schedule" (${scheduleColumns}, "createdAt")
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, clock_timestamp()
where (select count(*) from "Schedule" where "projectId" = $2) < $15`

const replaceStatement = `
update "Schedule" set "agentId" = $3, cron = $4, "timeZone" = $5, input = $6, "sessionKey" = $7, enabled = $8, "misfirePolicy" = $9, "nextAt" = $10,
  tags = $11, metadata = $12, pricing = $13, "batchDeadlineMs" = $14
where id = $1 and "projectId" = $2 and "nextAt" is not distinct from $15`

const dueStatement = `select ${scheduleColumns} from "Schedule" s where "nextAt" <= $1`

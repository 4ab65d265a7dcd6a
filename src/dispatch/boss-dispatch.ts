import type pg from 'pg'
import { type ConstructorOptions, type JobInsert, type JobResult, PgBoss } from 'pg-boss'
import { type Dispatch, type Job, type Lane, lanes, type Transaction } from '../domain/dispatch.ts'

/** Schema of the tables of pg-boss. */
const schema = 'pgboss'
const pollSeconds = 1
/** A lane's jobs that one process performs at once. */
const atOnce = 5

type ErrorReporter = (message: string, error?: unknown) => void
/** Connection on which pg-boss executes its statements. */
type Statements = NonNullable<ConstructorOptions['db']>

export interface BossDispatchOptions {
  readonly pool: pg.Pool
  readonly report: ErrorReporter
  /**
   * Whether this process also maintains the queue: ticks of schedules, jobs whose process died. One such process is enough, more do no
   * harm.
   */
  readonly isKeeper: boolean
}

/** Creates pg-boss's tables and the lanes, or brings them up to date; any number of processes may call it at once. */
export async function installBossDispatch(pool: pg.Pool): Promise<void> {
  const boss = bossOn(pool, { migrate: true, createSchema: true, ...withoutMaintenance }, () => undefined)
  await boss.start()
  try {
    for (const lane of everyLane) await boss.createQueue(lane, queueOf(lane))
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Jobs in PostgreSQL, by pg-boss: a job is a row that is inserted in the transaction of the object it is about. */
export async function openBossDispatch({ pool, report, isKeeper }: BossDispatchOptions): Promise<Dispatch> {
  const duties = isKeeper ? { schedule: true, supervise: true } : withoutMaintenance
  const boss = bossOn(pool, { migrate: false, createSchema: false, ...duties }, report)
  await boss.start()

  const enqueueIn = async (lane: Lane, jobs: readonly Job[], within?: Transaction) => {
    const added = await boss.insert(lane, jobs.map(toInsert), {
      returnId: true,
      ...(within && { db: databaseOf(within) }),
    })
    return added?.length ?? 0
  }

  return {
    enqueue: async (jobs, within) => {
      let added = 0
      for (const lane of everyLane) {
        const own = jobs.filter((job) => job.lane === lane)
        if (own.length > 0) added += await enqueueIn(lane, own, within)
      }
      return added
    },

    fetch: async (lane, { limit, exceptGroups = [] }, within) => {
      const found = await boss.fetch<JobData>(lane, {
        batchSize: limit,
        ...(exceptGroups.length > 0 && { ignoreGroups: [...exceptGroups] }),
        db: databaseOf(within),
      })
      return found.map(({ id, data }) => ({ id, key: data.key, group: data.group ?? null }))
    },

    isEmpty: async (lane) => {
      // pg-boss itself knows only figures that it takes once a minute.
      const { rows } = await pool.query<{ isEmpty: boolean }>({
        name: 'rungraph-is-lane-empty',
        text: `select not exists (
          select 1 from ${schema}.job where name = $1 and state < 'active' and not blocked and start_after <= clock_timestamp()
        ) as "isEmpty"`,
        values: [lane],
      })
      return rows[0]?.isEmpty ?? false
    },

    delete: async (lane, jobs, within) => {
      if (jobs.length === 0) return
      const ids = jobs.map(({ id }) => id)
      await boss.deleteJob(lane, ids, { db: databaseOf(within) })
    },

    work: async (lane, perform) => {
      const { pollers } = lanes[lane]
      const id = await boss.work<JobData>(
        lane,
        {
          pollingIntervalSeconds: pollSeconds,
          localConcurrency: pollers,
          batchSize: Math.ceil(atOnce / pollers),
          burstWhenBatchFull: true,
          perJobResults: true,
        },
        (jobs) => Promise.all(jobs.map(({ id, data }) => resultOf(id, perform(data.key)))),
      )
      return () => boss.offWork(lane, { id, wait: true })
    },

    schedule: ({ lane, key, cron }) =>
      boss.schedule(lane, cron, { key }, { tz: 'UTC', key, singletonKey: key }),

    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

const everyLane = Object.keys(lanes) as readonly Lane[]
const withoutMaintenance = { schedule: false, supervise: false } as const

function bossOn(pool: pg.Pool, options: ConstructorOptions, report: ErrorReporter): PgBoss {
  const db: Statements = { executeSql: (text, values) => pool.query(text, values) }
  const boss = new PgBoss({ ...options, db, schema })
  // While the database is away every poll of every lane fails.
  const log = throttle(report, 10_000)
  boss.on('error', (error) => log('Jobs could not be looked after; trying again.', error))
  return boss
}

/** `short`: at most one job of a key waits. The policy does not limit how many are active. */
function queueOf(lane: Lane) {
  const { retries, retryDelayMs } = lanes[lane]
  return {
    policy: 'short',
    retryLimit: retries,
    retryDelay: retryDelayMs / 1_000,
    retryBackoff: true,
    deleteAfterSeconds: 3_600,
  }
}

/** The data of a job of pg-boss. It repeats the group, because a fetched job does not contain it. */
interface JobData {
  readonly key: string
  readonly group?: string
}

function toInsert({ key, priority, dueAt, group }: Job): JobInsert {
  const data: JobData = { key, ...(group !== undefined && { group }) }
  return {
    data,
    singletonKey: key,
    ...(priority !== undefined && { priority }),
    ...(dueAt !== undefined && { startAfter: dueAt }),
    ...(group !== undefined && { group: { id: group } }),
  }
}

/** The jobs that are fetched together succeed or fail each by itself. */
async function resultOf(id: string, performed: Promise<void>): Promise<JobResult> {
  try {
    await performed
    return { id, status: 'completed' }
  } catch (output) {
    return { id, status: 'failed', output }
  }
}

function databaseOf(within: Transaction): Statements {
  return { executeSql: (text, values = []) => within.query(text, values) }
}

/** Returns a function that calls `log` at most once in `everyMs` milliseconds. Calls in between are dropped. */
function throttle<Args extends readonly unknown[]>(
  log: (...args: Args) => void,
  everyMs: number,
): (...args: Args) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    const now = performance.now()
    if (now - lastAt < everyMs) return
    lastAt = now
    log(...args)
  }
}

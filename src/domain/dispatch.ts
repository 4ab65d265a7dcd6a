/**
 * The lanes of the queue. A job contains the id of the due object. The consumer checks the row, which may have changed meanwhile.
 * A job that failed is tried again after `retryDelayMs`, then after twice as long and so on, `retries` times.
 * `pollers`: each is a statement a second of each process that performs the lane's jobs. Few of them fetch several jobs at once.
 */
export const lanes = {
  /** A run may be claimed; the key is its id. Taken with the claim, in one transaction (DUR-2). */
  runs: { retries: 0, retryDelayMs: 1_000, pollers: 5 },
  /** The time of a gate is up; the key is its id (JDG-4). */
  gates: { retries: 10, retryDelayMs: 1_000, pollers: 5 },
  /** A time of a schedule has come; the key is the schedule's id and the time (SCHED-2). */
  schedules: { retries: 10, retryDelayMs: 1_000, pollers: 5 },
  /** An event is to be delivered to those that wait for it; the key is its id (WAIT-1). Most are delivered by the process that received them. */
  events: { retries: 10, retryDelayMs: 1_000, pollers: 1 },
  /** A batch is to be sent or looked at; the key is its id, or the name of a task over all (BATCH-3). */
  batches: { retries: 0, retryDelayMs: 1_000, pollers: 1 },
  /** Periodic housekeeping; the key names the chore. */
  maintenance: { retries: 3, retryDelayMs: 30_000, pollers: 5 },
} as const satisfies Readonly<
  Record<string, Readonly<Record<'retries' | 'retryDelayMs' | 'pollers', number>>>
>

export type Lane = keyof typeof lanes

export interface Job {
  readonly lane: Lane
  /**
   * The id of the due object, and after a `/` a suffix if the object has several jobs. Of waiting jobs with the same key, the first stays.
   */
  readonly key: string
  /** Jobs of a higher priority are fetched first; of equal ones the older. Default 0. */
  readonly priority?: number
  /** Not fetched before this time. Default: at once. */
  readonly dueAt?: Date
  /** Whose limit the job counts against: a fetch can leave out whole groups. Default: none. */
  readonly group?: string
}

/** A job in the hands of the transaction that fetched it. */
export interface FetchedJob {
  /** The id of this job, another for each job of one key. */
  readonly id: string
  readonly key: string
  readonly group: string | null
}

export interface FetchOptions {
  /** At most so many, from 1. */
  readonly limit: number
  /** Jobs of these groups stay where they are. Default: none. */
  readonly exceptGroups?: readonly string[]
}

/** The jobs of objects that are due by their rows, whether or not they are in the queue. */
export type DueJobs = () => Promise<readonly Job[]>

/** A job that recurs. */
export interface Schedule {
  readonly lane: Lane
  readonly key: string
  /** Five fields, in UTC. */
  readonly cron: string
}

/** A transaction of the database that jobs may be a part of. */
export interface Transaction {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: unknown[] }>
  /** Resolves with the outcome when the transaction has ended. Never rejects. */
  readonly ended: Promise<'committed' | 'rolledBack'>
}

/**
 * The queue. It decides which job is fetched, and in which order. A job is performed at least once; where its carrier lost it, the
 * sweep over the rows enqueues it again.
 */
export interface Dispatch {
  /** Adds jobs; resolves with how many were not waiting already. Within a transaction they exist when it commits, and only then. */
  enqueue(jobs: readonly Job[], within?: Transaction): Promise<number>
  /** Fetches due jobs. The caller deletes them in the same transaction; if it rolls back, they wait again. */
  fetch(lane: Lane, options: FetchOptions, within: Transaction): Promise<readonly FetchedJob[]>
  /** Whether a fetch would find no job. */
  isEmpty(lane: Lane): Promise<boolean>
  /** Deletes fetched jobs. */
  delete(lane: Lane, jobs: readonly FetchedJob[], within: Transaction): Promise<void>
  /**
   * Performs each due job of the lane, a few at once, until the returned function is called, which resolves when those in flight have
   * ended.
   */
  work(lane: Lane, perform: (key: string) => Promise<void>): Promise<() => Promise<void>>
  /** Enqueues the job at each tick, once for all processes; replaces the schedule under its lane and key. */
  schedule(schedule: Schedule): Promise<void>
  close(): Promise<void>
}

/** Why a run may be claimed: it has not begun; it was released, woken or resumed; its owner was lost. */
export type ClaimCause = 'queued' | 'returned' | 'orphaned'

/** Columns of a run from which its job is made. */
export interface RunToClaim {
  readonly id: string
  readonly projectId: string
  readonly depth: number
  /** From -100 to 100. Default 0. */
  readonly priority?: number
  readonly dueAt?: Date
  readonly cause: ClaimCause
}

/**
 * Precedence of jobs. Runs that have begun are finished before new ones begin, and children go before top-level runs, because their parents
 * hold a slot while they wait.
 */
const precedence = { orphaned: 3_000, child: 2_000, returned: 1_000, queued: 0 } as const

/** The job of a run that may be claimed. Its group is the project where the claim takes a place of the project (LIM-12). */
export function runJob({ id, projectId, depth, priority = 0, dueAt, cause }: RunToClaim): Job {
  const isChild = depth > 0
  const rank = isChild && cause !== 'orphaned' ? precedence.child : precedence[cause]
  return {
    lane: 'runs',
    key: id,
    priority: priority + rank,
    ...(dueAt && { dueAt }),
    ...(!isChild && cause !== 'orphaned' && { group: projectId }),
  }
}

/** The job that ends a gate that nobody has decided in time. */
export function gateJob(gate: { readonly id: string; readonly expiresAt: Date }): Job {
  return { lane: 'gates', key: gate.id, dueAt: onEveryClock(gate.expiresAt) }
}

/** Processes ask the database for its time twice a minute, and their clocks are off by half the way to it. */
const clocksApartMs = 100

/**
 * The queue goes by the clock of the database, its consumers by theirs. One that is some milliseconds behind would find nothing due yet, and
 * its job would be lost until the next sweep.
 */
export function onEveryClock(time: Date): Date {
  return new Date(time.getTime() + clocksApartMs)
}

/**
 * The same job, due now, for an object that is due by its row: the job that waits already may go by another clock, that of the database or
 * of another process, and be due far in the future. Whichever of the two runs second finds nothing to do.
 */
export function dueNow({ lane, key }: Job): Job {
  return { lane, key: `${key}/due` }
}

/** The id that the key of a job begins with. */
export function idOfKey(key: string): string {
  return key.split('/', 1)[0] ?? key
}

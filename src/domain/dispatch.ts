/**
 * The lanes that jobs go by. A job says which thing is due, by its id, and no more: whoever performs it reads the truth from the
 * rows, and finds nothing to do where another came before. What failed is tried again after `retryDelayMs`, then after twice as long
 * and so on, `retries` times.
 */
export const lanes = {
  /** A run may be claimed; the key is its id. Taken with the claim, in one transaction (DUR-2). */
  runs: { retries: 0, retryDelayMs: 1_000 },
  /** A gate's time is up; the key is its id (JDG-4). */
  gates: { retries: 10, retryDelayMs: 1_000 },
  /** A webhook may be told something; the key is the delivery's id. Taken with the claim, in one transaction, as runs are (HOOK-2). */
  deliveries: { retries: 0, retryDelayMs: 1_000 },
  /** A time of a schedule has come; the key is the schedule's id and the time (SCHED-2). */
  schedules: { retries: 10, retryDelayMs: 1_000 },
  /** Housekeeping that comes round; the key names what is to be done. */
  maintenance: { retries: 3, retryDelayMs: 30_000 },
} as const satisfies Readonly<Record<string, { readonly retries: number; readonly retryDelayMs: number }>>

export type Lane = keyof typeof lanes

export interface Job {
  readonly lane: Lane
  /** What is due, in letters, digits, `-`, `_`, `.` and `/`. Of several jobs of one key that wait, one stays. */
  readonly key: string
  /** Higher goes first. Default 0. */
  readonly priority?: number
  /** Not before this time. Default: at once. */
  readonly dueAt?: Date
}

/** A job that comes round. */
export interface Schedule {
  readonly lane: Lane
  readonly key: string
  /** Five fields, in UTC. */
  readonly cron: string
}

/** A transaction of the database that jobs may be a part of. */
export interface Transaction {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: unknown[] }>
  /** Tells how it ended, once it has. Never rejects. */
  readonly ended: Promise<'committed' | 'rolledBack'>
}

/**
 * Carries jobs from whoever knows that something is due to whoever does it, in this process or another. A job is performed at least
 * once; it may come late, and, where its carrier lost it, not at all: a sweep over the rows enqueues anew what is due and has no job.
 */
export interface Dispatch {
  /** Adds jobs; gives how many did not wait already. Within a transaction they come to be when it commits, and only then. */
  enqueue(jobs: readonly Job[], within?: Transaction): Promise<number>
  /** Takes up to `limit` due jobs, the most urgent first. They are gone when the transaction commits, and wait as before when it does not. */
  take(lane: Lane, limit: number, within: Transaction): Promise<readonly string[]>
  /** Performs each due job of the lane, a few at once, until the returned function is called, which resolves when those under way have ended. */
  work(lane: Lane, perform: (key: string) => Promise<void>): Promise<() => Promise<void>>
  /** Enqueues the job at each tick, once for all processes; what is scheduled already under its lane and key is replaced. */
  schedule(schedule: Schedule): Promise<void>
  close(): Promise<void>
}

/** The job that says that a run may be claimed. */
export function runJob(run: { readonly id: string; readonly priority?: number; readonly dueAt?: Date }): Job {
  const { id, ...when } = run
  return { lane: 'runs', key: id, ...when }
}

/** The job that ends a gate at which nobody has decided in time. */
export function gateJob(gate: { readonly id: string; readonly expiresAt: Date }): Job {
  return { lane: 'gates', key: gate.id, dueAt: gate.expiresAt }
}

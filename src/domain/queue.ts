import type { ProcessRole } from './server-facts.ts'

/** Reads of the queue of runs and of those who work on it. Each is one statement. */
export interface QueueReads {
  queue(projectId: string): Promise<QueueState>
  /**
   * The places of these runs among the runs of the project that are due, from 1; `null` for a run that is not due or QUEUED, or that comes
   * after the first 10,000.
   */
  queuePositions(projectId: string, runIds: readonly string[]): Promise<readonly (number | null)[]>
  /** The processes that execute runs, of all projects: first those that live, oldest first, at most `maxWorkers`. */
  workers(): Promise<readonly WorkerRow[]>
}

/** Runs of a project that wait to be executed. No count is higher than 10,000. */
export interface QueueState {
  /** QUEUED runs that may begin now. */
  readonly due: number
  /** Those of them that wait for an earlier run of their session. */
  readonly blocked: number
  /** QUEUED runs that are to begin later. */
  readonly scheduled: number
  /** Runs that were woken, resumed or released and have no worker yet. */
  readonly returned: number
  readonly byPriority: readonly QueuePriority[]
  /** The run that has been due for longest, and since when; `null` if none is due. */
  readonly oldest: { readonly id: string; readonly since: Date } | null
  /** How many top-level runs of the project may run at once, and how many do (LIM-12). */
  readonly maxConcurrentRuns: number
  readonly running: number
}

/** Due runs of one priority. */
export interface QueuePriority {
  readonly priority: number
  readonly due: number
}

/** State of a process that executes runs. LOST: it stopped without saying so, and others take over its runs. */
export type WorkerState = 'ACTIVE' | 'DRAINING' | 'LOST'

/** A process that executes runs, as it last reported itself. */
export interface WorkerRow {
  readonly id: string
  /** Host name and process id. */
  readonly name: string
  readonly version: string
  readonly role: ProcessRole
  readonly state: WorkerState
  /** Whether anybody holds the lock that shows that it lives. */
  readonly isLocked: boolean
  readonly slots: number
  readonly active: number
  readonly startedAt: Date
  readonly lastSeenAt: Date
}

/** State that a worker reports of itself. */
export interface WorkerReport extends Omit<WorkerRow, 'state' | 'isLocked' | 'startedAt' | 'lastSeenAt'> {
  /** The advisory lock that it holds while it lives. */
  readonly leaseKey: number
  /** Whether it takes no more runs. */
  readonly draining: boolean
}

/** Keeps the reports of workers. Nothing but the API reads them. */
export interface WorkerStore {
  report(worker: WorkerReport): Promise<void>
  /** Removes the row of a worker that has stopped. */
  remove(id: string): Promise<void>
}

/** Maximum number of workers in an answer. */
export const maxWorkers = 500

/** Interval at which a worker reports itself, in milliseconds. */
export const reportEveryMs = 5_000

/** A worker that has not reported itself for so long counts as lost, in milliseconds. */
export const lostAfterMs = 30_000

import { z } from 'zod'
import { about, choice, object, plainId } from './declared.ts'
import { processRole } from './server-facts.ts'

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
  /** The worker that has each run; `null` for a run that none has. Two statements. */
  runWorkers(projectId: string, runIds: readonly string[]): Promise<readonly (RunWorker | null)[]>
}

export const queuePriority = object('QueuePriority', 'Runs of one priority that are due.', {
  priority: about('Priority of the runs.', z.int()),
  due: about('Number of QUEUED runs of this priority that may begin now.', z.int()),
})

export const queueState = object(
  'Queue',
  'Runs of the project that wait to be executed, and those that execute them. At most 10000 runs are counted.',
  {
    due: about('Number of QUEUED runs that may begin now.', z.int()),
    blocked: about('Number of the due runs that wait for an earlier run of their session.', z.int()),
    scheduled: about('Number of QUEUED runs whose `startAt` is in the future.', z.int()),
    returned: about(
      'Number of RUNNING runs that no worker has claimed again yet, after they were resumed, woken or released by a worker.',
      z.int(),
    ),
    // LIM-12
    maxConcurrentRuns: about(
      'Maximum number of top-level runs of the project that run at once. Child runs take no place.',
      z.int(),
    ),
    running: about('Number of top-level runs of the project that a worker executes.', z.int()),
    byPriority: z.array(queuePriority).readonly(),
    /** The run that has been due for longest, and since when; `null` if none is due. */
    oldest: z.object({ id: z.string(), since: z.date() }).nullable(),
  },
)
export type QueueState = Readonly<z.infer<typeof queueState>>

const workerState = choice('WorkerState', 'State of a worker.', {
  ACTIVE: 'The worker executes runs and claims new ones.',
  DRAINING: 'The worker claims no new runs, because its process is shutting down.',
  LOST: 'The worker stopped without notice, or cannot reach the database. Other workers take over its runs. It is listed for an hour.',
})
export type WorkerState = z.infer<typeof workerState>

export const workerRow = object(
  'Worker',
  'Process that executes runs. Workers are shared by all projects of the server.',
  {
    id: about('UUID of the worker. A process has a new one at each start.', plainId),
    version: about('Version of Rungraph that the worker executes.', z.string()),
    role: about('Role of the process.', processRole),
    state: about('State of the worker.', workerState),
    slots: about('Maximum number of runs that the worker executes at once, of all projects.', z.int()),
    active: about(
      'Number of runs that the worker executes, of all projects, when it last reported.',
      z.int(),
    ),
    startedAt: about('Time when the worker started.', z.date()),
    lastSeenAt: about('Time when the worker last reported. A worker reports every 5 seconds.', z.date()),
    /** Host name and process id. */
    name: z.string(),
    /** Whether anybody holds the lock that shows that it lives. */
    isLocked: z.boolean(),
    /** The key of that lock. */
    leaseKey: z.int(),
  },
)
export type WorkerRow = Readonly<z.infer<typeof workerRow>>

/** The worker that has a run. */
export interface RunWorker {
  /** Since when it has it. */
  readonly since: Date
  /** `null`: it has not reported yet, or does no more. */
  readonly process: WorkerRow | null
}

/** State that a worker reports of itself. */
export interface WorkerReport extends Omit<WorkerRow, 'state' | 'isLocked' | 'startedAt' | 'lastSeenAt'> {
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

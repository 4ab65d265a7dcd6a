/** Depth of the queue of runs, over all projects. */
export interface QueueDepth {
  /** Runs that are due and QUEUED, at most 10,000. */
  readonly queued: number
  /**
   * Time for which the oldest of them has waited for a worker, in milliseconds; 0 if there is none. Of the queued ones, the most urgent
   * 10,000 count.
   */
  readonly oldestMs: number
  /** Runs that were released, woken or resumed, and have no owner; at most 10,000. */
  readonly returned: number
  /** Runs whose owner is gone: its lease expired, or its worker's lock is free; at most 10,000. */
  readonly orphaned: number
}

/** Number of all runs that wait for a worker. */
export function waitingRuns({ queued, returned, orphaned }: QueueDepth): number {
  return queued + returned + orphaned
}

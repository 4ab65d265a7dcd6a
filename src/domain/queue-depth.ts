/** Depth of the queue of runs, over all projects. */
export interface QueueDepth {
  /** Runs that are due and QUEUED, at most 10,000. */
  readonly queued: number
  /** Time for which the oldest of the most urgent 10,000 runs has been due, in milliseconds; 0 if there is none. */
  readonly oldestMs: number
  /** Runs that were released, woken or resumed, and have no owner; at most 10,000. */
  readonly returned: number
}

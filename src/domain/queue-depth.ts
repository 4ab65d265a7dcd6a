/** What waits to be executed, in all projects. */
export interface QueueDepth {
  /** Runs that are due and QUEUED, at most 10,000. */
  readonly queued: number
  /** How long the oldest of the queue's most urgent 10,000 has been due, in milliseconds; 0 where there is none. */
  readonly oldestMs: number
  /** Runs that were released, woken or resumed, and have no owner; at most 10,000. */
  readonly returned: number
}

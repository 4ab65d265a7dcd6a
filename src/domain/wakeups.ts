/**
 * Wakeups say that something under a topic changed. They carry no data and may be lost, doubled or late:
 * a listener reads the truth from the database, and also polls.
 */
export interface Wakeups {
  /** Wakes all listeners of the topic, in this process and others. Never throws, never waits. */
  publish(topic: string): void
  /** Calls `wake` at each wakeup until the returned function is called. `wake` must not throw. */
  listen(topic: string, wake: () => void): () => void
  /** Whether wakeups arrive at this moment. */
  health(): WakeupHealth
  close(): Promise<void>
}

/** `live`: wakeups reach other processes, and theirs this one. `degraded`: they may not, so that readers poll. */
export type WakeupHealth = 'live' | 'degraded'

/** The topics that exist. */
export const topics = {
  /** A run may be claimed. */
  queue: 'queue',
  /** A run's log grew. */
  events: (runId: string) => `events:${runId}`,
  /** A child run stopped, or waits. */
  stopped: (runId: string) => `stopped:${runId}`,
  /** The log of a run below this one grew; the log of the root itself is a topic of its own. */
  tree: (rootId: string) => `tree:${rootId}`,
  /** The log of a run of a session grew, or of one below it. */
  session: (sessionId: string) => `session:${sessionId}`,
  /** The log of a run of a project grew. */
  project: (projectId: string) => `project:${projectId}`,
  /** A gate of a project opened, or was resolved. */
  gates: (projectId: string) => `gates:${projectId}`,
  /** The status of a run of a project changed, or runs were deleted; for a new one `queue` is used. */
  runs: (projectId: string) => `runs:${projectId}`,
  /** An evaluation of a project was started, or came further. */
  evaluations: (projectId: string) => `evaluations:${projectId}`,
  /** There is something to deliver to a webhook. */
  deliveries: 'deliveries',
  /** A delivery is to be repeated: a caller expects its receiver to answer. */
  redelivered: 'redelivered',
  /** A run's owner should read its row: an abort was requested, or a message was sent. */
  control: (runId: string) => `control:${runId}`,
} as const

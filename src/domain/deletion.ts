import type { RunStatus } from './run.ts'

/** Operations that remove a person's data for good, before its retention period is over (ADM-1). */
export interface DeletionOperations {
  /**
   * Removes a top-level run with its tree and all their data. Repeating the call finishes one that was cut off. @throws NOT_FOUND,
   * RUN_NOT_FINISHED, DELETION_REFUSED
   */
  deleteRun(call: DeleteRun): Promise<DeletedRun>
  /** Removes a session with its memory and the trees of all its runs. @throws NOT_FOUND, RUN_NOT_FINISHED, DELETION_REFUSED */
  deleteSession(call: DeleteSession): Promise<DeletedSession>
}

interface Deletion {
  readonly projectId: string
  /** With the runs that were forked, retried, replayed or evaluated from them, which have their texts. */
  readonly includeCopies: boolean
}

export interface DeleteRun extends Deletion {
  readonly runId: string
}

export interface DeleteSession extends Deletion {
  readonly key: string
}

interface DeletedRun {
  readonly runId: string
  /** Number of runs that were removed. */
  readonly runs: number
}

interface DeletedSession {
  readonly sessionId: string
  readonly key: string
  /** Number of runs that were removed. */
  readonly runs: number
}

/** The removal of rows. */
export interface DeletionStore {
  /** The run, or the session of a key. */
  delete(call: DeleteRun | DeleteSession, now: Date): Promise<DeletionOutcome>
}

export type DeletionOutcome =
  | { readonly kind: 'deleted'; readonly id: string; readonly runs: number }
  | { readonly kind: 'missing' }
  /** The run has a parent. */
  | { readonly kind: 'child'; readonly rootId: string }
  | { readonly kind: 'unfinished'; readonly runId: string; readonly status: RunStatus }
  /** Fired actions have not ended. */
  | { readonly kind: 'unsettled' }
  /** An evaluation that has not ended has its texts in hand. */
  | { readonly kind: 'evaluated' }
  /** Copies would stay. */
  | { readonly kind: 'copied'; readonly copies: number }
  /** Later runs of a session were shown messages that would be deleted. */
  | { readonly kind: 'continued'; readonly sessionKey: string }
  /** A run of the session was made meanwhile; all before it is gone. */
  | { readonly kind: 'renewed' }

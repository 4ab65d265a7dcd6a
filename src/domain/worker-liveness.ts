/** Shows other workers that this one lives. Without that sign they take its runs, even if it lives. */
export interface WorkerLiveness {
  isHeld(): boolean
  /** Calls `listener` whenever the liveness lock is lost, until the returned function is called; not after a close. */
  onLost(listener: () => void): () => void
  close(): Promise<void>
}

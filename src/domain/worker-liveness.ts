/** Says to other workers that this one lives. Where nobody says so they take its runs, whether it lives or not. */
export interface WorkerLiveness {
  isHeld(): boolean
  /** Calls `listener` whenever the liveness lock is lost, until the returned function is called; not after a close. */
  onLost(listener: () => void): () => void
  close(): Promise<void>
}

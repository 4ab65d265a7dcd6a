/** Says to other workers that this one lives. Where nobody says so they take its runs, whether it lives or not. */
export interface WorkerLiveness {
  isHeld(): boolean
  /** Calls `tell` whenever it is said no more, until the returned function is called; not where it was closed. */
  onLost(tell: () => void): () => void
  close(): Promise<void>
}

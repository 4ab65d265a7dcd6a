/** The highest progress so far, and how many judged steps in a row did not rise above it. */
export interface ProgressTrack {
  readonly best: number
  readonly stale: number
}

/** A step that is judged to have achieved nothing is one without progress, also the first. */
export const noProgressYet: ProgressTrack = { best: 0, stale: 0 }

/** Counts a judged step (LIM-10); falling back and coming up again is no progress. Steps that nobody judged are not counted. */
export function trackProgress({ best, stale }: ProgressTrack, progress: number): ProgressTrack {
  return progress > best ? { best: progress, stale: 0 } : { best, stale: stale + 1 }
}

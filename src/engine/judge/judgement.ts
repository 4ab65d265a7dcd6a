import { z } from 'zod'
import { initialErrors } from './repetition.ts'

/** A step that is judged to have achieved nothing is one without progress, also the first. */
export const initialProgress: ProgressTrack = { best: 0, stale: 0 }

/** Verdicts on the steps so far: the part of a run's state that its termination rules read, kept in `loopState`. */
export const judgement = z.object({
  track: z.object({ best: z.number(), stale: z.int() }).default(initialProgress),
  /** Number of times that an artifact was added or changed. */
  artifactChanges: z.int().default(0),
  /** Latest verdict on each acceptance criterion, in order; `null` if it could not be judged. */
  criteria: z
    .array(z.object({ met: z.boolean(), evidence: z.string() }))
    .nullable()
    .default(null),
  errors: z
    .object({ key: z.string(), target: z.string(), error: z.string(), count: z.int() })
    .default(initialErrors),
  /** The action that failed in the last step, the first of several. */
  failure: z.object({ action: z.string(), error: z.string() }).nullable().default(null),
  /** The step after which the agent was asked for its confidence last; 0 is never. */
  confidenceAskedAt: z.int().default(0),
  /** A caller wants it asked after the next step. */
  isConfidenceAskedFor: z.boolean().default(false),
  /** The estimate, where no human has decided on it since. */
  confidence: z.object({ confidence: z.number(), reason: z.string() }).nullable().default(null),
})

export type Judgement = z.infer<typeof judgement>

export const initialJudgement: Judgement = judgement.parse({})

/**
 * State that remains when the run is paused. The person who resumes the run has seen the reason for the pause, so it is not counted again.
 * Progress of the steps stays.
 */
export function afterPause(judged: Judgement): Judgement {
  return {
    ...judged,
    track: { ...judged.track, stale: 0 },
    errors: initialErrors,
    failure: null,
    confidence: null,
  }
}

/** The highest progress so far, and how many judged steps in a row did not rise above it. */
interface ProgressTrack {
  readonly best: number
  readonly stale: number
}

/** Counts a judged step (LIM-10); falling back and coming up again is no progress. Steps that nobody judged are not counted. */
export function trackProgress({ best, stale }: ProgressTrack, progress: number): ProgressTrack {
  return progress > best ? { best: progress, stale: 0 } : { best, stale: stale + 1 }
}

/** Time for which progress has not changed. */
export interface Stall {
  /** Progress when it last changed; `null` before it was first judged. */
  readonly since: number | null
  /** The judged steps after that one. */
  readonly steps: number
  /** The last judged step: its validation and its completion may both have its progress. */
  readonly stepNumber: number | null
}

export const initialStall: Stall = { since: null, steps: 0, stepNumber: null }

/** A smaller change is none; slow progress adds up to one. */
const smallestChange = 0.01

export function afterStep(stall: Stall, stepNumber: number | null, progress: number | null): Stall {
  if (progress === null || stepNumber === stall.stepNumber) return stall
  const { since } = stall
  // Rounded, so that the step from 0.3 to 0.31 is not slightly more than 0.01.
  const hasMoved = since === null || Math.round(Math.abs(progress - since) * 1e6) > smallestChange * 1e6
  return hasMoved ? { since: progress, steps: 0, stepNumber } : { since, steps: stall.steps + 1, stepNumber }
}

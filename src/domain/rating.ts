import { z } from 'zod'
import type { Caller } from './caller.ts'
import { given } from './given.ts'
import type { InProject } from './object-key.ts'
import type { RunStatus } from './run.ts'

/** What a caller says about a run, before the values are checked. */
export const givenRating = z.object({
  score: z
    .number()
    .describe('Score of the run, from 0, the worst, to 1, the best. A thumb down is 0, and a thumb up is 1.'),
  comment: given.text('Comment on the run, of at most 10,000 characters.'),
  labels: given.texts(
    'Labels of the rating, such as `wrong-tool`: at most 20, of at most 100 characters each.',
  ),
})

export const ratingBounds = { maxCommentLength: 10_000, maxLabels: 20, maxRatings: 1_000 } as const

/** Which ratings a filter for runs wants: a run matches with one rating that has all of it. */
export const ratingChoice = z.object({
  minScore: z.number().optional().describe('Ratings with this score or a higher one, from 0 to 1.'),
  maxScore: z.number().optional().describe('Ratings with this score or a lower one, from 0 to 1.'),
  by: given.text(
    'Ratings by this caller: the name of an API key, the subject of an access token, or `loopback`.',
  ),
  label: given.text('Ratings with this label.'),
})
export type RatingChoice = Readonly<z.infer<typeof ratingChoice>>

/** Operations on ratings (RATE-1). */
export interface RatingOperations {
  /** Rates a stopped run, in place of an earlier rating by the caller. @throws INVALID_INPUT, NOT_FOUND, RUN_NOT_FINISHED, LIMIT_EXCEEDED */
  rateRun(call: RateRun): Promise<{ readonly ratingId: string }>
  /** The holder of an access token deletes only their own ratings. @throws NOT_FOUND */
  deleteRating(call: DeleteRating): Promise<void>
}

export type RateRun = InProject<'runId'> &
  Readonly<z.infer<typeof givenRating>> & {
    /** Who rates, from their credentials. */
    readonly by: string
  }

export type DeleteRating = InProject<'ratingId'> & { readonly caller: Caller }

/** A rating whose values were checked. */
export interface Rating {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly ratedBy: string
  readonly score: number
  readonly comment: string | null
  /** Each once, in the order of their characters. */
  readonly labels: readonly string[]
}

export interface RatingStore {
  /** Stores a rating in place of the one by the same caller, which keeps its id. `unfinished`: the run may still change. */
  save(rating: Rating): Promise<SavedRating>
  /** Deletes a rating, if it is one by `ratedBy`, where that is given; false where there is none. */
  delete(rating: InProject<'ratingId'> & { readonly ratedBy: string | null }): Promise<boolean>
}

export type SavedRating =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'missing' | 'full' }
  | { readonly kind: 'unfinished'; readonly status: RunStatus }

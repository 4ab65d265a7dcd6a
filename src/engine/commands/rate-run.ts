import { invalid, RungraphError, tooMany } from '../../domain/errors.ts'
import {
  type DeleteRating,
  type RateRun,
  type RatingOperations,
  type RatingStore,
  ratingBounds,
} from '../../domain/rating.ts'
import { topics } from '../../domain/wakeups.ts'
import { checkLength } from '../check-input.ts'
import type { EngineServices } from '../run/run-context.ts'
import { readEachTag } from './check-labels.ts'

type Services = Pick<EngineServices, 'newId' | 'wakeups'> & { readonly ratings: RatingStore }

/** Creates the operations on ratings (RATE-1). */
export function createRatingOperations(services: Services): RatingOperations {
  return {
    rateRun: (call) => rateRun(call, services),
    deleteRating: (call) => deleteRating(call, services),
  }
}

async function rateRun(
  { projectId, runId, score, comment, labels = [], by }: RateRun,
  { ratings, newId, wakeups }: Services,
): Promise<{ readonly ratingId: string }> {
  if (!(score >= 0 && score <= 1)) throw invalid('score', `is ${score}; it must be a number from 0 to 1.`)
  const said = { score, comment: readComment(comment), labels: readLabelsOfRating(labels) }
  const saved = await ratings.save({ id: newId(), projectId, runId, ratedBy: by, ...said })
  switch (saved.kind) {
    case 'saved':
      wakeups.publish(topics.runs(projectId))
      return { ratingId: saved.id }
    case 'missing':
      throw new RungraphError('NOT_FOUND', { kind: 'run' })
    case 'unfinished':
      throw new RungraphError('RUN_NOT_FINISHED', { status: saved.status, operation: 'rated' })
    case 'full':
      throw tooMany('ratings of the run', {
        max: ratingBounds.maxRatings,
        remedy: 'Delete ratings that are not needed.',
      })
    default:
      return saved satisfies never
  }
}

async function deleteRating(
  { projectId, ratingId, caller }: DeleteRating,
  { ratings, wakeups }: Services,
): Promise<void> {
  const ratedBy = caller.access ? caller.name : null
  if (!(await ratings.delete({ projectId, ratingId, ratedBy })))
    throw new RungraphError('NOT_FOUND', { kind: 'rating' })
  wakeups.publish(topics.runs(projectId))
}

/** An empty comment is none. */
function readComment(comment: string | undefined): string | null {
  if (comment === undefined || comment.trim() === '') return null
  checkLength('comment', comment, ratingBounds.maxCommentLength)
  return comment
}

function readLabelsOfRating(given: readonly string[]): readonly string[] {
  const labels = readEachTag('labels', given)
  const { maxLabels: max } = ratingBounds
  if (labels.length > max) throw invalid('labels', `has ${labels.length} labels; the maximum is ${max}.`)
  return labels
}

import { invalid, RungraphError, tooMany } from '../../domain/errors.ts'
import {
  type CommentedPart,
  type CommentOperations,
  type CommentRun,
  type CommentStore,
  commentBounds,
} from '../../domain/run-comment.ts'
import { topics } from '../../domain/wakeups.ts'
import { checkLength } from '../check-input.ts'
import type { EngineServices } from '../run/run-context.ts'

type Services = Pick<EngineServices, 'newId' | 'wakeups'> & { readonly comments: CommentStore }

/** Creates the operations on comments (COMM-1). */
export function createCommentOperations(services: Services): CommentOperations {
  const { comments, wakeups } = services
  return {
    commentRun: (call) => commentRun(call, services),
    async deleteRunComment({ projectId, commentId }) {
      if (!(await comments.delete({ projectId, commentId })))
        throw new RungraphError('NOT_FOUND', { kind: 'comment' })
      wakeups.publish(topics.runs(projectId))
    },
  }
}

async function commentRun(
  { projectId, runId, text, by, ...part }: CommentRun,
  { comments, newId, wakeups }: Services,
): Promise<{ readonly commentId: string }> {
  if (text.trim() === '') throw invalid('text', 'is empty.')
  checkLength('text', text, commentBounds.maxTextLength)
  const about = partOf(part)
  const commentId = newId()
  const added = await comments.add({ id: commentId, projectId, runId, text, about, commentedBy: by })
  switch (added) {
    case 'added':
      wakeups.publish(topics.runs(projectId))
      return { commentId }
    case 'missing':
      throw new RungraphError('NOT_FOUND', { kind: 'run' })
    case 'absent':
      throw absentPart(about)
    case 'full':
      throw tooMany('comments on the run', {
        max: commentBounds.maxComments,
        remedy: 'Delete comments that are not needed.',
      })
    default:
      return added satisfies never
  }
}

function partOf({ stepNumber, actionId }: Pick<CommentRun, 'stepNumber' | 'actionId'>): CommentedPart {
  if (stepNumber !== undefined && actionId !== undefined)
    throw invalid('actionId', 'cannot be given with `stepNumber`. Give one of them.')
  if (actionId !== undefined) return { kind: 'action', id: actionId }
  return stepNumber === undefined ? { kind: 'run' } : { kind: 'step', number: stepNumber }
}

function absentPart(about: CommentedPart): RungraphError {
  return about.kind === 'step'
    ? invalid('stepNumber', `is ${about.number}; the run has no such step.`)
    : new RungraphError('NOT_FOUND', { kind: 'action of the run' })
}

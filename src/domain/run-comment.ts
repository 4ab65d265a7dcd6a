import { z } from 'zod'
import type { InProject } from './object-key.ts'

export const commentBounds = { maxTextLength: 10_000, maxComments: 1_000 } as const

/** What a caller says about a run, before the text is checked. */
export const givenComment = z.object({
  text: z.string().describe('Text of the comment, of 1 to 10,000 characters.'),
  stepNumber: z
    .int()
    .optional()
    .describe('Number of the step that the comment is about. Leave it out for a comment on the run.'),
})

/** Operations on comments (COMM-1). */
export interface CommentOperations {
  /** Comments on a run in any status, or on a step or an action of it. @throws INVALID_INPUT, NOT_FOUND, LIMIT_EXCEEDED */
  commentRun(call: CommentRun): Promise<{ readonly commentId: string }>
  /** @throws NOT_FOUND */
  deleteRunComment(call: InProject<'commentId'>): Promise<void>
}

export type CommentRun = InProject<'runId'> &
  Readonly<z.infer<typeof givenComment>> & {
    /** The action that it is about, in place of a step. */
    readonly actionId?: string | undefined
    /** Who comments, from their credentials. */
    readonly by: string
  }

/** A comment whose text was checked. */
export interface RunComment {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly text: string
  readonly about: CommentedPart
  readonly commentedBy: string
}

/** What of its run a comment is about. */
export type CommentedPart =
  | { readonly kind: 'run' }
  | { readonly kind: 'step'; readonly number: number }
  | { readonly kind: 'action'; readonly id: string }

export interface CommentStore {
  /** `absent`: the run has no such step or action. */
  add(comment: RunComment): Promise<'added' | 'missing' | 'absent' | 'full'>
  /** False where there is none. */
  delete(comment: InProject<'commentId'>): Promise<boolean>
}

import type { MarksFragment } from '../../../generated/console/graphql.ts'

/** Numbers of comments on steps and actions, by `stepMark` and the ids of actions. */
export type CommentMarks = ReadonlyMap<string, number>

export function stepMark(runId: string, number: number): string {
  return `${runId} ${number}`
}

/** A run with comments on it, or with some of them. */
export interface Commented {
  readonly id: string
  readonly comments: Pick<MarksFragment, 'nodes'>
}

/** What of some runs has comments. */
export function marksOf(runs: readonly Commented[]): CommentMarks {
  const marks = new Map<string, number>()
  for (const { id, comments } of runs)
    for (const { stepNumber, action } of comments.nodes) {
      const key = stepNumber == null ? action?.id : stepMark(id, stepNumber)
      if (key !== undefined) marks.set(key, (marks.get(key) ?? 0) + 1)
    }
  return marks
}

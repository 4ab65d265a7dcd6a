import { useMemo } from 'react'
import { CommentMarksDocument } from '../../../generated/console/graphql.ts'
import { useList } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { type CommentMarks, marksOf } from './comment-marks.ts'

/** So many runs of a trace have marks. */
const maxRuns = 20

/** What of some runs has comments, live: of the first of them. */
export function useCommentMarks(runIds: readonly string[]): CommentMarks {
  const key = runIds.slice(0, maxRuns).join(' ')
  const ids = useMemo(() => key.split(' '), [key])
  const { data, refresh } = useList(CommentMarksDocument, { ids })
  useRunChanges({ ids }, refresh)
  return useMemo(() => marksOf(data?.runs.nodes ?? []), [data])
}

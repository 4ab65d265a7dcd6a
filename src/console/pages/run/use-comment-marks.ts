import { useCallback } from 'react'
import { type Client, useClient } from 'urql'
import { CommentMarksDocument, OlderMarksDocument } from '../../../generated/console/graphql.ts'
import { readAnew, useLoaded } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { type Commented, type CommentMarks, marksOf } from './comment-marks.ts'

/** So many runs are followed: a filter takes no more ids. */
const maxRuns = 100

/** So many are read at once. */
const runsAtOnce = 20

/** What of some runs has comments, live: of the first hundred of them. */
export function useCommentMarks(runIds: readonly string[]): CommentMarks {
  const client = useClient()
  const key = runIds.slice(0, maxRuns).join(' ')
  const load = useCallback(async () => marksOf(await readMarks(client, key.split(' '))), [client, key])
  const { value = none, again } = useLoaded(load)
  useRunChanges({ ids: key.split(' ') }, again)
  return value
}

const none: CommentMarks = new Map()

async function readMarks(client: Client, ids: readonly string[]): Promise<readonly Commented[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / runsAtOnce) }, (_, index) =>
    ids.slice(index * runsAtOnce, (index + 1) * runsAtOnce),
  )
  const answers = await Promise.all(
    parts.map((part) => readAnew(client, CommentMarksDocument, { ids: part })),
  )
  const runs = answers.flatMap((answer) => answer.runs.nodes)
  return [...runs, ...(await Promise.all(runs.map((run) => readOlder(client, run)))).flat()]
}

type ReadRun = Commented & {
  readonly comments: {
    readonly pageInfo: { readonly hasPreviousPage: boolean; readonly startCursor: string | null }
  }
}

/** The comments before those that came with a run, a hundred at a time. */
async function readOlder(client: Client, run: ReadRun): Promise<readonly Commented[]> {
  const { hasPreviousPage, startCursor: before } = run.comments.pageInfo
  if (!hasPreviousPage || before === null) return []
  const { run: older } = await readAnew(client, OlderMarksDocument, { id: run.id, before })
  return older ? [older, ...(await readOlder(client, older))] : []
}

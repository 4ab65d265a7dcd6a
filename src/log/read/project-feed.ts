import type { FeedEvent, FeedOptions, RunLog } from '../../domain/run-log.ts'
import { topics } from '../../domain/wakeups.ts'
import type { PositionedRow } from '../../sql/commit-order.ts'
import { createFeed } from './feed.ts'
import { eventRows, type StreamSource } from './ordered-stream.ts'
import type { TailOptions } from './tails.ts'

/** The logs of all runs of a project, as one (EVT-5). */
export function createProjectFeed(options: TailOptions): Pick<RunLog, 'followProject'> {
  const feed = createFeed(options, project)
  return {
    followProject: (id, { after, signal }: FeedOptions) =>
      feed.follow({ id, topics: [topics.project(id)], signal }, after),
  }
}

const project: StreamSource<PositionedRow, FeedEvent> = {
  ...eventRows,
  name: 'project',
  projectOf: (projectId) => projectId,
  rows: (projectId, floor) =>
    `from "Event" e where e."projectId" = ${projectId} and e."commitXid" >= ${floor}`,
}

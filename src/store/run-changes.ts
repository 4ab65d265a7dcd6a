import type { FeedPosition, RunLog } from '../domain/run-log.ts'
import { topics } from '../domain/wakeups.ts'
import { type PlaceColumns, toPosition } from './commit-order.ts'
import { createOrderedStreams, itemsOf, type StreamSource } from './ordered-stream.ts'
import type { TailOptions } from './tails.ts'

/** The runs of a project, as they are made and as their status changes. */
export function createRunChanges(options: TailOptions): Pick<RunLog, 'followRuns'> {
  const streams = createOrderedStreams(options, changes)
  return {
    followRuns: async (id, { signal }) =>
      itemsOf(await streams.pagesFromNow({ id, topics: [topics.runs(id), topics.queue], signal })),
  }
}

/** A row stands where its run came into its status: a run is in the stream once, and moves on with each change. */
const changes: StreamSource<PlaceColumns, FeedPosition> = {
  name: 'runs',
  rows: (projectId, floor) => `from (
    select r."projectId", r.id as "runId", r."statusChanges" as seq, r."statusOrder" as "commitOrder" from "Run" r
  ) e where e."projectId" = ${projectId} and e."commitOrder" >= ${floor}`,
  columns: 'e."commitOrder", e."runId", e.seq',
  toItem: toPosition,
}

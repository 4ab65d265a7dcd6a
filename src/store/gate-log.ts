import type { FeedEvent, RunLog } from '../domain/run-log.ts'
import { topics } from '../domain/wakeups.ts'
import type { PlacedRow } from './commit-order.ts'
import { createOrderedStreams, eventRows, itemsOf, type StreamSource } from './ordered-stream.ts'
import type { TailOptions } from './tails.ts'

/** What happens to the gates of a project, as it happens (JDG-4). */
export function createGateLog(options: TailOptions): Pick<RunLog, 'followGates'> {
  const streams = createOrderedStreams(options, gates)
  return {
    followGates: async (id, { signal }) =>
      itemsOf(await streams.pagesFromNow({ id, topics: [topics.gates(id)], signal })),
  }
}

/** The condition on the type is that of an index. */
const gates: StreamSource<PlacedRow, FeedEvent> = {
  ...eventRows,
  name: 'gates',
  rows: (projectId, floor) =>
    `from "Event" e where e."projectId" = ${projectId} and e.type in ('GateOpened', 'GateResolved') and e."commitOrder" >= ${floor}`,
}

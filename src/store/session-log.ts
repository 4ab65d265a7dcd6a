import type { FeedEvent, RunLog } from '../domain/run-log.ts'
import { topics } from '../domain/wakeups.ts'
import type { PlacedRow } from './commit-order.ts'
import { createFeed } from './feed.ts'
import { eventRows, inOrder, isInReach, type StreamSource } from './ordered-stream.ts'
import { createSessionBirths } from './session-births.ts'
import type { TailOptions } from './tails.ts'

/** The logs of all runs of a session and of those below them, as one (EVT-5). */
export function createSessionLog(options: TailOptions): Pick<RunLog, 'followSession'> {
  const feed = createFeed(options, session)
  const births = createSessionBirths(options)
  const place = (id: string, signal: AbortSignal) => ({ id, topics: [topics.session(id)], signal })

  async function* followUnborn(key: Parameters<typeof births.find>[0], signal: AbortSignal) {
    const id = await births.untilBorn(key, signal)
    if (id !== null) yield* feed.followAll(place(id, signal))
  }

  return {
    followSession: async (key, { after, signal }) => {
      const id = await births.find(key)
      return id === null ? followUnborn(key, signal) : feed.follow(place(id, signal), after)
    },
  }
}

/**
 * The highest order that an event in the tree of root r can have: nothing comes after what ends a tree (SUB-3). The expression is that
 * of an index.
 */
const reachOf = `(case when r.status in ('COMPLETED', 'FAILED', 'CANCELLED') then r."statusOrder" else 9223372036854775807 end)`

/** The runs of a session whose trees may have events at this order, or after it; children are in no session themselves. */
function roots(sessionId: string, floor: string): string {
  return `"Run" r where r."sessionId" = ${sessionId} and ${reachOf} >= ${floor}`
}

/**
 * Events do not name their session: that would be one more index that each of them is written to. Its roots lead to them, and of those
 * only the few that reach so far. A page has events of at most so many roots as it has room for, those whose next events come
 * first; the others are not looked at.
 */
const session: StreamSource<PlacedRow, FeedEvent> = {
  ...eventRows,
  name: 'session',
  // The offset binds the planner to go from the roots to their events, and not through all events to those of the roots.
  rows: (sessionId, floor) => `from (select r.id from ${roots(sessionId, floor)}) r
    cross join lateral (select * from "Event" e where e."rootId" = r.id and e."commitOrder" >= ${floor} offset 0) e where true`,
  pageRows: `from (
    select r.id from (select r.id from ${roots('$1::uuid', '$2::bigint')}) r
    cross join lateral (select ${inOrder} from "Event" e where e."rootId" = r.id and ${isInReach} order by ${inOrder} limit 1) e
    order by ${inOrder} limit $5
  ) r
  cross join lateral (select * from "Event" e where e."rootId" = r.id and ${isInReach} order by ${inOrder} limit $5) e where true`,
}

import type { FeedEvent, RunLog } from '../../domain/run-log.ts'
import { topics } from '../../domain/wakeups.ts'
import type { PositionedRow } from '../../sql/commit-order.ts'
import { createFeed } from './feed.ts'
import { eventRows, isInReach, type StreamSource, streamOrder } from './ordered-stream.ts'
import { idleDelay, Poll } from './poll.ts'
import { openTail, type TailOptions } from './tails.ts'

/** The logs of all runs of a session and of those below them, as one (EVT-5). */
export function createSessionFeed(options: TailOptions): Pick<RunLog, 'followSession'> {
  const feed = createFeed(options, session)
  const sessions = createSessionLookup(options)
  const place = (id: string, signal: AbortSignal) => ({ id, topics: [topics.session(id)], signal })

  async function* followWhenCreated(key: Parameters<typeof sessions.find>[0], signal: AbortSignal) {
    const id = await sessions.untilSessionExists(key, signal)
    if (id !== null) yield* feed.followAll(place(id, signal))
  }

  return {
    followSession: async (key, { after, signal }) => {
      const id = await sessions.find(key)
      return id === null ? followWhenCreated(key, signal) : feed.follow(place(id, signal), after)
    },
  }
}

/**
 * The highest order that an event in the tree of root r can have: no event comes after the end of a tree (SUB-3). The expression is that of
 * an index.
 */
const lastXidOf = `(case when r.status in ('COMPLETED', 'FAILED', 'CANCELLED') then r."statusXid" else 9223372036854775807 end)`

/** The runs of a session whose trees may have events at this order, or after it; children are in no session themselves. */
function roots(sessionId: string, floor: string): string {
  return `"Run" r where r."sessionId" = ${sessionId} and ${lastXidOf} >= ${floor}`
}

/**
 * Events have no session column: that would be one more index that each of them is written to. They are found through the root runs of the
 * session, limited to roots that can have events at or after the position. A page has events of at most as many roots as it has room for,
 * those whose next events come first; the others are not read.
 */
const session: StreamSource<PositionedRow, FeedEvent> = {
  ...eventRows,
  name: 'session',
  projectOf: (sessionId) => `(select s."projectId" from "Session" s where s.id = ${sessionId})`,
  // The offset binds the planner to go from the roots to their events, and not through all events to those of the roots.
  rows: (sessionId, floor) => `from (select r.id from ${roots(sessionId, floor)}) r
    cross join lateral (select * from "Event" e where e."rootId" = r.id and e."commitXid" >= ${floor} offset 0) e where true`,
  pageRows: `from (
    select r.id from (select r.id from ${roots('$1::uuid', '$2::bigint')}) r
    cross join lateral (select ${streamOrder} from "Event" e where e."rootId" = r.id and ${isInReach} order by ${streamOrder} limit 1) e
    order by ${streamOrder} limit $5
  ) r
  cross join lateral (select * from "Event" e where e."rootId" = r.id and ${isInReach} order by ${streamOrder} limit $5) e where true`,
}

interface SessionKey {
  readonly projectId: string
  readonly key: string
}

/** Sessions that may not exist yet. */
interface SessionLookup {
  /** The id of the session under a key; `null` where there is none. */
  find(key: SessionKey): Promise<string | null>
  /** Its id as soon as there is one; `null` where `signal` aborts first. */
  untilSessionExists(key: SessionKey, signal: AbortSignal): Promise<string | null>
}

function createSessionLookup({ pool, wakeups, servers, report }: TailOptions): SessionLookup {
  async function findAll(keys: readonly SessionKey[]): Promise<readonly (string | null)[]> {
    const { rows } = await pool.query<{ id: string | null }>({
      name: 'rungraph-sessions',
      text: `select s.id from unnest($1::uuid[], $2::text[]) with ordinality as k("projectId", key, place)
        left join "Session" s on s."projectId" = k."projectId" and s.key = k.key order by k.place`,
      values: [keys.map(({ projectId }) => projectId), keys.map(({ key }) => key)],
    })
    return rows.map(({ id }) => id)
  }

  const poll = new Poll<SessionKey & { readonly wake: () => void }>({
    delay: idleDelay,
    servers,
    report,
    poll: async (waiting) => {
      const ids = await findAll(waiting)
      return waiting.filter((_, place) => ids[place] != null)
    },
  })

  async function find(key: SessionKey): Promise<string | null> {
    const [id = null] = await findAll([key])
    return id
  }

  return {
    find,
    untilSessionExists: async (key, signal) => {
      const tail = openTail({
        wakeups,
        // Runs create sessions: one that its process claims at once is announced on the topic of its project.
        topics: [topics.queue, topics.runs(key.projectId)],
        join: (_place: null, wake) => poll.join({ ...key, wake }),
      })
      try {
        while (!signal.aborted) {
          tail.reset()
          const id = await find(key)
          if (id !== null) return id
          await tail.wait(null, signal)
        }
        return null
      } finally {
        tail.close()
      }
    },
  }
}

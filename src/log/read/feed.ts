import type { FeedEvent, FeedPosition } from '../../domain/run-log.ts'
import {
  atStart,
  below,
  isAfter,
  type PositionColumns,
  type PositionedRow,
  toPosition,
} from '../../sql/commit-order.ts'
import {
  createOrderedStreams,
  type FollowedStream,
  type OrderedPage,
  type StreamSource,
} from './ordered-stream.ts'
import type { TailOptions } from './tails.ts'

/** Logs of the runs of a session or project as one stream, which never ends (EVT-5) and announces removed runs (EVT-7). */
interface Feed {
  /**
   * Returns the events after a position; `null`: from the moment at which the promise resolves. @throws CURSOR_INVALID for a position that
   * is not of this history, because other events would be skipped silently (EVT-10)
   */
  follow(of: FollowedStream, after: FeedPosition | null): Promise<AsyncGenerator<FeedEvent, void, void>>
  /** Everything from the first event on; there need not be one yet. @throws CURSOR_INVALID where what it is of was lost */
  followAll(of: FollowedStream): AsyncGenerator<FeedEvent, void, void>
}

/** A feed of one kind; the source's name is that of the kind. */
export function createFeed(options: TailOptions, source: StreamSource<PositionedRow, FeedEvent>): Feed {
  const { name } = source
  const removal = `select m."commitXid"::text, m."runId", m.seq, m."removedAt" from "Removal" m where m.feed = '${name}:' || $1::uuid`
  const facts = `, (select to_jsonb(m) from (${removal}) m) as removal`
  const streams = createOrderedStreams<PositionedRow, FeedEvent, Facts>(options, { ...source, facts })

  return {
    follow: async (of, after) => {
      if (after === null) return withRemovals(await streams.pagesFromNow(of), null)
      return withRemovals(await streams.pagesFrom(of, after), after)
    },
    async *followAll(of) {
      // At the server that has what the stream is of: one that has lost it would have nothing for ever.
      yield* withRemovals(await streams.pagesFrom(of, atStart), atStart)
    },
  }
}

interface Facts {
  /** Position of the last removed event of the feed. */
  readonly removal: Removal | null
}

type Removal = PositionColumns & { readonly removedAt: string }

/**
 * The events of pages, and, ahead of the next one, that runs were removed of which the reader had not read all. One who begins now
 * misses nothing of before.
 */
async function* withRemovals(
  pages: AsyncGenerator<OrderedPage<FeedEvent, Facts>, void, void>,
  after: FeedPosition | null,
): AsyncGenerator<FeedEvent, void, void> {
  let position = after
  let truncationSeenAt = after?.truncationSeenAt ?? 0
  let pending: Removal | null = null
  for await (const { items, facts, horizon } of pages) {
    position ??= below(horizon)
    const { removal } = facts
    if (removal && isAfter(toPosition(removal), position) && timeOf(removal) > truncationSeenAt) {
      pending = removal
      truncationSeenAt = timeOf(removal)
    }
    for (const event of items) {
      if (pending) yield toNotice(pending, event)
      pending = null
      yield event
      if (isAfter(event, position)) position = event
    }
  }
}

/** Each removal has a later time than the one before. */
function timeOf({ removedAt }: Removal): number {
  return Date.parse(removedAt)
}

/**
 * Its position is right before the event: a reader who continues from it gets that event next. The event may come before the last of those
 * that are removed, because runs are reported in between each other; so its position says that it was reported.
 */
function toNotice(removal: Removal, { order, runId, seq, witness }: FeedEvent): FeedEvent {
  const truncationSeenAt = timeOf(removal)
  return {
    type: 'HistoryTruncated',
    stepNumber: null,
    data: { removed: 'RUNS', fromSeq: null, toSeq: null },
    at: new Date(truncationSeenAt),
    order,
    runId,
    seq: seq - 1,
    truncationSeenAt,
    ...(witness !== undefined && { witness }),
  }
}

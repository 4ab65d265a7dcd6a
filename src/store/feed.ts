import { RungraphError } from '../domain/errors.ts'
import type { FeedEvent, FeedPosition } from '../domain/run-log.ts'
import { atStart, type PlacedRow } from './commit-order.ts'
import { createOrderedStreams, type Following, itemsOf, type StreamSource } from './ordered-stream.ts'
import type { TailOptions } from './tails.ts'

/** The logs of many runs as one, which never ends (EVT-5). */
export interface Feed {
  /**
   * What comes after a position; from the moment that the promise resolves where that is `null`.
   * @throws CURSOR_INVALID for a position that the feed has not come to: what comes before it would be passed over in silence
   */
  follow(of: Following, after: FeedPosition | null): Promise<AsyncGenerator<FeedEvent, void, void>>
  /** Everything from the first event on; there need not be one yet. */
  followAll(of: Following): AsyncGenerator<FeedEvent, void, void>
}

export function createFeed(options: TailOptions, source: StreamSource<PlacedRow, FeedEvent>): Feed {
  const streams = createOrderedStreams(options, source)
  return {
    follow: async (of, after) => {
      if (after === null) return itemsOf(await streams.pagesFromNow(of))
      if (!(await streams.reaches(of.id, after.order))) throw ahead()
      return itemsOf(streams.pages(of, after))
    },
    followAll: (of) => itemsOf(streams.pages(of, atStart)),
  }
}

function ahead(): RungraphError {
  const reason = 'it is of a place that the events have not come to'
  return new RungraphError('CURSOR_INVALID', { reason, path: ['after'] })
}

import { startEndable } from '../../domain/end-on-abort.ts'
import { isRungraphError, type RungraphError } from '../../domain/errors.ts'
import type { RowFilter } from '../../domain/row-list.ts'
import type { FeedOptions, FeedPosition } from '../../domain/run-log.ts'
import type { GraphQLContext } from '../context.ts'
import { type FeedKey, lastOf, readFeedCursor, toFeedCursor } from '../event-cursor.ts'
import { isWithin } from '../token-access.ts'

/** A row of a list that changed. */
export interface Update {
  readonly id: string
  /** The place of the change among those of the list. */
  readonly cursor: string
  /** Whether the row matches the filter as it is now. */
  readonly isMatch: boolean
}

/** The arguments that all subscriptions to changes of a list have. */
export interface UpdateArguments {
  readonly after?: string | null | undefined
  readonly includeUnmatched?: boolean | null | undefined
}

/** Changes of the rows of a table, which a filter keeps. */
interface Following<Change extends FeedPosition> {
  readonly table: 'Run' | 'Gate'
  /** Kind of the cursors. */
  readonly kind: FeedKey['kind']
  readonly follow: (options: FeedOptions) => Promise<AsyncGenerator<Change, void, void>>
  /** The row that a change is of; null where it is to be passed over. */
  readonly rowOf: (change: Change) => string | null | Promise<string | null>
  readonly filter: RowFilter
  /** The part of the filter that a row matches always, or never: the values of its fields do not change. */
  readonly lasting: RowFilter
}

/**
 * The rows of the caller's project as they change, after a cursor or from now on. Each is sent if it matches the filter as it is then, and
 * with `includeUnmatched` also if it matches the lasting part of it: it may have left the list. Pulled one by one: nothing is held for a
 * slow reader. An access token gets only the rows within its scope. @throws CURSOR_INVALID
 */
export function followUpdates<Change extends FeedPosition>(
  ctx: GraphQLContext,
  args: UpdateArguments,
  { table, kind, follow, rowOf, filter, lasting }: Following<Change>,
): Promise<AsyncIterableIterator<Shown>> {
  const feed = { kind, id: ctx.project.id }
  const { access } = ctx.caller
  const after = readFeedCursor(lastOf(ctx, args), feed)

  async function* show(changes: AsyncGenerator<Change, void, void>): AsyncGenerator<Shown, void, void> {
    // An error that a source throws reaches no caller with its code: it is given as the last value, and thrown where that is shown.
    try {
      for await (const change of changes) {
        const id = await rowOf(change)
        if (id === null) continue
        if (access !== null && !(await isWithin(ctx, access.scope, table, id))) continue
        const isMatch = await ctx.reads.isKept({ table, id }, filter)
        if (!isMatch && !(args.includeUnmatched && (await ctx.reads.isKept({ table, id }, lasting)))) continue
        const cursor = toFeedCursor(feed, change)
        ctx.position.cursor = cursor
        yield { id, cursor, isMatch }
      }
    } catch (error) {
      if (!isRungraphError(error)) throw error
      yield error
    }
  }
  return startEndable(ctx.signal, async (signal) => show(await follow({ after, signal })))
}

type Shown = Update | RungraphError

/** The resolver of a subscription to changes of a list. @throws the error that ends it */
export function toUpdate(shown: Shown): Update {
  if (isRungraphError(shown)) throw shown
  return shown
}

/** Descriptions of fields and arguments that all such subscriptions have. */
export const updateTexts = {
  after:
    'Cursor of the last update that the client received (its `cursor`), or at first the one from `updateCursors`. If you leave it out, the stream begins with the next change.',
  cursor: 'Cursor of the update. Give it back as `after` to continue after a disconnection.',
  query:
    'Root of the queries, in the state after the change. A list that you select here in the same way as in a query is updated in a normalised cache, with its edges and totals.',
} as const

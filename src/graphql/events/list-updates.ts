import type { ObjectRef } from '@pothos/core'
import { startEndable } from '../../domain/end-on-abort.ts'
import { isRungraphError, type RungraphError } from '../../domain/errors.ts'
import type { RowFilter } from '../../domain/row-list.ts'
import type { FeedOptions, FeedPosition } from '../../domain/run-log.ts'
import { builder, Query, type Types } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { type FeedKey, lastOf, readFeedCursor, toFeedCursor } from '../event-cursor.ts'
import { capital } from '../fields.ts'
import { edgeOf } from '../paging/connection.ts'
import type { GivenFilter } from '../paging/filter-input.ts'
import type { defineList, ListArguments } from '../paging/list.ts'
import { isWithin } from '../token-access.ts'

/** A row of a list that changed. */
interface Update {
  readonly id: string
  /** The place of the change among those of the list. */
  readonly cursor: string
  /** Whether the row matches the filter as it is now. */
  readonly isMatch: boolean
}

/** An object whose columns are read as the operation selects them. */
interface Stub {
  readonly id: string
}

/** A subscription to the changes of the objects of a list. */
interface Updates<Change extends FeedPosition> {
  /** Its objects as descriptions name them. */
  readonly words: readonly [one: 'run' | 'gate', many: string]
  /** What happened to an object, to follow its name. */
  readonly change: string
  readonly description: string
  /** What `includeUnmatched` includes, to follow "Whether to include". */
  readonly unmatched: string
  readonly table: 'Run' | 'Gate'
  /** Kind of the cursors. */
  readonly kind: FeedKey['kind']
  readonly follow: (ctx: GraphQLContext, options: FeedOptions) => Promise<AsyncGenerator<Change, void, void>>
  /** The row that a change is of; null where it is to be passed over. */
  readonly rowOf: (ctx: GraphQLContext, change: Change) => string | null | Promise<string | null>
  /** @throws INVALID_INPUT, INVALID_ID */
  readonly toRowFilter: (ctx: GraphQLContext, filter: GivenFilter) => RowFilter
  /** Fields of the filter whose values change in a row: it matches the others always, or never. */
  readonly changing: readonly string[]
  /** Refuses a filter that nothing will ever match. */
  readonly check?: (ctx: GraphQLContext, filter: GivenFilter) => Promise<void>
}

/** Declares the object of the changes of a list and the subscription to them. */
export function defineUpdates<Change extends FeedPosition>(
  type: ObjectRef<Types, Stub>,
  { Edge, Filter, Order, rowsOf }: ReturnType<typeof defineList<Stub>>,
  updates: Updates<Change>,
): void {
  const { change, description, unmatched } = updates
  const [one, many] = updates.words
  const name = capital(one)
  const UpdateObject = builder.objectRef<Update>(`${name}Update`).implement({
    description: `${name} that ${change}, in its current state.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description: updateTexts.cursor,
      }),
      [one]: t.field({ type, description: `${name} that ${change}.`, resolve: ({ id }) => ({ id }) }),
      isMatch: t.exposeBoolean('isMatch', {
        description: `Whether the ${one} matches the filter in its current state. False only with \`includeUnmatched\`.`,
      }),
      edge: t.field({
        type: Edge,
        description: `${name} and its position in the list of all ${many} of the project. Null if the ${one} was deleted.`,
        nullable: true,
        args: {
          ...(Order && {
            orderBy: t.arg({
              type: Order,
              description: 'Order of the list. Newest first if you leave it out.',
            }),
          }),
        },
        extensions: { weight: 1 },
        resolve: ({ id }, { orderBy }: ListArguments, ctx) =>
          edgeOf(ctx, rowsOf(ctx, { filter: { ids: [id] }, orderBy }), { id }),
      }),
      query: t.field({
        type: Query,
        description: updateTexts.query,
        resolve: () => ({}),
      }),
    }),
  })
  builder.subscriptionField(`${one}Updated`, (t) =>
    t.field({
      type: UpdateObject,
      description,
      args: {
        ...(Filter && {
          filter: t.arg({
            type: Filter,
            description: `Filter for ${many}, applied to their state when they are sent. All ${many} if you leave it out.`,
          }),
        }),
        includeUnmatched: t.arg.boolean({
          description: `Whether to include ${unmatched} Default false.`,
        }),
        after: t.arg.string({ description: updateTexts.after }),
      },
      subscribe: (_, args: UpdateArguments, ctx) => followUpdates(ctx, args, updates),
      resolve: toUpdate,
    }),
  )
}

interface UpdateArguments {
  readonly filter?: GivenFilter | null | undefined
  readonly after?: string | null | undefined
  readonly includeUnmatched?: boolean | null | undefined
}

/**
 * The rows of the caller's project as they change, after a cursor or from now on. Each is sent if it matches the filter as it is then, and
 * with `includeUnmatched` also if it matches the lasting part of it: it may have left the list. Pulled one by one: nothing is held for a
 * slow reader. An access token gets only the rows within its scope. @throws INVALID_INPUT, INVALID_ID, CURSOR_INVALID
 */
async function followUpdates<Change extends FeedPosition>(
  ctx: GraphQLContext,
  args: UpdateArguments,
  { table, kind, follow, rowOf, toRowFilter, changing, check }: Updates<Change>,
): Promise<AsyncIterableIterator<Shown>> {
  const given = args.filter ?? {}
  const filter = toRowFilter(ctx, given)
  const lasting = toRowFilter(ctx, { ...given, ...Object.fromEntries(changing.map((name) => [name, null])) })
  await check?.(ctx, given)
  const feed = { kind, id: ctx.project.id }
  const { access } = ctx.caller
  const after = readFeedCursor(lastOf(ctx, args), feed)

  async function* show(changes: AsyncGenerator<Change, void, void>): AsyncGenerator<Shown, void, void> {
    // An error that a source throws reaches no caller with its code: it is given as the last value, and thrown where that is shown.
    try {
      for await (const change of changes) {
        const id = await rowOf(ctx, change)
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
  return startEndable(ctx.signal, async (signal) => show(await follow(ctx, { after, signal })))
}

type Shown = Update | RungraphError

/** The resolver of a subscription to changes of a list. @throws the error that ends it */
function toUpdate(shown: Shown): Update {
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

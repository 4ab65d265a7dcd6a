import type { ObjectRef } from '@pothos/core'
import type { RungraphError } from '../../domain/errors.ts'
import type { Filter, FilterOf } from '../../domain/filter-field.ts'
import type { FeedOptions, FeedPosition } from '../../domain/run-log.ts'
import { builder, Query, type Types } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { type FeedKey, lastOf, readFeedCursor, toFeedCursor } from '../event-cursor.ts'
import { capital, type GivenInput } from '../fields.ts'
import { edgeOf } from '../paging/connection.ts'
import { readFilter } from '../paging/filter-input.ts'
import type { defineList, ListArguments } from '../paging/list.ts'
import { showEach, shownOrThrown } from './shown-events.ts'

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
interface Updates<Change extends FeedPosition, Of extends Filter> {
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
  readonly filter: Of
  /** Fields of the filter whose values change in a row: it matches the others always, or never. */
  readonly changing: readonly string[]
  /** Refuses a filter that nothing will ever match. */
  readonly check?: (ctx: GraphQLContext, filter: FilterOf<Of>) => Promise<void>
}

/** Declares the object of the changes of a list and the subscription to them. */
export function defineUpdates<Change extends FeedPosition, Of extends Filter>(
  type: ObjectRef<Types, Stub>,
  list: ReturnType<typeof defineList<Stub, Of>>,
  updates: Updates<Change, Of>,
): void {
  const { Edge, Filter, Order, rowsOf } = list
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
          edgeOf(ctx, rowsOf(ctx, { filter: readFilter(updates.filter, { ids: [id] }), orderBy }), { id }),
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
      subscribe: (_, args: UpdateArguments, ctx) => followUpdates(ctx, args, { ...updates, list }),
      resolve: shownOrThrown,
    }),
  )
}

interface Following<Change extends FeedPosition, Of extends Filter> extends Updates<Change, Of> {
  readonly list: Pick<ReturnType<typeof defineList<Stub, Of>>, 'rowsOf'>
}

interface UpdateArguments {
  readonly filter?: GivenInput | null | undefined
  readonly after?: string | null | undefined
  readonly includeUnmatched?: boolean | null | undefined
}

/**
 * The rows of the caller's project as they change, after a cursor or from now on. Each is sent if it matches the filter as it is then, and
 * with `includeUnmatched` also if it matches the lasting part of it: it may have left the list. An access token gets only the rows within its scope. @throws INVALID_INPUT, INVALID_ID, CURSOR_INVALID
 */
async function followUpdates<Change extends FeedPosition, Of extends Filter>(
  ctx: GraphQLContext,
  args: UpdateArguments,
  { table, kind, follow, rowOf, filter: fields, changing, check, list }: Following<Change, Of>,
): Promise<AsyncIterableIterator<Update | RungraphError>> {
  const given = readFilter(fields, args.filter ?? {})
  await check?.(ctx, given)
  const { where: filter } = list.rowsOf(ctx, { filter: given })
  const unchanging = { ...given, ...Object.fromEntries(changing.map((name) => [name, null])) }
  const { where: lasting } = list.rowsOf(ctx, { filter: unchanging })
  const feed = { kind, id: ctx.project.id }
  const after = readFeedCursor(lastOf(ctx, args), feed)

  return showEach<Change, Update>(
    ctx,
    (signal) => follow(ctx, { after, signal }),
    async (change) => {
      const id = await rowOf(ctx, change)
      if (id === null) return null
      const isMatch = await ctx.reads.isKept({ table, id }, filter)
      if (!isMatch && !(args.includeUnmatched && (await ctx.reads.isKept({ table, id }, lasting))))
        return null
      return { id, cursor: toFeedCursor(feed, change), isMatch }
    },
  )
}

/** Descriptions of fields and arguments that all such subscriptions have. */
export const updateTexts = {
  after:
    'Cursor of the last update that the client received (its `cursor`), or at first the one from `updateCursors`. If you leave it out, the stream begins with the next change.',
  cursor: 'Cursor of the update. Give it back as `after` to continue after a disconnection.',
  query:
    'Root of the queries, in the state after the change. A list that you select here in the same way as in a query is updated in a normalised cache, with its edges and totals.',
} as const

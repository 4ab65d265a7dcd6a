import type { RungraphError } from '../../domain/errors.ts'
import type { FeedPosition } from '../../domain/run-log.ts'
import { builder, Query } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { type FeedKey, lastOf, readFeedCursor, toFeedCursor } from '../event-cursor.ts'
import { toGlobalId } from '../global-id.ts'
import { updateTexts } from './list-updates.ts'
import { showEach, shownOrThrown } from './shown-events.ts'

interface RunDeletion {
  readonly runId: string
  /** The place of the deletion among those of the project. */
  readonly cursor: string
}

const RunDeletionObject = builder.objectRef<RunDeletion>('RunDeletion').implement({
  description: 'Run that a caller deleted.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: updateTexts.cursor }),
    runId: t.id({
      description: 'Global id that the run had.',
      resolve: ({ runId }) => toGlobalId('Run', runId),
    }),
    query: t.field({ type: Query, description: updateTexts.query, resolve: () => ({}) }),
  }),
})

builder.subscriptionField('runDeleted', (t) =>
  t.field({
    type: RunDeletionObject,
    description:
      'Runs that `deleteRun` and `deleteSession` delete, with their descendants, from now on or after a cursor of the last 7 days. Runs that retention removes are not sent.',
    args: { after: t.arg.string({ description: updateTexts.after }) },
    subscribe: (_, args, ctx) => followDeletions(ctx, args),
    resolve: shownOrThrown,
  }),
)

/** @throws CURSOR_INVALID */
function followDeletions(
  ctx: GraphQLContext,
  args: { readonly after?: string | null | undefined },
): Promise<AsyncIterableIterator<RunDeletion | RungraphError>> {
  const feed: FeedKey = { kind: 'deletions', id: ctx.project.id }
  const after = readFeedCursor(lastOf(ctx, args), feed)
  return showEach<FeedPosition, RunDeletion>(
    ctx,
    (signal) => ctx.log.followDeletions(ctx.project.id, { after, signal }),
    (deletion) => ({ runId: deletion.runId, cursor: toFeedCursor(feed, deletion) }),
  )
}

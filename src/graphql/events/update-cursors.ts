import type { FeedPosition } from '../../domain/run-log.ts'
import { builder, Query } from '../builder.ts'
import { type FeedKey, toFeedCursor } from '../event-cursor.ts'

/** The position of a moment in the changes of a project. */
interface UpdateCursors {
  readonly position: FeedPosition
}

const UpdateCursorsObject = builder.objectRef<UpdateCursors>('UpdateCursors').implement({
  description:
    'Cursors of this moment, with which subscriptions to changes begin. A change that a list shows already, if it is read after them, can be sent once more; no later one is missed.',
  fields: (t) => {
    const cursor = (kind: FeedKey['kind'], field: string, changes: string) =>
      t.string({
        description: `Cursor for \`${field}\`: give it as \`after\`, and the stream begins with the first ${changes} after this moment.`,
        resolve: ({ position }, _, { project }) => toFeedCursor({ kind, id: project.id }, position),
      })
    return {
      runUpdated: cursor('runs', 'runUpdated', 'run that changed'),
      gateUpdated: cursor('gates', 'gateUpdated', 'gate that changed'),
      runDeleted: cursor('deletions', 'runDeleted', 'run that was deleted'),
      query: t.field({
        type: Query,
        description:
          'Root of the queries, read after the cursors. Select the lists that the subscriptions keep up to date here: those that you select beside `updateCursors` can be read before the cursors.',
        resolve: () => ({}),
      }),
    }
  },
})

builder.queryField('updateCursors', (t) =>
  t.field({
    type: UpdateCursorsObject,
    description:
      'Cursors of this moment for `runUpdated`, `gateUpdated` and `runDeleted`, with the lists that the subscriptions keep up to date.',
    resolve: async (_, __, { log, project }) => ({ position: await log.readPosition(project.id) }),
  }),
)

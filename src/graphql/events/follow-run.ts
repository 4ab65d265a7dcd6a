import { RungraphError } from '../../domain/errors.ts'
import type { StoredLog } from '../../domain/reads.ts'
import { isFinished } from '../../domain/run.ts'
import type { EventType } from '../../domain/run-event.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import {
  findEventPlace,
  lastOf,
  namesRun,
  readEventCursor,
  readFeedCursor,
  toEventCursor,
  toFeedCursor,
} from '../event-cursor.ts'
import { readId } from '../global-id.ts'
import { RunEventObject, RunEventType, readTypes } from './run-event.ts'
import { type FollowedEvent, showEvents, shownOrThrown } from './shown-events.ts'

/** Log that a caller follows. */
interface Following {
  readonly runId: string
  readonly after?: string | null | undefined
  readonly includeDescendants?: boolean | null | undefined
  readonly types?: readonly EventType[] | null | undefined
}

/**
 * The events of a run after a cursor, alone or with those of the runs below it, then live ones, until its log ends.
 * @throws INVALID_ID, INVALID_INPUT, NOT_FOUND, CURSOR_INVALID, CURSOR_EXPIRED
 */
async function followRun(
  ctx: GraphQLContext,
  args: Following,
): Promise<AsyncIterableIterator<FollowedEvent | RungraphError>> {
  const types = readTypes(args.types)
  const id = readId('Run', args.runId, 'runId')
  const cursor = lastOf(ctx, args)
  const place = args.includeDescendants === true ? null : findEventPlace(cursor, { id })
  const run = await ctx.reads.findLog(ctx.project.id, id, place)
  if (run === null) throw await absent(ctx, args.runId, { id, cursor })
  return args.includeDescendants === true
    ? followTree(ctx, run, { cursor, types })
    : followOwn(ctx, run, { cursor, types })
}

/** A run that is unknown, or, if the caller holds a cursor of it, was removed or lost (EVT-7, EVT-10). */
async function absent(
  { reads, project }: GraphQLContext,
  key: string,
  { id, cursor }: { readonly id: string; readonly cursor: string | undefined },
): Promise<RungraphError> {
  return namesRun(cursor, id)
    ? reads.absenceOf(project.id, id)
    : new RungraphError('NOT_FOUND', { kind: 'run', key })
}

interface From {
  readonly cursor: string | undefined
  readonly types: readonly EventType[] | null
}

async function followOwn(ctx: GraphQLContext, run: StoredLog, { cursor, types }: From) {
  const { seq: after, stamp } = readEventCursor(cursor, run) ?? { seq: 0 }
  ctx.position.isOver = isFinished(run.status) && !(await hasMore(ctx, run, { after, types }))
  const place = { runId: run.id, seq: after }
  ctx.position.place = place
  return showEvents(ctx, {
    types,
    follow: (signal) => ctx.log.follow(run.id, { after, signal, ...(stamp !== undefined && { stamp }) }),
    onRead: ({ seq }) => {
      place.seq = seq
    },
    toCursor: toEventCursor,
  })
}

/** Whether the log has an event of these types after another. */
async function hasMore(
  { prisma }: GraphQLContext,
  { id, nextSeq }: StoredLog,
  { after, types }: { readonly after: number; readonly types: readonly EventType[] | null },
): Promise<boolean> {
  if (after + 1 === nextSeq) return false
  if (types === null) return true
  const where = { runId: id, lastSeq: { gt: after }, seq: { gt: after }, type: { in: [...types] } }
  return (await prisma.event.findFirst({ where, select: { seq: true } })) !== null
}

async function followTree(ctx: GraphQLContext, run: StoredLog, { cursor, types }: From) {
  const tree = { kind: 'tree', id: run.id } as const
  const place = readFeedCursor(cursor, tree)
  const after = place && (await ctx.reads.checkTreePlace(run.rootId, place))
  ctx.position.isOver =
    after !== null && isFinished(run.status) && (await ctx.reads.isTreeOver(run, after, types))
  return showEvents(ctx, {
    types,
    follow: (signal) => ctx.log.followTree(run.id, { after, signal }),
    toCursor: (event) => toFeedCursor(tree, event),
  })
}

builder.subscriptionField('runEvents', (t) =>
  t.field({
    type: RunEventObject,
    description:
      'Every event of the run after the cursor (from the first event if you give none), followed by live events. The stream completes after the last event.',
    args: {
      runId: t.arg.id({ description: 'Global id of the run.', required: true }),
      after: t.arg.string({
        description: 'Cursor of the last event that the client received (its `cursor`).',
      }),
      includeDescendants: t.arg.boolean({
        description:
          'Whether to include the events of all descendants, in one order that agrees with the order within each run. Default false. The cursors of such a stream are of another kind.',
      }),
      types: t.arg({
        type: [RunEventType],
        description: 'Event types to include. All types if you leave it out.',
      }),
    },
    subscribe: (_, args, ctx) => followRun(ctx, args),
    resolve: shownOrThrown,
  }),
)

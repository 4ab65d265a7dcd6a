import type { GraphQLResolveInfo } from 'graphql'
import type { EventKey, EventPage, TreeKey } from '../../domain/reads.ts'
import type { EventType } from '../../domain/run-event.ts'
import type { FeedEvent } from '../../domain/run-log.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { beyondLog, readEventCursor, readFeedCursor, toEventCursor, toFeedCursor } from '../event-cursor.ts'
import type { GivenCursor } from '../list-cursor.ts'
import { Run } from '../objects/run.ts'
import { type Connection, connectionOf } from '../paging/connection.ts'
import { type PageArguments, type RequestedPage, readPageArguments } from '../paging/page-arguments.ts'
import { type CursoredEvent, RunEventObject, RunEventType, readTypes } from './run-event.ts'

const RunEventConnection = builder.connectionObject(
  { type: RunEventObject, name: 'RunEventConnection', description: 'Page of the log of a run.' },
  { name: 'RunEventEdge', description: 'Event and its position in the log.' },
)

builder.prismaObjectField(Run, 'events', (t) =>
  t.field({
    type: RunEventConnection,
    description:
      'Log of the run, from its first event or, with `last`, from its end. Subscribe to `runEvents` to follow it live.',
    args: {
      ...t.arg.connectionArgs(),
      types: t.arg({
        type: [RunEventType],
        description: 'Event types to include. All types if you leave it out.',
      }),
      includeDescendants: t.arg.boolean({
        description:
          'Whether to include the events of all descendants, in one order that agrees with the order within each run. Default false. The cursors of such a page are of another kind.',
      }),
    },
    select: { nextSeq: true, rootId: true },
    resolve: (run, args, ctx, info) => eventsOf(run, args, ctx, info),
  }),
)

interface EventArguments extends PageArguments {
  readonly types?: readonly EventType[] | null | undefined
  readonly includeDescendants?: boolean | null | undefined
}

interface FoundRun {
  readonly id: string
  readonly rootId: string
  readonly nextSeq: bigint
}

/** Source of a connection's events. Nothing is read before it is requested. */
interface Source {
  /** One more than the page, to know whether there are more. */
  readonly events: () => Promise<readonly CursoredEvent[]>
  readonly count: () => Promise<number>
}

/** @throws INVALID_INPUT, CURSOR_INVALID */
function eventsOf(
  run: FoundRun,
  args: EventArguments,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Connection<CursoredEvent> {
  const asked = readPageArguments(args)
  const page: AskedPage = { ...asked, types: readTypes(args.types) }
  const sourceOf = args.includeDescendants === true ? treeLog : ownLog
  const { events, count } = sourceOf(run, page, { ctx, info })
  return connectionOf(page, {
    rows: events,
    cursorOf: (event) => event.cursor ?? toEventCursor(event),
    count,
  })
}

interface Field {
  readonly ctx: GraphQLContext
  readonly info: GraphQLResolveInfo
}

type AskedPage = RequestedPage & EventPage

function ownLog(run: FoundRun, page: AskedPage, { ctx, info }: Field): Source {
  const read = (cursor: GivenCursor | null) => {
    const place = cursor && readEventCursor(cursor.text, run)
    if (place && BigInt(place.seq) >= run.nextSeq) throw beyondLog(run.nextSeq, cursor.argument)
    return place
  }
  const key = { runId: run.id, after: read(page.after), before: read(page.before) }
  const pages = ctx.loaders.ofField<EventKey, readonly CursoredEvent[]>(info, 'page', (keys) =>
    ctx.reads.events(ctx.project.id, keys, { ...page, limit: page.limit + 1 }),
  )
  const counts = ctx.loaders.ofField<string, number>(info, 'count', (ids) =>
    ctx.reads.eventCounts(ctx.project.id, ids, page.types),
  )
  return { events: () => pages.load(key), count: () => counts.load(run.id) }
}

function treeLog(run: FoundRun, page: AskedPage, { ctx, info }: Field): Source {
  const tree = { kind: 'tree', id: run.id } as const
  const [after, before] = [page.after, page.before].map((cursor) => readFeedCursor(cursor?.text, tree))
  const key = { topId: run.id, rootId: run.rootId, after: after ?? null, before: before ?? null }
  const pages = ctx.loaders.ofField<TreeKey, readonly FeedEvent[]>(info, 'tree page', (keys) =>
    ctx.reads.treeEvents(ctx.project.id, keys, { ...page, limit: page.limit + 1 }),
  )
  const counts = ctx.loaders.ofField<TreeKey, number>(info, 'tree count', (keys) =>
    ctx.reads.treeEventCounts(ctx.project.id, keys, page.types),
  )
  return {
    events: async () => {
      for (const position of [key.after, key.before])
        if (position !== null) await ctx.reads.checkTreePlace(run.rootId, position)
      return (await pages.load(key)).map((event) => ({ ...event, cursor: toFeedCursor(tree, event) }))
    },
    count: () => counts.load(key),
  }
}

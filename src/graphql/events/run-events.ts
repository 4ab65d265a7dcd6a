import type { GraphQLResolveInfo } from 'graphql'
import type { EventType } from '../../domain/run-event.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readEventCursor, readFeedCursor, toEventCursor } from '../event-cursor.ts'
import { Run } from '../objects/run.ts'
import { type Connection, readSize } from '../paging/connection.ts'
import {
  checkTreePlace,
  countEvents,
  countTreeEvents,
  type EventKey,
  readEvents,
  readTreeEvents,
  readTypes,
  type TreeKey,
} from './event-rows.ts'
import { RunEventObject, type ShownEvent } from './run-event.ts'

const RunEventConnection = builder.connectionObject(
  { type: RunEventObject, name: 'RunEventConnection', description: "A page of a run's log." },
  { name: 'RunEventEdge', description: 'An event and its place in the log.' },
)

builder.prismaObjectField(Run, 'events', (t) =>
  t.field({
    type: RunEventConnection,
    description: 'Its log, from the first event on. To follow it live, subscribe to `runEvents`.',
    args: {
      first: t.arg.int({ description: 'At most so many, 1 to 100; default 20.' }),
      after: t.arg.string({ description: 'The `cursor` of the event before.' }),
      types: t.arg.stringList({ description: 'Only events of these types.' }),
      includeDescendants: t.arg.boolean({
        description:
          'Whether the events of all runs below it come too, in one order that agrees with the order within each run. Default false. Its cursors are of another kind.',
      }),
    },
    select: { nextSeq: true, rootId: true },
    resolve: (run, args, ctx, info) => eventsOf(run, args, ctx, info),
  }),
)

interface EventArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly types?: readonly string[] | null | undefined
  readonly includeDescendants?: boolean | null | undefined
}

interface FoundRun {
  readonly id: string
  readonly rootId: string
  readonly nextSeq: bigint
}

interface Page {
  readonly limit: number
  readonly types: readonly EventType[] | null
}

/** Where a connection's events come from; nothing is read before it is asked for. */
interface Source {
  /** One more than the page, to know whether there are more. */
  readonly events: () => Promise<readonly ShownEvent[]>
  readonly count: () => Promise<number>
}

/** @throws INVALID_INPUT, CURSOR_INVALID */
function eventsOf(
  run: FoundRun,
  args: EventArguments,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Connection<ShownEvent> {
  const page: Page = { limit: readSize('first', args.first), types: readTypes(args.types) }
  const sourceOf = args.includeDescendants === true ? treeLog : ownLog
  const { events: read, count } = sourceOf(run, args.after, page, { ctx, info })
  let events: Promise<readonly ShownEvent[]> | undefined
  const once = () => (events ??= read())
  return {
    get edges() {
      return once().then((found) => found.slice(0, page.limit).map(toEdge))
    },
    get pageInfo() {
      return once().then((found) => toPageInfo(found, page, args.after))
    },
    get totalCount() {
      return count()
    },
  }
}

interface Field {
  readonly ctx: GraphQLContext
  readonly info: GraphQLResolveInfo
}

type Cursor = string | null | undefined

function ownLog(run: FoundRun, cursor: Cursor, page: Page, { ctx, info }: Field): Source {
  const scope = { prisma: ctx.prisma, projectId: ctx.project.id }
  const key = { runId: run.id, after: readEventCursor(cursor, run) }
  const pages = ctx.loaders.ofField<EventKey, readonly ShownEvent[]>(info, 'page', (keys) =>
    readEvents(scope, keys, { ...page, limit: page.limit + 1 }),
  )
  const counts = ctx.loaders.ofField<string, number>(info, 'count', (ids) =>
    countEvents(scope, ids, page.types),
  )
  return { events: () => pages.load(key), count: () => counts.load(run.id) }
}

function treeLog(run: FoundRun, cursor: Cursor, page: Page, { ctx, info }: Field): Source {
  const scope = { prisma: ctx.prisma, projectId: ctx.project.id }
  const key = {
    topId: run.id,
    rootId: run.rootId,
    after: readFeedCursor(cursor, { kind: 'tree', id: run.id }),
  }
  const pages = ctx.loaders.ofField<TreeKey, readonly ShownEvent[]>(info, 'tree page', (keys) =>
    readTreeEvents(scope, keys, { ...page, limit: page.limit + 1 }),
  )
  const counts = ctx.loaders.ofField<TreeKey, number>(info, 'tree count', (keys) =>
    countTreeEvents(scope, keys, page.types),
  )
  return {
    events: async () => {
      await checkTreePlace(ctx.prisma, run, key.after)
      return pages.load(key)
    },
    count: () => counts.load(key),
  }
}

function toEdge(event: ShownEvent) {
  return { cursor: event.cursor ?? toEventCursor(event.runId, event.seq), node: event }
}

function toPageInfo(events: readonly ShownEvent[], { limit }: Page, after: Cursor) {
  const edges = events.slice(0, limit).map(toEdge)
  return {
    hasNextPage: events.length > limit,
    hasPreviousPage: after != null,
    startCursor: edges.at(0)?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  }
}

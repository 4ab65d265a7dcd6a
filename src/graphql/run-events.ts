import type { GraphQLResolveInfo } from 'graphql'
import type { EventType, RunEvent } from '../domain/run-event.ts'
import { builder } from './builder.ts'
import type { Connection } from './connection.ts'
import type { GraphQLContext } from './context.ts'
import { readEventCursor, toEventCursor } from './event-cursor.ts'
import { countEvents, type EventKey, readEvents, readTypes } from './event-rows.ts'
import { readSize } from './page.ts'
import { Run } from './run.ts'
import { RunEventObject } from './run-event.ts'

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
    },
    select: { nextSeq: true },
    resolve: (run, args, ctx, info) => eventsOf(run, args, ctx, info),
  }),
)

interface EventArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly types?: readonly string[] | null | undefined
}

interface Page {
  readonly limit: number
  readonly types: readonly EventType[] | null
}

/** @throws INVALID_INPUT, CURSOR_INVALID */
function eventsOf(
  run: { id: string; nextSeq: bigint },
  args: EventArguments,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Connection<RunEvent> {
  const page: Page = { limit: readSize('first', args.first), types: readTypes(args.types) }
  const key: EventKey = { runId: run.id, after: readEventCursor(args.after, run) }
  const scope = { prisma: ctx.prisma, projectId: ctx.project.id }
  const pages = ctx.loaders.ofField<EventKey, readonly RunEvent[]>(info, 'page', (keys) =>
    // One more than the page, to know whether there are more.
    readEvents(scope, keys, { ...page, limit: page.limit + 1 }),
  )
  const counts = ctx.loaders.ofField<string, number>(info, 'count', (ids) =>
    countEvents(scope, ids, page.types),
  )
  let events: Promise<readonly RunEvent[]> | undefined
  const once = () => (events ??= pages.load(key))
  return {
    get edges() {
      return once().then((found) => found.slice(0, page.limit).map(toEdge))
    },
    get pageInfo() {
      return once().then((found) => toPageInfo(found, page, key))
    },
    get totalCount() {
      return counts.load(run.id)
    },
  }
}

function toEdge(event: RunEvent) {
  return { cursor: toEventCursor(event.runId, event.seq), node: event }
}

function toPageInfo(events: readonly RunEvent[], { limit }: Page, { after }: EventKey) {
  const edges = events.slice(0, limit).map(toEdge)
  return {
    hasNextPage: events.length > limit,
    hasPreviousPage: after > 0,
    startCursor: edges.at(0)?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  }
}

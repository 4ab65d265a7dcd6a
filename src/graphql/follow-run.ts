import { RungraphError } from '../domain/errors.ts'
import type { RunEvent } from '../domain/run-event.ts'
import type { GraphQLContext } from './context.ts'
import { readEventCursor, readTreeCursor, toEventCursor, toTreeCursor } from './event-cursor.ts'
import { readTypes } from './event-rows.ts'
import { readId } from './global-id.ts'
import { releasable } from './releasable.ts'
import type { ShownEvent } from './run-event.ts'
import { checkTreePlace } from './tree-event-rows.ts'

/** What a caller follows. */
interface Following {
  readonly runId: string
  readonly after?: string | null | undefined
  readonly includeDescendants?: boolean | null | undefined
  readonly types?: readonly string[] | null | undefined
}

interface FoundRun {
  readonly id: string
  readonly rootId: string
  readonly nextSeq: bigint
}

/**
 * The events of a run after a cursor, alone or with those of the runs below it, then live ones, until its log rests.
 * Pulled one by one: nothing is held for a slow reader.
 * @throws INVALID_ID, INVALID_INPUT, NOT_FOUND, CURSOR_INVALID
 */
export async function followRun(
  ctx: GraphQLContext,
  args: Following,
): Promise<AsyncIterableIterator<ShownEvent>> {
  const types = readTypes(args.types)
  const id = readId('Run', args.runId, 'runId')
  const run = await ctx.prisma.run.findUnique({
    where: { id, projectId: ctx.project.id },
    select: { id: true, rootId: true, nextSeq: true },
  })
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: args.runId })
  const follow = await followerOf(ctx, run, args)
  return releasable(ctx.signal, (signal) => deliver(ctx, types, follow(signal)))
}

type Follow = (signal: AbortSignal) => AsyncGenerator<ShownEvent & { readonly cursor: string }, void, void>

/** The stream that is asked for, each event with its cursor in it. */
async function followerOf(ctx: GraphQLContext, run: FoundRun, args: Following): Promise<Follow> {
  const { log, lastEventId } = ctx
  const cursor = args.after ?? lastEventId
  if (args.includeDescendants !== true) {
    const after = readEventCursor(cursor, run)
    const toCursor = ({ runId, seq }: RunEvent) => toEventCursor(runId, seq)
    return (signal) => withCursors(log.follow(run.id, { after, signal }), toCursor)
  }
  const after = readTreeCursor(cursor, run.id)
  await checkTreePlace(ctx.prisma, run, after)
  return (signal) =>
    withCursors(log.followTree(run.id, { after, signal }), (event) => toTreeCursor(run.id, event))
}

async function* withCursors<Event extends RunEvent>(
  events: AsyncGenerator<Event, void, void>,
  toCursor: (event: Event) => string,
) {
  for await (const event of events) yield { ...event, cursor: toCursor(event) }
}

async function* deliver(
  { position }: GraphQLContext,
  types: ReturnType<typeof readTypes>,
  events: ReturnType<Follow>,
) {
  for await (const event of events) {
    if (types !== null && !types.includes(event.type)) continue
    position.cursor = event.cursor
    yield event
  }
}

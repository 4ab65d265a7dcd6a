import { RungraphError } from '../domain/errors.ts'
import type { EventType, RunEvent } from '../domain/run-event.ts'
import type { GraphQLContext } from './context.ts'
import { readEventCursor, toEventCursor } from './event-cursor.ts'
import { readTypes } from './event-rows.ts'
import { readId } from './global-id.ts'

/** What a caller follows. */
interface Following {
  readonly runId: string
  readonly after?: string | null | undefined
  readonly includeDescendants?: boolean | null | undefined
  readonly types?: readonly string[] | null | undefined
}

/**
 * The events of a run after a cursor, then live ones, until its log rests. Pulled one by one: nothing is held for a slow reader.
 * @throws INVALID_ID, INVALID_INPUT, NOT_FOUND, CURSOR_INVALID
 */
export async function followRun(
  ctx: GraphQLContext,
  args: Following,
): Promise<AsyncIterableIterator<RunEvent>> {
  if (args.includeDescendants === true) throw unsupported()
  const types = readTypes(args.types)
  const id = readId('Run', args.runId, 'runId')
  const run = await ctx.prisma.run.findUnique({
    where: { id, projectId: ctx.project.id },
    select: { id: true, nextSeq: true },
  })
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: args.runId })
  const after = readEventCursor(args.after ?? ctx.lastEventId, run)
  return releasable(ctx.signal, (signal) => deliver(ctx, types, ctx.log.follow(id, { after, signal })))
}

/**
 * An iterator that is let go of at once: `return` of a generator that waits for its next value would wait with it,
 * so the signal ends that wait first.
 */
function releasable<Value>(
  outer: AbortSignal | undefined,
  start: (signal: AbortSignal) => AsyncGenerator<Value, void, void>,
): AsyncIterableIterator<Value> {
  const controller = new AbortController()
  const values = start(outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]))
  return {
    next: () => values.next(),
    async return() {
      controller.abort()
      await values.return()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* deliver(
  { position }: GraphQLContext,
  types: readonly EventType[] | null,
  events: AsyncGenerator<RunEvent, void, void>,
) {
  for await (const event of events) {
    if (types !== null && !types.includes(event.type)) continue
    position.cursor = toEventCursor(event.runId, event.seq)
    yield event
  }
}

function unsupported(): RungraphError {
  const message =
    'includeDescendants: a run with all its descendants cannot be followed yet. Leave it out, and follow each run.'
  return new RungraphError('INVALID_INPUT', { message, path: ['includeDescendants'] })
}

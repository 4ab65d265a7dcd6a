import { startEndable } from '../../domain/end-on-abort.ts'
import { isRungraphError, type RungraphError } from '../../domain/errors.ts'
import type { EventType, RunEvent } from '../../domain/run-event.ts'
import type { GraphQLContext } from '../context.ts'
import type { CursoredEvent } from './run-event.ts'

/** Events of a subscription, as they are asked for. */
interface Showing<Event extends RunEvent> {
  readonly follow: (signal: AbortSignal) => Events<Event> | Promise<Events<Event>>
  /** `null` for all. */
  readonly types: readonly EventType[] | null
  /** Called for each event that is read, also for one that is not given. */
  readonly onRead?: (event: Event) => void
  readonly toCursor: (event: Event) => string | Promise<string>
}

type Events<Event> = AsyncGenerator<Event, void, void>

/** Item of a subscription: an event, or, as the last item, an error that the caller can act on. */
export type Shown = CursoredEvent | RungraphError

/** The events, each with its cursor in it, from when this resolves. Pulled one by one: nothing is held for a slow reader. */
export function showEvents<Event extends RunEvent>(
  ctx: GraphQLContext,
  { follow, types, toCursor, onRead = () => undefined }: Showing<Event>,
): Promise<AsyncIterableIterator<Shown>> {
  // An error that a source throws reaches no caller with its code: it is given as the last value, and thrown where that is shown.
  async function* show(events: Events<Event>): Events<Shown> {
    try {
      for await (const event of events) {
        onRead(event)
        if (types !== null && !types.includes(event.type) && !isRunRemoval(event)) continue
        const cursor = await toCursor(event)
        ctx.position.cursor = cursor
        const shown: RunEvent = event
        yield { ...shown, cursor }
      }
    } catch (error) {
      if (!isRungraphError(error)) throw error
      yield error
    }
  }
  return startEndable(ctx.signal, async (signal) => show(await follow(signal)))
}

/** Every reader receives the event that whole runs were removed: nobody knows which of their events match the filter (EVT-7). */
function isRunRemoval(event: RunEvent): boolean {
  return event.type === 'HistoryTruncated' && event.data.removed === 'RUNS'
}

/** The resolver of a subscription of events. @throws the error that ends it */
export function toShownEvent(shown: Shown): CursoredEvent {
  if (isRungraphError(shown)) throw shown
  return shown
}

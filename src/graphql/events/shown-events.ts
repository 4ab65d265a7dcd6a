import { startEndable } from '../../domain/end-on-abort.ts'
import { isRungraphError, type RungraphError } from '../../domain/errors.ts'
import type { EventType, RunEvent } from '../../domain/run-event.ts'
import type { GraphQLContext } from '../context.ts'

type Items<Item> = AsyncGenerator<Item, void, void>

/**
 * What a subscription gives of each item that it follows, from when this resolves; null: nothing. Pulled one by one: nothing is held for a
 * slow reader. An error that the caller can act on would not reach it with its code: it is the last value, which `shownOrThrown` throws.
 */
export function showEach<Item, Shown extends { readonly cursor: string }>(
  ctx: GraphQLContext,
  follow: (signal: AbortSignal) => Items<Item> | Promise<Items<Item>>,
  show: (item: Item) => Shown | null | Promise<Shown | null>,
): Promise<AsyncIterableIterator<Shown | RungraphError>> {
  async function* each(items: Items<Item>): Items<Shown | RungraphError> {
    try {
      for await (const item of items) {
        const made = show(item)
        // An await that is not needed would be one for each event.
        const shown = made instanceof Promise ? await made : made
        if (shown === null) continue
        ctx.position.cursor = shown.cursor
        yield shown
      }
    } catch (error) {
      if (!isRungraphError(error)) throw error
      yield error
    }
  }
  return startEndable(ctx.signal, async (signal) => each(await follow(signal)))
}

/** The resolver of such a subscription. @throws the error that ends it */
export function shownOrThrown<Shown extends object>(shown: Shown | RungraphError): Shown {
  if (isRungraphError(shown)) throw shown
  return shown
}

/** Events of a subscription, as they are asked for. */
interface Showing<Event extends RunEvent> {
  readonly follow: (signal: AbortSignal) => Items<Event> | Promise<Items<Event>>
  /** `null` for all. */
  readonly types: readonly EventType[] | null
  /** Called for each event that is read, also for one that is not given. */
  readonly onRead?: (event: Event) => void
  readonly toCursor: (event: Event) => string | Promise<string>
}

/** An event with its cursor in it. */
export type FollowedEvent = RunEvent & { readonly cursor: string }

/** The events of a subscription. */
export function showEvents<Event extends RunEvent>(
  ctx: GraphQLContext,
  { follow, types, toCursor, onRead = () => undefined }: Showing<Event>,
): Promise<AsyncIterableIterator<FollowedEvent | RungraphError>> {
  return showEach<Event, FollowedEvent>(ctx, follow, (event) => {
    onRead(event)
    if (types !== null && !types.includes(event.type) && !isRunRemoval(event)) return null
    const shown: RunEvent = event
    const cursor = toCursor(event)
    return typeof cursor === 'string'
      ? { ...shown, cursor }
      : cursor.then((one) => ({ ...shown, cursor: one }))
  })
}

/** Every reader receives the event that whole runs were removed: nobody knows which of their events match the filter (EVT-7). */
function isRunRemoval(event: RunEvent): boolean {
  return event.type === 'HistoryTruncated' && event.data.removed === 'RUNS'
}

import type { EventType, RunEvent } from './run-event.ts'
import type { FeedEvent, FeedPosition } from './run-log.ts'

/**
 * What the API reads besides the rows of its objects. Each method is one statement, whatever the number of keys, and gives a result for
 * each key, in their order; it sees the rows of one project.
 */
export type Reads = EventReads

/** Pages of events that are stored. To follow them live there is `RunLog`. */
export interface EventReads {
  /** The first events of each run after a place, in order. */
  events(
    projectId: string,
    keys: readonly EventKey[],
    page: EventPage,
  ): Promise<readonly (readonly RunEvent[])[]>
  /** How many events of these types the log of each run has. */
  eventCounts(
    projectId: string,
    runIds: readonly string[],
    types: readonly EventType[] | null,
  ): Promise<readonly number[]>
  /**
   * The first events of each tree after a place, in the order of the tree. An event that an older transaction could still come before is
   * not among them yet.
   */
  treeEvents(
    projectId: string,
    keys: readonly TreeKey[],
    page: EventPage,
  ): Promise<readonly (readonly FeedEvent[])[]>
  /** How many events of these types each tree has, wherever the key's place is. */
  treeEventCounts(
    projectId: string,
    keys: readonly TreeKey[],
    types: readonly EventType[] | null,
  ): Promise<readonly number[]>
  /** Whether the tree of a root has an event at this order, or after it. */
  treeReaches(rootId: string, order: bigint): Promise<boolean>
  /**
   * Whether nothing comes after a place of the tree below a finished run: none of its runs is active, and no event of these types is
   * beyond the place, not even one that is not shown yet.
   */
  isTreeOver(
    run: { readonly id: string; readonly rootId: string },
    after: FeedPosition,
    types: readonly EventType[] | null,
  ): Promise<boolean>
}

export interface EventPage {
  readonly limit: number
  /** `null`: events of all types. */
  readonly types: readonly EventType[] | null
}

/** The events of a run after a number; 0 is before the first. */
export interface EventKey {
  readonly runId: string
  readonly after: number
}

/** The events of a run and of all runs below it, after a place. */
export interface TreeKey {
  readonly topId: string
  readonly rootId: string
  readonly after: FeedPosition | null
}

import type { Message } from './message.ts'

/** What is done to a history that outgrows its window, in the order in which it is tried (CTX-2). */
export const compactionStrategies = ['TRUNCATE_RESULTS', 'SUMMARISE', 'DROP_OLDEST'] as const
export type CompactionStrategy = (typeof compactionStrategies)[number]

/** A message and its place: which run's, and at which position of it. */
export interface HistoryEntry {
  readonly runId: string
  readonly position: number
  readonly message: Message
}

/**
 * A part of a history: of each run named, the messages up to and including `upTo`. Runs of a session take turns and may be resumed
 * later, so that one number could not say what existed when the mark was made.
 */
export type Marks = Readonly<Record<string, number>>

/** How a history is shown to the model. Messages are never changed or deleted; a later view replaces an earlier one. */
export interface ContextView {
  /** Messages that are not shown any more: the summary stands for them, or they were dropped. */
  readonly covered: Marks
  /** Those among them that are shown word for word all the same: the requests that the work is about. */
  readonly kept: readonly HistoryEntry[]
  readonly summary: string | null
  /** How many messages were dropped unread. */
  readonly dropped: number
  /** Tool results up to here are shown with at most `cutTo` characters. */
  readonly cut: Marks
  readonly cutTo: number | null
}

/** Everything is shown as it is. */
export const wholeView: ContextView = {
  covered: {},
  kept: [],
  summary: null,
  dropped: 0,
  cut: {},
  cutTo: null,
}

import type { Message } from './message.ts'

/** Strategies for a history that exceeds the context window, in the order in which they are tried (CTX-2). */
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

/** View of a history that the model is shown. Messages are never changed or deleted; a later view replaces an earlier one. */
export interface ContextView {
  /** Messages that are not shown any more: the summary stands for them, or they were dropped. */
  readonly covered: Marks
  /** Covered entries that are still shown word for word: the requests that the work is about. */
  readonly kept: readonly HistoryEntry[]
  readonly summary: string | null
  /** Number of messages that were dropped without a summary. */
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

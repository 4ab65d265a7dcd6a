import type { z } from 'zod'
import { choice } from './declared.ts'
import { type Message, textOf, toolCallsOf } from './message.ts'

/** CTX-2. In the order in which they are tried. */
export const compactionStrategy = choice(
  'CompactionStrategy',
  'Strategy for a conversation that exceeds the context window.',
  {
    TRUNCATE_RESULTS: 'Large tool results are cut.',
    SUMMARISE: 'Older messages are replaced by a summary.',
    DROP_OLDEST: 'The oldest messages are left out.',
  },
)
export type CompactionStrategy = z.infer<typeof compactionStrategy>

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

/**
 * A part of a session: what an owner of a run was shown of the other runs. Session runs take turns, and a run that is resumed writes on; so
 * the part is stored with the first message that the owner writes. It consists of numbers and positions, because the messages were written
 * by processes whose clocks may differ.
 */
export interface SessionPart {
  /** Number in the session of the last run that had begun. Messages of later runs are not in the part. */
  readonly runs: number
  /** Of the runs that could still go on: the position of the last message that there was; -1: none. */
  readonly upTo: Marks
  /** Number of the last compaction of the session; 0: none. */
  readonly views: number
}

/** View of a history that the model is shown. Messages are never changed or deleted; a later view replaces an earlier one. */
export interface ContextView {
  /** Messages that are not shown any more: the summary replaces them, or they were dropped. */
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

/** Whether a message is in the part of a history that is marked. */
export function isMarked(
  { runId, position }: Pick<HistoryEntry, 'runId' | 'position'>,
  marks: Marks,
): boolean {
  const mark = Object.hasOwn(marks, runId) ? marks[runId] : undefined
  return mark !== undefined && position <= mark
}

/** Whether the model is shown only a part of the message: a large tool result, or a part of an answer (LOOP-10). */
export function isCut(entry: HistoryEntry, { cut, cutTo }: Pick<ContextView, 'cut' | 'cutTo'>): boolean {
  return cutTo !== null && isMarked(entry, cut) && cuttableLength(entry.message) > cutTo
}

/** Length of the part of a message that is cut, in characters; 0 where the message is never cut. */
function cuttableLength(message: Message): number {
  if (message.role === 'tool') return message.text.length
  if (message.role !== 'assistant' || message.truncated !== true || toolCallsOf(message).length > 0) return 0
  return textOf(message).length
}

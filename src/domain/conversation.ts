import type { z } from 'zod'
import {
  type CompactionStrategy,
  type ContextView,
  type HistoryEntry,
  isCut,
  isMarked,
  wholeView,
} from './context-view.ts'
import { choice } from './declared.ts'

/** Message as it is stored, with the fields that the API shows of it. */
export interface StoredMessage extends HistoryEntry {
  /** Step that wrote the message; `null` for messages that came before a step. */
  readonly stepNumber: number | null
  readonly createdAt: Date
  /** Number of its run in the session; 0 without one. Messages of a session are in the order of its runs. */
  readonly sessionNumber: number
}

/** Position of a message in its conversation. */
export type MessagePosition = Pick<StoredMessage, 'sessionNumber' | 'runId' | 'position'>

/** State of a conversation after a compaction: how the model has been shown the history since then. */
export interface CompactedView
  extends Pick<ContextView, 'covered' | 'summary' | 'dropped' | 'cut' | 'cutTo'> {
  readonly strategies: readonly CompactionStrategy[]
  readonly kept: readonly Pick<HistoryEntry, 'runId' | 'position'>[]
}

/** CTX-2 */
export const messageVisibility = choice('MessageVisibility', 'Form in which the model receives a message.', {
  WHOLE: 'The whole message.',
  CUT: 'The start and the end of a large tool result, or the end of a long partial answer.',
  SUMMARISED: 'A summary in place of the message and others.',
  DROPPED: 'Nothing: the conversation did not fit the context window.',
})
export type MessageVisibility = z.infer<typeof messageVisibility>

/** Returns how the model is shown a message after these compactions, which are given oldest first. */
export function visibilityOf(message: HistoryEntry, views: readonly CompactedView[]): MessageVisibility {
  const { kept, ...view } = views.at(-1) ?? wholeView
  if (!isMarked(message, view.covered)) return isCut(message, view) ? 'CUT' : 'WHOLE'
  if (kept.some(({ runId, position }) => runId === message.runId && position === message.position))
    return 'WHOLE'
  // Later compactions cover the messages of earlier ones: the first one decided.
  const first = views.findIndex(({ covered }) => isMarked(message, covered))
  const isSummarised = views[first]?.strategies.includes('SUMMARISE') === true
  return isSummarised ? 'SUMMARISED' : 'DROPPED'
}

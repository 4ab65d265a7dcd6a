import type { HistoryEntry } from '../../domain/context-view.ts'
import { toolCallsOf } from '../../domain/message.ts'

/**
 * Messages that stand or go together: a turn of the model up to the last result of its calls and what the engine says of it, or one
 * message alone.
 */
export type Turn = readonly HistoryEntry[]

/**
 * A history in turns: a call is never parted from its result, whatever stands between the two (CTX-2), nor the engine's words on an
 * answer from that: nobody can go on with words, or correct them, that are not shown (LOOP-10).
 */
export function turnsOf(history: readonly HistoryEntry[]): readonly Turn[] {
  const ends = endsOf(history)
  const turns: Turn[] = []
  for (let start = 0; start < history.length; ) {
    let end = start
    for (let index = start; index <= end; index++) end = Math.max(end, ends[index] ?? index)
    turns.push(history.slice(start, end + 1))
    start = end + 1
  }
  return turns
}

/** Where the last result of each message's calls stands; the message itself where it has none. */
function endsOf(history: readonly HistoryEntry[]): readonly number[] {
  const ends = history.map((_, index) => index)
  const callers = new Map<string, number>()
  for (const [index, { runId, message }] of history.entries()) {
    if (message.role === 'assistant')
      for (const { callId } of toolCallsOf(message)) callers.set(`${runId} ${callId}`, index)
    if (isOnAnswer(history, index)) ends[index - 1] = index
    if (message.role !== 'tool') continue
    const caller = callers.get(`${runId} ${message.callId}`)
    if (caller !== undefined) ends[caller] = index
  }
  return ends
}

/** Whether the engine speaks here of the answer that stands before. */
function isOnAnswer(history: readonly HistoryEntry[], index: number): boolean {
  const [before, entry] = [history[index - 1], history[index]]
  return (
    before?.message.role === 'assistant' &&
    entry?.message.role === 'user' &&
    entry.message.byEngine === true &&
    entry.runId === before.runId
  )
}

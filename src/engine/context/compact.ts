import {
  type CompactionStrategy,
  type ContextView,
  type HistoryEntry,
  isMarked,
  type Marks,
} from '../../domain/context-view.ts'
import { type Message, toolCallsOf } from '../../domain/message.ts'
import { countMessages } from '../../domain/token-estimate.ts'
import { cutMessage, cutText, show } from './show.ts'
import { countTranscript, type SummaryRequest, summaryRequest } from './summary.ts'

/** A history that is to be made smaller. Sizes are tokens of its messages, by estimate. */
interface Compaction {
  readonly history: readonly HistoryEntry[]
  readonly view: ContextView
  /** The run whose request the work is about. */
  readonly runId: string
  /** As small as it should become. */
  readonly target: number
  /** As large as it may stay: nothing is dropped unread for less. */
  readonly room: number
  /** Size of the most recent turns that stay unchanged. */
  readonly keepRecent: number
  /** Number of tokens that the summarising model can read at once. */
  readonly summaryRoom: number
  /** Gives the notes that replace the given messages; `null` where it cannot. */
  readonly summarise: (request: SummaryRequest) => Promise<string | null>
}

/** `strategies` is empty where nothing could be made smaller. */
export interface Compacted {
  readonly view: ContextView
  readonly strategies: readonly CompactionStrategy[]
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/**
 * Makes a history smaller: cuts oversized results, then has older turns summarised, then drops the oldest, in that order and
 * only as far as needed (CTX-2). The requests of the run stay word for word, and a call stays with its result.
 */
export async function compact(compaction: Compaction): Promise<Compacted> {
  const { history, view: before, target, room } = compaction
  const tokensBefore = sizeOfHistory(history, before)
  const strategies: CompactionStrategy[] = []
  let view = before
  const take = (strategy: CompactionStrategy, next: ContextView) => {
    if (sizeOfHistory(history, next) >= sizeOfHistory(history, view)) return
    view = next
    strategies.push(strategy)
  }
  if (tokensBefore > target) take('TRUNCATE_RESULTS', withTruncatedResults(view, compaction))
  if (sizeOfHistory(history, view) > target) take('SUMMARISE', await summarised(view, compaction))
  if (sizeOfHistory(history, view) > room) take('DROP_OLDEST', dropped(view, compaction))
  if (sizeOfHistory(history, view) > room) take('TRUNCATE_RESULTS', withAllResultsTruncated(view, compaction))
  if (sizeOfHistory(history, view) > room) take('DROP_OLDEST', withShorterNotes(view, compaction))
  return {
    view,
    strategies: [...new Set(strategies)],
    tokensBefore,
    tokensAfter: sizeOfHistory(history, view),
  }
}

function sizeOfHistory(history: readonly HistoryEntry[], view: ContextView): number {
  return countMessages(show(history, view))
}

/** The lengths that results are cut to, in characters, until the history is small enough. */
const cutLengths = [8_000, 3_000, 1_000, 400]

/** Cuts the results of older turns, no more than needed. */
function withTruncatedResults(view: ContextView, compaction: Compaction): ContextView {
  return firstSmallEnough(olderTurns(view, compaction).flat(), compaction.target, view, compaction)
}

/** The last resort: the most recent results too. */
function withAllResultsTruncated(view: ContextView, compaction: Compaction): ContextView {
  return firstSmallEnough(compaction.history, compaction.room, view, compaction)
}

/** The notes replace the oldest part: their beginning and their end remain. */
function withShorterNotes(view: ContextView, { history, room }: Compaction): ContextView {
  const { summary } = view
  if (summary === null) return view
  const views = cutLengths.map((chars) => ({ ...view, summary: cutText(summary, chars) }))
  return views.find((next) => sizeOfHistory(history, next) <= room) ?? views.at(-1) ?? view
}

function firstSmallEnough(
  entries: readonly HistoryEntry[],
  limit: number,
  view: ContextView,
  { history }: Compaction,
): ContextView {
  const cut = extend(view.cut, entries)
  const longest = view.cutTo ?? Number.POSITIVE_INFINITY
  const views = cutLengths.filter((cutTo) => cutTo <= longest).map((cutTo) => ({ ...view, cut, cutTo }))
  return views.find((next) => sizeOfHistory(history, next) <= limit) ?? views.at(-1) ?? view
}

/** Has older turns summarised chunk by chunk, each with the notes on earlier ones, until the history is small enough. */
async function summarised(view: ContextView, compaction: Compaction): Promise<ContextView> {
  const { history, target, runId, summaryRoom } = compaction
  const kept = view.kept.filter((entry) => entry.runId === runId)
  // The notes now cover the messages kept for an earlier run of the conversation.
  let keptBefore = view.kept.filter((entry) => entry.runId !== runId)
  let next = view
  // Counted down: to measure the whole history for each chunk would take the square of its length.
  let uncovered = sizeOfHistory(history, view) - sizeOfHistory([], view)
  for (const chunk of chunksOf(olderTurns(view, compaction), summaryRoom)) {
    const entries = chunk.flat()
    const summary = await compaction.summarise(
      summaryRequest(next.summary, [...keptBefore, ...entries], summaryRoom),
    )
    kept.push(...requestsIn(chunk, runId))
    const covering = { ...cover(next, chunk), kept: [...kept], summary }
    const remaining = uncovered - countMessages(entries.map((entry) => cutMessage(entry, view)))
    // Notes that are no shorter than the messages they replace are of no use.
    if (!summary?.trim() || sizeOfHistory([], covering) + remaining >= sizeOfHistory([], next) + uncovered)
      return next
    next = covering
    uncovered = remaining
    keptBefore = []
    if (sizeOfHistory([], next) + uncovered <= target) break
  }
  return next
}

/** Drops the oldest turns unread, as few as possible and never the last one; before them the messages kept for earlier runs. */
function dropped(view: ContextView, { history, room, runId }: Compaction): ContextView {
  const kept = view.kept.filter((entry) => entry.runId === runId)
  const newest: TurnEntries[] = []
  // With the note that something was dropped.
  let size = sizeOfHistory(history, { ...view, kept, dropped: view.dropped + 1 })
  for (const turn of shownTurns(view, history).slice(0, -1)) {
    if (size <= room) break
    const requests = requestsIn([turn], runId)
    size -=
      countMessages(turn.map((entry) => cutMessage(entry, view))) -
      countMessages(requests.map(messageOfEntry))
    kept.push(...requests)
    newest.push(turn)
  }
  const droppedCount = view.kept.length + newest.flat().length - kept.length
  return { ...cover(view, newest), kept, dropped: view.dropped + droppedCount }
}

function messageOfEntry({ message }: HistoryEntry): Message {
  return message
}

/** The turns that are shown and are not among the most recent. */
function olderTurns(view: ContextView, { history, keepRecent }: Compaction): readonly TurnEntries[] {
  const turns = shownTurns(view, history)
  let recent = 0
  let count = 0
  for (const turn of turns.toReversed()) {
    recent += countMessages(turn.map(messageOfEntry))
    // The last turn stays whatever its size: the model has just made it.
    if (recent > keepRecent && count > 0) break
    count += 1
  }
  return turns.slice(0, turns.length - count)
}

function shownTurns(view: ContextView, history: readonly HistoryEntry[]): readonly TurnEntries[] {
  return turnsOf(history.filter((entry) => !isMarked(entry, view.covered)))
}

/**
 * Turns gathered until the one who summarises could read no more at once; a turn alone may be too much and is cut in the telling. No
 * more turns are measured than are asked for: the first chunk is often enough.
 */
function* chunksOf(turns: readonly TurnEntries[], summaryRoom: number): Iterable<readonly TurnEntries[]> {
  let chunk: TurnEntries[] = []
  let size = 0
  for (const turn of turns) {
    const tokens = countTranscript(turn)
    if (chunk.length > 0 && size + tokens > summaryRoom) {
      yield chunk
      chunk = []
      size = 0
    }
    chunk.push(turn)
    size += tokens
  }
  if (chunk.length > 0) yield chunk
}

function cover(view: ContextView, turns: readonly TurnEntries[]): ContextView {
  return { ...view, covered: extend(view.covered, turns.flat()) }
}

/** Requests of the user of this run, in these turns and later ones. */
function requestsIn(turns: readonly TurnEntries[], runId: string): readonly HistoryEntry[] {
  return turns
    .flat()
    .filter(
      ({ runId: of, message }) => of === runId && message.role === 'user' && message.byEngine === undefined,
    )
}

function extend(marks: Marks, entries: readonly HistoryEntry[]): Marks {
  const extended: Record<string, number> = { ...marks }
  for (const { runId, position } of entries) extended[runId] = Math.max(extended[runId] ?? -1, position)
  return extended
}

/**
 * Messages that are kept or dropped together: a turn of the model up to the last result of its calls and the engine's comment on it, or one
 * message alone.
 */
type TurnEntries = readonly HistoryEntry[]

/**
 * A history in turns: a call is never separated from its result, even if messages stand between the two (CTX-2), nor the engine's comment
 * on an answer from that answer: a model cannot continue or correct an answer that it is not shown (LOOP-10).
 */
function turnsOf(history: readonly HistoryEntry[]): readonly TurnEntries[] {
  const ends = endsOf(history)
  const turns: TurnEntries[] = []
  for (let start = 0; start < history.length; ) {
    let end = start
    for (let index = start; index <= end; index++) end = Math.max(end, ends[index] ?? index)
    turns.push(history.slice(start, end + 1))
    start = end + 1
  }
  return turns
}

/** Index of the last result of each message's calls; the message's own index if it has none. */
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

/** Whether this is the engine's comment on the answer before. */
function isOnAnswer(history: readonly HistoryEntry[], index: number): boolean {
  const [before, entry] = [history[index - 1], history[index]]
  return (
    before?.message.role === 'assistant' &&
    entry?.message.role === 'user' &&
    entry.message.byEngine === true &&
    entry.runId === before.runId
  )
}

import { type ContextView, type HistoryEntry, type Marks, wholeView } from '../domain/context-view.ts'
import type { RecordedHistory, TakenMessage } from '../domain/run-history.ts'
import { isMarked, showUncovered } from './context/show.ts'

/** A history as a new run has it: its own from the first message on. */
export interface TakenHistory {
  readonly messages: readonly TakenMessage[]
  /** `null`: everything is shown as it is. */
  readonly view: ContextView | null
}

/**
 * The history of run `from` as its fork `to` takes it over (RUN-9): word for word, with the view that was in force. The fork is in no
 * session, so what the session's other runs had said becomes its own, in their order, as far as it was still shown.
 */
export function takeHistory({ earlier, own, view }: RecordedHistory, from: string, to: string): TakenHistory {
  const kept = view.kept.map((entry) => (entry.runId === from ? { ...entry, runId: to } : entry))
  if (earlier.length === 0) {
    const moved = {
      ...view,
      kept,
      covered: renamed(view.covered, from, to),
      cut: renamed(view.cut, from, to),
    }
    return { messages: own.map(toTaken), view: isWhole(moved) ? null : moved }
  }
  // Positions change, so that no mark of the view fits any more: what it covers is left out in place of being hidden.
  const shown = [...earlier, ...own.filter((entry) => !isMarked(entry, view.covered))]
  const cut = view.cutTo === null ? 0 : cutBefore(shown, view)
  const moved = { ...view, kept, covered: {}, cut: cut === 0 ? {} : { [to]: cut - 1 } }
  const told = showUncovered(shown, { ...view, cutTo: null })
  const messages = shown.map((entry, place) => toTaken({ ...entry, message: told[place] ?? entry.message }))
  return { messages, view: isWhole(moved) ? null : moved }
}

function toTaken({
  message,
  ...entry
}: HistoryEntry & { readonly stepNumber?: number | null }): TakenMessage {
  return { message, stepNumber: entry.stepNumber ?? null }
}

function renamed(marks: Marks, from: string, to: string): Marks {
  const mark = marks[from]
  return mark === undefined ? {} : { [to]: mark }
}

/** How many of the first messages are all cut, as far as they are results. */
function cutBefore(entries: readonly HistoryEntry[], { cut }: ContextView): number {
  const whole = entries.findIndex((entry) => entry.message.role === 'tool' && !isMarked(entry, cut))
  return whole < 0 ? entries.length : whole
}

function isWhole({ covered, kept, summary, dropped, cutTo }: ContextView): boolean {
  const isUncovered = Object.keys(covered).length === 0 && kept.length === 0
  return isUncovered && summary === wholeView.summary && dropped === 0 && cutTo === null
}

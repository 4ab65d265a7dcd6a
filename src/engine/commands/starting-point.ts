import type { CallerKind } from '../../domain/caller.ts'
import {
  type ContextView,
  type HistoryEntry,
  isMarked,
  type Marks,
  wholeView,
} from '../../domain/context-view.ts'
import { invalid } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { EffectiveLimits, Limit } from '../../domain/limits.ts'
import type {
  Checkpoint,
  HistoryStore,
  RecordedHistory,
  RunSource,
  TakenMessage,
} from '../../domain/run-history.ts'
import type { NewRun } from '../../domain/run-store.ts'
import { showUncovered } from '../context/show.ts'
import { openingMessage } from '../judge/flow.ts'

/** Initial state of a run that is made from another one. */
export interface StartingPoint extends CopiedHistory {
  /** `null`: at the beginning, with nothing but the input. */
  readonly checkpoint: Checkpoint | null
  readonly stepNumber: number
  readonly context: Json
}

/** Who makes a run from another one. */
interface Maker {
  readonly projectId: string
  readonly by?: string | undefined
  readonly byKind?: CallerKind | undefined
  readonly trace?: NewRun['trace'] | undefined
}

/** A run of the same version of its agent, with the same task and within the same bound, in no session. */
export function runLike(source: RunSource, id: string, { projectId, by, byKind, trace = null }: Maker) {
  return {
    ...{ id, projectId, input: source.input, plan: source.plan, workflow: source.workflow },
    inputFiles: source.inputFiles ?? undefined,
    agentId: source.agent.agentId,
    agentVersion: source.agent.version,
    sessionKey: null,
    busySession: 'ENQUEUE',
    parent: null,
    threadId: source.threadId,
    labels: { of: source.id },
    overrides: null,
    idempotencyKey: null,
    inputHash: null,
    triggeredBy: by,
    triggeredByKind: byKind,
    bound: source.bound,
    batchDeadlineMs: source.batchDeadlineMs,
    trace,
  } as const
}

/** Changes the history that a run takes over. */
type EditHistory = (history: RecordedHistory) => RecordedHistory

const unchanged: EditHistory = (history) => history

/** The state after a step of a run; after 0, at its start. @throws INVALID_INPUT naming the steps that there are, and what `edited` throws */
export async function pointAfter(
  source: RunSource,
  afterStep: number,
  newRunId: string,
  history: HistoryStore,
  edited: EditHistory,
): Promise<StartingPoint> {
  const first = source.start?.stepCount ?? 0
  if (afterStep === 0 || afterStep === first) return startOf(source, newRunId, history, edited)
  if (!Number.isInteger(afterStep) || afterStep < first || afterStep > source.lastStep)
    throw outOfRange(source, afterStep)
  const end = await history.stepEnd(source.id, afterStep)
  if (!end?.completedAt) throw outOfRange(source, afterStep)
  if (!end.checkpoint)
    throw invalid(
      'afterStep',
      `is ${afterStep}; that step was taken by a version that kept no state of it. Give 0.`,
    )
  const { messages, views } = end.checkpoint
  const copied = copyHistory(edited(await history.messages(source, { messages, views })), source.id, newRunId)
  return {
    ...copied,
    checkpoint: { ...end.checkpoint, ...sizeOfCopied(copied), artifacts: end.artifacts },
    stepNumber: afterStep,
    context: end.context,
  }
}

/** A run of a session was shown the earlier messages of the session; a fork has the messages that its original began with. */
export async function startOf(
  source: RunSource,
  newRunId: string,
  history: HistoryStore,
  edited: EditHistory = unchanged,
): Promise<StartingPoint> {
  const { start, sessionId, givenContext: context } = source
  const stepNumber = start?.stepCount ?? 0
  const fresh = { checkpoint: null, stepNumber, context, messages: [], view: null }
  if (!start && sessionId === null) {
    // Nothing is taken over: a change of it is refused.
    edited({ earlier: [], own: [], view: wholeView })
    return fresh
  }
  const part = { messages: start?.messages ?? 0, views: start?.views ?? null }
  const copied = copyHistory(edited(await history.messages(source, part)), source.id, newRunId)
  if (start) return { ...copied, checkpoint: { ...start, ...sizeOfCopied(copied) }, stepNumber, context }
  if (copied.messages.length === 0 && copied.view === null) return fresh
  const checkpoint = { stepCount: 0, actionCount: 0, ...sizeOfCopied(copied), loopState: {} }
  return withOpening({ ...fresh, ...copied, checkpoint }, source)
}

/** The new run begins with the messages, and with the view as its first compaction; nobody has sent anything to it. */
function sizeOfCopied({ messages, view }: CopiedHistory): Pick<Checkpoint, 'messages' | 'views' | 'inputs'> {
  return { messages: messages.length, views: view === null ? 0 : 1, inputs: 0 }
}

function withOpening(
  point: StartingPoint & { readonly checkpoint: Checkpoint },
  source: RunSource,
): StartingPoint {
  const messages = [...point.messages, openingOf(source.input, source)]
  return { ...point, messages, checkpoint: { ...point.checkpoint, messages: messages.length } }
}

/**
 * The point with a caller's input: at the very start it replaces the first message, with which the copied history ends, otherwise it is the
 * next message.
 */
export function withInput(point: StartingPoint, input: string, source: RunSource): StartingPoint {
  const { checkpoint, stepNumber, messages: copied } = point
  // It begins with its input alone.
  if (!checkpoint) return point
  const words: TakenMessage = { message: { role: 'user', text: input }, stepNumber: null }
  const messages = stepNumber === 0 ? [...copied.slice(0, -1), openingOf(input, source)] : [...copied, words]
  return { ...point, messages, checkpoint: { ...checkpoint, messages: messages.length } }
}

function openingOf(input: string, { agent, inputFiles: files }: RunSource): TakenMessage {
  const text = openingMessage(input, agent.definition)
  return { message: { role: 'user', text, ...(files && { files }) }, stepNumber: null }
}

function outOfRange({ start, lastStep }: RunSource, afterStep: number) {
  const first = (start?.stepCount ?? 0) + 1
  const steps = first > lastStep ? 'none has ended yet' : `${first} to ${lastStep} have ended`
  const inherited =
    first > 1 ? ` Its first ${first - 1} were taken over: fork the run that it came from for those.` : ''
  return invalid(
    'afterStep',
    `is ${afterStep}; of this run's own steps ${steps}. Give one of these, or 0 for its start.${inherited}`,
  )
}

/** A history as a new run has it: its own from the first message on. */
interface CopiedHistory {
  readonly messages: readonly TakenMessage[]
  /** `null`: everything is shown as it is. */
  readonly view: ContextView | null
}

/**
 * The history of run `from` as its fork `to` takes it over (RUN-9): unchanged, with the view that was in force. The fork is in no session,
 * so messages of the session's other runs become its own, in their order, as far as they were still shown.
 */
export function copyHistory(
  { earlier, own, view }: RecordedHistory,
  from: string,
  to: string,
): CopiedHistory {
  const kept = view.kept.map((entry) => (entry.runId === from ? { ...entry, runId: to } : entry))
  if (earlier.length === 0) {
    const renumbered = {
      ...view,
      kept,
      covered: renamed(view.covered, from, to),
      cut: renamed(view.cut, from, to),
    }
    return { messages: own.map(toCopy), view: isWhole(renumbered) ? null : renumbered }
  }
  // Positions change, so that no mark of the view fits any more: covered messages are left out instead of being hidden.
  const shown = [...earlier, ...own.filter((entry) => !isMarked(entry, view.covered))]
  const cut = view.cutTo === null ? 0 : cutBefore(shown, view)
  const renumbered = { ...view, kept, covered: {}, cut: cut === 0 ? {} : { [to]: cut - 1 } }
  const uncoveredEntries = showUncovered(shown, { ...view, cutTo: null })
  const messages = shown.map((entry, index) =>
    toCopy({ ...entry, message: uncoveredEntries[index] ?? entry.message }),
  )
  return { messages, view: isWhole(renumbered) ? null : renumbered }
}

function toCopy({ message, ...entry }: HistoryEntry & { readonly stepNumber?: number | null }): TakenMessage {
  return { message, stepNumber: entry.stepNumber ?? null }
}

function renamed(marks: Marks, from: string, to: string): Marks {
  const mark = marks[from]
  return mark === undefined ? {} : { [to]: mark }
}

/** Number of messages from the beginning in which every result is truncated. */
function cutBefore(entries: readonly HistoryEntry[], { cut }: ContextView): number {
  const firstWhole = entries.findIndex((entry) => entry.message.role === 'tool' && !isMarked(entry, cut))
  return firstWhole < 0 ? entries.length : firstWhole
}

function isWhole({ covered, kept, summary, dropped, cutTo }: ContextView): boolean {
  const isUncovered = Object.keys(covered).length === 0 && kept.length === 0
  return isUncovered && summary === wholeView.summary && dropped === 0 && cutTo === null
}

/** The limits of a run as it was triggered, without those granted since (RUN-9). */
export function resetLimits(limits: EffectiveLimits): EffectiveLimits {
  return {
    ...limits,
    maxSteps: initial(limits.maxSteps),
    timeoutMs: initial(limits.timeoutMs),
    maxCostUsd: initial(limits.maxCostUsd),
    maxTokens: initial(limits.maxTokens),
  }
}

function initial<Value>(limit: Limit<Value | null>): Limit<Value | null> {
  const { initial: value, initialSource = 'trigger' } = limit
  return value === undefined ? limit : { value, source: initialSource }
}

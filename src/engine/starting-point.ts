import type { Json } from '../domain/json.ts'
import type { Checkpoint, HistoryStore, RunSource, TakenMessage } from '../domain/run-history.ts'
import { invalid } from './check-text.ts'
import { openingMessage } from './flow.ts'
import { type TakenHistory, takeHistory } from './taken-history.ts'

/** Where a run that is made from another one begins. */
export interface StartingPoint extends TakenHistory {
  /** `null`: at the beginning, with nothing but the input. */
  readonly checkpoint: Checkpoint | null
  readonly stepNumber: number
  readonly context: Json
}

/** The state after a step of a run; after 0, at its start. @throws INVALID_INPUT naming the steps that there are */
export async function pointAfter(
  source: RunSource,
  afterStep: number,
  newRunId: string,
  history: HistoryStore,
): Promise<StartingPoint> {
  const first = source.start?.stepCount ?? 0
  if (afterStep === 0 || afterStep === first) return startOf(source, newRunId, history)
  if (!Number.isInteger(afterStep) || afterStep < first || afterStep > source.lastStep)
    throw outOfRange(source, afterStep)
  const end = await history.stepEnd(source.id, afterStep)
  if (!end?.completedAt) throw outOfRange(source, afterStep)
  if (!end.checkpoint)
    throw invalid(
      'afterStep',
      `is ${afterStep}; that step was taken by a version that kept no state of it. Give 0.`,
    )
  const { messages } = end.checkpoint
  const part = { messages, stepNumber: afterStep, at: end.completedAt }
  const taken = takeHistory(await history.messages(source, part), source.id, newRunId)
  return {
    ...taken,
    checkpoint: { ...end.checkpoint, messages: taken.messages.length, artifacts: end.artifacts },
    stepNumber: afterStep,
    context: end.context,
  }
}

/** A run of a session was shown what the session had said before; a fork has what its original began with. */
export async function startOf(
  source: RunSource,
  newRunId: string,
  history: HistoryStore,
): Promise<StartingPoint> {
  const { start, sessionId, startedAt, givenContext: context } = source
  const stepNumber = start?.stepCount ?? 0
  const fresh = { checkpoint: null, stepNumber, context, messages: [], view: null }
  if (!start && sessionId === null) return fresh
  const part = { messages: start?.messages ?? 0, stepNumber, at: startedAt }
  const taken = takeHistory(await history.messages(source, part), source.id, newRunId)
  if (start)
    return { ...taken, checkpoint: { ...start, messages: taken.messages.length }, stepNumber, context }
  if (taken.messages.length === 0 && taken.view === null) return fresh
  return withOpening({ ...fresh, ...taken, checkpoint: atNothing }, source)
}

const atNothing: Checkpoint = { stepCount: 0, actionCount: 0, messages: 0, loopState: {} }

function withOpening(
  point: StartingPoint & { readonly checkpoint: Checkpoint },
  source: RunSource,
): StartingPoint {
  const messages = [...point.messages, openingOf(source.input, source)]
  return { ...point, messages, checkpoint: { ...point.checkpoint, messages: messages.length } }
}

/**
 * The point with a caller's words: at the very start in the place of its first message, which what it takes over ends with, else as
 * the next message.
 */
export function withInput(point: StartingPoint, input: string, source: RunSource): StartingPoint {
  const { checkpoint, stepNumber, messages: taken } = point
  // It begins with its input alone.
  if (!checkpoint) return point
  const words: TakenMessage = { message: { role: 'user', text: input }, stepNumber: null }
  const messages = stepNumber === 0 ? [...taken.slice(0, -1), openingOf(input, source)] : [...taken, words]
  return { ...point, messages, checkpoint: { ...checkpoint, messages: messages.length } }
}

function openingOf(input: string, { agent }: RunSource): TakenMessage {
  return { message: { role: 'user', text: openingMessage(input, agent.definition) }, stepNumber: null }
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

import type { RecordedAnswer } from '../../domain/run-history.ts'
import type { ModelCall } from '../model-call.ts'
import { revealMessage } from '../run/reveal-stored.ts'
import type { RunCore } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import type { AnsweredCall } from './attempt-model.ts'
import { questionHash } from './model-call-row.ts'

/** An answer that is recorded already. */
type AnswerBefore = Pick<AnsweredCall, 'message' | 'truncatedBy'> & { readonly messageId: string }

/** Answers to an earlier owner of the run that no step has used yet. */
const unused = new WeakMap<LiveRun, Map<number, Promise<RecordedAnswer[]>>>()

/**
 * The answer that an earlier owner got to a question beside the conversation, and did not live to use: it is not paid for again
 * (TAS-5). Each is given once; `null`: the question is to be asked.
 */
export async function answeredBefore(
  call: ModelCall,
  state: LiveRun,
  ctx: RunCore,
): Promise<AnswerBefore | null> {
  if (!mayBeAnswered(call, state, ctx)) return null
  const recorded = await answersOf(call, state, ctx)
  const hash = questionHash(call, call.request())
  const at = recorded.findIndex((one) => one.questionHash === hash && isAnswerTo(one, call, state))
  const [found] = at === -1 ? [] : recorded.splice(at, 1)
  if (!found) return null
  const message = await revealMessage(found.message, ctx.secrets)
  if (message.role !== 'assistant') return null
  // The record does not say which limit truncated the answer.
  return { message, truncatedBy: message.truncated ? 'TOKEN_LIMIT' : null, messageId: found.messageId }
}

/** The messages of an action that an earlier owner was answered with, where other words are asked for now. */
export async function leftBefore(call: ModelCall, state: LiveRun, ctx: RunCore): Promise<readonly string[]> {
  if (!mayBeAnswered(call, state, ctx)) return []
  const recorded = await answersOf(call, state, ctx)
  const interrupted = recorded.filter((one) => isAnswerTo(one, call, state))
  for (const one of interrupted) recorded.splice(recorded.indexOf(one), 1)
  return interrupted.map(({ messageId }) => messageId)
}

/** Only calls that an earlier owner left unfinished. Nothing is read for other calls. */
function mayBeAnswered({ action, step }: ModelCall, state: LiveRun, { run }: RunCore): boolean {
  if (run.firstClaim) return false
  return step.number === state.openedBefore || (action !== undefined && wasCutOff(action, state))
}

function answersOf({ step }: ModelCall, state: LiveRun, ctx: RunCore): Promise<RecordedAnswer[]> {
  const steps = unused.get(state) ?? new Map<number, Promise<RecordedAnswer[]>>()
  unused.set(state, steps)
  const known = steps.get(step.number) ?? readAnswers(step.number, ctx)
  steps.set(step.number, known)
  return known
}

async function readAnswers(stepNumber: number, { runs, run }: RunCore): Promise<RecordedAnswer[]> {
  return [...(await runs.history.answers(run.id, stepNumber))]
}

function isAnswerTo(
  { purpose, actionId, actionAttempt }: RecordedAnswer,
  { purpose: wanted, action }: ModelCall,
  state: LiveRun,
): boolean {
  if (purpose !== wanted || actionId !== (action?.id ?? null)) return false
  return !action || (actionAttempt ?? 0) >= cutOffSince(action, state)
}

function wasCutOff(action: NonNullable<ModelCall['action']>, state: LiveRun): boolean {
  return cutOffSince(action, state) < action.attempt
}

/** The first of the consecutive attempts that were cut off before this one; an earlier attempt failed on its own. */
function cutOffSince({ id, attempt }: NonNullable<ModelCall['action']>, { attempts }: LiveRun): number {
  const known = (attempts.get(id) ?? []).filter(({ number }) => number < attempt)
  const failed = known.findLastIndex(({ status }) => status !== 'CANCELLED')
  return known[failed + 1]?.number ?? attempt
}
